"""The parts of a system file around the steps: what may stand in each, and what an author reads about it."""

from __future__ import annotations

from .building import like
from .shapes import (
    DOTTED,
    EXPRESSION,
    GIVEN,
    ID,
    NAME,
    PROBABILITY,
    SHOWN,
    TEXT,
    WORD,
    Shape,
    block,
    key,
    named,
    one_of,
)


def dice() -> Shape:
    die = block(
        "a die",
        {
            "sides": key(
                "sides", "A die numbered from 1 to this.", 6, {"type": "integer", "minimum": 1, "maximum": 1000}
            ),
            "faces": key(
                "faces",
                "The faces one by one: blank, a symbol, a list of symbols, or a number.",
                ["blank", "hit", ["hit", "star"]],
                {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"$ref": "#/$defs/face"}},
            ),
            "label": key("label", "The name that players read.", "Skill die", TEXT),
        },
    )
    return key(
        "dice", "The kinds of dice, by name.", {"d6": {"sides": 6}}, {**named("the dice", die), "type": "object"}
    )


def symbols() -> Shape:
    symbol = block(
        "a symbol",
        {
            "glyph": key("glyph", "A short sign for it.", "★", {"type": "string", "minLength": 1, "maxLength": 8}),
            "label": key("label", "The name that players read.", "Star", TEXT),
            "counts_as": key(
                "counts_as",
                "Other symbols that each of these is counted as, too.",
                ["success"],
                {"type": "array", "items": WORD, "minItems": 1},
            ),
        },
    )
    return key("symbols", "What faces show besides numbers.", {"success": {"glyph": "✔"}}, named("the symbols", symbol))


def tables() -> Shape:
    row = block(
        "a row",
        {
            "from": key("from", "The lowest number of the row; open below if left out.", 1, {"type": "integer"}),
            "to": key("to", "The highest number of the row; open above if left out.", 5, {"type": "integer"}),
            "value": key("value", "What the table gives.", 2, {"type": "integer"}),
        },
        ("value",),
    )
    table = block(
        "a table",
        {
            "rows": key(
                "rows",
                "The rows in order, without gaps.",
                [{"to": 5, "value": 1}],
                {"type": "array", "minItems": 1, "items": row},
            )
        },
        ("rows",),
    )
    return key(
        "tables",
        "Tables that a table step looks numbers up in.",
        {"effects": {"rows": [{"value": 1}]}},
        named("the tables", table),
    )


def inputs(doc: str = "What a check asks for before it is rolled.") -> Shape:
    item = block(
        "an input",
        {
            "type": key(
                "type",
                "A whole number, true or false, or one of several words.",
                "integer",
                one_of({"integer": "a whole number", "boolean": "true or false", "choice": "one of the `options`"}),
            ),
            "default": key(
                "default",
                "Its value when the caller gives none. Without it the input must be given.",
                0,
                {"type": ["integer", "boolean", "string"]},
            ),
            "min": key("min", "The lowest number allowed.", 0, {"type": "integer"}),
            "max": key("max", "The highest number allowed.", 10, {"type": "integer"}),
            "names": key(
                "names",
                "Words for some of the numbers, for callers and for expressions that mean nothing else by them.",
                {"easy": 1, "hard": 3},
                named("the names", {"type": "integer"}, ID),
            ),
            "options": key(
                "options",
                "The words of a choice. In expressions a choice is the place of its word, from 1, and so is the word "
                "itself where it means nothing else.",
                ["d6", "d8"],
                {"type": "array", "items": WORD, "minItems": 1},
            ),
            "label": key("label", "The name that players read.", "Difficulty", TEXT),
        },
        ("type",),
    )
    return key(
        "inputs",
        doc,
        {"skill": {"type": "integer", "min": 0, "default": 0}},
        named("the inputs", item),
    )


def outcome() -> Shape:
    return block(
        "an outcome",
        {
            "name": key("name", "The verdict, as one word.", "success", {"type": "string", "pattern": NAME}),
            "label": key("label", "The verdict that players read.", "Success", TEXT),
            "when": key("when", "When it is the verdict; the last one may leave it out.", "success >= 1", EXPRESSION),
        },
        ("name",),
    )


def checks() -> Shape:
    goal = block(
        "a goal",
        {
            "chance": key(
                "chance",
                "The chance of this outcome, or that this holds of the results, as large as can be.",
                "shifts >= 1",
                EXPRESSION,
            ),
            "most": key("most", "As much of this result as can be.", "stars", EXPRESSION),
            "least": key("least", "As little of this result as can be.", "flaws", EXPRESSION),
        },
    )
    steps = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/step"}}
    check = block(
        "a check",
        {
            "like": like("check"),
            "label": key("label", "The name that players read.", "Skill check", TEXT),
            "summary": key("summary", "What it is rolled for, in a sentence.", "Roll the pool and count hits.", TEXT),
            "inputs": inputs(),
            "let": key(
                "let",
                "Names for numbers worked out from the inputs, in this order.",
                {"pool": "strength + skill"},
                named("the names", EXPRESSION),
            ),
            "steps": key("steps", "What is done, in this order.", [{"do": "add", "die": "d6"}, {"do": "roll"}], steps),
            "results": key(
                "results",
                "The numbers that the roll is read for.",
                {"hits": "count(value >= 5)"},
                named("the results", EXPRESSION),
            ),
            "outcomes": key(
                "outcomes",
                "The verdicts: the first one that holds.",
                [{"name": "success", "when": "hits >= 1"}, {"name": "failure"}],
                {"type": "array", "items": outcome()},
            ),
            "aim": key(
                "aim",
                "What a player goes for who has to decide: the first goal first.",
                [{"chance": "success"}, {"least": "flaws"}],
                {"type": "array", "minItems": 1, "items": goal},
            ),
            "watch": key(
                "watch",
                "Inputs whose odds `dicewright diff` tells before and after a change.",
                [{"skill": 2, "difficulty": "hard"}],
                {"type": "array", "minItems": 1, "items": GIVEN},
            ),
        },
        ("steps",),
    )
    return key("checks", "What can be rolled.", {"skill": {"steps": [{"do": "roll"}]}}, named("the checks", check, ID))


