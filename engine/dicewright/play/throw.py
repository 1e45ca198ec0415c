"""Where faces come from when nothing else says them: a source of chance, given by the caller."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from ..chance.dice import Die
from ..errors import DicewrightError, fail

Throw = Callable[[Die], int]


class Random(Protocol):
    """A source of chance: anything with `random()`, such as random.Random.

    Only `random()` is used: it is the one method whose numbers Python promises to keep the same for a seed.
    """

    def random(self) -> float: ...


def thrower(rng: Random | None) -> Throw:
    """Throws by a source of chance; by the system's own where none is given."""
    chance = (SystemRandom() if rng is None else rng).random
    return lambda die: die.face_at(chance())


def within(throw: Throw, limit: int) -> Throw:
    """The same throws, so many of them at most."""
    left = limit

    def thrown(die: Die) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise too_many_dice(limit)
        return throw(die)

    return thrown


def too_many_dice(limit: int) -> DicewrightError:
    """The refusal to throw more dice than the limit."""
    return fail("limit", f"a roll throws at most {limit:,} dice; that is the limit")
