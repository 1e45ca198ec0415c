"""Neon City Overdrive: danger dice cancel equal action dice one for one; the highest that is left counts."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple


class Check(NamedTuple):
    """The key of the law; `result` is the highest action die that is left, or 0."""

    outcome: str
    result: int
    boons: int


def check(action: int, danger: int) -> dict[Check, Fraction]:
    """A check with so many dice. Faces are filled from 1 to 6, so that no throw has to be listed."""

    @cache
    def below(face: int, a: int, d: int) -> Counter[tuple[int, int]]:
        """How many throws of `a` and `d` dice on faces up to this one leave which highest, and how many of it."""
        if face == 0:
            return Counter({(0, 0): 1} if a == d == 0 else {})
        found: Counter[tuple[int, int]] = Counter()
        for i in range(a + 1):
            for j in range(d + 1):
                ways = comb(a, i) * comb(d, j)
                for (highest, many), n in below(face - 1, a - i, d - j).items():
                    found[(face, i - j) if i > j else (highest, many)] += ways * n
        return found

    law: dict[Check, Fraction] = {}
    for (highest, many), n in below(6, action, danger).items():
        key = Check(_outcome(highest), highest, many - 1 if highest == 6 else 0)
        law[key] = law.get(key, Fraction()) + Fraction(n, 6 ** (action + danger))
    return law


def _outcome(result: int) -> str:
    if result == 6:
        return "success"
    if result >= 4:
        return "partial"
    return "failure" if result >= 2 else "botch"
