"""Dice that are taken from the highest, or the lowest, down: what becomes of each, by how many have been taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import add, gt
from typing import Any, Protocol

from ..model.system import Selector
from ..ops.frame import Frame
from ..ops.number import TALLY
from ..ops.select import worth_of
from ..ops.state import Move, Piece, State
from .apart import Taker
from .classes import STATE
from .lay import Sums
from .linear import constant

Known = tuple[int, ...]
SORTING = ("remove", "drop", "keep", "reserve", "tag", "phase")


class Counted(Protocol):
    """What dice leave behind."""

    def together(self, pool: Sequence[Piece]) -> Sums: ...


@dataclass(frozen=True)
class Best:
    """The dice of a stretch in the order of its first taking step; what is known is how many each such step took."""

    program: Taker
    frame: Frame
    aside: Counted
    state: State
    moves: tuple[Move, ...] = field(compare=False)
    most: tuple[int, ...]
    _known: dict[Any, tuple[Known, Sums]] = field(default_factory=dict, compare=False)
    _moves: dict[tuple[int, bool], Move] = field(default_factory=dict, compare=False)
    _fates: dict[Any, tuple[Known, Sequence[Piece], Sums]] = field(default_factory=dict, compare=False)

    @property
    def start(self) -> Known:
        return (0,) * len(self.most)

    def spent(self, known: Known) -> bool:
        return known == self.most

    def merged(self, known: Known, rest: Sequence[Piece]) -> tuple[Known, None]:
        return known, None

    later = given = False

    def comes_true(self, sums: Sums) -> bool:
        return True

    def place(self, piece: Piece) -> Any:
        sign, select, asked = self._first
        return sign * worth_of(self.frame, select, piece, self.state), piece.forgetting(asked), piece

    @cached_property
    def _first(self) -> tuple[int, Selector, frozenset[str]]:
        """Which end of the order comes first, how dice are put in order, and what is asked of their memories."""
        first = next((move for move, most in zip(self.moves, self.most, strict=True) if most), self.moves[0])
        select = first.step.select
        return -1 if select.pick == "highest" else 1, select, self.frame.asked(first.at + 1)

    def judged(self, known: Known, piece: Piece) -> tuple[Known, Sums]:
        room = tuple(map(gt, self.most, known))
        found = self._known.get((room, piece))
        if found is None:
            found = self._known[room, piece] = self._judge(room, piece)
        takes, sums = found
        return tuple(map(add, known, takes)), sums

    def _judge(self, room: tuple[bool, ...], piece: Piece) -> tuple[Known, Sums]:
        """Which steps take the die, where they still take any, and what it leaves behind."""
        if not self._blind:
            takes, pool, counted = self._fate(room, piece)
            return takes, (*self.aside.together(pool), *counted)
        key = room, piece.kind, piece[STATE:]
        fate = self._fates.get(key) or self._fates.setdefault(key, self._fate(room, piece))
        pool = [die._replace(face=piece.face, value=piece.value) for die in fate[1]]
        return fate[0], self.aside.together(pool)

    @cached_property
    def _blind(self) -> bool:
        """Whether it makes no difference to the moves what a die shows."""
        steps = [move.step for move in self.moves]
        looks = [(step.select.where, step.select.showing, step.select.containing) for step in steps]
        return all(step.op in SORTING for step in steps) and all(look == (None, None, None) for look in looks)

    def _fate(self, room: tuple[bool, ...], piece: Piece) -> tuple[Known, Sequence[Piece], Sums]:
        """Which steps take the die, what becomes of it, and what it counts for on the way."""
        state = self.state._replace(pool=(piece,))
        takes = [0] * len(room)
        counted = []
        for n, move in enumerate(self.moves):
            if move.step.op == TALLY.name:
                tally, select = move.step.keys["tally"], move.step.select
                counted.append(sum(self.frame.worth(tally, select, state)(die) or 0 for die in state.pool))
                continue
            if self.most[n]:
                takes[n] = int(room[n] and any(self.frame.fits(move.step.select, die, state) for die in state.pool))
                move = self._lesser(n, room[n])
            state = self.program.makes(move, state).state
        return tuple(takes), state.pool, tuple(counted)

    def _lesser(self, n: int, room: bool) -> Move:
        """The move as a die alone meets it: it takes one more die, or none where it has taken all that it takes."""
        found = self._moves.get((n, room))
        if found is None:
            found = self._moves[n, room] = lesser(self.moves[n], int(room))
        return found


def lesser(move: Move, number: int) -> Move:
    """The move taking just so many dice."""
    select = replace(move.step.select, count=constant(number), at_most=None)
    return replace(move, step=replace(move.step, select=select))
