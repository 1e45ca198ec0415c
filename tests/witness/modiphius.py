"""2d20: dice at or below a target succeed, at or below a focus twice; high faces complicate."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law."""

    successes: int
    complications: int


def skill_test(target: int, focus: int, dice: int = 2, complication: int = 20) -> dict[Roll, Fraction]:
    """A skill test of that many d20."""
    counts: Counter[Roll] = Counter()
    for faces in product(range(1, 21), repeat=dice):
        successes = sum(2 if face <= max(1, focus) else face <= target for face in faces)
        counts[Roll(successes, sum(face >= complication for face in faces))] += 1
    return {key: Fraction(count, 20**dice) for key, count in counts.items()}
