"""Joining a roll with the steps behind it that treat each die, or each group of twins, by itself.

Such a stretch of moves is taken by each group alone, through the very same moves, and the laws of the groups are put
together afterwards: 6 dice with 8 faces are then 6 small questions instead of a table of 1,716 handfuls. Odds with
the joint equal odds without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any, Protocol

from ..chance.ask import Again, Choose, Lot, Many
from ..model.formula import Formula, PerDie
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .lay import Aside

ALONE = ("roll", "reroll", "explode", "set", "remove", "drop", "negate", "multiply", "tag", "reserve", "phase")


def taken_apart(
    moves: Sequence[Move], start: int, idle: Set[int], pool_names: frozenset[str], free: bool
) -> int | None:
    """Where the stretch ends that a roll begins, if it can be taken apart; `idle` moves do nothing."""
    if not apart(moves[start], pool_names, free):
        return None
    end = reach(moves, start + 1, lambda move: move.at in idle or apart(move, pool_names, free))
    return end if any(moves[at].step.op != "phase" and at not in idle for at in range(start + 1, end)) else None


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


Thrown = tuple[tuple[tuple[Piece, ...], ...], ...]


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
    for piece in pool:
        if piece.twin:
            groups.setdefault(piece.twin, []).append(piece._replace(twin=1))
    alike = Counter[tuple[Piece, ...]]([(piece,) for piece in pool if not piece.twin])
    alike.update([tuple(sorted(group)) for group in groups.values()])
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

    def landed(thrown: Thrown, sums: tuple[Any, ...]) -> Again:
        return Again(state._replace(at=end, pool=untwined(thrown), sums=lay.onto(state.sums, sums)), end)

    return Many(bag, as_they_lie, lay, landed)


def untwined(thrown: Thrown) -> tuple[Piece, ...]:
    """All dice that such groups left, each group of twins with a number of its own."""
    pool: list[Piece] = []
    for number, pieces in enumerate((pieces for lot in thrown for pieces in lot), 1):
        pool += [piece._replace(twin=number) if piece.twin else piece for piece in pieces]
    return tuple(pool)


def as_they_lie(tag: None, left: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return left
