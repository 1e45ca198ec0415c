"""The exact law of a handful of dice.

Dice that later steps can still touch are kept apart; all others are only counted. So the law of n alike dice is:
for every way to share out the dice over the pieces that stay (a multinomial), the sum that the rest leaves
behind (a power of one die's law). Lots of which nothing stays are plain convolution, all of them in one table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from math import comb, gcd
from random import Random
from typing import Any

from .ask import Lay, Lot, Many
from .box import Box, boxed, reached
from .life import Brood, Life, split
from .marks import Marks
from .peaks import peaked, ranks
from .rows import Laid, Row

Sums = tuple[Any, ...]
Rows = dict[Any, int]
Unit = tuple[Rows, int]
LARGE = 1 << 16  # bytes of a table from which on it is asked whether smaller ones will do

One = dict[tuple[tuple[Any, ...], Sums], int]  # the law of one die: what stays of it, what it leaves behind


def handful(
    many: Many,
    unit: Callable[[Any], Unit],
    limit: Callable[[int], None],
    listing: Callable[[int], None] | None = None,
) -> tuple[Collection[Row], int]:
    """Whole-number weights of (pieces a lot, sums) and what they are out of.

    How many ways there are to share out the dice that stay is known, and limited (by `listing`, if that is another
    limit), before any of them is listed.
    `unit` gives the law of one life; the weights add up to less than the total where lives were cut short.
    """
    if [lot.count for lot in many.bag] == [1]:
        one, out_of = of_one(many, many.bag[0], unit)
        limit(len(one))
        rows: Rows = {(((stays,) if stays else (),), sums): weight for (stays, sums), weight in one.items()}
        return rows.items(), out_of
    units, total, ways = _units(many, unit)
    (listing or limit)(ways)
    gone = [n for n, (_, one) in enumerate(units) if all(stays == () for stays, _ in one)]
    laid, small = _gone([units[n] for n in gone], total, many.lay, limit)
    if len(gone) == len(units):
        return Laid(len(gone), laid, small), total
    rows = {((), sums): weight for sums, weight in laid}
    for n, (count, one) in enumerate(units):
        mine = list(_alike(one, count, many.lay)) if n not in gone else [((), many.lay.empty, 1)]
        grown: Rows = {}
        for (before, so_far), weight in rows.items():
            for stay, sums, times in mine:
                key = ((*before, stay), many.lay.join(so_far, sums))
                grown[key] = grown.get(key, 0) + weight * times
            limit(len(grown))
        rows = grown
    return rows.items(), total


def _units(many: Many, unit: Callable[[Any], Unit]) -> tuple[list[tuple[int, One]], int, int]:
    """How many dice of which law, what all weights are out of, and how many ways there are to share out what stays."""
    total = ways = 1
    units: list[tuple[int, One]] = []
    for lot in many.bag:
        one, out_of = of_one(many, lot, unit)
        units.append((lot.count, one))
        total *= out_of**lot.count
        staying = len({stays for stays, _ in one} - {()})
        ways *= (
            comb(lot.count + staying - 1, staying - 1) if staying == len(one) else comb(lot.count + staying, staying)
        )
    return units, total, ways


def glimpse(many: Many, unit: Callable[[Any], Unit], number: int, chance: Random) -> tuple[int, list[Any]]:
    """How many ways there are to share out the dice that stay, and some of the rows, as chance has it, each once."""
    units, _, ways = _units(many, unit)
    rows = []
    for _ in range(number):
        lots, sums = [], many.lay.empty
        for count, one in units:
            thrown = chance.choices(list(one), list(one.values()), k=count)
            lots.append(tuple(sorted(stays for stays, _ in thrown if stays)))
            for _, laid in thrown:
                sums = many.lay.join(sums, laid)
        rows.append((tuple(lots), sums))
    return ways, list(dict.fromkeys(rows))


def _gone(
    lots: list[tuple[int, One]],
    total: int,
    lay: Lay,
    limit: Callable[[int], None],
) -> tuple[list[tuple[Sums, int]], bool]:
    """The law of the sums of dice of which none stays, and whether all of them are small."""
    laws = [(count, {sums: weight for (_, sums), weight in law.items()}) for count, law in lots]
    left = [(list(law), count) for count, law in laws]
    limit(reached(left, lay))
    if laws and not all(lay.adds) and (order := ranks(laws, lay)) and (found := peaked(laws, order, total, lay, limit)):
        return found
    box = boxed(left, total, lay)
    if isinstance(box, Box) and box.bytes > LARGE and (marks := Marks(laws)):
        return marks.law(total, limit), box.small
    table = box.one
    for lot, (count, law) in sorted(enumerate(laws), key=lambda each: -each[1][0]):
        limit(box.work(len(law), count, table == box.one))
        table = box.dice(table, {box.place(sums, lot): weight for sums, weight in law.items()}, count, limit)
        limit(box.states([table]))
    return box.read(table), box.small


def of_one(many: Many, lot: Lot, unit: Callable[[Any], Unit]) -> Unit:
    """The law of (pieces that stay, sums) of one die of a lot."""
    life: Any = lot.life
    if many.lay.lean and isinstance(life, Life) and life.brings:
        most = many.lay.most if life.unbounded else ()
        life = Brood(life, lot.tag, many.make, many.lay, most)  # type: ignore[arg-type]
    law, out_of = unit(life)
    if life.laid:
        return law, out_of
    one: Rows = {}
    for left, weight in law.items():
        key = split(many.make(lot.tag, left), many.lay)
        one[key] = one.get(key, 0) + weight
    shared = gcd(out_of, *one.values())  # so that what many dice leave has no common divisor either
    return (one, out_of) if shared == 1 else ({key: w // shared for key, w in one.items()}, out_of // shared)


def _alike(one: One, count: int, lay: Lay) -> Iterator[tuple[Any, Sums, int]]:
    """Every (pieces a die, sums, weight) that `count` dice of the law `one` can leave."""
    if count == 1:
        for (stays, sums), weight in one.items():
            yield ((stays,) if stays else ()), sums, weight
        return
    staying: dict[tuple[Any, ...], dict[Sums, int]] = {}
    for (stays, sums), weight in one.items():
        staying.setdefault(stays, {})[sums] = weight
    resting = _powers(staying.pop((), {}), count, lay)
    powers = {stays: _powers(law, count, lay) for stays, law in staying.items()}
    last = None if any(resting[1:]) else next(reversed(powers), None)
    shares: list[tuple[int, tuple[Any, ...], dict[Sums, int] | None]] = [(count, (), None)]
    for stays, power in powers.items():
        shared: list[tuple[int, tuple[Any, ...], dict[Sums, int] | None]] = []
        for left, pieces, law in shares:
            for n in range(left if stays == last else 0, left + 1):
                more = power[n] if law is None else _times(law, power[n], lay) if n else law
                ways = comb(left, n)
                shared.append((left - n, pieces + (stays,) * n, more if ways == 1 else _weighed(more, ways)))
        shares = shared
    for left, pieces, law in shares:
        for sums, ways in (resting[left] if law is None else _times(law, resting[left], lay) if left else law).items():
            yield pieces, sums, ways


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


def _weighed(law: dict[Sums, int], ways: int) -> dict[Sums, int]:
    return {sums: weight * ways for sums, weight in law.items()}
