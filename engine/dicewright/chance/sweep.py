"""The exact law of a handful whose dice are judged together with those that are like them, and with no others.

Group by group (the dice that show 1, those that show 2, and so on) every number of dice that can fall into the group
is followed, and what the group leaves behind is added up. No handful is ever listed: what is carried from group to
group is how many dice are left to fall, and the sum so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import comb, prod
from operator import mul, sub
from typing import Any

from .ask import Lot, Many

Sums = tuple[Any, ...]
Unit = tuple[dict[Any, int], int]
Weights = dict[Any, int]
Ways = dict[tuple[int, ...], dict[Sums, int]]


def sweep(many: Many, unit: Callable[[Any], Unit], limit: Callable[[int], None]) -> Unit:
    """Whole-number weights of (no pieces a lot, sums) and what they are out of. Each life leaves one piece."""
    assert many.groups is not None
    units = [unit(lot.life) for lot in many.bag]
    groups: dict[Any, list[Weights]] = {}
    for n, (lot, (law, _)) in enumerate(zip(many.bag, units, strict=True)):
        for left, weight in law.items():
            (piece,) = many.make(lot.tag, left)
            group = groups.setdefault(many.groups.of(piece), [{} for _ in many.bag])
            group[n][piece] = group[n].get(piece, 0) + weight
    for group in groups.values():
        limit(prod(comb(lot.count + len(one), len(one)) for lot, one in zip(many.bag, group, strict=True)))
    rows: Ways = {tuple(lot.count for lot in many.bag): {many.lay.empty: 1}}
    keys, join = sorted(groups), many.lay.join
    for at, key in enumerate(keys):
        over = [not any(groups[later][n] for later in keys[at + 1 :]) for n in range(len(many.bag))]
        ways = _ways(many, groups[key])
        grown: Ways = {}
        for left, sofar in rows.items():
            for taken, outs in ways.items():
                rest = tuple(map(sub, left, taken))
                if min(rest, default=0) < 0 or any(map(mul, rest, over)):
                    continue
                which = prod(map(comb, left, taken))
                into = grown.setdefault(rest, {})
                for a, x in sofar.items():
                    for b, y in outs.items():
                        sums = join(a, b)
                        into[sums] = into.get(sums, 0) + x * y * which
        limit(sum(map(len, grown.values())))
        rows = grown
    nothing = tuple(() for _ in many.bag)
    out_of = prod(whole**lot.count for lot, (_, whole) in zip(many.bag, units, strict=True))
    return {(nothing, sums): weight for laid in rows.values() for sums, weight in laid.items()}, out_of


def _ways(many: Many, group: list[Weights]) -> Ways:
    """What every number of dice in a group leaves behind; the dice that fall into it are not chosen yet."""
    assert many.groups is not None
    found: Ways = {}
    for lots in product(*(tuple(_dice(lot, one)) for lot, one in zip(many.bag, group, strict=True))):
        sums = many.groups.judged(tuple(sorted(piece for pieces, _ in lots for piece in pieces)))
        outs = found.setdefault(tuple(len(pieces) for pieces, _ in lots), {})
        outs[sums] = outs.get(sums, 0) + prod(weight for _, weight in lots)
    return found


def _dice(lot: Lot, one: Weights) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every handful of a group's pieces that dice of one lot can be, with its weight."""
    kinds = list(one)

    def share(kind: int, most: int) -> Iterator[tuple[tuple[Any, ...], int]]:
        if kind == len(kinds):
            yield (), 1
            return
        for n in range(most + 1):
            for pieces, weight in share(kind + 1, most - n):
                yield (kinds[kind],) * n + pieces, one[kinds[kind]] ** n * weight * comb(n + len(pieces), n)

    return share(0, lot.count)
