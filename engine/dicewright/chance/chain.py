"""A loop that is solved, and not followed round by round.

One round leads from a state at the head of the loop to states there again, and out of it. Where no more than a few
states ever come to the head, what leaves the loop follows from linear equations, in fractions: however long it may run,
nothing is left open but what never leaves it. What is solved equals what is followed without end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Shares = dict[Any, Fraction]
MOST = 48  # states at the head of a loop; more are followed, as equations of more take long


@dataclass(frozen=True, slots=True)
class Loop:
    """The places of a loop behind its head, and what makes of a state that comes round the one that came first."""

    inside: range
    fresh: Callable[[Any], Any]


def solved(begin: Mapping[Hashable, Fraction], once: Callable[[Any], tuple[Shares, Shares]]) -> Shares | None:
    """What leaves a loop, where it begins with these shares; None where too many states come to its head.

    `once` gives what one round makes of a state: the states that come to the head, and what leaves.
    """
    rounds = _explored(begin, once)
    if rounds is None:
        return None
    order = list(rounds)
    for n in range(len(order) - 1, -1, -1):
        back, out = rounds[order[n]]
        if stays := back.pop(order[n], None):
            rounds[order[n]] = back, out = _without(stays, back), _without(stays, out)
        for state in order[:n]:
            there, left = rounds[state]
            if share := there.pop(order[n], None):
                put(there, back, share)
                put(left, out, share)
    for state in order:  # by now each comes only to those before it
        back, out = rounds[state]
        for earlier, share in back.items():
            put(out, rounds[earlier][1], share)
    whole: Shares = {}
    for state, share in begin.items():
        put(whole, rounds[state][1], share)
    return whole


def _explored(
    begin: Iterable[Hashable], once: Callable[[Any], tuple[Shares, Shares]]
) -> dict[Any, tuple[Shares, Shares]] | None:
    """One round from each state that ever comes to the head."""
    found: dict[Any, tuple[Shares, Shares]] = {}
    waiting = dict.fromkeys(begin)
    while waiting:
        if len(found) + len(waiting) > MOST:
            return None
        state = next(iter(waiting))
        del waiting[state]
        back, out = once(state)
        found[state] = dict(back), dict(out)
        waiting |= dict.fromkeys(each for each in back if each not in found)
    return found


def _without(stays: Fraction, shares: Shares) -> Shares:
    """What goes on from a state under the condition that it does not come to itself; nothing where it always does."""
    return {} if stays == 1 else {state: share / (1 - stays) for state, share in shares.items()}


def put(into: Shares, shares: Shares, times: Fraction | int = 1) -> None:
    """Add some shares, each so many times."""
    for state, share in shares.items():
        into[state] = into.get(state, 0) + share * times
