"""One roll: real throws, all that passes by, and the outcome with its story and its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..build.tail import Ending
from ..chance.ask import Choose, Cut
from ..chance.dice import Die
from ..chance.walk import Roll
from ..errors import fail
from ..ops.state import Move, State
from .bind import Setting
from .brief import NO_END
from .costs import glance
from .outcome import Outcome
from .record import Answer, Record
from .throw import Throw, too_many_dice

if TYPE_CHECKING:
    from ..chance.decide import Foresight


class Teller(Roll):
    """Throws, and records what passes by. The record does not hold the teller, nor what it throws or decides with."""

    def __init__(self, setting: Setting, throw: Throw, choose: Callable[[Choose], Any] | None = None) -> None:
        self.record = record = Record(setting, None if choose is None else [])
        self.states, self._marks, self._fallen = record.states, record.marks, record.fallen
        limits = setting.limits
        super().__init__(
            _noting(throw, record.fallen, limits.draws), _answering(choose or by_file(setting), record), limits.steps
        )

    def run(self) -> Any:
        """The roll from its beginning to where it ends."""
        single = self.record.setting.single
        return self.walk(single.step, single.opening[1])

    def key(self, state: Any) -> Any:
        if isinstance(state, State):
            self.states.append(state)
            self._marks.append(len(self._fallen))
        return state


def _noting(throw: Throw, fallen: list[tuple[Die, int]], limit: int) -> Throw:
    """The same throws, each noted; so many of them at most."""

    def thrown(die: Die) -> int:
        face = throw(die)
        fallen.append((die, face))
        if len(fallen) > limit:
            raise too_many_dice(limit)
        return face

    return thrown


def _answering(choose: Callable[[Choose], Any], record: Record) -> Callable[[Choose], Any]:
    """The same choices, each noted."""

    def chosen(ask: Choose) -> Any:
        option = choose(ask)
        answer = as_answer(record.move, option)
        if isinstance(answer, str):
            record.choices[len(record.states) - 1] = ask.who, answer
        if record.answers is not None:
            record.answers.append(answer)
        return option

    return chosen


def by_file(setting: Setting) -> Callable[[Choose], Any]:
    """Who decides as the file does: by the standing answer, or else by what the aim finds."""
    sight: list[Foresight] = []

    def choose(ask: Choose) -> Any:
        if ask.preferred is not None:
            return ask.preferred
        if not sight:
            from .foresight import foresight  # few rolls look ahead

            sight.append(foresight(setting, glance(setting.limits)))
        return sight[0].choose(ask)

    return choose


def roll(setting: Setting, throw: Throw, choose: Callable[[Choose], Any] | None = None) -> Outcome:
    """Throw the dice of a bound check. `throw` gives the number of a face, from 0, for a die.

    `choose` answers where a player decides; without it the file does, and the log need not tell the answers.
    """
    teller = Teller(setting, throw, choose)
    return finished(teller.record, teller.run())


def as_answer(move: Move, option: Any) -> Answer:
    """An option of a decision as data: the places of dice on the table, the name of a way to go on, or a number."""
    if isinstance(option, tuple):
        return option
    options = move.step.keys.get("options")
    return str(options[option]["name"] if options else option)


def finished(record: Record, ending: Any) -> Outcome:
    """The outcome of a roll that has come to its end, with its story."""
    if isinstance(ending, Cut):
        raise fail("limit", NO_END)
    assert isinstance(ending, Ending)
    setting = record.setting
    results = dict(zip(setting.check.results, ending.results, strict=True))
    return Outcome(ending.outcome, setting.telling.labels.get(ending.outcome), results, record)
