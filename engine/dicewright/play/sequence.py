"""Sequences as those who embed dicewright hold them: called and rolled like checks, with the law of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from ..model.rules import Rules
from ..ops.state import Limits
from .bind import Given, Head
from .brief import Thrown
from .course import Course, course
from .faces import Shown, agreeing
from .law import Law
from .often import Courses, Ends, die_by_die, ended, tried
from .sample import Sample
from .simulate import simulate
from .throw import Random, thrower
from .tries import Told, run, said, weigh

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .whole import Whole


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
        effects: Iterable[str | Mapping[str, Any]] = (),
        **inputs: Given | Mapping[str, Given],
    ) -> BoundSequence:
        """The sequence with these inputs; those of a side as a mapping: `first={"skill": 3}`."""
        return self.bind(inputs, properties, upgrade, downgrade, effects)

    def bind(
        self,
        inputs: Mapping[str, Given | Mapping[str, Given]],
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
    ) -> BoundSequence:
        """The same, for inputs that come as a mapping; those of a side together, or with its name before a dot."""
        return BoundSequence(
            course(self.rules, self.name, inputs, properties, upgrade, downgrade, effects, self.limits)
        )


@dataclass(frozen=True)
class BoundSequence:
    """A sequence with its inputs, ready to be rolled any number of times."""

    course: Course

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; what makes rolls quick is made anew there."""
        return {"course": self.course}

    @property
    def head(self) -> Head:
        """What the law, the sample and the plan of it begin with."""
        return self.course.head

    def roll(self, rng: Random | None = None, faces: Mapping[str, Sequence[Shown]] | None = None) -> Told:
        """Roll it to its end. `rng` and `faces` are a check's: faces come up in order, try after try.

        With sides, the faces of each are said with its name before a dot: `{"first.d6": [6, 2]}`.
        """
        if faces is not None:
            return said(self.course, faces)
        return run(self.course, [thrower(rng)] * len(self.course.series.sides))

    def throw(self, rng: Random | None = None) -> Thrown:
        """Roll it and tell nothing but how it ends; from the same source of chance `roll` ends the same."""
        return ended(self._ends(SystemRandom() if rng is None else rng)(), self.course.series.results)

    @cached_property
    def _ends(self) -> Ends:
        return tried(self.course, die_by_die)

    def simulate(
        self,
        runs: int,
        rng: Random | int | None = None,
        *,
        each_die: bool = False,
        executor: Executor | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Sample:
        """Roll it so many times, and estimate what the odds would say: as `BoundCheck.simulate` does for a check.

        Each check is drawn from the exact tables of its handfuls, or with `each_die` thrown die by die.
        """
        return simulate(partial(Courses, self.course, each_die), runs, rng, executor, progress, self.course.limits.runs)

    def odds(self) -> Law:
        """The exact joint law of its outcome and results."""
        return weigh(self.course)

    def plan(self) -> Whole:
        """What `odds` would do: how the laws of tries are found, how tries follow, and how many states that takes.

        Found by following some of them, so it is quick also where the odds are beyond reach.
        """
        from .whole import sequence_plan

        return sequence_plan(self.course)

    def replay(self, log: Mapping[str, Any]) -> Told:
        """Roll again just what a log tells. Raises DicewrightError when it comes from another system or sequence."""
        held = self.course
        mine = {
            "sha256": ("system", held.sha256),
            "check": ("sequence", held.name),
            "inputs": ("set of inputs", held.shown_inputs()),
            "properties": ("set of properties", list(held.shown_properties())),
            "effects": ("set of effects", held.shown_effects()),
        }
        return self.roll(faces=agreeing(log, mine))
