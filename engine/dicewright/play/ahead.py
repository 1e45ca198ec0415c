"""Who wins a contest, exactly: from what each side can get alone, never from products of everything.

Whoever has the greatest score is ahead. Walking up through the scores, a side that has one of them is ahead of all
that have less; which sides share the first place is multiplied out over the sides, not over their rolls. Where those
who are tied roll again among themselves, the chance to win is a linear equation for each set of sides: it is solved,
smaller sets first, so the endless tail is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm, prod

from ..chance.patience import Patience
from ..errors import fail
from .compare import Score

Scores = Mapping[Score | None, Fraction]
Sides = frozenset[str]
Wins = dict[str, Fraction]
Among = Callable[[Sides], Mapping[Sides, Fraction]]

NOBODY: Sides = frozenset()


def room(states: int, held: Patience) -> None:
    """Refuse to compare sides that have got too much."""
    held.check()
    if states > held.states:
        raise fail(
            "limit",
            f"the exact odds need {states:,} states or more to compare the sides; the limit is {held.states:,}",
            None,
            "take fewer sides or dice, or raise the limit: --limit states=N (in Python: Limits(states=N))",
        )


def first(laws: Mapping[str, Scores], held: Patience) -> dict[Sides, Fraction]:
    """The probability that just these sides share the first place; of none when no side can win."""
    scores = sorted({score for law in laws.values() for score in law if score is not None})
    room(len(scores) << len(laws), held)
    out_of = {name: lcm(*(p.denominator for p in law.values())) for name, law in laws.items()}
    weights = {name: {s: int(p * out_of[name]) for s, p in law.items()} for name, law in laws.items()}
    below = {name: law.get(None, 0) for name, law in weights.items()}
    found: dict[Sides, int] = {}
    whole = prod(below.values())
    if whole:
        found[NOBODY] = whole
    for score in scores:
        held.check()
        ways: dict[tuple[str, ...], int] = {(): 1}
        for name, law in weights.items():
            less, same = below[name], law.get(score, 0)
            grown: dict[tuple[str, ...], int] = {}
            for tied, weight in ways.items():
                if less:
                    grown[tied] = weight * less
                if same:
                    grown[(*tied, name)] = weight * same
            ways = grown
            below[name] = less + same
        for tied, weight in ways.items():
            if tied:
                key = frozenset(tied)
                found[key] = found.get(key, 0) + weight
    every = prod(out_of.values())
    return {tied: Fraction(weight, every) for tied, weight in found.items()}


def among(laws: Mapping[str, Scores], held: Patience) -> Among:
    """Which of some sides share the first place, for any sides whose laws these are."""
    return lambda sides: first({name: laws[name] for name in laws if name in sides}, held)


def decided(ahead: Among) -> Callable[[Sides], Wins]:
    """For each set of sides their chances, when those who are tied roll again until one is ahead.

    What never gets decided, or was cut off, is missing in the sum. The empty name is nobody.
    """
    known: dict[Sides, Wins] = {}

    def wins(sides: Sides) -> Wins:
        if sides not in known:
            known[sides] = _again(sides, ahead(sides), wins)
        return known[sides]

    return wins


def _again(sides: Sides, ahead: Mapping[Sides, Fraction], wins: Callable[[Sides], Wins]) -> Wins:
    whole = ahead.get(sides, Fraction()) if len(sides) > 1 else Fraction()
    if whole == 1:
        return {}
    found = settle({tied: p for tied, p in ahead.items() if len(sides) == 1 or tied != sides}, wins)
    return {name: p / (1 - whole) for name, p in found.items()}


def settle(ahead: Mapping[Sides, Fraction], wins: Callable[[Sides], Wins]) -> Wins:
    """The chances of all, when ties go on as `wins` says. The empty name is nobody."""
    found: Wins = {}
    for sides, p in ahead.items():
        then = wins(sides) if len(sides) > 1 else {next(iter(sides), ""): Fraction(1)}
        for name, q in then.items():
            found[name] = found.get(name, Fraction()) + p * q
    return found
