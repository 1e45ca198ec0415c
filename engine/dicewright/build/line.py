"""Joining a roll with the step behind it that lines dice up with other dice, the highest with the highest.

The dice fall one after another, the first in line first. Of those before it a die needs to know which ones of the other
side still wait for a partner, and it gets the first of them; or that the line has ended. Dice that wait are merged
where no partner that can still come tells them apart: of dice that are higher than all that follows, it is only known
how many there are. No handful is listed: see `chance.order`. Odds with the joint equal odds without it.

Where dice of pairs are dropped, what a die counts for is settled once its partner comes, or none can come with which it
would make a pair. Until then it waits, told from others also by what it would count for; afterwards it only holds its
place in line. In a line that ends with the first pair that does not hold, no die waits behind such a one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

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

# Whose dice wait, and which, the first in line first (None: one that makes no pair); None: the line has ended.
Known = tuple[int, tuple[Piece | None, ...]] | None
OURS, THEIRS, NOBODY = 0, 1, 2


def lines_up(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move pairs dice by their place in line, whatever they are."""
    step, select = move.step, move.step.select
    if step.op != PAIR.name or step.keys["line_up"] == "alike" or move.run in (guard, back):
        return False
    if step.when is not None and not fixed(step.when, pool_names):
        return False
    asked = (select.where, select.by, step.keys["against"].where, step.keys.get("holds"))
    return all(alone(each) for each in asked)


class Laying(Protocol):
    """What dice leave behind."""

    @property
    def empty(self) -> Sums: ...
    @property
    def join(self) -> Callable[[Sums, Sums], Sums]: ...

    def together(self, pool: Sequence[Piece]) -> Sums: ...


