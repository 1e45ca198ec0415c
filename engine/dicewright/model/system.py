"""A game system as values: dice and symbols, properties, checks and their steps.

A step names its op and holds its linked keys; what the op means stands in `ops`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..chance.dice import Die
from ..errors import Span
from .formula import Formula, PerDie


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol on a die. `counts_as` lists the symbols that it is one of as well."""

    name: str
    label: str
    glyph: str
    counts_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """What a face shows: a number, symbols (sorted), both, or neither (a blank)."""

    number: int | None
    symbols: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[int | str, ...]:
        return self.symbols if self.number is None else (self.number, *self.symbols)

    def __str__(self) -> str:
        return "+".join(map(str, self.parts)) or "blank"


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die, and its weight."""

    look: Look
    weight: int = 1

    @property
    def value(self) -> int:
        """What the face counts for before anything changes it: its number, or 0."""
        return self.look.number or 0

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.look.symbols


@dataclass(frozen=True)
class Kind:
    """A kind of die. `counts[f][symbol]` is how many of a symbol face f counts for, `counts_as` included."""

    name: str
    label: str
    faces: tuple[Face, ...]
    counts: tuple[Mapping[str, int], ...] = field(compare=False, hash=False)

    @cached_property
    def die(self) -> Die:
        return Die(self.name, tuple(face.weight for face in self.faces))

    @cached_property
    def values(self) -> tuple[int, ...]:
        return tuple(face.value for face in self.faces)

    @cached_property
    def minimum(self) -> int:
        return min(self.values)

    @cached_property
    def maximum(self) -> int:
        return max(self.values)

    @cached_property
    def same(self) -> tuple[int, ...]:
        """For each face the first one that looks just like it."""
        looks = [face.look for face in self.faces]
        return tuple(looks.index(look) for look in looks)

    def face_of(self, value: int) -> int | None:
        """The first face that shows this number."""
        return next((i for i, face in enumerate(self.faces) if face.look.number == value), None)

    def looking(self, look: Look) -> int | None:
        """The first face that shows just this."""
        return next((i for i, face in enumerate(self.faces) if face.look == look), None)

    def shown(self, face: int, value: int) -> Look:
        """What a die on this face shows, whose value may have been changed."""
        look = self.faces[face].look
        return look if look.number is None else Look(value, look.symbols)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs from low to high, all of them dice or all of them properties."""

    name: str
    rungs: tuple[str, ...]
    of: str


@dataclass(frozen=True, slots=True)
class Selector:
    """Which dice a step acts on; every part that is None leaves the choice open."""

    dice: tuple[str, ...] | None = None
    where: PerDie | None = None
    showing: Look | None = None
    containing: tuple[str, ...] | None = None
    state: tuple[str, ...] | None = None
    tag: str | None = None
    at_most: Formula | None = None
    at_least: Formula | None = None
    count: Formula | None = None
    pick: str | None = None
    by: PerDie | None = None
    per: str | None = None
    may: str | None = None
    prefer: PerDie | str | None = None

    @property
    def takes_all(self) -> bool:
        """Whether it takes all dice that it looks at, and nobody is asked which."""
        open_ = self.at_most is None and self.at_least is None and self.count is None and self.per is None
        return open_ and self.may is None and self.pick in (None, "any", "highest", "lowest")


@dataclass(frozen=True)
class Step:
    """One step as it stands in the file: its op by name, and its keys, linked."""

    op: str
    keys: Mapping[str, Any]
    span: Span
    select: Selector = field(default_factory=Selector)
    when: Formula | None = None
    because: str = ""
    id: str = ""

    def all(self) -> Iterator[Step]:
        """The step and the steps inside it."""
        yield self
        inner = (self.keys.get("steps", ()), *(option["steps"] for option in self.keys.get("options", ())))
        for steps in inner:
            for step in steps:
                yield from step.all()


@dataclass(frozen=True, slots=True)
class Trigger:
    """A step that a property brings to a phase."""

    at: str
    step: Step


@dataclass(frozen=True, slots=True)
class Property:
    """Something that a roll can have. Opposites keep each other from acting."""

    name: str
    label: str
    summary: str
    opposes: str | None
    triggers: tuple[Trigger, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that a player brings to a roll, step by step. `text` is how it was asked for."""

    name: str
    label: str
    summary: str
    owner: str
    triggers: tuple[Trigger, ...] = field(compare=False)
    text: str = ""


@dataclass(frozen=True, slots=True)
class PropertyRules:
    """How instances of properties behave together; see the schema for the words."""

    opposition: str = "presence"
    repeats: str = "once"
    upgrade: str = "one"
    below: str = "remove"


@dataclass(frozen=True, slots=True)
class Input:
    """What a check asks the caller for. `options` are names for numbers, or the words of a choice."""

    name: str
    type: str
    label: str
    default: int | str | None
    minimum: int | None
    maximum: int | None
    options: Mapping[str, int]
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict: the first one whose condition holds."""

    name: str
    label: str
    when: Formula | None
    span: Span


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player wants: the chance of an outcome, or the most or the least of a number."""

    how: str
    of: Formula | str

    @property
    def names(self) -> frozenset[str]:
        """The outcome or the results that it looks at."""
        return frozenset({self.of}) if isinstance(self.of, str) else self.of.names


@dataclass(frozen=True, slots=True)
class TestCase:
    """A test of the file, linked as far as it can be without running it. `places` are those of what it expects."""

    name: str
    check: str
    given: Mapping[str, Any]
    span: Span
    places: Mapping[tuple[str, ...], Span] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Check:
    """Something that can be rolled. `watch` are the inputs whose odds are looked at when the file changes."""

    name: str
    label: str
    summary: str
    inputs: Mapping[str, Input]
    lets: Mapping[str, Formula]
    steps: tuple[Step, ...]
    results: Mapping[str, Formula]
    outcomes: tuple[Outcome, ...]
    aim: tuple[Goal, ...]
    phases: tuple[str, ...]
    span: Span
    watch: tuple[Mapping[str, int | str | bool], ...] = ()
    kind = "check"


@dataclass(frozen=True)
class NumberTable:
    """A lookup from a number to a number: rows (from, to, value), in order and without gaps."""

    name: str
    rows: tuple[tuple[int | None, int | None, int], ...]

    def at(self, key: int) -> int | None:
        for low, high, value in self.rows:
            if (low is None or key >= low) and (high is None or key <= high):
                return value
        return None
