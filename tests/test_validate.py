"""Nodes against a schema: one sentence in the author's words for each mistake, at its place."""

from typing import Any

import pytest

from dicewright.errors import Problem
from dicewright.source.read import read
from dicewright.source.validate import validate

NAME = "^[a-z][a-z0-9_-]{0,63}$"


def block(title: str, properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    shape = {"title": title, "type": "object", "properties": properties, "required": list(required)}
    return shape | {"additionalProperties": False} | more


def step(word: str, properties: dict[str, Any], *required: str) -> dict[str, Any]:
    closed = block(
        f"{'an' if word[0] == 'a' else 'a'} {word} step",
        {"do": True, "when": {"$ref": "#/$defs/when"}} | properties,
        *required,
    )
    return {"if": {"properties": {"do": {"const": word}}, "required": ["do"]}, "then": closed}


WORDS = ["add", "cancel", "reroll", "roll"]
STEP = {
    "title": "a step",
    "type": "object",
    "properties": {"do": {"enum": WORDS}},
    "required": ["do"],
    "allOf": [
        step("add", {"die": {"$ref": "#/$defs/name"}, "count": {"$ref": "#/$defs/amount"}}, "die"),
        step("cancel", {}),
        step(
            "reroll",
            {
                "limit": {"type": "integer", "minimum": 1, "maximum": 100},
                "pick": {"type": "string", "enum": ["highest", "lowest", "any"]},
                "again": {"type": "boolean"},
                "steps": {"$ref": "#/$defs/steps"},
            },
        ),
        step("roll", {}),
    ],
}
DIE = block(
    "a die",
    {
        "faces": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"$ref": "#/$defs/face"}},
        "label": {"type": "string", "minLength": 1, "maxLength": 8},
        "sides": {"type": "integer", "minimum": 2},
        "face": {"type": "array", "minItems": 2, "items": {"type": "integer", "maximum": 9}},
    },
    "faces",
)
SCHEMA: dict[str, Any] = block(
    "a system",
    {
        "format": {"const": 1},
        "name": {"type": "string"},
        "dice": {
            "type": "object",
            "propertyNames": {"pattern": NAME, "maxLength": 64},
            "additionalProperties": {"$ref": "#/$defs/die"},
        },
        "steps": {"$ref": "#/$defs/steps"},
        "odd": {"not": {"type": "string"}, "description": "anything but text"},
        "code": {"type": "string", "pattern": "^[A-Z]+$", "description": "capital letters only"},
    },
    "name",
) | {
    "$defs": {
        "die": DIE,
        "face": {"anyOf": [{"type": "integer", "maximum": 99}, {"type": "string", "maxLength": 5}]},
        "name": {"title": "a name", "type": "string", "pattern": NAME},
        "when": {"title": "an expression", "type": "string", "maxLength": 10},
        "amount": {"anyOf": [{"type": "integer", "minimum": 0}, {"$ref": "#/$defs/when"}]},
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
        "step": STEP,
    }
}


def found(text: str) -> list[Problem]:
    return list(validate(read(text, "f"), SCHEMA))


def told(text: str) -> list[tuple[int, int, int, str, str]]:
    places = [(p, p.where) for p in found(text)]
    return [(w.line, w.column, w.width, p.code, p.message) for p, w in places if w]


def test_a_fitting_file_has_no_problem() -> None:
    assert not found(
        "format: 1\nname: x\ndice: {boost: {faces: [1, hit]}}\n"
        "steps:\n  - {do: add, die: boost, count: 2}\n  - {do: add, die: boost, count: a + 1, when: b}\n  - do: roll\n"
    )


