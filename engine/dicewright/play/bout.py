"""One contest, rolled: every side openly and at once, what was compared, and who is ahead; again while it is tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import fail
from ..model.contest import AGAIN, TIE, Chain, RollOff
from ..model.formula import Formula
from ..ops.state import COUNTED
from .bind import Setting
from .compare import concluded, names, part
from .outcome import Outcome
from .roll import roll
from .sides import Lineup
from .throw import Throw

NEEDS = "needs"


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison among those who were level by then: what was read of each, and who was ahead after it."""

    by: str
    values: tuple[tuple[str, Any], ...]
    ahead: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        values = {side: list(value) if isinstance(value, tuple) else value for side, value in self.values}
        return {"by": self.by, "values": values, "ahead": list(self.ahead)}


@dataclass(frozen=True)
class Round:
    """A round: `roll` the first one, `again` when those tied roll once more, `roll_off` by another check."""

    what: str
    rolls: tuple[tuple[str, Outcome], ...]
    compared: tuple[Compared, ...]
    ahead: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "round": self.what,
            "sides": {side: outcome.to_dict() for side, outcome in self.rolls},
            "compared": [each.to_dict() for each in self.compared],
            "ahead": list(self.ahead),
        }


@dataclass(frozen=True)
class ContestOutcome:
    """A finished contest.

    `outcome` is the name of the side that won, or `tie`; `results` are those of the contest, or of the one roll where
    only one side rolls. `rounds` tell it all, `log` is what is needed to roll just this again.
    """

    outcome: str
    label: str
    results: Mapping[str, int] = field(hash=False)
    rounds: tuple[Round, ...]
    log: Mapping[str, Any] = field(hash=False)

    def to_dict(self) -> dict[str, Any]:
        """The contest as JSON data."""
        return {
            "outcome": self.outcome,
            "results": dict(self.results),
            "rounds": [each.to_dict() for each in self.rounds],
            "log": dict(self.log),
        }


def contend(lineup: Lineup, throws: Mapping[str, Throw], version: str) -> ContestOutcome:
    """Roll a contest. `throws` gives the faces of each side."""
    contest, settings = lineup.contest, dict(lineup.rolling)
    if contest.roll is not None:
        return _alone(lineup, settings[contest.roll.side], throws[contest.roll.side], version)
    rounds = [_round("roll", settings, contest.compare, contest.needs, throws, version)]
    off = contest.tie if isinstance(contest.tie, RollOff) else None
    while len(rounds[-1].ahead) > 1 and (off is not None or contest.tie == AGAIN):
        if len(rounds) > lineup.limits.rounds:
            raise fail("limit", f"the contest is still tied after {lineup.limits.rounds} rounds; that is the limit")
        tied = rounds[-1].ahead
        if off is None:
            again = {name: settings[name] for name in tied}
            rounds.append(_round("again", again, contest.compare, contest.needs, throws, version))
        else:
            again = {name: setting for name, setting in lineup.offs if name in tied}
            rounds.append(_round("roll_off", again, off.compare, None, throws, version))
    ahead = rounds[-1].ahead
    winner = ahead[0] if len(ahead) == 1 else contest.settled(ahead)
    told = {
        name: names(settings[name], outcome.outcome, outcome.results)
        for each in rounds
        for name, outcome in each.rolls
        if each.what != "roll_off"
    }
    return _finished(lineup, winner or TIE, concluded(contest, winner, told), rounds, version)


def _alone(lineup: Lineup, setting: Setting, throw: Throw, version: str) -> ContestOutcome:
    assert lineup.contest.roll is not None
    outcome = roll(setting, throw)
    winner = lineup.contest.roll.winner.get(outcome.outcome or "", TIE)
    ahead = () if winner == TIE else (winner,)
    rounds = [Round("roll", ((lineup.contest.roll.side, outcome),), (), ahead)]
    return _finished(lineup, winner, outcome.results, rounds, version)


def _round(
    what: str,
    settings: Mapping[str, Setting],
    chain: Chain,
    needs: Formula | None,
    throws: Mapping[str, Throw],
    version: str,
) -> Round:
    rolls = {name: roll(setting, throws[name]) for name, setting in settings.items()}
    told = {name: names(setting, rolls[name].outcome, rolls[name].results) for name, setting in settings.items()}
    dice = {name: [die.value for die in outcome.dice if die.state in COUNTED] for name, outcome in rolls.items()}
    level: Sequence[str] = tuple(settings)
    compared: list[Compared] = []

    def compare(by: str, read: Callable[[str], Any], ahead: Callable[[Mapping[str, Any]], Sequence[str]]) -> None:
        nonlocal level
        values = {name: read(name) for name in level}
        level = tuple(ahead(values))
        compared.append(Compared(by, tuple(values.items()), tuple(level)))

    if needs is not None:
        compare(f"{NEEDS} {needs.text}", lambda n: int(bool(needs.given(told[n]))), lambda v: [n for n in v if v[n]])
    for comparison in chain:
        if len(level) < 2:
            break
        compare(comparison.text, lambda n, c=comparison: part(c, told[n], dice[n]), _greatest)  # type: ignore[misc]
    return Round(what, tuple(rolls.items()), tuple(compared), tuple(level))


def _greatest(values: Mapping[str, Any]) -> Sequence[str]:
    best = max(values.values())
    return [name for name, value in values.items() if value == best]


def _finished(
    lineup: Lineup, winner: str, results: Mapping[str, int], rounds: Sequence[Round], version: str
) -> ContestOutcome:
    faces: dict[str, list[Any]] = {}
    for each in rounds:
        for name, outcome in each.rolls:
            for kind, listed in outcome.log["faces"].items():
                faces.setdefault(f"{name}.{kind}", []).extend(listed)
    side = lineup.contest.side(winner)
    return ContestOutcome(
        winner,
        side.label if side else TIE,
        dict(results),
        tuple(rounds),
        {
            "system": lineup.rules.id,
            "sha256": lineup.sha256,
            "dicewright": version,
            "check": lineup.name,
            "inputs": lineup.shown_inputs(),
            "properties": list(lineup.shown_properties()),
            "effects": list(lineup.shown_effects()),
            "faces": faces,
        },
    )
