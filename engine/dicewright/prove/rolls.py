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
from ..ops.state import PLAYERS, Limits, Piece
from ..play.bout import contend
from ..play.check import BoundCheck
from ..play.contest import BoundContest
from ..play.costs import patience
from ..play.decision import Suspended, advance
from ..play.faces import Forced, as_written
from ..play.foresight import foresight
from ..play.law import Law
from ..play.outcome import Outcome
from ..play.roll import Teller
from ..play.throw import Throw, thrower
from ..play.tries import run
from ..play.verify import Bound, Ended
from ..version import __version__
from .asked import Asked, asked

MANY = 8  # faces of a die that are all tried in rolls of several dice
EACH = 300  # rolls of one depth with the same inputs
SEEDS, PLAYED, OPTIONS = 4, 40, 8  # rolls of a check that somebody decides in, and options of a decision
STATES = 4_000  # of odds that are compared, and that a decision looks ahead to; larger ones are passed over


Chooser = Callable[[Choose], Any]


@dataclass(frozen=True)
class Ran:
    """A roll, as far as tests look at it; its dice only where nothing else is read from it."""

    seen: Mapping[str, Any]
    faces: Mapping[str, Sequence[Any]]


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
    def played(self) -> Sequence[tuple[Ran, list[Any]]]:
        """Rolls by a few seeds, with every answer that players can give in its turn."""
        return list(_played(self.bound))

    def by_chance(self, most: int) -> Iterator[Ran]:
        """Rolls from seeds, the same ones at any time; without those that come to no end."""
        for seed in range(most):
            if seed not in self._seeds:
                try:
                    self._seeds[seed] = _rolled(self.bound, thrower(Random(seed)), self.choose)
                except DicewrightError:
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


def subject(each: Asked, rules: Rules, limits: Limits) -> Subject | str:
    made = each.bound(rules, replace(limits, states=min(STATES, limits.states)))
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
        return sight[0].choose(ask)

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


def told(
    outcome: str | None, results: Mapping[str, int], rules: Rules | None = None, pool: Sequence[Piece] = ()
) -> Mapping[str, Any]:
    """The end of a roll as a test sees it; the dice only where nothing is read from them."""
    if rules is not None and outcome is None and not results:
        dice = sorted((piece.kind, piece.value, piece.state) for piece in pool if piece.state != "bag")
        return {"dice": [{"die": die, "value": value, "state": state} for die, value, state in dice]}
    return {**({} if outcome is None else {"outcome": outcome}), "results": dict(results)}


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
        except DicewrightError:
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


def decides(bound: Bound) -> bool:
    """Whether a player has something to decide."""
    if not isinstance(bound, BoundCheck):
        return False
    steps = [move.step for move in bound.setting.program.moves]
    return any(s.op == "choose" or s.select.may or s.select.pick in PLAYERS for s in steps)


def _played(bound: Bound) -> Iterator[tuple[Ran, list[Any]]]:
    if not (isinstance(bound, BoundCheck) and decides(bound)):
        return
    setting, runs = bound.setting, 0
    for seed in range(SEEDS):
        waiting: list[tuple[Any, list[Any]]] = [(advance(setting, (), (), thrower(Random(seed))), [])]
        while waiting and runs < PLAYED:
            now, answers = waiting.pop()
            runs += 1
            if isinstance(now, Outcome):
                if answers and (now.outcome is not None or now.results):
                    yield Ran(told(now.outcome, now.results), now.log["faces"]), answers
                continue
            assert isinstance(now, Suspended)
            for option in now.decision.options[:OPTIONS]:
                said: Any = option.answer
                if isinstance(said, tuple):
                    dice = [now.decision.dice[place] for place in said]
                    said = [as_written(setting.rules.kinds[d.die].shown(d.face - 1, d.value)) for d in dice]
                elif said.isdigit():
                    said = int(said)
                following = advance(
                    setting, now.drawn, (*now.answers, option.answer), thrower(Random(seed + len(now.answers)))
                )
                waiting.append((following, [*answers, said]))
