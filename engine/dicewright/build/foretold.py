"""Joining a roll with a number that is read off all its dice, by which they are then judged: the widest set, and then
the highest of those sets that are as wide.

First the law of that number is found, group by group as in `build.alike`. Then, for each number that it can be, the
dice are judged as if it was known, and only what makes it come true is kept: that is the law under this condition.

Where the number is the greatest that any group has, one sweep can do for both: it carries the greatest number so far,
and what was left behind by the groups that have it, judged as if it was the number. For this, what a group with a
lesser number leaves behind has to make no difference beside any group with that number (a 0 beside a higher die);
that is tried for all that can lie there together. Then, whichever number turns out to be the greatest, all that is left
behind is what the groups with it leave, in whatever order the groups come.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from ..chance.ask import Again, Lot, Many
from ..chance.life import Known
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..chance.sweep import fallen, handfuls
from ..errors import DicewrightError
from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .alike import Alike, Counting
from .apart import Taker, through
from .classes import Classes, Table
from .lay import Aside, Sums, joining
from .reads import Key, Reads
from .twins import Last, lots

TRIED = 100_000  # handfuls beside numbers, at most, for which it is tried whether the lesser make a difference


class Foreseeing(Taker, Protocol):
    """A program, as far as this needs it."""

    @property
    def tallies(self) -> Mapping[Key, int]: ...
    @property
    def table(self) -> Table: ...


@dataclass(frozen=True)
class Number:
    """The number: the place of its name, what it is worth, and the tallies that it is read off."""

    slot: int
    formula: Formula
    off: Aside
    _told: dict[tuple[Piece, ...], Sums] = field(default_factory=dict, compare=False)

    def told(self, pool: tuple[Piece, ...]) -> Sums:
        """What it is read off these dice."""
        found = self._told.get(pool)
        if found is None:
            found = self._told[pool] = self.off.together(pool)
        return found

    @cached_property
    def greatest(self) -> bool:
        """Whether it is the greatest of what the groups give: then no group gives more, and what is less is all one."""
        alone = [tally.how for tally, _ in self.off.live] in (["largest_set"], ["highest"])
        match self.formula.body:
            case ast.Call(ast.Name("_tally")):
                return alone
        return False

    def lesser(self, worth: int) -> Sums:
        """What stands for all that is less: not no dice, of which the highest is 0, where it may be less than 0."""
        return self.off.empty if self.off.empty[0] is not None else (worth - 1,)

    def worth(self, frame: Frame, state: State, sums: Sums) -> int:
        return frame.value(self.formula, state._replace(sums=self.off.onto(state.sums, sums)))


@dataclass(frozen=True)
class Foretold:
    """The groups of a sweep where a number is known to be so: what is read off the dice, and what they count for."""

    program: Foreseeing
    aside: Aside
    number: Number
    worth: int
    state: State
    end: int

    def of(self, piece: Piece) -> int:
        return piece.value

    def judged(self, pieces: tuple[Piece, ...]) -> Sums | None:
        pool = through(self.program, self.state._replace(pool=pieces), self.end).pool
        off = self.number.told(pool)
        if self.number.greatest and off[0] is not None and off[0] != self.worth:
            if off[0] > self.worth:
                return None
            off = self.number.lesser(self.worth)
        return (*self.aside.together(pool), *off)

    given = True

    def comes_true(self, sums: Sums) -> bool:
        state = self.state._replace(at=self.end)
        return self.number.worth(self.program.frame, state, sums[len(self.aside.empty) :]) == self.worth


@dataclass(frozen=True)
class Both:
    """Two kinds of sums side by side."""

    one: Aside
    other: Any

    @cached_property
    def empty(self) -> Sums:
        return (*self.one.empty, *self.other.empty)

    @cached_property
    def adds(self) -> tuple[bool, ...]:
        return (*self.one.adds, *self.other.adds)

    @cached_property
    def join(self) -> Callable[[Sums, Sums], Sums]:
        return joining([tally.how for tally, _ in (*self.one.live, *self.other.live)])

    def together(self, pool: tuple[Piece, ...]) -> Sums:
        return (*self.one.together(pool), *self.other.together(pool))


@dataclass(frozen=True)
class Leading(Counting):
    """The groups of a sweep that carries the greatest number so far, and what was left behind under it.

    It is the lay of that sweep, too: the number comes last. Of no group at all it is what no dice have.
    """

    program: Foreseeing
    number: Number
    state: State
    end: int
    _asides: dict[int, Aside] = field(default_factory=dict, compare=False)
    _judged: dict[tuple[Piece, ...], Sums] = field(default_factory=dict, compare=False)

    given = False
    lean = False

    def of(self, piece: Piece) -> int:
        return piece.value

    def comes_true(self, sums: Sums) -> bool:
        return True

    def judged(self, pieces: tuple[Piece, ...]) -> Sums:
        found = self._judged.get(pieces)
        if found is None:
            pool = self.pool(pieces)
            (leads,) = self.number.told(pool)
            found = self._judged[pieces] = *self.under(leads).together(pool), leads
        return found

    def pool(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """What has become of the dice where the number is read off them."""
        if self.state.at == self.end:
            return pieces
        return through(self.program, self.state._replace(pool=pieces), self.end).pool

    def under(self, leads: int | None) -> Aside:
        """How dice count where this is the number."""
        worth = leads or 0
        aside = self._asides.get(worth)
        if aside is None:
            aside = self._asides[worth] = self.program.lay(self.end + 1, self.named(self.state, worth))
        return aside

    def named(self, state: State, worth: int) -> State:
        """The state behind the move that gives the number its name."""
        slot = self.number.slot
        return State(self.end + 1, (*state.names[:slot], worth, *state.names[slot + 1 :]), (), state.sums)

    @cached_property
    def empty(self) -> Sums:
        return *self.aside.empty, *self.number.off.empty

    @cached_property
    def adds(self) -> tuple[bool, ...]:
        return (False,) * len(self.empty)

    def join(self, a: Sums, b: Sums) -> Sums:
        one, other = a[-1], b[-1]
        if one == other:
            return *self.aside.join(a[:-1], b[:-1]), one
        return b if one is None or (other is not None and one < other) else a

    def alone(self, bag: Sequence[Lot], groups: Iterable[list[dict[Any, int]]]) -> bool:
        """Whether lesser groups make no difference beside greater ones, with so many dice."""
        whole = sum(lot.count for lot in bag)
        hands = [(pieces, self.judged(pieces)) for group in groups for pieces in handfuls(bag, group)]
        greater: dict[int | None, dict[Sums, int]] = {}
        for pieces, (*rest, leads) in hands:
            _note(greater.setdefault(leads, {}), tuple(rest), len(pieces))
        if len(hands) * len(greater) > TRIED:
            return False
        for leads, beside in greater.items():
            aside, room, lesser = self.under(leads), whole - min(beside.values()), dict[Sums, int]()
            for pieces, (*_, number) in hands:
                if 0 < len(pieces) <= room and _less(number, leads):
                    _note(lesser, aside.together(self.pool(pieces)), len(pieces))
            for left, size in lesser.items():
                if any(size + n <= whole and aside.join(sums, left) != sums for sums, n in beside.items()):
                    return False
        return True


def _note(fewest: dict[Sums, int], sums: Sums, size: int) -> None:
    """Note the fewest dice that leave this behind."""
    fewest[sums] = min(size, fewest.get(sums, size))


def _less(one: int | None, other: int | None) -> bool:
    """Whether one number is less than another, or is that of no dice."""
    return other is not None and (one is None or one < other)


def read_off(move: Move, reads: Reads) -> bool:
    """Whether a move only reads a number off the dice, group by group."""
    step = move.step
    return step.op == "let" and step.when is None and move.run not in (guard, back) and not reads.mixed


def foretold(
    program: Foreseeing, state: State, stretch: tuple[int, int], reads: Reads, patience: Patience | None = None
) -> Many | None:
    """Ask for the number at the end of the stretch, and then for the dice; None where that cannot be done."""
    alone, end = stretch
    move, frame = program.moves[end], program.frame
    slot = frame.slots[move.step.keys["name"]]
    off = counted(program, reads.tallies, state)
    bag = lots(program, state, alone)
    if bag is None or not off.clear or not program.lay(end + 1, state).clear:
        return None
    number = Number(slot, move.step.keys["value"], off)
    empty = state._replace(pool=(), at=alone)
    if number.greatest and off.read(state.sums) == off.empty:
        leading = _leading(program, number, empty, end, bag, Odds(patience=patience))
        if leading is not None:
            return leading

    def known(thrown: Any, sums: Sums) -> Many:
        worth = number.worth(frame, empty._replace(at=end), sums)
        names = (*state.names[:slot], worth, *state.names[slot + 1 :])
        after = State(end + 1, names, (), state.sums)
        aside = program.lay(end + 1, after)

        def landed(thrown: Any, sums: Sums) -> Again:
            laid = aside.onto(state.sums, sums[: len(aside.empty)])
            return Again(after._replace(sums=laid), end + 1)

        groups = Foretold(program, aside, number, worth, empty, end)
        lay: Any = Both(aside, off)
        return Many(bag, Last(), lay, landed, groups)

    return Many(bag, Last(), off, known, Alike(program, off, empty, end, ()))


def _leading(
    program: Foreseeing, number: Number, state: State, end: int, bag: tuple[Lot, ...], odds: Odds
) -> Many | None:
    """Ask for the number and the dice in one sweep; None where lesser groups make a difference."""
    leading = Leading(program.lay(end + 1, state), (number.slot,), program, number, state, end)
    lay: Any = leading

    def landed(thrown: Any, sums: Sums) -> Again:
        after = leading.named(state, sums[-1] or 0)
        return Again(after._replace(sums=leading.aside.onto(state.sums, sums[:-1])), end + 1)

    try:
        bag = tuple([Lot(Known(lot.life, odds.unit(lot.life)), lot.count, lot.tag) for lot in bag])
        many = Many(bag, Last(), lay, landed, leading)
        groups = fallen(many, [odds.unit(lot.life)[0] for lot in bag], odds.room)
    except DicewrightError:
        return None
    return many if leading.alone(bag, groups.values()) else None


def counted(program: Foreseeing, tallies: Iterable[Key], state: State, moving: frozenset[str] = frozenset()) -> Aside:
    """What dice count for in these tallies, and in no others, while `moving` names have no number yet."""
    mine = Reads({"tallies": dict.fromkeys(tallies), "assigned": dict.fromkeys(moving)})
    classes = Classes(program, mine, frozenset(), state)
    return Aside(program.frame, mine, program.tallies, (), frozenset(), classes, state)
