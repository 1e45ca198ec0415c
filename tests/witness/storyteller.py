"""Pools of d10 that are counted one by one: with 1s that cancel, with 10s that go on, and with hunger dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Roll(NamedTuple):
    """The key of each law."""

    outcome: str
    successes: int


def botching(dice: int, difficulty: int, doubled: bool = False) -> dict[Roll, Fraction]:
    """The old pool: each 1 takes a success away; a 1 without any success is a botch."""
    counts: Counter[Roll] = Counter()
    for faces in product(range(1, 11), repeat=dice):
        hits = sum(face >= difficulty for face in faces)
        left = max(0, hits + (faces.count(10) if doubled else 0) - faces.count(1))
        counts[Roll("success" if left else "botch" if not hits and 1 in faces else "failure", left)] += 1
    return {key: Fraction(count, 10**dice) for key, count in counts.items()}


def exactly(dice: int, successes: int, again: int = 10, rote: bool = False) -> Fraction:
    """The newer pool: the probability of so many dice of 8 or more, where a high die brings another without end."""
    if not dice:
        return Fraction(successes == 0)
    chance = Fraction(0)
    for taken in range(successes + 1):
        chance += _one(taken, again, rote) * exactly(dice - 1, successes - taken, again, rote)
    return chance


def _one(successes: int, again: int, rote: bool) -> Fraction:
    """One die and those that it brings; of a rote action a failed die is thrown once more before it brings any."""
    chance = Fraction(0)
    for face in range(1, 11):
        if face < 8 and rote:
            chance += _one(successes, again, False)
        elif face < 8:
            chance += successes == 0
        elif successes >= 1 and face >= again:
            chance += _one(successes - 1, again, False)
        else:
            chance += successes == 1
    return chance / 10


def hungry(dice: int, hunger: int, difficulty: int) -> dict[Roll, Fraction]:
    """The pool with hunger dice: a pair of 10s counts four; 10s and 1s of hunger dice colour the outcome."""
    counts: Counter[Roll] = Counter()
    for plain in product(range(1, 11), repeat=dice - hunger):
        for red in product(range(1, 11), repeat=hunger):
            faces = plain + red
            tens = faces.count(10)
            successes = sum(face >= 6 for face in faces) + 2 * (tens // 2)
            if successes >= difficulty:
                outcome = "win" if tens < 2 else "messy_critical" if 10 in red else "critical"
            else:
                outcome = "bestial_failure" if 1 in red else "failure" if successes else "total_failure"
            counts[Roll(outcome, successes)] += 1
    return {key: Fraction(count, 10**dice) for key, count in counts.items()}
