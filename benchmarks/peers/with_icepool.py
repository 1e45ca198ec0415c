"""The workloads for icepool: one short program each, as its documentation would write it, and faster spellings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from icepool import Die, MultisetEvaluator, Pool, Vector, d4, d6, d8, d10, d12, d20

from ..faces import MIXED, POOLS, RING, SKILL, SYMBOLS, packed, unpacked
from .hand_sets import best_kept, properties, worth

Law = Mapping[Any, Any]
VECTORS = {kind: Die([Vector(face) for face in faces]) for kind, faces in SYMBOLS.items()}
PACKED = {kind: Die([packed(face) for face in faces]) for kind, faces in SYMBOLS.items()}


def _added(dice: Mapping[str, Any], pool: Mapping[str, int]) -> Any:
    total: Any = None
    for kind, number in pool.items():
        if number:
            part = number @ dice[kind]
            total = part if total is None else total + part
    return total


def symbols(pool: Mapping[str, int]) -> Law:
    return dict(_added(VECTORS, pool).items())


def symbols_packed(pool: Mapping[str, int]) -> Law:
    """The four numbers packed into one."""
    return {unpacked(outcome): weight for outcome, weight in _added(PACKED, pool).items()}


def symbols_chance(pool: Mapping[str, int]) -> Law:
    """Only the first number, which is what somebody would write who asks for nothing else."""
    dice = {kind: Die([face[0] for face in faces]) for kind, faces in SYMBOLS.items()}
    return dict((_added(dice, pool) >= 1).items())


def e07() -> Law:
    return dict((10 @ d10.map(lambda x: Vector((int(x >= 7), int(x == 1))))).items())


class CountTwo(MultisetEvaluator):
    def initial_state(self, order: Any, outcomes: Any, /, *a: Any, **k: Any) -> Any:
        return (0, 0)

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        return state[0] + (count if outcome >= 7 else 0), state[1] + (count if outcome == 1 else 0)


class TriumphFumble(MultisetEvaluator):
    def initial_state(self, order: Any, outcomes: Any, /, *a: Any, **k: Any) -> Any:
        return (0, 0, 0)

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        highest, tops, ones = state
        if count:
            highest = max(highest, outcome)
            tops, ones = (count if outcome == 12 else tops), (count if outcome == 1 else ones)
        return highest, tops, ones

    def final_outcome(self, state: Any, order: Any, outcomes: Any, size: Any, **k: Any) -> Any:
        highest, tops, ones = state
        return (0, 0, 1) if ones * 2 > size else (highest + max(tops - 1, 0), int(tops > 1), 0)


class SetsPairs(MultisetEvaluator):
    def initial_state(self, order: Any, outcomes: Any, /, *a: Any, **k: Any) -> Any:
        return (0, 0)

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        return max(state[0], count), state[1] + (count >= 2)


class Doubles(MultisetEvaluator):
    def initial_state(self, order: Any, outcomes: Any, /, *a: Any, **k: Any) -> Any:
        return 0

    def next_state(self, state: Any, order: Any, outcome: Any, *counts: Any) -> Any:
        if sum(counts) == 1:
            return state + outcome
        return state + sum(sides * count for sides, count in zip(MIXED, counts, strict=True))


class SumKept(MultisetEvaluator):
    def initial_state(self, order: Any, outcomes: Any, /, *a: Any, **k: Any) -> Any:
        return (0, 0, 0)

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        return tuple(a + b * count for a, b in zip(state, outcome, strict=True))


# one of each, as in a program that keeps them: they remember what they have worked out
COUNT_TWO, TRIUMPH, SETS, DOUBLES, KEPT = CountTwo(), TriumphFumble(), SetsPairs(), Doubles(), SumKept()


def e09(times: int) -> Law:
    return dict(d10.explode(depth=times).highest(10, 6).items())


def contest(first: int, second: int) -> Law:
    return dict(d12.pool(first).leximax("cmp", d12.pool(second)).items())


def e13() -> Law:
    def trusty(a: int, b: int) -> Any:
        if a == 1:
            return d20.map(lambda again: max(again, b))
        if b == 1:
            return d20.map(lambda again: max(a, again))
        return max(a, b)

    return dict(icepool.map(trusty, d20, d20).items())


def e13p() -> Law:
    return dict(icepool.map(properties, d20.reroll([1], depth=1).highest(2), d4, d6, d8).items())


def e15() -> Law:
    wins = d6.pool(3).highest(2).sort_pair(">", d6.pool(2)).size()
    return {(2 - k, k): weight for k, weight in wins.items()}


def e16a() -> Law:
    return dict((((20 @ (d6 >= 3)) @ (d6 >= 4)) @ (d6 < 5)).items())


def e16b() -> Law:
    fails = d6 < 5
    wound = d6.map({1: 0, 2: 0, 3: 0, 4: fails, 5: fails, 6: 1})
    attack = d6.map({1: 0, 2: 0, 3: wound, 4: wound, 5: wound, 6: 2 @ wound})
    return dict((20 @ attack).items())


def sums(n: int) -> Law:
    return dict((n @ d6).items())


def e18_deep() -> Law:
    """It recurses once for each die, which needs a deeper stack."""
    import sys

    sys.setrecursionlimit(10_000)
    return sums(1000)


def e18_halves() -> Law:
    half = 500 @ d6
    return dict((half + half).items())


def e19_map() -> Law:
    def doubled(*shown: int) -> int:
        times = Counter(shown)
        return sum(sides if times[x] > 1 else x for sides, x in zip(MIXED, shown, strict=True))

    return dict(icepool.map(doubled, *[icepool.d(sides) for sides in MIXED]).items())


def e20a() -> Law:
    ring, skill = (Die([(s, o, -t) for s, o, t, _ in faces]) for faces in (RING, SKILL))
    kept: Any = KEPT(Pool([ring] * 3 + [skill] * 3).highest(3))
    return {(s, o, -t): weight for (s, o, t), weight in kept.items()}


def e20b() -> Law:
    """icepool lists the rolls; what is best to keep is the user's own program."""
    worth.cache_clear()
    ring, skill = (Pool([Die([(s, 0, t, e) for s, _, t, e in faces])] * 3).expand() for faces in (RING, SKILL))
    total = Fraction(0)
    for a, weight in ring.items():
        for b, other in skill.items():
            total += weight * other * best_kept(a, b)
    total /= ring.denominator() * skill.denominator()
    return {1: total, 0: 1 - total}


