"""Systems, checks and bound checks as those who embed dicewright hold them.

What a plain roll does not need is loaded by what needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from ..chance.ask import Choose
from ..errors import NotThereError, Problem, did_you_mean, fail
from ..model.rules import Rules
from ..ops.state import Limits
from .bind import Given, Setting, bind
from .brief import Brief, Thrown
from .faces import Forced, Shown, agreeing
from .outcome import Outcome
from .roll import roll
from .throw import Random, thrower

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .best import Best
    from .contest import Contest
    from .decision import Suspended
    from .law import Law
    from .plan import Plan
    from .sample import Sample
    from .sequence import Repeated
    from .sweep import Sweep


REMEMBERED = 64  # settings of which a system keeps what makes rolls and odds quick


@dataclass(frozen=True)
class System(Mapping[str, Any]):
    """A loaded system: a mapping from the names of its checks, contests and sequences to them.

    Systems with equal files are equal. `checks`, `contests` and `sequences` give one kind alone, typed.
    """

    rules: Rules = field(compare=False, repr=False)
    limits: Limits = Limits()
    id: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", self.rules.id)
        object.__setattr__(self, "sha256", self.rules.sha256)

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def checks(self) -> Mapping[str, Check]:
        """The checks, by name."""
        return {name: Check(self, name) for name in self.rules.checks}

    @property
    def contests(self) -> Mapping[str, Contest]:
        """The contests, by name."""
        from .contest import Contest

        return {name: Contest(self, name) for name in self.rules.contests}

    @property
    def sequences(self) -> Mapping[str, Repeated]:
        """The sequences, by name."""
        from .sequence import Repeated

        return {name: Repeated(self.rules, self.limits, self.sha256, name) for name in self.rules.sequences}

    def __getitem__(self, name: str) -> Any:
        if name in self.rules.contests:
            return self.contests[name]
        if name in self.rules.sequences:
            return self.sequences[name]
        if name not in self.rules.checks:
            near = did_you_mean(name, tuple(self))
            notes = (f"checks: {', '.join(self)}",)
            raise NotThereError([Problem("unknown-check", f"{self.id} has no check `{name}`{near}", None, notes)])
        return Check(self, name)

    def resume(self, data: Mapping[str, Any]) -> Suspended:
        """A suspended check from its data. Raises DicewrightError when the data is of another or a changed system."""
        from .decision import resumed

        try:
            check, inputs, listed = data["check"], dict(data["inputs"]), (data["properties"], data.get("effects", []))
            if type(data["suspended"]) is not int or data["suspended"] != 1 or not _lists(*listed):
                raise ValueError
            if not all(isinstance(text, str) for text in (check, *inputs, *listed[0], *listed[1])):
                raise ValueError
        except (AttributeError, KeyError, TypeError, ValueError):
            raise fail("not-suspended", "this is not the data of a suspended check") from None
        if data.get("sha256") != self.sha256:
            raise fail(
                "system-changed",
                f"{self.id} is not what it was when this check was suspended, so it cannot go on",
                None,
                "go on with the file as it was then, or begin the check anew",
            )
        if data.get("system") != self.id or check not in self.rules.checks:
            raise fail("not-suspended", f"this is not the data of a suspended check of {self.id}")
        return resumed(Check(self, check).bind(inputs, listed[0], effects=listed[1]).setting, data)

    def sweep(
        self,
        name: str,
        over: Mapping[str, Iterable[Given]],
        inputs: Mapping[str, Given] | None = None,
        *,
        probability: Iterable[str] = (),
        mean: Iterable[str] = (),
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
        play: str | None = None,
        goals: str | Iterable[str] = (),
        executor: Executor | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Sweep:
        """The exact odds of a check, contest or sequence for every combination of the inputs that it runs `over`.

        Each row tells the `probability` of conditions and the `mean` of expressions; without either those of the
        outcomes. The other `inputs` stay as they are. An `executor` (of concurrent.futures or like it) shares the rows
        out; `progress` is told how many rows are done, of how many.
        """
        from .sweep import Column, Played, sweep, told

        item, extra = self[name], [list(each) for each in (properties, upgrade, downgrade, effects)]
        wanted = (goals,) if isinstance(goals, str) else tuple(goals)
        columns = [Column("probability", text) for text in probability] + [Column("mean", text) for text in mean]
        columns = columns or told(self.rules, name)
        only = tuple(column.text for column in columns)

        def bind(given: Mapping[str, Any]) -> Any:
            bound = item.bind({**(inputs or {}), **given}, *extra)
            if isinstance(bound, BoundCheck):
                return Played(bound, play, wanted, only)
            if play or wanted:
                raise fail("usage", f"`{name}` decides as its file says; play and goals are for a check")
            return bound

        axes = {axis: list(values) for axis, values in over.items()}
        return sweep((self.id, name), axes, columns, bind, executor, progress)

    def __contains__(self, name: object) -> bool:
        return any(name in each for each in (self.rules.checks, self.rules.contests, self.rules.sequences))

    def __iter__(self) -> Iterator[str]:
        return iter((*self.rules.checks, *self.rules.contests, *self.rules.sequences))

    def __len__(self) -> int:
        return len(self.rules.checks) + len(self.rules.contests) + len(self.rules.sequences)

    def __hash__(self) -> int:
        return hash((self.id, self.sha256, self.limits))

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs."""
        return {each.name: self.__dict__[each.name] for each in fields(self)}

    @cached_property
    def _remembered(self) -> Callable[[Setting], Setting]:
        """Of equal settings the first one, as long as not too many others have been asked for since."""
        return lru_cache(REMEMBERED)(_itself)


