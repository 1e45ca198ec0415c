"""Reading what a side has got: one value for a whole chain of comparisons, so that the greater value is ahead.

The chain is a tuple of parts, compared from the left: a number (turned round for `least`), or the dice in their order.
Tuples of dice compare as the rule says: one by one, and whoever runs out first is behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..build.contests import names_of
from ..model.contest import TIE, Chain, Comparison, Contest
from ..model.formula import Formula
from ..model.system import Check
from .bind import Setting

Score = tuple[Any, ...]


def names(setting: Setting, outcome: str | None, results: Mapping[str, int]) -> dict[str, int]:
    """What a comparison may read of a side, with its numbers. Where names meet, results go first, then outcomes."""
    return {
        **dict(setting.inputs),
        **{each.name: int(each.name == outcome) for each in setting.check.outcomes},
        **results,
    }


def part(comparison: Comparison, told: Mapping[str, int], dice: Sequence[int]) -> Any:
    """What one comparison reads: a number or a tuple of them, greater where the side is ahead."""
    if comparison.how in ("most", "least"):
        assert comparison.of is not None
        value = comparison.of.given(told)
        return value if comparison.how == "most" else -value
    if not dice and comparison.of is not None:
        dice = (comparison.of.given(told),)
    sign = 1 if comparison.how == "highest_first" else -1
    return tuple(sorted((sign * value for value in dice), reverse=True))


def score(chain: Chain, needs: Formula | None, told: Mapping[str, int], dice: Sequence[int]) -> Score | None:
    """What a side has got; None where it cannot win."""
    if needs is not None and not needs.given(told):
        return None
    return tuple(part(comparison, told, dice) for comparison in chain)


def wanted(contest: Contest, checks: Mapping[str, Check]) -> dict[str, tuple[str, ...]]:
    """What the results of a contest read of each side."""
    read = {name for formula in contest.results.values() for name in formula.names}
    sides = {side.name: names_of(checks[side.check]) for side in contest.sides.values()}
    return {side: tuple(sorted(w for w in words if f"{side}_{w}" in read)) for side, words in sides.items()}


def concluded(contest: Contest, winner: str, told: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """The results of a contest by its winner, and by what is told of the sides that rolled."""
    known = {f"{side}_{word}": value for side, words in told.items() for word, value in words.items()}
    known[winner or TIE] = 1
    found: dict[str, int] = {}
    for name, formula in contest.results.items():
        nothing = dict.fromkeys(formula.names, 0)
        found[name] = formula.given({**nothing, **known, **found})
    return found


def looks_at_dice(chain: Chain) -> bool:
    """Whether a chain compares dice one by one."""
    return any(comparison.how not in ("most", "least") for comparison in chain)


def compared(chain: Chain, needs: Formula | None) -> frozenset[str]:
    """The names of a side that a chain looks at, so that odds need not carry the others."""
    return frozenset[str]().union(*(each.names for each in (needs, *(comparison.of for comparison in chain)) if each))
