"""The One-Roll Engine: dice that show the same are a set, as wide as it has dice and as high as they show."""

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law: the widest set (of equally wide ones the highest), and the highest one."""

    width: int
    height: int
    high_width: int
    high_height: int


def roll(pool: int, hards: int = 0, wiggles: int = 0, experts: int = 0) -> dict[Roll, Fraction]:
    """So many thrown dice, and dice that show 10, a called number, or what makes the widest set wider."""
    law: dict[Roll, Fraction] = {}
    for counts in _shared(pool, 10):
        ways = factorial(pool) // prod(map(factorial, counts))
        shown = list(counts)
        shown[9] += hards + experts
        for _ in range(wiggles):
            shown[max(range(10), key=lambda i: (shown[i], i))] += 1
        sets = [(many, i + 1) for i, many in enumerate(shown) if many >= 2]
        widest = max(sets, default=(0, 0))
        highest = max(sets, key=lambda one: one[1], default=(0, 0))
        key = Roll(*widest, *highest)
        law[key] = law.get(key, Fraction()) + Fraction(ways, 10**pool)
    return law


def _shared(dice: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Every way to share dice out over faces."""
    if faces == 1:
        yield (dice,)
        return
    for n in range(dice + 1):
        for rest in _shared(dice - n, faces - 1):
            yield (n, *rest)
