"""Reading on behind what cannot be read: the block that is broken is taken out, and its place kept.

A parser stops at the first slip. So that the rest of a file is checked all the same, the line of the slip goes, with
the deeper lines below it, and a word stands there that no file can hold. What it stood in is then known to lack
something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .written import LOST

_STEP = 2  # how much deeper a block stands, where nothing else says it
_INDENT = re.compile(r"[ \t\xa0]*")
_DASH = re.compile(r"-(?:\s+|$)")
_WORD = re.compile(r"[\w-]+")
_PARENT = re.compile(r"(?:[^#]|(?<!\s)#)*:\s*(?:#.*)?$")


@dataclass(frozen=True, slots=True)
class Gap:
    """The lines from `first` up to `last`, counted from zero, that are taken out."""

    first: int
    last: int

    def touches(self, line: int, lines: Sequence[str]) -> bool:
        """Whether a line lies in it or next to it, blank lines aside."""
        above = next((n for n in reversed(range(self.first)) if lines[n].strip()), 0)
        below = next((n for n in range(self.last + 1, len(lines)) if lines[n].strip()), len(lines))
        return above <= line <= below


def gap_at(lines: Sequence[str], line: int) -> Gap:
    """The line and the deeper ones below it."""
    line = min(line, len(lines) - 1)
    deep = _level(lines, line)
    last = line
    for n in range(line + 1, len(lines)):
        if lines[n].strip():
            if depth(lines[n].expandtabs(_STEP)) <= deep:
                break
            last = n
    return Gap(line, last)


def ruled_by(lines: Sequence[str], line: int) -> Gap:
    """The line, and what stands below it where it opens a block."""
    return gap_at(lines, line) if _PARENT.match(lines[line]) else Gap(line, line)


def wider(lines: Sequence[str], gap: Gap) -> Gap | None:
    """The block in which a gap lies; None where it is the file."""
    deep = _level(lines, gap.first)
    above = ((n, lines[n].expandtabs(_STEP)) for n in reversed(range(gap.first)) if lines[n].strip())
    parent = next((n for n, text in above if depth(text) < deep), None)
    return None if parent is None else Gap(parent, max(gap.last, gap_at(lines, parent).last))


def words(lines: Sequence[str], gaps: Sequence[Gap]) -> frozenset[str]:
    """The words that stand in gaps."""
    return frozenset(word for gap in gaps for line in lines[gap.first : gap.last + 1] for word in _WORD.findall(line))


def without(lines: Sequence[str], gaps: Sequence[Gap]) -> list[str]:
    """The lines with a word that keeps the place in each gap, and nothing else moved."""
    kept = list(lines)
    for gap in sorted(gaps, key=lambda each: each.first):
        column, dashed = _place(lines, gap.first, gap.last)
        kept[gap.first : gap.last + 1] = [""] * (gap.last + 1 - gap.first)
        kept[gap.first] = " " * column + (f"- {LOST}" if dashed else f"{LOST}: 0")
    return kept


def column_for(lines: Sequence[str], line: int) -> int:
    """In which column a line begins, most likely."""
    return _place(lines, line, line)[0]


def depth(line: str) -> int:
    """How far a line is indented."""
    found = _INDENT.match(line)
    return found.end() if found else 0


def _level(lines: Sequence[str], line: int) -> int:
    """How deep a line stands; one that is indented with tabs, as deep as it has to."""
    written = depth(lines[line])
    return _place(lines, line, line)[0] if "\t" in lines[line][:written] else written


def _place(lines: Sequence[str], line: int, last: int) -> tuple[int, bool]:
    """In which column the block goes on in which a line stands, and whether it is a list."""
    columns, above_opens = _open_at(lines, line)
    written, dashed = depth(lines[line]), lines[line].lstrip().startswith("-")
    opens = bool(_PARENT.match(lines[line]))
    following = next((text for text in lines[last + 1 :] if text.strip()), "")
    below, outer = depth(following), columns[-1][0] if columns else -1
    tabbed = "\t" in lines[line][:written]
    if above_opens and (tabbed or written > outer or (dashed and written == outer)):
        if below > outer and not (opens and last == line):
            return below, following.lstrip().startswith("-")
        return (written if not tabbed else outer + _STEP), dashed
    fitting = [each for each in columns if each[1] == dashed] or columns
    if opens and last == line:  # what stands below it is deeper
        fitting = [each for each in fitting if each[0] < below] or fitting
    if tabbed or not fitting:
        return fitting[-1] if fitting else (0, dashed)
    return min(reversed(fitting), key=lambda each: abs(each[0] - written))


def _open_at(lines: Sequence[str], line: int) -> tuple[list[tuple[int, bool]], bool]:
    """The columns of the blocks that are open above a line, the file first, which of them are lists; and whether the
    line above opens one more.
    """
    columns: list[tuple[int, bool]] = []
    opens = False
    for text in lines[:line]:
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        deep, rest = depth(text), text.strip()
        columns = [each for each in columns if each[0] < deep]
        while dash := _DASH.match(rest):
            columns.append((deep, True))
            deep, rest = deep + dash.end(), rest[dash.end() :]
        if rest:
            columns.append((deep, False))
        opens = bool(_PARENT.match(text))
    return columns, opens
