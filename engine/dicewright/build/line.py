"""Joining a roll with the step behind it that lines dice up with other dice, the highest with the highest.

The dice fall one after another, the first in line first. Of those before it a die needs to know which ones of the other
side still wait for a partner, and it gets the first of them; or that the line has ended. Dice that wait are merged
where no partner that can still come tells them apart: of dice that are higher than all that follows, it is only known
how many there are. No handful is listed: see `chance.order`. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..chance.ask import Again, Lot, Many
from ..model.system import Selector
from ..ops import binding
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.pair import PAIR, holds
from ..ops.select import worth_of
from ..ops.state import Move, Piece, State
from .alike import Counting
from .apart import alone, fixed
from .lay import Aside, Sums
from .twins import Last

Known = tuple[int, tuple[Piece, ...]] | None  # whose dice wait, and which, the first in line first; None: it has ended
OURS, THEIRS, NOBODY = 0, 1, 2


def lines_up(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move pairs dice by their place in line, whatever they are, and leaves them where they are."""
    step, select = move.step, move.step.select
    if step.op != PAIR.name or step.keys["line_up"] == "alike" or "drops" in step.keys or move.run in (guard, back):
        return False
    if step.when is not None and not fixed(step.when, pool_names):
        return False
    asked = (select.where, select.by, step.keys["against"].where, step.keys.get("holds"))
    return all(alone(each) for each in asked)


@dataclass(frozen=True)
class Line:
    """The dice of both sides in their order. `most` of each side can find a partner."""

    frame: Frame
    aside: Aside
    state: State
    move: Move = field(compare=False)
    counted: int  # how many numbers pairs are counted into
    most: tuple[int, int]
    _sides: dict[Piece, tuple[int, Sums]] = field(default_factory=dict, compare=False)
    _pairs: dict[tuple[Piece, Piece], bool] = field(default_factory=dict, compare=False)
    _signs: dict[Piece, list[int]] = field(default_factory=dict, compare=False)
    _numbers: dict[tuple[int, bool], int] = field(default_factory=dict, compare=False)
    _stands: dict[tuple[Piece, int], Piece] = field(default_factory=dict, compare=False)
    _first: dict[tuple[int, int, int], Piece] = field(default_factory=dict, compare=False)

    @property
    def start(self) -> Known:
        return OURS, ()

    def spent(self, known: Known) -> bool:
        return known is None

    def place(self, piece: Piece) -> Any:
        sign = 1 if self.move.step.keys["line_up"] == "lowest" else -1
        look = piece.forgetting(self.frame.asked(self.move.at + 1))
        return sign * worth_of(self.frame, self.move.step.select, piece, self.state), look, piece

    def judged(self, known: Known, piece: Piece) -> tuple[Known, Sums]:
        side, sums = self._side(piece)
        none = (*sums, *(0,) * self.counted)
        if known is None or side == NOBODY:
            return known, none
        whose, waiting = known
        if whose != side and waiting:
            if self._holds(waiting[0], piece) if side == THEIRS else self._holds(piece, waiting[0]):
                return (whose, waiting[1:]), (*sums, *(1,) * self.counted)
            return None if self.move.step.keys.get("unbroken") else (whose, waiting[1:]), none
        return ((side, (*waiting, piece)) if len(waiting) < self.most[side] else known), none

    def _side(self, piece: Piece) -> tuple[int, Sums]:
        """Whose die it is, and what it counts for."""
        found = self._sides.get(piece)
        if found is None:
            fits, step = self.frame.fits, self.move.step
            ours = fits(step.select, piece, self.state)
            side = OURS if ours else THEIRS if fits(step.keys["against"], piece, self.state) else NOBODY
            found = self._sides[piece] = side, self.aside.together((piece,))
        return found

    def _holds(self, ours: Piece, theirs: Piece) -> bool:
        found = self._pairs.get((ours, theirs))
        if found is None:
            worth = worth_of(self.frame, self.move.step.select, theirs, self.state)
            found = self._pairs[ours, theirs] = holds(self.frame, self.move, ours, worth, self.state)
        return found

    def merged(self, known: Known, rest: Sequence[Piece]) -> Known:
        if known is None or not known[1]:
            return self.start if known else None
        side, waiting = known
        return side, tuple([self._like(side, piece, rest) for piece in waiting])

    def _like(self, side: int, piece: Piece, rest: Sequence[Piece]) -> Piece:
        """The die that stands for this one while it waits."""
        found = self._stands.get((piece, len(rest)))
        if found is None:
            found = self._stands[piece, len(rest)] = self._stand(side, piece, rest)
        return found

    def _stand(self, side: int, piece: Piece, rest: Sequence[Piece]) -> Piece:
        signs = self._signs.setdefault(piece, [0])
        while len(signs) <= len(rest):
            other = rest[-len(signs)]
            sign = signs[-1]
            if self._side(other)[0] == OURS + THEIRS - side:
                holding = self._holds(piece, other) if side == OURS else self._holds(other, piece)
                sign = self._numbers.setdefault((sign, holding), len(self._numbers) + 1)
            signs.append(sign)
        return self._first.setdefault((side, len(rest), signs[len(rest)]), piece)


def in_line(
    frame: Frame,
    state: State,
    move: Move,
    aside: Aside,
    matters: Sequence[int],
    bag: tuple[Lot, ...],
) -> Many | None:
    """Ask for the dice in their order; None where that cannot be done for these dice.

    `matters` are the places of the numbers on which it depends what dice count for afterwards.
    """
    counters = tuple(frame.slots[name] for name in (binding(move.step),) if name is not None)
    if not set(counters).isdisjoint(matters) or not frame.holds(move.step.when, state):
        return None
    end = move.at + 1

    def landed(thrown: Any, sums: Sums) -> Again:
        names, laid = list(state.names), sums[: len(aside.empty)]
        for slot, number in zip(counters, sums[len(laid) :], strict=True):
            names[slot] = number
        return Again(State(end, tuple(names), (), aside.onto(state.sums, laid)), end)

    step = move.step
    many = [sum(_could(select, piece) for piece in state.pool) for select in (step.select, step.keys["against"])]
    line = Line(frame, aside, state._replace(pool=(), at=move.at), move, len(counters), (many[THEIRS], many[OURS]))
    lay: Any = Counting(aside, tuple(counters)) if counters else aside
    return Many(bag, Last(), lay, landed, None, line)


def _could(select: Selector, piece: Piece) -> bool:
    """Whether a step may select the die, whatever it shows."""
    return select.dice is None or piece.kind in select.dice
