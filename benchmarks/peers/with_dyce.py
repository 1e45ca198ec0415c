"""The workloads for dyce: one short program each, and faster spellings."""

from __future__ import annotations

import warnings
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

warnings.filterwarnings("ignore")  # it warns of experimental parts when it is imported

from dyce import H, P, expand, explode_n  # noqa: E402
from dyce.p import survey_outcome_order_ascending as ascending  # noqa: E402

from ..faces import MIXED, POOLS, RING, SKILL, SYMBOLS, packed, unpacked  # noqa: E402
from .hand_sets import best_kept, properties, worth  # noqa: E402

Law = Mapping[Any, Any]


class V(tuple):  # type: ignore[type-arg]
    """The least vector that can be added."""

    __slots__ = ()

    def __add__(self, other: Any) -> V:
        return V(map(int.__add__, self, other))


def counts(items: Iterable[Any]) -> Any:
    return H(Counter(items))


VECTORS = {kind: counts(V(face) for face in faces) for kind, faces in SYMBOLS.items()}
PACKED = {kind: counts(packed(face) for face in faces) for kind, faces in SYMBOLS.items()}
H6, H10, H12, H20 = H(6), H(10), H(12), H(20)


def _added(dice: Mapping[str, Any], pool: Mapping[str, int]) -> Any:
    return P(*[dice[kind] for kind, number in pool.items() for _ in range(number)]).h()


def symbols(pool: Mapping[str, int]) -> Law:
    return dict(_added(VECTORS, pool).items())


def symbols_packed(pool: Mapping[str, int]) -> Law:
    """The four numbers packed into one."""
    return {unpacked(outcome): weight for outcome, weight in _added(PACKED, pool).items()}


def symbols_chance(pool: Mapping[str, int]) -> Law:
    """Only the first number."""
    dice = {kind: counts(face[0] for face in faces) for kind, faces in SYMBOLS.items()}
    return dict(_added(dice, pool).ge(1).items())


def e07() -> Law:
    return dict((10 @ counts(V((int(x >= 7), int(x == 1))) for x in range(1, 11))).items())


def e09(times: int) -> Law:
    return dict((10 @ P(explode_n(H10, n=times))).at(slice(-6, None)).items())


def e10() -> Law:
    def widest(state: Any, outcome: Any, count: Any) -> Any:
        return (count, outcome) if state is None or count >= state[0] else state

    return dict((10 @ P(10)).survey(accumulate=widest, order=ascending).items())


def e11() -> Law:
    def told(state: Any, outcome: Any, count: Any) -> Any:
        return outcome, count if outcome == 12 else 0, count if outcome == 1 else state[2]

    def judged(state: Any) -> Any:
        highest, tops, ones = state
        return (0, 0, 1) if ones * 2 > 8 else (highest + max(tops - 1, 0), int(tops > 1), 0)

    return dict((8 @ P(12)).survey(accumulate=told, initial=(0, 0, 0), order=ascending, settle=judged).items())


