"""The looser shapes of what is laid over something else: any key may be left out, `null` removes, lists take edits."""

from __future__ import annotations

from collections.abc import Mapping

from .shapes import ID, Shape, key

ALIKE = ("checks", "contests", "sequences")
EDITS: Mapping[str, str] = {
    "first": "items that come before all others",
    "before": "items that come before one, by its name",
    "change": "keys that an item changes, by its name",
    "instead": "items that stand in the place of one, by its name",
    "without": "the names of items that are left out",
    "after": "items that come behind one, by its name",
    "last": "items that come behind all others",
}
_STRICT = ("format", "id", "name", "extends", "tests", "like")


def extends() -> Shape:
    doc = "The system that this one builds on, by its id: what this file says is laid over it, key by key."
    return key("extends", doc, "year-zero", {"type": "string", "pattern": ID})


def like(what: str) -> Shape:
    doc = f"Another {what} of this system that this one is like: what is said here is laid over it, key by key."
    return key("like", doc, "skill", {"type": "string", "pattern": ID})


def loosened(shape: Shape, definitions: Shape) -> Shape:
    """The shape of a value that is laid over one of this shape."""
    if "$ref" in shape:
        about = {k: v for k, v in shape.items() if k != "$ref"}
        return loosened({**definitions[str(shape["$ref"]).rpartition("/")[2]], **about}, definitions)
    kinds = [shape["type"]] if isinstance(shape.get("type"), str) else list(shape.get("type", ()))
    out = {k: v for k, v in shape.items() if k != "required"}
    if "array" in kinds:
        kinds = [*(kind for kind in kinds if kind != "object"), "object"]
        out |= {"properties": _edits(shape["items"]), "additionalProperties": False}
    elif "object" in kinds:
        inner = shape.get("properties", {})
        if inner:
            out["properties"] = {k: v if k in _STRICT else loosened(v, definitions) for k, v in inner.items()}
        if isinstance(shape.get("additionalProperties"), dict):
            out["additionalProperties"] = loosened(shape["additionalProperties"], definitions)
    if "enum" in shape:
        out["enum"] = [*shape["enum"], None]
        out["enumDescriptions"] = [*shape["enumDescriptions"], "takes it out"]
    return {**out, "type": [*kinds, "null"]} if kinds else out


def _edits(item: Shape) -> Shape:
    """The ways to change a list of such items."""
    items: Shape = {"type": "array", "items": item}
    named: Shape = {"type": "object", "additionalProperties": items}
    shapes = {
        "first": items,
        "before": named,
        "change": {"type": "object", "additionalProperties": {"type": "object"}},
        "instead": named,
        "without": {"type": "array", "items": {"type": ["string", "integer"]}},
        "after": named,
        "last": items,
    }
    return {
        word: {"title": word, "description": f"In the list below: {EDITS[word]}.", **shapes[word]} for word in EDITS
    }
