"""What is remembered of a roll: enough to tell its story, to show its dice and to write its log, whenever it is asked.

A roll that nobody looks into costs no more than its throws.
"""

from __future__ import annotations

from typing import Any

from ..chance.dice import Die, Urn
from ..ops.state import Move, State
from ..version import __version__
from .bind import Setting
from .faces import drawn_as
from .outcome import DieShown, Event

Answer = str | tuple[int, ...]


class Record:
    """Every state and throw in order; and each answer, unless it is the file's own way (None: it is).

    `choices` are the ways and numbers that somebody took, with who it was, each at the place of its state; `fallen` is
    all that came up, and `marks` says of each state how much had by then.
    """

    __slots__ = "answers", "choices", "fallen", "marks", "setting", "states"

    def __init__(self, setting: Setting, answers: list[Answer] | None) -> None:
        self.setting, self.answers = setting, answers
        states, _ = setting.single.opening
        self.states: list[State] = [*states]
        self.marks: list[int] = [0] * len(states)
        self.fallen: list[tuple[Die, int]] = []
        self.choices: dict[int, tuple[str, str]] = {}

    @property
    def move(self) -> Move:
        """The move that is being made."""
        return self.setting.single.program.moves[self.states[-1].at]

    def dice(self) -> tuple[DieShown, ...]:
        """What lies on the table now."""
        looks = self.setting.telling.looks
        return tuple([looks[piece] for piece in self.states[-1].pool if piece.state != "bag"])

    def events(self) -> tuple[Event, ...]:
        """The story so far."""
        return self.setting.telling.events(self.states, self.fallen, self.marks, self.choices)

    def faces(self) -> dict[str, list[Any]]:
        """All that came up, as a log writes it: by the name of the die, and what was drawn under `drawn`."""
        written, found = self.setting.telling.written, dict[str, list[Any]]()
        for die, face in self.fallen:
            name = die.name
            said = drawn_as(self.setting.rules, die, face) if isinstance(die, Urn) else written(name)[face]
            if type(said) is list:
                said = [*said]
            if name in found:
                found[name].append(said)
            else:
                found[name] = [said]
        return found

    def log(self) -> dict[str, Any]:
        """What is needed to roll just this again."""
        setting, answers = self.setting, self.answers
        return {
            "system": setting.rules.id,
            "sha256": setting.rules.sha256,
            "dicewright": __version__,
            "check": setting.name,
            "inputs": setting.shown_inputs(),
            "properties": list(setting.properties),
            "effects": [effect.text for effect in setting.effects],
            "faces": self.faces(),
            **({} if answers is None else {"answers": [plain(answer) for answer in answers]}),
        }


def plain(answer: Answer) -> str | list[int]:
    """An answer for JSON."""
    return answer if isinstance(answer, str) else list(answer)
