"""Where faces come from when nothing else says them: a source of chance, given by the caller."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from ..chance.dice import Die

Throw = Callable[[Die], int]


class Random(Protocol):
    """A source of chance: anything with `random()`, such as random.Random.

    Only `random()` is used: it is the one method whose numbers Python promises to keep the same for a seed.
    """

    def random(self) -> float: ...


def thrower(rng: Random | None) -> Throw:
    """Throws by a source of chance; by the system's own where none is given."""
    source = SystemRandom() if rng is None else rng
    return lambda die: die.face_at(source.random())
