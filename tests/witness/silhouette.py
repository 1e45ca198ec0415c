"""Silhouette: the highest of a few d6, and 1 more for every 6 beyond the first."""

from collections import Counter
from fractions import Fraction
from itertools import product


def result(skill: int) -> dict[int, Fraction]:
    """The law of the die roll; without the skill it is the lower of two."""
    law: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=skill or 2):
        law[max(dice) + max(dice.count(6) - 1, 0) if skill else min(dice)] += 1
    return {number: Fraction(count, law.total()) for number, count in law.items()}


def fumble(skill: int) -> Fraction:
    hands = list(product(range(1, 7), repeat=skill or 2))
    return Fraction(sum(set(dice) == {1} if skill else 1 in dice for dice in hands), len(hands))
