"""How the exact odds of contests and sequences are found, and what that costs, told before it is done.

They are put together from the laws of checks. Each of these has a plan of its own; `Join` tells how it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

from ..build.tail import Ending, Shown
from ..chance.lead import spread
from ..chance.survey import Survey
from ..model.contest import AGAIN, Chain, RollOff
from ..model.formula import Formula
from ..model.sequence import Series
from .bind import Setting
from .compare import compared, looks_at_dice, names, score, wanted
from .costs import patience
from .course import Course
from .foresight import ahead
from .hand import hands
from .plan import Plan, plan, planned
from .sides import Lineup
from .tried import Tried


@dataclass(frozen=True, slots=True)
class Part:
    """A check whose law is asked for: for whom, and with how many different inputs. The plan is the longest of them."""

    label: str
    check: str
    plan: Plan
    settings: int = 1

    def to_dict(self) -> dict[str, Any]:
        """The part as JSON data."""
        return {"label": self.label, "check": self.check, "settings": self.settings, "plan": self.plan.to_dict()}


@dataclass(frozen=True, slots=True)
class Join:
    """How laws become one: by the words of which key of the file, and where that stands.

    `means` are `named` (an outcome names the winner), `scored` (score by score), `lined` (dice against dice, no hand
    being listed), `multiplied` (all with all), `solved` (those who are tied roll again), `tried` (try after try),
    `unending` (the same without a last try). There are so many `states`, each of which goes on in at most so many
    `ways`, which is so much `work` for all; a loop comes by so many `rounds`.
    """

    key: str
    line: int
    means: str
    states: int
    ways: int
    work: int
    rounds: int = 1

    @property
    def size(self) -> int:
        """What is held against the limit: where states are followed, only they are; otherwise every way is worked."""
        return self.states if self.means == "lined" else self.work


@dataclass(frozen=True, slots=True)
class Whole:
    """The plans of all checks that are needed, and how they are put together.

    The numbers are `exact`, or estimates; `limit` is how many states each part and each join may have.
    """

    told: tuple[str, ...]
    parts: tuple[Part, ...]
    joins: tuple[Join, ...]
    exact: bool
    limit: int

    @property
    def states(self) -> int:
        """How many states are followed in all."""
        return sum(part.plan.states for part in self.parts) + sum(join.states for join in self.joins)

    @property
    def work(self) -> int:
        """How many ways are gone in all."""
        return sum(part.plan.work for part in self.parts) + sum(join.work for join in self.joins)

    @property
    def fits(self) -> bool:
        """Whether nothing is beyond the limit."""
        sizes = (*(part.plan.states for part in self.parts), *(join.size for join in self.joins))
        return max(sizes, default=0) <= self.limit

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON data."""
        return {
            "told": list(self.told),
            "parts": [part.to_dict() for part in self.parts],
            "joins": [asdict(join) for join in self.joins],
            "states": self.states,
            "work": self.work,
            "exact": self.exact,
            "limit": self.limit,
        }


# -- contests ---------------------------------------------------------------------------------------------------------


def contest_plan(lineup: Lineup) -> Whole:
    """What odds do for this contest."""
    contest, rolling, told = lineup.contest, lineup.rolling, ("outcome", *lineup.results)
    if contest.roll is not None:
        ((side, setting),) = rolling
        part = Part(_labels(lineup, [side]), setting.name, plan(setting))
        join = Join("winner", _line(lineup, "winner"), "named", part.plan.rows, 1, part.plan.rows)
        return Whole(told, (part,), (join,), part.plan.exact, lineup.limits.states)
    read = wanted(contest, lineup.rules.checks) if contest.results else {}
    found = _Compared(lineup)
    found.compare("compare", rolling, contest.compare, contest.needs, read)
    if isinstance(contest.tie, RollOff) and len(rolling) > 1:
        found.compare("tie", lineup.offs, contest.tie.compare, None, {})
    if contest.tie == AGAIN or isinstance(contest.tie, RollOff):
        found.again(len(rolling))
    return Whole(told, tuple(found.parts), tuple(found.joins), found.exact, lineup.limits.states)


def _line(lineup: Lineup, key: str) -> int:
    return lineup.contest.places.get(key, lineup.contest.span).line


