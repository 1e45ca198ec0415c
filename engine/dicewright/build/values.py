"""The dice of a stretch value after value: what a move makes of those of one, and what is read off them, by what came
before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from ..model.formula import PerDie
from ..model.system import Selector
from ..ops.frame import Frame
from ..ops.state import COUNTED, Move, Piece, State
from .best import lesser
from .lay import Aside, Sums, joining


class Making(Protocol):
    """A program, as far as this needs it."""

    @property
    def plain(self) -> Frame: ...
    def make(self, frame: Frame, move: Move, state: State) -> Any: ...


Carried = tuple[Any, ...]


@dataclass(frozen=True)
class Reading:
    """Numbers that are read off the dice where a move stands, or at the end, and what they carry from value to value.

    Of each `nth` and of `rank` that is how many dice came before (of more than are asked for makes no difference), or
    upwards the highest values so far; of each straight where it has come to, and how long it is.
    """

    aside: Aside
    frame: Frame
    state: State
    next: int  # how far the next value in a straight is

    @cached_property
    def _ranks(self) -> bool:
        """Whether it is asked of a die how many are worth more."""
        return any(_ranked(tally.of) or (select and _ranked(select.where)) for tally, select in self.aside.live)

    @cached_property
    def _shapes(self) -> tuple[tuple[int, Selector, int | None], ...]:
        """The tallies that carry something: their places, the dice that they look at, and for `nth` which one."""
        return tuple(
            (i, select or ALL, self.frame.argument(tally, self.state) if tally.how == "nth" else None)
            for i, (tally, select) in enumerate(self.aside.live)
            if tally.in_order
        )

    @cached_property
    def start(self) -> Carried:
        nothing = 0 if self.next < 0 else ()
        return (*(None if nth is None else nothing for _, _, nth in self._shapes), *(0,) * self._ranks)

    def read(self, known: Carried, pool: tuple[Piece, ...]) -> tuple[Carried, Sums]:
        """What is known behind the dice of one value, and what they leave behind."""
        told: dict[int, int] = {}
        then: list[Any] = []
        above = known[-1] if self._ranks else 0
        frame = _below(self.frame, above)
        state = self.state._replace(pool=pool)
        for (i, select, nth), so_far in zip(self._shapes, known, strict=False):
            number = sum(frame.fits(select, piece, state) for piece in pool)
            if nth is None:
                length = (so_far[1] if so_far and so_far[0] + self.next == pool[0].value else 0) + 1 if number else 0
                told[i] = length
                then.append((pool[0].value, length) if length else None)
            elif self.next < 0:
                told[i] = pool[0].value if so_far < nth <= so_far + number else 0
                then.append(min(so_far + number, max(0, nth)))
            else:
                best = (*so_far, *(piece.value for piece in pool[:number]))[-nth:] if nth > 0 else ()
                told[i] = _last(best, nth) - _last(so_far, nth)
                then.append(best)
        if self._ranks:
            then.append(above + sum(piece.state in COUNTED for piece in pool))
        return tuple(then), self.aside.together(pool, frame, told)

    def exceeds(self, sums: Sums, told: Sums) -> bool:
        """Whether dice leave more behind than there can be where all leave so much."""
        return any(
            tally.how in GROWING and x is not None and (most is None or x > most)
            for (tally, _), x, most in zip(self.aside.live, sums, told, strict=True)
        )


ALL = Selector()
GROWING = ("count", "sets", "different", "largest_set", "run", "highest", "any")  # which never become less


def _last(best: Sequence[int], nth: int) -> int:
    """The n-th highest of so many of the highest values, in order; 0 where there are fewer."""
    return best[0] if best and len(best) == nth else 0


def _ranked(asked: PerDie | None) -> bool:
    return asked is not None and "rank" in asked.dies


Known = tuple[tuple[int, ...], tuple[Carried, ...]]  # of the moves that change dice, and of the readings


@dataclass(frozen=True)
class Values:
    """The dice of a stretch, value after value.

    `names` are those of the state before each of the `moves`, as far as dice do not decide them, `most` is how many
    dice it takes, if it takes the best; `readings` are by the place of the move that reads, the last is of the end.
    `told` says what some of the others have left behind in the end, where the law is asked for under that condition.
    """

    program: Making
    state: State
    moves: tuple[Move, ...] = field(compare=False)
    names: tuple[tuple[int | None, ...], ...]
    most: tuple[int | None, ...]
    readings: tuple[tuple[int, Reading], ...]
    up: bool
    told: tuple[Sums | None, ...]
    _changed: dict[Any, tuple[int, tuple[Piece, ...]]] = field(default_factory=dict, compare=False)
    _read: dict[Any, tuple[Carried, Sums]] = field(default_factory=dict, compare=False)

    @property
    def given(self) -> bool:
        return any(known is not None for known in self.told)

    def comes_true(self, sums: Sums) -> bool:
        begin = len(self.readings[-1][1].aside.empty)
        for (_, reading), known in zip(self.readings, self.told, strict=False):
            end = begin + len(reading.aside.empty)
            if known is not None and sums[begin:end] != known:
                return False
            begin = end
        return True

    def place(self, piece: Piece) -> int:
        return piece.value if self.up else -piece.value

    @cached_property
    def start(self) -> Known:
        return (0,) * len(self.moves), tuple(reading.start for _, reading in self.readings)

    def behind(self, known: Known, place: int, pieces: tuple[Piece, ...]) -> tuple[Known, Sums] | None:
        """Let the dice of one value go through the stretch."""
        changed: list[int] = []
        read: list[Carried] = []
        sums: list[Sums] = []
        pool = pieces
        for (at, reading), carried in zip(self.readings, known[1], strict=True):
            while len(changed) < len(self.moves) and self.moves[len(changed)].at < at:
                key = len(changed), known[0][len(changed)], pool
                then = self._changed.get(key) or self._changed.setdefault(key, self._change(*key))
                changed.append(then[0])
                pool = then[1]
            here = at, carried, pool
            after = self._read.get(here) or self._read.setdefault(here, reading.read(carried, pool))
            told = self.told[len(sums)] if len(sums) < len(self.told) else None
            if told is not None and reading.exceeds(after[1], told):
                return None
            read.append(after[0])
            sums.append(after[1])
        return (tuple(changed), tuple(read)), tuple([each for left in (sums[-1], *sums[:-1]) for each in left])

    def _change(self, n: int, so_far: int, pool: tuple[Piece, ...]) -> tuple[int, tuple[Piece, ...]]:
        """What a move makes of the dice of one value, where before them it has taken so many, or so many count."""
        move, frame, most, then = self.moves[n], self.program.plain, self.most[n], 0
        state = self.state._replace(at=move.at, names=self.names[n], pool=pool)
        if most is not None:
            takes = min(most - so_far, sum(frame.fits(move.step.select, piece, state) for piece in pool))
            move, then = lesser(move, takes), so_far + takes
        elif _ranked(move.step.select.where):
            frame, then = _below(frame, so_far), so_far + sum(piece.state in COUNTED for piece in pool)
        after: Any = self.program.make(frame, move, state)
        return then, tuple(sorted(after.state.pool))


def _below(frame: Frame, above: int) -> Frame:
    """The frame for dice of which so many are worth more."""
    return replace(frame, above=above) if above else frame


@dataclass(frozen=True)
class Beside:
    """What is laid aside, and behind it what other readings add up to."""

    asides: tuple[Aside, ...]

    lean = False
    most: tuple[int | None, ...] = ()

    @cached_property
    def empty(self) -> Sums:
        return tuple(each for aside in self.asides for each in aside.empty)

    @cached_property
    def adds(self) -> tuple[bool, ...]:
        return tuple(each for aside in self.asides for each in aside.adds)

    @cached_property
    def join(self) -> Any:
        return joining([tally.how for aside in self.asides for tally, _ in aside.live])
