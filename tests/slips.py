"""Mistakes as they are made, and whether they are told as they have to be.

`python -m tests.slips 250` tries so many pairs and so many triples of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

from dicewright.errors import Problem
from dicewright.library import examine
from dicewright.repair import certain, repaired

FOLDER = Path(__file__).parent / "mistakes"
BASE = (FOLDER / "emberfall.system.yaml").read_text(encoding="utf-8")
CARET = "‸"
UNSEEN = {"␉": "\t", "␣": "\xa0"}


@dataclass(frozen=True)
class Slip:
    """What stood in the file, what stands there instead with the caret, and what has to be told."""

    name: str
    before: str
    after: str
    code: str
    words: str

    @property
    def start(self) -> int:
        return BASE.index(self.before)

    @property
    def lines(self) -> range:
        """The lines that it touches."""
        first = BASE.count("\n", 0, self.start)
        return range(first, first + self.before.count("\n") + 1)


def slips() -> Iterator[Slip]:
    written = (FOLDER / "slips.txt").read_text(encoding="utf-8")
    for block in written.split("\n\n# ")[1:]:
        name, *lines = block.strip("\n").split("\n")
        before = "\n".join(line[2:] for line in lines if line[0] == "-")
        after = "\n".join(line[2:] for line in lines if line[0] == "+")
        after = "".join(UNSEEN.get(char, char) for char in after)
        code, _, words = lines[-1][2:].partition(": ")
        assert BASE.count(before) == 1, f"{name}: it stands {BASE.count(before)} times"
        assert after.count(CARET) == 1, name
        yield Slip(name, before, after, code, words)


SLIPS = {slip.name: slip for slip in slips()}


def with_slips(made: Sequence[Slip]) -> tuple[str, list[tuple[int, int, Slip]]]:
    """The file with these slips in it, and where each has to be told."""
    text = BASE
    for slip in sorted(made, key=lambda each: -each.start):
        text = text[: slip.start] + slip.after + text[slip.start + len(slip.before) :]
    wanted = []
    for slip, found in zip(sorted(made, key=lambda each: each.start), re.finditer(CARET, text), strict=True):
        head = text[: found.start()].replace(CARET, "")
        wanted.append((head.count("\n") + 1, len(head) - head.rfind("\n"), slip))
    return text.replace(CARET, ""), wanted


def amiss(made: Sequence[Slip]) -> str:
    """What is not told as it has to be; nothing where all is."""
    text, wanted = with_slips(made)
    found = list(examine(text, "f")[1])
    told = "\n".join(f"  {problem}" for problem in found)
    for line, column, slip in wanted:
        fits = [problem for problem in found if _tells(problem, line, column, slip)]
        if len(fits) != 1:
            return f"{slip.name}: {line}:{column} {slip.code}: {slip.words}\n{told}"
        found.remove(fits[0])
    return f"too many: {[str(problem) for problem in found]}\n{told}" if found else ""


def _tells(problem: Problem, line: int, column: int, slip: Slip) -> bool:
    said = "\n".join((problem.message, *(problem.also[:1] if problem.also else ()), *problem.notes))
    here = problem.where and (problem.where.line, problem.where.column) == (line, column)
    return bool(here and re.fullmatch(slip.code, problem.code) and re.search(slip.words, said))


def independent(made: Sequence[Slip]) -> bool:
    """Whether the slips touch different lines."""
    lines = [set(slip.lines) for slip in made]
    return all(not one & other for one, other in combinations(lines, 2))


def drawn(size: int, times: int) -> list[tuple[Slip, ...]]:
    """So many different handfuls of independent slips."""
    chance, found = Random(size), {}
    while len(found) < times:
        made = tuple(chance.sample(list(SLIPS.values()), size))
        if independent(made):
            found[frozenset(slip.name for slip in made)] = made
    return list(found.values())


def tried(size: int, times: int) -> list[str]:
    """What is amiss in so many handfuls of slips."""
    return [
        " + ".join(slip.name for slip in made) + "\n" + told for made in drawn(size, times) if (told := amiss(made))
    ]


if __name__ == "__main__":
    mended = sum(not repaired(with_slips([slip])[0], "f", None, certain).left for slip in SLIPS.values())
    print(f"mended for certain: {mended} of {len(SLIPS)}")
    for size in (1, 2, 3):
        times = len(SLIPS) if size == 1 else int(sys.argv[1])
        wrong = tried(size, times)
        print("\n\n".join([*wrong, f"{size} in a file: {times - len(wrong)} of {times}"]))
