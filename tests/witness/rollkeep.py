"""Roll and keep: the best of some d10s that go on at a 10, and the rule that no more than ten are rolled."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

TENTH = Fraction(1, 10)


def ten_dice(roll: int, keep: int) -> tuple[int, int, int]:
    """(rolled, kept, bonus), one die after the other."""
    bonus = 0
    while keep > 10 and roll >= 10:
        keep, bonus = keep - 1, bonus + 2
    while roll > 10:
        if keep == 10:
            roll, bonus = roll - 1, bonus + 2
        elif roll >= 12:
            roll, keep = roll - 2, keep + 1
        else:
            roll -= 1
    return roll, min(keep, roll), bonus


def reaches(roll: int, keep: int, target: int, explodes: bool = True, emphasis: bool = False) -> Fraction:
    """The probability of a sum of at least the target; what one die shows above it makes no difference."""
    die = _die(target, explodes)
    if emphasis:
        first = dict(die)
        ones = first.pop(1)
        die = {value: first.get(value, Fraction(0)) + ones * p for value, p in die.items()}
    total = Fraction(0)
    for hand in combinations_with_replacement(sorted(die), roll):
        if sum(hand[-keep:]) >= target:
            ways = factorial(roll)
            chance = Fraction(1)
            for value in set(hand):
                ways //= factorial(hand.count(value))
                chance *= die[value] ** hand.count(value)
            total += ways * chance
    return total


def _die(most: int, explodes: bool) -> dict[int, Fraction]:
    """One die, with everything from `most` on taken together."""
    law: dict[int, Fraction] = {}
    left, base = Fraction(1), 0
    while True:
        for face in range(1, 10 if explodes else 11):
            value = min(base + face, most)
            law[value] = law.get(value, Fraction(0)) + left * TENTH
        if not explodes:
            return law
        left, base = left * TENTH, base + 10
        if base >= most:
            law[most] = law.get(most, Fraction(0)) + left
            return law
