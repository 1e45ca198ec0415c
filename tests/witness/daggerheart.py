"""Daggerheart: a die of hope and a die of fear, and at most one d6 for or against."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law."""

    outcome: str
    total: int


def action(modifier: int = 0, difficulty: int = 15, sign: int = 0) -> dict[Roll, Fraction]:
    """`sign` is 1 with advantage and -1 with disadvantage."""
    law: Counter[Roll] = Counter()
    for hope, fear, third in product(range(1, 13), range(1, 13), range(1, 7)):
        total = hope + fear + sign * third + modifier
        colour = "hope" if hope > fear else "fear"
        verdict = "success" if total >= difficulty else "failure"
        law[Roll("critical" if hope == fear else f"{verdict}_{colour}", total)] += 1
    return {roll: Fraction(count, 864) for roll, count in law.items()}
