"""A check that is played: it runs until somebody must decide, and goes on with the answer.

What is kept between two answers is data, and little of it: which check of which system, the faces that have come up,
the answers given so far. From these the check is run again up to where it stood, by the same moves, so that nothing
else has to be stored and nothing can go astray.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..chance.ask import Choose
from ..chance.dice import Die
from ..chance.pour import pour
from ..errors import Span, fail
from ..model.system import Rules
from ..ops.state import Piece, State
from ..version import __version__
from .bind import Setting
from .foresight import foresight
from .outcome import DieShown, Outcome
from .roll import Teller, finished, shown
from .throw import Random, Throw, thrower

Answer = str | tuple[int, ...]
Answers = tuple[tuple[Answer, int], ...]
Drawn = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A legal answer: in words, and as data (the places of dice on the table, or the name of a way to go on)."""

    words: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Advice:
    """An option with its exact worth for each goal, in the order of the aim."""

    option: Option
    worth: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody has to decide: who, about which step, the legal options, and the dice on the table."""

    who: str
    step: str
    because: str
    where: Span
    options: tuple[Option, ...]
    dice: tuple[DieShown, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "step": self.step,
            "because": self.because,
            "line": self.where.line,
            "options": [{"words": option.words, "answer": _plain(option.answer)} for option in self.options],
            "dice": [die.to_dict() for die in self.dice],
        }


@dataclass(frozen=True)
class Suspended:
    """A check that waits for an answer. A value: equal, hashable, and small as JSON.

    `drawn` are the faces that have come up (die and number of the face, from 0), in order; `answers` what was decided
    so far, each with how many faces had come up by then.
    """

    setting: Setting
    drawn: Drawn
    answers: Answers
    decision: Decision = field(compare=False)

    def answer(self, given: Any, rng: Random | None = None) -> Suspended | Outcome:
        """Go on with an option: the option itself, its number from 1, its name, or the places of its dice.

        An illegal answer is a DicewrightError that lists the legal ones; the suspended check stays as it is.
        """
        answers = (*self.answers, (_legal(self.decision, given), len(self.drawn)))
        return advance(self.setting, self.drawn, answers, thrower(rng))

    def undo(self) -> Suspended:
        """The check before the last answer. Refused once dice have fallen since."""
        if not self.answers:
            raise fail("nothing-to-undo", "nothing has been answered yet")
        *before, (_, drawn) = self.answers
        if drawn != len(self.drawn):
            raise fail("dice-have-fallen", "the last answer stands: dice have fallen since")
        earlier = advance(self.setting, self.drawn, tuple(before), _no_more)
        assert isinstance(earlier, Suspended), "the last answer was asked for"
        return earlier

    def advise(self) -> tuple[Advice, ...]:
        """The options from best to worst by the aim of the check, with their exact worth; the first, among equals."""
        teller = _Player(self.setting, self.drawn, self.answers, _no_more)
        ask = teller.paused()
        sight = foresight(self.setting, self.setting.built(free=True), free=True)
        pairs = zip(self.decision.options, sight.worths(ask), strict=True)
        ranked = sorted(pairs, key=lambda pair: pair[1], reverse=True)
        signs = [1 if goal.how != "least" else -1 for goal in self.setting.check.aim]
        return tuple(
            Advice(option, tuple(sign * x for sign, x in zip(signs, worth, strict=True))) for option, worth in ranked
        )

    def to_dict(self) -> dict[str, Any]:
        """What is needed to go on elsewhere (see `resume`), and the decision for whoever shows it."""
        return {
            "suspended": 1,
            "system": self.setting.rules.id,
            "sha256": self.setting.sha256,
            "dicewright": __version__,
            "check": self.setting.name,
            "inputs": self.setting.shown_inputs(),
            "properties": list(self.setting.properties),
            "effects": [effect.text for effect in self.setting.effects],
            "drawn": [list(pair) for pair in self.drawn],
            "answers": [[_plain(answer), drawn] for answer, drawn in self.answers],
            "decision": self.decision.to_dict(),
        }


def advance(setting: Setting, drawn: Drawn, answers: Answers, throw: Throw) -> Suspended | Outcome:
    """Run a check by what is known of it, and then on: to the next decision, or to its end."""
    player = _Player(setting, drawn, answers, throw)
    try:
        done, cut = pour(setting.program.move, setting.program.start, player)
    except _Paused as pause:
        return Suspended(setting, tuple(player.drawn), answers, _decision(setting, player, pause.ask))
    return finished(setting, player, done, cut, __version__)


def resumed(setting: Setting, data: Mapping[str, Any]) -> Suspended:
    """A suspended check from its data; `setting` is the check that the data names."""
    try:
        drawn = tuple((str(kind), int(face)) for kind, face in data["drawn"])
        answers = tuple((a if isinstance(a, str) else tuple(map(int, a)), int(n)) for a, n in data["answers"])
    except (KeyError, TypeError, ValueError):
        raise fail("not-suspended", "this is not the data of a suspended check") from None
    found = advance(setting, drawn, answers, _no_more)
    if not isinstance(found, Suspended) or found.drawn != drawn:
        raise fail("not-suspended", "this is not the data of a suspended check")
    return found


class _Paused(Exception):  # noqa: N818 - it is no error
    def __init__(self, ask: Choose) -> None:
        self.ask = ask


class _Player(Teller):
    """Rolls by what was drawn and answered, and pauses where no answer is known."""

    def __init__(self, setting: Setting, drawn: Drawn, answers: Answers, throw: Throw) -> None:
        super().__init__(setting, self._next)
        self.choose = self._answered
        self._setting, self._throw = setting, throw
        self._known, self._answers = list(drawn), [answer for answer, _ in answers]
        self.drawn: list[tuple[str, int]] = []

    def _next(self, die: Die) -> int:
        if self._known:
            kind, face = self._known.pop(0)
            if kind != die.name or not 0 <= face < len(die.weights):
                raise fail("not-suspended", "this is not the data of a suspended check")
        else:
            face = self._throw(die)
        self.drawn.append((die.name, face))
        return face

    def _answered(self, ask: Choose) -> Any:
        if not self._answers:
            raise _Paused(ask)
        answer = self._answers.pop(0)
        options = list(ask.options())
        state = self.states[-1]
        for option in options:
            if _data(self._setting, self._move(), option) == answer or _alike(state, option, answer):
                return option
        raise fail("not-suspended", "this is not the data of a suspended check")

    def _move(self) -> Any:
        return self._setting.program.moves[self.states[-1].at]

    def paused(self) -> Choose:
        """The question at which the known answers end."""
        try:
            pour(self._setting.program.move, self._setting.program.start, self)
        except _Paused as pause:
            return pause.ask
        raise AssertionError("a suspended check ends in a question")


def _decision(setting: Setting, player: _Player, ask: Choose) -> Decision:
    state = player.states[-1]
    step = setting.program.moves[state.at].step
    move = setting.program.moves[state.at]
    options = tuple(
        Option(_words(setting.rules, move, state, option), _data(setting, move, option)) for option in ask.options()
    )
    return Decision(
        ask.who, step.op, step.because, step.span, options, tuple(shown(setting.rules, piece) for piece in state.pool)
    )


def _data(setting: Setting, move: Any, option: Any) -> Answer:
    return tuple(option) if isinstance(option, tuple) else str(move.step.keys["options"][option]["name"])


def _alike(state: State, option: Any, answer: Answer) -> bool:
    """Whether an answer names other dice that look just like those of an option."""
    if not isinstance(option, tuple) or isinstance(answer, str):
        return False
    if len(set(answer)) != len(option) or any(not 0 <= i < len(state.pool) for i in answer):
        return False
    return sorted(state.pool[i] for i in answer) == sorted(state.pool[i] for i in option)


def _words(rules: Rules, move: Any, state: State, option: Any) -> str:
    if not isinstance(option, tuple):
        return str(move.step.keys["options"][option]["name"])
    dice = ", ".join(_named(rules, state.pool[i]) for i in option)
    return f"{move.step.op} {dice or 'nothing'}"


def _named(rules: Rules, piece: Piece) -> str:
    kind = rules.kinds[piece.kind]
    return f"{kind.label} {kind.shown(piece.face, piece.value) if piece.face >= 0 else '?'}"


def _legal(decision: Decision, given: Any) -> Answer:
    options = decision.options
    if isinstance(given, Option):
        given = given.answer
    if isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= len(options):
        return options[given - 1].answer
    wanted = tuple(sorted(given)) if isinstance(given, Sequence) and not isinstance(given, str) else given
    for option in options:
        if option.answer == wanted or _same_look(decision, option.answer, wanted):
            return option.answer
    listed = [f"{n}: {option.words}" for n, option in enumerate(options[:20], 1)]
    more = [f"and {len(options) - 20} more"] if len(options) > 20 else []
    raise fail("illegal-answer", "this is no legal answer here", decision.where, *listed, *more)


def _same_look(decision: Decision, answer: Answer, wanted: Any) -> bool:
    if isinstance(answer, str) or not isinstance(wanted, tuple) or len(set(wanted)) != len(answer):
        return False
    if any(not isinstance(i, int) or not 0 <= i < len(decision.dice) for i in wanted):
        return False
    look: Callable[[int], str] = lambda i: repr(decision.dice[i])  # noqa: E731
    return sorted(map(look, wanted)) == sorted(map(look, answer))


def _plain(answer: Answer) -> str | list[int]:
    return answer if isinstance(answer, str) else list(answer)


def _no_more(die: Die) -> int:
    raise fail("not-suspended", "this is not the data of a suspended check")
