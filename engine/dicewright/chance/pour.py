"""The one driver, and the ways to pour through it.

A step says what it needs next; the driver pours probability through it. One token (`walk.Roll`) or exact
weight (`Odds`): only the pouring differs. Mass is an unreduced pair of whole numbers, which is about twice as fast as
`Fraction`, and is reduced when it is shown. States are poured lowest `at` first, so that equal ones merge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol

from .ask import Again, Choose, Cut, Draw, Living, Many, Offer, Pick, Step
from .life import Known, Life
from .order import ordered
from .patience import Patience, too_long, too_many
from .pick import picked
from .sweep import sweep
from .table import Rows, handful, of_one

Mass = tuple[int, int]
Flow = dict[Any, Mass]

WHOLE: Mass = (1, 1)
LONGEST_LIFE = 1_000  # throws of one die whose law is found throw by throw
FEW = 12  # rows that are not worth the making of a short way
FAR = 20_000  # states after which odds look ahead, how many more there are to come
OVER = 4  # what they find is an estimate: it has to be so many times the limit to be refused
WIDE = 1_000_000  # ways on from states after which they look ahead, too
BLOCK = 4_095  # rows between two looks at the clock
WAYS = 20  # ways on from each of them, on the average, that are still worth following at the limit


class Way(Protocol):
    """How mass divides where a step leaves something open."""

    def draw(self, ask: Draw) -> tuple[Iterable[tuple[int, int]], int]: ...
    def many(self, ask: Many) -> tuple[Collection[tuple[Any, int]], int]: ...
    def pick(self, ask: Pick) -> tuple[Iterable[tuple[tuple[int, ...], int]], int]: ...
    def decide(self, ask: Choose) -> tuple[Iterable[tuple[Any, int]], int]: ...
    def offered(self, ask: Offer) -> tuple[Sequence[tuple[Any, int]], int] | None: ...
    def key(self, state: Any) -> Any: ...
    def follow(self, at: int, level: Flow) -> bool: ...
    def ended(self, done: Flow) -> None: ...


def add(flow: Flow, key: Any, num: int, den: int) -> None:
    have = flow.get(key)
    if have is None:
        flow[key] = num, den
        return
    n, dn = have
    if dn == den:
        flow[key] = n + num, den
    else:
        common = lcm(dn, den)
        flow[key] = n * (common // dn) + num * (common // den), common


def pour(step: Step, start: Again, way: Way) -> tuple[Flow, Mass]:
    """Push the whole mass from `start` through `step`: where it ends, and how much was cut off on the way."""
    done: Flow = {}
    cut: Flow = {}
    waiting: dict[int, Flow] = {start.at: {way.key(start.state): WHOLE}}
    while waiting:
        at = min(waiting)
        level = waiting.pop(at)
        if not way.follow(at, level):
            for mass in level.values():
                add(cut, None, *mass)
            continue
        for state, mass in level.items():
            way.ended(done)
            stack = [(step(state), *mass)]
            while stack:
                ask, num, den = stack.pop()
                match ask:
                    case Again(following, place):
                        add(waiting.setdefault(place, {}), way.key(following), num, den)
                    case Draw(_, then):
                        faces, out_of = way.draw(ask)
                        each = den * out_of
                        stack += [(then(face), num * w, each) for face, w in faces]
                    case Many(_, _, _, then):
                        rows, out_of = way.many(ask)
                        short = ask.short(len(rows) > FEW) if ask.short else None
                        seen, each = 0, den * out_of
                        for n, ((lots, sums), w) in enumerate(rows):
                            seen += w
                            if short and (value := short(lots, sums)) is not None:
                                add(done, value, num * w, each)
                            else:
                                stack.append((then(lots, sums), num * w, each))
                            if n & BLOCK == BLOCK:
                                way.ended(done)
                        if seen < out_of:
                            add(cut, None, num * (out_of - seen), each)
                    case Offer(many):
                        law = way.offered(ask)
                        if law is None:
                            stack.append((many, num, den))
                            continue
                        seen = sum(w for _, w in law[0])
                        each = den * law[1]
                        stack += [(then, num * w, each) for then, w in law[0]]
                        if seen < law[1]:
                            add(cut, None, num * (law[1] - seen), den * law[1])
                    case Pick():
                        takings, out_of = way.pick(ask)
                        each = den * out_of
                        stack += [(ask.then(taken), num * w, each) for taken, w in takings]
                    case Choose(_, _, then, _):
                        answers, out_of = way.decide(ask)
                        each = den * out_of
                        stack += [(then(answer), num * w, each) for answer, w in answers]
                    case Cut(_):
                        add(cut, None, num, den)
                    case value:
                        add(done, value, num, den)
    return done, cut.get(None, (0, 1))


class Odds:
    """Exact: every alternative gets its share.

    `choose` answers decisions; `offered` may know what is taken of a handful without being asked for every handful.
    `chains` are the places where a loop comes round: it is followed until less than `negligible` of it is left.
    `outlook` estimates how many states there are, and how many ways lead on from them. It is asked once, where there
    are many of either: what is far beyond the limit is refused then, and not at the limit.
    """

    outlook: Callable[[], tuple[float, float]] | None = None

    def __init__(
        self,
        key: Callable[[Any], Any] = lambda state: state,
        choose: Callable[[Choose], Any] = lambda ask: ask.preferred,
        steps: int = 100_000,
        negligible: Fraction = Fraction(1, 10**15),
        chains: frozenset[int] = frozenset(),
        patience: Patience | None = None,
    ) -> None:
        self.patience = patience or Patience()
        self.key, self.choose = key, choose
        self.offered: Callable[[Offer], tuple[Sequence[tuple[Any, int]], int] | None] = lambda ask: None
        self.steps, self.negligible, self.chains = steps, negligible, chains
        self.room = self.patience.room
        self._seen = self._walked = self._ways = 0
        self._units: dict[Living, tuple[Rows, int]] = {}
        self._tables: dict[Any, tuple[Rows, int]] = {}

    def draw(self, ask: Draw) -> tuple[Iterable[tuple[int, int]], int]:
        return [(face, w) for face, w in enumerate(ask.die.weights) if w], ask.die.total

    def many(self, ask: Many) -> tuple[Collection[tuple[Any, int]], int]:
        key = (ask.bag, ask.make, ask.lay, ask.groups, ask.order)
        law = self._tables.get(key)
        if law is None:
            find = ordered if ask.order else sweep if ask.groups else handful
            law = self._tables[key] = find(ask, self.unit, self.room)
        self._ways += len(law[0])
        self.patience.check()
        if self._ways > WIDE:
            self._look_ahead()
        return law[0].items(), law[1]

    def pick(self, ask: Pick) -> tuple[Iterable[tuple[tuple[int, ...], int]], int]:
        return picked(ask, self.room)

    def decide(self, ask: Choose) -> tuple[Iterable[tuple[Any, int]], int]:
        return [(self.choose(ask), 1)], 1

    def follow(self, at: int, level: Flow) -> bool:
        self._seen += len(level)
        self._walked += 1
        self.reached(self._seen)
        self.patience.holds(level)
        self.walked(self._walked)
        if at not in self.chains:
            return True
        whole: Flow = {}
        for mass in level.values():
            add(whole, None, *mass)
        num, den = whole[None]
        return num * self.negligible.denominator >= den * self.negligible.numerator

    def ended(self, done: Flow) -> None:
        """Refuse more endings than there is room for."""
        self.patience.check()
        self.patience.holds(done)

    def reached(self, states: int) -> None:
        """The same of states that have been come to; of many, where that leads to."""
        self.room(states)
        if states > FAR:
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Once: refuse what is far beyond the limit."""
        if self.outlook is None:
            return
        outlook, self.outlook = self.outlook, None
        expected, work = map(round, outlook())
        limit = self.patience.states
        if expected > OVER * limit:
            raise too_many(f"the exact odds need about {expected:,} states; the limit is {limit:,}")
        if work > OVER * WAYS * limit:
            ways = f"with about {work:,} ways between them; the limit is {WAYS * limit:,} ways"
            raise too_many(f"the exact odds need about {expected:,} states {ways}")

    def walked(self, steps: int) -> None:
        """Refuse to go on for more steps than the limit."""
        if steps > self.steps:
            raise too_long(self.steps)

    def unit(self, life: Living) -> tuple[Rows, int]:
        """The law of one life: weights, and what they are out of."""
        law = self._units.get(life)
        if law is None:
            law = self._units[life] = self._live(life)
        return law

    def _live(self, life: Living) -> tuple[Rows, int]:
        if isinstance(life, Known):
            return life.law
        if isinstance(life, Life) and (rests := life.rests()) is not None:
            return rests, sum(rests.values())
        if (thrown := self._thrown(life)) is not None:
            return _settled(*thrown)
        chains: frozenset[int] = frozenset({0}) if life.chain else frozenset()
        short = Odds(life.key, self.choose, min(self.steps, LONGEST_LIFE), self.negligible, chains, self.patience)
        done, _ = pour(life.step, life.birth, short)
        out_of = lcm(*(den for _, den in done.values()))
        rows = {left: num * (out_of // den) for left, (num, den) in done.items()}
        return _settled(rows, out_of)

    def _thrown(self, life: Living) -> tuple[Rows, int] | None:
        """The same where a life is over after one throw of one die, without a flow through it; None for any other."""
        ask = life.step(life.birth.state)
        if not isinstance(ask, Many) or ask.groups or ask.order or [lot.count for lot in ask.bag] != [1]:
            return None
        one, out_of = of_one(ask, ask.bag[0], self.unit)
        rows: Rows = {}
        for (stays, sums), weight in one.items():
            left = ask.then(((stays,) if stays else (),), sums)
            left = life.step(left.state) if isinstance(left, Again) else left
            if isinstance(left, Again | Draw | Many | Offer | Pick | Choose | Cut):
                return None
            rows[left] = rows.get(left, 0) + weight
        return rows, out_of


def _settled(rows: Rows, out_of: int) -> tuple[Rows, int]:
    """A law under the condition that it is not None, in the least whole numbers."""
    out_of -= rows.pop(None, 0)
    shared = gcd(out_of, *rows.values())
    return {left: w // shared for left, w in rows.items()}, out_of // shared
