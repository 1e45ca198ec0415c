"""Draw Steel: 2d10 against two thresholds, with edges and banes."""

from collections import Counter
from fractions import Fraction
from itertools import product


def tier(bonus: int = 0, edges: int = 0, banes: int = 0) -> dict[int, Fraction]:
    """The law of the tier, 1 to 3."""
    balance = min(edges, 2) - min(banes, 2)
    law: Counter[int] = Counter()
    for dice in product(range(1, 11), repeat=2):
        total = sum(dice) + bonus + {1: 2, -1: -2}.get(balance, 0)
        reached = 1 if total <= 11 else 2 if total <= 16 else 3
        if balance == 2:
            reached = min(reached + 1, 3)
        if balance == -2:
            reached = max(reached - 1, 1)
        law[3 if sum(dice) >= 19 else reached] += 1
    return {number: Fraction(count, 100) for number, count in law.items()}
