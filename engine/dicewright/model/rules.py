"""A whole system, linked: everything that a file says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .contest import Contest
from .formula import Tally, counted, measured
from .sequence import Series
from .system import Check, Effect, Kind, Ladder, NumberTable, Property, PropertyRules, Symbol, TestCase


@dataclass(frozen=True)
class Rules:
    """A whole system, linked. Everything in it refers to something that exists.

    `tags` are all that dice can get, `base` is what the system builds on, if any.
    """

    id: str
    name: str
    summary: str
    source: str
    base: str
    file: str
    sha256: str
    symbols: Mapping[str, Symbol]
    cancels: tuple[tuple[str, str], ...]
    kinds: Mapping[str, Kind]
    ladders: Mapping[str, Ladder]
    properties: Mapping[str, Property]
    property_rules: PropertyRules
    effects: Mapping[str, Effect]
    tables: Mapping[str, NumberTable]
    checks: Mapping[str, Check]
    tests: tuple[TestCase, ...]
    contests: Mapping[str, Contest] = field(default_factory=dict)
    sequences: Mapping[str, Series] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()

    @cached_property
    def measures(self) -> Mapping[str, Tally]:
        """The tallies behind the plain names of all dice: each symbol, their total, their number."""
        symbols = {name: measured("sum", name) for name in self.symbols}
        return {**symbols, "total": measured("sum", "value"), "dice": counted()}
