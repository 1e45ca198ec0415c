"""One roll: real throws, all that passes by, and the outcome with its story and its log."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..build.tail import Ending
from ..chance.ask import Choose, Cut
from ..chance.dice import Die, Urn
from ..chance.walk import Roll
from ..errors import fail
from ..ops.state import Move, State
from .bind import Setting
from .brief import NO_END
from .costs import glance
from .faces import drawn_as
from .outcome import Event, Outcome
from .throw import Throw, too_many_dice

if TYPE_CHECKING:
    from ..chance.decide import Foresight

Answer = str | tuple[int, ...]


class Teller(Roll):
    """Throws, and remembers every state and throw in order; and each answer, unless it is the file's own way.

    `choices` are the ways and numbers that somebody took, with who it was, each at the place of its state; `fallen` is
    all that came up, and `marks` says of each state how much had by then.
    """

    def __init__(self, setting: Setting, throw: Throw, choose: Callable[[Choose], Any] | None = None) -> None:
        super().__init__(self._thrown, self._chosen, setting.limits.steps)
        self._setting, self._choose = setting, self._by_file if choose is None else choose
        self._source, self._limit = throw, setting.limits.draws
        self.answers: list[Answer] | None = None if choose is None else []
        self.choices: dict[int, tuple[str, str]] = {}
        self.states: list[State] = []
        self.fallen: list[tuple[Die, int]] = []
        self.marks: list[int] = []

    def run(self) -> Any:
        """The roll from its beginning to where it ends."""
        single = self._setting.single
        states, asked = single.opening
        self.states += states
        self.marks += [0] * len(states)
        return self.walk(single.step, asked)

    def key(self, state: Any) -> Any:
        if isinstance(state, State):
            self.states.append(state)
            self.marks.append(len(self.fallen))
        return state

    @property
    def move(self) -> Move:
        """The move that is being made."""
        return self._setting.single.program.moves[self.states[-1].at]

    def _by_file(self, ask: Choose) -> Any:
        """The standing answer, or else what the aim finds."""
        return self._sight.choose(ask) if ask.preferred is None else ask.preferred

    @cached_property
    def _sight(self) -> Foresight:
        from .foresight import foresight  # few rolls look ahead

        return foresight(self._setting, glance(self._setting.limits))

    def events(self) -> tuple[Event, ...]:
        """The story so far."""
        return self._setting.telling.events(self.states, self.fallen, self.marks, self.choices)

    def _chosen(self, ask: Choose) -> Any:
        option = self._choose(ask)
        answer = as_answer(self.move, option)
        if isinstance(answer, str):
            self.choices[len(self.states) - 1] = ask.who, answer
        if self.answers is not None:
            self.answers.append(answer)
        return option

    def _thrown(self, die: Die) -> int:
        face = self._source(die)
        self.fallen.append((die, face))
        if len(self.fallen) > self._limit:
            raise too_many_dice(self._limit)
        return face

    def faces(self) -> dict[str, list[Any]]:
        """All that came up, as a log writes it: by the name of the die, and what was drawn under `drawn`."""
        written, found = self._setting.telling.written, dict[str, list[Any]]()
        for die, face in self.fallen:
            name = die.name
            said = drawn_as(self._setting.rules, die, face) if isinstance(die, Urn) else written(name)[face]
            if name not in found:
                found[name] = []
            found[name].append([*said] if isinstance(said, list) else said)
        return found


def roll(setting: Setting, throw: Throw, version: str, choose: Callable[[Choose], Any] | None = None) -> Outcome:
    """Throw the dice of a bound check. `throw` gives the number of a face, from 0, for a die.

    `choose` answers where a player decides; without it the file does, and the log need not tell the answers.
    """
    teller = Teller(setting, throw, choose)
    return finished(setting, teller, teller.run(), version)


def as_answer(move: Move, option: Any) -> Answer:
    """An option of a decision as data: the places of dice on the table, the name of a way to go on, or a number."""
    if isinstance(option, tuple):
        return option
    options = move.step.keys.get("options")
    return str(options[option]["name"] if options else option)


def plain(answer: Answer) -> str | list[int]:
    """An answer for JSON."""
    return answer if isinstance(answer, str) else list(answer)


def finished(setting: Setting, teller: Teller, ending: Any, version: str) -> Outcome:
    """The outcome of a roll that has come to its end, with its story."""
    if isinstance(ending, Cut):
        raise fail("limit", NO_END)
    assert isinstance(ending, Ending)
    rules, looks = setting.rules, setting.telling.looks
    return Outcome(
        ending.outcome,
        setting.telling.labels.get(ending.outcome),
        dict(zip(setting.check.results, ending.results, strict=True)),
        tuple([looks[piece] for piece in teller.states[-1].pool if piece.state != "bag"]),
        teller.events(),
        {
            "system": rules.id,
            "sha256": rules.sha256,
            "dicewright": version,
            "check": setting.name,
            "inputs": setting.shown_inputs(),
            "properties": list(setting.properties),
            "effects": [effect.text for effect in setting.effects],
            "faces": teller.faces(),
            **({} if teller.answers is None else {"answers": [plain(answer) for answer in teller.answers]}),
        },
    )
