"""Something bound, its small rolls and its odds: each is made once, however many slips are held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from ..build.tail import Ending
from ..chance.ask import Choose
from ..chance.decide import Foresight
from ..chance.dice import Die, Urn
from ..errors import DicewrightError, fail
from ..model.rules import Rules
from ..ops.state import Limits
from ..play.bout import contend
from ..play.check import BoundCheck
from ..play.contest import BoundContest
from ..play.costs import patience
from ..play.faces import Forced
from ..play.foresight import foresight
from ..play.law import Law
from ..play.roll import Teller
from ..play.throw import Throw, thrower
from ..play.tries import run
from ..play.verify import Bound, Ended
from ..version import __version__
from .asked import Asked, asked
from .played import Play, plays, told

MANY = 8  # faces of a die that are all tried in rolls of several dice
EACH = 300  # rolls of one depth with the same inputs
STATES = 4_000  # of odds that are compared, and that a decision looks ahead to; larger ones are passed over
ENDLESS = 8  # rolls that come to no end, after which no other is tried

Chooser = Callable[[Choose], Any]


@dataclass(frozen=True)
class Ran:
    """A roll, as far as tests look at it; its dice only where nothing else is read from it."""

    seen: Mapping[str, Any]
    faces: Mapping[str, Sequence[Any]]


class Unforeseen(Exception):  # noqa: N818 - it is no error
    """What the aim would choose takes more looking ahead than is done here."""


@dataclass(eq=False)
class Subject:
    """Something bound, and what became of it so far."""

    bound: Bound
    _rolls: dict[tuple[int, frozenset[int]], tuple[Ran, ...]] = field(default_factory=dict)
    _seeds: dict[int, Ran | None] = field(default_factory=dict)

    @cached_property
    def choose(self) -> Chooser:
        return _by_file(self.bound)

    @cached_property
    def law(self) -> Law | None:
        """Its odds, where they are small enough."""
        try:
            return self.bound.odds()
        except DicewrightError:
            return None

    @cached_property
    def rules(self) -> Rules:
        bound = self.bound
        if isinstance(bound, BoundCheck):
            return bound.setting.rules
        return bound.lineup.rules if isinstance(bound, BoundContest) else bound.course.rules

    def of_depth(self, depth: int, hints: frozenset[int]) -> tuple[Ran, ...]:
        """Every roll with just so many throws, as far as they are tried."""
        wide = depth > 1 and any(len(kind.faces) > MANY for kind in self.rules.kinds.values())
        key = depth, hints if wide else frozenset()
        if key not in self._rolls:
            self._rolls[key] = tuple(_of_depth(self, *key))
        return self._rolls[key]

    @cached_property
    def plays(self) -> Sequence[Play]:
        return list(plays(self.bound.setting)) if isinstance(self.bound, BoundCheck) else ()

    def by_chance(self, most: int) -> Iterator[Ran]:
        """Rolls from seeds, the same ones at any time; without those that come to no end. Where none of many does, that
        is all."""
        for seed in range(most):
            if seed == ENDLESS and not any(self._seeds.values()):
                return
            if seed not in self._seeds:
                try:
                    self._seeds[seed] = _rolled(self.bound, thrower(Random(seed)), self.choose)
                except (DicewrightError, Unforeseen):
                    self._seeds[seed] = None
            if (ran := self._seeds[seed]) is not None:
                yield ran

    def again(self, faces: Mapping[str, Sequence[Any]]) -> Ran:
        """A roll by the faces of another one, all of which have to come up."""
        bound = self.bound
        if not isinstance(bound, BoundCheck):
            return _ended(bound.roll(faces=faces))
        forced = Forced(bound.setting.rules, faces)
        ran = _rolled(bound, forced.throw, self.choose)
        forced.finish()
        return ran

    def unforeseen(self, faces: Mapping[str, Sequence[Any]]) -> bool:
        """Whether these faces lead to where it would have to be looked ahead too far."""
        try:
            self.again(faces)
        except Unforeseen:
            return True
        except DicewrightError:
            pass
        return False


@dataclass(eq=False)
class Original:
    """The rules as they are: what was bound for one slip serves the next one."""

    rules: Rules
    limits: Limits
    _asked: dict[frozenset[int], tuple[Asked, ...]] = field(default_factory=dict)
    _bound: dict[str, Subject | str] = field(default_factory=dict)

    def asked(self, hints: frozenset[int]) -> tuple[Asked, ...]:
        """What is tried, where these numbers are worth trying."""
        if hints not in self._asked:
            self._asked[hints] = asked(self.rules, hints)
        return self._asked[hints]

    def bound(self, each: Asked) -> Subject | str:
        """What is rolled; or the code of the problem why it is refused."""
        key = str(each)
        if key not in self._bound:
            self._bound[key] = subject(each, self.rules, self.limits)
        return self._bound[key]


def subject(each: Asked, rules: Rules, limits: Limits, states: int | None = None) -> Subject | str:
    """What is rolled; or the code of the problem why it is refused. Its odds may follow so many states."""
    made = each.bound(rules, replace(limits, states=min(states or STATES, limits.states)))
    return made if isinstance(made, str) else Subject(made)


class _Open(Exception):  # noqa: N818 - it is no error
    """A die whose face is not said yet."""

    def __init__(self, die: Die) -> None:
        self.die = die


def _by_file(bound: Bound) -> Chooser:
    """How the file decides; what its aim finds is looked ahead to once."""
    sight: list[Foresight] = []

    def choose(ask: Choose) -> Any:
        if ask.preferred is not None:
            return ask.preferred
        if not sight:
            assert isinstance(bound, BoundCheck)
            sight.append(foresight(bound.setting, patience(bound.setting.limits)))
        try:
            return sight[0].choose(ask)
        except DicewrightError as error:
            if any(problem.code == "limit" for problem in error.problems):
                raise Unforeseen from error
            raise

    return choose


def _rolled(bound: Bound, throw: Throw, choose: Chooser) -> Ran:
    """A roll by any source of faces, as the file decides. The story of a check is not told here, which saves time."""
    if isinstance(bound, BoundCheck):
        teller = Teller(bound.setting, throw, choose)
        program = bound.setting.program
        end = teller.run()
        if not isinstance(end, Ending):
            raise fail("limit", "a loop did not end")
        results = dict(zip(program.results, end.results, strict=True))
        return Ran(told(end.outcome, results, bound.setting.rules, teller.states[-1].pool), teller.record.faces())
    if isinstance(bound, BoundContest):
        return _ended(contend(bound.lineup, {name: throw for name, _ in bound.lineup.rolling}, __version__))
    return _ended(run(bound.course, [throw] * len(bound.course.series.sides)))


def _ended(ended: Ended) -> Ran:
    return Ran(told(ended.outcome, ended.results), ended.log["faces"])


def _of_depth(mine: Subject, depth: int, hints: frozenset[int]) -> Iterator[Ran]:
    waiting: list[tuple[int, ...]] = [()]
    runs = 0
    while waiting and runs < EACH:
        script = waiting.pop()
        runs += 1
        left = list(reversed(script))

        def throw(die: Die, left: list[int] = left) -> int:
            if not left:
                raise _Open(die)
            return left.pop()

        try:
            ran = _rolled(mine.bound, throw, mine.choose)
        except _Open as stop:
            if len(script) < depth:
                waiting += [(*script, face) for face in reversed(_faces(mine.rules, stop.die, depth, hints))]
        except (DicewrightError, Unforeseen):
            continue
        else:
            if len(script) == depth:
                yield ran


def _faces(rules: Rules, die: Die, depth: int, hints: frozenset[int]) -> Sequence[int]:
    """The faces of a die that are tried, one of each look; of dice with many, only some in rolls of several dice."""
    if isinstance(die, Urn):
        return list({repr(look): i for i, look in reversed(list(enumerate(die.looks))) if die.weights[i]}.values())[
            ::-1
        ]
    kind = rules.kinds[die.name]
    looks = [face for face in range(len(kind.faces)) if kind.same[face] == face]
    if depth < 2 or len(looks) <= MANY:
        return looks
    wanted = {n + more for n in hints for more in (-1, 0, 1)}
    ends = {*looks[:2], looks[len(looks) // 2], *looks[-2:]}
    return [face for face in looks if face in ends or kind.values[face] in wanted]
