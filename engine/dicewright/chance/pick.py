"""The exact law of taking things at random, none of them twice.

It goes through the looks one by one: of n alike things, k are taken in (n over k) ways. Takings that leave the same
things on the table, and otherwise the same sums, lead to the same; one of them stands for all. So drawing five cards
of a deck for the highest of them meets some thousand cases, not millions of hands.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from .ask import Lay, Pick

Taken = tuple[int, ...]


def picked(pick: Pick, limit: Callable[[int], None]) -> tuple[list[tuple[Taken, int]], int]:
    """Whole-number weights of how many of each look are taken, and what they are out of."""
    lay = pick.lay
    limit(_hands(pick))
    behind = sum(count for _, count in pick.lots)
    total = comb(behind, pick.number)
    # What is still to be taken, what stays, what the others leave behind: the ways there, and the first of them.
    rows: dict[tuple[int, Taken, Any], tuple[int, Taken]] = {(pick.number, (), lay.empty): (1, ())}
    for lot, (_, count) in enumerate(pick.lots):
        behind -= count
        sums = _sums(pick, lot, count)
        grown: dict[tuple[int, Taken, Any], tuple[int, Taken]] = {}
        for (left, stays, so_far), (ways, taken) in rows.items():
            for n in range(max(0, left - behind), min(count, left) + 1):
                if sums is None:
                    key = left - n, (*stays, lot, n) if n else stays, so_far
                else:
                    key = left - n, stays, lay.join(so_far, sums[n])
                known = grown.get(key)
                if known is None:
                    grown[key] = ways * comb(count, n), (*taken, n)
                else:
                    grown[key] = known[0] + ways * comb(count, n), known[1]
        limit(len(grown))
        rows = grown
    return [(taken, ways) for ways, taken in rows.values()], total


def _hands(pick: Pick) -> int:
    """How many takings there are at least that stay apart."""
    ways = [1] + [0] * pick.number
    loose = 0
    for lot, (_, count) in enumerate(pick.lots):
        if pick.leaves(lot, True) is None or pick.leaves(lot, False) is None:
            ways = [sum(ways[max(0, n - count) : n + 1]) for n in range(pick.number + 1)]
        else:
            loose += count
    return sum(ways[max(0, pick.number - loose) :])


def _sums(pick: Pick, lot: int, count: int) -> list[Any] | None:
    """What the things of a lot leave behind, by how many of them are taken; None where they stay on the table."""
    took, kept = pick.leaves(lot, True), pick.leaves(lot, False)
    if took is None or kept is None:
        return None
    with_, without = _times(took, count, pick.lay), _times(kept, count, pick.lay)
    return [pick.lay.join(with_[n], without[count - n]) for n in range(count + 1)]


def _times(one: tuple[Any, ...], count: int, lay: Lay) -> list[tuple[Any, ...]]:
    found = [lay.empty]
    for _ in range(count):
        found.append(lay.join(found[-1], one))
    return found
