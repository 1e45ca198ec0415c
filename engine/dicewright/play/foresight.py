"""The aim of a check as something to look ahead for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..build.program import Program
from ..build.slope import Slopes
from ..build.tail import Ending
from ..chance.ask import Choose
from ..chance.decide import Even, Foresight, Worth
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..chance.survey import EFFORT, Survey, survey
from ..model.system import Goal
from .bind import Setting


class Open(Even):
    """Odds that follow every option of a decision without a standing answer, and the standing answers of others."""

    def decide(self, ask: Choose) -> tuple[Iterable[tuple[Any, int]], int]:
        return super().decide(ask) if ask.preferred is None else ([(ask.preferred, 1)], 1)


def ways(program: Program, held: Patience, way: type[Odds] = Odds, free: bool = False) -> Odds:
    """Exact odds of a program, without a policy. They look ahead before they go far."""
    made = _bounded(program, way, held)

    def outlook() -> tuple[float, float]:
        seen = ahead(program, held, free, EFFORT)
        return seen.states, seen.work

    made.outlook = outlook
    return made


def ahead(
    program: Program,
    held: Patience,
    free: bool,
    most: int | None = None,
    told: Callable[[Ending], Any] = lambda ending: ending,
    stops: bool = False,
) -> Survey:
    """How far the odds would have to go, found by following at `most` so many states; `free` leaves every decision
    open. Endings are one where the same is `told` of them. With `stops` it does not count all of a large table."""
    way = Even if free else Open
    return survey(program.within(held), program.start, _bounded(program, way, held), most, told, stops=stops)


def _bounded(program: Program, way: type[Odds], held: Patience) -> Odds:
    made = way(program.key, steps=program.limits.steps, chains=program.chains, patience=held)
    made.loops, made.counted = program.loops, program.counted
    return made


def better(goal: Goal, told: Mapping[str, int], outcome: str | None) -> Fraction:
    """How well an end of the check meets a goal: more is better."""
    if isinstance(goal.of, str):
        return Fraction(outcome == goal.of)
    value = goal.of.given(told)
    return Fraction(bool(value) if goal.how == "chance" else value if goal.how == "most" else -value)


def foresight(
    setting: Setting,
    held: Patience,
    program: Program | None = None,
    aim: tuple[Goal, ...] | None = None,
    free: bool = False,
) -> Foresight:
    """Answers for the decisions of a check, by its aim or another one.

    `free`: every decision is looked into, also those for which the file has a standing answer.
    """
    program = program or setting.program
    goals = setting.check.aim if aim is None else aim

    def worth(ending: Ending) -> Worth:
        told = dict(zip(program.results, ending.results, strict=True))
        return tuple(better(goal, told, ending.outcome) for goal in goals)

    nothing = (Fraction(),) * len(goals)
    level = Slopes(program, goals).level
    return Foresight(program.within(held), worth, nothing, ways(program, held, free=free), free, level)
