"""D&D 5e: one d20 plus a modifier, thrown twice under advantage or disadvantage; and ability scores."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the laws; `natural` is the face of the d20 that counts."""

    outcome: str
    total: int
    natural: int


def check(modifier: int = 0, dc: int = 10, advantage: bool = False, disadvantage: bool = False) -> dict[Roll, Fraction]:
    """Outcome success or failure."""
    law = {}
    for natural, chance in _natural(advantage, disadvantage).items():
        total = natural + modifier
        law[Roll("success" if total >= dc else "failure", total, natural)] = chance
    return law


def attack(
    modifier: int = 0, ac: int = 10, advantage: bool = False, disadvantage: bool = False
) -> dict[Roll, Fraction]:
    """Outcome critical, hit or miss: a natural 20 always hits and is critical, a natural 1 always misses."""
    law = {}
    for natural, chance in _natural(advantage, disadvantage).items():
        total = natural + modifier
        hit = total >= ac and natural != 1
        outcome = "critical" if natural == 20 else "hit" if hit else "miss"
        law[Roll(outcome, total, natural)] = chance
    return law


def ability_score() -> dict[int, Fraction]:
    """Four d6 without the lowest."""
    counts = Counter(sum(dice) - min(dice) for dice in product(range(1, 7), repeat=4))
    return {score: Fraction(count, 1296) for score, count in counts.items()}


def _natural(advantage: bool, disadvantage: bool) -> dict[int, Fraction]:
    counts: Counter[int] = Counter()
    for first, second in product(range(1, 21), repeat=2):
        if advantage == disadvantage:
            counts[first] += 1
        else:
            counts[max(first, second) if advantage else min(first, second)] += 1
    return {natural: Fraction(count, 400) for natural, count in counts.items()}
