"""Dice that go alone up to a place, and twins of which one is left there.

Of twins of which the best is kept no pair is listed: each goes alone up to that step, and what stays is found as in
`build.order`. Odds with this equal odds without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..chance.ask import Again, Lot, Many
from ..chance.life import Known, Life
from ..ops.state import COUNTED, Move, Piece, State
from .apart import Part, Taker, alone, twins
from .best import Best
from .live import passes

Left = tuple[Any, ...]


def lots(program: Taker, state: State, end: int) -> tuple[Lot, ...] | None:
    """The dice of a state, each of them alone on its way to that place, or together with its twins.

    None where more than one die of a group may be left that still counts for something.
    """
    found: list[Lot] = []
    empty = state._replace(pool=())
    for group, number in twins(state.pool):
        life = Part(program, empty._replace(pool=group), end)
        if len(group) > 1:
            keeping = _one_stays(program, state, group, end)
            if keeping is None:
                return None
            if _alone_until(program.moves[state.at : keeping]):
                life = Twins(program, life.state, end, keeping)
        found.append(Lot(_thrown(life), number, None))
    return tuple(found)


def _thrown(life: Part) -> Part | Known:
    """The life of a die; where all of it is to be thrown once, with its law."""
    program, state, end = life.program, life.state, life.end
    if len(state.pool) > 1 or not all(map(passes, program.moves[state.at + 1 : end])):
        return life
    asked = program.plainly(state)
    match asked:
        case Many((Lot(Life(rule=None) as once, 1, tag),), make) if (rests := once.rests()) is not None:
            law: dict[Any, int] = {}
            for left, weight in rests.items():
                pieces = tuple(program.tidied(list(make(tag, left)), end))
                law[pieces] = law.get(pieces, 0) + weight
            return Known(life, (law, sum(law.values())))
    return life


def _one_stays(program: Taker, state: State, group: tuple[Piece, ...], end: int) -> int | None:
    """Where all twins of a group but one are dropped, if those make no difference behind the place."""
    frame, found = program.frame, None
    for move in program.moves[state.at : end]:
        step, select = move.step, move.step.select
        if step.op == "reserve" or not set(select.state or ()) <= {"pool", *COUNTED}:
            return None
        if found is None and step.op == "keep" and select.per == "twin" and select.where is None and select.count:
            fits = all(frame.fits(select, piece._replace(state="rolled"), state) for piece in group)
            if fits and frame.holds(step.when, state) and frame.value(select.count, state) == 1:
                found = move.at
    return found if program.lay(end, state).blind("dropped") else None


def _alone_until(moves: Sequence[Move]) -> bool:
    """Whether no twin needs the other on the way."""
    return all(move.step.select.per is None and alone(move.step.select.where) for move in moves)


@dataclass(frozen=True)
class Last:
    """The one die of a group of twins that still counts; where none does, one that does not stands for all."""

    def __call__(self, tag: None, left: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(piece for piece in left if piece.state in COUNTED) or left[:1]


@dataclass(frozen=True)
class Twins(Part):
    """A group of twins of which one is kept, on its way through the stretch."""

    keeping: int

    def step(self, state: State) -> Any:
        if state.at >= self.keeping:
            return super().step(state)
        program, empty = self.program, state._replace(pool=())
        bag = tuple(
            Lot(Part(program, empty._replace(pool=(piece,)), self.keeping), number, None)
            for piece, number in Counter(state.pool).items()
        )
        there = empty._replace(at=self.keeping)
        move = program.moves[self.keeping]

        gone = state.pool[0]._replace(state="dropped")

        def landed(thrown: Any, sums: Left) -> Again:
            return Again(there._replace(at=move.at + 1, pool=(sums[0] or gone,)), move.at + 1)

        kept = Kept()
        best = Best(program, program.frame, kept, there, (move,), (1,))
        return Many(bag, Last(), kept, landed, None, best)


class Kept:
    """What twins leave behind is the one that is kept."""

    lean = True
    empty: Left = (None,)
    adds: tuple[bool, ...] = (False,)
    most: tuple[int | None, ...] = ()

    def aside(self, piece: Piece) -> None:
        return None

    def like(self, piece: Piece) -> Piece:
        return piece

    def join(self, a: Left, b: Left) -> Left:
        return b if a[0] is None else a

    def onto(self, sums: Left, more: Left) -> Left:
        return more

    def together(self, pool: Sequence[Piece]) -> Left:
        return tuple(piece for piece in pool if piece.state == "kept") or self.empty
