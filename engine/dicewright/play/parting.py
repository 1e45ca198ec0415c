"""Where a roll parts from what was expected of it: the last step before which things still were as they should be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..build.tail import Ending
from ..chance.ask import Choose
from ..errors import DicewrightError, Span
from ..ops.state import State
from .bind import Setting
from .faces import Forced
from .outcome import DieShown, Outcome
from .record import plain
from .roll import Teller, as_answer
from .telling import shown


@dataclass(frozen=True, slots=True)
class Standing:
    """What the check would come to if it ended here."""

    outcome: str | None
    results: Mapping[str, int]
    dice: tuple[DieShown, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """An expectation: in words, and whether it is met."""

    words: str
    by: Callable[[Standing], bool]


def parting(setting: Setting, outcome: Outcome, met: Met) -> tuple[str, Span] | None:
    """The step with which the expectation ceased to be met for good; None where it never was."""
    answers = list(reversed(outcome.log.get("answers", ())))

    def choose(ask: Choose) -> object:
        answer = answers.pop()
        return next(option for option in ask.options() if plain(as_answer(teller.record.move, option)) == answer)

    forced = Forced(setting.rules, outcome.log["faces"])
    teller = Teller(setting, forced.throw, choose if answers else None)
    teller.run()
    thrown = next((i - 1 for i, fallen in enumerate(teller.record.marks) if fallen), len(teller.states))
    for before in reversed(teller.states[thrown:-1]):
        standing = _standing(setting, before)
        if standing is not None and met.by(standing):
            move = setting.single.program.moves[before.at]
            by = f" ({move.cause})" if move.cause else ""
            return f"{met.words} until this step{by}", move.step.span
    return None


def _standing(setting: Setting, state: State) -> Standing | None:
    """None where nothing can be read yet."""
    program = setting.single.program
    try:
        ending = program.ending(state, setting.single.frame)
    except DicewrightError:
        return None
    assert isinstance(ending, Ending)
    dice = tuple(shown(setting.rules, piece) for piece in state.pool if piece.state != "bag")
    return Standing(ending.outcome, dict(zip(program.results, ending.results, strict=True)), dice)
