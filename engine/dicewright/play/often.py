"""Contests and sequences as they are rolled many times: how each ends, and nothing of how it came to that.

They are made of rolls of checks. Those are thrown die by die, or they come from the exact tables of handfuls: many at
once, that are then handed out one by one in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..build.program import Program
from ..build.single import Single
from ..build.tail import Ending
from ..chance.ask import Cut
from ..chance.scatter import scatter
from ..errors import fail
from ..model.contest import AGAIN, TIE, Chain, Contest, RollOff
from ..model.formula import Formula
from .bind import Setting
from .brief import NO_END, Brief, Thrown
from .compare import Score, compared, concluded, looks_at_dice, names, score, wanted
from .course import Course
from .law import Row
from .policy import FILE, weighing
from .sample import Sample
from .sides import Lineup
from .simulate import Counts, chance, way_of
from .throw import Random, thrower

AT_ONCE = 1_024

# Each gets a source of chance, and gives what rolls once more by it; that gives None where a chain was given up.
Rolls = Callable[[Random], Callable[[], Ending | None]]
Ends = Callable[[Random], Callable[[], Row | None]]
Make = Callable[[Setting, Program], Rolls]
Got = tuple[Score | None, Mapping[str, int]]
Takes = Callable[[Random], Callable[[], Got | None]]


def die_by_die(setting: Setting, program: Program) -> Rolls:
    """A check, every die of which is thrown."""
    single = Single(program)

    def begun(source: Random) -> Callable[[], Ending | None]:
        brief, throw = Brief(setting, single), thrower(source)

        def roll() -> Ending | None:
            end = brief.ending(throw)
            return None if isinstance(end, Cut) else end

        return roll

    return begun


def from_tables(setting: Setting, program: Program) -> Rolls:
    """A check by the laws of its handfuls."""
    way = weighing(setting, program, FILE)
    step = program.within(way.patience)

    def begun(source: Random) -> Callable[[], Ending | None]:
        left: list[Ending | None] = []

        def roll() -> Ending | None:
            if not left:
                left.extend(scatter(step, program.start, AT_ONCE, way, source.random).elements())
            at = int(source.random() * len(left))
            left[at], left[-1] = left[-1], left[at]
            return left.pop()

        return roll

    return begun


# -- contests ---------------------------------------------------------------------------------------------------------


def bout(lineup: Lineup, make: Make) -> Ends:
    """A contest: who wins, and its results."""
    contest = lineup.contest
    if contest.roll is not None:
        return _alone(contest, make(lineup.rolling[0][1], lineup.rolling[0][1].program))
    read = wanted(contest, lineup.rules.checks) if contest.results else {}
    off = contest.tie if isinstance(contest.tie, RollOff) else None
    sides = {n: _side(s, contest.compare, contest.needs, read.get(n, ()), make) for n, s in lineup.rolling}
    offs = {n: _side(s, off.compare, None, (), make) for n, s in lineup.offs} if off else {}

    def begun(source: Random) -> Callable[[], Row | None]:
        rolls = {name: side(source) for name, side in sides.items()}
        more = {name: side(source) for name, side in offs.items()} if off else rolls
        return lambda: _fought(contest, rolls, more, lineup.limits.rounds)

    return begun


def _alone(contest: Contest, rolls: Rolls) -> Ends:
    """A contest of a single roll, whose outcome says who wins."""
    assert contest.roll is not None
    winner = contest.roll.winner

    def begun(source: Random) -> Callable[[], Row | None]:
        roll = rolls(source)

        def once() -> Row | None:
            end = roll()
            return None if end is None else (winner.get(end.outcome or "", TIE), end.results)

        return once

    return begun


def _side(setting: Setting, chain: Chain, needs: Formula | None, read: Iterable[str], make: Make) -> Takes:
    """A side of a contest: what each roll gets it, and the numbers that are read of it in the end."""
    program = setting.built(dice=looks_at_dice(chain), only=compared(chain, needs) | set(read))
    rolls, known = make(setting, program), dict[Ending, Got]()

    def begun(source: Random) -> Callable[[], Got | None]:
        roll = rolls(source)

        def take() -> Got | None:
            end = roll()
            if end is not None and end not in known:
                told = names(setting, end.outcome, dict(zip(program.results, end.results, strict=True)))
                known[end] = score(chain, needs, told, end.dice), told
            return None if end is None else known[end]

        return take

    return begun


def _fought(
    contest: Contest,
    rolls: Mapping[str, Callable[[], Got | None]],
    more: Mapping[str, Callable[[], Got | None]],
    limit: int,
) -> Row | None:
    """One contest; those who are tied roll `more` where the file says so."""
    told: dict[str, Mapping[str, int]] = {}
    now, tied = rolls, list(rolls)
    for _ in range(limit + 1):
        scores: dict[str, Score] = {}
        for name in tied:
            got = now[name]()
            if got is None:
                return None
            if got[0] is not None:
                scores[name] = got[0]
            if now is rolls:
                told[name] = got[1]
        best = max(scores.values(), default=())
        tied = [name for name, points in scores.items() if points == best]
        if len(tied) < 2 or not (contest.tie == AGAIN or isinstance(contest.tie, RollOff)):
            winner = tied[0] if len(tied) == 1 else contest.settled(tied)
            return winner or TIE, tuple(concluded(contest, winner, told).values())
        now = more
    return None


# -- sequences --------------------------------------------------------------------------------------------------------


def tried(course: Course, make: Make) -> Ends:
    """A sequence: its outcome and its results."""
    known: dict[Setting, tuple[Rolls, tuple[str, ...]]] = {}

    def begun(source: Random) -> Callable[[], Row | None]:
        rolling: dict[Setting, Callable[[], Ending | None]] = {}

        def roll(setting: Setting) -> tuple[Ending | None, tuple[str, ...]]:
            if setting not in known:
                program = setting.built(only=course.read)
                known[setting] = make(setting, program), program.results
            rolls, results = known[setting]
            if setting not in rolling:
                rolling[setting] = rolls(source)
            return rolling[setting](), results

        return lambda: _gone_through(course, roll)

    return begun


def _gone_through(course: Course, roll: Callable[[Setting], tuple[Ending | None, tuple[str, ...]]]) -> Row | None:
    sides = range(len(course.series.sides))
    totals = [course.start for _ in sides]
    number, done = 0, False
    while not done and (course.times is None or number < course.times):
        number += 1
        if number > course.limits.rounds:
            return None
        for side in sides:
            end, results = roll(course.setting(side, number, totals[side]))
            if end is None:
                return None
            seen = {each.name: int(each.name == end.outcome) for each in course.series.sides[side].check.outcomes}
            seen.update(zip(results, end.results, strict=True))
            totals[side], met = course.after(side, number, totals[side], seen)
            done = done or met
    return course.verdict(number, [course.stopped(side, number, done, totals[side]) for side in sides])


# -- one of them, and many ---------------------------------------------------------------------------------------------


def ended(row: Row | None, names: Sequence[str]) -> Thrown:
    """How one of them ended, for those who read results by their names."""
    if row is None:
        raise fail("limit", NO_END)
    return Thrown(row[0], dict(zip(names, row[1], strict=True)))


@dataclass(frozen=True)
class Bouts:
    """How a contest is rolled many times. It can be sent to another process."""

    lineup: Lineup
    each_die: bool
    seed: int

    def portions(self) -> Callable[[int, int], Counts]:
        return _portions(bout(self.lineup, _make(self.each_die)), self.seed)

    def sample(self, rows: Mapping[Row, int], unresolved: int) -> Sample:
        lineup = self.lineup
        return Sample(
            *lineup.head,
            tuple(lineup.verdicts()),
            lineup.results,
            rows,
            unresolved,
            way_of(self.each_die),
            self.seed,
        )


@dataclass(frozen=True)
class Courses:
    """How a sequence is rolled many times. It can be sent to another process."""

    course: Course
    each_die: bool
    seed: int

    def portions(self) -> Callable[[int, int], Counts]:
        return _portions(tried(self.course, _make(self.each_die)), self.seed)

    def sample(self, rows: Mapping[Row, int], unresolved: int) -> Sample:
        course, series = self.course, self.course.series
        return Sample(
            *course.head,
            tuple((o.name, o.label) for o in series.outcomes),
            series.results,
            rows,
            unresolved,
            way_of(self.each_die),
            self.seed,
        )


def _make(each_die: bool) -> Make:
    return die_by_die if each_die else from_tables


def _portions(ends: Ends, seed: int) -> Callable[[int, int], Counts]:
    def roll(portion: int, runs: int) -> Counts:
        once = ends(chance(seed, portion))
        return Counter([once() for _ in range(runs)])

    return roll
