"""Building blocks of the schema: a key with its words for the author, a closed block, a block of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Shape = dict[str, Any]

ID = "^[a-z][a-z0-9_-]{0,63}$"
NAME = "^[a-z][a-z0-9_]{0,63}$"
DOTTED = "^([a-z][a-z0-9_]{0,63}\\.)?[a-z][a-z0-9_]{0,63}$"


def key(title: str, doc: str, example: Any, shape: Shape) -> Shape:
    """A key as an editor shows it."""
    import json  # whoever reads a file or rolls it makes no schema

    written = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
    return {"title": title, "description": f"{doc} Example: {written}", "examples": [example], **shape}


def block(title: str, properties: Shape, required: tuple[str, ...] = (), **more: Any) -> Shape:
    shape: Shape = {"title": title, "type": "object", "properties": properties, "additionalProperties": False, **more}
    return {**shape, "required": list(required)} if required else shape


def named(title: str, item: Shape, pattern: str = NAME) -> Shape:
    """A block whose keys are names that the author chooses."""
    return {"title": title, "type": "object", "propertyNames": {"pattern": pattern}, "additionalProperties": item}


def one_of(words: Mapping[str, str]) -> Shape:
    """One of several words, each with its meaning."""
    return {"type": "string", "enum": list(words), "enumDescriptions": list(words.values())}


TEXT: Shape = {"type": "string", "minLength": 1, "maxLength": 2000}
WORD: Shape = {"type": "string", "minLength": 1, "maxLength": 64}
EXPRESSION: Shape = {"type": ["string", "integer", "boolean"]}
WORDS: Shape = {"type": ["string", "array"], "items": WORD, "minItems": 1}
SHOWN: Shape = {"type": ["string", "integer", "array"], "items": {"type": ["string", "integer"]}}
PROBABILITY: Shape = {
    "type": ["string", "integer", "number", "array"],
    "items": {"type": ["string", "integer", "number"]},
}
GIVEN: Shape = {  # inputs with their values
    "title": "the inputs",
    "type": "object",
    "additionalProperties": {"type": ["integer", "boolean", "string"]},
}
