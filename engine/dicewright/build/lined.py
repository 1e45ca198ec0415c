"""Joining a roll with a line of dice, and with numbers that are read off the dice that it leaves, by which these are
then judged: the best die of each side, and then how many of one side are above that of the other.

First the law of those numbers is found, die by die as in `build.line`. Then, for each that they can be, the dice are
judged as if they were known, and only what makes them come true is kept: that is the law under this condition, as in
`build.foretold`. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any, Protocol

from ..chance.ask import Again, Many
from ..ops import binding
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .alike import Counting
from .apart import jumped_into, through
from .foretold import Both, Foreseeing, counted
from .lay import Aside, Sums
from .line import Line, partners
from .live import Live
from .reads import Key
from .twins import Last, lots

SOON = 4  # handfuls that take about as long to list as to know, of so many faces, one line for all that they tell


class Lining(Foreseeing, Protocol):
    """A program, as far as this needs it."""

    @property
    def live(self) -> Live: ...
    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def matters(self) -> Mapping[int, tuple[int, ...]]: ...


@dataclass(frozen=True)
class Told:
    """What dice count for in numbers that are known: of the greatest or the least it only matters whether a die is at
    it or beyond."""

    off: Aside
    known: Sums

    @property
    def live(self) -> Any:
        return self.off.live

    @property
    def empty(self) -> Sums:
        return self.off.empty

    @property
    def adds(self) -> tuple[bool, ...]:
        return self.off.adds

    def together(self, pool: tuple[Piece, ...]) -> Sums:
        found = zip(self.live, self.off.together(pool), self.known, strict=True)
        return tuple([_marked(tally.how, worth, known) for (tally, _), worth, known in found])


def _marked(how: str, worth: int | None, known: int | None) -> int | None:
    """A number that stands for all that are as far from the known one: below it, at it, or above it."""
    sign = 1 if how == "highest" else -1 if how == "lowest" else 0
    if not sign or worth is None or known is None or worth == known:
        return worth
    return known + sign if sign * worth > sign * known else None


def lined(program: Lining, frame: Frame, state: State, move: Move) -> Many | None:
    """Ask for the numbers behind the line, and then for the dice; None where that cannot be done."""
    begin = move.at + 1
    stop = _read_off(program, state, begin)
    if stop is None or _soon_listed(frame, state) or not frame.holds(move.step.when, state):
        return None
    bound = binding(move.step)
    read = frozenset[str]().union(*(program.live.each[at].names for at in range(begin, stop)))
    slots = () if bound is None else (frame.slots[bound],)
    bag = lots(program, state, move.at)
    off = _counted(program, state, begin, stop)
    if bag is None or not off.clear or bound in read or not set(slots).isdisjoint(program.matters[stop]):
        return None
    empty, most = state._replace(pool=(), at=move.at), partners(move, state)

    def known(thrown: Any, sums: Sums) -> Many:
        after = through(program, State(begin, state.names, (), off.onto(state.sums, sums)), stop)
        aside = program.lay(stop, after)
        lay: Any = Both(aside, Told(off, sums))
        line = Line(frame, lay, empty, move, len(slots), most, sums, len(aside.empty))

        def landed(thrown: Any, laid: Sums) -> Again:
            names = list(after.names)
            for slot, number in zip(slots, laid[len(lay.empty) :], strict=True):
                names[slot] = number
            return Again(State(stop, tuple(names), (), aside.onto(state.sums, laid[: len(aside.empty)])), stop)

        counting: Any = Counting(lay, slots)
        return Many(bag, Last(), counting if slots else lay, landed, None, line)

    return Many(bag, Last(), off, known, None, Line(frame, off, empty, move, 0, most))


def _soon_listed(frame: Frame, state: State) -> bool:
    """Whether there are fewer handfuls than what is known of a line, once for all that the numbers can be."""
    ways, widest = 1, 1
    for piece, number in Counter(state.pool).items():
        faces = len(set(frame.rules.kinds[piece.kind].same))
        ways, widest = ways * comb(number + faces - 1, number), max(widest, faces)
    return ways <= SOON * widest**3


def _read_off(program: Lining, state: State, begin: int) -> int | None:
    """Up to where numbers are read off the dice, behind which all of these can be laid aside."""
    moves, entered = program.moves, jumped_into(program.moves)
    for at in range(begin, len(moves)):
        if at > begin and program.lay(at, state).clear:
            return at
        if at in entered or not (at in program.idle or (_reads(moves[at]) and not program.live.each[at].mixed)):
            return None
    return len(moves) if len(moves) > begin and program.lay(len(moves), state).clear else None


def _reads(move: Move) -> bool:
    """Whether a move gives a number a name, and does nothing else."""
    return move.step.op in ("let", "tally") and move.step.when is None and move.run not in (guard, back)


def _counted(program: Lining, state: State, begin: int, stop: int) -> Aside:
    """What dice count for in the numbers that these moves read."""
    tallies: dict[Key, None] = {}
    moving: set[str] = set()
    for at in range(begin, stop):
        if at not in program.idle:
            tallies |= dict.fromkeys(program.live.each[at].tallies)
            moving |= program.live.each[at].assigned
    return counted(program, tallies, state, frozenset(moving))