def _labels(lineup: Lineup, sides: Iterable[str]) -> str:
    return " and ".join(side.label for side in lineup.sides() if side.name in sides)


class _Compared:
    """Sides whose laws are compared, as they are found."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup, self._patience = lineup, patience(lineup.limits)
        self.parts: list[Part] = []
        self.joins: list[Join] = []
        self.exact = True

    def compare(
        self,
        key: str,
        settings: Sequence[tuple[str, Setting]],
        chain: Chain,
        needs: Formula | None,
        read: dict[str, tuple[str, ...]],
    ) -> None:
        plain = needs is None and not self.lineup.contest.results
        held = hands(settings, chain, self._patience) if plain else None
        if held is not None:
            values, states = spread(held[0][0], held[1][0])
            self.exact = False
            return self._join(key, "lined", states, len(settings), rounds=values)
        alike: dict[tuple[Setting, tuple[str, ...]], list[str]] = {}
        for name, setting in settings:
            alike.setdefault((setting, read.get(name, ())), []).append(name)
        laws: list[tuple[int, Survey]] = []
        for (setting, words), sides in alike.items():
            program = setting.built(dice=looks_at_dice(chain), only=compared(chain, needs) | set(words))
            seen = ahead(program, self._patience, False, told=_Scored(setting, program.results, chain, needs, words))
            laws.append((len(sides), seen))
            self.parts.append(Part(_labels(self.lineup, sides), setting.name, planned(program, seen)))
            self.exact &= seen.exact
        if self.lineup.contest.results and key == "compare":
            ways = [round(seen.ends) for _, seen in laws]
            states = prod(n**count for n, (count, _) in zip(ways, laws, strict=True))
            return self._join("results", "multiplied", states, 1)
        scores = {told[0] for _, seen in laws for told in seen.found if told[0] is not None}
        more = max(seen.ends / max(1, len(seen.found)) for _, seen in laws)  # those of a state that was not come to
        return self._join(key, "scored", round(len(scores) * more), 1 << len(settings))

    def again(self, sides: int) -> None:
        """Those who are tied roll again: every set of two sides or more is solved once."""
        sets = (1 << sides) - sides - 1
        if sets:
            self._join("tie", "solved", sets, sides + 1)

    def _join(self, key: str, means: str, states: int, ways: int, rounds: int = 1) -> None:
        self.joins.append(Join(key, _line(self.lineup, key), means, states, ways, states * ways * rounds, rounds))


@dataclass(frozen=True, slots=True)
class _Scored:
    """What is told apart of the endings of a side: its score, and the numbers that results read."""

    setting: Setting
    results: tuple[str, ...]
    chain: Chain
    needs: Formula | None
    read: Iterable[str]

    def __call__(self, ending: Ending | Shown) -> Any:
        told = names(self.setting, ending.outcome, dict(zip(self.results, ending.results, strict=True)))
        return score(self.chain, self.needs, told, ending.dice), tuple([told[name] for name in self.read])


# -- sequences --------------------------------------------------------------------------------------------------------


def sequence_plan(course: Course) -> Whole:
    """What odds do for this sequence."""
    series, tried = course.series, Tried(course)
    key = "times" if series.until is None else "until"
    means = "tried" if course.times is not None else "unending"
    joins, parts = [], []
    for n, (side, rounds) in enumerate(zip(series.sides, tried.sides, strict=True)):
        states, work = round(sum(each.states for each in rounds)), round(sum(each.work for each in rounds))
        ways = max((each.ways for each in rounds), default=0)
        joins.append(Join(key, _place(series, key), means, states, ways, work, len(rounds)))
        plans = [planned(program, seen) for program, seen in tried.checks(n)]
        if plans:
            parts.append(Part(side.label or "Each try", side.check.name, max(plans, key=_work), len(plans)))
    if len(series.sides) > 1:
        joins.append(Join("compare", _place(series, "compare"), "multiplied", tried.joined, 1, tried.joined))
    told = (*(["outcome"] if series.outcomes else []), *series.results)
    return Whole(told, tuple(parts), tuple(joins), tried.exact, course.limits.states)


def _place(series: Series, key: str) -> int:
    return series.places.get(key, series.span).line


def _work(plan: Plan) -> int:
    return plan.work
