"""The exact law of taking things at random, none of them twice.

It goes through the looks one by one: of n alike things, k are taken in (n over k) ways. Takings that leave the same
things on the table, and otherwise the same sums, lead to the same; one of them stands for all. So drawing five cards
of a deck for the highest of them meets some thousand cases, not millions of hands.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from .ask import Pick

Taken = tuple[int, ...]


def picked(pick: Pick, limit: Callable[[int], None]) -> tuple[list[tuple[Taken, int]], int]:
    """Whole-number weights of how many of each look are taken, and what they are out of."""
    leaving = _Leaving(pick)
    limit(leaving.hands())
    behind = sum(count for _, count in pick.lots)
    total = comb(behind, pick.number)
    # What is still to be taken, what stays, what the others leave behind: the ways there, and the first of them.
    rows: dict[tuple[int, Taken, Any], tuple[int, Taken]] = {(pick.number, (), pick.lay.empty): (1, ())}
    for lot, (_, count) in enumerate(pick.lots):
        behind -= count
        ways = [comb(count, n) for n in range(count + 1)]
        grown: dict[tuple[int, Taken, Any], tuple[int, Taken]] = {}
        for (left, stays, so_far), (have, taken) in rows.items():
            before = min(pick.number - left, pick.ranks)
            for n in range(max(0, left - behind), min(count, left) + 1):
                sums = leaving.sums(lot, before, n)
                if sums is None:
                    key = left - n, (*stays, lot, n) if n else stays, so_far
                else:
                    key = left - n, stays, pick.lay.join(so_far, sums)
                known = grown.get(key)
                if known is None:
                    grown[key] = have * ways[n], (*taken, n)
                else:
                    grown[key] = known[0] + have * ways[n], known[1]
        limit(len(grown))
        rows = grown
    return [(taken, have) for have, taken in rows.values()], total


class _Leaving:
    """What the things of each lot leave behind when they are laid aside."""

    def __init__(self, pick: Pick) -> None:
        self._pick = pick
        self._known: dict[tuple[int, int, int], Any] = {}

    def sums(self, lot: int, before: int, n: int) -> Any:
        """The sums of a lot of which `n` are taken after `before` others.

        None where one of them has to stay, or would if it were not taken: then it makes a difference how many are.
        """
        key = lot, before, n
        if key not in self._known:
            self._known[key] = self._sums(lot, before, n)
        return self._known[key]

    def _sums(self, lot: int, before: int, n: int) -> Any:
        pick = self._pick
        look, count = pick.lots[lot]
        places = [*(min(before + i, pick.ranks) for i in range(n)), *[None] * (count - n)]
        if pick.becomes is None or pick.lay.aside(pick.becomes(look, None)) is None:
            return None
        found = pick.lay.empty
        for place in places:
            one = pick.lay.aside(pick.becomes(look, place))
            if one is None:
                return None
            found = pick.lay.join(found, one)
        return found

    def hands(self) -> int:
        """How many takings there are at least that stay apart."""
        pick = self._pick
        ways = [1] + [0] * pick.number
        loose = 0
        for lot, (_, count) in enumerate(pick.lots):
            if None in (self.sums(lot, pick.ranks, 0), self.sums(lot, pick.ranks, count)):
                ways = [sum(ways[max(0, n - count) : n + 1]) for n in range(pick.number + 1)]
            else:
                loose += count
        return sum(ways[max(0, pick.number - loose) :])
