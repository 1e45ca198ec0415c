"""What comes back from a roll: what was asked, what happened, and the log that replays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from ..errors import Span


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die as it lies on the table: its kind, face (from 1, 0 before the throw), value, symbols, state and tags."""

    die: str
    face: int
    value: int
    symbols: tuple[str, ...]
    state: str
    factor: int = 1
    negated: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "die": self.die,
            "face": self.face,
            "value": self.value,
            "symbols": list(self.symbols),
            "state": self.state,
        }
        if self.factor != 1:
            out["factor"] = self.factor
        if self.negated:
            out["negated"] = list(self.negated)
        if self.tags:
            out["tags"] = list(self.tags)
        return out


@dataclass(frozen=True, slots=True)
class Change:
    """One die of an event: its place on the table, before (None: it came in) and after."""

    place: int
    before: DieShown | None
    after: DieShown


@dataclass(frozen=True, slots=True)
class Event:
    """A step that changed something: which, where it stands, why, and what it did.

    `chosen` is the option or the number that was taken, `who` the player who took it; empty where there was no choice.
    `where` is the whole place of the step, which may stand in a file that is built on.
    """

    step: str
    line: int
    because: str
    by: str
    changes: tuple[Change, ...]
    numbers: tuple[tuple[str, int | None, int], ...]
    thrown: tuple[tuple[str, int], ...]
    chosen: str = ""
    who: str = ""
    where: Span | None = field(default=None, compare=False)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"step": self.step, "line": self.line}
        if self.because:
            out["because"] = self.because
        if self.by:
            out["by"] = self.by
        if self.changes:
            out["dice"] = [
                {"place": c.place, "before": c.before.to_dict() if c.before else None, "after": c.after.to_dict()}
                for c in self.changes
            ]
        if self.numbers:
            out["numbers"] = {name: [before, after] for name, before, after in self.numbers}
        if self.chosen:
            out["chosen"] = self.chosen
        if self.who:
            out["who"] = self.who
        if self.thrown:
            out["thrown"] = [list(pair) for pair in self.thrown]
        return out


class Recorded(Protocol):
    """What is remembered of a roll, ready to be told."""

    def dice(self) -> tuple[DieShown, ...]: ...
    def events(self) -> tuple[Event, ...]: ...
    def log(self) -> dict[str, Any]: ...


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """A finished roll.

    `outcome` is the verdict's name (None where the check has no outcomes), `results` the numbers it is read for.
    Dice, trace and log are put together when they are first read.
    """

    outcome: str | None
    label: str | None
    results: Mapping[str, int]
    _record: Recorded

    @cached_property
    def dice(self) -> tuple[DieShown, ...]:
        """What lies on the table."""
        return self._record.dice()

    @cached_property
    def trace(self) -> tuple[Event, ...]:
        """The story."""
        return self._record.events()

    @cached_property
    def log(self) -> Mapping[str, Any]:
        """What is needed to roll just this again."""
        return self._record.log()

    def __getstate__(self) -> dict[str, Any]:
        """All that can be read, without what it was put together from; two outcomes are equal where this is."""
        return {name: getattr(self, name) for name in ("outcome", "label", "results", "dice", "trace", "log")}

    def __eq__(self, other: object) -> bool:
        return self.__getstate__() == other.__getstate__() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.outcome, self.label, self.dice, self.trace))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__getstate__().items())})"

    def to_dict(self) -> dict[str, Any]:
        """The roll as JSON data."""
        return {
            "outcome": self.outcome,
            "results": dict(self.results),
            "dice": [die.to_dict() for die in self.dice],
            "trace": [event.to_dict() for event in self.trace],
            "log": dict(self.log),
        }
