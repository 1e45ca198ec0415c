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
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again, Many
from ..model.formula import PerDie
from ..model.system import Selector
from ..ops import binding
from ..ops.control import back, guard
from ..ops.select import worth_of
from ..ops.state import COUNTED, Move, Piece, State
from .alike import RESTING, going_alone
from .apart import apart, fixed, jumped_into, reach, through
from .best import lesser
from .foretold import Foreseeing, counted
from .lay import Aside, Sums
from .order import most_of, takes
from .reads import Reads
from .twins import Last, lots


class Reducing(Foreseeing, Protocol):
    """A program, as far as this needs it."""

    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def tells(self) -> Mapping[int, tuple[int, ...]]: ...
    def asked(self, at: int) -> frozenset[str]: ...


class Stretch(NamedTuple):
    """Up to where each die goes alone, up to where numbers are read off the dice, and where the last is taken.

    `moving` are the names that get their number from the dice. Where none is taken, the highest stands for all.
    """

    alone: int
    read: int
    end: int
    moving: frozenset[str]
    highest: bool


def fewer(
    moves: Sequence[Move], start: int, each: Sequence[Reads], idle: Set[int], pool_names: frozenset[str], free: bool
) -> Stretch | None:
    """Such a stretch that a roll begins. `each` says what a move reads, and the end; `idle` moves do nothing."""
    if not going_alone(moves[start], pool_names, free):
        return None
    entered = jumped_into(moves)
    alone = reach(moves, start + 1, lambda move: move.at in idle or going_alone(move, pool_names, free))
    read, moving = alone, set(pool_names)
    while read < len(moves) and read not in entered and (read in idle or _reads_off(moves[read], each[read])):
        if read not in idle and (each[read].tallies or each[read].names & moving):
            moving |= {name for name in (binding(moves[read].step),) if name is not None}
        read += 1
    end = _last_taking(moves, each, idle, read, frozenset(moving), free)
    highest = end is None and read > alone and _highest(moves, each, idle, read, pool_names)
    end = len(moves) if highest else end
    return None if end is None else Stretch(alone, read, end, frozenset(moving - pool_names), highest)


def _reads_off(move: Move, reads: Reads) -> bool:
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
            elif not (_gives(move, each[at]) or (move.step.op in RESTING and apart(move, moving, free))):
                break
        at += 1
    return end


def _gives(move: Move, reads: Reads) -> bool:
    """Whether a move gives a number a name, and looks at no die."""
    return _reads_off(move, reads) and move.step.op == "let" and not reads.tallies


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


Place = tuple[Any, ...]


@dataclass(frozen=True)
class Few:
    """The dice that may still be taken: `most` of the first in each order, and what all others leave behind."""

    program: Reducing
    aside: Aside | None  # without it, nothing is left behind but the highest die
    state: State
    end: int
    most: tuple[tuple[int, int], ...]  # at which place a step takes dice: how many it and those before it take
    _known: dict[Piece, tuple[Mapping[int, Place], Sums]] = field(default_factory=dict, compare=False)
    _left: dict[tuple[Piece, ...], tuple[tuple[Piece, ...], Sums]] = field(default_factory=dict, compare=False)

    @cached_property
    def _takes(self) -> frozenset[int]:
        return frozenset(at for at, _ in self.most)

    @property
    def empty(self) -> Sums:
        return self.aside.empty if self.aside else ()

    def join(self, a: Sums, b: Sums) -> Sums:
        return self.aside.join(a, b) if self.aside else ()

    def onto(self, sums: Sums, more: Sums) -> Sums:
        return self.aside.onto(sums, more) if self.aside else sums

    def of(self, pool: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], Sums]:
        """Those of some dice that may still be taken, and what the others leave behind."""
        found = self._left.get(pool)
        if found is None:
            found = self._left[pool] = self._of(pool)
        return found

    def _of(self, pool: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], Sums]:
        stay: set[int] = set()
        for at, most in self.most:
            line = sorted((places[at], i) for i, p in enumerate(pool) if at in (places := self._alone(p)[0]))
            stay |= {i for _, i in line[:most]}
        sums = self.empty
        for i, piece in enumerate(pool):
            if i not in stay:
                sums = self.join(sums, self._alone(piece)[1])
        return tuple([piece for i, piece in enumerate(pool) if i in stay]), sums

    def _alone(self, piece: Piece) -> tuple[Mapping[int, Place], Sums]:
        """Where a die stands in the orders that it stands in, and what it leaves behind where it is never taken."""
        found = self._known.get(piece)
        if found is None:
            found = self._known[piece] = self._goes(piece) if self.aside else self._stands(piece)
        return found

    def _stands(self, piece: Piece) -> tuple[Mapping[int, Place], Sums]:
        return ({self.state.at: (-piece.value, piece)} if piece.state in COUNTED else {}), ()

    def _goes(self, piece: Piece) -> tuple[Mapping[int, Place], Sums]:
        assert self.aside is not None
        program, frame, places = self.program, self.program.frame, {}
        state = self.state._replace(pool=(piece,))
        while state.pool and state.at < self.end:
            move, (here,) = program.moves[state.at], state.pool
            if state.at in self._takes:
                select = move.step.select
                if frame.fits(select, here, state):
                    sign = -1 if select.pick == "highest" else 1
                    look = here.forgetting(frame.asked(state.at + 1))
                    places[state.at] = sign * worth_of(frame, select, here, state), look, piece
                state = program.makes(lesser(move, 0), state).state
            else:
                state = program.plainly(state).state
        return places, self.aside.together(state.pool)