MISTAKES = [
    # keys
    ("name: x\ndice: {boost: {facse: [1]}}", 2, 16, 5, "unknown-key", "a die has no `facse`; did you mean `faces`?"),
    ("name: x\nzzz: 1", 2, 1, 3, "unknown-key", "a system has no `zzz`"),
    ("name: x\ndice:\n  boost:\n    label: x", 3, 3, 5, "missing-key", "a die needs `faces`"),
    ("format: 1", 1, 1, 9, "missing-key", "a system needs `name`"),
    ("name: x\nsteps:\n- when: a", 3, 3, 7, "missing-key", "a step needs `do`"),
    ("name: x\nsteps:\n- do: add", 3, 3, 7, "missing-key", "an add step needs `die`"),
    ("name: x\nsteps:\n- od: roll", 3, 3, 8, "missing-key", "a step needs `do`"),
    ("name: x\nsteps:\n- doo: roll", 3, 3, 3, "unknown-key", "a step has no `doo`; did you mean `do`?"),
    ("name: x\nsteps:\n- {do: add, dei: x}", 3, 13, 3, "unknown-key", "an add step has no `dei`; did you mean `die`?"),
    ("name: x\nsteps:\n- {do: roll, die: x}", 3, 14, 3, "unknown-key", "a roll step has no `die`"),
    ("name: x\ndice: {Big Die: {faces: [1]}}", 2, 8, 7, "bad-id", "`Big Die` cannot be a name"),
    # words
    ("name: x\nsteps: [{do: rol, x: 1}]", 2, 14, 3, "unknown-word", "there is no step `rol`; did you mean `roll`?"),
    ("name: x\nsteps: [{do: zzz}]", 2, 14, 3, "unknown-word", "there is no step `zzz`"),
    (
        "name: x\nsteps: [{do: reroll, pick: higest}]",
        *(2, 28, 6, "unknown-word", "`pick` of a reroll step cannot be `higest`; did you mean `highest`?"),
    ),
    ("name: x\nformat: 2", 2, 9, 1, "unknown-word", "`format` of a system is 1, not the number 2"),
    ("name: x\nformat: '1'", 2, 9, 3, "unknown-word", '`format` of a system is 1, not the text "1"'),
    # kinds of value
    (
        "name: x\nsteps: [{do: reroll, limit: many}]",
        *(2, 29, 4, "type", '`limit` of a reroll step is a whole number from 1 to 100, not the text "many"'),
    ),
    ("name: 1.10", 1, 7, 4, "type", "`name` of a system is text, not the number 1.10"),
    ("name: true", 1, 7, 4, "type", "`name` of a system is text, not true"),
    ("name: [a]", 1, 7, 3, "type", "`name` of a system is text, not a list"),
    ("- a", 1, 1, 3, "type", "a system is a block of keys, not a list"),
    ("name: x\nsteps: {do: roll}", 2, 8, 10, "type", "`steps` of a system is a list, not a block of keys"),
    (
        "name: x\nsteps:\n- do:roll",
        *(3, 3, 7, "type", 'item 1 of `steps` of a system is a block of keys, not the text "do:roll"'),
    ),
    ("name: x\ndice: 3", 2, 7, 1, "type", "`dice` of a system is a block of keys, not the number 3"),
    (
        "name: x\ndice: {boost: 3}",
        2,
        15,
        1,
        "type",
        "`boost` of `dice` of a system is a block of keys, not the number 3",
    ),
    (
        "name: x\nsteps: [{do: 3}]",
        2,
        14,
        1,
        "type",
        "`do` of a step is `add`, `cancel`, `reroll` or `roll`, not the number 3",
    ),
    (
        "name: x\nsteps: [{do: add, die: x, count: 1.5}]",
        *(
            2,
            34,
            3,
            "type",
            "`count` of an add step is a whole number of at least 0 or an expression, not the number 1.5",
        ),
    ),
    (
        "name: x\ndice: {a: {faces: [1, true]}}",
        *(2, 23, 4, "type", "item 2 of `faces` of a die is a whole number of at most 99 or text, not true"),
    ),
    (
        "name: x\nsteps: [{do: reroll, again: no}]",
        *(2, 29, 2, "yes-no", "`again` of a reroll step is true or false; `no` is text in YAML 1.2"),
    ),
    (
        "name: x\nsteps: [{do: reroll, again: 'True'}]",
        *(2, 29, 6, "yes-no", '`again` of a reroll step is true or false; "True" in quotes is text'),
    ),
    ("name: # x", 1, 1, 4, "empty-value", "`name` of a system is empty; is a # in the way?"),
    ("name: x\nsteps:\n- do:\n", 3, 3, 2, "empty-value", "`do` of a step is empty; is a # in the way?"),
    ("name: x\nsteps:\n-\n", 3, 2, 1, "empty-value", "item 1 of `steps` of a system is empty; is a # in the way?"),
    ("name: ~", 1, 7, 1, "empty-value", "`name` of a system is empty: `~` stands for nothing"),
    # sizes
    (
        "name: x\nsteps: [{do: reroll, limit: 500}]",
        *(2, 29, 3, "number-range", "`limit` of a reroll step is a whole number from 1 to 100, not 500"),
    ),
    (
        "name: x\ndice: {a: {faces: [1], sides: 1}}",
        *(2, 31, 1, "number-range", "`sides` of a die is a whole number of at least 2, not 1"),
    ),
    (
        "name: x\ndice: {a: {faces: [100]}}",
        *(2, 20, 3, "number-range", "item 1 of `faces` of a die is a whole number of at most 99, not 100"),
    ),
    ("name: x\ndice: {a: {faces: []}}", 2, 19, 2, "list-length", "`faces` of a die has no items; it needs at least 1"),
    ("name: x\ndice: {a: {faces: [1,1,1,1]}}", 2, 19, 9, "list-length", "`faces` of a die has 4 items, more than 3"),
    (
        "name: x\ndice: {a: {faces: [1], face: [1]}}",
        2,
        30,
        3,
        "list-length",
        "`face` of a die has 1 item, fewer than 2",
    ),
    (
        "name: x\ndice: {a: {faces: [1], label: abcdefghi}}",
        2,
        31,
        9,
        "text-length",
        "`label` of a die has 9 characters, more than 8",
    ),
    (
        "name: x\ndice: {a: {faces: [1], label: ''}}",
        2,
        31,
        2,
        "text-length",
        "`label` of a die has no characters; it needs at least 1",
    ),
    (
        "name: x\ndice: {a: {faces: [symbol]}}",
        2,
        20,
        6,
        "text-length",
        "item 1 of `faces` of a die has 6 characters, more than 5",
    ),
    # other forms
    ("name: x\nsteps: [{do: add, die: Big}]", 2, 24, 3, "bad-id", '`die` of an add step is a name, not the text "Big"'),
    ("name: x\ncode: abc", 2, 7, 3, "bad-id", '`code` of a system is text of another form, not the text "abc"'),
    ("name: x\nodd: abc", 2, 6, 3, "shape", '`odd` of a system does not fit here as the text "abc"'),
]


