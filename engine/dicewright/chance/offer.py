"""What a player takes of a handful, found by ranking what can be taken, not by trying it for every handful.

What follows depends on nothing but the dice that are taken. So each selection is looked into once, the best ones come
first, and of every handful the first that it holds is taken. Among equals that is the one that comes first in the order
of options: the smaller one, and then the one with more of the first die.

A set of handfuls is one whole number with a bit for each of them. For every look and every number there is the set of
those that hold so many dice of that look; the handfuls that hold a selection are what some of these sets share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain, groupby, islice
from math import prod
from operator import and_
from typing import Any

from .ask import Many, Offer

MOST = 20_000  # selections that are ranked
WIDEST = 255  # dice of one handful

Counts = tuple[int, ...]
Law = Callable[[Many], tuple[Any, int]]


@dataclass(frozen=True, eq=False)
class Hands:
    """Handfuls of dice by how many there are of each look, one byte a look, and above these how many in all."""

    looks: int
    weights: Mapping[int, int]

    @cached_property
    def every(self) -> int:
        return (1 << len(self.weights)) - 1

    @cached_property
    def most(self) -> Counts:
        """How many dice of each look there are at most, and how many in all."""
        return tuple(len(sets) - 1 for sets in self.holding)

    @cached_property
    def holding(self) -> Sequence[Sequence[int]]:
        """For each look, and last for all of them, the handfuls that hold so many dice or more, by that number."""
        found = []
        for place in range(self.looks + 1):
            shown = bytes([hand >> 8 * place & WIDEST for hand in reversed(self.weights)])
            sets = [self.every]
            for number in range(1, max(shown) + 1):
                marked = shown.translate(b"0" * number + b"1" * (WIDEST + 1 - number))
                sets.append(int(marked, 2))
            found.append(sets)
        return found

    def of_size(self, size: int) -> int:
        """The handfuls of just so many dice."""
        sets = self.holding[-1]
        return (sets[size] if size < len(sets) else 0) & ~(sets[size + 1] if size + 1 < len(sets) else 0)

    def selections(self, size: int, among: int, place: int = 0) -> Iterator[Counts]:
        """Every way to take so many dice from one of these handfuls, most of the first look first."""
        if place == self.looks:
            yield ()
            return
        rest = sum(self.most[place + 1 : -1])
        for number in range(min(size, self.most[place]), max(0, size - rest) - 1, -1):
            if left := among & self.holding[place][number]:
                for others in self.selections(size - number, left, place + 1):
                    yield number, *others

    def holding_all(self, way: Counts, among: int) -> int:
        """Those of some handfuls that hold a selection."""
        return reduce(and_, [self.holding[place][number] for place, number in enumerate(way) if number], among)

    def weight(self, among: int) -> int:
        """How much some handfuls weigh together."""
        marks = f"{among:b}"[::-1]
        found, at = 0, marks.find("1")
        while at >= 0:
            found += self._weights[at]
            at = marks.find("1", at + 1)
        return found

    @cached_property
    def _weights(self) -> Sequence[int]:
        return list(self.weights.values())


@dataclass(frozen=True, slots=True)
class Takings:
    """All selections from handfuls that laid the same aside, in the order of options; the handfuls, and their weights.

    `asks` say how it goes on with each selection. `least` dice have to be taken, where there are as many.
    """

    ways: Sequence[Counts]
    asks: Sequence[Any]
    hands: Hands
    least: int

    def shares(
        self, worths: Sequence[Any], check: Callable[[], None], told: Callable[[Any], Any] | None = None
    ) -> list[int] | None:
        """The weight with which each selection is taken.

        With `told`, which tells where it goes on, None where one handful holds several selections that are worth the
        same, are as large, and do not go on in the same way.
        """
        hands, left = self.hands, self.hands.every
        found = [0] * len(self.ways)
        ranked = sorted(range(len(self.ways)), key=worths.__getitem__, reverse=True)
        for _, same in groupby(ranked, key=worths.__getitem__):
            equal = list(same)
            if told and len(equal) > 1 and self._differ(equal, left, told):
                return None
            for n in equal:
                check()
                if mine := self._held(n, left):
                    found[n] = hands.weight(mine)
                    left ^= mine
            if not left:
                break
        return found

    def _held(self, n: int, among: int) -> int:
        """Those of some handfuls of which this selection can be taken."""
        size = sum(self.ways[n])
        return self.hands.holding_all(self.ways[n], among if size >= self.least else among & self.hands.of_size(size))

    def _differ(self, equal: Sequence[int], among: int, told: Callable[[Any], Any]) -> bool:
        """Whether some handful holds two of these that are as large and do not go on in the same way."""
        sizes: dict[int, dict[Any, int]] = {}
        for n in equal:
            if held := self._held(n, among):
                goes_on = sizes.setdefault(sum(self.ways[n]), {})
                here = told(self.asks[n])
                if any(there & held for other, there in goes_on.items() if other != here):
                    return True
                goes_on[here] = goes_on.get(here, 0) | held
        return False


def takings(
    offer: Offer, law: Law, room: Callable[[int], None], merged: bool = True
) -> tuple[list[Takings], int] | None:
    """The selections from the handfuls of an offer, and what all weights are out of.

    None where that is not all that matters, or there are too many. Where they are `merged`, dice that go on alike once
    they are taken are of one look, and selections of the same number of dice are in no particular order. `law` gives
    that of a handful, `room` refuses what is beyond the limit.
    """
    found = _hands(offer, law, room, merged)
    if found is None:
        return None
    dice, by_sums, out_of = found
    takes = []
    for sums, weights in by_sums.items():
        hands = Hands(len(dice), weights)
        ways = _ways(offer, hands, room)
        if ways is None:
            return None
        taken = offer.taken(sums)
        asks = [taken(tuple([die for die, n in zip(dice, way, strict=True) for _ in range(n)])) for way in ways]
        takes.append(Takings(ways, asks, hands, offer.least))
    return takes, out_of


def _hands(
    offer: Offer, law: Law, room: Callable[[int], None], merged: bool
) -> tuple[list[Any], dict[Any, dict[int, int]], int] | None:
    """A die of each look, the handfuls by what was laid aside, and what all weights are out of; lot by lot."""
    many = offer.many
    laws = [law(replace(many, bag=(lot,))) for lot in many.bag]
    shown = dict.fromkeys(die for rows, _ in laws for ((lot,), _), _ in rows for dice in lot for die in dice)
    if sum(lot.count for lot in many.bag) > WIDEST or not all(map(offer.useless, shown)):
        return None
    looked = sorted((look, die) for die in shown if (look := offer.look(die)) is not None)
    dice: dict[Any, Any] = {}
    for look, die in looked:
        dice.setdefault(offer.like(die) if merged else look, die)
    order = {look: place for place, look in enumerate(dice)}
    size = 1 << 8 * len(order)
    one = {die: size + (1 << 8 * order[offer.like(die) if merged else look]) for look, die in looked}
    hands: dict[tuple[Any, int], int] = {(many.lay.empty, 0): 1}
    for rows, _ in laws:
        grown: dict[tuple[Any, int], int] = {}
        mine: dict[tuple[Any, int], int] = {}
        for ((lot,), sums), weight in rows:
            key = sums, sum([one.get(die, 0) for dice_of_one in lot for die in dice_of_one])
            mine[key] = mine.get(key, 0) + weight
        for (so_far, hand), have in hands.items():
            for (sums, more), weight in mine.items():
                key = many.lay.join(so_far, sums), hand + more
                grown[key] = grown.get(key, 0) + have * weight
            room(len(grown))
        hands = grown
    by_sums: dict[Any, dict[int, int]] = {}
    for (sums, hand), weight in hands.items():
        by_sums.setdefault(sums, {})[hand] = weight
    return list(dice.values()), by_sums, prod(out_of for _, out_of in laws)


def _ways(offer: Offer, hands: Hands, room: Callable[[int], None]) -> list[Counts] | None:
    """Every selection from any of these handfuls, in the order of options; None where there are too many."""
    largest = hands.most[-1]
    most = largest if offer.most is None else min(offer.most, largest)
    listed: Iterator[Counts] = chain.from_iterable(
        # fewer than the least are taken only where there are no more
        hands.selections(size, hands.every if size >= offer.least else hands.of_size(size))
        for size in range(most + 1)
    )
    ways: list[Counts] = []
    for way in islice(listed, MOST + 1):
        room(len(ways))
        ways.append(way)
    return ways if len(ways) <= MOST else None
