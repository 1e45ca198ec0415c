"""The workloads asked of dicewright: nothing but a system file, a check and its inputs."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

import dicewright
import dicewright.play.ahead  # these are loaded when odds are first asked for; here everything is, before time is taken
import dicewright.play.contest
import dicewright.play.odds
from dicewright.show.roll import story
from dicewright.show.style import Style

from .workloads import Bulk, Workload

TABLES, EACH_DIE = 1_000_000, 20_000


def bound(system: dicewright.System, workload: Workload) -> dicewright.BoundCheck:
    """The check with its inputs."""
    return system[workload.check].bind(workload.inputs, workload.properties)


def law(system: dicewright.System, workload: Workload) -> dicewright.Law:
    """The whole question, from binding to the last weight: this is what is timed."""
    check = bound(system, workload)
    asked = {"play": workload.play, "only": workload.only}
    found = check.odds(**{key: value for key, value in asked.items() if value is not None})
    len(found.weights)
    return found


def read(workload: Workload, found: dicewright.Law) -> Mapping[tuple[int, ...], Fraction]:
    """The answer in the form that all others give."""
    return found.table(*workload.read)


def rolls(workload: Workload) -> dict[str, Callable[[], object]]:
    """One roll of a bound check, read or just kept, the same told as text, and one without a story."""
    system = dicewright.load(workload.system)
    check, chance, style = bound(system, workload), random.Random(1), Style()

    def read() -> object:
        outcome = check.roll(rng=chance)
        return outcome.dice, outcome.trace, outcome.log

    return {
        "": read,
        "kept": lambda: check.roll(rng=chance),
        "text": lambda: story(system.rules, check.roll(rng=chance), style),
        "throw": lambda: check.throw(chance),
    }


def bulk(workload: Bulk) -> dict[str, tuple[Callable[[int], float], int]]:
    """Many rolls, from the exact tables of handfuls or die by die."""
    check = bound(dicewright.load(workload.ask.system), workload.ask)

    def tables(n: int) -> float:
        return check.simulate(n, 1).mean(workload.expression).value

    def each_die(n: int) -> float:
        return check.simulate(n, 1, each_die=True).mean(workload.expression).value

    return {"tables": (tables, TABLES), "each die": (each_die, EACH_DIE)}
