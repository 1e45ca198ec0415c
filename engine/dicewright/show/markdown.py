"""A page as Markdown. What has a meaning in Markdown is escaped, so that an author's text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from .page import CODE, Block, Cell, Dice, Faces, Heading, Item, Listing, Page, Paragraph, Table, runs
from .style import percent

_MEANT = re.compile(r"([\\`*_{}\[\]<>|~#]|&(?=#?\w+;))")
_LIST = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def markdown(page: Page) -> str:
    return "\n\n".join(["# " + escaped(page.title), *map(_block, page.blocks)]) + "\n"


def escaped(text: str) -> str:
    """A text that reads as it is written, on one line."""
    return _LIST.sub(r"\1\\\2", _MEANT.sub(r"\\\1", " ".join(text.split())))


def _inline(text: str, in_table: bool = False) -> str:
    """A text with its marks, on one line: what begins another line could be a list or a heading there."""
    out = []
    for mark, part in runs(" ".join(text.split())):
        if mark == CODE:
            out.append(_code(part.replace("|", "\\|") if in_table else part))
        elif part:
            inner = _MEANT.sub(r"\\\1", part)
            out.append(f"*{inner}*" if mark and inner.strip() == inner else inner)
    return _LIST.sub(r"\1\\\2", "".join(out))


def _code(text: str) -> str:
    """A text between more backticks than stand in a row inside it."""
    fence = "`" * (max((len(row) for row in re.findall("`+", text)), default=0) + 1)
    edge = " " if "`" in text[:1] + text[-1:] else ""
    return f"{fence}{edge}{text}{edge}{fence}"


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return "#" * level + " " + _inline(text)
        case Paragraph(text):
            return _inline(text)
        case Listing(items, ordered):
            return "\n".join(_items(items, ordered, ""))
        case Table(head, rows):
            return "\n".join(_table(head, rows))
        case Dice(dice):
            return "\n".join(_table(("Die", "Faces"), [(die.label, _faces(die)) for die in dice]))


def _items(items: Iterable[Item], ordered: bool, indent: str) -> Iterator[str]:
    for n, item in enumerate(items, 1):
        mark = f"{n}." if ordered else "-"
        yield f"{indent}{mark} {_inline(item.text)}"
        yield from _items(item.inside, False, indent + " " * (len(mark) + 1))


def _table(head: Iterable[str], rows: Iterable[tuple[Cell, ...]]) -> Iterator[str]:
    listed = [tuple(row) for row in rows]
    heads = list(head)
    yield "| " + " | ".join(_inline(text, True) for text in heads) + " |"
    right = [i > 0 and bool(listed) and isinstance(listed[0][i], Fraction) for i in range(len(heads))]
    yield "| " + " | ".join("--:" if each else "---" for each in right) + " |"
    for row in listed:
        yield "| " + " | ".join(percent(c) if isinstance(c, Fraction) else _inline(c, True) for c in row) + " |"


def _faces(die: Faces) -> str:
    if die.said:
        return die.said
    return ", ".join((shown or "blank") + (f" ×{weight}" if weight > 1 else "") for shown, weight in die.faces)
