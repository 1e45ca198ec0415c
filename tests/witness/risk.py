"""RISK: the dice meet from the highest down; each pair costs the lower side an army, and a tie the attacker."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Battle(NamedTuple):
    """The key of the law: the armies lost."""

    attacker_loses: int
    defender_loses: int


def battle(attackers: int, defenders: int) -> dict[Battle, Fraction]:
    """One throw of both sides."""
    counts: Counter[Battle] = Counter()
    for faces in product(range(1, 7), repeat=attackers + defenders):
        attack, defence = sorted(faces[:attackers])[::-1], sorted(faces[attackers:])[::-1]
        lost = [a > d for a, d in zip(attack, defence, strict=False)]
        counts[Battle(lost.count(False), lost.count(True))] += 1
    return {key: Fraction(count, 6 ** (attackers + defenders)) for key, count in counts.items()}
