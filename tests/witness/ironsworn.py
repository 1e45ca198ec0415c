"""Ironsworn: an action die and a stat against two challenge dice; momentum is burned wherever it beats a die more."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law; outcome strong_hit, weak_hit or miss."""

    outcome: str
    match: bool
    burned: bool


def move(stat: int, adds: int = 0, momentum: int = 0) -> dict[Roll, Fraction]:
    law: Counter[Roll] = Counter()
    for action, *challenge in product(range(1, 7), range(1, 11), range(1, 11)):
        score = min((0 if momentum == -action else action) + stat + adds, 10)
        beaten = [die < score for die in challenge]
        cancelled = [beat or die < momentum for beat, die in zip(beaten, challenge, strict=True)]
        outcome = ("miss", "weak_hit", "strong_hit")[sum(cancelled)]
        law[Roll(outcome, challenge[0] == challenge[1], cancelled != beaten)] += 1
    return {roll: Fraction(count, 600) for roll, count in law.items()}