def _symbols(name: str) -> dict[str, Callable[[], Law]]:
    ways: dict[str, Callable[[], Law]] = {"packed": partial(symbols_packed, POOLS[name])}
    return {"": partial(symbols, POOLS[name]), **ways} if name in ("G5", "G8") else ways


EXACT: dict[str, dict[str, Callable[[], Law]]] = {
    **{name: _symbols(name) for name in ("G5", "G8", "G12", "G20", "G40")},
    "G20p": {"": partial(symbols_chance, POOLS["G20"])},
    "E07": {"": e07, "evaluator": lambda: dict(COUNT_TWO(d10.pool(10)).items())},
    "E08": {"": lambda: dict(d6.highest(20, 3).items())},
    "E09a": {"": partial(e09, 3)},
    "E09b": {"": partial(e09, 9)},
    "E10": {"": lambda: dict(d10.pool(10).largest_count_and_outcome().items())},
    "E11": {"": lambda: dict(TRIUMPH(d12.pool(8)).items())},
    "E12a": {"": partial(contest, 5, 5)},
    "E12b": {"": partial(contest, 5, 4)},
    "E13": {"": e13},
    "E13p": {"": e13p},
    "E14a": {"": lambda: dict(SETS(d6.pool(8)).items())},
    "E14b": {"": lambda: dict(SETS(d6.pool(15)).items())},
    "E15": {"": e15},
    "E16a": {"": e16a},
    "E16b": {"": e16b},
    "E17": {"": partial(sums, 100)},
    "E18": {"": partial(sums, 1000), "halves": e18_halves, "deep stack": e18_deep},
    "E19": {"": lambda: dict(DOUBLES(*[Pool([icepool.d(sides)]) for sides in MIXED]).items()), "map": e19_map},
    "E20a": {"": e20a},
    "E20b": {"": e20b},
}

SIX = d6.explode(depth=20)


def r01() -> object:
    a, b = d6.sample(), d6.sample()
    return a, b, a + b


R02 = [VECTORS[kind] for kind, number in POOLS["R02"].items() for _ in range(number)]


def r02() -> object:
    shown = [die.sample() for die in R02]
    return shown, sum(shown[1:], shown[0])


def r03() -> object:
    shown = []
    for _ in range(5):
        shown.append(d6.sample())
        while shown[-1] == 6:
            shown.append(d6.sample())
    return shown, sum(shown)


def r04() -> object:
    shown = [d10.sample() for _ in range(8)]
    return shown, sum(x >= 7 for x in shown)


ROLLS: dict[str, dict[str, Callable[[], object]]] = {
    "R01": {"": r01},
    "R02": {"": r02},
    "R03": {"": r03},
    "R04": {"": r04},
}


def b04(n: int) -> float:
    dice = [VECTORS[kind] for kind, number in POOLS["B04"].items() for _ in range(number)]
    good = 0
    for _ in range(n):
        shown = [die.sample() for die in dice]
        good += sum(shown[1:], shown[0])[0] >= 1
    return good / n


def b05(n: int) -> float:
    net = 0
    for _ in range(n):
        shown = [d10.sample() for _ in range(8)]
        hits = sum([x >= 7 for x in shown])
        net += hits - (hits == 0 and shown.count(1) * 2 >= 8)
    return net / n


def b06(n: int) -> float:
    return sum(sum(SIX.sample() for _ in range(5)) for _ in range(n)) / n


BULK: dict[str, dict[str, tuple[Callable[[int], float], int]]] = {
    "B04": {"": (b04, 5_000)},
    "B05": {"": (b05, 10_000)},
    "B06": {"": (b06, 5_000)},
}