@dataclass(frozen=True)
class Measured:
    """The groups of the sweep, and how they are put together: what is read off, what is laid aside, and a few dice."""

    off: Aside
    few: Few

    given = lean = False

    @property
    def empty(self) -> tuple[Any, ...]:
        return (*self.off.empty, *self.few.empty, ())

    @property
    def adds(self) -> tuple[bool, ...]:
        return (False,) * len(self.empty)

    def join(self, a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
        n = len(self.off.empty)
        stay, more = self.few.of(tuple(sorted((*a[-1], *b[-1]))))
        laid = self.few.join(self.few.join(a[n:-1], b[n:-1]), more)
        return (*self.off.join(a[:n], b[:n]), *laid, stay)

    def of(self, piece: Piece) -> int:
        return piece.value

    def comes_true(self, sums: Sums) -> bool:
        return True

    def judged(self, pieces: tuple[Piece, ...]) -> tuple[Any, ...]:
        stay, sums = self.few.of(pieces)
        return (*self.off.together(pieces), *sums, stay)


def measured(program: Reducing, state: State, stretch: Stretch, reads: Sequence[Reads]) -> Many | None:
    """Ask for the numbers and the few dice; None where that cannot be done for these dice.

    `reads` is what each move reads.
    """
    slots = program.frame.slots
    bag = lots(program, state, stretch.alone)
    mine = [reads[at].tallies for at in range(stretch.alone, stretch.read) if at not in program.idle]
    off = counted(program, (key for keys in mine for key in keys), state, stretch.moving)
    few = _few(program, state, stretch)
    if bag is None or few is None or not off.clear or sum(lot.count for lot in bag) <= few.most[-1][1]:
        return None
    if "twin" in program.asked(stretch.read) or {slots[name] for name in stretch.moving} & {
        *program.tells[stretch.end]
    }:
        return None
    n, empty = len(off.empty), state._replace(pool=(), at=stretch.alone)

    def landed(thrown: Any, sums: tuple[Any, ...]) -> Again:
        there = through(program, empty._replace(sums=off.onto(state.sums, sums[:n])), stretch.read)
        return Again(there._replace(pool=sums[-1], sums=few.onto(state.sums, sums[n:-1])), stretch.read)

    lay: Any = Measured(off, few)
    return Many(bag, Last(), lay, landed, lay)


def _few(program: Reducing, state: State, stretch: Stretch) -> Few | None:
    here = there = _given(program, state._replace(pool=(), at=stretch.alone), stretch)
    if stretch.highest:
        return Few(program, None, there, stretch.end, ((stretch.read, 1),))
    most, so_far = {}, 0
    while here.at < stretch.end:
        move = program.moves[here.at]
        if takes(move, frozenset()) and (number := most_of(program.frame, move, here)):
            so_far += number
            most[here.at] = so_far
        here = program.plainly(here).state
    aside = program.lay(stretch.end, here)
    return Few(program, aside, there, stretch.end, tuple(most.items())) if aside.clear and most else None


def _given(program: Reducing, state: State, stretch: Stretch) -> State:
    """The state where the numbers have been read off, without those that come from dice."""
    while state.at < stretch.read:
        move = program.moves[state.at]
        following: Any = move.next(state) if binding(move.step) in stretch.moving else program.plainly(state)
        state = following.state
    return state
