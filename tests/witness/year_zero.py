"""Year Zero games: pools that may be pushed once. Here is what they share, and the plain pool of d6."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Throw = tuple[tuple[str, int], ...]
"""The dice of a throw, sorted: of which kind, and the number shown."""

SAME = {6: {1: 1, 2: 4, 6: 1}}
"""Of a d6, 2 stands for 2 to 5: no game tells these apart."""


class Roll(NamedTuple):
    """The key of the law."""

    outcome: str
    successes: int
    harm: int
    pushed: int


def throws(dice: Iterable[tuple[str, int]], lying: Throw = ()) -> dict[Throw, Fraction]:
    """The law of throwing dice (kind, sides), beside some that lie there already."""
    law: defaultdict[Throw, Fraction] = defaultdict(Fraction)
    for throw, p in _thrown(tuple(sorted(dice))).items():
        law[tuple(sorted(throw + lying))] += p
    return law


@cache
def _thrown(dice: tuple[tuple[str, int], ...]) -> dict[Throw, Fraction]:
    if not dice:
        return {(): Fraction(1)}
    (kind, sides), *others = dice
    law: defaultdict[Throw, Fraction] = defaultdict(Fraction)
    for throw, p in _thrown(tuple(others)).items():
        for face, number in SAME.get(sides, dict.fromkeys(range(1, sides + 1), 1)).items():
            law[tuple(sorted((*throw, (kind, face))))] += p * number / sides
    return law


def decided(
    first: dict[Throw, Fraction],
    again: Callable[[Throw], dict[Throw, Fraction] | None],
    told: Callable[[Throw, int], Any],
    bad: str,
) -> dict[Any, Fraction]:
    """The law where a roll is pushed if that makes success likelier, or as likely and what is bad smaller.

    `again` gives what lies there after a push, or None where there is none; `told` reads a throw, pushed or not.
    """
    law: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for throw, p in first.items():
        ways: list[dict[Any, Fraction]] = [{told(throw, 0): Fraction(1)}]
        after = again(throw)
        if after is not None:
            pushed: defaultdict[Any, Fraction] = defaultdict(Fraction)
            for end, q in after.items():
                pushed[told(end, 1)] += q
            ways.append(pushed)
        for key, q in max(ways, key=lambda way: _worth(way, bad)).items():
            law[key] += p * q
    return dict(law)


def _worth(law: dict[Any, Fraction], bad: str) -> tuple[Fraction, Fraction]:
    success = sum((p for key, p in law.items() if key.outcome == "success"), start=Fraction())
    return success, -sum((p * getattr(key, bad) for key, p in law.items()), start=Fraction())


def verdict(successes: int, need: int) -> str:
    return "success" if successes >= need else "failure"


def push(dice: int, need: int = 1, ones_lock: bool = True) -> dict[Roll, Fraction]:
    """The plain pool; where ones lock, a 1 is not thrown again."""
    stays = {1, 6} if ones_lock else {6}

    def again(throw: Throw) -> dict[Throw, Fraction] | None:
        kept = tuple(die for die in throw if die[1] in stays)
        return None if len(kept) == len(throw) else throws([("d6", 6)] * (len(throw) - len(kept)), kept)

    def told(throw: Throw, pushed: int) -> Roll:
        faces = [face for _, face in throw]
        successes = faces.count(6)
        return Roll(verdict(successes, need), successes, faces.count(1) * pushed, pushed)

    return decided(throws([("d6", 6)] * dice), again, told, "harm")
