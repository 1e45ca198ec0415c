"""Rising Legends: the highest of a pool of d12."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

SIDES = 12


class Roll(NamedTuple):
    """The key of the law; outcome success or failure."""

    outcome: str
    result: int
    triumph: int
    fumble: int
    ones: int
    doubles: int
    triples: int
    time: int


def skill(tier: int, dice: int = 0, bonus: int = 0, dl: int = 1, take_your_time: int = 0) -> dict[Roll, Fraction]:
    """Tier, changed by effects and by taking time, against a difficulty level."""
    number = tier + dice + take_your_time
    hands = _hands(1 if number == 0 else max(number, 0))
    every = hands.total()
    law: Counter[Roll] = Counter()
    for faces, count in hands.items():
        law[_read(faces, number, bonus, dl, 2**take_your_time)] += count
    return {key: Fraction(count, every) for key, count in law.items()}


def _hands(dice: int) -> Counter[tuple[int, ...]]:
    """Every sorted hand of d12s, with the number of ways to throw it."""
    hands: Counter[tuple[int, ...]] = Counter({(): 1})
    for _ in range(dice):
        longer: Counter[tuple[int, ...]] = Counter()
        for hand, count in hands.items():
            for face in range(1, SIDES + 1):
                longer[tuple(sorted((*hand, face)))] += count
        hands = longer
    return hands


def _read(faces: tuple[int, ...], number: int, bonus: int, dl: int, time: int) -> Roll:
    ones = faces.count(1)
    twelves = faces.count(SIDES)
    triumph = twelves >= 2
    fumble = 2 * ones > len(faces)
    highest = max(faces, default=0)
    if fumble:
        highest = 0
    elif number == 0:
        highest //= 2
    elif triumph:
        highest += twelves - 1
    result = highest + bonus
    doubles = sum(count // 2 for count in Counter(faces).values())
    triples = sum(count // 3 for count in Counter(faces).values())
    outcome = "success" if result >= dl else "failure"
    return Roll(outcome, result, int(triumph), int(fumble), ones, doubles, triples, time)
