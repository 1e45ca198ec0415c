"""Contests as those who embed dicewright hold them: bound, rolled, and their exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from math import prod
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Protocol

from ..chance.patience import Patience
from ..errors import did_you_mean, fail
from ..model.contest import AGAIN, TIE, Chain, OneRoll, RollOff
from ..model.formula import Formula
from ..model.rules import Rules
from ..ops.state import Limits
from ..version import __version__
from .ahead import Among, Scores, Sides, Wins, among, decided, room, settle
from .bind import Head, Setting
from .bout import ContestOutcome, contend
from .brief import Thrown
from .compare import Score, compared, looks_at_dice, names, score, wanted
from .costs import patience
from .faces import Forced, Shown, agreeing
from .hand import one_by_one
from .law import Law, Row, weighed
from .margin import Law as Numbered
from .margin import Margin, numbered
from .odds import endings, odds
from .often import Bouts, Ends, bout, die_by_die, ended
from .sample import Sample
from .sides import Brought, Lineup, line_up
from .simulate import simulate
from .throw import Random, thrower

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .whole import Whole


class Home(Protocol):
    """A system, as far as a contest needs it."""

    @property
    def rules(self) -> Rules: ...

    @property
    def limits(self) -> Limits: ...


@dataclass(frozen=True)
class Contest:
    """A contest of a system. Call it with its sides to get something that can be rolled."""

    system: Home
    name: str

    def __call__(
        self,
        *,
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
        **sides: Brought,
    ) -> BoundContest:
        """The contest with these sides, each a mapping of its inputs or the word "declines".

        Properties and effects have their side before a dot. Raises DicewrightError with every problem in what is given.
        """
        return self.bind(sides, properties, upgrade, downgrade, effects)

    def bind(
        self,
        sides: Mapping[str, Brought],
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
    ) -> BoundContest:
        """The same, for sides that come as a mapping; inputs may also be given one by one: `attacker.skill`."""
        rules, limits = self.system.rules, self.system.limits
        return BoundContest(line_up(rules, self.name, sides, properties, upgrade, downgrade, effects, limits))


@dataclass(frozen=True)
class BoundContest:
    """A contest with its sides, ready to be rolled any number of times."""

    lineup: Lineup

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; what makes rolls quick is made anew there."""
        return {"lineup": self.lineup}

    @property
    def head(self) -> Head:
        """What the law, the sample and the plan of it begin with."""
        return self.lineup.head

    def roll(self, rng: Random | None = None, faces: Mapping[str, Sequence[Shown]] | None = None) -> ContestOutcome:
        """Roll it, again while it is tied where the file says so.

        With `faces` nothing is left to chance: they come up in order for each side and kind of die, as in
        {"attacker.d6": [3, 5]}. Too few or too many are a DicewrightError.
        """
        rolling = [name for name, _ in self.lineup.rolling]
        if faces is None:
            throw = thrower(rng)
            return contend(self.lineup, dict.fromkeys(rolling, throw), __version__)
        forced = _forced(self.lineup, rolling, faces)
        outcome = contend(self.lineup, {name: forced[name].throw for name in rolling}, __version__)
        for each in forced.values():
            each.finish()
        return outcome

    def throw(self, rng: Random | None = None) -> Thrown:
        """Roll it and tell nothing but how it ends; from the same source of chance `roll` ends the same."""
        return ended(self._ends(SystemRandom() if rng is None else rng)(), self.lineup.results)

    @cached_property
    def _ends(self) -> Ends:
        return bout(self.lineup, die_by_die)

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
        return simulate(partial(Bouts, self.lineup, each_die), runs, rng, executor, progress, self.lineup.limits.runs)

    def odds(self) -> Law:
        """The exact law of who wins. Ties that are rolled again are solved, not followed."""
        return contest_odds(self.lineup)

    def plan(self) -> Whole:
        """What `odds` would do: how the law of each check is found, how they are compared, and how many states
        that takes.

        Found by following some of them, so it is quick also where the odds are beyond reach.
        """
        from .whole import contest_plan

        return contest_plan(self.lineup)

    def replay(self, log: Mapping[str, Any]) -> ContestOutcome:
        """Roll again just what a log tells. Raises DicewrightError when it comes from another system or contest."""
        held = self.lineup
        mine = {
            "sha256": ("system", held.sha256),
            "check": ("contest", held.name),
            "inputs": ("set of inputs", held.shown_inputs()),
            "properties": ("set of properties", list(held.shown_properties())),
            "effects": ("set of effects", list(held.shown_effects())),
        }
        return self.roll(faces=agreeing(log, mine))


