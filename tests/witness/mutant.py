"""Mutant: Year Zero: base, skill (or negative) and gear dice; 1s on base and gear dice lock and hurt when pushed."""

from fractions import Fraction
from typing import NamedTuple

from .year_zero import Throw, decided, throws, verdict


class Roll(NamedTuple):
    """The key of the law."""

    outcome: str
    successes: int
    harm: int
    damage: int
    pushed: int


def push(dice: int, skill: int = 0, gear: int = 0, need: int = 1) -> dict[Roll, Fraction]:
    """A roll with so many base, skill and gear dice; a skill below 0 are negative dice."""
    kinds = ["base"] * dice + ["skill" if skill > 0 else "negative"] * abs(skill) + ["gear"] * gear

    def stays(die: tuple[str, int]) -> bool:
        kind, face = die
        return face == 6 or (face == 1 and kind in ("base", "gear"))

    def again(throw: Throw) -> dict[Throw, Fraction] | None:
        loose = [(kind, 6) for kind, face in throw if not stays((kind, face))]
        return throws(loose, tuple(die for die in throw if stays(die))) if loose else None

    def told(throw: Throw, pushed: int) -> Roll:
        lost = throw.count(("negative", 6))
        successes = sum(face == 6 for _, face in throw) - 2 * lost
        harm, damage = (throw.count((kind, 1)) * pushed for kind in ("base", "gear"))
        return Roll(verdict(successes, need), successes, harm, damage, pushed)

    return decided(throws((kind, 6) for kind in kinds), again, told, "harm")
