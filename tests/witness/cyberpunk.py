"""Cyberpunk RED: a d10 that goes on once, upwards from a 10 and downwards from a 1."""

from collections import Counter
from fractions import Fraction
from itertools import product


def total(base: int = 0) -> dict[int, Fraction]:
    """The law of the total; the second die is thrown in any case and mostly not read."""
    law: Counter[int] = Counter()
    for first, second in product(range(1, 11), repeat=2):
        law[base + first + (second if first == 10 else -second if first == 1 else 0)] += 1
    return {number: Fraction(count, 100) for number, count in law.items()}
