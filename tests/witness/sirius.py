"""Sirius Galaxy: pools of at most eight d8, successes counted against a target number."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

SIDES = 8
MOST_DICE = 8


class Roll(NamedTuple):
    """The key of the laws; outcome automatic, success, failure or botch."""

    outcome: str
    successes: int
    ones: int
    rolled: int
    surplus: int
    botch: int


def ability(
    aptitude: int,
    ability: int = 0,
    modifier: int = 0,
    helpers: int = 0,
    target: int = 7,
    stress: bool = True,
) -> dict[Roll, Fraction]:
    """Aptitude plus ability dice; every helper beyond the roller gives one more."""
    return _roll(aptitude + ability, modifier + helpers, target, stress)


def aptitude(aptitude: int, modifier: int = 0, target: int = 7, stress: bool = True) -> dict[Roll, Fraction]:
    """Twice the aptitude."""
    return _roll(2 * aptitude, modifier, target, stress)


def _roll(base: int, modifier: int, target: int, stress: bool) -> dict[Roll, Fraction]:
    pool = max(base, 1) + modifier
    surplus = max(pool - MOST_DICE, 0)
    if not stress and pool >= target:
        return {Roll("automatic", 1, 0, 0, surplus, 0): Fraction(1)}
    chance_die = pool <= 0
    rolled = 1 if chance_die else min(pool, MOST_DICE)
    law = {}
    for (hits, ones), count in _hits_and_ones(rolled, target).items():
        successes = hits + surplus if hits else 0
        botch = hits == 0 and (chance_die or 2 * ones >= rolled)
        outcome = "success" if hits else "botch" if botch else "failure"
        law[Roll(outcome, successes, ones, rolled, surplus, int(botch))] = Fraction(count, SIDES**rolled)
    return law


def _hits_and_ones(dice: int, target: int) -> Counter[tuple[int, int]]:
    """In how many ways the dice show each number of hits and of ones."""
    # One die at a time: eight dice have sixteen million faces.
    ways = Counter({(0, 0): 1})
    for _ in range(dice):
        longer: Counter[tuple[int, int]] = Counter()
        for (hits, ones), count in ways.items():
            for face in range(1, SIDES + 1):
                longer[hits + (face >= target), ones + (face == 1)] += count
        ways = longer
    return ways
