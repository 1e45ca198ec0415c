"""A sequence as values: a check that is tried again and again, by one side or by several, with inputs that change.

A sequence offers what a check offers to those who only ask what it takes and gives: `inputs`, `results`, `outcomes`.
The inputs of a side have its name before a dot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..errors import Span
from .formula import Formula
from .system import Check, Input, Outcome


@dataclass(frozen=True)
class Side:
    """Who rolls, and which check. The only side of a plain sequence has no name."""

    name: str
    label: str
    check: Check

    def named(self, word: str, between: str = ".") -> str:
        """A word of this side as it is told from those of the others."""
        return f"{self.name}{between}{word}" if self.name else word


@dataclass(frozen=True, slots=True)
class Demand:
    """What has to hold before the first try, and why."""

    that: Formula
    because: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """How sides are told apart: by the most or the least of a number."""

    how: str
    of: Formula


@dataclass(frozen=True)
class Series:
    """A sequence of tries.

    `own` names the inputs that are the sequence's and not a side's. All formulas but `times` are read for each side;
    `changes` give inputs of the check before a try, `totals` carry numbers on behind it, and then `until` is asked.
    `places` are where its keys stand.
    """

    name: str
    label: str
    summary: str
    sides: tuple[Side, ...]
    inputs: Mapping[str, Input]
    own: tuple[str, ...]
    lets: Mapping[str, Formula]
    requires: tuple[Demand, ...]
    times: Formula | None
    changes: Mapping[str, Formula]
    totals: Mapping[str, Formula]
    until: Formula | None
    compare: tuple[Comparison, ...]
    told: Mapping[str, Formula]
    outcomes: tuple[Outcome, ...]
    span: Span
    places: Mapping[str, Span]
    kind = "sequence"

    @property
    def results(self) -> tuple[str, ...]:
        """The names of its results: how many tries there were, and each side's numbers."""
        return ("tries", *(side.named(name, "_") for side in self.sides for name in (*self.totals, *self.told)))

    def formulas(self) -> Iterator[Formula]:
        """All its expressions."""
        yield from (*self.lets.values(), *self.changes.values(), *self.totals.values(), *self.told.values())
        yield from (*(demand.that for demand in self.requires), *(comparison.of for comparison in self.compare))
        yield from (formula for formula in (self.times, self.until) if formula is not None)
        yield from (outcome.when for outcome in self.outcomes if outcome.when is not None)
