"""Contests as values: sides that roll against each other, and what decides between them.

There are two forms. Either every side rolls a check of its own and a chain of comparisons tells who is ahead; or one
side rolls, the others only bring inputs, and the outcome of that roll names the winner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ..errors import Span
from .formula import Formula
from .system import Input

# What a contest is called that nobody wins, and what a side says that does not roll.
TIE = "tie"
DECLINES = "declines"
DRAW, AGAIN = "draw", "again"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One link of a chain: `most` or `least` of a number, or the dice one by one, `highest_first` or `lowest_first`.

    For dice, `of` is what a side without any dice is compared by, as if it had one die.
    """

    how: str
    of: Formula | None

    @property
    def text(self) -> str:
        """The comparison as a player reads it."""
        if self.how in ("most", "least"):
            return f"{self.how} {self.of.text if self.of else ''}"
        return f"dice, {self.how.replace('_', ' ')}"


Chain = tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a contest: its check (empty where only one side rolls), what it asks for, what it may do."""

    name: str
    label: str
    check: str
    inputs: Mapping[str, Input]
    may_decline: bool
    more: bool
    span: Span


@dataclass(frozen=True, slots=True)
class RollOff:
    """The check that those roll who are still tied, its inputs out of a side's own, and its own comparisons."""

    check: str
    inputs: Mapping[str, Formula]
    compare: Chain


@dataclass(frozen=True, slots=True)
class OneRoll:
    """The single check that decides: who rolls it, its inputs out of those of all sides, who wins by its outcome."""

    side: str
    check: str
    inputs: Mapping[str, Formula]
    winner: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Contest:
    """Several sides and what decides between them. `tie` is draw, again, the name of a side, or a roll-off.

    `results` read all sides at once: the names of each begin with the side's. `places` are where its keys stand.
    """

    name: str
    label: str
    summary: str
    sides: Mapping[str, Side]
    needs: Formula | None
    compare: Chain
    tie: str | RollOff
    roll: OneRoll | None
    results: Mapping[str, Formula]
    span: Span
    places: Mapping[str, Span]

    @property
    def may_tie(self) -> bool:
        """Whether it can end without a winner."""
        if self.roll is not None:
            return TIE in self.roll.winner.values()
        if self.needs is not None or self.tie == DRAW:
            return True
        return isinstance(self.tie, str) and self.tie in self.sides and (len(self.sides) > 2 or any(self.further()))

    def settled(self, tied: Collection[str]) -> str:
        """Who wins a full tie that is not rolled on: the side that it goes to; nobody is the empty name."""
        own = [name for name in tied if self.tie in (name, numbered(name)[0])]
        return own[0] if len(own) == 1 else ""

    def side(self, name: str) -> Side | None:
        """The side of this name: one of the file, or a further one of a kind that may be repeated."""
        if name in self.sides:
            return self.sides[name]
        kind, number = numbered(name)
        side = self.sides.get(kind)
        if side is None or not side.more or number < 2:
            return None
        return replace(side, name=name, label=f"{side.label} {number}")

    def further(self) -> Iterator[str]:
        """The kinds of sides that may be repeated."""
        return (side.name for side in self.sides.values() if side.more)


def numbered(name: str) -> tuple[str, int]:
    """A name and the number behind it: defender2 is (defender, 2); without a number it is 0."""
    kind = name.rstrip("0123456789")
    digits = name[len(kind) :]
    return (name, 0) if not digits or digits[0] == "0" else (kind, int(digits[:9]))