def tests() -> Shape:
    owned = {"type": "array", "items": WORD}
    piece = block(
        "a die",
        {
            "die": key("die", "Its kind.", "d20", WORD),
            "face": key("face", "The face that it shows in the end.", 20, SHOWN),
            "value": key("value", "What it counts for.", 20, {"type": "integer"}),
            "state": key(
                "state",
                "Its state.",
                "kept",
                one_of(
                    {
                        "rolled": "it counts",
                        "kept": "it counts, as a keep step has taken it",
                        "dropped": "it lies there and does not count",
                        "reserved": "it is set aside",
                        "removed": "it is out of the pool",
                    }
                ),
            ),
        },
    )
    expect = block(
        "an expectation",
        {
            "outcome": key("outcome", "The verdict.", "success", WORD),
            "results": key(
                "results", "Results, all or some.", {"success": 1}, named("the results", {"type": "integer"})
            ),
            "exactly": key(
                "exactly",
                "Results that are not listed have to be 0. Without it, nothing is said about them.",
                True,
                {"const": True},
            ),
            "dice": key(
                "dice",
                "The dice on the table in the end, all of them, in any order.",
                [{"die": "d20", "value": 20}],
                {"type": "array", "items": piece},
            ),
            "error": key("error", "The code of the problem that is reported instead of a roll.", "input-range", WORD),
        },
    )
    law = named("the probabilities", PROBABILITY)
    free = {"title": "the probabilities", "type": "object", "additionalProperties": PROBABILITY}
    odds = block(
        "the odds",
        {
            "outcomes": key(
                "outcomes",
                "The probability of outcomes: a fraction, a percentage, [from, to], or a rounded number: about 43.1%.",
                {"success": "891/2048"},
                law,
            ),
            "probability": key(
                "probability", "The probability of conditions on results.", {"success >= 2": "1/4"}, free
            ),
            "mean": key("mean", "The mean of results.", {"total": "21/2"}, free),
        },
    )
    test = block(
        "a test",
        {
            "name": key("name", "What is shown by it.", "two failures cancel two successes", TEXT),
            "check": key(
                "check",
                "The check, the contest or the sequence that is rolled. It may be left out where there is only one.",
                "skill",
                WORD,
            ),
            "given": key(
                "given",
                "The inputs; with sides, those of each, as in first: {skill: 2} or first.skill: 2.",
                {"difficulty": 2},
                {
                    **GIVEN,
                    "additionalProperties": {
                        "type": ["integer", "boolean", "string", "object"],
                        "additionalProperties": GIVEN["additionalProperties"],
                    },
                },
            ),
            "properties": key(
                "properties", "The properties that the roll has; one may be named several times.", ["fine"], owned
            ),
            "upgrade": key("upgrade", "Properties to move up their ladder.", ["blessed"], owned),
            "effects": key(
                "effects",
                "What players bring to the roll: effects of the file by name, or written out.",
                ["second_chance"],
                {"type": "array", "items": {"type": ["string", "object"]}},
            ),
            "downgrade": key("downgrade", "Properties to move down their ladder.", ["blessed"], owned),
            "faces": key(
                "faces",
                "What comes up, in order, for each kind of die; with sides, the side stands before a dot. Under "
                "`drawn` stands what comes out where chance picks: a die, what it shows, or both, as in [card, 12].",
                {"d20": [20, 3]},
                named("the faces", {"type": "array", "items": SHOWN}, DOTTED),
            ),
            "answers": key(
                "answers",
                "What the players answer, in order: the name of an option, a number, or the faces of the dice they "
                "pick. Without it the file decides.",
                ["push", [6, 5]],
                {"type": "array", "items": {"type": ["string", "integer", "array"], "items": SHOWN}},
            ),
            "reaches": key(
                "reaches",
                "What it is about: steps by id, phases, properties, effects. If one does nothing, the test fails.",
                ["explode-tens"],
                {**owned, "minItems": 1},
            ),
            "expect": key("expect", "What the roll must give.", {"outcome": "success"}, expect),
            "odds": key("odds", "What the exact odds must be.", {"outcomes": {"success": "1/2"}}, odds),
            "rules": key(
                "rules",
                "The numbers of the rules that it shows, where the source numbers them.",
                ["R4"],
                {"type": "array", "items": WORD},
            ),
            "source": key("source", "Where the expected numbers come from.", "rulebook p. 12", TEXT),
        },
        ("name",),
    )
    return key(
        "tests",
        "Rolls with known faces or odds, and what they must give.",
        [{"name": "a six", "check": "roll", "faces": {"d6": [6]}, "expect": {"results": {"total": 6}}}],
        {"type": "array", "items": test},
    )
