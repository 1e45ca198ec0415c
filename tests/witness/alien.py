"""Alien: base and stress dice; a 1 on a stress die is panic and forbids the push, which costs a stress die."""

from fractions import Fraction
from typing import NamedTuple

from .year_zero import Throw, decided, throws, verdict


class Roll(NamedTuple):
    """The key of the law."""

    outcome: str
    successes: int
    panic: int
    stress_now: int
    pushed: int


def push(dice: int, stress: int = 0, modifier: int = 0, need: int = 1) -> dict[Roll, Fraction]:
    """A roll with so many base dice and that stress level; what a modifier takes away too much are stress dice."""
    base = dice + modifier
    kinds = ["base"] * base + ["stress"] * (stress + min(base, 0))

    def panics(throw: Throw) -> bool:
        return ("stress", 1) in throw

    def again(throw: Throw) -> dict[Throw, Fraction] | None:
        if panics(throw):
            return None
        kept = tuple(die for die in throw if die[1] == 6)
        return throws([*((kind, 6) for kind, face in throw if face != 6), ("stress", 6)], kept)

    def told(throw: Throw, pushed: int) -> Roll:
        successes = sum(face == 6 for _, face in throw)
        return Roll(verdict(successes, need), successes, int(panics(throw)), stress + pushed, pushed)

    return decided(throws((kind, 6) for kind in kinds), again, told, "panic")
