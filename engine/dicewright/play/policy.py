"""How whoever decides is taken to decide: the file's way, the first legal option, any of them, or the best one.

All policies but the file's leave every decision open: a standing answer (`prefer`) is then an option like any other.
Whoever decides, the roller or somebody else, is taken to want what the goals say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from ..build.program import Program
from ..chance.ask import Choose
from ..chance.decide import Even, Foresight
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..errors import did_you_mean, fail
from ..model.expression import formula
from ..model.system import Check, Goal
from ..model.text import Text
from ..model.words import Words
from .bind import Setting
from .costs import patience
from .foresight import foresight, ways
from .throw import Random

PLAYS = ("file", "first", "random", "best")
HOWS = ("chance", "most", "least")


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to decide; `goals` are what the best play wants, the first one first."""

    play: str = "file"
    goals: tuple[Goal, ...] = ()

    @property
    def label(self) -> str:
        return ": ".join((self.play, ", ".join(map(written, self.goals)))) if self.goals else self.play


FILE = Policy()


def policy(setting: Setting, play: str | None = None, goals: str | Iterable[str] = ()) -> Policy:
    """The policy of that name. Goals without a name ask for the best play; `best` without goals follows the aim."""
    wanted = [goals] if isinstance(goals, str) else list(goals)
    play = play or ("best" if wanted else "file")
    if play not in PLAYS:
        raise fail("unknown-policy", f"there is no play `{play}`{did_you_mean(play, PLAYS)}", None, _listed(PLAYS))
    if play != "best":
        if wanted:
            raise fail("unused-goal", f"goals are for the best play; `{play}` does not look at them")
        return Policy(play)
    return Policy(play, tuple(goal(setting.check, text) for text in wanted) or aim(setting))


def aim(setting: Setting) -> tuple[Goal, ...]:
    """The goals of the check. Refused where the file gives it none."""
    if not setting.check.aim:
        raise fail(
            "no-goal",
            f"the check `{setting.name}` has no aim, so nothing says what the best play is",
            None,
            f'say what for: --goal "{_example(setting.check)}" (in Python: goals=["{_example(setting.check)}"])',
        )
    return setting.check.aim


def goal(check: Check, text: str) -> Goal:
    """`chance OUTCOME`, `chance EXPR`, `most EXPR` or `least EXPR`; expressions on the results of the check."""
    how, _, of = str(text).strip().partition(" ")
    if how not in HOWS or not of.strip():
        raise fail("unknown-goal", f"`{text}` is no goal{did_you_mean(how, HOWS)}", None, f"such as: {_example(check)}")
    of = of.strip()
    outcomes = [outcome.name for outcome in check.outcomes]
    if how == "chance" and of in outcomes:
        return Goal(how, of)
    read = formula(Text(of), Words(frozenset(check.results)))
    if read.tallies or read.whole:
        raise fail("expression", f"`{of}` asks about dice; a goal has only results and outcomes")
    return Goal(how, read)


def written(goal: Goal) -> str:
    """A goal as it is written."""
    return f"{goal.how} {goal.of if isinstance(goal.of, str) else goal.of.text}"


def weighing(setting: Setting, program: Program, policy: Policy, held: Patience | None = None) -> Odds:
    """Exact odds of a program where decisions are made by the policy. They may cost what the limits say, unless they
    are part of a question that is `held` together."""
    held = held or patience(setting.limits)
    if policy.play == "random":
        return ways(program, held, Even, free=True)
    way = ways(program, held, free=policy.play == "best")
    if not program.decides:
        return way
    if policy.play == "first":
        way.choose = choosing(setting, policy, program)
    else:
        sight = _sight(setting, held, policy, program)
        way.choose, way.offered = sight.choose, sight.offered
    return way


def choosing(
    setting: Setting, policy: Policy, program: Program | None = None, rng: Random | None = None
) -> Callable[[Choose], Any]:
    """An answer for each decision. `rng` is where random answers come from."""
    match policy.play:
        case "first":
            return lambda ask: ask.options()[0]
        case "random":
            source = SystemRandom() if rng is None else rng

            def any_of(ask: Choose) -> Any:
                options = ask.options()
                return options[int(source.random() * len(options))]

            return any_of
    return _sight(setting, patience(setting.limits), policy, program).choose


def _sight(setting: Setting, held: Patience, policy: Policy, program: Program | None) -> Foresight:
    """What looks ahead for whoever decides well: for the policy's goals, or in the file's way."""
    if policy.play == "best":
        return foresight(setting, held, program or setting.built(free=True), policy.goals, free=True)
    return foresight(setting, held, program)


def _listed(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


def _example(check: Check) -> str:
    if check.outcomes:
        return f"chance {check.outcomes[0].name}"
    return f"most {next(iter(check.results), 'total')}"
