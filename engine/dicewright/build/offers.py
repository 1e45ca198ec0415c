"""Joining a roll with the choice behind it in which a player keeps some of the dice.

The others are dropped, and where nothing looks at dropped dice any more, all that matters is what was kept. So no
handful has to be decided by itself: see `chance.offer`. Odds and best play with the joint equal those without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from ..chance.ask import Again, Many, Offer, Short
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.select import bounds
from ..ops.state import PLAYERS, Move, Piece, State
from .apart import alone, fixed
from .lay import Aside


class Keeping(Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]

    @property
    def frame(self) -> Frame: ...
    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def keeps(self) -> frozenset[int]: ...

    def lay(self, at: int, state: State) -> Aside: ...


def keeps(moves: Sequence[Move], pool_names: frozenset[str], free: bool) -> frozenset[int]:
    """The moves with which a player keeps any of the dice that can be kept, up to a number that is known."""
    return frozenset(move.at for move in moves if _keeps(move, pool_names, free))


def _keeps(move: Move, pool_names: frozenset[str], free: bool) -> bool:
    step, select = move.step, move.step.select
    if step.op != "keep" or step.when is not None or select.per is not None or move.run in (guard, back):
        return False
    decided = select.may is not None or select.pick in PLAYERS
    numbers = (select.count, select.at_most, select.at_least)
    return (
        decided
        and (free or select.prefer is None)
        and alone(select.where)
        and all(number is None or fixed(number, pool_names) for number in numbers)
    )


def offered(program: Keeping, many: Many, short: Short) -> Many | Offer:
    """The handful with the choice behind it; with its `short` way where there is none, or other dice play a part."""
    offer = _offer(program, many)
    return replace(many, short=short) if offer is None else offer


def _offer(program: Keeping, many: Many) -> Offer | None:
    if not program.keeps or not isinstance(many.lay, Aside) or many.groups is not None or many.order is not None:
        return None
    empty, lay = ((),) * len(many.bag), many.lay
    landed: State = many.then(empty, lay.empty).state
    at = landed.at
    while at < len(program.moves) and (at in program.idle or _marks(program.moves[at])):
        at += 1
    if at not in program.keeps:
        return None
    here, select, frame = landed._replace(at=at), program.moves[at].step.select, program.frame
    scope = replace(select, where=None, showing=None, containing=None)
    if any(frame.fits(scope, piece, here) for piece in here.pool):
        return None
    after, asked = program.lay(at + 1, here), frame.asked(at + 1)
    least, most = bounds(frame, select, here)

    def useless(piece: Piece) -> bool:
        return (
            not piece.twin
            and frame.fits(scope, piece, here)
            and after.aside(piece._replace(state="dropped")) == after.empty
        )

    def look(piece: Piece) -> Any:
        return piece.forgetting(asked) if frame.fits(select, piece, here) else None

    def like(piece: Piece) -> Any:
        kept = _kept(piece)
        sums = after.aside(kept)
        return (False, after.like(kept)) if sums is None else (True, sums)

    def taken(sums: tuple[Any, ...]) -> Callable[[tuple[Piece, ...]], Again]:
        state: State = many.then(empty, sums).state
        return lambda dice: Again(state._replace(at=at + 1, pool=(*state.pool, *map(_kept, dice))), at + 1)

    return Offer(many, useless, look, like, least if most is None else min(least, most), most, taken)


def _marks(move: Move) -> bool:
    """Whether a move is a mere mark in the list of steps."""
    return move.step.op == "phase" and move.step.when is None and move.run not in (guard, back)


def _kept(piece: Piece) -> Piece:
    return piece._replace(state="kept")
