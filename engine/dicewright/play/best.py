"""The best play of a check, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..errors import fail
from .bind import Setting
from .costs import patience
from .decision import Option, Suspended
from .foresight import foresight
from .policy import Policy, written


@dataclass(frozen=True)
class Best:
    """The best play: its exact worth for each goal, the first goal first, and a policy that answers decisions.

    `policy(suspended)` gives the option to answer with; among equals, the first one.
    """

    value: Mapping[str, Fraction] = field(hash=False)
    policy: Callable[[Suspended], Option] = field(compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The worth of each goal as JSON data."""
        return {"value": {goal: str(x) for goal, x in self.value.items()}}


def best(setting: Setting, policy: Policy) -> Best:
    """The best play of a bound check for the goals of a policy."""
    program = setting.built(free=True, only=frozenset().union(*(goal.names for goal in policy.goals)), even=True)
    sight = foresight(setting, patience(setting.limits), program, policy.goals, free=True)
    worth = zip(policy.goals, sight.worth(program.start), strict=True)

    def answer(suspended: Suspended) -> Option:
        if suspended.setting != setting:
            raise fail("other-check", "this is the best play of another check")
        worths = sight.worths(suspended.ask())
        return suspended.decision.options[worths.index(max(worths))]

    return Best({written(goal): -x if goal.how == "least" else x for goal, x in worth}, answer)