@dataclass(frozen=True)
class Line:
    """The dice of both sides in their order. `most` of each side can find a partner.

    With `given`, the law is asked for under the condition that dice leave this behind, from the place `since` on.
    """

    frame: Frame
    aside: Laying
    state: State
    move: Move = field(compare=False)
    counted: int  # how many numbers pairs are counted into
    most: tuple[int, int]
    told: Sums | None = None
    since: int = 0
    _sides: dict[Piece, tuple[int, Sums]] = field(default_factory=dict, compare=False)
    _pairs: dict[tuple[Piece, Piece], bool] = field(default_factory=dict, compare=False)
    _signs: dict[Piece, list[int]] = field(default_factory=dict, compare=False)
    _ever: dict[tuple[Piece, int], bool] = field(default_factory=dict, compare=False)
    _numbers: dict[Any, int] = field(default_factory=dict, compare=False)
    _stands: dict[tuple[Piece, int], Piece] = field(default_factory=dict, compare=False)
    _first: dict[tuple[int, int, int], Piece] = field(default_factory=dict, compare=False)
    _gone: dict[Piece, Sums] = field(default_factory=dict, compare=False)

    @property
    def start(self) -> Known:
        return OURS, ()

    @property
    def given(self) -> bool:
        return self.told is not None

    def comes_true(self, sums: Sums) -> bool:
        return self.told is None or sums[self.since : self.since + len(self.told)] == self.told

    @property
    def later(self) -> bool:
        return "drops" in self.move.step.keys

    @cached_property
    def _dropping(self) -> tuple[bool, bool]:
        """Whether the dice of pairs are dropped: ours, theirs."""
        drops = self.move.step.keys.get("drops")
        return drops in ("both", "selected"), drops in ("both", "against")

    @cached_property
    def _nothing(self) -> tuple[int, ...]:
        return (0,) * self.counted

    def spent(self, known: Known) -> bool:
        return known is None

    def place(self, piece: Piece) -> Any:
        sign = 1 if self.move.step.keys["line_up"] == "lowest" else -1
        look = piece.forgetting(self.frame.asked(self.move.at + 1))
        return sign * worth_of(self.frame, self.move.step.select, piece, self.state), look, piece

    def judged(self, known: Known, piece: Piece) -> tuple[Known, Sums]:
        side, sums = self._side(piece)
        if known is None or side == NOBODY:
            return known, (*sums, *self._nothing)
        whose, waiting = known
        if whose == side or not waiting:
            if len(waiting) >= self.most[side]:
                return known, (*sums, *self._nothing)
            return (side, (*waiting, piece)), (*(self.aside.empty if self._dropping[side] else sums), *self._nothing)
        other, left = waiting[0], (whose, waiting[1:])
        if other is not None and (self._holds(other, piece) if side == THEIRS else self._holds(piece, other)):
            sums = self._paired(piece) if self._dropping[side] else sums
            if self._dropping[whose]:
                sums = self.aside.join(sums, self._paired(other))
            return left, (*sums, *(1,) * self.counted)
        ends = self.move.step.keys.get("unbroken")
        sums = self._kept(whose, waiting if ends else waiting[:1], sums)
        return None if ends else left, (*sums, *self._nothing)

    def _kept(self, whose: int, waiting: Iterable[Piece | None], sums: Sums) -> Sums:
        """What dice count for that wait no longer and make no pair, besides what has been counted."""
        if self._dropping[whose]:
            for piece in waiting:
                sums = sums if piece is None else self.aside.join(sums, self._side(piece)[1])
        return sums

    def _paired(self, piece: Piece) -> Sums:
        """What a die of a pair counts for that is dropped."""
        found = self._gone.get(piece)
        if found is None:
            found = self._gone[piece] = self.aside.together((piece._replace(state="dropped"),))
        return found

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

    def merged(self, known: Known, rest: Sequence[Piece]) -> tuple[Known, Sums | None]:
        if known is None or not known[1]:
            return self.start if known else None, None
        side, waiting = known
        if not self._dropping[side]:
            return (side, tuple([piece and self._like(side, piece, rest) for piece in waiting])), None
        stay: list[Piece | None] = []
        out: list[Piece | None] = []
        for n, piece in enumerate(waiting):
            if piece is not None and self._makes(side, piece, rest):
                stay.append(self._like(side, piece, rest))
                continue
            stay.append(None)
            if self.move.step.keys.get("unbroken"):
                out += waiting[n:]
                break
            out.append(piece)
        settled = self._kept(side, out, self.aside.empty)
        more = None if settled == self.aside.empty else (*settled, *self._nothing)
        over = stay[0] is None and self.move.step.keys.get("unbroken")
        return None if over else (side, tuple(stay)), more

    def _makes(self, side: int, piece: Piece, rest: Sequence[Piece]) -> bool:
        """Whether a die that can still come makes a pair with this one."""
        found = self._ever.get((piece, len(rest)))
        if found is None:
            theirs = (other for other in rest if self._side(other)[0] == OURS + THEIRS - side)
            pairs = (self._holds(piece, o) if side == OURS else self._holds(o, piece) for o in theirs)
            found = self._ever[piece, len(rest)] = any(pairs)
        return found

    def _like(self, side: int, piece: Piece, rest: Sequence[Piece]) -> Piece:
        """The die that stands for this one while it waits."""
        found = self._stands.get((piece, len(rest)))
        if found is None:
            found = self._stands[piece, len(rest)] = self._stand(side, piece, rest)
        return found

    def _stand(self, side: int, piece: Piece, rest: Sequence[Piece]) -> Piece:
        signs = self._signs.get(piece)
        if signs is None:
            counts = (self._side(piece)[1], self._paired(piece)) if self._dropping[side] else None
            signs = self._signs[piece] = [self._numbers.setdefault(counts, len(self._numbers) + 1)]
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

    line = Line(frame, aside, state._replace(pool=(), at=move.at), move, len(counters), partners(move, state))
    lay: Any = Counting(aside, tuple(counters)) if counters else aside
    return Many(bag, Last(), lay, landed, None, line)


def partners(move: Move, state: State) -> tuple[int, int]:
    """How many dice of each side can find a partner at most."""
    ours, theirs = (
        sum(_could(select, piece) for piece in state.pool) for select in (move.step.select, move.step.keys["against"])
    )
    return theirs, ours


def _could(select: Selector, piece: Piece) -> bool:
    """Whether a step may select the die, whatever it shows."""
    return select.dice is None or piece.kind in select.dice
