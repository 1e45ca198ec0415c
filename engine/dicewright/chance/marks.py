"""Numbers that one face alone moves: how many dice show it is followed, and the number is known from that.

A table that has such a number for an axis is many times as large as one without. So there is one table for each number
of dice that show the faces in question, with the ways to choose those dice; the others are added up as ever. What is
found is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

from .box import Box

Sums = tuple[Any, ...]
Lots = Sequence[tuple[int, Mapping[Sums, int]]]  # how many dice, and the law of what each of them leaves behind


class Marks:
    """The axes of which each is moved by one face of one lot, and by no other."""

    def __init__(self, lots: Lots) -> None:
        self._lots = lots
        self._moved: list[dict[Sums, dict[int, int]]] = [{} for _ in lots]  # of these faces: which axes, and how far
        for axis in range(len(next(iter(lots[0][1])))):
            moving = []
            for lot, (_, law) in enumerate(lots):
                column = [sums[axis] for sums in law]
                usual = max(set(column), key=column.count)
                moving += [(lot, sums, sums[axis] - usual) for sums in law if sums[axis] != usual]
            if len(moving) == 1:
                ((lot, sums, far),) = moving
                self._moved[lot].setdefault(sums, {})[axis] = far

    def __bool__(self) -> bool:
        return any(self._moved)

    def law(self, total: int, limit: Callable[[int], None]) -> list[tuple[Sums, int]]:
        """The sums of all dice, with their weights; `total` is what these are out of."""
        plain = [{sums: self._plain(lot, sums) for sums in law} for lot, (_, law) in enumerate(self._lots)]
        box = Box([(tuple(found.values()), count) for found, (count, _) in zip(plain, self._lots, strict=True)], total)
        tables: dict[tuple[int, ...], int] = {(): box.one}
        moves: list[Mapping[int, int]] = []
        for lot in sorted(range(len(plain)), key=lambda lot: (bool(self._moved[lot]), -self._lots[lot][0])):
            count, law = self._lots[lot]
            rest: dict[int, int] = {}
            for sums in law.keys() - self._moved[lot].keys():
                place = box.place(plain[lot][sums], lot)
                rest[place] = rest.get(place, 0) + law[sums]
            limit(len(tables) * box.work(len(rest), count, False))
            if not self._moved[lot]:
                tables = {showing: box.dice(table, rest, count, limit) for showing, table in tables.items()}
                continue
            moves += self._moved[lot].values()
            # How many dice show each face, how many are left, how far they move a table, and the ways to choose them.
            shares: list[tuple[tuple[int, ...], int, int, int]] = [((), count, 0, 1)]
            for sums in self._moved[lot]:
                place, weight = box.place(plain[lot][sums], lot), law[sums]
                shares = [
                    ((*showing, n), left - n, far + place * n, ways * comb(left, n) * weight**n)
                    for showing, left, far, ways in shares
                    for n in range(left + 1)
                ]
            grown: dict[tuple[int, ...], int] = {}
            for before, table in tables.items():
                powers = [table]
                for _ in range(count if rest else 0):
                    powers.append(box.dice(powers[-1], rest, 1, limit))
                for showing, left, far, ways in shares:
                    if left < len(powers):
                        grown[*before, *showing] = box.moved(powers[left], far, ways)
                limit(box.states(grown.values()))
            tables = grown
        return [
            row
            for showing, table in tables.items()
            for row in box.read(table, {axis: box.axes[axis][0] + far for axis, far in _far(moves, showing)})
        ]

    def _plain(self, lot: int, sums: Sums) -> Sums:
        """What a face leaves behind, but for the axes that it alone moves."""
        moved = self._moved[lot].get(sums, {})
        return tuple([x - moved.get(axis, 0) for axis, x in enumerate(sums)])


def _far(moves: Sequence[Mapping[int, int]], showing: Sequence[int]) -> list[tuple[int, int]]:
    """The axes, and how far they are moved by so many dice that show the faces."""
    return [(axis, far * n) for moved, n in zip(moves, showing, strict=True) for axis, far in moved.items()]
