"""Sorcerer: equal highest dice are set aside; then the higher die wins, a victory for each die above the other side."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Conflict(NamedTuple):
    """The key of the law: who wins, and the number of victories."""

    outcome: str
    victories: int


def conflict(ours: int, theirs: int, sides: int = 10) -> dict[Conflict, Fraction]:
    """A roll of so many dice against so many."""
    counts: Counter[Conflict] = Counter()
    for faces in product(range(1, sides + 1), repeat=ours + theirs):
        mine, other = sorted(faces[:ours]), sorted(faces[ours:])
        while mine and other and mine[-1] == other[-1]:
            mine.pop()
            other.pop()
        best, best_other = max(mine, default=0), max(other, default=0)
        if best == best_other:
            counts[Conflict("draw", 0)] += 1
        elif best > best_other:
            counts[Conflict("ours", sum(die > best_other for die in mine))] += 1
        else:
            counts[Conflict("theirs", sum(die > best for die in other))] += 1
    return {key: Fraction(count, sides ** (ours + theirs)) for key, count in counts.items()}
