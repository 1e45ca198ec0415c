"""Pathfinder, 2nd edition: four degrees of success."""

from collections import Counter
from fractions import Fraction
from itertools import product

DEGREES = ("critical_failure", "failure", "success", "critical_success")


def check(modifier: int = 0, dc: int = 15, take: str = "first") -> dict[str, Fraction]:
    """The law of the degree; `take` is first, highest (fortune) or lowest (misfortune) of two."""
    law: Counter[str] = Counter()
    for dice in product(range(1, 21), repeat=2):
        natural = {"first": dice[0], "highest": max(dice), "lowest": min(dice)}[take]
        total = natural + modifier
        degree = 3 if total >= dc + 10 else 2 if total >= dc else 1 if total > dc - 10 else 0
        degree += (natural == 20) - (natural == 1)
        law[DEGREES[min(max(degree, 0), 3)]] += 1
    return {name: Fraction(count, 400) for name, count in law.items()}
