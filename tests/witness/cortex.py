"""Cortex Prime: 1s are out; the two highest dice are added up, and the largest of the others is the effect die."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import NamedTuple


class Pool(NamedTuple):
    """The key of the law; `effect` is the size of the effect die."""

    total: int
    effect: int
    hitches: int


def pool(*sides: int, kept: int = 2, effect_first: bool = False) -> dict[Pool, Fraction]:
    """A pool of such dice, out of which the player takes the best total (or the largest effect die) first."""
    counts: Counter[Pool] = Counter()
    for faces in product(*(range(1, n + 1) for n in sides)):
        dice = [(face, size) for face, size in zip(faces, sides, strict=True) if face > 1]
        takes = [_taken(dice, chosen) for chosen in combinations(range(len(dice)), min(kept, len(dice)))]
        best = max(takes, key=lambda take: take[::-1] if effect_first else take)
        counts[Pool(*best, faces.count(1))] += 1
    return {key: Fraction(count, prod(sides)) for key, count in counts.items()}


def _taken(dice: list[tuple[int, int]], chosen: tuple[int, ...]) -> tuple[int, int]:
    left = [size for i, (_, size) in enumerate(dice) if i not in chosen]
    return sum(dice[i][0] for i in chosen), max(left, default=4)
