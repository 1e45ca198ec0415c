"""Call of Cthulhu: percentile dice under a skill; of extra tens dice the lowest or highest reading counts."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law; outcome critical, fumble, extreme, hard, regular or failure."""

    outcome: str
    roll: int


def skill(score: int, bonus: int = 0, difficulty: int = 1) -> dict[Roll, Fraction]:
    """A skill roll with bonus dice, or penalty dice below 0; the difficulty divides the score."""
    counts: Counter[Roll] = Counter()
    for unit, *tens in product(range(10), repeat=2 + abs(bonus)):
        readings = [10 * ten + unit or 100 for ten in tens]
        roll = max(readings) if bonus < 0 else min(readings)
        counts[Roll(_outcome(roll, score, score // difficulty), roll)] += 1
    return {key: Fraction(count, sum(counts.values())) for key, count in counts.items()}


def _outcome(roll: int, score: int, needed: int) -> str:
    if roll == 1:
        return "critical"
    if roll == 100 or (roll >= 96 and needed < 50):
        return "fumble"
    if roll > needed:
        return "failure"
    if roll <= score // 5:
        return "extreme"
    return "hard" if roll <= score // 2 else "regular"