def _sorted_rolls(n: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for shown, weight in (n @ P(12)).rolls_with_counts():
        found[shown[::-1]] += weight
    return found


def contest(first: int, second: int) -> Law:
    """`survey` takes one pool, so the sorted rolls of both sides are compared as outcomes."""
    a, b = H(_sorted_rolls(first)), H(_sorted_rolls(second))
    more, less = a.gt(b)[True], a.lt(b)[True]
    return {1: more, -1: less, 0: a.total * b.total - more - less}


def contest_cumulative(first: int, second: int) -> Law:
    """Both lists are sorted once, and the weights added up by hand."""
    a, b = _sorted_rolls(first), _sorted_rolls(second)
    keys, sums = sorted(b), [0]
    for key in keys:
        sums.append(sums[-1] + b[key])
    law = {1: 0, 0: 0, -1: 0}
    for key, weight in a.items():
        below, equal = sums[bisect_left(keys, key)], b.get(key, 0)
        law[1] += weight * below
        law[0] += weight * equal
        law[-1] += weight * (sums[-1] - below - equal)
    return law


def e13() -> Law:
    def trusty(a: Any, b: Any) -> Any:
        x, y = a.outcome, b.outcome
        if x == 1:
            return H20.apply(lambda again: max(again, y))
        if y == 1:
            return H20.apply(lambda again: max(again, x))
        return max(x, y)

    return dict(expand(trusty, H20, H20).items())


def e13p() -> Law:
    trusty: Any = expand(lambda die: H20 if die.outcome == 1 else die.outcome, H20)
    d20: Any = (2 @ P(trusty)).at(slice(-1, None))
    return dict(
        expand(
            lambda *dice: properties(*[die.outcome for die in dice]),
            d20,
            H(4),
            H6,
            H(8),
            min_path_probability=Fraction(0),
        ).items()
    )


def sets(n: int) -> Law:
    def told(state: Any, outcome: Any, count: Any) -> Any:
        return max(state[0], count), state[1] + (count >= 2)

    return dict((n @ P(6)).survey(accumulate=told, initial=(0, 0), order=ascending).items())


def e15() -> Law:
    def battle(a: Any, d: Any) -> Any:
        wins = sum(x > y for x, y in zip(a.roll[:-3:-1], d.roll[::-1], strict=True))
        return 2 - wins, wins

    return dict(expand(battle, 3 @ P(6), 2 @ P(6)).items())


def e16a() -> Law:
    hit, wound, fail = H6.ge(3), H6.ge(4), H6.lt(5)
    one = expand(lambda h, w, s: int(h.outcome and w.outcome and s.outcome), hit, wound, fail)
    return dict((20 @ one).items())


def e16b() -> Law:
    fail = H6.lt(5).apply(int)
    wound: Any = expand(lambda w: 1 if w.outcome == 6 else (fail if w.outcome >= 4 else 0), H6)
    attack = expand(lambda h: 2 @ wound if h.outcome == 6 else (wound if h.outcome >= 3 else 0), H6)
    return dict((20 @ attack).items())


def sums(n: int) -> Law:
    return dict((n @ H6).items())


def e19() -> Law:
    def doubled(*dice: Any) -> int:
        shown = [die.outcome for die in dice]
        times = Counter(shown)
        return sum(sides if times[x] > 1 else x for sides, x in zip(MIXED, shown, strict=True))

    return dict(expand(doubled, *[H(sides) for sides in MIXED], min_path_probability=Fraction(0)).items())


def e20a() -> Law:
    ring, skill = (counts((s, o, -t) for s, o, t, _ in faces) for faces in (RING, SKILL))
    law: Counter[tuple[int, int, int]] = Counter()
    for kept, weight in P(*[ring] * 3, *[skill] * 3).rolls_with_counts(slice(-3, None)):
        s, o, t = map(sum, zip(*kept, strict=True))
        law[s, o, -t] += weight
    return law


def e20b() -> Law:
    """dyce lists the rolls; what is best to keep is the user's own program."""
    worth.cache_clear()
    ring, skill = (3 @ P(counts((s, 0, t, e) for s, _, t, e in faces)) for faces in (RING, SKILL))
    total, others = Fraction(0), list(skill.rolls_with_counts())
    for a, weight in ring.rolls_with_counts():
        for b, other in others:
            total += weight * other * best_kept(a, b)
    total /= ring.total * skill.total
    return {1: total, 0: 1 - total}


def _symbols(name: str) -> dict[str, Callable[[], Law]]:
    ways: dict[str, Callable[[], Law]] = {"packed": partial(symbols_packed, POOLS[name])}
    return {"": partial(symbols, POOLS[name]), **ways} if name in ("G5", "G8") else ways


EXACT: dict[str, dict[str, Callable[[], Law]]] = {
    **{name: _symbols(name) for name in ("G5", "G8", "G12", "G20", "G40")},
    "G20p": {"": partial(symbols_chance, POOLS["G20"])},
    "E07": {"": e07},
    "E08": {"": lambda: dict((20 @ P(6)).at(slice(-3, None)).items())},
    "E09a": {"": partial(e09, 3)},
    "E09b": {"": partial(e09, 9)},
    "E10": {"": e10},
    "E11": {"": e11},
    "E12a": {"cumulative": partial(contest_cumulative, 5, 5)},
    "E12b": {"": partial(contest, 5, 4), "cumulative": partial(contest_cumulative, 5, 4)},
    "E13": {"": e13},
    "E13p": {"": e13p},
    "E14a": {"": partial(sets, 8)},
    "E14b": {"": partial(sets, 15)},
    "E15": {"": e15},
    "E16a": {"": e16a},
    "E16b": {"": e16b},
    "E17": {"": partial(sums, 100)},
    "E18": {"": partial(sums, 1000)},
    "E19": {"": e19},
    "E20a": {"": e20a},
    "E20b": {"": e20b},
}

P26, P810 = 2 @ P(6), 8 @ P(10)
SIX = explode_n(H6, n=10)


def r01() -> object:
    shown = P26.sample()
    return shown, sum(shown)


R02 = [VECTORS[kind] for kind, number in POOLS["R02"].items() for _ in range(number)]


def r02() -> object:
    shown = [die.sample() for die in R02]
    return shown, sum(shown[1:], shown[0])


def r03() -> object:
    shown = []
    for _ in range(5):
        shown.append(H6.sample())
        while shown[-1] == 6:
            shown.append(H6.sample())
    return shown, sum(shown)


def r04() -> object:
    shown = P810.sample()
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
        shown = P810.sample()
        hits = sum([x >= 7 for x in shown])
        net += hits - (hits == 0 and shown.count(1) * 2 >= 8)
    return net / n


def b06(n: int) -> float:
    pool = 5 @ P(SIX)
    return sum(sum(pool.sample()) for _ in range(n)) / n


BULK: dict[str, dict[str, tuple[Callable[[int], float], int]]] = {
    "B04": {"": (b04, 5_000)},
    "B05": {"": (b05, 10_000)},
    "B06": {"": (b06, 5_000)},
}