def _forced(lineup: Lineup, rolling: Sequence[str], faces: Mapping[str, Sequence[Shown]]) -> dict[str, Forced]:
    said: dict[str, dict[str, Sequence[Shown]]] = {name: {} for name in rolling}
    for key, listed in faces.items():
        name, dot, kind = str(key).partition(".")
        if not dot or name not in said:
            near = did_you_mean(name, said)
            example = f"{rolling[0]}.{next(iter(lineup.rules.kinds))}"
            raise fail("unknown-side", f"`{key}` names no die of a side that rolls{near}", None, f"as in: {example}")
        said[name][kind] = listed
    return {name: Forced(lineup.rules, each, name) for name, each in said.items()}


def contest_odds(lineup: Lineup) -> Law:
    """The joint law of the winner and of the results: those of the contest, or of the one roll."""
    contest, held = lineup.contest, patience(lineup.limits)
    verdicts = lineup.verdicts()
    if contest.roll is not None:
        law = odds(lineup.rolling[0][1], held=held)
        return _law(lineup, verdicts, law.names, _renamed(contest.roll, law), law.unresolved)
    if contest.results:
        rows = _margin(lineup, held).rows()
    else:
        wins = _winning(lineup, _among(lineup.rolling, contest.compare, contest.needs, held), held)
        rows = {(name or TIE, ()): p for name, p in wins.items() if p}
    return _law(lineup, verdicts, tuple(contest.results), rows, 1 - sum(rows.values(), Fraction()))


def _law(
    lineup: Lineup,
    verdicts: Sequence[tuple[str, str]],
    results: tuple[str, ...],
    rows: Mapping[Row, Fraction],
    unresolved: Fraction,
) -> Law:
    return Law(
        *lineup.head,
        tuple(verdicts),
        results,
        *weighed(rows),
        unresolved,
    )


def _renamed(roll: OneRoll, law: Law) -> dict[Row, Fraction]:
    rows: dict[Row, Fraction] = {}
    for (outcome, results), p in law.rows.items():
        key = (roll.winner.get(outcome or "", TIE), results)
        rows[key] = rows.get(key, Fraction()) + p
    return rows


def _scored(
    settings: Sequence[tuple[str, Setting]], chain: Chain, needs: Formula | None, held: Patience
) -> dict[str, Mapping[Score | None, Fraction]]:
    """The law of each side's score, worked out once for sides that are alike."""
    known: dict[Setting, Scores] = {}
    found: dict[str, Scores] = {}
    for name, setting in settings:
        if setting not in known:
            law: dict[Score | None, Fraction] = {}
            program = setting.built(dice=looks_at_dice(chain), only=compared(chain, needs))
            done, _ = endings(setting, program, held=held)
            for ending, p in done.items():
                results = dict(zip(program.results, ending.results, strict=True))
                told = names(setting, ending.outcome, results)
                key = score(chain, needs, told, ending.dice)
                law[key] = law.get(key, Fraction()) + p
            known[setting] = law
            room(len(law) - (None in law) << len(settings), held)
        found[name] = known[setting]
    return found


def _among(settings: Sequence[tuple[str, Setting]], chain: Chain, needs: Formula | None, held: Patience) -> Among:
    """Which of these sides share the first place, for all of them and for any that are left."""
    whole = frozenset(name for name, _ in settings)
    hands = one_by_one(settings, chain, held) if needs is None else None
    if hands is not None:
        return lambda sides: hands if sides == whole else {sides: Fraction(1)}
    return among(_scored(settings, chain, needs, held), held)


def _winning(lineup: Lineup, ahead: Among, held: Patience) -> Wins:
    """The chances of all sides; the empty name is nobody."""
    rolling = frozenset(name for name, _ in lineup.rolling)
    if lineup.contest.tie == AGAIN:
        return decided(ahead)(rolling)
    return settle(ahead(rolling), _ties(lineup, held))


def _ties(lineup: Lineup, held: Patience) -> Callable[[Sides], Wins]:
    """Who wins a tie that is not rolled again; a roll-off is looked into once there is a tie."""
    contest = lineup.contest
    off = contest.tie

    @cache
    def ties(sides: Sides) -> Wins:
        if isinstance(off, RollOff):
            return rolled_off()(sides)
        return {contest.settled(sides): Fraction(1)}

    @cache
    def rolled_off() -> Callable[[Sides], Wins]:
        assert isinstance(off, RollOff)
        return decided(_among(lineup.offs, off.compare, None, held))

    return ties


def _margin(lineup: Lineup, held: Patience) -> Margin:
    contest, laws = lineup.contest, dict[tuple[Setting, tuple[str, ...]], Numbered]()
    read = wanted(contest, lineup.rules.checks)
    found: dict[str, Numbered] = {}
    for name, setting in lineup.rolling:
        key = setting, read.get(name, ())
        if key not in laws:
            laws[key] = numbered(setting, contest.compare, contest.needs, key[1], held)
        found[name] = laws[key]
        room(prod(map(len, found.values())), held)
    return Margin(contest, found, read, _ties(lineup, held), held)
