"""Shadowrun: d6 that hit on 5 and 6; half 1s (4th edition) or more than half (5th) are a glitch."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of the law."""

    hits: int
    glitch: bool


def pool(dice: int, edition: int) -> dict[Roll, Fraction]:
    """A plain test of that many dice, by the numbers of 1s and of hits."""
    chances: Counter[Roll] = Counter()
    for ones in range(dice + 1):
        for hits in range(dice - ones + 1):
            ways = comb(dice, ones) * comb(dice - ones, hits) * 2**hits * 3 ** (dice - ones - hits)
            glitch = ones * 2 >= dice if edition == 4 else ones * 2 > dice
            chances[Roll(hits, glitch)] += ways
    return {key: Fraction(ways, 6**dice) for key, ways in chances.items()}
