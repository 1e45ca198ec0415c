"""Blades in the Dark: the highest of some d6, two sixes being critical; with no dice the lower of two."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law; outcome critical, success, partial or failure; `result` is the die read."""

    outcome: str
    result: int


def action(rating: int) -> dict[Roll, Fraction]:
    """An action roll of that many dice."""
    dice = rating or 2
    counts: Counter[Roll] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        critical = rating > 0 and faces.count(6) >= 2
        result = max(faces) if rating else min(faces)
        counts[Roll("critical" if critical else _outcome(result), result)] += 1
    return {key: Fraction(count, 6**dice) for key, count in counts.items()}


def _outcome(result: int) -> str:
    if result == 6:
        return "success"
    return "partial" if result >= 4 else "failure"
