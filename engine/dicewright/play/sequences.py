"""Sequences as those who embed dicewright hold them: called and rolled like checks, with the law of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import fail
from ..model.system import Rules
from ..ops.state import Limits
from .bind import Given
from .faces import Forced, Shown
from .law import Law
from .sequence import Course, course
from .throw import Random, thrower
from .tries import Told, run, weigh


@dataclass(frozen=True)
class Repeated:
    """A sequence of a system. Call it with its inputs to get something that can be rolled."""

    rules: Rules = field(compare=False, repr=False)
    limits: Limits
    sha256: str
    name: str

    def __call__(
        self,
        *,
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        **inputs: Given | Mapping[str, Given],
    ) -> BoundSequence:
        """The sequence with these inputs; those of a side as a mapping: `first={"skill": 3}`."""
        flat: dict[str, Given] = {}
        for name, value in inputs.items():
            if isinstance(value, Mapping):
                flat |= {f"{name}.{inner}": given for inner, given in value.items()}
            else:
                flat[name] = value
        return self.bind(flat, properties, upgrade, downgrade)

    def bind(
        self,
        inputs: Mapping[str, Given],
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
    ) -> BoundSequence:
        """The same, for inputs that come as a mapping; those of a side have its name before a dot."""
        return BoundSequence(course(self.rules, self.name, inputs, properties, upgrade, downgrade, self.limits))


@dataclass(frozen=True)
class BoundSequence:
    """A sequence with its inputs, ready to be rolled any number of times."""

    course: Course

    def roll(self, rng: Random | None = None, faces: Mapping[str, Sequence[Shown]] | None = None) -> Told:
        """Roll it to its end. `rng` and `faces` are a check's: faces come up in order, try after try."""
        if faces is None:
            return run(self.course, thrower(rng))
        forced = Forced(self.course.rules, faces)
        told = run(self.course, forced.throw)
        forced.finish()
        return told

    def odds(self) -> Law:
        """The exact joint law of its outcome and results."""
        return weigh(self.course)

    def replay(self, log: Mapping[str, Any]) -> Told:
        """Roll again just what a log tells. Raises DicewrightError when it comes from another system or sequence."""
        for key, have in (("sha256", self.course.sha256), ("check", self.course.name)):
            if log.get(key) != have:
                raise fail("log-differs", f"the log is of another {'system' if key == 'sha256' else 'sequence'}")
        return self.roll(faces=log["faces"])
