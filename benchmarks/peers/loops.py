"""Bare Python loops: what rolling costs when a program is written for one check alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from ..faces import POOLS, SYMBOLS

CHANCE = random.Random(1)
R02 = [SYMBOLS[kind] for kind, number in POOLS["R02"].items() for _ in range(number)]
B04 = [[face[0] for face in SYMBOLS[kind]] for kind, number in POOLS["B04"].items() for _ in range(number)]


def r01() -> object:
    a, b = CHANCE.randint(1, 6), CHANCE.randint(1, 6)
    return [a, b], a + b


def r02() -> object:
    shown = [CHANCE.choice(faces) for faces in R02]
    return shown, tuple(map(sum, zip(*shown, strict=True)))


def r03() -> tuple[list[int], int]:
    shown = []
    for _ in range(5):
        shown.append(CHANCE.randint(1, 6))
        while shown[-1] == 6:
            shown.append(CHANCE.randint(1, 6))
    return shown, sum(shown)


def r04() -> object:
    shown = [CHANCE.randint(1, 10) for _ in range(8)]
    return shown, sum([x >= 7 for x in shown])


ROLLS: dict[str, dict[str, Callable[[], object]]] = {
    "R01": {"": r01},
    "R02": {"": r02},
    "R03": {"": r03},
    "R04": {"": r04},
}


def b04(n: int) -> float:
    choice = CHANCE.choice
    return sum(sum([choice(faces) for faces in B04]) >= 1 for _ in range(n)) / n


def b05(n: int) -> float:
    faces, net = range(1, 11), 0
    for _ in range(n):
        shown = CHANCE.choices(faces, k=8)
        hits = sum([x >= 7 for x in shown])
        net += hits - (hits == 0 and shown.count(1) * 2 >= 8)
    return net / n


def b06(n: int) -> float:
    return sum(r03()[1] for _ in range(n)) / n


BULK: dict[str, dict[str, tuple[Callable[[int], float], int]]] = {
    "B04": {"": (b04, 50_000)},
    "B05": {"": (b05, 50_000)},
    "B06": {"": (b06, 50_000)},
}
