"""A home-made d20 game: any dice, added up, changed by named properties that cancel in pairs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

OPPOSITES = (
    ("fortuitous", "dangerous"),
    ("advantage", "disadvantage"),
    ("trusty", "fickle"),
    ("reliable", "unreliable"),
    ("fine", "poor"),
    ("exploding", "imploding"),
    ("doubles", "troubles"),
    ("perfection", "imperfection"),
)
LADDER = {"advantage": "reliable", "disadvantage": "unreliable"}
LOW_FACES = {4: (1,), 6: (1,), 8: (1, 2), 10: (1, 2), 12: (1, 2, 3)}
HIGH_FACES = {4: (4,), 6: (6,), 8: (7, 8), 10: (9, 10), 12: (10, 11, 12)}
REMOVED = 0


class Roll(NamedTuple):
    """The key of the law; outcome critical_success, critical_failure or normal, in this order if both flags hold.

    `d20` is the highest d20 taken, as it ends but not doubled by Exploding; 0 if there is none.
    """

    outcome: str
    total: int
    d20: int
    critical_success: int
    critical_failure: int
    fortuitous: int
    dangerous: int


def roll(
    dice: Mapping[int, int],
    bonus: int = 0,
    properties: Sequence[str] = (),
    upgrades: Sequence[str] = (),
    downgrades: Sequence[str] = (),
) -> dict[Roll, Fraction]:
    """Roll `dice` (sides -> number) with these properties; upgrades and downgrades name an instance to change."""
    active = active_properties(changed_properties(properties, upgrades, downgrades))
    sizes = [sides for sides, number in dice.items() for _ in range(number)]
    laws = [_d20(active) if sides == 20 else _other_die(sides, active) for sides in sizes]
    law: defaultdict[Roll, Fraction] = defaultdict(Fraction)
    for shown in product(*(each.items() for each in laws)):
        left = [(sides, face) for sides, (face, _) in zip(sizes, shown, strict=True) if face != REMOVED]
        law[_read(left, bonus, active)] += prod((chance for _, chance in shown), start=Fraction(1))
    return dict(law)


def changed_properties(properties: Sequence[str], upgrades: Sequence[str], downgrades: Sequence[str]) -> list[str]:
    """Each change consumes one instance; below the first rung of its ladder an instance is gone."""
    instances = list(properties)
    for name in upgrades:
        instances.remove(name)
        instances.append(LADDER[name])
    down = {higher: lower for lower, higher in LADDER.items()}
    for name in downgrades:
        if name not in LADDER and name not in down:
            raise KeyError(name)
        instances.remove(name)
        if name in down:
            instances.append(down[name])
    return instances


def active_properties(instances: Sequence[str]) -> set[str]:
    """The properties that take effect: both of an opposing pair do nothing, however many of each there are."""
    active = set(instances)
    for pair in OPPOSITES:
        if active.issuperset(pair):
            active.difference_update(pair)
    return active


def _thrown(sides: int, again: Collection[int] = (), removed: Collection[int] = ()) -> dict[int, Fraction]:
    """One die; a first face in `removed` takes it away, else one in `again` rerolls it once, for good."""
    law: defaultdict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, sides + 1):
        if face in removed:
            law[REMOVED] += Fraction(1, sides)
        elif face in again:
            for second in range(1, sides + 1):
                law[second] += Fraction(1, sides * sides)
        else:
            law[face] += Fraction(1, sides)
    return dict(law)


def _other_die(sides: int, active: set[str]) -> dict[int, Fraction]:
    again: tuple[int, ...] = ()
    if "reliable" in active:
        again = LOW_FACES.get(sides, ())
    if "unreliable" in active:
        again = HIGH_FACES.get(sides, ())
    return _thrown(sides, again, (sides,) if "imploding" in active else ())


def _d20(active: set[str]) -> dict[int, Fraction]:
    """What becomes of one d20 of the pool before dice are matched: it may be the better or worse of two."""
    one = _single_d20(active)
    if "advantage" in active:
        taken = _chosen(one, max)
    elif "disadvantage" in active:
        taken = _chosen(one, min)
    else:
        taken = one
    return _renamed(taken, 20, REMOVED) if "imploding" in active else taken


def _single_d20(active: set[str]) -> dict[int, Fraction]:
    law = _thrown(20, [face for face, name in ((1, "trusty"), (20, "fickle")) if name in active])
    if "perfection" in active:
        law = _renamed(law, 1, 20)
    if "imperfection" in active:
        law = _renamed(law, 20, 1)
    return law


def _chosen(law: dict[int, Fraction], choose: Callable[[int, int], int]) -> dict[int, Fraction]:
    chosen: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (first, chance), (second, other) in product(law.items(), law.items()):
        chosen[choose(first, second)] += chance * other
    return dict(chosen)


def _renamed(law: dict[int, Fraction], old: int, new: int) -> dict[int, Fraction]:
    renamed: defaultdict[int, Fraction] = defaultdict(Fraction)
    for face, chance in law.items():
        renamed[new if face == old else face] += chance
    return dict(renamed)


def _read(dice: list[tuple[int, int]], bonus: int, active: set[str]) -> Roll:
    """Read the (sides, face) pairs of the dice still there."""
    shown = Counter(face for _, face in dice)
    if "doubles" in active:
        dice = [(sides, sides if shown[face] >= 2 else face) for sides, face in dice]
    if "troubles" in active:
        dice = [(sides, 1 if shown[face] >= 2 else face) for sides, face in dice]
    twice = "exploding" in active
    total = bonus + sum(2 * face if twice and face == sides else face for sides, face in dice)
    d20s = [face for sides, face in dice if sides == 20]
    good, bad = _criticals(d20s, active)
    outcome = "critical_success" if good else "critical_failure" if bad else "normal"
    fortuitous = good and "fortuitous" in active
    dangerous = bad and "dangerous" in active
    return Roll(outcome, total, max(d20s, default=0), int(good), int(bad), int(fortuitous), int(dangerous))


def _criticals(d20s: list[int], active: set[str]) -> tuple[bool, bool]:
    lowest_good = 19 if "fine" in active else 20
    highest_bad = 2 if "poor" in active else 1
    good = any(face >= lowest_good for face in d20s) and "imperfection" not in active
    bad = any(face <= highest_bad for face in d20s) and "perfection" not in active
    return good, bad
