"""A whole system, linked: everything that a file says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from .formula import Tally, counted, measured
from .system import (
    Check,
    Effect,
    Face,
    Input,
    Kind,
    Ladder,
    NumberTable,
    Property,
    PropertyRules,
    Step,
    Symbol,
    TestCase,
    Trigger,
)

if TYPE_CHECKING:
    from .contest import Contest, Side
    from .sequence import Series


@dataclass(frozen=True, slots=True)
class Place:
    """A step where it stands: in a check, or at a phase to which a property or an effect brings it."""

    step: Step
    check: str = ""
    owner: str = ""
    phase: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What a test may call it."""
        return tuple(filter(None, (self.step.id, self.owner, self.phase)))


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

    def places(self) -> Iterator[Place]:
        """Every step of the system, those inside others, too."""
        for check in self.checks.values():
            yield from (Place(inner, check.name) for step in check.steps for inner in step.all())
        owned: list[tuple[str, tuple[Trigger, ...]]] = [(each.name, each.triggers) for each in self.properties.values()]
        owned += [(each.name, each.triggers) for each in self.effects.values()]
        for name, triggers in owned:
            for trigger in triggers:
                yield from (Place(inner, "", name, trigger.at) for inner in trigger.step.all())

    def inputs_of(self, side: Side) -> Mapping[str, Input]:
        """What a side of a contest asks for."""
        return self.checks[side.check].inputs if side.check else side.inputs

    @cached_property
    def printed(self) -> Mapping[str, tuple[tuple[bool, str], ...]]:
        """Of each face of each kind whether it has a number, and what is printed for its symbols."""

        def glyphs(face: Face) -> str:
            return "".join(self.symbols[symbol].glyph for symbol in face.symbols)

        return {
            name: tuple((face.look.number is not None, glyphs(face)) for face in kind.faces)
            for name, kind in self.kinds.items()
        }

    @cached_property
    def measures(self) -> Mapping[str, Tally]:
        """The tallies behind the plain names of all dice: each symbol, their total, their number."""
        symbols = {name: measured("sum", name) for name in self.symbols}
        return {**symbols, "total": measured("sum", "value"), "dice": counted()}