@pytest.mark.parametrize(("text", "line", "column", "width", "code", "message"), MISTAKES)
def test_one_sentence_for_one_mistake(text: str, line: int, column: int, width: int, code: str, message: str) -> None:
    assert told(text) == [(line, column, width, code, message)]


def test_each_mistake_is_told_in_the_order_of_the_file() -> None:
    text = (
        "zzz: 1\ndice:\n  a: {facse: [1], sides: 1}\n  b: {faces: [symbol], colour: 3, label: 4}\nsteps: [{do: rol}]\n"
    )
    assert [(line, column, code) for line, column, _, code, _ in told(text)] == [
        (1, 1, "unknown-key"),
        (1, 1, "missing-key"),
        (3, 7, "unknown-key"),
        (3, 26, "number-range"),
        (4, 15, "text-length"),
        (4, 24, "unknown-key"),
        (4, 42, "type"),
        (5, 14, "unknown-word"),
    ]


def test_an_unknown_step_is_all_that_is_told_of_it() -> None:
    assert [p.code for p in found("name: x\nsteps: [{do: rol, limit: many, steps: [{do: zzz}]}]")] == ["unknown-word"]
    assert [p.code for p in found("name: x\nsteps: [{do: 3, limit: many}]")] == ["type"]


def test_a_misspelt_key_beside_others_keeps_what_is_really_missing() -> None:
    assert [p.message for p in found("nmae: x\ndice: {a: {sidse: 4}}")] == [
        "a system has no `nmae`; did you mean `name`?",
        "a die needs `faces`",
        "a die has no `sidse`; did you mean `sides`?",
    ]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("name: x\ndice: {a: {facse: [1]}}", ("keys of a die: faces, label, sides, face",)),
        ("name: x\nsteps: [{do:roll}]", ("put a space after the colon: `do: roll`", "keys of a step: do")),
        ("name: x\nsteps:\n- do:roll", ("put a space after the colon: `do: roll`",)),
        ("name: x\nsteps: [{do: rol}]", ("steps: add, cancel, reroll, roll",)),
        ("name: x\nsteps: [{do: reroll, limit: 1e1}]", ("write 10",)),
        ("name: x\nsteps: [{do: reroll, limit: '3'}]", ("write 3 without quotes",)),
        ("name: x\nsteps: [{do: reroll, limit: 1_0}]", ("write 10",)),
        ("name: x\nsteps: [{do: reroll, again: no}]", ("write `false`",)),
        ("name: x\nsteps: [{do: reroll, again: Y}]", ("write `true`",)),
        ("name: x\nsteps: [{do: reroll, again: 'true'}]", ("write `true` without quotes",)),
        ("name: x\nsteps: [{do: reroll, pick: zz}]", ("it can be: highest, lowest, any",)),
        ("name: 1.10", ('quote it: "1.10"',)),
        ("name: x\ndice: {a: {faces: hit}}", ("a list of one is written [hit]",)),
        ("name: x\ndice: {a: hit}", ("keys of a die: faces, label, sides, face",)),
        ("name: # x", ("a # begins a comment; put quotes around the value",)),
        ("name: ~", ("write a value, or take the key out",)),
        ("name: x\ncode: abc", ("capital letters only",)),
        ("name: x\nodd: abc", ("anything but text",)),
    ],
)
def test_notes_say_what_to_do(text: str, notes: tuple[str, ...]) -> None:
    assert found(text)[0].notes == notes


