"""What an editor shows of the schema: texts in Markdown, examples as they would be typed.

Nothing here changes which files are good. `description` stays for editors that know no Markdown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import either
from . import OPS
from .op import Op
from .shapes import EXPRESSION, Shape

# Where schemas stand within a schema: under names, alone, in a list.
NAMED, LISTED = ("properties", "$defs"), ("allOf",)
INNER = ("items", "additionalProperties", "propertyNames", "then", "else")
_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "null": "null (which takes it out)",
}
_PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+*/%()<>=! .")
_WORDS = {"", "true", "false", "null", "no", "yes", "on", "off"}


def shown(shape: Any) -> Any:
    """A schema with what an editor shows."""
    if not isinstance(shape, dict):
        return shape
    out = dict(shape)
    for word in NAMED:
        if word in shape:
            out[word] = {name: shown(inner) for name, inner in shape[word].items()}
    out |= {word: shown(shape[word]) for word in INNER if word in shape}
    out |= {word: [shown(inner) for inner in shape[word]] for word in LISTED if word in shape}
    if "examples" in shape:
        out |= _told(out)
    if "enumDescriptions" in shape:
        out["markdownEnumDescriptions"] = out.pop("enumDescriptions")
    out |= _refused(shape)
    if "allOf" in shape and "do" in shape.get("properties", {}):
        out["properties"]["do"] = _silent(out["properties"]["do"])
    return out


def _refused(shape: Shape) -> Shape:
    """What an editor says to a value that cannot be, where its own words would be those of programmers."""
    if "pattern" in shape:
        return {
            "patternErrorMessage": "A name begins with a letter, and has small letters, digits and _ (an id also -)."
        }
    kinds = [shape["type"]] if isinstance(shape.get("type"), str) else list(shape.get("type", ()))
    if "enum" in shape or "object" in kinds or not kinds:  # of a block it would be said for wrong keys as well
        return {}
    bare = {word: shape[word] for word in ("type", "items", "minItems", "maxLength") if word in shape}
    if bare == EXPRESSION:
        return {"errorMessage": "An expression belongs here: a number, or text such as skill + 1."}
    words = [_KINDS[kind] for kind in kinds if kind in _KINDS]
    said = either(words)
    return {"errorMessage": f"{said[:1].upper()}{said[1:]} belongs here."}


def _told(shape: Shape) -> Shape:
    """The words of a key, and its examples; the `do` of a step shows whole steps instead."""
    if shape["title"] == "do" and "const" in shape:
        del shape["examples"]
        return {"markdownDescription": step_words(OPS[shape["const"]])}
    doc = str(shape["description"]).partition(" Example: ")[0]
    return {"markdownDescription": doc, "examples": [_typed(shape, example) for example in shape["examples"]]}


def _typed(shape: Shape, example: Any) -> Any:
    """An example of an expression that is a number, as a number: so it is typed without quotes."""
    number = isinstance(example, str) and example.isdigit() and "integer" in shape.get("type", ())
    return int(example) if number else example


def _silent(shape: Shape) -> Shape:
    """The `do` of any step without words of its own, so that those of the step at hand are seen."""
    own = ("description", "markdownDescription", "examples")
    return {word: value for word, value in shape.items() if word not in own}


def step_words(op: Op) -> str:
    """What a step does, with an example of it."""
    example = "\n".join(f"- {flow(step)}" for step in op.examples[0].steps)
    return f"{op.doc}\n\n```yaml\n{example}\n```\n\n`dicewright explain {op.name}` says more."


def flow(value: Any) -> str:
    """A value as YAML on one line, as an author would write it."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{flow(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(flow, value)) + "]"
        case str() if set(value) <= _PLAIN and value.lower() not in _WORDS and value[0].isalpha() and value[-1] != " ":
            return value
    return json.dumps(value, ensure_ascii=False)
