"""Reading numbers off all dice of a roll, and taking with these only the few dice on that matter after that.

The numbers are read off value by value, in parts where dice go alone in between; with what they add up to go the dice
that may still be taken. Where it depends on a number which steps take dice, there are several cases: as soon as the
number settles it, the others are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..chance.ask import Again, Many
from ..model.formula import Formula
from ..ops import binding
from ..ops.state import Piece, State
from .apart import through
from .few import Reducing, Stretch, reads_off
from .foretold import counted
from .lay import Aside, Sums
from .order import most_of, takes
from .places import Case, Few, fallen
from .reads import Key, Reads
from .slope import settles
from .twins import Last, lots


@dataclass(frozen=True)
class Off:
    """What is read off the dice: part by part, each at a place of its own; between these every die goes alone."""

    program: Reducing
    state: State
    parts: tuple[tuple[int, Aside], ...]
    read: int

    @property
    def empty(self) -> Sums:
        return tuple([number for _, part in self.parts for number in part.empty])

    def join(self, a: Sums, b: Sums) -> Sums:
        found: Sums = ()
        for _, part in self.parts:
            here = slice(len(found), len(found) + len(part.empty))
            found = (*found, *part.join(a[here], b[here]))
        return found

    def onto(self, sums: Sums, more: Sums) -> Sums:
        """The sums of a state with those that are read off."""
        found, n = list(sums), 0
        for _, part in self.parts:
            whole = part.onto(sums, more[n : n + len(part.empty)])
            n += len(part.empty)
            for key in part.live:
                found[self.program.tallies[key]] = whole[self.program.tallies[key]]
        return tuple(found)

    def of(self, pieces: tuple[Piece, ...]) -> tuple[Sums, tuple[Piece, ...]]:
        """What is read off these dice, and what becomes of them on the way."""
        found: Sums = ()
        state = self.state._replace(pool=pieces)
        for at, part in self.parts:
            state = self._passed(state, at)
            found = (*found, *part.together(state.pool))
        return found, self._passed(state, self.read).pool

    def _passed(self, state: State, end: int) -> State:
        program = self.program
        while state.at < end:
            move = program.moves[state.at]
            asked: Any = move.next(state) if move.step.op in ("let", "tally") else program.plainly(state)
            state = asked.state
        return state


def _off(program: Reducing, state: State, stretch: Stretch, reads: Sequence[Reads]) -> Off | None:
    """The parts in which the numbers are read off; None where the same is, in more than one of them, or of all dice."""
    parts: list[tuple[int, dict[Key, None]]] = [(stretch.alone, {})]
    for at in range(stretch.alone, stretch.read):
        if at in program.idle:
            continue
        if not reads_off(program.moves[at], reads[at]):
            parts.append((at + 1, {}))
        parts[-1][1].update(dict.fromkeys(reads[at].tallies))
    found = [(at, counted(program, keys, state, stretch.moving)) for at, keys in parts if keys]
    if len({key for _, keys in parts for key in keys}) < sum(len(keys) for _, keys in parts):
        return None
    start = state._replace(at=stretch.alone, pool=())
    return Off(program, start, tuple(found), stretch.read) if all(part.clear for _, part in found) else None


@dataclass(frozen=True)
class Measured:
    """The groups of the sweep, and how they are put together: what is read off, what is laid aside, and a few dice."""

    off: Off
    few: Few
    settling: tuple[tuple[int, int, frozenset[int]], ...]  # a number, from where on, and the cases that are then left

    given = lean = False

    @property
    def empty(self) -> tuple[Any, ...]:
        return (*self.off.empty, *self.few.empty, ())

    @property
    def adds(self) -> tuple[bool, ...]:
        return (False,) * len(self.empty)

    def join(self, a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
        n, off = len(self.off.empty), self.off.join(a[: len(self.off.empty)], b[: len(self.off.empty)])
        return self._together(off, tuple(sorted((*a[-1], *b[-1]))), self.few.join(a[n:-1], b[n:-1]))

    def _together(self, off: Sums, pieces: tuple[Piece, ...], laid: Sums) -> tuple[Any, ...]:
        cases = self.few.every
        for place, since, left in self.settling:
            if (off[place] or 0) >= since:
                cases &= left
        stay, more = self.few.of(pieces, cases)
        return (*off, *self.few.within(cases, self.few.join(laid, more)), stay)

    def of(self, piece: Piece) -> int:
        return piece.value

    def comes_true(self, sums: Sums) -> bool:
        return True

    def judged(self, pieces: tuple[Piece, ...]) -> tuple[Any, ...]:
        off, left = self.off.of(pieces)
        return self._together(off, tuple(sorted(left)), self.few.empty)


def measured(program: Reducing, state: State, stretch: Stretch, reads: Sequence[Reads]) -> Many | None:
    """Ask for the numbers and the few dice; None where that cannot be done for these dice.

    `reads` is what each move reads.
    """
    slots = program.frame.slots
    bag = lots(program, state, stretch.alone)
    off = _off(program, state, stretch, reads)
    few = None if off is None else _few(program, state, stretch, off)
    if bag is None or off is None or few is None or sum(lot.count for lot in bag) <= _most(few):
        return None
    if "twin" in program.asked(stretch.read) or {slots[name] for name in stretch.moving} & {
        *program.tells[stretch.end]
    }:
        return None
    n, empty = len(off.empty), state._replace(pool=(), at=stretch.alone)
    flags = [slots[name] for name in stretch.flags]
    cases = [tuple([case.state.names[slot] for slot in flags]) for case in few.cases]

    def landed(thrown: Any, sums: tuple[Any, ...]) -> Again:
        there = through(program, empty._replace(sums=off.onto(state.sums, sums[:n])), stretch.read)
        case = cases.index(tuple([there.names[slot] for slot in flags]))
        return Again(there._replace(pool=sums[-1], sums=few.onto(state.sums, sums[n:-1], case)), stretch.read)

    lay: Any = Measured(off, few, tuple(_settling(program, stretch, off, cases)))
    return Many(bag, Last(), lay, landed, lay)


def _settling(
    program: Reducing, stretch: Stretch, off: Off, cases: Sequence[tuple[int | None, ...]]
) -> Iterator[tuple[int, int, frozenset[int]]]:
    """For each number that is read off, from where on it settles one of the flags, and the cases that are then left."""
    keys = [key for _, part in off.parts for key in part.live]
    for move in program.moves[stretch.alone : stretch.read]:
        name, value = binding(move.step), move.step.keys.get("value")
        if name in stretch.flags and isinstance(value, Formula):
            flag = stretch.flags.index(name)
            for place, key in enumerate(keys):
                if (found := settles(program, key, value)) is not None:
                    yield place, found[0], frozenset(n for n, case in enumerate(cases) if case[flag] == found[1])


def _most(few: Few) -> int:
    """How many dice are taken at most."""
    return max(case.most[-1][1] for case in few.cases if case.most)


def _few(program: Reducing, state: State, stretch: Stretch, off: Off) -> Few | None:
    there = _given(program, state._replace(pool=(), at=stretch.alone), stretch)
    if stretch.highest:
        return Few(program, None, stretch.end, (Case(there, ((stretch.read, 1),)),))
    cases, end = [], there
    for numbers in product((0, 1), repeat=len(stretch.flags)):
        names = list(there.names)
        for name, number in zip(stretch.flags, numbers, strict=True):
            names[program.frame.slots[name]] = number
        here = there._replace(names=tuple(names))
        most, end = _taking(program, here, stretch.end)
        cases.append(Case(here, most))
    aside = program.lay(stretch.end, end)
    if not aside.clear or not any(case.most for case in cases):
        return None
    looks = {piece: None for look in fallen(program, state, state.at, stretch.alone) for piece in off.of((look,))[1]}
    return Few(program, aside, stretch.end, tuple(cases), tuple(sorted(looks)))


def _taking(program: Reducing, here: State, end: int) -> tuple[tuple[tuple[int, int], ...], State]:
    """At which place a step takes dice, with how many it and those before it take; and the state at the end."""
    most, so_far = [], 0
    while here.at < end:
        move = program.moves[here.at]
        if takes(move, frozenset()) and (number := most_of(program.frame, move, here)):
            so_far += number
            most.append((here.at, so_far))
        here = program.plainly(here).state
    return tuple(most), here


def _given(program: Reducing, state: State, stretch: Stretch) -> State:
    """The state where the numbers have been read off, without those that come from dice."""
    while state.at < stretch.read:
        move = program.moves[state.at]
        following: Any = move.next(state) if binding(move.step) in stretch.moving else program.plainly(state)
        state = following.state
    return state
