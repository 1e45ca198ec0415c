"""The exact law of a handful of dice.

Dice that later steps can still touch are kept apart; all others are only counted. So the law of n alike dice is:
for every way to share out the dice over the pieces that stay (a multinomial), the sum that the rest leaves
behind (a power of one die's law). Lots of which nothing stays are plain convolution, all of them in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import comb
from typing import Any

from .ask import Lay, Many
from .box import boxed

Sums = tuple[Any, ...]
Rows = dict[Any, int]
Unit = tuple[Rows, int]


def handful(many: Many, unit: Callable[[Any], Unit], limit: Callable[[int], None]) -> Unit:
    """Whole-number weights of (pieces a lot, sums) and what they are out of.

    How many ways there are to share out the dice that stay is known, and limited, before any of them is listed.
    `unit` gives the law of one life; the weights add up to less than the total where lives were cut short.
    """
    total = 1
    units: list[tuple[int, dict[tuple[tuple[Any, ...], Sums], int]]] = []
    ways = 1
    for lot in many.bag:
        one: dict[tuple[tuple[Any, ...], Sums], int] = {}
        law, out_of = unit(lot.life)
        for left, weight in law.items():
            stays, sums = _split(many.make(lot.tag, left), many.lay)
            one[stays, sums] = one.get((stays, sums), 0) + weight
        units.append((lot.count, one))
        total *= out_of**lot.count
        staying = len({stays for stays, _ in one} - {()})
        ways *= (
            comb(lot.count + staying - 1, staying - 1) if staying == len(one) else comb(lot.count + staying, staying)
        )
    limit(ways)
    gone = [n for n, (_, one) in enumerate(units) if all(stays == () for stays, _ in one)]
    laid = _gone([units[n] for n in gone], total, many.lay, limit)
    if len(gone) == len(units):
        nothing = ((),) * len(gone)
        return {(nothing, sums): weight for sums, weight in laid}, total
    rows: Rows = {((), sums): weight for sums, weight in laid}
    for n, (count, one) in enumerate(units):
        mine = list(_alike(one, count, many.lay)) if n not in gone else [((), many.lay.empty, 1)]
        grown: Rows = {}
        for (before, so_far), weight in rows.items():
            for stay, sums, times in mine:
                key = ((*before, stay), many.lay.join(so_far, sums))
                grown[key] = grown.get(key, 0) + weight * times
            limit(len(grown))
        rows = grown
    return rows, total


def _gone(
    lots: list[tuple[int, dict[tuple[tuple[Any, ...], Sums], int]]],
    total: int,
    lay: Lay,
    limit: Callable[[int], None],
) -> Iterator[tuple[Sums, int]]:
    """The law of the sums of dice of which none stays."""
    box = boxed([([sums for _, sums in law], count) for count, law in lots], total, lay)
    table = box.one
    for lot, (count, law) in sorted(enumerate(lots), key=lambda each: -each[1][0]):
        table = box.dice(table, {box.place(sums, lot): weight for (_, sums), weight in law.items()}, count)
        limit(box.states([table]))
    read: Iterator[tuple[Sums, int]] = box.read(table)
    return read


def _split(pieces: tuple[Any, ...], lay: Lay) -> tuple[tuple[Any, ...], Sums]:
    stays: list[Hashable] = []
    sums = lay.empty
    for piece in pieces:
        counted = lay.aside(piece)
        if counted is None:
            stays.append(piece)
        else:
            sums = lay.join(sums, counted)
    return tuple(stays), sums


def _alike(one: dict[tuple[tuple[Any, ...], Sums], int], count: int, lay: Lay) -> Iterator[tuple[Any, Sums, int]]:
    """Every (pieces a die, sums, weight) that `count` dice of the law `one` can leave."""
    staying: dict[tuple[Any, ...], dict[Sums, int]] = {}
    for (stays, sums), weight in one.items():
        staying.setdefault(stays, {})[sums] = weight
    resting = _powers(staying.pop((), {}), count, lay)
    powers = {stays: _powers(law, count, lay) for stays, law in staying.items()}
    kinds = list(powers)

    def share(kind: int, left: int) -> Iterator[tuple[tuple[tuple[Any, ...], ...], dict[Sums, int], int]]:
        if kind == len(kinds):
            yield (), resting[left], 1
            return
        power = powers[kinds[kind]]
        for n in range(left + 1):
            ways = comb(left, n)
            for pieces, law, weight in share(kind + 1, left - n):
                yield (kinds[kind],) * n + pieces, _times(power[n], law, lay) if n else law, weight * ways

    for pieces, law, weight in share(0, count):
        for sums, ways in law.items():
            yield pieces, sums, weight * ways


def _powers(law: dict[Sums, int], count: int, lay: Lay) -> list[dict[Sums, int]]:
    powers: list[dict[Sums, int]] = [{lay.empty: 1}]
    for _ in range(count):
        powers.append(_times(powers[-1], law, lay))
    return powers


def _times(a: dict[Sums, int], b: dict[Sums, int], lay: Lay) -> dict[Sums, int]:
    out: dict[Sums, int] = {}
    for x, v in a.items():
        for y, w in b.items():
            key = lay.join(x, y)
            out[key] = out.get(key, 0) + v * w
    return out
