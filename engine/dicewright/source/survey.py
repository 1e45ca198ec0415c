"""Reading a text as far as it can be read: behind a slip it goes on as it was meant, or without the broken block."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import DicewrightError, Problem
from .read import FASTEST, Caps, Node, Reader, by_place, reader
from .salvage import Gap, gap_at, ruled_by, wider, without, words

_TRIES, _AGAIN = 12, 150_000  # how often a text is read again without what is broken in it, and how much in all


@dataclass(frozen=True, slots=True)
class Survey:
    """What can be read of a text, if anything can, every problem on the way, and which lines were read otherwise than
    they are written: as they were meant, most likely. `lost` are the words of lines that were passed over.
    """

    root: Node | None
    problems: tuple[Problem, ...]
    meant: tuple[Gap, ...] = ()
    lost: frozenset[str] = frozenset()


def survey(
    text: str | bytes,
    file: str,
    caps: Caps = Caps(),
    *,
    doubted: Collection[Gap] = (),
    loader: Any = FASTEST,
    without: Collection[str] = (),
) -> Survey:
    """Read a text as far as it can be; what is `doubted` of what is meant by it is left out."""
    try:
        first = reader(text, file, caps, without)
    except DicewrightError as error:
        return Survey(None, error.problems)
    last = first
    stop: Sequence[Problem]
    root, stop = first.run(loader)
    meant: tuple[Gap, ...] = ()
    gaps: Sequence[Gap] = ()
    if root is None and stop[0].code == "not-yaml":
        root, stop, last, meant, gaps = _read_on(first, stop[0], doubted, loader)
    found = {str(problem): problem for problem in (*stop, *last.problems)}
    return Survey(root, tuple(sorted(found.values(), key=by_place)), meant, words(first.lines, gaps))


def _read_on(
    reader: Reader, slip: Problem, doubted: Collection[Gap], loader: Any
) -> tuple[Node | None, Sequence[Problem], Reader, tuple[Gap, ...], Sequence[Gap]]:
    """Read a text again, and again, each time with one slip less: as it was meant, or else without the block."""
    file, caps = reader.file, reader.caps
    lines, shifts, gaps, told = list(reader.lines), dict[int, tuple[int, int]](), list[Gap](), [slip]
    changed: list[Gap] = []
    for _ in range(min(_TRIES, _AGAIN // len(reader.text))):
        near = [each for each in gaps if each.touches(reader.broken, lines)]
        for edit in (edit for fix in slip.fixes for edit in fix.edits if not near):
            line, start = edit.where.line - 1, edit.where.column - 1
            place = ruled_by(lines, line)
            if line in shifts or place in doubted:
                continue
            meant = [*lines]
            meant[line] = lines[line][:start] + edit.text + lines[line][start + edit.where.width :]
            more = {**shifts, line: (start, len(edit.text) - edit.where.width)}
            tried = Reader(_joined(without(meant, gaps)), file, caps, more)
            root, stop = tried.run(loader)
            if root is not None or tried.broken > reader.broken + 1:  # it gets past the slip
                lines, shifts = meant, more
                changed.append(place)
                break
        else:
            gap: Gap | None = gap_at(lines, reader.broken)
            if near:  # it is one slip, and takes more with it
                gap = wider(lines, near[-1])
                told.pop()
            if gap is None:
                break
            gaps = [each for each in gaps if not gap.first <= each.first <= gap.last] + [gap]
            tried = Reader(_joined(without(lines, gaps)), file, caps, shifts)
            root, stop = tried.run(loader)
        reader = tried
        if root is not None or stop[0].code != "not-yaml":
            return root, (*told, *stop), reader, tuple(changed), gaps
        slip = stop[0]
        told.append(slip)
    return None, told, reader, (), ()


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"
