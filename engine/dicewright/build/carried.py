"""Joining a roll with what is read off its dice from the highest value down, or from the lowest up.

The second highest value, the longest straight, a set among the three dice that are kept: what the dice of one value
come to hangs on those of the values before it, and of these few numbers are enough. How many dice a step has taken, how
many there were that count, how long a straight is so far: that is known, no more. The dice of one value go through the
stretch together, by the very same moves. No handful is listed: see `chance.carry`. Odds with the joint equal odds
without it.

Numbers that moves read off the dice on the way get their names behind the stretch. Where dice are judged by such a
number, its law is asked for first, and then, for each number that it can be, what the dice come to if it is that one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again, Lot, Many
from ..model.formula import Tally
from ..model.system import Selector
from ..ops import binding
from ..ops.control import back, guard
from ..ops.state import Move, State
from .apart import apart, fixed, jumped_into, reach
from .foretold import Foreseeing, counted
from .lay import Aside, Sums
from .live import Live
from .order import most_of, one_piece
from .reads import Reads
from .some import SORTED
from .twins import Last, lots
from .values import Beside, Making, Reading, Values

CHANGES = ("remove", "drop", "keep", "reserve", "negate", "multiply", "tag")
NUMBERS = ("let", "tally")
ONE, FEW = 1, 3  # dice whose handfuls are listed sooner; so many where numbers have to be foretold


class Carrier(Foreseeing, Making, Protocol):
    """A program, as far as this needs it."""

    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def live(self) -> Live: ...
    @property
    def matters(self) -> Mapping[int, tuple[int, ...]]: ...


class Stretch(NamedTuple):
    """Up to where each die goes alone, and where the stretch ends; `up` from the lowest value.

    At the places of `readings` names get numbers from the dice: these have to be `foretold` at some of them, at others
    the names are `moving`.
    """

    alone: int
    end: int
    moving: frozenset[str]
    readings: frozenset[int]
    foretold: frozenset[int]
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
    entered, end, given, ups = jumped_into(moves), first, _Given(each), set[bool]()
    at = first
    while at < len(moves) and at not in entered:
        move, reads = moves[at], each[at]
        if at in idle:
            pass
        elif _names_a_number(move, reads, pool_names):
            given.names(at, pool_names)
        elif _changes(move, pool_names):
            if _number(move.step.select):
                ups.add(move.step.select.pick != "highest")
                if len(ups) > 1:
                    break
            given.foretell(reads.names)
            end = at + 1
        else:
            break
        at += 1
    end = next((n for n in range(end, at + 1) if not _unsettled(after[n])), end)
    given.foretell(after[end].aside_names())
    mine = [*(each[n] for n in range(first, end) if n not in idle), after[end]]
    together = any(reads.alike or reads.ordered for reads in mine)
    if not together or (True in ups and any("rank" in reads.dies for reads in mine)):
        return None
    readings = frozenset(n for ats in given.by.values() for n in ats if n < end)
    moving = frozenset(name for name, ats in given.by.items() if not (ats & readings) <= given.foretold)
    return Stretch(first, end, moving, readings, readings & given.foretold, True in ups)


class _Given:
    """At which places names get numbers from the dice, and which of these have to be known there already."""

    def __init__(self, each: Sequence[Reads]) -> None:
        self._each = each
        self.by: dict[str, set[int]] = {}
        self.foretold: set[int] = set()

    def names(self, at: int, pool_names: frozenset[str]) -> None:
        reads = self._each[at]
        for tally, select in reads.tallies:
            self.foretell(_asks(tally, select))
        if reads.tallies or not reads.names.isdisjoint(self.by.keys() | pool_names):
            for name in reads.assigned:
                self.by.setdefault(name, set()).add(at)

    def foretell(self, names: Set[str]) -> None:
        for at in {at for name in names for at in self.by.get(name, ())} - self.foretold:
            self.foretold.add(at)
            self.foretell(self._each[at].names)


def _unsettled(reads: Reads) -> bool:
    """Whether a number that is read off the dice hangs on one that gets its name only later."""
    return any(_asks(tally, select) & reads.assigned for tally, select in reads.tallies)


def _names_a_number(move: Move, reads: Reads, pool_names: frozenset[str]) -> bool:
    """Whether a move only gives a number a name, off the dice as they lie there."""
    if move.step.op not in NUMBERS or move.run in (guard, back) or reads.whole:
        return False
    return not any(_asks(tally, select) & pool_names for tally, select in reads.tallies)


def _asks(tally: Tally, select: Selector | None) -> frozenset[str]:
    where = select.where if select else None
    return tally.of.names | (where.names if where else frozenset())


def _number(select: Selector) -> Any:
    return select.count or select.at_most


def _changes(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move does to the dice of one value what hangs on those before them only by how many there are."""
    step, select = move.step, move.step.select
    if step.op == "phase":
        return apart(move, pool_names, True)
    if step.op not in CHANGES or move.run in (guard, back):
        return False
    if step.when is not None and not fixed(step.when, pool_names):
        return False
    if any((select.at_least, select.by, select.per, select.may)):
        return False
    number = _number(select)
    if number is None:
        if select.pick:
            return False
    elif select.pick not in SORTED or not fixed(number, pool_names):
        return False
    if step.op == "multiply" and not fixed(step.keys["times"], pool_names):
        return False
    where = select.where
    fits = where is None or (where.in_order if number is None else where.among_alike)
    return where is None or (fits and not where.names & pool_names)


