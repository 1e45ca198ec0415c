"""A page to print, before it is Markdown or HTML: headings, paragraphs, lists, tables, dice.

Code and quiet words within a text stand between control characters, which no file of a system can hold: the reader
refuses them. So nothing that an author writes can be taken for a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

CODE, QUIET, END = "\x0e", "\x0f", "\x11"
_MARKED = re.compile(f"([{CODE}{QUIET}])(.*?){END}", re.DOTALL)


def code(text: object) -> str:
    """Words of the file: names and expressions."""
    return f"{CODE}{text}{END}"


def quiet(text: str) -> str:
    """Words that explain, and may be passed over."""
    return f"{QUIET}{text}{END}"


def runs(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text, each with its mark: code, quiet, or none."""
    at = 0
    for found in _MARKED.finditer(text):
        yield "", text[at : found.start()]
        yield found[1], found[2]
        at = found.end()
    yield "", text[at:]


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list, and those that belong under it."""

    text: str
    inside: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    items: tuple[Item, ...]
    ordered: bool = False


Cell = str | Fraction


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head. A fraction is a probability, and is seen as a bar where there can be one."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Faces:
    """A die: its name, how its faces are told in a word, if they are, and the faces with how many of each it has."""

    label: str
    said: str
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Dice:
    dice: tuple[Faces, ...]


Block = Heading | Paragraph | Listing | Table | Dice


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    blocks: tuple[Block, ...]
