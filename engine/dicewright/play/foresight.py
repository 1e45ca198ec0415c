"""The aim of a check as something to look ahead for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..build.program import Program
from ..build.tail import Ending
from ..chance.decide import Foresight, Worth
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..model.system import Goal
from .bind import Setting


def ways(program: Program, way: type[Odds] = Odds) -> Odds:
    """Exact odds of a program, without a policy."""
    held = program.limits
    return way(
        program.key, states=held.states, steps=held.steps, chains=program.chains, patience=Patience(held.seconds)
    )


def better(goal: Goal, told: Mapping[str, int], outcome: str | None) -> Fraction:
    """How well an end of the check meets a goal: more is better."""
    if isinstance(goal.of, str):
        return Fraction(outcome == goal.of)
    value = goal.of.given(told)
    return Fraction(bool(value) if goal.how == "chance" else value if goal.how == "most" else -value)


def foresight(
    setting: Setting, program: Program | None = None, aim: tuple[Goal, ...] | None = None, free: bool = False
) -> Foresight:
    """Answers for the decisions of a check, by its aim or another one.

    `free`: every decision is looked into, also those for which the file has a standing answer.
    """
    program = program or setting.program
    goals = setting.check.aim if aim is None else aim

    def worth(ending: Ending) -> Worth:
        told = dict(zip(program.results, ending.results, strict=True))
        return tuple(better(goal, told, ending.outcome) for goal in goals)

    return Foresight(program.run, worth, (Fraction(),) * len(goals), ways(program), free)
