"""Joining a roll with the steps behind it that judge each die together with those that show the same number.

Where all that is read afterwards looks at dice in that way, too (how many match, what is left once like has cancelled
like), no handful is listed: see `chance.sweep`. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import Any

from ..chance.ask import Again, Many
from ..model.formula import PerDie
from ..ops import binding
from ..ops.control import back, guard
from ..ops.pair import PAIR
from ..ops.state import Move, Piece, State
from .apart import Taker, apart, fixed, jumped_into, reach, through
from .lay import Aside, Sums
from .reads import Reads
from .twins import Last, lots

TOGETHER = ("remove", "drop", "keep", "reserve", "negate", "multiply", "tag", "phase")
ONE_PIECE = ("roll", "reroll", "set", "remove", "drop", "negate", "multiply", "tag", "reserve", "phase")


def sweeping(moves: Sequence[Move], start: int, pool_names: frozenset[str], free: bool) -> tuple[int, int] | None:
    """Of such a stretch that a roll begins: up to where each die goes alone, and where the stretch ends."""
    if not going_alone(moves[start], pool_names, free):
        return None
    entered = jumped_into(moves)
    alone = reach(moves, start + 1, lambda move: going_alone(move, pool_names, free))
    end, moving = alone, set(pool_names)
    while end < len(moves) and end not in entered and _together(moves[end], frozenset(moving)):
        moving |= {name for name in (binding(moves[end].step),) if name is not None}
        end += 1
        if moves[end - 1].step.op == "set":  # the dice of one number are no longer those that were
            end = reach(moves, end, partial(_resting, moving=frozenset(moving), free=free))
            break
    return alone, end


def judged_together(moves: Sequence[Move], mid: int, end: int, each: Sequence[Reads], after: Sequence[Reads]) -> bool:
    """Whether something asks about dice of one value together, and never again once they have been given another.

    `each` says what a move reads, `after` what is read from a place on.
    """
    if after[end].alike:
        return all(moves[at].step.op != "set" for at in range(mid, end))
    return any(each[at].alike or moves[at].step.op == PAIR.name for at in range(mid, end))


def going_alone(move: Move, pool_names: frozenset[str], free: bool) -> bool:
    """Whether a move leaves each die, or one of each group of twins, whatever others lie there."""
    return (move.step.op in ONE_PIECE or move.step.select.per == "twin") and apart(move, pool_names, free)


def _resting(move: Move, moving: frozenset[str], free: bool) -> bool:
    """Whether a move does something to each die by itself, and throws none."""
    step = move.step
    if step.op not in RESTING or step.select.per is not None or not apart(move, moving, free):
        return False
    asked = (step.select.where, step.select.by, step.select.prefer, step.keys.get("value"))
    return not any(isinstance(each, PerDie) and each.names & moving for each in asked)


def _together(move: Move, moving: frozenset[str]) -> bool:
    """Whether a move does to the dice of one number what it would do if no others lay there.

    `moving` are the names whose number depends on other dice.
    """
    step, select = move.step, move.step.select
    if move.run in (guard, back) or (step.when is not None and not fixed(step.when, moving)):
        return False
    if any((select.at_most, select.at_least, select.count, select.pick, select.by, select.per, select.may)):
        return False
    asked = [select.where]
    if step.op == "pair":
        if step.keys["line_up"] != "alike" or step.when is not None:
            return False
        asked += [step.keys["against"].where, step.keys.get("holds")]
    elif step.op == "set":
        asked += [step.keys.get("value")]
    elif step.op not in TOGETHER or (step.op == "multiply" and not fixed(step.keys["times"], moving)):
        return False
    return all(p is None or (p.among_alike and not p.names & moving) for p in asked)


RESTING = ("set", "remove", "drop", "negate", "multiply", "tag", "reserve", "phase")


@dataclass(frozen=True)
class Alike:
    """The groups of a sweep: the dice of one value, taken through the moves and then counted."""

    program: Taker
    aside: Aside
    state: State
    end: int
    counters: tuple[int, ...]

    given = False

    def of(self, piece: Piece) -> int:
        return piece.value

    def comes_true(self, sums: Sums) -> bool:
        return True

    def judged(self, pieces: tuple[Piece, ...]) -> Sums:
        state = through(self.program, self.state._replace(pool=pieces), self.end)
        return (*self.aside.together(state.pool), *(state.names[slot] for slot in self.counters))


@dataclass(frozen=True)
class Counting:
    """The sums of what is laid aside, and behind them numbers that are counted into names, by the places of these."""

    aside: Aside
    slots: tuple[int, ...]

    lean = False

    @property
    def counters(self) -> int:
        return len(self.slots)

    @property
    def empty(self) -> Sums:
        return (*self.aside.empty, *(0,) * self.counters)

    @property
    def adds(self) -> tuple[bool, ...]:
        return (*self.aside.adds, *(True,) * self.counters)

    def join(self, a: Sums, b: Sums) -> Sums:
        n = len(a) - self.counters
        more: Any = map(add, a[n:], b[n:])
        return (*self.aside.join(a[:n], b[:n]), *more) if self.counters else self.aside.join(a, b)


def swept(
    program: Taker, state: State, stretch: tuple[int, int], aside: Aside, counters: tuple[int, ...]
) -> Many | None:
    """Ask for the dice of each value in turn; None where that cannot be done for these dice.

    `counters` are the places of the names that pairs are counted into.
    """
    alone, end = stretch
    bag = lots(program, state, alone) if aside.clear else None
    if bag is None:
        return None
    empty = state._replace(pool=())

    def landed(thrown: Any, sums: Sums) -> Again:
        names = list(state.names)
        for slot, number in zip(counters, sums[len(aside.empty) :], strict=True):
            names[slot] = number
        after = aside.onto(state.sums, sums[: len(aside.empty)])
        return Again(State(end, tuple(names), (), after), end)

    lay: Any = Counting(aside, counters) if counters else aside
    groups = Alike(program, aside, empty._replace(at=alone), end, counters)
    return Many(bag, Last(), lay, landed, groups)
