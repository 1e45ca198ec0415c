"""The one driver, and the ways to pour through it.

A step says what it needs next; the driver pours probability through it. One token (`walk.Roll`) or exact
weight (`Odds`): only the pouring differs. Mass is an unreduced pair of whole numbers, which is about twice as fast as
`Fraction`, and is reduced when it is shown. States are poured lowest `at` first, so that equal ones merge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any, Protocol

from .ask import Again, Choose, Cut, Draw, Living, Many, Offer, Pick, Step
from .chain import MOST, Counted, Leads, Loop, Shares, begun, belongs, repeated, solved
from .life import Brood, Known, Life
from .order import ordered
from .patience import Patience, too_long, too_many
from .pick import picked
from .rows import BLOCK, Ends, Row, blocks, laid, weight_of
from .sweep import sweep
from .table import Rows, handful

Mass = tuple[int, int]
Flow = dict[Any, Mass]

WHOLE: Mass = (1, 1)
LONGEST_LIFE = 1_000  # throws of one die whose law is found throw by throw
SHORT = 200  # rows of all throws of a short life
FAR = 20_000  # states after which odds look ahead, how many more there are to come
OVER = 4  # what they find is an estimate: it has to be so many times the limit to be refused
WIDE = 200_000  # ways on from states after which they look ahead, too
AGAIN = 3  # rounds of a loop for which it is worth to keep where its states lead
WAYS = 20  # ways on from each of them, on the average, that are still worth following at the limit


class Way(Protocol):
    """How mass divides where a step leaves something open."""

    def draw(self, ask: Draw) -> tuple[Iterable[tuple[int, int]], int]: ...
    def many(self, ask: Many) -> tuple[Collection[Row], int]: ...
    def pick(self, ask: Pick) -> tuple[Iterable[tuple[tuple[int, ...], int]], int]: ...
    def decide(self, ask: Choose) -> tuple[Iterable[tuple[Any, int]], int]: ...
    def offered(self, ask: Offer) -> tuple[Sequence[tuple[Any, int]], int] | None: ...
    def key(self, state: Any) -> Any: ...
    def follow(self, at: int, level: Flow) -> bool: ...
    def ended(self, done: Ends) -> None: ...
    def looped(self, step: Step, at: int, level: Flow) -> tuple[Flow, Mass] | None: ...


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


def pour(step: Step, start: Again, way: Way, inside: range | None = None) -> tuple[dict[Any, int], int, Mass]:
    """Push the whole mass from `start` through `step`: where it ends, in whole numbers, and what these are out of; and
    how much was cut off on the way.

    Where only the places `inside` are followed, what goes on outside of them ends as it is there.
    """
    done = Ends()
    cut: Flow = {}
    waiting: dict[int, Flow] = {start.at: {way.key(start.state): WHOLE}}
    while waiting:
        at = min(waiting)
        level = waiting.pop(at)
        if (inside is None or at in inside) and (left := way.looped(step, at, level)) is not None:
            for end, mass in left[0].items():
                if isinstance(end, Again) and (inside is None or end.at in inside):
                    add(waiting.setdefault(end.at, {}), end.state, *mass)
                else:
                    done.add(end, *mass)
            if left[1][0]:
                add(cut, None, *left[1])
            continue
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
                        if inside is None or place in inside:
                            add(waiting.setdefault(place, {}), way.key(following), num, den)
                        else:
                            done.add(Again(way.key(following), place), num, den)
                    case Draw(_, then):
                        faces, out_of = way.draw(ask)
                        each = den * out_of
                        stack += [(then(face), num * w, each) for face, w in faces]
                    case Many(_, _, _, then):
                        rows, out_of = way.many(ask)
                        each = den * out_of
                        if (seen := weight_of(rows)) < out_of:
                            add(cut, None, num * (out_of - seen), each)
                        if ask.short and (finish := ask.short(ask, rows)):
                            gone, rows = laid(rows)
                            nothing = ((),) * len(ask.bag)
                            for block in blocks(gone):
                                way.ended(done)
                                for sums, w in finish(block, num, done.out_of(each)):
                                    stack.append((then(nothing, sums), num * w, each))
                        for n, ((lots, sums), w) in enumerate(rows, 1):
                            if n % BLOCK == 0:
                                way.ended(done)
                            following = then(lots, sums)
                            if isinstance(following, Many) and ask.short and not following.short:
                                following = replace(following, short=ask.short)
                            stack.append((following, num * w, each))
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
                        done.add(value, num, den)
    return *done.together(), cut.get(None, (0, 1))


class Odds:
    """Exact: every alternative gets its share.

    `choose` answers decisions; `offered` may know what is taken of a handful without being asked for every handful.
    `chains` are the places where a loop comes round: it is followed until less than `negligible` of it is left, but for
    `loops` whose states come again; of those that are `counted` states that come again are followed once.
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
        self.loops: Mapping[int, Loop] = {}
        self.counted: Mapping[int, Counted] = {}
        self._followed: set[int] = set()
        self._heads: dict[int, set[Again]] = {}
        self._rows: dict[tuple[int, Again], Leads] = {}
        self._seen = self._walked = self._ways = 0
        self._units: dict[Living, tuple[Rows, int]] = {}
        self._tables: dict[Any, tuple[Collection[Row], int]] = {}

    @property
    def states(self) -> int:
        """How many have been followed."""
        return self._seen

    def draw(self, ask: Draw) -> tuple[Iterable[tuple[int, int]], int]:
        return [(face, w) for face, w in enumerate(ask.die.weights) if w], ask.die.total

    def many(self, ask: Many) -> tuple[Collection[Row], int]:
        key = (ask.bag, ask.make, ask.lay, ask.groups, ask.order)
        law = self._tables.get(key)
        if law is None:
            if ask.order or ask.groups:
                law = (ordered if ask.order else sweep)(ask, self.unit, self.room)
            else:
                law = handful(ask, self.unit, self.room, self._listing)
            self._tables[key] = law
        self._ways += len(law[0])
        self.patience.check()
        if self._ways > WIDE:
            self._look_ahead()
        return law

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

    def looped(self, step: Step, at: int, level: Flow) -> tuple[Flow, Mass] | None:
        """What leaves a loop, and what stays in it for ever; None where it has to be followed."""
        if at in self.counted:
            return self._counted(step, at, self.counted[at], level)
        loop = self.loops.get(at)
        if loop is None or at in self._followed:
            return None
        begin = begun(at, loop.fresh, level)
        had = self._room_for_rows()
        most = min(MOST, self.patience.states - self._seen)
        row, inside = partial(self._row, step, at), partial(belongs, at, loop.inside)
        left = solved(begin, row, inside, most, self.patience.check)
        if left is None:
            self._followed.add(at)
            self._rows.clear()
            return None
        self.reached(self._seen + len(self._rows) - had)
        return _flow(left), (sum(begin.values()) - sum(left.values())).as_integer_ratio()

    def _counted(self, step: Step, at: int, loop: Counted, level: Flow) -> tuple[Flow, Mass] | None:
        """The same of a loop whose rounds are counted, once most states at its head have been there before."""
        done, *more = {loop.done(state) for state in level}
        if more or not AGAIN <= loop.times - done <= self.steps:
            return None
        begin = begun(at, lambda state: loop.again(state, 0), level)
        seen = self._heads.setdefault(at, set())
        new = begin.keys() - seen
        seen |= new
        if 2 * len(new) > len(begin):
            return None
        had = self._room_for_rows()
        row, inside = partial(self._row, step, at), partial(belongs, at, loop.inside)
        heads, left = repeated(begin, loop.times - done, row, inside, self.patience.check)
        self.reached(self._seen + len(self._rows) - had)
        stays = sum(begin.values()) - sum(heads.values()) - sum(left.values())
        last = {Again(loop.again(head.state, loop.times), at): share for head, share in heads.items()}
        return _flow(left | last), stays.as_integer_ratio()

    def _room_for_rows(self) -> int:
        """Forget where states lead once that is much; how many are left."""
        if len(self._rows) > MOST:
            self._rows.clear()
        return len(self._rows)

    def _row(self, step: Step, loop: int, state: Again) -> Leads:
        """Where a state of a loop leads."""
        row = self._rows.get((loop, state))
        if row is None:
            so_far = self._seen, self._walked
            done, out_of, _ = pour(step, state, self, range(0))
            self._seen, self._walked = so_far
            ways: dict[Any, int] = {}
            for end, weight in done.items():
                way = self._way(loop, end)
                ways[way] = ways.get(way, 0) + weight
            row = self._rows[loop, state] = Leads(ways, out_of)
        return row

    def _way(self, loop: int, end: Any) -> Any:
        """What a state of a loop leads to: at its head, and at those of loops within it, as if it came there first."""
        if loop in self.counted:
            comes_round = isinstance(end, Again) and end.at == loop
            return Again(self.counted[loop].again(end.state, 0), loop) if comes_round else end
        if isinstance(end, Again) and end.at in self.loops and belongs(loop, self.loops[loop].inside, end):
            return Again(self.loops[end.at].fresh(end.state), end.at)
        return end

    def ended(self, done: Ends) -> None:
        """Refuse more endings than there is room for."""
        self.patience.check()
        self.patience.holds(done)

    def _listing(self, rows: int) -> None:
        """The same of the rows of one handful; what is beyond a long list is looked at before it is written."""
        self.room(rows)
        if self._ways + rows > WIDE:
            self._look_ahead()

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
            return _settled(*thrown.together())
        done, out_of, _ = pour(life.step, life.birth, self._within(life))
        return _settled(done, out_of)

    def _within(self, life: Living) -> Odds:
        """The same for what a life asks for: laws that are found there are found for good."""
        chains: frozenset[int] = frozenset({0}) if life.chain else frozenset()
        steps = min(self.steps, LONGEST_LIFE)
        odds = Odds(life.key, self.choose, steps, self.negligible, chains, self.patience)
        odds._units, odds._tables = self._units, self._tables
        if isinstance(life, Brood) and life.finite:
            odds.loops = {0: Loop(range(0), _as_it_is)}
        return odds

    def _thrown(self, life: Living) -> Ends | None:
        """Where a life ends, if it is over after a few throws, without a flow through it; None for any other."""
        ask = life.step(life.birth.state)
        if not isinstance(ask, Many) or ask.groups or ask.order or [lot.count for lot in ask.bag] != [1]:
            return None
        done = Ends()
        stack: list[tuple[Any, int, int]] = [(ask, 1, 1)]
        left = SHORT
        while stack:
            ask, num, den = stack.pop()
            if isinstance(ask, Again):
                ask = life.step(ask.state)
            if isinstance(ask, Many):
                rows, out_of = self.many(ask)
                left -= len(rows)
                if left < 0:
                    return None
                stack += [(ask.then(lots, sums), num * w, den * out_of) for (lots, sums), w in rows]
            elif isinstance(ask, Again | Draw | Offer | Pick | Choose | Cut):
                return None
            else:
                done.add(ask, num, den)
        return done


def _flow(shares: Shares) -> Flow:
    return {end: share.as_integer_ratio() for end, share in shares.items()}


def _as_it_is(state: Any) -> Any:
    return state


def _settled(rows: Rows, out_of: int) -> tuple[Rows, int]:
    """The law of what is left under the condition that it is not None, in the least whole numbers."""
    out_of -= rows.pop(None, 0)
    shared = gcd(out_of, *rows.values())
    return {left: w // shared for left, w in rows.items()}, out_of // shared
