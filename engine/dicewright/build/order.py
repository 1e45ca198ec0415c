"""Joining a roll with the steps behind it that take so many of the highest or of the lowest dice.

Each die goes through the stretch alone, by the very same moves; all it needs to know of the others is how many of those
before it the step has taken, up to the number that it takes. Numbers that are counted on the way, before a step takes
dice or between two of them, add up die by die. No handful is listed: see `chance.order`. Odds with the joint equal odds
without it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any

from ..chance.ask import Again, Lot, Many
from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.frame import SUMS, Frame
from ..ops.number import TALLY
from ..ops.pair import PAIR
from ..ops.state import Move, State
from .alike import ONE_PIECE, Counting
from .apart import Taker, alone, apart, fixed, jumped_into, reach
from .best import Best
from .lay import Aside, Sums
from .line import in_line, lines_up
from .reads import Reads
from .some import changes_some, parted
from .twins import Last, lots

TAKES = ("remove", "drop", "keep", "reserve", "negate", "multiply", "tag")
SORTED = ("highest", "lowest", "any")

SORTING = ("remove", "drop", "keep", "reserve")  # what they take and what they leave is never asked for at once
FORGETFUL = ("roll", "reroll", "explode", "set", "phase")


def ordering(
    moves: Sequence[Move], start: int, each: Sequence[Reads], idle: Set[int], pool_names: frozenset[str], free: bool
) -> tuple[int, int] | None:
    """Of such a stretch that a roll begins: up to where each die goes alone, and where the stretch ends.

    `each` says what a move reads; `idle` moves do nothing that anybody looks at.
    """

    def fits(move: Move) -> bool:
        return move.at in idle or one_piece(move, pool_names, free)

    def before(start: int, end: int) -> list[Move]:
        return [move for move in moves[start:end] if move.at not in idle]

    if not one_piece(moves[start], pool_names, free):
        return None
    entered = jumped_into(moves)
    end = mid = reach(moves, start + 1, fits)
    if end < len(moves) and end not in entered and changes_some(moves[end], before(start, end), pool_names, free):
        end = reach(moves, end + 1, fits)
    if end < len(moves) and end not in entered and lines_up(moves[end], pool_names):
        return mid, end + 1
    alone = before(start, end)
    taking: list[Move] = []
    counted: set[str] = set()
    for at in range(end, len(moves)):
        move = moves[at]
        if at in entered or not (each[at].names | each[at].assigned).isdisjoint(counted):
            break
        if at not in idle and counts(move):
            counted.add(move.step.keys["name"])
            continue
        if takes(move, pool_names):
            if taking and not _agree(taking[0], move, alone):
                break
            taking.append(move)
        elif at not in idle and not _rests(move, pool_names):
            break
        end = at + 1
    return (mid, end) if taking else None


def counts(move: Move) -> bool:
    """Whether a move adds up what each die counts for by itself, and gives the number a name."""
    step = move.step
    if step.op != TALLY.name or step.when is not None or move.run in (guard, back):
        return False
    tally = step.keys.get("tally")
    return tally is not None and tally.how in SUMS and tally.of.alone and alone(step.select.where)


def one_piece(move: Move, pool_names: frozenset[str], free: bool) -> bool:
    """Whether a move leaves each die, or one of each group of twins, whatever others lie there."""
    onto = move.step.op == "explode" and bool(move.step.keys.get("onto"))
    single = onto or move.step.op in ONE_PIECE or move.step.select.per == "twin"
    return single and apart(move, pool_names, free)


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


def _rests(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move sorts each die by itself."""
    return move.step.op in (*TAKES, "phase") and apart(move, pool_names, free=True)


def _agree(one: Move, other: Move, before: Sequence[Move]) -> bool:
    """Whether two moves take dice in the same order, those also that are alike but for what became of them."""
    a, b = one.step.select, other.step.select
    if (a.pick == "highest") != (b.pick == "highest") or a.by is not None or b.by is not None:
        return False
    return {one.step.op, other.step.op} <= set(SORTING) and all(move.step.op in FORGETFUL for move in before)


def in_order(
    program: Taker, frame: Frame, state: State, moves: Sequence[Move], aside: Aside, matters: Sequence[int]
) -> Many | None:
    """Ask for the dice in their order; None where that cannot be done for these dice."""
    if not aside.clear:
        return None
    first = next(n for n, m in enumerate(moves) if m.step.op == PAIR.name or counts(m) or takes(m, frozenset()))
    if first:
        following = partial(_sorted, program, frame, state, moves[first:], aside, matters)
        many = following(())
        if many is None:
            return None

        def then(bag: tuple[Lot, ...]) -> Any:  # a line knows the dice that have met in it, so each has its own
            return replace(many, bag=bag) if isinstance(many.order, Best) else following(bag)

        return parted(program, frame, state, moves[0], moves[first].at, then)
    bag = lots(program, state, moves[0].at)
    return None if bag is None else _sorted(program, frame, state, moves, aside, matters, bag)


def _sorted(
    program: Taker,
    frame: Frame,
    state: State,
    moves: Sequence[Move],
    aside: Aside,
    matters: Sequence[int],
    bag: tuple[Lot, ...],
) -> Many | None:
    """The same for these lots of dice, each on its way to the first of the moves."""
    if moves[0].step.op == PAIR.name:
        return in_line(frame, state, moves[0], aside, matters, bag)
    taking = [move for move in moves if _number(move) is not None]
    if len(taking) > 1 and not _plain(frame, moves[0], state):
        return None
    most = tuple(most_of(frame, move, state) for move in moves)
    empty, begin, end = state._replace(pool=()), moves[0].at, moves[-1].at + 1
    counting = [move for move in moves if counts(move)]
    slots = [frame.slots[move.step.keys["name"]] for move in counting]
    if not set(slots).isdisjoint(matters):
        return None
    before = [frame.tally(move.step.keys["tally"], move.step.select, empty) for move in counting]

    def landed(thrown: Any, sums: Sums) -> Again:
        names, laid = list(state.names), sums[: len(aside.empty)]
        for slot, there, number in zip(slots, before, sums[len(laid) :], strict=True):
            names[slot] = there + (number or 0)
        return Again(State(end, tuple(names), (), aside.onto(state.sums, laid)), end)

    best = Best(program, frame, aside, empty._replace(at=begin), tuple(moves), most)
    lay: Any = Counting(aside, tuple(slots)) if slots else aside
    return Many(bag, Last(), lay, landed, None, best)


def _number(move: Move) -> Formula | None:
    return move.step.select.count or move.step.select.at_most


def most_of(frame: Frame, move: Move, state: State) -> int:
    """How many dice the move takes."""
    number = _number(move)
    return max(0, frame.value(number, state)) if number is not None and frame.holds(move.step.when, state) else 0


def _plain(frame: Frame, first: Move, state: State) -> bool:
    """Whether dice of one kind that show the same are the same."""
    kinds = [piece.kind for piece in dict.fromkeys(state.pool)]
    return len(kinds) == len(set(kinds)) and not frame.asked(first.at) & {"exploded", "rerolled"}
