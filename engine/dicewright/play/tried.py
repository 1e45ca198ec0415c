"""How far a sequence would have to go, found without going there.

The law of each try is taken from what a look ahead at its check has come to. What a side can get is followed try after
try as odds follow it, of much only some.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from ..build.program import Program
from ..chance.ask import Again, Cut, Draw
from ..chance.dice import Die
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..chance.survey import Survey, survey
from .bind import Setting
from .costs import patience as usual
from .course import Course, Totals
from .foresight import ahead

PARTS = 1 << 40  # what the weights of a try are out of
FEW = 256  # so much of what a side may have got is followed in each try

End = tuple[int, bool, Totals]  # the try that was the last one, whether something ended it, and what was got


@dataclass(frozen=True, slots=True)
class Round:
    """A try of a side: how much it may have got before, in how many ways the widest goes on, how much work it is; how
    much it may have got behind it, where it is the last one and where it is not."""

    states: float
    ways: int
    work: float
    met: float
    onward: float


class Tried:
    """A sequence whose tries are looked at."""

    def __init__(self, course: Course, patience: Patience | None = None) -> None:
        self._course, self._patience = course, patience or usual(course.limits)
        self._last = course.limits.rounds if course.times is None else course.times
        self._checks: dict[Setting, tuple[Program, Survey]] = {}
        self._used: dict[tuple[int, Setting], None] = {}
        self._laws: dict[tuple[int, int, Totals], tuple[list[tuple[Totals, bool]], Die]] = {}
        self.exact = True

    @cached_property
    def sides(self) -> list[list[Round]]:
        """Each side, try after try, as far as all of them go."""
        found = [self._alone(side) for side in range(len(self._course.series.sides))]
        self.exact &= all(seen.exact for _, seen in self._checks.values())
        tries = min(map(len, found))
        return [each[:tries] for each in found]

    @property
    def joined(self) -> int:
        """How often what one side has got is put together with what the others have."""
        whole = 0.0
        for each in zip(*self.sides, strict=True):
            whole += prod(r.met + r.onward for r in each) - prod(r.onward for r in each)
        return round(whole + (prod(each[-1].onward for each in self.sides if each) if self._course.times else 0))

    @property
    def work(self) -> int:
        """About how much work the odds are."""
        return round(sum(r.work for each in self.sides for r in each)) + self.joined

    def checks(self, side: int) -> Iterator[tuple[Program, Survey]]:
        """The checks that a side tries, each with other inputs."""
        return (self._checks[setting] for whose, setting in self._used if whose == side)

    def _alone(self, side: int) -> list[Round]:
        if not self._last:
            return []
        course, limits = self._course, self._course.limits

        def step(state: tuple[int, Totals]) -> Any:
            number, totals = state
            behind, die = self._law(side, number, totals)

            def then(face: int) -> Any:
                after, met = behind[face]
                if met or (number == self._last and course.times is not None):
                    return number, met, after
                again = Again((number + 1, after), number + 1)
                return Cut(again) if number == self._last else again

            return Draw(die, then)

        chains = frozenset(range(1, self._last + 1)) if course.times is None else frozenset()
        odds = Odds(steps=limits.steps, chains=chains, patience=self._patience)
        seen = survey(step, Again((1, course.start), 1), odds, few=FEW)
        self.exact &= seen.exact
        return [*self._rounds(side, seen)]

    def _rounds(self, side: int, seen: Survey) -> Iterator[Round]:
        ended: dict[int, list[int]] = {}
        for number, met, _ in seen.found:
            ended.setdefault(number, [0, 0])[met] += 1
        share = seen.ends / max(1, len(seen.found))  # for each that was come to
        read = max((len(check.found) for _, check in self.checks(side)), default=0)
        for number, stage in sorted(seen.stages.items()):
            left, met = ended.get(number, [0, 0])
            onward = seen.stages[number + 1].states if number + 1 in seen.stages else left * share
            yield Round(stage.states, stage.ways, stage.states * read, met * share, onward)

    def _law(self, side: int, number: int, totals: Totals) -> tuple[list[tuple[Totals, bool]], Die]:
        """What has accumulated behind a try, each with its weight."""
        key = side, self._course.place(number), totals
        if key not in self._laws:
            course = self._course
            setting = course.setting(side, number, totals)
            program, seen = self._check(setting)
            self._used[side, setting] = None
            behind: dict[tuple[Totals, bool], float] = {}
            for (outcome, results), mass in seen.found.items():
                verdicts = {each.name: int(each.name == outcome) for each in setting.check.outcomes}
                after = course.after(side, number, totals, verdicts | dict(zip(program.results, results, strict=True)))
                behind[after] = behind.get(after, 0.0) + mass
            weights = tuple(max(1, round(mass * PARTS)) for mass in behind.values())
            self._laws[key] = list(behind), Die("try", weights)
        return self._laws[key]

    def _check(self, setting: Setting) -> tuple[Program, Survey]:
        if setting not in self._checks:
            program = setting.built(only=self._course.read)
            self._checks[setting] = program, ahead(program, self._patience, False)
        return self._checks[setting]