def _itself(setting: Setting) -> Setting:
    return setting


def _lists(*given: object) -> bool:
    return all(isinstance(each, list | tuple) for each in given)


@dataclass(frozen=True)
class Check:
    """A check of a system. Call it with its inputs to get something that can be rolled."""

    system: System
    name: str

    def __call__(
        self,
        *,
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
        **inputs: Given,
    ) -> BoundCheck:
        """The check with these inputs. Raises DicewrightError with every problem in them.

        `properties` are names, each as often as the roll has it; `upgrade` and `downgrade` name instances to move
        along their ladder, all upgrades first. `effects` are what players bring to this roll: names of the file's
        effects, or steps written out, as {"owner": "gm", "at": "reroll", "do": "reroll", ...}.
        """
        return self.bind(inputs, properties, upgrade, downgrade, effects)

    def bind(
        self,
        inputs: Mapping[str, Given],
        properties: Iterable[str] = (),
        upgrade: Iterable[str] = (),
        downgrade: Iterable[str] = (),
        effects: Iterable[str | Mapping[str, Any]] = (),
    ) -> BoundCheck:
        """The same, for inputs that come as a mapping."""
        system = self.system
        bound = bind(system.rules, self.name, inputs, properties, upgrade, downgrade, effects, system.limits)
        return BoundCheck(system._remembered(bound))


