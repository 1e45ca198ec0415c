"""What is measured: each workload is a system file and inputs, and says how its answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .faces import POOLS

SYSTEMS = Path(__file__).parent / "systems"
POOLS_FILE, KEPT_FILE = str(SYSTEMS / "pools.system.yaml"), str(SYSTEMS / "kept.system.yaml")
SYMBOLS = ("success - failure", "advantage - threat", "triumph", "despair")


@dataclass(frozen=True)
class Workload:
    """A check of a system with inputs.

    `read` are the expressions whose joint law is the answer, `only` the results that are asked for where that is not
    all of them, `heavy` says why the tests leave it out.
    """

    id: str
    what: str
    system: str
    check: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    read: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    only: frozenset[str] | None = None
    play: str | None = None
    heavy: str = ""


_MANY = "it may take more than a second"


def _symbols(name: str, heavy: str = "") -> Workload:
    what = f"joint law of symbols, {sum(POOLS[name].values())} dice"
    return Workload(name, what, "genesys", "pool", POOLS[name], SYMBOLS, heavy=heavy)


def _pools(id: str, what: str, check: str, read: tuple[str, ...], heavy: str = "", **inputs: int) -> Workload:
    return Workload(id, what, POOLS_FILE, check, inputs, read, heavy=heavy)


def _contest(id: str, first: int, second: int) -> Workload:
    what = f"{first}d12 against {second}d12, compared from the highest down"
    return Workload(id, what, POOLS_FILE, "sorted", {"first.n": first, "second.n": second}, ("first - second",))


def _attacks(id: str, what: str, *properties: str) -> Workload:
    inputs = {"attacks": 20, "skill": 3, "strength": 4, "toughness": 4, "save": 5}
    return Workload(id, what, "warhammer-40k", "attack", inputs, ("unsaved",), properties, heavy=_MANY)


_KEPT = {"ring": 3, "skill": 3, "keep": 3}

EXACT = (
    _symbols("G5"),
    _symbols("G8"),
    _symbols("G12"),
    _symbols("G20", _MANY),
    _symbols("G40", _MANY),
    Workload(
        "G20p",
        "whether a success is left, 20 dice",
        "genesys",
        "pool",
        POOLS["G20"],
        ("success >= 1",),
        only=frozenset({"success"}),
    ),
    _pools("E07", "10d10: how many show 7 or more, how many 1", "count_and_ones", ("hits", "ones"), n=10),
    _pools("E08", "20d6, the highest 3 added up", "keep_d6", ("sum",), n=20),
    _pools("E09a", "10d10, a 10 rolled on 3 times, best 6", "keep_exploding", ("sum",), _MANY, n=10, keep=6, times=3),
    _pools("E09b", "10d10, a 10 rolled on 9 times, best 6", "keep_exploding", ("sum",), _MANY, n=10, keep=6, times=9),
    _pools(
        "E09c",
        "whether the best 6 of 10d10 reach 60, a 10 rolled on without end",
        "keep_unbounded",
        ("success",),
        _MANY,
        n=10,
        keep=6,
        need=60,
    ),
    _pools("E10", "10d10: the widest set, then the highest", "widest", ("width", "height"), n=10),
    _pools("E11", "8d12: highest die, triumph, fumble", "highest_face", ("result", "triumph", "fumble"), n=8),
    _contest("E12a", 5, 5),
    _contest("E12b", 5, 4),
    _pools("E13", "2d20, one 1 rolled again, the higher kept", "trusty", ("total",)),
    Workload(
        "E13p",
        "d20, d4, d6 and d8 with five properties",
        "d20-properties",
        "roll",
        {"d4": 1, "d6": 1, "d8": 1},
        ("total", "critical_success", "critical_failure"),
        ("advantage", "trusty", "fine", "doubles", "exploding"),
    ),
    _pools("E14a", "8d6: largest set, values shown twice or more", "sets_d6", ("largest", "pairs"), n=8),
    _pools("E14b", "15d6: largest set, values shown twice or more", "sets_d6", ("largest", "pairs"), n=15),
    Workload(
        "E15",
        "Risk, 3 against 2",
        "risk",
        "battle",
        {"attackers": 3, "defenders": 2},
        ("attacker_loses", "defender_loses"),
    ),
    _attacks("E16a", "20 attacks: hit, wound, save"),
    _attacks(
        "E16b",
        "the same, a 6 hits twice and a wound of 6 cannot be saved",
        "sustained_hits",
        "devastating_wounds",
    ),
    _pools("E17", "sum of 100d6", "sum_d6", ("sum",), n=100),
    _pools("E18", "sum of 1000d6", "sum_d6", ("sum",), _MANY, n=1000),
    _pools("E19", "d4 to d20, dice that match count as their maximum", "mixed", ("sum",), _MANY),
    Workload(
        "E20a",
        "3 ring and 3 skill dice, the best 3 in a fixed order",
        KEPT_FILE,
        "ordered",
        _KEPT,
        ("success", "opportunity", "strife"),
        heavy=_MANY,
    ),
    Workload(
        "E20b",
        "the same dice, kept as is best for a success with little strife",
        KEPT_FILE,
        "chosen",
        {**_KEPT, "need": 3, "strain": 1},
        ("success",),
        play="best",
        heavy=_MANY,
    ),
)

ROLLS = (
    _pools("R01", "2d6", "sum_d6", (), n=2),
    Workload("R02", "symbols, 5 dice", "genesys", "pool", POOLS["R02"]),
    _pools("R03", "5d6, a 6 brings another die", "exploding", (), n=5),
    _pools("R04", "8d10, how many show 7 or more", "successes_or_botch", (), n=8),
)


@dataclass(frozen=True)
class Bulk:
    """A check that is rolled many times. The mean of an expression is known, and one roll's spread around it."""

    ask: Workload
    expression: str
    mean: float
    spread: float


BULK = (
    Bulk(Workload("B04", "symbols, 11 dice", "genesys", "pool", POOLS["B04"]), "success >= 1", 0.642918, 0.48),
    Bulk(_pools("B05", "8d10, successes or a botch", "successes_or_botch", (), n=8), "hits - botch", 3.199485, 1.39),
    Bulk(_pools("B06", "5d6, a 6 brings another die, added up", "exploding", (), n=5), "sum", 21.0, 7.3),
)
