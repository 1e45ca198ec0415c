"""Dice that steps take in orders of their own: those that may still be taken, and what all others leave behind.

Of many dice only the first few in each order can be taken. One that stands so far behind in an order that it is never
taken there may as well stand behind all others: where nothing else tells it from a die with another face, that one
stands for it, and fewer tables are told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again
from ..ops.dice import fresh
from ..ops.frame import Frame
from ..ops.select import worth_of
from ..ops.state import COUNTED, UNROLLED, Move, Piece, State
from .best import lesser
from .lay import Aside, Sums
from .twins import Last

Place = tuple[Any, ...]
Order = tuple[int, int]  # a case, and the place of a step that takes dice


class Placing(Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]

    @property
    def frame(self) -> Frame: ...
    def asked(self, at: int) -> frozenset[str]: ...
    def tidied(self, pieces: list[Piece], at: int) -> list[Piece]: ...
    def plainly(self, state: State) -> Any: ...
    def makes(self, move: Move, state: State) -> Any: ...


class Case(NamedTuple):
    """The numbers that have been read off, as far as it depends on them which steps take dice.

    `most` is at which place a step takes dice, and how many it and those before it take.
    """

    state: State
    most: tuple[tuple[int, int], ...]


class Fate(NamedTuple):
    """Where a die stands in each order that it stands in, what it leaves behind where it is taken there, or nowhere.

    None where it could be taken there once more.
    """

    places: Mapping[int, Place]
    taken: Mapping[int, Sums | None]
    gone: Sums

    def behind(self, at: int) -> tuple[Any, ...]:
        """All that makes a difference from a place on, but for which one of equals comes first."""
        later = [(place, self.places[place][0], self.taken[place]) for place in self.places if place >= at]
        return (*later, self.gone)


@dataclass(frozen=True)
class Few:
    """The dice that may still be taken in any case; `looks` are all that can have fallen, where that is known."""

    program: Placing
    aside: Aside | None  # without it, nothing is left behind but the highest die
    end: int
    cases: tuple[Case, ...]
    looks: tuple[Piece, ...] = ()
    _known: dict[Piece, tuple[Fate, ...]] = field(default_factory=dict, compare=False)
    _left: dict[Any, tuple[tuple[Piece, ...], Sums]] = field(default_factory=dict, compare=False)
    _like: dict[Any, Piece] = field(default_factory=dict, compare=False)

    @cached_property
    def every(self) -> frozenset[int]:
        """The numbers of all cases."""
        return frozenset(range(len(self.cases)))

    @property
    def empty(self) -> Sums:
        return self.aside.empty * len(self.cases) if self.aside else ()

    def join(self, a: Sums, b: Sums) -> Sums:
        if self.aside is None:
            return ()
        n = len(self.aside.empty)
        parts = [self.aside.join(a[at : at + n], b[at : at + n]) for at in range(0, len(a), n)] if n else []
        return tuple([number for part in parts for number in part])

    def onto(self, sums: Sums, more: Sums, case: int) -> Sums:
        """The sums of a state with what the others leave behind in this case."""
        if self.aside is None:
            return sums
        n = len(self.aside.empty)
        return self.aside.onto(sums, more[case * n : (case + 1) * n])

    def within(self, cases: frozenset[int], sums: Sums) -> Sums:
        """The same, without those of cases that are out of the question."""
        n = len(self.empty) // len(self.cases)
        parts = [sums[k * n : (k + 1) * n] if k in cases else self.empty[:n] for k in range(len(self.cases))]
        return sums if cases == self.every else tuple([number for part in parts for number in part])

    def of(self, pool: tuple[Piece, ...], cases: frozenset[int]) -> tuple[tuple[Piece, ...], Sums]:
        """Those of some dice that may still be taken in some of the cases, and what the others leave in each of all."""
        found = self._left.get((pool, cases))
        if found is None:
            found = self._left[pool, cases] = self._of(pool, cases)
        return found

    def _of(self, pool: tuple[Piece, ...], cases: frozenset[int]) -> tuple[tuple[Piece, ...], Sums]:
        fates = [self._fates(piece) for piece in pool]
        within: list[set[Order]] = [set() for _ in pool]
        for n in cases:
            for at, most in self.cases[n].most:
                line = sorted((places[at], i) for i, fate in enumerate(fates) if at in (places := fate[n].places))
                for _, i in line[:most]:
                    within[i].add((n, at))
        sums, stay = self.empty, []
        for piece, fate, orders in zip(pool, fates, within, strict=True):
            if orders:
                stay.append(self._stands(piece, frozenset(orders), cases))
            else:
                sums = self.join(sums, tuple([number for each in fate for number in each.gone]))
        return tuple(sorted(stay)), sums

    def _fates(self, piece: Piece) -> tuple[Fate, ...]:
        found = self._known.get(piece)
        if found is None:
            found = self._known[piece] = tuple([self._fate(piece, case) for case in self.cases])
        return found

    def _fate(self, piece: Piece, case: Case) -> Fate:
        if self.aside is None:
            return Fate({case.state.at: (-piece.value, piece)} if piece.state in COUNTED else {}, {}, ())
        program, frame, takes = self.program, self.program.frame, {at for at, _ in case.most}
        places: dict[int, Place] = {}
        taken: dict[int, Sums | None] = {}
        state = case.state._replace(pool=(piece,))
        while state.pool and state.at < self.end:
            move, (here,) = program.moves[state.at], state.pool
            if state.at in takes and frame.fits(move.step.select, here, state):
                sign = -1 if move.step.select.pick == "highest" else 1
                look = here.forgetting(program.asked(state.at + 1))
                places[state.at] = sign * worth_of(frame, move.step.select, here, state), look, piece
                taken[state.at] = self._taken(program.makes(lesser(move, 1), state).state, takes)
            state = self._passes(state, takes)
        return Fate(places, taken, self.aside.together(state.pool))

    def _passes(self, state: State, takes: Set[int]) -> State:
        """A die behind the next step, which does not take it."""
        program = self.program
        move = program.moves[state.at]
        asked: Any = program.makes(lesser(move, 0), state) if state.at in takes else program.plainly(state)
        following: State = asked.state
        return following

    def _taken(self, state: State, takes: Set[int]) -> Sums | None:
        """What a die leaves behind that has been taken, if it cannot be once more."""
        assert self.aside is not None
        while state.pool and state.at < self.end:
            select = self.program.moves[state.at].step.select
            if state.at in takes and self.program.frame.fits(select, state.pool[0], state):
                return None
            state = self._passes(state, takes)
        return self.aside.together(state.pool)

    # -- dice that stand for others ------------------------------------------------------------------------------

    def _stands(self, piece: Piece, within: frozenset[Order], cases: frozenset[int]) -> Piece:
        """The die that stands for this one, which is within reach in these orders, and in no others of these cases."""
        key = piece, within, cases
        found = self._like.get(key)
        if found is None:
            merges = self._once and piece in self.looks
            found = self._like[key] = self._last(piece, within, cases) if merges else piece
        return found

    def _last(self, piece: Piece, within: Set[Order], cases: Set[int]) -> Piece:
        """Of all that are like it in those orders the one that stands behind, where one does in each of the others."""
        told = self._told(piece, within, cases)
        out = [(n, at) for n in sorted(cases) for at, _ in self.cases[n].most if (n, at) not in within]
        alike = [look for look in self.looks if self._told(look, within, cases) == told]
        last = max(alike, key=lambda look: [self._from(look, order) for order in out])
        return last if all(self._from(last, order) >= self._from(piece, order) for order in out) else piece

    def _from(self, piece: Piece, order: Order) -> tuple[Any, ...]:
        """Where it stands in an order; behind all where it does not stand in it."""
        place = self._fates(piece)[order[0]].places.get(order[1])
        return (1,) if place is None else (0, place)

    def _told(self, piece: Piece, within: Set[Order], cases: Set[int]) -> tuple[Any, ...]:
        """All that tells it from others in the orders in which it is within reach."""
        fates = self._fates(piece)
        found: list[Any] = [fates[n].gone for n in sorted(cases)]
        for n, at in sorted(within):
            place, taken = fates[n].places.get(at), fates[n].taken.get(at)
            found.append((place[0], taken) if place is not None and place[0] in self._even[n, at] else place)
        return tuple(found)

    @cached_property
    def _once(self) -> bool:
        """Whether no die that has been taken can be taken once more, where it would meet others that have not been."""
        return all(None not in fate.taken.values() for look in self.looks for fate in self._fates(look))

    @cached_property
    def _even(self) -> Mapping[Order, Set[Any]]:
        """For each order the ranks where it makes no difference which of all that share it comes first."""
        found = {}
        for n, at in [(n, at) for n, case in enumerate(self.cases) for at, _ in case.most]:
            fates = [fate for look in self.looks if at in (fate := self._fates(look)[n]).places]
            ranks: dict[Any, set[Any]] = {}
            for fate in fates:
                ranks.setdefault(fate.places[at][0], set()).add(fate.behind(at))
            found[n, at] = {rank for rank, behind in ranks.items() if len(behind) == 1}
        return found


def fallen(program: Placing, state: State, begun: int, alone: int) -> tuple[Piece, ...]:
    """All that dice can show once they have fallen, and have gone alone up to a place; nothing where more is thrown."""
    found: dict[Piece, None] = {}
    for piece in dict.fromkeys(state.pool):
        kind = program.frame.rules.kinds[piece.kind]
        faces = dict.fromkeys(kind.same) if piece.face == UNROLLED else ()
        looks = [fresh(piece, face, kind.values[face]) for face in faces] or [piece]
        for look in looks:
            there = _through(program.plainly, state._replace(at=begun + 1, pool=(look,)), alone)
            if there is None or piece.twin:
                return ()
            found |= dict.fromkeys(Last()(None, tuple(program.tidied(list(there.pool), alone))))
    return tuple(sorted(found))


def _through(makes: Callable[[State], Any], state: State, end: int) -> State | None:
    while state.at < end:
        asked = makes(state)
        if not isinstance(asked, Again):
            return None
        state = asked.state  # type: ignore[assignment]
    return state
