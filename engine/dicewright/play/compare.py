"""Reading what a side has got: one value for a whole chain of comparisons, so that the greater value is ahead.

The chain is a tuple of parts, compared from the left: a number (turned round for `least`), or the dice in their order.
Tuples of dice compare as the rule says: one by one, and whoever runs out first is behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..model.contest import Chain, Comparison
from ..model.formula import Formula
from .bind import Setting

Score = tuple[Any, ...]


def names(setting: Setting, outcome: str | None, results: Sequence[int]) -> dict[str, int]:
    """What a comparison may read of a side, with its numbers. Where names meet, results go first, then outcomes."""
    return {
        **dict(setting.inputs),
        **{each.name: int(each.name == outcome) for each in setting.check.outcomes},
        **dict(zip(setting.check.results, results, strict=True)),
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


def looks_at_dice(chain: Chain) -> bool:
    """Whether a chain compares dice one by one."""
    return any(comparison.how not in ("most", "least") for comparison in chain)


def narrowed(setting: Setting, chain: Chain, needs: Formula | None) -> Setting:
    """The check without the results and outcomes that nobody compares, so that odds need not carry them.

    Where a player decides by an aim, everything stays: the aim may look at any of it.
    """
    check = setting.check
    if check.aim:
        return setting
    read = {name for each in (needs, *(comparison.of for comparison in chain)) if each for name in each.names}
    outcomes = check.outcomes if read & {outcome.name for outcome in check.outcomes} else ()
    read |= {name for outcome in outcomes if outcome.when is not None for name in outcome.when.names}
    kept: dict[str, Formula] = {}
    for name, formula in reversed(tuple(check.results.items())):
        if name in read:
            kept[name] = formula
            read |= formula.names
    results = {name: kept[name] for name in check.results if name in kept}
    return replace(setting, check=replace(check, results=results, outcomes=outcomes))
