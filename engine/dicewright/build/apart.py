"""Joining a roll with the steps behind it that treat each die, or each group of twins, by itself.

Such a stretch of moves is taken by each group alone, through the very same moves, and the laws of the groups are put
together afterwards: 6 dice with 8 faces are then 6 small questions instead of a table of 1,716 handfuls. Odds with
the joint equal odds without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Protocol

from ..chance.ask import Again, Choose, Lot, Many
from ..model.formula import Formula, PerDie
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .lay import Aside

ALONE = ("roll", "reroll", "explode", "set", "remove", "drop", "negate", "multiply", "tag", "reserve", "phase")


def stretches(moves: Sequence[Move], idle: Set[int], pool_names: frozenset[str], free: bool) -> Mapping[int, int]:
    """Where a roll begins a stretch that can be taken apart, and where the stretch ends; `idle` moves do nothing."""
    found: dict[int, int] = {}
    for start, move in enumerate(moves):
        if move.step.op != "roll" or not apart(move, pool_names, free):
            continue
        end = reach(moves, start + 1, lambda move: move.at in idle or apart(move, pool_names, free))
        if any(moves[at].step.op != "phase" and at not in idle for at in range(start + 1, end)):
            found[start] = end
    return found


def jumped_into(moves: Sequence[Move]) -> frozenset[int]:
    """The places that a jump leads to."""
    return frozenset({m.to for m in moves} | {at for m in moves for at in m.blocks})


def reach(moves: Sequence[Move], at: int, fits: Callable[[Move], bool]) -> int:
    """The end of the moves from a place on that fit, and that no jump leads into."""
    entered = jumped_into(moves)
    while at < len(moves) and at not in entered and fits(moves[at]):
        at += 1
    return at


def apart(move: Move, pool_names: frozenset[str], free: bool) -> bool:
    """Whether a move does to each group of twins what it would do if no other dice lay there.

    A decision does where it has a standing answer; not where the player is `free` to weigh all dice.
    """
    step, select = move.step, move.step.select
    if move.run in (guard, back) or (step.when is not None and not fixed(step.when, pool_names)):
        return False
    if step.op in ("keep", "drop") and select.per == "twin":
        numbers = all(fixed(n, pool_names) for n in (select.count, select.at_most) if n is not None)
        return numbers and select.may is None and alone(select.where) and alone(select.by)
    if step.op not in ALONE or select.per is not None:
        return False
    if select.at_most is not None or select.at_least is not None or select.count is not None:
        return False
    if select.may is not None and (
        free or not (isinstance(select.prefer, str) or (select.prefer and select.prefer.alone))
    ):
        return False
    if select.pick not in (None, "highest", "lowest", "any") or not alone(select.where):
        return False
    for value in step.keys.values():
        if isinstance(value, Formula) and not fixed(value, pool_names):
            return False
        if isinstance(value, PerDie) and not value.alone:
            return False
    return True


def alone(per_die: PerDie | None) -> bool:
    return per_die is None or per_die.alone


def fixed(formula: Formula, pool_names: frozenset[str]) -> bool:
    """Whether a number is the same whatever dice lie there."""
    return not (formula.tallies or formula.whole or formula.names & pool_names)


class Taker(Protocol):
    """A program, as far as a group of dice needs it: a move at a time, and what is forgotten at a place."""

    moves: tuple[Move, ...]

    @property
    def frame(self) -> Frame: ...

    def lay(self, at: int, state: State) -> Aside: ...
    def plainly(self, state: State) -> Any: ...
    def makes(self, move: Move, state: State) -> Any: ...
    def leanly(self, state: State) -> Any: ...
    def tidied(self, pieces: list[Piece], at: int) -> list[Piece]: ...
    def key(self, state: State) -> State: ...


@dataclass(frozen=True)
class Part:
    """A group of dice on its way through a stretch, as a life of its own."""

    program: Taker
    state: State
    end: int

    @property
    def chain(self) -> bool:
        return False

    @property
    def laid(self) -> bool:
        return False

    def key(self, state: Any) -> Any:
        return state

    @property
    def birth(self) -> Again:
        return Again(self.state, self.state.at)

    def step(self, state: State) -> Any:
        while state.at < self.end:
            asked = self.program.plainly(state)
            if not isinstance(asked, Again):
                return asked
            state = asked.state  # type: ignore[assignment]
        return tuple(sorted(self.program.tidied(list(state.pool), self.end)))


@dataclass(frozen=True)
class Group(Part):
    """The same, laying dice aside on the way: what is left are those that stay, and the sums of the others."""

    lay: Aside

    @property
    def laid(self) -> bool:
        return True

    def key(self, state: Any) -> Any:
        return self.program.key(state) if isinstance(state, State) else state

    def step(self, state: State) -> Any:
        while state.at < self.end:
            asked = self.program.leanly(state)
            if not isinstance(asked, Again):
                return asked
            state = asked.state  # type: ignore[assignment]
        state = self.program.key(state)
        return state.pool, self.lay.of(state.sums)


def twins(pool: Sequence[Piece]) -> list[tuple[tuple[Piece, ...], int]]:
    """The groups of twins, a die without any being one of its own, and how many there are of each."""
    groups: dict[int, list[Piece]] = {}
    for i, piece in enumerate(pool):
        groups.setdefault(piece.twin or -1 - i, []).append(piece)
    alike: dict[tuple[Piece, ...], int] = {}
    for group in groups.values():
        pieces = tuple(sorted(piece._replace(twin=min(piece.twin, 1)) for piece in group))
        alike[pieces] = alike.get(pieces, 0) + 1
    return sorted(alike.items())


def through(program: Taker, state: State, end: int) -> State:
    """Dice at the end of a stretch in which nothing is thrown, with standing answers to all decisions."""
    while state.at < end:
        asked = program.plainly(state)
        while isinstance(asked, Choose):
            asked = asked.then(asked.preferred)
        state = asked.state
    return state


def joined(program: Taker, state: State, end: int, lay: Aside) -> Many:
    """Ask for all groups of twins at once, each on its way through the stretch."""
    empty = program.key(state._replace(pool=(), sums=lay.nothing))
    bag = tuple(Lot(Group(program, empty._replace(pool=pieces), end, lay), n, None) for pieces, n in twins(state.pool))

    def landed(thrown: tuple[tuple[tuple[Piece, ...], ...], ...], sums: tuple[Any, ...]) -> Again:
        pool: list[Piece] = []
        number = 0
        for lot in thrown:
            for pieces in lot:
                number += 1
                pool += [piece._replace(twin=number) if piece.twin else piece for piece in pieces]
        return Again(state._replace(at=end, pool=tuple(pool), sums=lay.onto(state.sums, sums)), end)

    return Many(bag, _as_they_lie, lay, landed)


def _as_they_lie(tag: None, left: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return left
