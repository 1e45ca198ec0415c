"""The exact law of a handful whose dice are judged one after another, the best first.

What becomes of a die then depends only on what is known from those before it: how many of them there were, up to the
number that a step takes. So it goes through the pieces that dice can leave, in their order, and carries how many dice
are left to come, and what is known. Once what is known is spent, the others are judged each by itself and are paid off
in one go: a power of one die's law, or plain weight where they leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb, prod
from typing import Any

from .ask import Many, Order
from .box import boxed
from .rows import Laid

Unit = tuple[dict[Any, int], int]
Left = tuple[int, ...]

OPEN, OVER, LOST = 0, 1, 2
STEP = 3  # states, about, that take as much room as what is known behind one more die on a piece


def ordered(many: Many, unit: Callable[[Any], Unit], limit: Callable[[int], None]) -> tuple[Laid, int]:
    """Whole-number weights of sums and what they are out of. Each life leaves one piece, and none stays."""
    assert many.order is not None
    units = [unit(lot.life) for lot in many.bag]
    weights: dict[Any, list[int]] = {}
    for n, (lot, (law, _)) in enumerate(zip(many.bag, units, strict=True)):
        for left, weight in law.items():
            (piece,) = many.make(lot.tag, left)
            weights.setdefault(piece, [0] * len(many.bag))[n] += weight
    out_of = prod(whole**lot.count for lot, (_, whole) in zip(many.bag, units, strict=True))
    table, box = _Line(many, weights, out_of, limit).table()
    found = box.read(table)
    if not many.order.given:
        return Laid(len(many.bag), found, box.small), out_of
    found = [row for row in found if many.order.comes_true(row[0])]
    return Laid(len(many.bag), found), sum([weight for _, weight in found])


class _Line:
    """The pieces in their order, and what each of them makes of what is known."""

    def __init__(self, many: Many, weights: Mapping[Any, list[int]], total: int, limit: Callable[[int], None]) -> None:
        assert many.order is not None
        self._order: Order = many.order
        self._limit, self._empty = limit, many.lay.empty
        self._held = 0  # how much room the tables take that a piece leaves
        self._pieces = sorted(weights, key=self._order.place)
        self._weights = [weights[piece] for piece in self._pieces]
        self._counts = tuple(lot.count for lot in many.bag)
        # The weight of all pieces from here on.
        self._behind = [[0] * len(many.bag)]
        for here in reversed(self._weights):
            self._behind.insert(0, [w + more for w, more in zip(here, self._behind[0], strict=True)])
        self._quiet: dict[Any, int] = {}
        self._ends: dict[tuple[int, Any], tuple[bool, int]] = {}
        self._taken: dict[tuple[int, Left, int], list[tuple[int, Left, int, int]]] = {}
        self._places: dict[tuple[int, Any], list[Any]] = {}
        self._still: dict[tuple[int, Any], tuple[Any, Any]] = {}  # what is known behind a piece on which no die falls
        self._classes = _classes(self._weights, len(many.bag))
        # Of each piece, the class of the lots whose dice can leave it.
        classes = [self._classes[next(n for n, w in enumerate(here) if w)] for here in self._weights]
        vectors: list[dict[Any, None]] = [{} for _ in self._counts]
        steps = self._found(classes, vectors)
        sizes = [0] * len(self._counts)
        for name, count in zip(self._classes, self._counts, strict=True):
            sizes[name] += count
        lots = [] if self._order.later else [(tuple(v), n) for v, n in zip(vectors, sizes, strict=True) if n]
        self._box = boxed(lots, total, many.lay)
        number = {name: n for n, name in enumerate(dict.fromkeys(sorted(self._classes)))}
        places = [
            {sums: self._box.place(sums, number[n]) for sums in found} for n, found in enumerate(vectors) if found
        ]
        self._steps = {
            (at, known): [(then, places[number[classes[at]]][sums], more) for then, sums, more in found]
            for (at, known), found in steps.items()
        }
        self._idle = [
            self._box.place(self._empty, number[name]) if self._empty in vectors[name] else None
            for name in self._classes
        ]

    def _found(
        self, classes: Sequence[int], vectors: Sequence[dict[Any, None]]
    ) -> dict[tuple[int, Any], list[tuple[Any, Any, Any]]]:
        """For each piece and what may be known before it: what is known behind the first one, the second one of them
        and so on, what each leaves behind, and what is settled where it is the last on this piece; until one more makes
        no difference.

        Nothing is found where no piece makes one any more; what pieces of each class leave behind goes to `vectors`.
        """
        order, found = self._order, {}  # type: Order, dict[tuple[int, Any], list[tuple[Any, Any, Any]]]
        number = 0
        known = {order.start: None}
        for at, piece in enumerate(self._pieces):
            rest = self._pieces[at + 1 :]
            most = sum([count for count, weight in zip(self._counts, self._weights[at], strict=True) if weight])
            after: dict[Any, None] = {}
            left = vectors[classes[at]]
            for before in known:
                if order.spent(before) and self._silent(at, before):
                    left[self._empty] = after[before] = None
                    continue
                still = self._still[at, before] = order.merged(before, rest)
                after[still[0]] = None
                steps = found[at, before] = []
                now = before
                for _ in range(most):
                    then, sums = order.judged(now, piece)
                    behind, more = order.merged(then, rest)
                    steps.append((behind, sums, more))
                    left[sums] = after[behind] = None
                    if then == now:
                        break
                    now = then
                number += len(steps)
                self._limit(STEP * number)
            known = after
        return found

    def table(self) -> tuple[Any, Any]:
        box = self._box
        rows: dict[tuple[Left, Any], Any] = {(self._counts, self._order.start): box.one}
        if not any(self._counts):
            return box.one, box
        done = box.plus(box.nowhere, box.nowhere)  # a table of its own: others are moved into it
        for at in range(len(self._pieces)):
            ended = {key: table for key, table in rows.items() if self._order.spent(key[1])}
            if ended:
                rows = {key: table for key, table in rows.items() if key not in ended}
                done = box.plus(done, self._paid(ended, at))
            grown: dict[tuple[Left, Any], Any] = {}
            self._held = 0
            for (left, known), table in rows.items():
                self._limit(self._held)
                done = self._fall(at, left, known, table, grown, done)
            self._limit(box.states(grown.values()))
            rows = grown
        return done, box

    def _fall(self, at: int, left: Left, known: Any, table: Any, grown: dict[Any, Any], done: Any) -> Any:
        """Let any number of the dice that are left fall on this piece."""
        box, here, behind, steps = self._box, self._weights[at], self._behind[at + 1], self._steps[at, known]
        closed, least = self._ends.get((at, known)) or self._end(at, known)
        rest = prod(map(pow, self._behind[at], left)) if closed else 0
        for number, remain, ways, then in self._takings(at, left, least - 1 if closed else sum(left)):
            if closed:
                rest -= ways * prod(map(pow, behind, remain))
            if then == LOST:
                continue
            if then == OVER:
                done = box.moved(table, self._last(at, known, number), ways, done)
                continue
            if number:
                now = steps[min(number, len(steps)) - 1][0]
                fallen = box.moved(table, self._place(at, known, number), ways)
            else:
                now, more = self._still[at, known]
                fallen = table if more is None else box.moved(table, more, 1)
            key = remain, now
            if key in grown:
                grown[key] = box.plus(grown[key], fallen)
            else:
                self._held += box.states((fallen,))
                self._limit(self._held)
                grown[key] = fallen
        if rest:
            place = self._place(at, known, least)
            idle = list(left)
            for _ in range(least):  # lots that share a piece are of one class: which of them it is makes no difference
                idle[next(n for n, w in enumerate(here) if w and idle[n])] -= 1
            for number, nothing in zip(idle, self._idle, strict=True):
                place = box.join(place, box.often(nothing, number)) if number else place
            done = box.moved(table, place, rest, done)
        return done

    def _end(self, at: int, known: Any) -> tuple[bool, int]:
        """Whether nothing is left behind any more once so many pieces have come that one more makes no difference, and
        how many that are."""
        steps = self._steps[at, known]
        last = steps[-1][0]
        closed = self._order.spent(last) and self._silent(at, last)
        least = len(steps) - 1 if len(steps) > 1 and steps[-2][0] == last else len(steps)
        found = self._ends[at, known] = closed, least
        return found

    def _takings(self, at: int, left: Left, most: int) -> list[tuple[int, Left, int, int]]:
        """Every way in which at most so many dice can fall on a piece: how many do, how many are left in each lot, the
        weight of that, and whether all have fallen, or those that are left can, or cannot, on later pieces."""
        found = self._taken.get((at, left, most))
        if found is None:
            taken = [(0, left, 1)]
            for n, weight in enumerate(self._weights[at]):
                if weight and left[n] and most:
                    taken = [
                        (number + more, (*remain[:n], left[n] - more, *remain[n + 1 :]), ways * share)
                        for more, share in enumerate(_shares(left[n], most, weight))
                        for number, remain, ways in taken
                        if number + more <= most
                    ]
            gone = [n for n, weight in enumerate(self._behind[at + 1]) if not weight]
            found = self._taken[at, left, most] = [
                (number, remain, ways, LOST if gone and any(remain[n] for n in gone) else OPEN if any(remain) else OVER)
                for number, remain, ways in taken
            ]
        return found

    def _place(self, at: int, known: Any, number: int) -> Any:
        """What so many dice leave behind that fall on a piece."""
        places = self._places.get((at, known))
        if places is None:
            places = self._places[at, known] = [self._box.often(self._steps[at, known][-1][1], 0)]
        steps = self._steps[at, known]
        while len(places) <= number:
            places.append(self._box.join(places[-1], steps[min(len(places), len(steps)) - 1][1]))
        more = steps[min(number, len(steps)) - 1][2] if number else None
        return places[number] if more is None else self._box.join(places[number], more)

    def _last(self, at: int, known: Any, number: int) -> Any:
        """The same, where no dice are left that could fall on later pieces."""
        place, steps = self._place(at, known, number), self._steps[at, known]
        if not self._order.later:
            return place
        _, more = self._order.merged(steps[min(number, len(steps)) - 1][0], ())
        return place if more is None else self._box.join(place, more)

    def _silent(self, at: int, known: Any) -> bool:
        """Whether no piece from here on leaves anything behind, once this is known."""
        first = self._quiet.get(known)
        if first is None:
            first = len(self._pieces)
            while first and self._order.judged(known, self._pieces[first - 1])[1] == self._empty:
                first -= 1
            self._quiet[known] = first
        return at >= first

    def _paid(self, rows: Mapping[tuple[Left, Any], Any], at: int) -> Any:
        """The dice that are left, each judged by itself, added to the tables of those that came before."""
        box = self._box
        done = box.nowhere
        for known in dict.fromkeys(known for _, known in rows):
            mine = {left: table for (left, k), table in rows.items() if k == known}
            done = box.plus(done, self._sunk(mine, at, known, 0))
        return done

    def _sunk(self, rows: Mapping[Left, Any], at: int, known: Any, lot: int) -> Any:
        """All dice of one lot after another, most of them first: tables that need fewer come in on the way."""
        if lot == len(self._counts):
            (table,) = rows.values()
            return table
        box = self._box
        law: dict[Any, int] = {}
        for n in range(at, len(self._pieces)):
            if weight := self._weights[n][lot]:
                steps = self._steps.get((n, known))
                place = steps[-1][1] if steps else self._idle[lot]
                law[place] = law.get(place, 0) + weight
        table = box.nowhere
        for number in range(max(left[lot] for left in rows), -1, -1):
            mine = {left: rows[left] for left in rows if left[lot] == number}
            if mine:
                table = box.plus(table, self._sunk(mine, at, known, lot + 1))
            if number:
                fallen = box.nowhere
                for place, weight in law.items():
                    fallen = box.plus(fallen, box.moved(table, place, weight))
                table = fallen
        return table


def _shares(dice: int, most: int, weight: int) -> list[int]:
    """In how many ways none of so many dice, one, and so on, show a piece of this weight."""
    return [comb(dice, number) * weight**number for number in range(min(dice, most) + 1)]


def _classes(weights: list[list[int]], lots: int) -> list[int]:
    """A number for each lot; lots that can leave the same piece have the same."""
    classes = list(range(lots))
    for here in weights:
        same = {classes[n] for n, weight in enumerate(here) if weight}
        classes = [min(same) if name in same else name for name in classes]
    return classes
