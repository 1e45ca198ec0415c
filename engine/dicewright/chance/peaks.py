"""Sums of which a place is not added up: the greatest number counts, or the least.

Whether the greatest is no more than some number is a matter of each die alone. So there is one table for each number,
of as many dice as ever, each under that condition; what the tables of two numbers that follow each other differ by is
the law where the greatest is just that. With several such places it is the same for each combination of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from math import prod
from operator import le
from typing import Any

from .ask import Lay
from .box import fitting

Sums = tuple[Any, ...]
Lots = Sequence[tuple[int, Mapping[Sums, int]]]  # how many dice, and the law of what each of them leaves behind
Ranks = Mapping[int, Sequence[Any]]  # by place: its numbers, each of which beats those before it

TABLES = 4_096  # more than these are not made


def ranks(lots: Lots, lay: Lay) -> Ranks | None:
    """The numbers of the places that are not added up; None where they do not beat one another, or are too many."""
    found: dict[int, Sequence[Any]] = {}
    for place in [n for n, adds in enumerate(lay.adds) if not adds]:
        known = {sums[place] for _, law in lots for sums in law} | {lay.empty[place]}
        nothing, numbers = [None] * (None in known), sorted(known - {None})
        rows = (nothing + numbers, nothing + numbers[::-1])
        row = next((row for row in rows if _beats(row, place, lay)), None)
        if row is None:
            return None
        found[place] = row
    return found if prod(map(len, found.values())) <= TABLES else None


def _beats(row: Sequence[Any], place: int, lay: Lay) -> bool:
    """Whether each number beats the one before it, and nothing but itself comes of a number twice."""

    def joined(a: Any, b: Any) -> Any:
        one, other = ((*lay.empty[:place], number, *lay.empty[place + 1 :]) for number in (a, b))
        return lay.join(one, other)[place]

    return all(joined(a, a) == a for a in row) and all(joined(a, b) == b for a, b in pairwise(row))


def peaked(
    lots: Lots, rows: Ranks, total: int, lay: Lay, limit: Callable[[int], None]
) -> tuple[list[tuple[Sums, int]], bool] | None:
    """The sums of all dice, with their weights, and whether all that are added up are small; None where there is no
    room for a table of these."""
    order = {place: {number: n for n, number in enumerate(row)} for place, row in rows.items()}
    added = [{sums: tuple([0 if at in order else x for at, x in enumerate(sums)]) for sums in law} for _, law in lots]
    vectors = [({*left.values()}, count) for left, (count, _) in zip(added, lots, strict=True)]
    box = fitting(vectors, total, prod(map(len, rows.values())))
    if box is None:
        return None
    faces = [[(_ranked(sums, order), box.place(left[sums], lot)) for sums in left] for lot, left in enumerate(added)]
    tables: dict[tuple[int, ...], int] = {}
    for most in product(*(range(len(row)) for row in rows.values())):
        table = box.one
        for (count, whole), ranked in zip(lots, faces, strict=True):
            law: dict[int, int] = {}
            for (mine, place), weight in zip(ranked, whole.values(), strict=True):
                if all(map(le, mine, most)):
                    law[place] = law.get(place, 0) + weight
            table = box.dice(table, law, count, limit) if law or not count else box.nowhere
        tables[most] = table
        limit(len(tables) * box.states([table]))
    for at in range(len(rows)):
        for most in reversed(list(tables)):  # each before the one that it is told from
            if most[at]:
                tables[most] -= tables[*most[:at], most[at] - 1, *most[at + 1 :]]
    found: list[tuple[Sums, int]] = []
    for most, table in tables.items():
        if table:
            found += box.read(table, {place: rows[place][n] for place, n in zip(rows, most, strict=True)})
    return found, box.small


def _ranked(sums: Sums, order: Mapping[int, Mapping[Any, int]]) -> tuple[int, ...]:
    """How many numbers are beaten by those of a face."""
    return tuple([by[sums[at]] for at, by in order.items()])
