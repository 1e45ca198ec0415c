"""The exact law of a handful whose dice are judged together with those that are like them, group after group.

As in `chance.sweep` every number of dice that can fall into a group is followed, but the groups come in an order, and
what is known of those before goes with the sums: how many dice a step has taken, how long a straight is so far. What is
known from now on for good, and leaves nothing behind any more, is not followed further: the dice that are left are paid
off in one go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import Any

from .ask import Carrying, Many
from .box import boxed
from .rows import Laid

Unit = tuple[dict[Any, int], int]
Sums = tuple[Any, ...]
Left = tuple[int, ...]
Row = tuple[Left, Any]
Outs = Mapping[tuple[Any, Any], int]  # what is then known, and what is left behind

WAYS = 20  # moves of a table that take about as long as one state more
HANDS = 4  # states that take about as long as to judge a handful


def carried(
    many: Many, carrying: Carrying, unit: Callable[[Any], Unit], limit: Callable[[int], None]
) -> tuple[Laid, int]:
    """Whole-number weights of sums and what they are out of. Each life leaves one piece, and none stays."""
    units = [unit(lot.life) for lot in many.bag]
    out_of = prod(whole**lot.count for lot, (_, whole) in zip(many.bag, units, strict=True))
    groups = _Groups(many, carrying, [law for law, _ in units], limit)
    levels, vectors = _reached(groups, limit)
    box = boxed(_room(vectors, sum(groups.counts), many.lay.adds), out_of, many.lay)
    start = groups.counts, carrying.start
    rows: dict[Row, Any] = {start: box.one}
    done = box.plus(box.nowhere, box.nowhere)  # a table of its own: others are moved into it
    paid: Any = None
    for at, level in enumerate(levels):
        grown: dict[Row, Any] = {}
        held = 0
        for row in level:
            limit(held)
            table = rows.pop(row)
            left, known = row
            if groups.silent(at, left, known):
                for later in range(at, len(levels)):
                    place = box.place(many.lay.empty, later)
                    paid = place if later == at else box.join(paid, place)
                done = box.moved(table, paid, groups.rest(at, left), done)
                continue
            for taken, rest, ways in groups.takings(at, left):
                for (then, sums), weight in groups.outs(at, known, taken).items():
                    key = rest, then
                    fresh = key not in grown
                    grown[key] = box.moved(table, box.place(sums, at), ways * weight, grown.get(key))
                    if fresh:
                        held += box.states((grown[key],))
                        limit(held)
        limit(box.states(grown.values()))
        rows = grown
    for table in rows.values():
        done = box.plus(done, table)
    found = box.read(done)
    if not carrying.given:
        return Laid(len(many.bag), found, box.small), out_of
    found = [row for row in found if carrying.comes_true(row[0])]
    return Laid(len(many.bag), found), sum([weight for _, weight in found])


def _room(vectors: Sequence[Mapping[Sums, int]], dice: int, adds: Sequence[bool]) -> list[tuple[list[Sums], int]]:
    """What a box has to have room for: of each group the least that it leaves, and besides what all dice can add.

    Not every group can have all dice: no die adds more than the most that one adds anywhere.
    """
    room: list[tuple[list[Sums], int]] = []
    width = len(adds)
    more: list[Sums] = [(0,) * width]
    high, each, lows = [0] * width, [0] * width, [0] * width
    for found in vectors:
        columns = [list(column) if add else [0] for column, add in zip(zip(*found, strict=True), adds, strict=True)]
        low = tuple(map(min, columns))
        room.append(([low], 1))
        more += [tuple([x - y if add else 0 for x, y, add in zip(sums, low, adds, strict=True)]) for sums in found]
        for i, column in enumerate(columns):
            high[i] += max(column) - low[i]
            lows[i] += low[i]
            each[i] = max(each[i], *(x * dice // max(1, n) for x, n in zip(column, found.values(), strict=False)))
    most = tuple([min(h, e - low) for h, e, low in zip(high, each, lows, strict=True)])
    room.append(([*dict.fromkeys(more), most], 1))
    return room


def _reached(groups: _Groups, limit: Callable[[int], None]) -> tuple[list[list[Row]], list[dict[Sums, int]]]:
    """For each group what can be left of the dice and known before it, and what it can leave, with how few dice."""
    level: dict[Row, None] = {(groups.counts, groups.carrying.start): None}
    levels, vectors = [], [dict[Sums, int]() for _ in groups.keys]
    rows = moves = 0
    for at in range(len(groups.keys)):
        levels.append(list(level))
        rows += len(level)
        grown: dict[Row, None] = {}
        for left, known in level:
            if groups.silent(at, left, known):
                for found in vectors[at:]:
                    found[groups.empty] = 0
                continue
            for taken, rest, _ in groups.takings(at, left):
                outs = groups.outs(at, known, taken)
                moves += len(outs)
                number, found = sum(taken), vectors[at]
                for then, sums in outs:
                    grown[rest, then] = None
                    found[sums] = min(number, found.get(sums, number))
            limit(rows + len(grown) + moves // WAYS)
        level = grown
    return levels, vectors


class _Groups:
    """The groups in their order, the ways in which dice fall into them, and what each of these comes to."""

    def __init__(
        self, many: Many, carrying: Carrying, laws: Sequence[Mapping[Any, int]], limit: Callable[[int], None]
    ) -> None:
        self.carrying, self.empty = carrying, many.lay.empty
        self.counts = tuple(lot.count for lot in many.bag)
        self._limit, self._judged = limit, 0
        groups: dict[Any, list[dict[Any, int]]] = {}
        for n, (lot, law) in enumerate(zip(many.bag, laws, strict=True)):
            for left, weight in law.items():
                (piece,) = many.make(lot.tag, left)
                one = groups.setdefault(carrying.place(piece), [{} for _ in many.bag])[n]
                one[piece] = one.get(piece, 0) + weight
        self.keys = sorted(groups)
        self._groups = [groups[key] for key in self.keys]
        # Of each lot, the weight of all pieces from a group on.
        self._behind = [[0] * len(many.bag)]
        for group in reversed(self._groups):
            self._behind.insert(0, [sum(one.values()) + w for one, w in zip(group, self._behind[0], strict=True)])
        self._takings: dict[tuple[int, Left], list[tuple[Left, Left, int]]] = {}
        self._hands: dict[tuple[int, Left], list[tuple[tuple[Any, ...], int]]] = {}
        self._outs: dict[tuple[int, Any, Left], dict[tuple[Any, Any], int]] = {}
        self._silent: dict[tuple[int, Row], bool] = {}

    def rest(self, at: int, left: Left) -> int:
        """The weight of all that dice can show that are left."""
        return prod(map(pow, self._behind[at], left))

    def takings(self, at: int, left: Left) -> list[tuple[Left, Left, int]]:
        """How many dice of each lot can fall into a group, how many are then left, and the ways to choose those."""
        found = self._takings.get((at, left))
        if found is None:
            behind = self._behind[at + 1]
            spans = [
                range(0 if later else count, count + 1 if here else 1)
                for count, here, later in zip(left, self._groups[at], behind, strict=True)
            ]
            found = self._takings[at, left] = [
                (taken, tuple([a - b for a, b in zip(left, taken, strict=True)]), prod(map(comb, left, taken)))
                for taken in product(*spans)
            ]
        return found

    def outs(self, at: int, known: Any, taken: Left) -> Outs:
        """What so many dice in a group come to, with the weight of each; the dice are not chosen yet."""
        found = self._outs.get((at, known, taken))
        if found is None:
            found = self._outs[at, known, taken] = {}
            for pieces, weight in self._handfuls(at, taken):
                self._judged += 1
                self._limit(self._judged * HANDS)
                out = self.carrying.behind(known, self.keys[at], pieces)
                if out is not None:
                    found[out] = found.get(out, 0) + weight
        return found

    def _handfuls(self, at: int, taken: Left) -> list[tuple[tuple[Any, ...], int]]:
        """Every handful of so many dice of each lot in a group, in order, and its weight."""
        found = self._hands.get((at, taken))
        if found is None:
            lots = [list(alike(list(one.items()), n)) for one, n in zip(self._groups[at], taken, strict=True)]
            self._limit(prod(map(len, lots)))
            hands: dict[tuple[Any, ...], int] = {}
            for shares in product(*lots):
                pieces = tuple(sorted(piece for pieces, _ in shares for piece in pieces))
                hands[pieces] = hands.get(pieces, 0) + prod([weight for _, weight in shares])
            found = self._hands[at, taken] = list(hands.items())
        return found

    def silent(self, at: int, left: Left, known: Any) -> bool:
        """Whether nothing is left behind from a group on, whatever comes."""
        key = at, (left, known)
        found = self._silent.get(key)
        if found is None:
            found = self._silent[key] = self._is_silent(at, left, known)
        return found

    def _is_silent(self, at: int, left: Left, known: Any) -> bool:
        nothing = {(known, self.empty)}
        for later in range(at, len(self.keys) if any(left) else at):
            spans = [range(n + 1 if here else 1) for n, here in zip(left, self._groups[later], strict=True)]
            if any(self.outs(later, known, taken).keys() != nothing for taken in product(*spans)):
                return False
        return True


def alike(pieces: Sequence[tuple[Any, int]], number: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every handful of so many of these pieces, with the weight of all orders that it can come in."""
    if not number:
        yield (), 1
        return
    if not pieces:
        return
    (piece, weight), *others = pieces
    for n in range(number if not others else 0, number + 1):
        for more, ways in alike(others, number - n):
            yield (piece,) * n + more, comb(number, n) * weight**n * ways
