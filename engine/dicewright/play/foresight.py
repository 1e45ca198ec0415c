"""The aim of a check as something to look ahead for."""

from __future__ import annotations

from fractions import Fraction

from ..build.program import Ending, Program
from ..chance.decide import Foresight, Worth
from ..chance.pour import Odds
from .bind import Setting


def ways(program: Program) -> Odds:
    """Exact odds of a program, without a policy."""
    return Odds(program.key, states=program.limits.states, chains=program.chains)


def foresight(setting: Setting, program: Program | None = None) -> Foresight:
    """Answers for the decisions of a check, by its aim."""
    program = program or setting.program
    names = tuple(setting.check.results)

    def worth(ending: Ending) -> Worth:
        told = dict(zip(names, ending.results, strict=True))
        found = []
        for goal in setting.check.aim:
            if isinstance(goal.of, str):
                found.append(Fraction(ending.outcome == goal.of))
            else:
                value = goal.of.given(told)
                found.append(Fraction(value if goal.how == "most" else -value))
        return tuple(found)

    nothing = (Fraction(),) * len(setting.check.aim)
    return Foresight(program.run, worth, nothing, ways(program))