@dataclass(frozen=True)
class BoundCheck:
    """A check with its inputs, ready to be rolled any number of times."""

    setting: Setting

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; what makes rolls quick is made anew there."""
        return {"setting": self.setting}

    def roll(
        self,
        rng: Random | None = None,
        faces: Mapping[str, Sequence[Shown]] | None = None,
        play: str | None = None,
        goals: str | Iterable[str] = (),
    ) -> Outcome:
        """Roll it. `rng` is the source of chance (the system's own by default); only its `random()` is used.

        With `faces` no throw is left to chance: they come up in order for each kind of die, as numbers, "blank",
        symbols or lists of symbols. Too few or too many are a DicewrightError. `play` and `goals` say how a player
        decides (see `odds`).
        """
        choose = self._choosing(play, goals, rng)
        if faces is not None:
            forced = Forced(self.setting.rules, faces)
            outcome = roll(self.setting, forced.throw, choose)
            forced.finish()
            return outcome
        return roll(self.setting, thrower(rng), choose)

    def _choosing(
        self, play: str | None, goals: str | Iterable[str], rng: Random | None
    ) -> Callable[[Choose], Any] | None:
        """Who decides, if it is not the file."""
        if play is None and not goals:
            return None
        from .policy import FILE, choosing, policy

        wanted = policy(self.setting, play, goals)
        return None if wanted == FILE else choosing(self.setting, wanted, rng=rng)

    def throw(self, rng: Random | None = None) -> Thrown:
        """Roll it and keep no story: the outcome and the results alone, a little sooner than `roll`.

        From the same source of chance `roll` throws the same faces and ends the same.
        """
        return self._brief.thrown(thrower(rng))

    @cached_property
    def _brief(self) -> Brief:
        return Brief(self.setting)

    def play(self, rng: Random | None = None) -> Suspended | Outcome:
        """Roll it, and stop wherever a player has to decide: a Suspended check takes the answer and goes on."""
        from .decision import advance

        return advance(self.setting, (), (), thrower(rng))

    def odds(
        self, play: str | None = None, goals: str | Iterable[str] = (), only: str | Iterable[str] | None = None
    ) -> Law:
        """The exact joint law of its outcome and results.

        With `only` it is the law of what is named there: results, outcomes, and expressions such as "hits >= 2".
        Nothing else is worked out then, which may take much less time, and nothing else can be read off it.

        `play` says how a player decides: "file" (what the file prefers or aims for), "first" (the first legal
        option), "random" (each option as likely as the others) or "best" (for the goals, or else the check's aim).
        """
        from .odds import odds
        from .policy import policy

        if play is None and not goals and only is None:
            return self._law
        setting, names = self._asked(only)
        return odds(setting, policy=policy(setting, play, goals), only=names)

    def plan(
        self, play: str | None = None, goals: str | Iterable[str] = (), only: str | Iterable[str] | None = None
    ) -> Plan:
        """What `odds` with the same arguments would do: its stages, and how many states there are to follow.

        Found by following some of them, so it is quick also where the odds are beyond reach.
        """
        from .plan import plan
        from .policy import policy

        setting, names = self._asked(only)
        return plan(setting, policy(setting, play, goals), names)

    def _asked(self, only: str | Iterable[str] | None) -> tuple[Setting, frozenset[str] | None]:
        """The setting, with expressions on results as results of their own, and the names of all that is asked for."""
        from .law import asking

        if only is None:
            return self.setting, None
        check = self.setting.check
        outcomes = [outcome.name for outcome in check.outcomes if outcome.name not in check.results]
        read = {text: asking(text, (*check.results, *outcomes)) for text in ([only] if isinstance(only, str) else only)}
        more = {text: of for text, of in read.items() if of.names.isdisjoint(outcomes)}
        names = frozenset(more).union(*(of.names for text, of in read.items() if text not in more))
        return self.setting.telling_also(more), names

    @cached_property
    def _law(self) -> Law:
        """The odds as the file plays, which are asked for again and again."""
        from .odds import odds

        return odds(self.setting)

    def simulate(
        self,
        runs: int,
        rng: Random | int | None = None,
        play: str | None = None,
        goals: str | Iterable[str] = (),
        *,
        each_die: bool = False,
        executor: Executor | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Sample:
        """Roll it so many times, and estimate with error bars what the odds would say.

        Handfuls are drawn from their exact law, found once; with `each_die` every die is thrown, which is slower and
        independent of all tables. An `executor` (of concurrent.futures or like it) shares the work out; the sample is
        the same for the same `rng` (a source of chance, or a seed) whoever works. `progress` is told how many rolls
        are done, of how many.
        """
        from .policy import policy
        from .simulate import Rolls, simulate

        wanted = policy(self.setting, play, goals)
        return simulate(
            partial(Rolls, self.setting, wanted, each_die), runs, rng, executor, progress, self.setting.limits.runs
        )

    def best(self, goals: str | Iterable[str] = ()) -> Best:
        """The best play for the check's aim or for other goals: its exact worth, and a policy that answers decisions.

        Goals are "chance OUTCOME", "chance EXPR", "most EXPR" or "least EXPR" on the check's results. The first one
        goes first; where it leaves a choice, the next one counts, and in the end the order of the options.
        """
        from .best import best
        from .policy import policy

        return best(self.setting, policy(self.setting, "best", goals))

    def replay(self, log: Mapping[str, Any]) -> Outcome:
        """Roll again just what a log tells. Raises DicewrightError when it comes from another system or check."""
        setting = self.setting
        mine = {
            "sha256": ("system", setting.sha256),
            "check": ("check", setting.name),
            "inputs": ("set of inputs", setting.shown_inputs()),
            "properties": ("set of properties", list(setting.properties)),
            "effects": ("set of effects", [effect.text for effect in setting.effects]),
        }
        faces = agreeing(log, mine)
        if "answers" not in log:
            return self.roll(faces=faces)
        from .decision import answered

        forced = Forced(self.setting.rules, faces)
        outcome = answered(self.setting, log["answers"], forced.throw)
        forced.finish()
        return outcome
