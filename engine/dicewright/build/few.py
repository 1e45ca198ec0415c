"""Joining a roll with numbers that are read off all its dice, where only a few of them matter after that.

A step that takes the two highest dice takes none but of the two highest; several such steps, each in an order of its
own, none but of so many of the first in each order. Every other die goes its way alone, taken by none of them: it is
known at once what it counts for in the end. Where no more is read in the end than the highest value, and no step
gives a higher one less than a lower one, the highest die stands for all.

So dice are swept value by value as in `build.alike`, for the numbers, and with what they add up to go the few dice
that may still be taken; only these are on the table behind it. Odds with the joint equal odds without it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple, Protocol

from ..model.formula import Formula, PerDie
from ..model.system import Selector
from ..ops import binding
from ..ops.control import back, guard
from ..ops.state import COUNTED, Move
from .alike import RESTING, going_alone
from .apart import apart, fixed, jumped_into, reach
from .foretold import Foreseeing
from .known import settled, sure
from .order import takes
from .places import Placing
from .reads import Reads
from .slope import Sloping


class Reducing(Foreseeing, Placing, Sloping, Protocol):
    """A program, as far as this needs it."""

    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def tells(self) -> Mapping[int, tuple[int, ...]]: ...


FLAGS = 2  # names, each 0 or 1, on which it may depend which steps take dice


class Stretch(NamedTuple):
    """Up to where each die goes alone, up to where numbers are read off the dice, and where the last is taken.

    `moving` are the names that get their number from the dice, `flags` those of them on which it depends which steps
    take dice: they are 0 or 1. Where none is taken, the highest stands for all.
    """

    alone: int
    read: int
    end: int
    moving: frozenset[str]
    flags: tuple[str, ...]
    highest: bool


def fewer(
    moves: Sequence[Move],
    start: int,
    each: Sequence[Reads],
    idle: Set[int],
    pool_names: frozenset[str],
    known: Mapping[str, int],
    free: bool,
) -> Stretch | None:
    """Such a stretch that a roll begins. `each` says what a move reads, and the end; `idle` moves do nothing."""
    if not going_alone(moves[start], pool_names, free):
        return None
    entered = jumped_into(moves)
    alone = reach(moves, start + 1, lambda move: move.at in idle or going_alone(move, pool_names, free))
    at = read = alone
    moving = set(pool_names)
    while at < len(moves) and at not in entered:
        move = moves[at]
        if at in idle or reads_off(move, each[at]):
            reads = at not in idle and (each[at].tallies or each[at].names & moving)
            if reads:
                moving |= {name for name in (binding(move.step),) if name is not None}
            read = at + 1 if reads or at == read else read
        elif not (_rests(move, moving, free) and each[at].names.isdisjoint(moving)):
            break
        at += 1
    flags = _flags(moves[alone:read], known) & moving
    end = _last_taking(moves, each, idle, read, frozenset(moving - flags), free)
    if end is not None:
        flags = {name for name in flags if any(name in each[at].names for at in range(read, end) if at not in idle)}
    end = None if len(flags) > FLAGS else end
    highest = end is None and read > alone and _highest(moves, each, idle, read, pool_names)
    end = len(moves) if highest else end
    if end is None:
        return None
    return Stretch(alone, read, end, frozenset(moving - pool_names), () if highest else tuple(sorted(flags)), highest)


def _flags(moves: Sequence[Move], known: Mapping[str, int]) -> Set[str]:
    """The names that are given 0 or 1, once and whatever happens."""
    bound = [binding(move.step) for move in moves]
    found = set()
    for move in moves:
        value, name = move.step.keys.get("value"), binding(move.step)
        plain = move.step.op == "let" and move.step.when is None and bound.count(name) == 1
        if (
            name is not None
            and name not in known
            and plain
            and isinstance(value, Formula)
            and sure(value)
            and _flag(settled(value, known))
        ):
            found.add(name)
    return found


def _flag(node: ast.expr) -> bool:
    match node:
        case ast.Constant(int() as number):
            return number in (0, 1)
        case ast.BoolOp(_, parts):
            return all(map(_flag, parts))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def reads_off(move: Move, reads: Reads) -> bool:
    """Whether a move only reads a number off the dice, value by value, or gives one a name."""
    return move.step.op in ("let", "tally") and move.run not in (guard, back) and not reads.mixed


def _last_taking(
    moves: Sequence[Move], each: Sequence[Reads], idle: Set[int], at: int, moving: frozenset[str], free: bool
) -> int | None:
    """The place behind the last of some steps that take so many dice, whatever the numbers are that were read off."""
    entered, end = jumped_into(moves), None
    while at < len(moves) and at not in entered:
        move = moves[at]
        if at not in idle:
            if not each[at].names.isdisjoint(moving):
                break
            if takes(move, moving):
                end = at + 1
            elif not (_gives(move, each[at]) or _rests(move, moving, free)):
                break
        at += 1
    return end


def _rests(move: Move, moving: Set[str], free: bool) -> bool:
    """Whether a move sorts each die by itself, or changes it without chance."""
    return move.step.op in RESTING and apart(move, frozenset(moving), free)


def _gives(move: Move, reads: Reads) -> bool:
    """Whether a move gives a number a name, and looks at no die."""
    return reads_off(move, reads) and move.step.op == "let" and not reads.tallies


def _highest(moves: Sequence[Move], each: Sequence[Reads], idle: Set[int], at: int, pool_names: frozenset[str]) -> bool:
    """Whether no more is read in the end than the highest value, which all steps from here on leave the highest."""
    end = each[len(moves)]
    if end.mixed or end.alike or len(end.tallies) != 1 or not jumped_into(moves).isdisjoint(range(at, len(moves))):
        return False
    ((tally, select),) = end.tallies
    if tally.how != "highest" or select is not None or not _rises(tally.of):
        return False
    return all(n in idle or _lifts(moves[n], each[n], pool_names) for n in range(at, len(moves)))


def _lifts(move: Move, reads: Reads, pool_names: frozenset[str]) -> bool:
    """Whether a move sets the value of every die that counts, of the higher one never to less."""
    step = move.step
    if step.op != "set":
        return _gives(move, reads)
    if move.run in (guard, back) or (step.when is not None and not fixed(step.when, pool_names)):
        return False
    value, whole = step.keys.get("value"), _all_of_them(step.select)
    return whole and value is not None and not value.names & pool_names and _rises(value)


def _all_of_them(select: Selector) -> bool:
    """Whether a step looks at every die that counts."""
    return select == Selector(state=select.state) and set(select.state or COUNTED) >= set(COUNTED)


def _rises(asked: PerDie) -> bool:
    """Whether it looks at nothing but the value of a die and at names, and is never less for a higher value."""
    return asked.alone and asked.dies <= {"value"} and _up(asked.body)


def _up(node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Name("_die")):
            return True
        case ast.BinOp(left, ast.Add(), right):
            return _up(left) and _up(right)
        case ast.BinOp(left, ast.Sub(), right):
            return _up(left) and _level(right)
        case ast.BinOp(left, ast.Mult(), ast.Constant(int() as times)):
            return times >= 0 and _up(left)
        case ast.BinOp(left, ast.FloorDiv(), ast.Constant(int() as parts)):
            return parts > 0 and _up(left)
        case ast.Call(ast.Name("min" | "max"), args):
            return all(map(_up, args))
        case ast.IfExp(test, body, orelse):
            return _level(test) and _up(body) and _up(orelse)
    return _level(node)


def _level(node: ast.AST) -> bool:
    """Whether it is the same for all dice."""
    return not any(isinstance(part, ast.Name) and part.id == "_die" for part in ast.walk(node))
