"""Zombie Dice, from the rules alone: a turn that goes on as long as that is worth more brains.

The dice of a turn lie in the cup, as footprints in the hand, or as brains and shotguns on the table. All that matters
is how many of each colour lie where, so the turn is a small tree of such counts; its worth is found by trying both
answers at every place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, factorial

Dice = tuple[int, int, int]  # how many green, yellow and red ones

CUP: Dice = (6, 4, 3)
NONE: Dice = (0, 0, 0)
FACES = ((3, 1, 2), (2, 2, 2), (1, 3, 2))  # brains, shotguns and footprints of each colour, in sixths


def plus(a: Dice, b: Dice) -> Dice:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Dice, b: Dice) -> Dice:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@cache
def draws(cup: Dice, number: int) -> tuple[tuple[Dice, float], ...]:
    """What comes out of the cup, and how likely."""
    number = min(number, sum(cup))
    every = [d for d in product(*(range(n + 1) for n in cup)) if sum(d) == number]
    whole = comb(sum(cup), number)
    return tuple((d, comb(cup[0], d[0]) * comb(cup[1], d[1]) * comb(cup[2], d[2]) / whole) for d in every)


@cache
def rolls(dice: Dice) -> tuple[tuple[Dice, int, Dice, float], ...]:
    """Brains, how many shotguns, and footprints of a roll, and how likely."""
    found: dict[tuple[Dice, int, Dice], float] = {}
    for ways in product(*(tuple(_splits(colour, n)) for colour, n in enumerate(dice))):
        brains, shots, feet = (tuple(way[k] for way in ways) for k in range(3))
        key = brains, sum(shots), feet
        found[key] = found.get(key, 0.0) + ways[0][3] * ways[1][3] * ways[2][3]
    return tuple((*key, p) for key, p in found.items())


def _splits(colour: int, n: int) -> Iterator[tuple[int, int, int, float]]:
    b, s, f = FACES[colour]
    for i in range(n + 1):
        for j in range(n - i + 1):
            k = n - i - j
            ways = factorial(n) // (factorial(i) * factorial(j) * factorial(k))
            yield i, j, k, ways * b**i * s**j * f**k / 6**n


class Turn:
    """The worth of a turn. From `enough` brains on the player is taken to stop, with `more` brains added."""

    def __init__(self, enough: int, more: float = 0.0) -> None:
        self.enough, self.more = enough, more
        self.known: dict[tuple[int, Dice, Dice, Dice, int], float] = {}

    def stands(self, banked: int, cup: Dice, feet: Dice, brains: Dice, shots: int) -> float:
        """The worth of a place where the player decides."""
        score = banked + sum(brains)
        if score >= self.enough:
            return score + self.more
        key = banked, cup, feet, brains, shots
        worth = self.known.get(key)
        if worth is None:
            worth = self.known[key] = max(float(score), self.goes_on(banked, cup, feet, brains, shots))
        return worth

    def goes_on(self, banked: int, cup: Dice, feet: Dice, brains: Dice, shots: int) -> float:
        if sum(cup) + sum(feet) < 3:
            banked, cup, brains = banked + sum(brains), plus(cup, brains), NONE
        worth, again = 0.0, 0.0
        for drawn, p in draws(cup, 3 - sum(feet)):
            left = minus(cup, drawn)
            for eaten, hits, walk, q in rolls(plus(feet, drawn)):
                if shots + hits >= 3:
                    continue
                if sum(feet) == 3 and walk == feet:
                    again += p * q  # nothing has changed, so nothing speaks for another answer
                else:
                    worth += p * q * self.stands(banked, left, walk, plus(brains, eaten), shots + hits)
        return worth / (1 - again)


def first_roll() -> tuple[float, float]:
    """The chance of three shotguns, and the mean number of brains where there are none such."""
    bust = mean = 0.0
    for drawn, p in draws(CUP, 3):
        for eaten, hits, _, q in rolls(drawn):
            bust += p * q * (hits == 3)
            mean += p * q * sum(eaten)
    return bust, mean


def best_turn(enough: int = 40) -> tuple[float, float, int]:
    """The worth of a turn from below and from above, and how many places were looked at."""
    low, high = Turn(enough), Turn(enough, more=12.0)
    found = [turn.goes_on(0, CUP, NONE, NONE, 0) for turn in (low, high)]
    return found[0], found[1], len(low.known)
