"""What a player takes of a handful, found by ranking what can be taken, not by trying it for every handful.

What follows depends on nothing but the dice that are taken. So each selection is looked into once, the best ones come
first, and of every handful the first that it holds is taken. Among equals that is the one that comes first in the order
of options: the smaller one, and then the one with more of the first die.

How many dice of each look there are is packed into one whole number, with a spare bit for each look, and above that how
many there are in all. Whether a handful holds a selection is then one subtraction, after which no spare bit is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from .ask import Offer

MOST = 20_000  # selections that are ranked

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Packing:
    """So many looks, and so many bits for each; of a handful, the number of all its dice stands above these."""

    looks: int
    width: int

    @property
    def spare(self) -> int:
        return sum(1 << (place + 1) * self.width - 1 for place in range(self.looks))

    def pack(self, counts: Counts) -> int:
        return sum(number << place * self.width for place, number in enumerate(counts))

    def count(self, packed: int, place: int) -> int:
        return packed >> place * self.width & (1 << self.width) - 1

    @property
    def top(self) -> int:
        return self.looks * self.width


@dataclass(frozen=True, slots=True)
class Takings:
    """All selections from handfuls that laid the same aside, in the order of options; the handfuls, and their weights.

    `asks` say how it goes on with each selection. `least` dice have to be taken, where there are as many.
    """

    ways: Sequence[Counts]
    asks: Sequence[Any]
    hands: Mapping[int, int]
    packing: Packing
    least: int

    def shares(self, worths: Sequence[Any], check: Callable[[], None]) -> list[int]:
        """The weight with which each selection is taken."""
        spare, top = self.packing.spare, self.packing.top
        needs = list(self._needed(sorted(range(len(self.ways)), key=worths.__getitem__, reverse=True), check))
        found = [0] * len(self.ways)
        for hand, weight in self.hands.items():
            check()
            held = hand + spare
            least = min(self.least, hand >> top)
            for n, size, need in needs:
                if held - need & spare == spare and size >= least:
                    found[n] += weight
                    break
        return found

    def _needed(self, ranked: Sequence[int], check: Callable[[], None]) -> Iterator[tuple[int, int, int]]:
        """The selections that can be the best of a handful, with their sizes.

        One that holds a better one never is: whoever has it can take that one instead.
        """
        spare, better = self.packing.spare, list[int]()
        for n in ranked:
            check()
            size, need = sum(self.ways[n]), self.packing.pack(self.ways[n])
            held = need + spare
            if any(held - other & spare == spare for other in better):
                continue
            yield n, size, need
            if size >= self.least:
                better.append(need)


def takings(offer: Offer, rows: Collection[tuple[Any, int]], check: Callable[[], None]) -> list[Takings] | None:
    """The selections from the handfuls of a law; None where that is not all that matters, or there are too many.

    `check` is asked now and then whether to go on.
    """
    lots = {id(lot): lot for (lots, _), _ in rows for lot in lots}
    shown = dict.fromkeys(die for lot in lots.values() for dice in lot for die in dice)
    if not all(map(offer.useless, shown)):
        return None
    looked = {die: look for die in shown if (look := offer.look(die)) is not None}
    order = {look: place for place, look in enumerate(sorted(set(looked.values())))}
    dice = [next(die for die, look in looked.items() if order[look] == place) for place in range(len(order))]
    packing = Packing(len(order), sum(len(dice) for lot in lots.values() for dice in lot).bit_length() + 1)
    one = {die: (1 << packing.top) + (1 << order[look] * packing.width) for die, look in looked.items()}
    packed = {name: sum([one.get(die, 0) for dice in lot for die in dice]) for name, lot in lots.items()}
    most = [0] * len(order)
    for places in zip(*(thrown for (thrown, _), _ in rows), strict=True):
        mine = {packed[id(lot)] for lot in places}
        most = [n + max(packing.count(hand, place) for hand in mine) for place, n in enumerate(most)]
    by_sums: dict[Any, dict[int, int]] = {}
    check()
    for (thrown, sums), weight in rows:
        hands = by_sums.setdefault(sums, {})
        hand = sum([packed[id(lot)] for lot in thrown])
        hands[hand] = hands.get(hand, 0) + weight
    found = []
    for sums, hands in by_sums.items():
        ways = _ways(offer, packing, hands, most, check)
        if ways is None:
            return None
        taken = offer.taken(sums)
        asks = [taken(tuple([die for die, n in zip(dice, way, strict=True) for _ in range(n)])) for way in ways]
        found.append(Takings(ways, asks, hands, packing, offer.least))
    return found


def _ways(
    offer: Offer, packing: Packing, hands: Mapping[int, int], highest: Sequence[int], check: Callable[[], None]
) -> list[Counts] | None:
    """Every selection from any of these handfuls, in the order of options; None where there are too many to look at.

    No handful has more dice of a look than its `highest`.
    """
    sizes = {hand >> packing.top for hand in hands}
    most = max(sizes) if offer.most is None else min(offer.most, max(sizes))
    listed: Iterator[Counts] = chain(*(_sized(size, highest) for size in range(min(offer.least, min(sizes)), most + 1)))
    ways = list(islice(listed, MOST + 1))
    if len(ways) > MOST:
        return None
    spare = packing.spare
    masks = [(1 << packing.width) - 1 << place * packing.width for place in range(packing.looks)]
    showing = [[hand + spare for hand in hands if hand & mask] for mask in masks]

    def held(way: Counts) -> bool:
        check()
        if (size := sum(way)) < offer.least:  # so few are taken only where there are no more
            return packing.pack(way) + (size << packing.top) in hands
        need, first = packing.pack(way), next((place for place, number in enumerate(way) if number), None)
        return first is None or any(hand - need & spare == spare for hand in showing[first])

    return [way for way in ways if held(way)]


def _sized(size: int, highest: Sequence[int]) -> Iterator[Counts]:
    """Every way to take so many dice, most of the first look first."""
    if not highest:
        if not size:
            yield ()
        return
    for number in range(min(size, highest[0]), -1, -1):
        for others in _sized(size - number, highest[1:]):
            yield number, *others
