"""How far odds would have to go, found without going there.

Level by level the states are followed as odds follow them, but of many only some, each of which stands for others; of
many ways to go on only some, too. As long as nothing was thinned out the numbers are exact. Beyond that they are
estimates: of two states that would meet, one may have been left out. How often those that were followed met says how
many there are to be met (the coverage of a sample, after Good and Turing).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .ask import Again, Carrying, Choose, Cut, Draw, Many, Offer, Pick, Step
from .chain import too_much
from .offer import takings
from .pour import Odds
from .table import glimpse

FEW, WAYS = 48, 192  # so many states of a level are followed, and so many ways on from each
TOLD = 16  # so many of the numbers that dice are judged by are followed
LISTED = 200_000  # ways that are listed for it; beyond that two states of each level have to do
EFFORT = 1_000_000  # ways and dice that are looked at where all that is asked is whether there are far too many
LONG = 20_000  # a handful with more ways is not listed at all, but thrown
TABLE, LOOKS = 10_000, 10_000  # what a table holds where counting stops, and how often that was looked at


@dataclass(slots=True)
class Share:
    """What a state stands for: how many others, how much of the whole mass; and how often it was come to."""

    count: float = 0.0
    mass: float = 0.0
    hits: int = 0

    def met(self, count: float, mass: float) -> None:
        self.count = max(self.count, count)
        self.mass += mass
        self.hits += 1


@dataclass(slots=True)
class Stage:
    """A place where states wait: how many there are, how many ways the widest goes on, and what they ask for.

    `kinds` are `line` (dice one after another), `groups` (value by value), `carried` (the same, each by those before),
    `given` (the same, numbers being known), `counted` (dice added up as they fall), `listed` (handfuls of which some
    dice stay), `offer` (what can be taken of one), `die`, `pick`, `decision`, `loop` (solved, so that each state in it
    is followed once).
    `work` is how many ways all of them go on together, `until` the place where the nearest of them goes on. A loop is
    visited several `times`.
    """

    at: int
    states: float = 0.0
    ways: int = 1
    work: float = 0.0
    kinds: dict[str, None] = field(default_factory=dict)
    until: int | None = None
    times: int = 0


@dataclass(slots=True)
class Survey:
    """All stages in their order, and how many endings there are; `exact` where nothing was thinned out.

    `found` are the endings that were come to, each with its share of the whole mass. Where it `stopped` counting, there
    are more of all of that.
    """

    stages: dict[int, Stage] = field(default_factory=dict)
    ends: float = 0.0
    found: dict[Any, float] = field(default_factory=dict)
    exact: bool = True
    stopped: bool = False

    @property
    def states(self) -> float:
        """How many states are followed in all."""
        return sum(stage.states for stage in self.stages.values())

    @property
    def work(self) -> float:
        """How many ways are gone in all."""
        return sum(max(stage.states, stage.work) for stage in self.stages.values())


def survey(
    step: Step,
    start: Again,
    odds: Odds,
    most: int | None = None,
    told: Callable[[Any], Any] = lambda end: end,
    few: int = FEW,
    stops: bool = False,
) -> Survey:
    """Look ahead from `start`. `odds` gives the laws of handfuls, and how decisions go on: all ways, or one.

    Once so many ways and dice have been looked at as are the `most`, what was found is a lower bound. Endings are one
    where the same is `told` of them. Only so `few` states of a level are followed. With `stops` no dice are put in an
    order, or taken value by value, that go on for long.
    """
    return _Look(step, odds, told, few, stops).over(start, most)


class _Stopped(Exception):  # noqa: N818 - it is no error
    """A table has grown too large to go on counting."""


class _Look:
    def __init__(self, step: Step, odds: Odds, told: Callable[[Any], Any], few: int, stops: bool) -> None:
        self._step, self._odds, self._told, self._most, self._stops = step, odds, told, few, stops
        self._found, self._chance = Survey(), Random(0)
        self._waiting: dict[int, dict[Any, Share]] = {}
        self._ends: dict[Any, Share] = {}
        self._seen: dict[int, dict[int, set[Any]]] = {}  # by the head of a loop and by place
        self._followed: set[int] = set()
        self._listed = self._effort = 0

    def over(self, start: Again, most: int | None) -> Survey:
        self._waiting[start.at] = {self._odds.key(start.state): Share(1.0, 1.0, 1)}
        levels = 0
        while self._waiting and not self._done(most):
            levels += 1
            self._odds.walked(levels)
            self._odds.patience.check()
            at = min(self._waiting)
            level = self._waiting.pop(at)
            head = self._loop(at)
            if head is None and at in self._odds.chains and self._negligible(level):
                continue
            stage = self._found.stages.setdefault(at, Stage(at))
            if head is not None and not (level := self._once(stage, head, level)):
                continue
            stage.times += 1
            there = _number(level.values())
            stage.states += there
            each = there / len(level)
            for (state, share), scale in self._thinned(level.items(), self._few(level)):
                if self._done(most):
                    break
                self._follow(stage, self._step(state), each * scale, share.mass * scale)
        self._found.ends = _number(self._ends.values())
        whole = sum(share.mass for share in self._ends.values()) if self._seen else 1.0
        self._found.found = {end: share.mass / whole for end, share in self._ends.items()}
        return self._found

    def _negligible(self, level: dict[Any, Share]) -> bool:
        return sum(share.mass for share in level.values()) < self._odds.negligible

    def _loop(self, at: int) -> int | None:
        """The head of the outermost loop to which a place belongs, among those that are solved."""
        loops = self._odds.loops.items()
        heads = [head for head, loop in loops if (at == head or at in loop.inside) and head not in self._followed]
        return min(heads, default=None)

    def _once(self, stage: Stage, head: int, level: dict[Any, Share]) -> dict[Any, Share]:
        """Those states of a loop that is solved that have not been come to."""
        loops, stages = self._odds.loops, self._found.stages
        if stage.at in loops:
            level = {loops[stage.at].fresh(state): share for state, share in level.items()}
        seen = self._seen.setdefault(head, {}).setdefault(stage.at, set())
        level = {state: share for state, share in level.items() if state not in seen}
        seen.update(level)
        first = stages[head]
        first.kinds["loop"] = None
        inside = [each for at, each in stages.items() if at == head or at in loops[head].inside]
        states = sum(each.states for each in inside)
        ways = sum(max(each.states, each.work) for each in inside)
        if too_much(first.times, round(states), round(ways)):
            self._followed.add(head)
            first.kinds.pop("loop")
        return level

    def _done(self, most: int | None) -> bool:
        """Whether it was enough."""
        enough = most is not None and self._effort > most
        self._found.exact &= not enough
        return enough

    def _follow(self, stage: Stage, asked: Any, count: float, mass: float) -> None:
        self._effort += WAYS // 4
        stack: list[tuple[Any, float, float]] = [(asked, count, mass)]
        while stack:
            ask, count, mass = stack.pop()
            match ask:
                case Again(following, place):
                    if place > stage.at:
                        stage.until = place if stage.until is None else min(stage.until, place)
                    level = self._waiting.setdefault(place, {})
                    level.setdefault(self._odds.key(following), Share()).met(count, mass)
                case Draw() | Many() | Pick() | Choose():
                    kind, ways, rows = self._rows(ask)
                    self._meets(stage, kind, ways, count, ways)
                    if isinstance(ask, Many) and _foretells(ask, rows):
                        rows = [(row, scale * share) for (row, share), scale in self._thinned(rows, TOLD)]
                    for row, share in rows:
                        then = ask.then(*row) if isinstance(ask, Many) else ask.then(row)
                        stack.append((then, count * ways / len(rows), mass * share))
                case Offer(many):
                    ways, _ = glimpse(many, self._odds.unit, 0, self._chance)
                    found = takings(ask, self._odds.many, self._odds.room) if ways <= LISTED else None
                    if found is None:
                        stack.append((many, count, mass))
                        continue
                    asks = [then for each in found[0] for then in each.asks]
                    self._meets(stage, "offer", len(asks), count, ways)
                    for then, scale in self._thinned(asks, WAYS):
                        stack.append((then, count * scale, mass * scale / len(asks)))
                case Cut(_):
                    pass
                case end:
                    self._ends.setdefault(self._told(end), Share()).met(count, mass)

    def _meets(self, stage: Stage, kind: str, ways: int, count: float, listed: int) -> None:
        """Note that states, so many, go on in so many ways, for which so many had to be listed."""
        self._listed += listed if listed <= LONG else 0
        stage.kinds[kind] = None
        stage.ways = max(stage.ways, ways)
        stage.work += count * max(ways, listed)

    def _few(self, level: Iterable[Any]) -> int:
        """How many of these states are worth following."""
        ways = 1
        match self._step(next(iter(level))):
            case Draw() | Many() | Pick() | Choose() as ask:
                ways = self._rows(ask)[1]
        return self._most if ways > LONG else min(self._most, max(2, (LISTED - self._listed) // max(1, ways)))

    def _rows(self, ask: Draw | Many | Pick | Choose) -> tuple[str, int, list[tuple[Any, float]]]:
        """What is asked for, how many ways there are, and some of them with their share of the mass."""
        odds = self._odds
        match ask:
            case Many(order=None, groups=None):
                ways, thrown = glimpse(ask, odds.unit, WAYS, self._chance)
                self._effort += WAYS * sum(lot.count for lot in ask.bag)
                if ways > LONG:
                    self._found.exact = False
                    return "listed", ways, [(row, 1 / len(thrown)) for row in thrown]
                return self._some("listed" if ways > 1 else "counted", *odds.many(ask))
            case Many():
                kind = "groups" if ask.groups else "carried" if isinstance(ask.order, Carrying) else "line"
                known = kind != "line" and any(judge and judge.given for judge in (ask.groups, ask.order))
                return self._table("given" if known else kind, ask)
            case Draw():
                return self._some("die", *odds.draw(ask))
            case Pick():
                return self._some("pick", *odds.pick(ask))
            case Choose():
                return self._some("decision", *odds.decide(ask))

    def _table(self, kind: str, ask: Many) -> tuple[str, int, list[tuple[Any, float]]]:
        """The same of dice that are judged together; no way where the table is large, but how large it is at least."""
        odds, room, looks, held = self._odds, self._odds.room, 0, 0

        def within(states: int) -> None:
            nonlocal looks, held
            looks, held = looks + 1, max(held, states)
            room(states)
            if self._stops and (states > TABLE or looks > LOOKS):
                raise _Stopped

        odds.room = within
        try:
            return self._some(kind, *odds.many(ask))
        except _Stopped:
            self._found.exact, self._found.stopped = False, True
            return kind, held, []
        finally:
            odds.room = room

    def _some(
        self, kind: str, rows: Iterable[tuple[Any, int]], out_of: int
    ) -> tuple[str, int, list[tuple[Any, float]]]:
        listed = list(rows)
        self._effort += len(listed)
        some = self._thinned(listed, WAYS)
        return kind, len(listed), [(row, scale * (weight / out_of)) for (row, weight), scale in some]

    def _thinned(self, items: Iterable[Any], most: int) -> list[tuple[Any, float]]:
        """Some of the items, and how many each of them stands for."""
        listed = list(items)
        if len(listed) <= most:
            return [(item, 1.0) for item in listed]
        self._found.exact = False
        return [(item, len(listed) / most) for item in self._chance.sample(listed, most)]


def _number(shares: Collection[Share]) -> float:
    """How many states there are where these were come to."""
    most = sum(share.count for share in shares)
    hits = sum(share.hits for share in shares)
    new = sum(share.hits == 1 for share in shares) / hits if hits else 0.0  # the share of what has not been met yet
    return max(1.0, len(shares), min(most, len(shares) / (1 - new))) if new < 1 else most


def _foretells(ask: Many, rows: Sequence[tuple[Any, float]]) -> bool:
    """Whether the same dice are asked for once more, for each row, under a condition."""
    then = ask.then(*rows[0][0]) if rows else None
    return isinstance(then, Many) and any(judge is not None and judge.given for judge in (then.groups, then.order))
