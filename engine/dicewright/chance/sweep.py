"""The exact law of a handful whose dice are judged together with those that are like them, and with no others.

Group by group (the dice that show 1, those that show 2, and so on) every number of dice that can fall into the group
is followed, and what the group leaves behind is added up. No handful is ever listed: what is carried from group to
group is how many dice are left to fall, and the sum so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from operator import mul, sub
from typing import Any

from .ask import Lot, Many
from .box import boxed
from .carry import alike
from .rows import Laid

Sums = tuple[Any, ...]
Unit = tuple[dict[Any, int], int]
Weights = dict[Any, int]
Ways = dict[tuple[int, ...], dict[Sums, int]]

WAYS = 20  # moves of a table that take about as long as one state more
OFTEN = 1_000  # after so many ways it is asked whether there is time and room for more


def sweep(many: Many, unit: Callable[[Any], Unit], limit: Callable[[int], None]) -> tuple[Laid, int]:
    """Whole-number weights of sums and what they are out of. Each life leaves one piece, and none stays."""
    assert many.groups is not None
    units = [unit(lot.life) for lot in many.bag]
    groups = fallen(many, [law for law, _ in units], limit)
    keys = sorted(groups)
    ways = [_ways(many, groups[key], limit) for key in keys]
    out_of = prod(whole**lot.count for lot, (_, whole) in zip(many.bag, units, strict=True))
    vectors = [(tuple(dict.fromkeys(sums for outs in group.values() for sums in outs)), 1) for group in ways]
    box = boxed(vectors, out_of, many.lay)
    limit(_moves(many, ways) // WAYS)
    rows = {tuple(lot.count for lot in many.bag): box.one}

    @lru_cache(1 << 17)
    def taking(left: tuple[int, ...], taken: tuple[int, ...]) -> tuple[tuple[int, ...], int] | None:
        """What is left of the dice when some are taken, and the ways to choose those; None where there are too few."""
        rest = tuple(map(sub, left, taken))
        return None if min(rest, default=0) < 0 else (rest, prod(map(comb, left, taken)))

    for at, laid in enumerate(ways):
        over = [not any(groups[later][n] for later in keys[at + 1 :]) for n in range(len(many.bag))]
        last = any(over)
        falls = [(taken, [(box.place(sums, at), w) for sums, w in outs.items()]) for taken, outs in laid.items()]
        grown: dict[tuple[int, ...], Any] = {}
        held = 0
        for left, table in rows.items():
            limit(held)
            for taken, places in falls:
                fallen_on = taking(left, taken)
                if fallen_on is None or (last and any(map(mul, fallen_on[0], over))):
                    continue
                rest, which = fallen_on
                for place, weight in places:
                    fresh = rest not in grown
                    grown[rest] = box.moved(table, place, weight * which, grown.get(rest))
                    if fresh:
                        held += box.states((grown[rest],))
                        limit(held)
        limit(box.states(grown.values()))
        rows = grown
    found = [row for table in rows.values() for row in box.read(table)]
    if not many.groups.given:
        return Laid(len(many.bag), found, box.small), out_of
    found = [row for row in found if many.groups.comes_true(row[0])]
    return Laid(len(many.bag), found), sum([weight for _, weight in found])


def _moves(many: Many, ways: Sequence[Ways]) -> int:
    """How often a table is moved at the most: for all that may be left of the dice, and all of these that may fall.

    To see that dice cannot fall, because there are too few, takes a fourth of that.
    """
    grid = prod(lot.count + 1 for lot in many.bag)
    pairs = prod((lot.count + 1) * (lot.count + 2) // 2 for lot in many.bag)
    found = 0
    for laid in ways:
        places = sum(map(len, laid.values()))
        found += min(grid * places, pairs * places // max(1, len(laid))) + grid * len(laid) // 4
    return found


def fallen(many: Many, laws: Sequence[Mapping[Any, int]], limit: Callable[[int], None]) -> dict[Any, list[Weights]]:
    """For each group the pieces that can fall into it, and their weights, lot by lot.

    How many handfuls of them there can be is limited before any is listed.
    """
    assert many.groups is not None
    groups: dict[Any, list[Weights]] = {}
    for n, (lot, law) in enumerate(zip(many.bag, laws, strict=True)):
        for left, weight in law.items():
            (piece,) = many.make(lot.tag, left)
            group = groups.setdefault(many.groups.of(piece), [{} for _ in many.bag])
            group[n][piece] = group[n].get(piece, 0) + weight
    listed = 0
    for group in groups.values():
        listed += prod(comb(lot.count + len(one), len(one)) for lot, one in zip(many.bag, group, strict=True))
        limit(listed)
    return groups


def handfuls(bag: Sequence[Lot], group: list[Weights]) -> Iterator[tuple[Any, ...]]:
    """Every handful of a group's pieces, in their order."""
    return (pieces for pieces, _, _ in _hands(bag, group))


def _hands(bag: Sequence[Lot], group: list[Weights]) -> Iterator[tuple[tuple[Any, ...], tuple[int, ...], int]]:
    """The same with how many dice of each lot they are, and their weight."""
    for lots in product(*[tuple(_dice(lot, one)) for lot, one in zip(bag, group, strict=True)]):
        pieces = lots[0][0] if len(lots) == 1 else tuple([piece for pieces, _ in lots for piece in pieces])
        yield tuple(sorted(pieces)), tuple([len(pieces) for pieces, _ in lots]), prod([weight for _, weight in lots])


def _ways(many: Many, group: list[Weights], limit: Callable[[int], None]) -> Ways:
    """What every number of dice in a group leaves behind; the dice that fall into it are not chosen yet."""
    assert many.groups is not None
    found: Ways = {}
    for n, (pieces, taken, weight) in enumerate(_hands(many.bag, group)):
        if n % OFTEN == 0:
            limit(n)
        sums = many.groups.judged(pieces)
        if sums is None:
            continue
        outs = found.setdefault(taken, {})
        outs[sums] = outs.get(sums, 0) + weight
    return found


def _dice(lot: Lot, one: Weights) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every handful of a group's pieces that dice of one lot can be, with its weight."""
    pieces = list(one.items())
    for number in range(lot.count + 1):
        yield from alike(pieces, number)