def carried(program: Carrier, state: State, stretch: Stretch) -> Many | None:
    """Ask for the dice value after value; None where that cannot be done for these dice."""
    bag = lots(program, state, stretch.alone)
    here = state._replace(pool=(), at=stretch.alone)
    read = [_off(program, here, stretch, at) for at in stretch.readings]
    slots = {program.frame.slots[name] for name in stretch.moving}
    if bag is None or not all(off.orderly for off in read) or not slots.isdisjoint(program.matters[stretch.end]):
        return None
    few = sum(lot.count for lot in bag) <= (FEW if stretch.foretold else ONE)
    if few or not program.lay(stretch.end, here._replace(at=stretch.end)).orderly:
        return None
    return _asked(program, state, stretch, bag, {})


def _off(program: Carrier, here: State, stretch: Stretch, at: int) -> Aside:
    """What dice count for in the numbers that a move reads."""
    return counted(program, program.live.each[at].tallies, here, stretch.moving)


def _asked(program: Carrier, state: State, stretch: Stretch, bag: tuple[Lot, ...], told: Mapping[int, Sums]) -> Many:
    """Ask for the next number that has to be foretold, where these are known to be so; or for what the dice come to."""
    frame, here = program.plain, state._replace(pool=(), at=stretch.alone)
    moves: list[Move] = []
    names: list[tuple[int | None, ...]] = []
    most: list[int | None] = []
    named: list[tuple[Move, Aside | None]] = []
    read: list[tuple[int, Reading]] = []
    step = 1 if stretch.up else -1
    asking = stretch.end
    for move in program.moves[stretch.alone : stretch.end]:
        here = here._replace(at=move.at, sums=state.sums)
        if move.at in program.idle or move.step.op == "phase":
            continue
        if binding(move.step) is not None:
            off = _off(program, here, stretch, move.at) if move.at in stretch.readings else None
            if off is not None:
                if move.at in stretch.foretold and off.live and move.at not in told:
                    asking = move.at
                    break
                read.append((move.at, Reading(off, frame, here, step)))
                here = here._replace(sums=off.onto(state.sums, told.get(move.at, off.empty)))
            named.append((move, off))
            if off is None or move.at in stretch.foretold:
                here = program.plainly(here).state
        elif frame.holds(move.step.when, here):
            moves.append(move)
            names.append(here.names)
            most.append(most_of(frame, move, here) if _number(move.step.select) else None)
    here = here._replace(at=asking, sums=state.sums)
    aside = program.lay(asking, here) if asking == stretch.end else _off(program, here, stretch, asking)

    def landed(thrown: Any, sums: Sums) -> Any:
        begin = len(aside.empty)
        if asking != stretch.end:
            return _asked(program, state, stretch, bag, {**told, asking: sums[:begin]})
        there = state._replace(pool=())
        for move, off in named:
            laid = state.sums
            if off is not None:
                laid = off.onto(laid, sums[begin : begin + len(off.empty)])
                begin += len(off.empty)
            there = program.plainly(there._replace(at=move.at, sums=laid)).state
        return Again(there._replace(at=asking, sums=aside.onto(state.sums, sums[: len(aside.empty)])), asking)

    readings = (*read, (asking, Reading(aside, frame, here, step)))
    known = tuple([told.get(at) for at, _ in read])
    lay: Any = Beside((aside, *(reading.aside for _, reading in read))) if read else aside
    values = Values(program, here, tuple(moves), tuple(names), tuple(most), readings, stretch.up, known)
    return Many(bag, Last(), lay, landed, None, values)