def test_a_bad_name_comes_with_the_rule_and_a_better_one() -> None:
    (problem,) = found("name: x\ndice: {Épée Die!: {faces: [1]}}")
    rule, better = problem.notes
    assert "begins with a letter" in rule
    assert better == "write `epee_die`"


def test_a_long_list_of_words_is_cut() -> None:
    schema = {"title": "a system", "properties": {"a": {"enum": [f"word{n}" for n in range(20)]}}}
    (problem,) = validate(read("a: x", "f"), schema)
    assert problem.notes[0].endswith("word14 and 5 more")


def test_names_of_levels_when_the_schema_has_no_titles() -> None:
    inner = {
        "type": "object",
        "properties": {"b": {"type": "integer"}},
        "required": ["c"],
        "additionalProperties": False,
    }
    schema = {"type": "object", "properties": {"a": inner}, "additionalProperties": False}
    assert [p.message for p in validate(read("a: {b: x}\nz: 1", "f"), schema)] == [
        "`a` needs `c`",
        '`b` of `a` is a whole number, not the text "x"',
        "the file has no `z`",
    ]


def test_steps_as_deep_as_a_file_may_be() -> None:
    inner = "{do: reroll, limit: many}"
    for _ in range(14):
        inner = f"{{do: reroll, steps: [{inner}]}}"
    (problem,) = found(f"name: x\nsteps: [{inner}]")
    assert problem.code == "type"


@pytest.mark.parametrize(
    "value", ["null", "''", "x", "no", "1", "1.5", "1e9", "true", "[]", "[1]", "{}", "{a: 1}", "do:x"]
)
@pytest.mark.parametrize(
    "text",
    [
        *("format: @", "name: @", "dice: @", "dice: {a: @}", "dice: {a: {faces: @}}", "dice: {a: {faces: [@]}}"),
        *("dice: {a: {label: @}}", "dice: {a: {sides: @}}", "steps: @", "steps: [@]", "steps: [{do: @}]", "@"),
        *("steps: [{do: add, die: @}]", "steps: [{do: add, count: @}]", "steps: [{do: reroll, again: @}]", "odd: @"),
        *("steps: [{do: reroll, pick: @}]", "steps: [{do: roll, when: @}]", "code: @", "dice: {a: {face: [1, @]}}"),
    ],
)
def test_no_message_speaks_of_schemas_or_python(text: str, value: str) -> None:
    for problem in validate(read(f"{text}".replace("@", value), "f"), SCHEMA) if value != "null" or text != "@" else ():
        said = "\n".join((problem.message, *problem.notes))
        for word in (
            "object",
            "array",
            "schema",
            "additionalProperties",
            "None",
            "True",
            "{'",
            "instance",
            "valid",
        ):
            assert word not in said, said
        assert problem.where
        assert said
