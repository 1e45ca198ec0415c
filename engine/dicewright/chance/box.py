"""Tables of sums, held in one of three ways.

`Box`: a whole table is one whole number, in which each sum has a place of its own with room for every weight. To move
a table by what one die leaves behind is to shift that number, to add tables is to add numbers. `Boxes`: a box for each
combination of those numbers that are not added up, such as the highest die. `Loose`: a mapping from sums to weights,
for sums that lie too far apart. All know tables by the same words. A table that is moved `into` another is added to it,
and that other one is used up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import comb, gcd, prod
from operator import add, or_
from struct import iter_unpack
from typing import Any

from .ask import Lay

Sums = tuple[Any, ...]
Law = Mapping[Sums, int]
Limit = Callable[[int], None]

CELLS, BYTES = 1 << 23, 1 << 28  # a box has at most so many places, and as a number so many bytes
NEAR = 1 << 30  # so far from 0, numbers are still small
MARKED = 1 << 27  # places that can be marked, to count those that are come to
ENTRY = 256  # bytes, about, that one entry of a mapping takes
WIDE = 6  # so many numbers in a sum take as much room again
MANY = 12  # so many alike dice are worth a rule of their own
SPARE = 16  # and at most so many places for each sum that dice can leave


class Box:
    """Sums of so many dice of each lot, each of which leaves one of the lot's vectors behind."""

    def __init__(self, lots: Sequence[tuple[Iterable[Sums], int]], total: int) -> None:
        columns = [[list(column) for column in zip(*vectors, strict=True)] for vectors, _ in lots]
        counts = [count for _, count in lots]
        lows = [[min(column) for column in lot] for lot in columns]
        self._lows = lows
        self.axes: list[range] = []
        self._steps: list[int] = []
        sizes: list[int] = []
        for axis in range(len(lows[0])):
            step = gcd(*(x - low[axis] for lot, low in zip(columns, lows, strict=True) for x in lot[axis])) or 1
            first = sum(low[axis] * count for low, count in zip(lows, counts, strict=True))
            reach = sum((max(lot[axis]) - min(lot[axis])) * count for lot, count in zip(columns, counts, strict=True))
            self.axes.append(range(first, first + reach + 1, step))
            self._steps.append(step)
            sizes.append(reach // step + 1)
        self.cells = prod(sizes)
        self.slot = total.bit_length() // 8 + 1
        self._single = sum(len(axis) > 1 for axis in self.axes) == 1
        self._strides = [8 * self.slot * prod(sizes[axis + 1 :]) for axis in range(len(sizes))]

    @property
    def small(self) -> bool:
        """Whether no sum is far from 0."""
        return all(axis[0] >= -NEAR and axis[-1] <= NEAR for axis in self.axes)

    @property
    def bytes(self) -> int:
        """How many a table takes."""
        return self.cells * self.slot

    def fits(self, tables: int = 1) -> bool:
        """Whether there is room for so many tables."""
        return self.cells * tables <= CELLS and self.bytes * tables <= BYTES

    one = 1
    nowhere = 0

    def place(self, sums: Sums, lot: int = 0) -> int:
        """How far a table moves when a die of the lot leaves this behind."""
        across = zip(sums, self._lows[lot], self._steps, self._strides, strict=True)
        return sum((x - low) // step * stride for x, low, step, stride in across)

    def join(self, a: int, b: int) -> int:
        return a + b

    def often(self, place: int, number: int) -> int:
        """How far a table moves by so many dice that leave the same behind."""
        return place * number

    def moved(self, table: int, place: int, weight: int, into: int | None = None) -> int:
        fallen = (table << place) * weight
        return fallen if into is None else into + fallen

    def plus(self, a: int, b: int) -> int:
        return a + b

    def dice(self, table: int, law: Mapping[int, int], count: int, limit: Limit) -> int:
        """The table with so many dice of a law more."""
        if table == 1 and count >= MANY and self._single:
            return self._power(law, count)
        places: dict[int, list[int]] = {}
        for place, weight in law.items():
            places.setdefault(weight, []).append(place)
        for _ in range(count):
            limit(0)
            fallen = [reduce(add, [table << place for place in alike]) * weight for weight, alike in places.items()]
            table = reduce(add, fallen)
        return table

    def _power(self, law: Mapping[int, int], n: int) -> int:
        """The law of the sum of n dice where one number is read, by the rule p F' = n p' F for F = p to the n."""
        unit = 8 * self.slot
        lowest = min(law) // unit
        terms = sorted((place // unit - lowest, weight) for place, weight in law.items())
        (_, first), *others = terms
        reach = terms[-1][0] * n
        found = [first**n]
        mirrored = all(a[0] + b[0] == terms[-1][0] and a[1] == b[1] for a, b in zip(terms, terms[::-1], strict=True))
        for k in range(1, reach // 2 + 1 if mirrored else reach + 1):
            ways = sum([((n + 1) * j - k) * weight * found[k - j] for j, weight in others if j <= k])
            found.append(ways // (k * first))
        if mirrored and reach:
            found += found[reach - len(found) :: -1]
        table = int.from_bytes(b"".join([ways.to_bytes(self.slot, "little") for ways in found]), "little")
        return table << lowest * n * unit

    def work(self, law: int, count: int, first: bool) -> int:
        """How many entries of a mapping take about as long as so many dice more, of a law of so many places."""
        if first and count >= MANY and self._single:
            return self.cells * law // 4
        return count * law * self.cells * self.slot // (64 * ENTRY)

    def states(self, tables: Iterable[int]) -> int:
        """How many entries of a mapping take as much room."""
        return sum(1 for _ in tables) * self.cells * self.slot // ENTRY

    def read(self, table: int, known: Mapping[int, Any] | None = None) -> list[tuple[Sums, int]]:
        """The sums of a table of all dice, with their weights; some places of the sums are `known`."""
        data, nothing, whole = table.to_bytes(self.cells * self.slot, "little"), bytes(self.slot), int.from_bytes
        axes = [[known[n]] if known and n in known else axis for n, axis in enumerate(self.axes)]
        cells = zip(product(*axes), iter_unpack(f"{self.slot}s", data), strict=True)
        return [(sums, whole(weight, "little")) for sums, (weight,) in cells if weight != nothing]


class Boxes:
    """The same words for tables that are mappings from what is not added up to the box of what is."""

    small = False

    def __init__(self, box: Box, lay: Lay) -> None:
        self.box, self._empty, self._join, self._adds = box, lay.empty, lay.join, lay.adds
        self.one: dict[Sums, int] = {lay.empty: box.one}
        self.nowhere: dict[Sums, int] = {}

    def place(self, sums: Sums, lot: int = 0) -> tuple[Sums, int]:
        rest = tuple([0 if adds else x for x, adds in zip(sums, self._adds, strict=True)])
        return rest, self.box.place(_added(sums, self._adds), lot)

    def join(self, a: tuple[Sums, int], b: tuple[Sums, int]) -> tuple[Sums, int]:
        return self._join(a[0], b[0]), a[1] + b[1]

    def often(self, place: tuple[Sums, int], number: int) -> tuple[Sums, int]:
        found = self._empty
        for _ in range(number):
            found = self._join(found, place[0])
        return found, place[1] * number

    def moved(
        self, table: Law, place: tuple[Sums, int], weight: int, into: dict[Sums, int] | None = None
    ) -> dict[Sums, int]:
        rest, shift = place
        if rest == self._empty and into is None:
            return {key: (packed << shift) * weight for key, packed in table.items()}
        out = {} if into is None else into
        still = rest == self._empty
        for key, packed in table.items():
            joined = key if still else self._join(key, rest)
            out[joined] = out.get(joined, 0) + (packed << shift) * weight
        return out

    def plus(self, a: Law, b: Law) -> dict[Sums, int]:
        return _plus(a, b)

    def dice(
        self, table: dict[Sums, int], law: Mapping[tuple[Sums, int], int], count: int, limit: Limit
    ) -> dict[Sums, int]:
        for _ in range(count):
            grown: dict[Sums, int] = {}
            for place, weight in law.items():
                limit(self.states([grown]))
                for key, packed in self.moved(table, place, weight).items():
                    grown[key] = grown.get(key, 0) + packed
            table = grown
        return table

    def work(self, law: int, count: int, first: bool) -> int:
        return self.box.work(law, count, False)

    def states(self, tables: Iterable[Law]) -> int:
        return self.box.states(packed for table in tables for packed in table.values())

    def read(self, table: Law) -> list[tuple[Sums, int]]:
        found: list[tuple[Sums, int]] = []
        for rest, packed in table.items():
            found += self.box.read(packed, {n: x for n, x in enumerate(rest) if not self._adds[n]})
        return found


def _added(sums: Sums, adds: Sequence[bool]) -> Sums:
    return tuple([x if added else 0 for x, added in zip(sums, adds, strict=True)])


def _plus(a: Law, b: Law) -> dict[Sums, int]:
    out, less = (dict(a), b) if len(a) >= len(b) else (dict(b), a)
    for sums, weight in less.items():
        out[sums] = out.get(sums, 0) + weight
    return out


class Loose:
    """The same words for tables that are mappings."""

    small = False

    def __init__(self, lay: Lay) -> None:
        self._empty, self.join = lay.empty, lay.join
        self._room = 1 + len(lay.empty) // WIDE
        self.one: dict[Sums, int] = {lay.empty: 1}
        self.nowhere: dict[Sums, int] = {}

    def place(self, sums: Sums, lot: int = 0) -> Sums:
        return sums

    def often(self, place: Sums, number: int) -> Sums:
        found = self._empty
        for _ in range(number):
            found = self.join(found, place)
        return found

    def moved(self, table: Law, place: Sums, weight: int, into: dict[Sums, int] | None = None) -> dict[Sums, int]:
        if place == self._empty and into is None:
            return {sums: ways * weight for sums, ways in table.items()}
        out = {} if into is None else into
        still = place == self._empty
        for sums, ways in table.items():
            key = sums if still else self.join(sums, place)
            out[key] = out.get(key, 0) + ways * weight
        return out

    def plus(self, a: Law, b: Law) -> dict[Sums, int]:
        return _plus(a, b)

    def dice(self, table: dict[Sums, int], law: Law, count: int, limit: Limit) -> dict[Sums, int]:
        for _ in range(count):
            grown: dict[Sums, int] = {}
            for sums, ways in table.items():
                limit(self.states([grown]))
                for more, weight in law.items():
                    key = self.join(sums, more)
                    grown[key] = grown.get(key, 0) + ways * weight
            table = grown
        return table

    def work(self, law: int, count: int, first: bool) -> int:
        """At least so many entries are gone over for so many dice more, of a law of so many sums."""
        return (count - 1) * law * law // 4

    def states(self, tables: Iterable[Law]) -> int:
        return sum(map(len, tables)) * self._room

    def read(self, table: Law) -> list[tuple[Sums, int]]:
        return list(table.items())


def fitting(lots: Sequence[tuple[Collection[Sums], int]], total: int, tables: int = 1) -> Box | None:
    """A box of which so many tables can be held, if there is room for it, and most of its places are come to."""
    box = Box(lots, total)
    ways = prod(comb(count + len(vectors) - 1, count) for vectors, count in lots)
    return box if box.fits(tables) and box.cells <= SPARE * ways + SPARE else None


def boxed(lots: Sequence[tuple[Sequence[Sums], int]], total: int, lay: Lay) -> Any:
    """The way to hold the tables of such dice; `total` is what all their weights are out of."""
    if not (any(lay.adds) and lots and all(vectors for vectors, _ in lots)):
        return Loose(lay)
    box = fitting([({_added(sums, lay.adds): None for sums in vectors}, count) for vectors, count in lots], total)
    if box is None:
        return Loose(lay)
    return box if all(lay.adds) else Boxes(box, lay)


def reached(lots: Sequence[tuple[Sequence[Sums], int]], lay: Lay, held: int = CELLS) -> int:
    """How many different sums dice can leave that lie too far apart for a box: each that can be is marked by one bit.

    0 where a box of `held` places has room for them, or where they lie too far apart to be marked.
    """
    if not (all(lay.adds) and lots and all(vectors for vectors, _ in lots)):
        return 0
    box = Box(lots, 1)
    if not held < box.cells <= MARKED:
        return 0
    marks = 1
    for lot, (vectors, count) in enumerate(lots):
        places = [box.place(sums, lot) // 8 for sums in vectors]
        for _ in range(count):
            marks = reduce(or_, [marks << place for place in places])
    return marks.bit_count()
