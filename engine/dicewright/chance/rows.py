"""Rows of weights: what a handful leaves where no piece of it stays, and where mass comes to an end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import lcm
from typing import Any

Sums = tuple[Any, ...]
Row = tuple[tuple[tuple[Any, ...], Sums], int]  # pieces a lot and sums, and their weight

KINDS = 64  # different wholes after which all that has ended is brought to one
BLOCK = 4_096  # rows between two looks at the clock


@dataclass(frozen=True, slots=True)
class Laid(Collection[Row]):
    """The law of so many lots that leave nothing but sums; none of them is far from 0 where all are `small`."""

    lots: int
    law: Sequence[tuple[Sums, int]]
    small: bool = False

    def __len__(self) -> int:
        return len(self.law)

    def __iter__(self) -> Iterator[Row]:
        nothing = ((),) * self.lots
        return (((nothing, sums), weight) for sums, weight in self.law)

    def __contains__(self, row: object) -> bool:
        return any(row == mine for mine in self)


def weight_of(rows: Collection[Row]) -> int:
    """All of it."""
    return sum([weight for _, weight in (rows.law if isinstance(rows, Laid) else rows)])


def laid(rows: Collection[Row]) -> tuple[Iterable[tuple[Sums, int]], Sequence[Row]]:
    """The sums of the rows of which nothing stays, and the other rows."""
    if isinstance(rows, Laid):
        return rows.law, ()
    gone = [(sums, weight) for (lots, sums), weight in rows if not any(lots)]
    return gone, [row for row in rows if any(row[0][0])]


def blocks(rows: Iterable[Any]) -> Iterator[Sequence[Any]]:
    """The rows, some at a time."""
    left = iter(rows)
    while block := list(islice(left, BLOCK)):
        yield block


class Ends:
    """Where mass comes to an end: whole numbers, each beside those that are out of as many."""

    def __init__(self) -> None:
        self._by: dict[int, dict[Any, int]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by.values()))

    def items(self) -> Iterator[tuple[Any, int]]:
        return chain.from_iterable(rows.items() for rows in self._by.values())

    def out_of(self, whole: int) -> dict[Any, int]:
        """Those that are out of so many, to be added to."""
        rows = self._by.get(whole)
        if rows is None:
            if len(self._by) == KINDS:
                together, common = self.together()
                self._by = {common: together}
            rows = self._by.setdefault(whole, {})
        return rows

    def add(self, end: Any, num: int, den: int) -> None:
        rows = self.out_of(den)
        rows[end] = rows.get(end, 0) + num

    def together(self) -> tuple[dict[Any, int], int]:
        """All of them, and what they are out of."""
        if len(self._by) == 1:
            ((whole, rows),) = self._by.items()
            return rows, whole
        common = lcm(*self._by)
        found: dict[Any, int] = {}
        for whole, rows in self._by.items():
            times = common // whole
            for end, num in rows.items():
                found[end] = found.get(end, 0) + num * times
        return found, common
