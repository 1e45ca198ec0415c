"""A toy system and small builders, shared by the tests of the engine. None of them knows a shipped system."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod
from typing import Any

import pytest

import dicewright
from dicewright import BoundCheck, DicewrightError, Limits, System
from dicewright.build.program import Program
from dicewright.build.tail import Ending
from dicewright.chance.dice import Die
from dicewright.chance.walk import Roll
from dicewright.errors import Problem
from dicewright.folders import shipped
from dicewright.library import examine
from dicewright.play.bind import Setting
from dicewright.play.costs import patience
from dicewright.play.foresight import foresight
from dicewright.play.law import Row
from dicewright.play.odds import odds

Rows = dict[Row, Fraction]
Steps = Sequence[Mapping[str, Any]]

TOY: dict[str, Any] = {
    "format": 1,
    "id": "toy",
    "name": "Toy",
    "symbols": {"sun": {}, "moon": {}},
    "cancels": [["sun", "moon"]],
    "dice": {
        "d4": {"sides": 4},
        "d6": {"sides": 6},
        "d20": {"sides": 20},
        "sign": {"faces": ["blank", "sun", "sun", "moon"]},
    },
    "ladders": {"steps": ["d4", "d6"]},
    "tables": {"halves": {"rows": [{"to": 2, "value": 10}, {"from": 3, "to": 4, "value": 20}]}},
}


def toy(steps: Steps, reads: str | Mapping[str, str] = "total", *, check: Any = None, **top: Any) -> dict[str, Any]:
    """The toy with one check `roll`: its steps, and the one result `x` (or several) that it is read for."""
    results = {"x": reads} if isinstance(reads, str) else dict(reads)
    return {**TOY, **top, "checks": {"roll": {"steps": list(steps), "results": results, **(check or {})}}}


def text(system: Mapping[str, Any]) -> str:
    """The file of a system. JSON is YAML."""
    return json.dumps(system, ensure_ascii=False)


def load(system: Mapping[str, Any], **limits: int) -> System:
    return dicewright.loads(text(system), limits=Limits(**limits))


def need(*names: str) -> None:
    """Skip the test where one of these systems is not shipped."""
    absent = [name for name in names if name not in shipped()]
    if absent:
        pytest.skip(f"{absent[0]} is not among the shipped systems here")


def shipped_system(name: str) -> System:
    """A shipped system, or no test."""
    need(name)
    return dicewright.load(name)


def problems(system: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with a system."""
    return examine(text(system), "toy.yaml")[1]


def rolled(steps: Steps, reads: str | Mapping[str, str] = "total", **more: Any) -> BoundCheck:
    """The toy's check over these steps, with nothing given."""
    return load(toy(steps, reads, **more))["roll"]()


def law(bound: BoundCheck, lean: bool = True) -> dict[int, Fraction]:
    """The exact law of the first result."""
    found: dict[int, Fraction] = {}
    for (_, results), p in odds(bound.setting, bound.setting.built(lean)).rows.items():
        found[results[0]] = found.get(results[0], Fraction()) + p
    return found


class _TooLongError(Exception):
    """More dice in one roll than the search follows."""


def brute_force(setting: Setting, longest: int = 30, most: int = 20_000) -> tuple[Rows, Fraction] | None:
    """Every way the dice can fall, rolled one after the other: no table, no merging.

    Gives the law and the mass of rolls that threw more than `longest` dice; None where there are more than `most` ways.
    """
    program: Program = setting.program
    choose = foresight(setting, patience(setting.limits)).choose
    rows: Rows = {}
    longer = Fraction()
    forced: list[int] = []
    thrown: list[Die] = []

    def throw(die: Die) -> int:
        if len(thrown) == longest:
            raise _TooLongError
        thrown.append(die)
        if len(thrown) > len(forced):
            forced.append(0)
        return forced[len(thrown) - 1]

    for _ in range(most):
        thrown.clear()
        ending: Any = None
        with suppress(_TooLongError):
            ending = Roll(throw, choose).walk(program.move, program.start)
        weights = prod(die.weights[face] for die, face in zip(thrown, forced, strict=True))
        mass = Fraction(weights, prod(die.total for die in thrown))
        if isinstance(ending, Ending):
            rows[ending.outcome, ending.results] = rows.get((ending.outcome, ending.results), Fraction()) + mass
        else:
            longer += mass
        while forced and forced[-1] == len(thrown[-1].weights) - 1:
            forced.pop()
            thrown.pop()
        if not forced:
            return rows, longer
        forced[-1] += 1
    return None


def exact(setting: Setting, lean: bool = True) -> tuple[Rows, Fraction]:
    """The odds as rows and what is unresolved; they sum to exactly one."""
    found = odds(setting, setting.built(lean))
    assert sum(found.rows.values()) + found.unresolved == 1
    return {row: p for row, p in found.rows.items() if p}, found.unresolved


def agree(one: tuple[Rows, Fraction], other: tuple[Rows, Fraction]) -> bool:
    """Whether two laws are equal, up to what each of them left open."""
    (a, open_a), (b, open_b) = one, other
    zero = Fraction()
    return all(
        a.get(row, zero) <= b.get(row, zero) + open_b and b.get(row, zero) <= a.get(row, zero) + open_a for row in a | b
    )


def attempt(work: Callable[[], Any]) -> Any:
    """What the work gives, or the codes of its problems where it is refused."""
    try:
        return work()
    except DicewrightError as error:
        return [problem.code for problem in error.problems]
