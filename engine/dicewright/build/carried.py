"""Joining a roll with what is read off its dice from the highest value down, or from the lowest up.

The second highest value, the longest straight, a set among the three dice that are kept: what the dice of one value
come to hangs on those of the values before it, and of these few numbers are enough. How many dice a step has taken, how
many there were that count, how long a straight is so far: that is known, no more. The dice of one value go through the
stretch together, by the very same moves. No handful is listed: see `chance.carry`. Odds with the joint equal odds
without it.

Numbers that moves read off the dice on the way get their names behind the stretch.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again, Many
from ..model.formula import PerDie, Tally
from ..model.system import Selector
from ..ops import binding
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import COUNTED, Move, Piece, State
from .apart import apart, fixed, jumped_into, reach
from .best import lesser
from .foretold import Foreseeing, counted
from .lay import Aside, Sums, joining
from .live import Live
from .order import most_of, one_piece
from .reads import Reads
from .some import SORTED
from .twins import Last, lots

CHANGES = ("remove", "drop", "keep", "reserve", "negate", "multiply", "tag")
NUMBERS = ("let", "tally")


class Carrier(Foreseeing, Protocol):
    """A program, as far as this needs it."""

    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def plain(self) -> Frame: ...
    @property
    def live(self) -> Live: ...
    @property
    def matters(self) -> Sequence[tuple[int, ...]]: ...
    def make(self, frame: Frame, move: Move, state: State) -> Any: ...


class Stretch(NamedTuple):
    """Up to where each die goes alone, and where the stretch ends; `up` from the lowest value.

    `moving` are the names that get their number from the dice, by the moves at the places of `readings`.
    """

    alone: int
    end: int
    moving: frozenset[str]
    readings: frozenset[int]
    up: bool


def carrying(
    moves: Sequence[Move],
    start: int,
    each: Sequence[Reads],
    after: Sequence[Reads],
    idle: Set[int],
    pool_names: frozenset[str],
    free: bool,
) -> Stretch | None:
    """Such a stretch that a roll begins. `each` says what a move reads, `after` all from there on."""
    if not one_piece(moves[start], pool_names, free):
        return None
    first = reach(moves, start + 1, lambda move: move.at in idle or one_piece(move, pool_names, free))
    entered, end, moving, readings = jumped_into(moves), first, set(pool_names), set[int]()
    ups: set[bool] = set()
    known = frozenset[str]()
    for at in range(first, len(moves)):
        move, reads = moves[at], each[at]
        if at in entered:
            break
        if at in idle:
            continue
        if _names_a_number(move, reads, frozenset(moving)):
            if reads.tallies or not reads.names.isdisjoint(moving):
                moving |= reads.assigned
                readings.add(at)
        elif _changes(move, frozenset(moving)):
            if _number(move.step.select):
                ups.add(move.step.select.pick != "highest")
                if len(ups) > 1:
                    break
            known, end = frozenset(moving - pool_names), at + 1
        else:
            break
    mine = [*(each[n] for n in range(first, end) if n not in idle), after[end]]
    together = any(reads.alike or reads.ordered for reads in mine)
    if not together or (True in ups and any("rank" in reads.dies for reads in mine)):
        return None
    return Stretch(first, end, known, frozenset(at for at in readings if at < end), True in ups)


def _names_a_number(move: Move, reads: Reads, moving: frozenset[str]) -> bool:
    """Whether a move only gives a number a name, off the dice as they lie there."""
    if move.step.op not in NUMBERS or move.run in (guard, back) or reads.whole:
        return False
    return not any(_asks(tally, select) & moving for tally, select in reads.tallies)


def _asks(tally: Tally, select: Selector | None) -> frozenset[str]:
    where = select.where if select else None
    return tally.of.names | (where.names if where else frozenset())


def _number(select: Selector) -> Any:
    return select.count or select.at_most


def _changes(move: Move, moving: frozenset[str]) -> bool:
    """Whether a move does to the dice of one value what hangs on those before them only by how many there are."""
    step, select = move.step, move.step.select
    if step.op == "phase":
        return apart(move, moving, True)
    if step.op not in CHANGES or move.run in (guard, back) or (step.when is not None and not fixed(step.when, moving)):
        return False
    if any((select.at_least, select.by, select.per, select.may)):
        return False
    number = _number(select)
    if number is None:
        if select.pick:
            return False
    elif select.pick not in SORTED or not fixed(number, moving):
        return False
    if step.op == "multiply" and not fixed(step.keys["times"], moving):
        return False
    where = select.where
    fits = where is None or (where.in_order if number is None else where.among_alike)
    return where is None or (fits and not where.names & moving)


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


ALL = Selector()


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
    """

    program: Carrier
    state: State
    moves: tuple[Move, ...] = field(compare=False)
    names: tuple[tuple[int | None, ...], ...]
    most: tuple[int | None, ...]
    readings: tuple[tuple[int, Reading], ...]
    up: bool
    _changed: dict[Any, tuple[int, tuple[Piece, ...]]] = field(default_factory=dict, compare=False)
    _read: dict[Any, tuple[Carried, Sums]] = field(default_factory=dict, compare=False)

    given = False

    def place(self, piece: Piece) -> int:
        return piece.value if self.up else -piece.value

    @cached_property
    def start(self) -> Known:
        return (0,) * len(self.moves), tuple(reading.start for _, reading in self.readings)

    def behind(self, known: Known, place: int, pieces: tuple[Piece, ...]) -> tuple[Known, Sums]:
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
class Laid:
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


