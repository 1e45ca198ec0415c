"""The smallest roll that two versions of a check do not agree about: the fewest dice, then the first faces.

All rolls of no die are tried, then all of one, and so on: a roll that needs another die than it was given goes back
into the line, once for each face. What comes up under the old rules is laid out under the new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..build.tail import Ending
from ..chance.ask import Choose
from ..chance.dice import Die, Urn
from ..chance.patience import Patience
from ..errors import DicewrightError, fail
from ..play.bind import Setting
from ..play.check import System
from ..play.faces import Forced
from ..play.outcome import Outcome
from ..play.record import Answer
from ..play.roll import Teller, as_answer, finished
from .given import Inputs
from .odds import why

DICE, OPTIONS = 6, 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of both versions."""

    inputs: Inputs
    properties: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Witness:
    """A roll that gives something else than before. `after` is None where the new rules refuse it, for a `reason`."""

    check: str
    before: Outcome
    after: Outcome | None
    reason: str

    @property
    def dice(self) -> int:
        return sum(map(len, self.before.log["faces"].values()))


@dataclass(frozen=True, slots=True)
class Search:
    """What was found among so many rolls; all of up to `dice` dice were tried."""

    witness: Witness | None
    rolls: int
    dice: int


class _OpenError(Exception):
    """A roll goes on in several ways that it was not told: faces of a die, or options of a player."""

    def __init__(self, ways: Iterable[int], is_die: bool) -> None:
        super().__init__()
        self.ways, self.is_die = tuple(ways), is_die


@dataclass(frozen=True)
class _Rolled:
    """A roll that came to its end, what told it, and the answers that nothing in the file gave."""

    setting: Setting
    teller: Teller
    end: Ending
    answers: tuple[Answer, ...] = ()

    @property
    def results(self) -> Mapping[str, int]:
        return dict(zip(self.setting.check.results, self.end.results, strict=True))

    def told(self) -> Outcome:
        return finished(self.teller.record, self.end)


def smallest(old: System, new: System, check: str, asked: Iterable[Asked], rolls: int, held: Patience) -> Search:
    """The first roll that changed, if there is one among `rolls` tries, or those for which there is time."""
    waiting: list[tuple[Setting, Setting | str, tuple[int, ...]]] = []
    for each in asked:
        before = _setting(old, check, each)
        if isinstance(before, Setting):
            waiting.append((before, _setting(new, check, each), ()))
    tried = 0
    for dice in range(DICE + 1):
        longer: list[tuple[Setting, Setting | str, tuple[int, ...]]] = []
        for before, after, said in waiting:
            if tried == rolls or held.over():
                return Search(None, tried, dice - 1)
            tried += 1
            try:
                rolled = _rolled(before, said)
            except _OpenError as more:
                # a list grows while it is gone through: a choice costs no die; more than are tried need not wait
                line = longer if more.is_die else waiting
                line.extend((before, after, (*said, way)) for way in more.ways[: max(0, rolls + 1 - len(line))])
                continue
            except DicewrightError:
                continue
            again = _again(after, rolled)
            if isinstance(again, str) or _differ(rolled, again):
                told, reason = (None, again) if isinstance(again, str) else (again.told(), "")
                return Search(Witness(check, rolled.told(), told, reason), tried, dice)
        waiting = longer
    return Search(None, tried, DICE)


def _setting(system: System, check: str, asked: Asked) -> Setting | str:
    """The check with what is asked, or why it is refused."""
    try:
        bound = system.checks[check].bind(asked.inputs, asked.properties, effects=asked.effects)
    except DicewrightError as error:
        return why(error)
    return bound.setting


def _rolled(setting: Setting, said: Sequence[int]) -> _Rolled:
    """The roll that these faces and options lead to. A preference of the file needs nobody to say it."""
    left = iter(said)
    answers: list[Answer] = []

    def throw(die: Die) -> int:
        face = next(left, None)
        if face is None:
            raise _OpenError(_different(setting, die), is_die=True)
        return face

    def choose(ask: Choose) -> Any:
        if ask.preferred is not None:
            return ask.preferred
        options = ask.options()
        way = next(left, None)
        if way is None:
            raise _OpenError(range(min(len(options), OPTIONS)), is_die=False)
        answers.append(as_answer(teller.record.move, options[way]))
        return options[way]

    teller = Teller(setting, throw, choose)
    return _Rolled(setting, teller, _ended(teller), tuple(answers))


def _again(setting: Setting | str, before: _Rolled) -> _Rolled | str:
    """The same faces and answers under the new rules, or why they do not fit."""
    if isinstance(setting, str):
        return setting
    left = iter(before.answers)

    def choose(ask: Choose) -> Any:
        if ask.preferred is not None:
            return ask.preferred
        answer = next(left, None)
        for option in ask.options():
            if as_answer(teller.record.move, option) == answer:
                return option
        raise fail("unknown-option", f"a player cannot choose {answer or 'nothing'} here any more")

    try:
        forced = Forced(setting.rules, before.teller.record.faces())
        teller = Teller(setting, forced.throw, choose)
        end = _ended(teller)
        forced.finish()
    except DicewrightError as error:
        return why(error)
    return _Rolled(setting, teller, end)


def _ended(teller: Teller) -> Ending:
    end = teller.run()
    if not isinstance(end, Ending):
        raise fail("limit", "a loop did not end within the rounds that are followed")
    return end


def _different(setting: Setting, die: Die) -> Iterable[int]:
    """The faces that can come up, one of those that look alike."""
    faces = (face for face, weight in enumerate(die.weights) if weight)
    if isinstance(die, Urn):
        return faces
    same = setting.rules.kinds[die.name].same
    return sorted({same[face] for face in faces})


def _differ(before: _Rolled, after: _Rolled) -> bool:
    """Whether anything that both of them tell is told otherwise."""
    old, new = before.end.outcome, after.end.outcome
    if old is not None and new is not None and old != new:
        return True
    results = after.results
    return any(results.get(name, value) != value for name, value in before.results.items())
