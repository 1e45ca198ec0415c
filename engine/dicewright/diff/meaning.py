"""What a part of a system means, without its words and its place in the file."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from functools import singledispatch
from typing import Any

from ..model.formula import Formula, PerDie
from ..model.system import Check

# What people read, where it stands, and what follows from the rest.
_WORDS = frozenset(
    ("label", "summary", "because", "glyph", "source", "span", "file", "sha256", "base", "id", "counts", "watch")
)


@singledispatch
def meaning(thing: Any) -> Any:
    """A value that is equal for things of equal meaning, whatever they are called and however they are laid out."""
    if is_dataclass(thing):
        told = {field.name: getattr(thing, field.name) for field in fields(thing) if field.name not in _WORDS}
        return type(thing).__name__, *((name, meaning(value)) for name, value in told.items())
    return thing


@meaning.register
def _(thing: Formula | PerDie) -> Any:
    return written(thing)


@meaning.register
def _(thing: Check) -> Any:
    """A check inside something else is compared on its own."""
    return thing.name


@meaning.register
def _(thing: Mapping) -> Any:  # type: ignore[type-arg]
    return {key: meaning(value) for key, value in thing.items()}


@meaning.register
def _(thing: tuple | list) -> Any:  # type: ignore[type-arg]
    return [meaning(each) for each in thing]


@meaning.register
def _(thing: Set) -> Any:  # type: ignore[type-arg]
    return sorted(map(str, thing))


def written(formula: Formula | PerDie) -> str:
    """An expression in the one way in which it can be written, blanks and needless brackets aside."""
    try:
        return ast.unparse(ast.parse(" ".join(formula.text.split()), mode="eval"))
    except (SyntaxError, ValueError):
        return formula.text
