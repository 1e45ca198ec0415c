"""Dice that are taken away before anything looks at them: what they show makes no difference by then.

A later step that takes all dice of some states away looks at none of them. Where each way on from a place comes to such
a step, or to the end, before anything else asks about a die that lies there, the die can as well be gone at once, and
counts for nothing: whatever is counted later is counted of other dice. Odds without such dice equal odds with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from ..model.system import Selector
from ..ops.control import back, guard
from ..ops.state import COUNTED, Move
from .reads import Reads

Lying = tuple[str, str]  # the kind of a die and its state
AWAY = {"remove": "removed", "drop": "dropped"}
STATES = (*COUNTED, "reserved", *AWAY.values())


def unseen(
    moves: Sequence[Move], each: Sequence[Reads], following: Sequence[Sequence[int]], kinds: Iterable[str]
) -> tuple[frozenset[Lying], ...]:
    """For each place the dice, by kind and state, that nothing looks at any more before they are taken away.

    `each` is what each move reads, and the end; `following` the places to which each leads.
    """
    dice = frozenset((kind, state) for kind in kinds for state in STATES)
    if not any(map(takes, moves)):
        return (frozenset(),) * len(each)
    own = [_looked_at(reads, dice) for reads in each]
    seen: list[Set[Lying]] = [frozenset()] * len(each)
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(each))):
            later = frozenset[Lying]().union(*(seen[after] for after in following[at]))
            if at < len(moves) and takes(moves[at]):
                found = frozenset(die for die in dice if _taken(moves[at], die) in later)
            else:
                found = own[at] | later
            changed = changed or found != seen[at]
            seen[at] = found
    return tuple(dice - there for there in seen)


def takes(move: Move) -> bool:
    """Whether a move takes all dice of some kinds and states away, whatever they show."""
    step, select = move.step, move.step.select
    plain = step.op in AWAY and step.when is None and move.run not in (guard, back) and select.takes_all
    return plain and (select.where, select.showing, select.containing, select.tag) == (None,) * 4


def _taken(move: Move, die: Lying) -> Lying:
    """The die behind a move that takes dice away."""
    return (die[0], AWAY[move.step.op]) if _covers(move.step.select, die) else die


def _covers(select: Selector, die: Lying) -> bool:
    return (select.dice is None or die[0] in select.dice) and die[1] in (select.state or COUNTED)


def _looked_at(reads: Reads, dice: frozenset[Lying]) -> frozenset[Lying]:
    """The dice that a move looks at."""
    selects = [*reads.touches, *(select or Selector() for _, select in reads.tallies)]
    states = reads.mixed | reads.alike
    return frozenset(die for die in dice if die[1] in states or any(_covers(select, die) for select in selects))
