"""Who wins a contest and what its results are, exactly, where results read several sides at once.

Here the sides are multiplied out: for each of them all scores, each with the numbers that the results read. Where
those who are tied roll again, the ways that leave just the same sides tied are the part of a geometric series.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from ..chance.patience import Patience
from ..model.contest import AGAIN, TIE, Chain, Contest
from ..model.formula import Formula
from .ahead import Sides, Wins, room
from .bind import Setting
from .compare import Score, compared, concluded, looks_at_dice, names, score
from .law import Row
from .odds import endings

Numbers = tuple[int, ...]
Law = Mapping[tuple[Score | None, Numbers], Fraction]
Told = tuple[tuple[str, Numbers], ...]


def numbered(setting: Setting, chain: Chain, needs: Formula | None, wanted: tuple[str, ...], held: Patience) -> Law:
    """The joint law of a side's score and of its numbers of these names."""
    law: dict[tuple[Score | None, Numbers], Fraction] = {}
    program = setting.built(dice=looks_at_dice(chain), only=compared(chain, needs) | set(wanted))
    done, _ = endings(setting, program, held=held)
    for ending, p in done.items():
        told = names(setting, ending.outcome, dict(zip(program.results, ending.results, strict=True)))
        key = score(chain, needs, told, ending.dice), tuple([told[name] for name in wanted])
        law[key] = law.get(key, Fraction()) + p
    return law


@dataclass
class Margin:
    """The rows of a contest. `ties` says who wins a tie that is not rolled again."""

    contest: Contest
    laws: Mapping[str, Law]
    wanted: Mapping[str, tuple[str, ...]]
    ties: Callable[[Sides], Wins]
    held: Patience
    _known: dict[tuple[Sides, Told], dict[tuple[str, Told], Fraction]] = field(default_factory=dict)
    _work: int = 0

    def rows(self) -> dict[Row, Fraction]:
        """Each winner with the results, and the probability; what is cut off or never decided is missing."""
        found: dict[Row, Fraction] = {}
        for (winner, told), p in self._rolled(frozenset(self.laws), ()).items():
            numbers = {side: dict(zip(self.wanted.get(side, ()), values, strict=True)) for side, values in told}
            key = winner or TIE, tuple(concluded(self.contest, winner, numbers).values())
            found[key] = found.get(key, Fraction()) + p
        return found

    def _rolled(self, sides: Sides, others: Told) -> dict[tuple[str, Told], Fraction]:
        """Who wins, and with which numbers of all, when these sides roll; the others have rolled already."""
        if (sides, others) not in self._known:
            self._known[sides, others] = self._multiplied(sides, others)
        return self._known[sides, others]

    def _multiplied(self, sides: Sides, others: Told) -> dict[tuple[str, Told], Fraction]:
        laws = {name: law for name, law in self.laws.items() if name in sides}
        self._room(prod(map(len, laws.values())))
        found: dict[tuple[str, Told], Fraction] = {}
        stuck = Fraction()
        for ways in product(*(law.items() for law in laws.values())):
            self.held.check()
            p = prod((p for _, p in ways), start=Fraction(1))
            scores = {name: points for name, ((points, _), _) in zip(laws, ways, strict=True) if points is not None}
            best = max(scores.values(), default=())
            tied = frozenset(name for name, points in scores.items() if points == best)
            if tied == sides and len(tied) > 1 and self.contest.tie == AGAIN:
                stuck += p
                continue
            told = (*others, *((name, numbers) for name, ((_, numbers), _) in zip(laws, ways, strict=True)))
            for key, q in self._ended(tied, told).items():
                found[key] = found.get(key, Fraction()) + p * q
        return {key: p / (1 - stuck) for key, p in found.items()}

    def _ended(self, tied: Sides, told: Told) -> Mapping[tuple[str, Told], Fraction]:
        if len(tied) > 1 and self.contest.tie == AGAIN:
            return self._rolled(tied, tuple(each for each in told if each[0] not in tied))
        wins = self.ties(tied) if len(tied) > 1 else {next(iter(tied), ""): Fraction(1)}
        return {(winner, told): p for winner, p in wins.items()}

    def _room(self, ways: int) -> None:
        self._work += ways
        room(self._work, self.held)
