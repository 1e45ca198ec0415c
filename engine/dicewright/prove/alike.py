"""Proofs that two systems roll alike, where they are cheap; without one, nothing is said.

What is linked may be the same; two steps that change places may have nothing to do with each other; and two programs
may differ only in moves that give numbers to names which nobody reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from ..build.known import sure
from ..build.live import passes
from ..build.program import Program
from ..build.reads import Reader, Reads
from ..errors import Span
from ..model.rules import Rules
from ..model.system import Step
from ..ops import OPS
from ..ops.state import Move

_TOLD = ("file", "sha256", "tests")
_NUMBERS = ("let", "tally", "cancel")
_ASIDE = ("phase", "choose", "repeat", "stop")


def alike(mine: Rules, other: Rules, swapped: Sequence[Span] = ()) -> str:
    """Why no roll with any inputs can differ, in words; empty where that is not known."""
    parts = [(getattr(mine, f.name), getattr(other, f.name)) for f in fields(mine) if f.name not in _TOLD]
    brought = [[each.triggers for each in rules.effects.values()] for rules in (mine, other)]  # their `==` is by name
    if all(a == b for a, b in parts) and brought[0] == brought[1]:
        return "the rules are the same once they are read"
    found = {place.step.span: place.step for place in mine.places() if place.step.span in swapped}
    if len(found) == 2:
        one, two = found.values()
        if _commute(mine, one, two):
            return "neither step reads or changes what the other one changes"
    return ""


def _commute(rules: Rules, one: Step, two: Step) -> bool:
    """Whether it makes no difference which of two steps comes first; at most one of them changes dice."""
    steps = one, two
    if any(step.op in _ASIDE for step in steps) or not any(_sure(step) for step in steps):
        return False
    reader = Reader(rules, rules.measures, {})
    a, b = (reader.move(Move(0, step, OPS[step.op].run)) for step in steps)
    if a.assigned & (b.names | b.assigned) or b.assigned & a.names:
        return False
    return all(step.op in _NUMBERS for step in steps) or not _looks(a if one.op in _NUMBERS else b)


def _sure(step: Step) -> bool:
    """Whether a step gives a number to a name, or cancels, and cannot fail."""
    asked = (step.when, step.keys.get("size"), step.keys.get("value"), step.select.where)
    return step.op in _NUMBERS and all(each is None or sure(each) for each in asked)


def _looks(reads: Reads) -> bool:
    """Whether anything depends on the dice."""
    return bool(reads.tallies or reads.mixed or reads.alike or reads.dies or reads.touches)


def works_alike(mine: Program, other: Program) -> bool:
    """Whether two programs of the same results and outcomes differ at most in moves that nobody looks at."""
    if mine.moves == other.moves and mine.constants == other.constants:
        return True
    return _essence(mine) == _essence(other)


def _essence(program: Program) -> object:
    """The moves that do something, and what is known or begun with that somebody reads."""
    left = [move for move in program.moves if move.at not in program.idle and not passes(move)]
    places = [sum(move.at < at for move in left) for at in range(len(program.moves) + 1)]
    reader = Reader(program.rules, program.measures, {})  # nothing known, so that what is known counts as read
    reads = (*map(reader.move, left), reader.check_end(program.wanted, program.verdicts))
    names = {name for each in reads for name in each.names}
    begun = {name: number for name, number in {**program.constants, **program.known}.items() if name in names}
    return [_placed(move, places) for move in left], begun


def _placed(move: Move, places: Sequence[int]) -> object:
    """A move by what it does, and where it leads among those that are left; steps inside it are moves of their own."""
    keys = {key: value for key, value in move.step.keys.items() if key != "steps"}
    if "options" in keys:
        keys["options"] = [{key: value for key, value in each.items() if key != "steps"} for each in keys["options"]]
    leads = -1 if move.to < 0 else places[move.to], tuple(places[at] for at in move.blocks)
    return replace(move.step, keys=keys), move.run, move.cause, move.guarded, bool(move.slot), leads
