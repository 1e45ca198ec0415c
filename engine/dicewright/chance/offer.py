"""What a player takes of a handful, found by ranking what can be taken, not by trying it for every handful.

What follows depends on nothing but the dice that are taken. So each selection is looked into once, the best ones come
first, and of every handful the first that it holds is taken. Among equals that is the one that comes first in the order
of options: the smaller one, and then the one with more of the first die.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any

from .ask import Offer

MOST = 20_000  # selections that are ranked

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Takings:
    """All selections from handfuls that laid the same aside, in the order of options; the handfuls, and their weights.

    `asks` say how it goes on with each selection. `least` dice have to be taken, where there are as many.
    """

    ways: Sequence[Counts]
    asks: Sequence[Any]
    rows: Mapping[Counts, int]
    least: int

    def shares(self, worths: Sequence[Any]) -> list[int]:
        """The weight with which each selection is taken."""
        needs = list(self._needed(sorted(range(len(self.ways)), key=worths.__getitem__, reverse=True)))
        found = [0] * len(self.ways)
        for counts, weight in self.rows.items():
            least = min(self.least, sum(counts))
            for n, size, need in needs:
                if size >= least:
                    for i, number in need:
                        if counts[i] < number:
                            break
                    else:
                        found[n] += weight
                        break
        return found

    def _needed(self, ranked: Sequence[int]) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
        """The selections that can be the best of a handful, with their sizes and what each needs.

        One that holds a better one never is: whoever has it can take that one instead.
        """
        better: list[list[tuple[int, int]]] = []
        for n in ranked:
            way = self.ways[n]
            if any(all(way[i] >= number for i, number in need) for need in better):
                continue
            size, need = sum(way), [(i, number) for i, number in enumerate(way) if number]
            yield n, size, need
            if size >= self.least:
                better.append(need)


def takings(offer: Offer, rows: Collection[tuple[Any, int]]) -> list[Takings] | None:
    """The selections from the handfuls of a law; None where that is not all that matters, or there are too many."""
    lots = {id(lot): lot for (lots, _), _ in rows for lot in lots}
    shown = dict.fromkeys(die for lot in lots.values() for dice in lot for die in dice)
    if not all(map(offer.useless, shown)):
        return None
    looked = {die: look for die in shown if (look := offer.look(die)) is not None}
    order = {look: i for i, look in enumerate(sorted(set(looked.values())))}
    places = {die: order[look] for die, look in looked.items()}
    dice = [next(die for die in looked if places[die] == i) for i in range(len(order))]
    counted = {name: _counts(lot, places, len(dice)) for name, lot in lots.items()}
    by_sums: dict[Any, dict[Counts, int]] = {}
    for (thrown, sums), weight in rows:
        hands = by_sums.setdefault(sums, {})
        counts = counted[id(thrown[0])]
        for lot in thrown[1:]:
            counts = tuple(map(add, counts, counted[id(lot)]))
        hands[counts] = hands.get(counts, 0) + weight
    found = []
    for sums, hands in by_sums.items():
        ways = list(_ways(offer, hands))
        if len(ways) > MOST:
            return None
        taken = offer.taken(sums)
        asks = [taken(tuple([die for die, n in zip(dice, way, strict=True) for _ in range(n)])) for way in ways]
        found.append(Takings(ways, asks, hands, offer.least))
    return found


def _counts(lot: Sequence[Sequence[Any]], places: Mapping[Any, int], number: int) -> Counts:
    """How many dice of each look a lot shows."""
    counts = [0] * number
    for dice in lot:
        for die in dice:
            if die in places:
                counts[places[die]] += 1
    return tuple(counts)


def _ways(offer: Offer, hands: Mapping[Counts, int]) -> Iterator[Counts]:
    """Every selection from any of these handfuls, in the order of options."""
    sizes = [sum(counts) for counts in hands]
    most = max(sizes) if offer.most is None else min(offer.most, max(sizes))
    highest = [max(column) for column in zip(*hands, strict=True)]

    def of(size: int, place: int) -> Iterator[Counts]:
        if place == len(highest):
            if not size:
                yield ()
            return
        for number in range(min(size, highest[place]), -1, -1):
            for others in of(size - number, place + 1):
                yield number, *others

    for size in range(min(offer.least, min(sizes)), most + 1):
        for n, way in enumerate(of(size, 0)):
            yield way
            if n > MOST:
                return
