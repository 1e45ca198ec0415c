"""What was most likely meant by a slip in YAML: one change of one line, by which the rest can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .salvage import column_for, depth
from .written import quoted

_CLOSERS = {"[": "]", "{": "}"}
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")


class Change(NamedTuple):
    """Text to write in a line, counted from zero, in the place of `width` characters from `column` on."""

    line: int
    column: int
    width: int
    text: str
    sure: bool = True


class Slipped(NamedTuple):
    """The lines of a file, and where something in them cannot be read."""

    lines: Sequence[str]
    line: int
    column: int

    @property
    def rest(self) -> str:
        """What stands from the place on, without a comment."""
        return re.sub(r"\s+#.*$", "", self.lines[self.line][self.column :]).rstrip()


def unquoted(line: str) -> str:
    """The line with signs in the place of text in quotes, as long as it."""
    return _QUOTED.sub(lambda found: "·" * len(found[0]), line)


def indent(at: Slipped) -> Change | None:
    """The line moved to the column in which its block goes on."""
    column = column_for(at.lines, at.line)
    sure = "\t" in at.lines[at.line][: depth(at.lines[at.line])]
    return Change(at.line, 0, depth(at.lines[at.line]), " " * column, sure)


def above(at: Slipped) -> Change | None:
    """The line above moved to the column of this one."""
    line = next((n for n in reversed(range(at.line)) if at.lines[n].strip()), None)
    if line is None or ":" not in at.lines[line]:
        return None
    return Change(line, 0, depth(at.lines[line]), " " * depth(at.lines[at.line]), False)


def space(at: Slipped) -> Change | None:
    """A tab between words made a space."""
    found = re.match(r"\t+", at.lines[at.line][at.column :])
    return Change(at.line, at.column, found.end(), " ") if found else None


def quote(at: Slipped) -> Change | None:
    """Text in quotes that cannot begin as it does."""
    return Change(at.line, at.column, len(at.rest), quoted(at.rest)) if at.rest else None


def quote_sign(at: Slipped) -> Change | None:
    """Quotes around a word that begins with #."""
    found = re.match(r"#[^\s,\]}]*", at.lines[at.line][at.column :])
    return Change(at.line, at.column, found.end(), quoted(found[0])) if found else None


def quote_value(at: Slipped) -> Change | None:
    """Quotes around the value of the key in this line."""
    line = at.lines[at.line]
    key = re.match(r"\s*(?:- +)*[^\s:#{\[][^:]*:\s+", line)
    if key is None or line[key.end() :][:1] in ("", "'", '"', "{", "["):
        return None
    text = re.sub(r"\s+#.*$", "", line[key.end() :]).rstrip()
    return Change(at.line, key.end(), len(text), quoted(text))


def part(at: Slipped) -> Change | None:
    """A space behind the colon of a key."""
    found = re.match(r"[\w-]+:", at.lines[at.line][at.column :])
    return Change(at.line, at.column + found.end(), 0, " ") if found else None


def part_dash(at: Slipped) -> Change | None:
    return Change(at.line, at.lines[at.line].index("-") + 1, 0, " ")


def add_colon(at: Slipped) -> Change | None:
    """A colon behind the first word."""
    found = re.match(r"[\w-]+", at.lines[at.line][at.column :])
    return Change(at.line, at.column + found.end(), 0, ":", False) if found else None


def close(at: Slipped) -> Change | None:
    """The brackets closed at the end of the line in which they open."""
    line = re.sub(r"\s+#.*$", "", at.lines[at.line]).rstrip()
    bare = unquoted(line)
    opened: list[str] = []
    for char in bare:
        if char in _CLOSERS:
            opened.append(_CLOSERS[char])
        elif opened and char == opened[-1]:
            opened.pop()
    return Change(at.line, len(line), 0, "".join(reversed(opened)), False) if opened else None


def close_quote(at: Slipped) -> Change | None:
    """The quote closed at the end of the line in which it opens, before the brackets that close there."""
    mark, line = at.lines[at.line][at.column], at.lines[at.line].rstrip()
    opened = sum(line[: at.column].count(char) for char in "[{") - sum(line[: at.column].count(c) for c in "]}")
    end = len(line)
    while opened > 0 and end > at.column + 1 and line[end - 1] in "]}":
        end, opened = end - 1, opened - 1
    return Change(at.line, end, 0, mark, False)


def double(at: Slipped) -> Change | None:
    """Quotes inside of quoted text, told from those around it."""
    line = at.lines[at.line]
    found = re.match(r"(?P<key>[^'\"]*)(?P<mark>['\"])(?P<text>.*)(?P=mark)\s*$", line)
    if found is None:
        return None
    text = found["text"].replace("'", "''") if found["mark"] == "'" else found["text"].replace('"', '\\"')
    return Change(at.line, found.start("text"), len(found["text"]), text, False)


Mend = Callable[[Slipped], Change | None]
