"""Zombie Dice, from the rules alone: a turn that goes on as long as that is worth more brains.

The dice of a turn lie in the cup, as footprints in the hand, or as brains and shotguns on the table. All that matters
is how many of each colour lie where, so a turn is a tree of such counts; its worth is found by trying both answers at
every place.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial

Dice = tuple[int, ...]  # how many green, yellow and red ones
Number = Fraction | float

CUP: Dice = (6, 4, 3)
NONE: Dice = (0, 0, 0)
FACES = ((3, 1, 2), (2, 2, 2), (1, 3, 2))  # brains, shotguns and footprints of each colour, in sixths


def plus(a: Dice, b: Dice) -> Dice:
    return tuple(x + y for x, y in zip(a, b, strict=True))


@cache
def draws(cup: Dice, number: int) -> tuple[tuple[Dice, Dice, Fraction], ...]:
    """What comes out of the cup, what stays there, and how likely that is."""
    number = min(number, sum(cup))
    whole = comb(sum(cup), number)
    found = []
    for out in product(*(range(n + 1) for n in cup)):
        if sum(out) == number:
            ways = comb(cup[0], out[0]) * comb(cup[1], out[1]) * comb(cup[2], out[2])
            found.append((out, tuple(n - k for n, k in zip(cup, out, strict=True)), Fraction(ways, whole)))
    return tuple(found)


@cache
def throws(dice: Dice) -> tuple[tuple[Dice, int, Dice, Fraction], ...]:
    """Brains, the number of shotguns, and footprints, and how likely they are."""
    found: dict[tuple[Dice, int, Dice], Fraction] = {}
    for parts in product(*(tuple(_one_colour(colour, n)) for colour, n in enumerate(dice))):
        key = tuple(p[0] for p in parts), sum(p[1] for p in parts), tuple(p[2] for p in parts)
        found[key] = found.get(key, Fraction()) + parts[0][3] * parts[1][3] * parts[2][3]
    return tuple((*key, p) for key, p in found.items())


def _one_colour(colour: int, n: int) -> Iterator[tuple[int, int, int, Fraction]]:
    b, s, f = FACES[colour]
    for i in range(n + 1):
        for j in range(n - i + 1):
            ways = factorial(n) // (factorial(i) * factorial(j) * factorial(n - i - j))
            yield i, j, n - i - j, Fraction(ways * b**i * s**j * f ** (n - i - j), 6**n)


@cache
def rolls(cup: Dice, feet: Dice) -> tuple[tuple[Dice, Dice, int, Dice, Fraction], ...]:
    """A roll: the cup, new brains, new shotguns and the footprints after it, and how likely they are."""
    found: dict[tuple[Dice, Dice, int, Dice], Fraction] = {}
    for out, left, p in draws(cup, 3 - sum(feet)):
        for brains, shots, walking, q in throws(plus(feet, out)):
            key = left, brains, shots, walking
            found[key] = found.get(key, Fraction()) + p * q
    return tuple((*key, p) for key, p in found.items())


class Turn:
    """The worth of a turn: in so many rolls at most, or however many it takes.

    A turn without end is taken to stop at `enough` brains, as if it had `more` of them then.
    """

    def __init__(self, at_most: int | None = None, enough: int = 1_000, more: float = 0.0) -> None:
        self.at_most, self.enough, self.more = at_most, enough, more
        self.known: dict[tuple[int, Dice, Dice, Dice, int, int], Number] = {}

    def worth(self) -> Number:
        return self._goes_on(0, CUP, NONE, NONE, 0, 1)

    def _stands(self, eaten: int, cup: Dice, feet: Dice, brains: Dice, shots: int, rolled: int) -> Number:
        score = eaten + sum(brains)
        if score >= self.enough:
            return score + self.more
        if rolled == self.at_most:
            return score
        key = eaten, cup, feet, brains, shots, rolled if self.at_most else 0
        if key not in self.known:
            self.known[key] = max(score, self._goes_on(eaten, cup, feet, brains, shots, rolled + 1))
        return self.known[key]

    def _goes_on(self, eaten: int, cup: Dice, feet: Dice, brains: Dice, shots: int, rolled: int) -> Number:
        if sum(cup) + sum(feet) < 3:
            eaten, cup, brains = eaten + sum(brains), plus(cup, brains), NONE
        worth: Number = Fraction()
        unchanged: Number = Fraction()
        for left, more, hits, walking, chance in rolls(cup, feet):
            p = chance if self.at_most else float(chance)
            if shots + hits >= 3:
                continue
            if self.at_most is None and sum(feet) == 3 and walking == feet:
                unchanged += p  # here everything is as before, and so is what should be done
            else:
                worth += p * self._stands(eaten, left, walking, plus(brains, more), shots + hits, rolled)
        return worth / (1 - unchanged)


def first_roll() -> tuple[Fraction, Fraction]:
    """The chance of three shotguns, and the mean number of brains."""
    found = rolls(CUP, NONE)
    return sum(p for *_, hits, _, p in found if hits == 3), sum(sum(more) * p for _, more, _, _, p in found)


def best_in(at_most: int) -> Number:
    """The most brains that a turn of so many rolls can give on average."""
    return Turn(at_most).worth()


def best_turn(enough: int = 24) -> tuple[Number, Number]:
    """The most brains that a turn can give on average, from below and from above.

    From no place on does anybody get more than 15 brains on average: a green die shows three brains to each shotgun,
    other dice fewer, and a turn with its third shotgun has five of them at most.
    """
    return Turn(None, enough).worth(), Turn(None, enough, 15.0).worth()