def carried(program: Carrier, state: State, stretch: Stretch) -> Many | None:
    """Ask for the dice value after value; None where that cannot be done for these dice."""
    frame, bag = program.plain, lots(program, state, stretch.alone)
    here = state._replace(pool=(), at=stretch.alone)
    moves: list[Move] = []
    names: list[tuple[int | None, ...]] = []
    most: list[int | None] = []
    named: list[tuple[Move, Reading | None]] = []
    for move in program.moves[stretch.alone : stretch.end]:
        here = here._replace(at=move.at)
        if move.at in program.idle or move.step.op == "phase":
            continue
        if move.at in stretch.readings:
            off = counted(program, program.live.each[move.at].tallies, here, stretch.moving)
            if not off.orderly:
                return None
            named.append((move, Reading(off, frame, here, 1 if stretch.up else -1)))
        elif binding(move.step) is not None:
            named.append((move, None))
            here = program.plainly(here).state
        elif frame.holds(move.step.when, here):
            moves.append(move)
            names.append(here.names)
            most.append(most_of(frame, move, here) if _number(move.step.select) else None)
    aside = program.lay(stretch.end, here._replace(at=stretch.end))
    slots = {frame.slots[name] for name in stretch.moving}
    if bag is None or not aside.orderly or not slots.isdisjoint(program.matters[stretch.end]):
        return None

    def landed(thrown: Any, sums: Sums) -> Again:
        there, begin = state._replace(pool=()), len(aside.empty)
        for move, reading in named:
            there = there._replace(at=move.at, sums=state.sums)
            if reading is not None:
                end = begin + len(reading.aside.empty)
                there = there._replace(sums=reading.aside.onto(state.sums, sums[begin:end]))
                begin = end
            there = program.plainly(there).state
        laid = aside.onto(state.sums, sums[: len(aside.empty)])
        return Again(there._replace(at=stretch.end, sums=laid), stretch.end)

    read = [(move.at, reading) for move, reading in named if reading is not None]
    readings = (*read, (stretch.end, Reading(aside, frame, here, 1 if stretch.up else -1)))
    lay: Any = Laid((aside, *(reading.aside for _, reading in read))) if read else aside
    values = Values(program, here, tuple(moves), tuple(names), tuple(most), readings, stretch.up)
    return Many(bag, Last(), lay, landed, None, values)
