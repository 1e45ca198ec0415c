"""The JSON Schema of a system file, made from the ops and from the sections around them.

It uses only keywords that mean the same in draft-07 and 2020-12, closes every block, and picks the shape of a step by
its `do:`, so that an editor and `validate` give one message a mistake. Every key carries a title and a description
with an example, for completion and hover. The committed file `schemas/system.schema.json` is `document()`; the engine
itself lays a file over its base first, and proves the whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from . import ALL, properties, sections, sequences
from .building import ALIKE, extends, loosened
from .contests import contests
from .editor import shown
from .op import COMMON, SELECT, WHICH, WHO, Key, Op
from .shapes import EXPRESSION, ID, NAME, SHOWN, TEXT, WORD, WORDS, Shape, block, key, named, one_of


def _shape(k: Key) -> Shape:
    match k.kind:
        case "expression" | "per_die" | "of_pair" | "option":
            return EXPRESSION
        case "die":
            return WORDS if k.name == "dice" else WORD
        case "ladder" | "table" | "phase" | "outcome":
            return WORD
        case "binds":
            return {"type": "string", "pattern": NAME}
        case "word":
            return one_of(k.words)
        case "text" | "mark":
            return TEXT
        case "flag":
            return {"type": "boolean"}
        case "symbols":
            return WORDS
        case "showing":
            return SHOWN
        case "pairs":
            return {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/pair"}}
        case "steps":
            return {"type": "array", "items": {"$ref": "#/$defs/step"}}
        case "options":
            return {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/option"}}
        case "who":
            return one_of(WHO)
        case "group":
            return block("a group of dice", _keys(WHICH))
        case "players":
            return {"type": "array", "minItems": 1, "items": one_of(WHO)}


def _listed(keys: Iterable[Key]) -> Shape:
    return {k.name: key(k.name, k.doc, k.example, _shape(k)) for k in keys}


def _keys(names: Collection[str]) -> Shape:
    """Keys that select dice."""
    return _listed(k for name in names for k in SELECT if k.name == name)


def _step(op: Op, extra: Shape) -> Shape:
    own = {k.name for k in op.keys}
    selects = [name for name in op.selects if name not in own]
    do = key("do", op.doc, op.name, {"type": "string", "const": op.name})
    listed = {"do": do, **extra, **_listed(op.keys), **_keys(selects), **_listed(COMMON)}
    return block(op.title, listed, ("do", *extra, *(k.name for k in op.keys if k.required)))


def _steps(title: str, extra: Shape) -> Shape:
    words = key("do", "What the step does.", "roll", one_of({op.name: op.first for op in ALL}))
    return {
        "title": title,
        "type": "object",
        "required": ["do"],
        "properties": {"do": words},
        "allOf": [
            {"if": {"properties": {"do": {"const": op.name}}, "required": ["do"]}, "then": _step(op, extra)}
            for op in ALL
        ],
    }


def _definitions() -> Shape:
    at = key("at", "The phase in which the trigger runs.", "reroll", WORD)
    return {
        "pair": {"title": "a pair", "type": "array", "items": WORD, "minItems": 2, "maxItems": 2},
        "step": _steps("a step", {}),
        "trigger": _steps("a trigger", {"at": at}),
        "effect": properties.effect(),
        "option": block(
            "an option",
            {
                "name": key("name", "What the player says to choose it.", "push", WORD),
                "when": key("when", "The option is open only when this holds.", "dice >= 1", EXPRESSION),
                "prefer": key(
                    "prefer",
                    "Unless asked, the first open option is taken for which this holds.",
                    "total < 7",
                    EXPRESSION,
                ),
                "steps": key(
                    "steps",
                    "What happens then.",
                    [{"do": "reroll"}],
                    {"type": "array", "items": {"$ref": "#/$defs/step"}},
                ),
            },
            ("name", "steps"),
        ),
        "face": {
            "title": "a face",
            "description": "blank, a symbol, a list of symbols, a number, or one of these with a weight. "
            "Example: [hit, star]",
            "type": ["string", "integer", "array", "object"],
            "items": {"type": ["string", "integer"]},
            "minItems": 1,
            "properties": {
                "face": key("face", "What the face shows.", ["hit", "star"], SHOWN),
                "weight": key(
                    "weight",
                    "How many such faces the die has.",
                    2,
                    {"type": "integer", "minimum": 1, "maximum": 1000000},
                ),
            },
            "required": ["face"],
            "additionalProperties": False,
        },
    }


def whole() -> Shape:
    """The schema of a whole system: one that builds on nothing, or that has been laid over what it builds on."""
    parts = {
        "format": key("format", "The version of this file format.", 1, {"const": 1}),
        "id": key("id", "The system's id; the file is named after it.", "my-game", {"type": "string", "pattern": ID}),
        "name": key("name", "The system's name.", "My Game", TEXT),
        "extends": extends(),
        "summary": key("summary", "What is special about its dice, in a sentence.", "Symbols that cancel.", TEXT),
        "source": key("source", "Where the rules can be read.", "Core rules, chapter 1", TEXT),
        "symbols": sections.symbols(),
        "cancels": key(
            "cancels",
            "Pairs of symbols that cancel each other, one for one.",
            [["success", "failure"]],
            {"type": "array", "items": {"$ref": "#/$defs/pair"}},
        ),
        "dice": sections.dice(),
        "ladders": key(
            "ladders",
            "Dice, or properties, from low to high.",
            {"steps": ["d4", "d6", "d8"]},
            named("the ladders", {"type": "array", "items": WORD, "minItems": 2}),
        ),
        "properties": properties.properties(),
        "property_rules": properties.property_rules(),
        "effects": properties.effects(),
        "tables": sections.tables(),
        "checks": sections.checks(),
        "contests": contests(),
        "sequences": sequences.sequences(),
        "tests": sections.tests(),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:dicewright:system:1",
        "description": "A tabletop dice system for dicewright: one file, no code.",
        **block("a system", parts, ("format", "id", "name", "checks")),
        "$defs": _definitions(),
    }


def document() -> Shape:
    """The schema of a file as it is written, with what an editor shows of it."""
    made: Shape = shown(written())
    return made


def written() -> Shape:
    """The schema of a file as it is written, on its own or on top of another one."""
    system = whole()
    about = {word: system.pop(word) for word in ("$schema", "$id", "description")}
    definitions = system.pop("$defs")
    member = loosened(system, definitions)
    for section in ALIKE:
        one, over = section.removesuffix("s"), f"{section.removesuffix('s')}_over"
        strict, loose = (each["properties"][section] for each in (system, member))
        definitions |= {one: strict["additionalProperties"], over: loose["additionalProperties"]}
        loose["additionalProperties"] = {"$ref": f"#/$defs/{over}"}
        strict["additionalProperties"] = {
            "if": {"required": ["like"]},
            "then": {"$ref": f"#/$defs/{over}"},
            "else": {"$ref": f"#/$defs/{one}"},
        }
    return {
        **about,
        "if": {"required": ["extends"]},
        "then": {"$ref": "#/$defs/member"},
        "else": {"$ref": "#/$defs/system"},
        "$defs": {
            **definitions,
            "system": system,
            "member": {**member, "type": "object", "required": ["format", "id", "name", "extends"]},
        },
    }
