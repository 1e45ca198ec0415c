"""Answers that somebody says before the roll, as a test does: each decision takes the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import fail
from .bind import Setting
from .decision import Decision, Suspended, advance
from .faces import Forced, Shown, read
from .outcome import Outcome
from .throw import Throw


def replied(setting: Setting, faces: Mapping[str, Sequence[Shown]], answers: Sequence[Any]) -> Outcome:
    """Roll by known faces and answers, all of which have to be used.

    An answer is the name of an option, a number, or the faces of the dice that are picked.
    """
    forced = Forced(setting.rules, faces)
    now = followed(setting, forced.throw, answers)
    if isinstance(now, Suspended):
        asked = now.decision
        words = ", ".join(option.words for option in asked.options[:5])
        message = f"{asked.who} decides more often than answers are said, at line {asked.where.line}"
        raise fail("answers-too-few", message, None, f"options: {words}{', ...' if len(asked.options) > 5 else ''}")
    forced.finish()
    return now


def followed(setting: Setting, throw: Throw, answers: Sequence[Any]) -> Suspended | Outcome:
    """Roll up to where these answers, all of which have to be used, lead."""
    now: Suspended | Outcome = advance(setting, (), (), throw)
    for used, answer in enumerate(answers):
        if not isinstance(now, Suspended):
            raise fail("answers-too-many", f"{len(answers) - used} of the {len(answers)} answers answer nothing")
        given = _places(setting, now.decision, answer) if isinstance(answer, list) else answer
        option = now.decision.find(given)
        now = advance(setting, now.drawn, (*now.answers, option.answer), throw)
    return now


def _places(setting: Setting, decision: Decision, faces: Sequence[Shown]) -> list[int]:
    """The places of dice that show these faces, among those that can be picked."""
    left = list(decision.places)
    found: list[int] = []
    for face in faces:
        look = read(face)
        place = next((i for i in left if _look(setting, decision, i) == look), None)
        if place is None:
            shown = ", ".join(str(_look(setting, decision, i)) for i in left)
            raise fail("illegal-answer", f"no die that can be picked shows {look}", None, f"they show: {shown or '-'}")
        left.remove(place)
        found.append(place)
    return found


def _look(setting: Setting, decision: Decision, place: int) -> Any:
    die = decision.dice[place]
    return setting.rules.kinds[die.die].shown(die.face - 1, die.value)
