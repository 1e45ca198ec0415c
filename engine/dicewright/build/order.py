"""Joining a roll with the steps behind it that take so many of the highest or of the lowest dice.

Each die goes through the stretch alone, by the very same moves; all it needs to know of the others is how many of those
before it the step has taken, up to the number that it takes. No handful is listed: see `chance.order`. Odds with the
joint equal odds without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..chance.ask import Again, Many
from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.select import worth_of
from ..ops.state import Move, Piece, State
from .alike import ONE_PIECE, as_they_lie, lots
from .apart import Taker, alone, apart, fixed, jumped_into, reach
from .lay import Aside, Sums
from .linear import constant

TAKES = ("remove", "drop", "keep", "reserve", "negate", "multiply", "tag")
SORTED = ("highest", "lowest", "any")

SORTING = ("remove", "drop", "keep", "reserve")  # what they take and what they leave is never asked for at once
FORGETFUL = ("roll", "reroll", "explode", "set", "phase")

Known = tuple[int, ...]


def orders(moves: Sequence[Move], pool_names: frozenset[str]) -> Mapping[int, tuple[int, int]]:
    """Where a roll begins such a stretch, up to where each die goes alone, and where the stretch ends."""
    found: dict[int, tuple[int, int]] = {}
    entered = jumped_into(moves)
    for start, move in enumerate(moves):
        if move.step.op != "roll" or not one_piece(move, pool_names):
            continue
        end = mid = reach(moves, start + 1, lambda move: one_piece(move, pool_names))
        taking: list[Move] = []
        while end < len(moves) and end not in entered:
            if takes(moves[end], pool_names):
                if taking and not _agree(taking[0], moves[end], moves[start:mid]):
                    break
                taking.append(moves[end])
            elif not (moves[end].step.op in (*TAKES, "phase") and apart(moves[end], pool_names, free=True)):
                break
            end += 1
        if taking:
            found[start] = mid, end
    return found


def one_piece(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move leaves each die one die, whatever others lie there."""
    onto = move.step.op == "explode" and bool(move.step.keys.get("onto"))
    return (onto or move.step.op in ONE_PIECE) and apart(move, pool_names, free=True)


def takes(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move takes a number of the best dice, whatever they are."""
    step, select = move.step, move.step.select
    number = _number(move)
    if step.op not in TAKES or move.run in (guard, back) or number is None or not fixed(number, pool_names):
        return False
    if (step.when is not None and not fixed(step.when, pool_names)) or select.per is not None:
        return False
    if step.op == "multiply" and not fixed(step.keys["times"], pool_names):
        return False
    return select.may is None and select.pick in SORTED and alone(select.where) and alone(select.by)


def _agree(one: Move, other: Move, before: Sequence[Move]) -> bool:
    """Whether two moves take dice in the same order, those also that are alike but for what became of them."""
    a, b = one.step.select, other.step.select
    if (a.pick == "highest") != (b.pick == "highest") or a.by is not None or b.by is not None:
        return False
    return {one.step.op, other.step.op} <= set(SORTING) and all(move.step.op in FORGETFUL for move in before)


@dataclass(frozen=True)
class Best:
    """The dice of a stretch in the order of its first taking step; what is known is how many each such step took."""

    program: Taker
    frame: Frame
    aside: Aside
    state: State
    moves: tuple[Move, ...] = field(compare=False)
    most: tuple[int, ...]
    _known: dict[Any, tuple[Known, Sums]] = field(default_factory=dict, compare=False)
    _moves: dict[tuple[int, bool], Move] = field(default_factory=dict, compare=False)

    @property
    def start(self) -> Known:
        return (0,) * len(self.most)

    def spent(self, known: Known) -> bool:
        return known == self.most

    def place(self, piece: Piece) -> Any:
        first = self.moves[0]
        sign = -1 if first.step.select.pick == "highest" else 1
        look = piece.forgetting(self.frame.asked(first.at + 1))
        return sign * worth_of(self.frame, first.step.select, piece, self.state), look, piece

    def judged(self, known: Known, piece: Piece) -> tuple[Known, Sums]:
        found = self._known.get((known, piece))
        if found is None:
            found = self._known[known, piece] = self._judge(known, piece)
        return found

    def _judge(self, known: Known, piece: Piece) -> tuple[Known, Sums]:
        state = self.state._replace(pool=(piece,))
        then = list(known)
        for n, move in enumerate(self.moves):
            if self.most[n]:
                room = self.most[n] - known[n]
                then[n] += min(room, sum(self.frame.fits(move.step.select, die, state) for die in state.pool))
                move = self._lesser(n, room)
            state = self.program.makes(move, state).state
        return tuple(then), self.aside.together(state.pool)

    def _lesser(self, n: int, number: int) -> Move:
        """The move as a die alone meets it: it takes one more die, or none where it has taken all that it takes."""
        lesser = self._moves.get((n, number > 0))
        if lesser is None:
            move = self.moves[n]
            select = replace(move.step.select, count=constant(int(number > 0)), at_most=None)
            lesser = self._moves[n, number > 0] = replace(move, step=replace(move.step, select=select))
        return lesser


def in_order(program: Taker, frame: Frame, state: State, moves: Sequence[Move], aside: Aside) -> Many | None:
    """Ask for the dice in their order; None where that cannot be done for these dice."""
    if not aside.clear or any(piece.twin for piece in state.pool):
        return None
    taking = [move for move in moves if _number(move) is not None]
    if len(taking) > 1 and not _plain(frame, moves[0], state):
        return None
    most = tuple(_most(frame, move, state) for move in moves)
    empty, begin, end = state._replace(pool=()), moves[0].at, moves[-1].at + 1

    def landed(thrown: Any, sums: Sums) -> Again:
        return Again(State(end, state.names, (), aside.onto(state.sums, sums)), end)

    best = Best(program, frame, aside, empty._replace(at=begin), tuple(moves), most)
    return Many(lots(program, state, begin), as_they_lie, aside, landed, None, best)


def _number(move: Move) -> Formula | None:
    return move.step.select.count or move.step.select.at_most


def _most(frame: Frame, move: Move, state: State) -> int:
    """How many dice the move takes."""
    number = _number(move)
    return max(0, frame.value(number, state)) if number is not None and frame.holds(move.step.when, state) else 0


def _plain(frame: Frame, first: Move, state: State) -> bool:
    """Whether dice of one kind that show the same are the same."""
    kinds = [piece.kind for piece in dict.fromkeys(state.pool)]
    return len(kinds) == len(set(kinds)) and not frame.asked(first.at) & {"exploded", "rerolled"}
