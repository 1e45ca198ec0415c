"""Joining a roll with a number that is read off all its dice, by which they are then judged: the widest set, and then
the highest of those sets that are as wide.

First the law of that number is found, group by group as in `build.alike`. Then, for each number that it can be, the
dice are judged as if it was known, and only what makes it come true is kept: that is the law under this condition.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from ..chance.ask import Again, Many
from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .alike import Alike
from .apart import Taker, through
from .classes import Classes, Table
from .lay import Aside, Sums, joining
from .reads import Key, Reads
from .twins import Last, lots


class Foreseeing(Taker, Protocol):
    """A program, as far as this needs it."""

    @property
    def tallies(self) -> Mapping[Key, int]: ...
    @property
    def table(self) -> Table: ...


@dataclass(frozen=True)
class Number:
    """The number: the place of its name, what it is worth, and the tallies that it is read off."""

    slot: int
    formula: Formula
    off: Aside
    _told: dict[tuple[Piece, ...], Sums] = field(default_factory=dict, compare=False)

    def told(self, pool: tuple[Piece, ...]) -> Sums:
        """What it is read off these dice."""
        found = self._told.get(pool)
        if found is None:
            found = self._told[pool] = self.off.together(pool)
        return found

    @cached_property
    def greatest(self) -> bool:
        """Whether it is the greatest of what the groups give: then no group gives more, and what is less is nothing."""
        alone = [tally.how for tally, _ in self.off.live] in (["largest_set"], ["highest"])
        match self.formula.body:
            case ast.Call(ast.Name("_tally")):
                return alone
        return False

    def worth(self, frame: Frame, state: State, sums: Sums) -> int:
        return frame.value(self.formula, state._replace(sums=self.off.onto(state.sums, sums)))


@dataclass(frozen=True)
class Foretold:
    """The groups of a sweep where a number is known to be so: what is read off the dice, and what they count for."""

    program: Foreseeing
    aside: Aside
    number: Number
    worth: int
    state: State
    end: int

    def of(self, piece: Piece) -> int:
        return piece.value

    def judged(self, pieces: tuple[Piece, ...]) -> Sums | None:
        pool = through(self.program, self.state._replace(pool=pieces), self.end).pool
        off = self.number.told(pool)
        if self.number.greatest and off[0] is not None and off[0] != self.worth:
            if off[0] > self.worth:
                return None
            off = self.number.off.empty
        return (*self.aside.together(pool), *off)

    given = True

    def comes_true(self, sums: Sums) -> bool:
        state = self.state._replace(at=self.end)
        return self.number.worth(self.program.frame, state, sums[len(self.aside.empty) :]) == self.worth


@dataclass(frozen=True)
class Both:
    """Two kinds of sums side by side."""

    one: Aside
    other: Aside

    @cached_property
    def empty(self) -> Sums:
        return (*self.one.empty, *self.other.empty)

    @cached_property
    def adds(self) -> tuple[bool, ...]:
        return (*self.one.adds, *self.other.adds)

    @cached_property
    def join(self) -> Callable[[Sums, Sums], Sums]:
        return joining([tally.how for tally, _ in (*self.one.live, *self.other.live)])


def read_off(move: Move, reads: Reads) -> bool:
    """Whether a move only reads a number off the dice, group by group."""
    step = move.step
    return step.op == "let" and step.when is None and move.run not in (guard, back) and not reads.whole


def foretold(program: Foreseeing, state: State, stretch: tuple[int, int], reads: Reads) -> Many | None:
    """Ask for the number at the end of the stretch, and then for the dice; None where that cannot be done."""
    alone, end = stretch
    move, frame = program.moves[end], program.frame
    slot = frame.slots[move.step.keys["name"]]
    off = counted(program, reads.tallies, state)
    bag = lots(program, state, alone)
    if bag is None or not off.clear or not program.lay(end + 1, state).clear:
        return None
    number = Number(slot, move.step.keys["value"], off)
    empty = state._replace(pool=(), at=alone)

    def known(thrown: Any, sums: Sums) -> Many:
        worth = number.worth(frame, empty._replace(at=end), sums)
        names = (*state.names[:slot], worth, *state.names[slot + 1 :])
        after = State(end + 1, names, (), state.sums)
        aside = program.lay(end + 1, after)

        def landed(thrown: Any, sums: Sums) -> Again:
            laid = aside.onto(state.sums, sums[: len(aside.empty)])
            return Again(after._replace(sums=laid), end + 1)

        groups = Foretold(program, aside, number, worth, empty, end)
        lay: Any = Both(aside, off)
        return Many(bag, Last(), lay, landed, groups)

    return Many(bag, Last(), off, known, Alike(program, off, empty, end, ()))


def counted(
    program: Foreseeing, tallies: Mapping[Key, None], state: State, moving: frozenset[str] = frozenset()
) -> Aside:
    """What dice count for in these tallies, and in no others, while `moving` names have no number yet."""
    mine = Reads(tallies=dict(tallies), assigned=set(moving))
    classes = Classes(program.frame, mine, frozenset(), program.table, state)
    return Aside(program.frame, mine, program.tallies, (), frozenset(), classes, state)
