"""How the exact odds of a check are found, and what that costs, told before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ..build.program import Program
from ..chance.survey import Survey
from ..model.system import Step
from ..ops.control import back, guard
from ..ops.state import Move
from .bind import Setting
from .costs import patience
from .foresight import ahead
from .policy import FILE, Policy


@dataclass(frozen=True, slots=True)
class Stage:
    """Steps that are taken in one go.

    `states` is how many states stand before them, `ways` how many ways the widest of these goes on, `rounds` how
    often a loop comes by. `means` says how the ways are found; see `chance.survey`.
    """

    steps: tuple[Step, ...]
    means: tuple[str, ...]
    states: int
    ways: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of a check, the steps that do nothing that anybody asks about, and how many states there are.

    The numbers are `exact`, or estimates; where counting `stopped`, as a table is large, there are more. `work` is how
    many ways lead from state to state, and about how many steps of work it takes; `rows` is how many endings are told
    apart, `limit` how many states may be followed. `play` is how a player is taken to decide.
    """

    told: tuple[str, ...]
    play: str
    stages: tuple[Stage, ...]
    idle: tuple[Step, ...]
    states: int
    work: int
    rows: int
    exact: bool
    stopped: bool
    limit: int

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON data; steps by their line in the file."""
        stages = [{**asdict(stage), "steps": _lines(stage.steps)} for stage in self.stages]
        return {
            "told": list(self.told),
            "play": self.play,
            "stages": stages,
            "idle": _lines(self.idle),
            "states": self.states,
            "work": self.work,
            "rows": self.rows,
            "exact": self.exact,
            "stopped": self.stopped,
            "limit": self.limit,
        }


def plan(setting: Setting, policy: Policy = FILE, only: Iterable[str] | None = None) -> Plan:
    """What odds do for this check, found by following some of its states."""
    names = None if only is None else frozenset(only) | frozenset().union(*(goal.names for goal in policy.goals))
    program = setting.built(free=policy != FILE, only=names)
    return planned(program, ahead(program, patience(setting.limits), policy != FILE, stops=True), policy)


def planned(program: Program, seen: Survey, policy: Policy = FILE) -> Plan:
    """The plan of a program, in which these states were seen."""
    stages = []
    for at, stage in sorted(seen.stages.items()):
        moves = program.moves[at : stage.until or len(program.moves)]
        steps = _once(move.step for move in moves if _works(program, move))
        if steps:
            stages.append(Stage(steps, tuple(stage.kinds), round(stage.states), stage.ways, stage.times))
    idle = _once(move.step for move in program.moves if move.at in program.idle and move.step.op != "phase")
    told = (*(["outcome"] if program.verdicts else []), *program.results)
    sizes = round(seen.states), round(seen.work), round(seen.ends)
    return Plan(told, policy.label, tuple(stages), idle, *sizes, seen.exact, seen.stopped, program.limits.states)


def _works(program: Program, move: Move) -> bool:
    return move.step.op != "phase" and move.run not in (back, guard) and move.at not in program.idle


def _once(steps: Iterable[Step]) -> tuple[Step, ...]:
    return tuple({id(step): step for step in steps}.values())


def _lines(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [{"do": step.op, "line": step.span.line} for step in steps]
