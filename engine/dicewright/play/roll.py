"""One roll: real throws, all that passes by, and the outcome with its story and its log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..build.tail import Ending
from ..chance.ask import Choose, Cut
from ..chance.dice import Die, Urn
from ..chance.walk import Roll
from ..errors import fail
from ..ops.state import Move, State
from .bind import Setting
from .brief import NO_END
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
        self.answers: list[Answer] | None = None if choose is None else []
        self.choices: dict[int, tuple[str, str]] = {}
        self.states: list[State] = []
        self.fallen: list[tuple[Die, int]] = []
        self.marks: list[int] = []
        self._setting, limits = setting, setting.limits
        # none of these holds the teller itself, so that it goes with all that it remembers as soon as it has told
        chosen = _answering(setting, choose or by_file(setting), self.states, self.choices, self.answers)
        super().__init__(_noting(throw, self.fallen, limits.draws), chosen, limits.steps)

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

    def events(self) -> tuple[Event, ...]:
        """The story so far."""
        return self._setting.telling.events(self.states, self.fallen, self.marks, self.choices)

    def faces(self) -> dict[str, list[Any]]:
        """All that came up, as a log writes it: by the name of the die, and what was drawn under `drawn`."""
        written, found = self._setting.telling.written, dict[str, list[Any]]()
        for die, face in self.fallen:
            name = die.name
            said = drawn_as(self._setting.rules, die, face) if isinstance(die, Urn) else written[name][face]
            if name not in found:
                found[name] = []
            found[name].append([*said] if isinstance(said, list) else said)
        return found


def _noting(throw: Throw, fallen: list[tuple[Die, int]], limit: int) -> Throw:
    """The same throws, each noted; so many of them at most."""

    def thrown(die: Die) -> int:
        face = throw(die)
        fallen.append((die, face))
        if len(fallen) > limit:
            raise too_many_dice(limit)
        return face

    return thrown


def _answering(
    setting: Setting,
    choose: Callable[[Choose], Any],
    states: Sequence[State],
    choices: dict[int, tuple[str, str]],
    answers: list[Answer] | None,
) -> Callable[[Choose], Any]:
    """The same choices, each noted."""

    def chosen(ask: Choose) -> Any:
        option = choose(ask)
        answer = as_answer(setting.single.program.moves[states[-1].at], option)
        if isinstance(answer, str):
            choices[len(states) - 1] = ask.who, answer
        if answers is not None:
            answers.append(answer)
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

            sight.append(foresight(setting))
        return sight[0].choose(ask)

    return choose


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
