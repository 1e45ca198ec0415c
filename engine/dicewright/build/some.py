"""Joining a roll with a step that changes only so many of the dice that fit it, and with the steps behind that.

Where the dice that fit a step all show the same, all that matters is how many they are: that is asked first. Then every
die is on its own again: those that did not fit are as they are, under the condition that they do not, so many of those
that did are changed, and the others stay as they are. So the dice are not listed, and what follows may be taken in the
order of the dice. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import add
from typing import Any

from ..chance.ask import Again, Lot, Many
from ..ops.control import back, guard
from ..ops.dice import fresh
from ..ops.frame import Frame
from ..ops.select import worth_of
from ..ops.state import UNROLLED, Move, Piece, State
from .apart import Part, Taker, alone, apart, fixed
from .twins import Last

CHANGES = ("reroll", "set", "explode")
BEFORE = ("roll", "reroll", "phase")
SORTED = ("highest", "lowest", "any")


def changes_some(move: Move, before: Sequence[Move], pool_names: frozenset[str], free: bool) -> bool:
    """Whether a move changes at most so many dice that fit it, each by itself, and leaves each of them one die."""
    step, select = move.step, move.step.select
    number = select.count or select.at_most
    if step.op not in CHANGES or (step.op == "explode" and not step.keys.get("onto")) or number is None:
        return False
    if move.run in (guard, back) or select.may or select.pick not in SORTED or not fixed(number, pool_names):
        return False
    if select.where is None or select.where.dies & {"exploded", "rerolled"} or not alone(select.by):
        return False
    return apart(_all(move), pool_names, free) and all(each.step.op in BEFORE for each in before)


def _all(move: Move) -> Move:
    """The move as it meets a die that it takes."""
    return replace(move, step=replace(move.step, select=replace(move.step.select, count=None, at_most=None)))


@dataclass(frozen=True)
class Placed:
    """Counts, for each lot, the dice that fit. A piece is known here by the number of its lot."""

    frame: Frame
    move: Move = field(compare=False)
    state: State
    empty: tuple[int, ...]
    lean: bool = True
    most: tuple[int | None, ...] = ()

    @property
    def adds(self) -> tuple[bool, ...]:
        return (True,) * len(self.empty)

    def aside(self, piece: tuple[int, Piece]) -> tuple[int, ...]:
        fits = self.frame.fits(self.move.step.select, piece[1], self.state)
        return tuple([int(fits and lot == piece[0]) for lot in range(len(self.empty))])

    def like(self, piece: Any) -> Any:
        return piece

    def join(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(add, a, b))

    def onto(self, sums: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        return more


@dataclass(frozen=True)
class Parted(Part):
    """A die on its way through the stretch, if it fits the step there, or if it does not; taken by it, or left."""

    frame: Frame
    move: Move = field(compare=False)
    fits: bool
    taken: bool

    def step(self, state: State) -> Any:
        while state.at < self.end:
            if state.at == self.move.at:
                if self.frame.fits(self.move.step.select, state.pool[0], state) != self.fits:
                    return None
                asked = self.program.makes(_all(self.move), state) if self.taken else self.move.next(state)
            else:
                asked = self.program.plainly(state)
            if not isinstance(asked, Again):
                return asked
            state = asked.state  # type: ignore[assignment]
        return tuple(self.program.tidied(list(state.pool), self.end))


def parted(
    program: Taker, frame: Frame, state: State, move: Move, end: int, then: Callable[[tuple[Lot, ...]], Any]
) -> Many | None:
    """Ask how many dice fit the move, and `then` for lots of dice on their way to `end`.

    None where those that fit may show more than one thing.
    """
    dice, select = sorted(Counter(state.pool).items()), move.step.select
    number = select.count or select.at_most
    assert number is not None
    shown = [_fitting(frame, state, move, piece) for piece, _ in dice]
    if any(len(looks) > 1 for looks in shown) or any(piece.twin for piece, _ in dice):
        return None
    most = max(0, frame.value(number, state)) if frame.holds(move.step.when, state) else 0
    sign, asked = -1 if select.pick == "highest" else 1, frame.asked(move.at + 1)

    def place(lot: int) -> Any:
        piece = shown[lot][0]
        return sign * worth_of(frame, select, piece, state), piece.forgetting(asked)

    order = sorted((lot for lot, looks in enumerate(shown) if looks), key=place)
    empty = state._replace(pool=())
    bag = tuple(Lot(Part(program, empty._replace(pool=(piece,)), move.at), n, i) for i, (piece, n) in enumerate(dice))

    def lots(numbers: tuple[int, ...]) -> tuple[Lot, ...]:
        left, found = most, []
        for lot in [*order, *(lot for lot, looks in enumerate(shown) if not looks)]:
            piece, count = dice[lot]
            takes = min(left, numbers[lot])
            left -= takes
            for n, fits, taken in (
                (count - numbers[lot], False, False),
                (numbers[lot] - takes, True, False),
                (takes, True, True),
            ):
                life = Parted(program, empty._replace(pool=(piece,)), end, frame, move, fits, taken)
                found += [Lot(life, n, None)] if n else []
        return tuple(found)

    lay: Any = Placed(frame, move, empty, (0,) * len(dice))
    return Many(bag, _placed, lay, lambda thrown, sums: then(lots(sums)))


def _placed(lot: int, left: tuple[Piece, ...]) -> tuple[tuple[int, Piece], ...]:
    return tuple((lot, piece) for piece in Last()(None, left))


def _fitting(frame: Frame, state: State, move: Move, piece: Piece) -> list[Piece]:
    """The looks of a die of which the move could take it."""
    if piece.face != UNROLLED:
        looks = [piece]
    else:
        kind = frame.rules.kinds[piece.kind]
        looks = [fresh(piece, face, kind.values[face]) for face in dict.fromkeys(kind.same)]
    return [look for look in looks if frame.fits(move.step.select, look, state)]
