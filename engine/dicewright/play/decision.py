"""A check that is played: it runs until somebody must decide, and goes on with the answer.

What is kept between two answers is data, and little of it: which check of which system, the faces that have come up,
the answers given so far. From these the check is run again up to where it stood, by the same moves, so that nothing
else has to be stored and nothing can go astray.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..chance.ask import Choose
from ..chance.dice import Die
from ..errors import DicewrightError, Span, fail
from ..model.formula import LARGEST
from ..model.rules import Rules
from ..ops.state import Piece
from ..version import __version__
from .bind import Setting
from .costs import patience
from .foresight import foresight
from .outcome import DieShown, Event, Outcome
from .policy import policy, written
from .record import Answer, plain
from .roll import Teller, as_answer, finished
from .telling import shown
from .throw import Random, Throw, thrower

Drawn = tuple[tuple[str, int], ...]

LISTED = 100  # options in JSON: a bot can show no more, and a suspended check stays small
TOLD = 20  # options in a message
LONGEST_SAID = 40  # characters of an answer in a message


@dataclass(frozen=True, slots=True)
class Option:
    """A legal answer: in words, and as data (the places of dice on the table, the name of a way to go on, a number)."""

    words: str
    answer: Answer

    def to_dict(self) -> dict[str, Any]:
        return {"words": self.words, "answer": plain(self.answer)}


@dataclass(frozen=True, slots=True)
class Advice:
    """An option with its exact worth for each goal, the first goal first."""

    option: Option
    worth: Mapping[str, Fraction] = field(hash=False)

    def to_dict(self) -> dict[str, Any]:
        return {**self.option.to_dict(), "worth": {goal: str(x) for goal, x in self.worth.items()}}


@dataclass(frozen=True)
class Decision:
    """What somebody has to decide: who, about which step and why, the legal options, and the dice on the table.

    `by` names the property or effect that brings the step, if one does. `standing` is what the file answers where
    nobody plays; None where that is found by looking ahead.
    """

    who: str
    step: str
    because: str
    by: str
    where: Span
    options: tuple[Option, ...]
    standing: Option | None
    dice: tuple[DieShown, ...]
    alike: tuple[Any, ...] = field(compare=False, repr=False)

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the dice that can be picked; none where one of several ways is chosen."""
        named = {self.alike[i] for option in self.options if not isinstance(option.answer, str) for i in option.answer}
        return tuple(i for i, look in enumerate(self.alike) if look in named)

    @property
    def numbers(self) -> bool:
        """Whether a number is chosen."""
        return all(option.answer != option.words and isinstance(option.answer, str) for option in self.options)

    def find(self, given: Any) -> Option:
        """The option that is meant by an answer: the option, its number from 1, its words, or the places of its dice.

        Where a number is chosen, a number is that one, and not the place of an option.

        Instead of a die, another one that looks just the same to all that follows may be named. An answer that is no
        option is a DicewrightError that lists the legal ones.
        """
        if isinstance(given, Option):
            given = given.answer
        number = int(given) if isinstance(given, str) and re.fullmatch("[0-9]{1,9}", given) else given
        meant: Option | None = None
        if isinstance(given, str) or (isinstance(given, int) and abs(given) <= LARGEST):
            meant = next((option for option in self.options if str(given) in (option.answer, option.words)), None)
        elif isinstance(given, list | tuple | set | frozenset):
            meant = self._of_places(list(given))
        if meant is None and not self.numbers and isinstance(number, int) and not isinstance(number, bool):
            meant = self.options[number - 1] if 1 <= number <= len(self.options) else None
        if meant is None:
            listed = [f"{n}: {option.words}" for n, option in enumerate(self.options[:TOLD], 1)]
            more = [f"and {len(self.options) - TOLD} more"] if len(self.options) > TOLD else []
            raise fail("illegal-answer", f"{_said(given)} is no legal answer here", None, *listed, *more)
        return meant

    def _of_places(self, places: list[Any]) -> Option | None:
        if any(type(i) is not int or not 0 <= i < len(self.dice) for i in places) or len(set(places)) < len(places):
            return None
        looks = sorted(self.alike[i] for i in places)
        for option in self.options:
            answer = option.answer
            if not isinstance(answer, str) and sorted(self.alike[i] for i in answer) == looks:
                return option
        return None

    def to_dict(self) -> dict[str, Any]:
        """The decision as JSON data. Of very many options the first are listed, and `more` says how many follow."""
        out: dict[str, Any] = {"who": self.who, "step": self.step, "line": self.where.line}
        if self.because:
            out["because"] = self.because
        if self.by:
            out["by"] = self.by
        out["options"] = [option.to_dict() for option in self.options[:LISTED]]
        if len(self.options) > LISTED:
            out["more"] = len(self.options) - LISTED
        if self.standing:
            out["standing"] = plain(self.standing.answer)
        out["dice"] = [die.to_dict() for die in self.dice]
        return out


@dataclass(frozen=True)
class Suspended:
    """A check that waits for an answer. A value: equal, hashable, and small as JSON.

    `drawn` are the faces that have come up (die and number of the face, from 0), in order; `answers` what was decided
    so far. The rest follows from them: the `decision` to be made, the `trace` up to here, and whether dice have
    `fallen` since the last answer.
    """

    setting: Setting
    drawn: Drawn
    answers: tuple[Answer, ...]
    decision: Decision = field(compare=False)
    trace: tuple[Event, ...] = field(compare=False, repr=False)
    fallen: bool = field(compare=False)

    def answer(self, given: Any, rng: Random | None = None) -> Suspended | Outcome:
        """Go on with an option: the option itself, its number from 1, its name, or the places of its dice.

        `rng` is the source of chance for dice that fall from here on. An illegal answer is a DicewrightError that
        lists the legal ones; the suspended check stays as it is.
        """
        return advance(self.setting, self.drawn, (*self.answers, self.decision.find(given).answer), thrower(rng))

    def undo(self) -> Suspended:
        """The check before the last answer. Refused once dice have fallen since."""
        if not self.answers:
            raise fail("nothing-to-undo", "nothing has been answered yet")
        if self.fallen:
            raise fail("dice-have-fallen", "the last answer stands: dice have fallen since")
        return _again(self.setting, self.drawn, self.answers[:-1])

    def advise(self, goals: str | Iterable[str] = ()) -> tuple[Advice, ...]:
        """The options from best to worst, each with its exact worth if all goes on as well as it can.

        The goals are those of the check's aim, or others (see `BoundCheck.best`). Equal options stay in their order.
        """
        wanted = policy(self.setting, "best", goals).goals
        program = self.setting.built(free=True, only=frozenset().union(*(goal.names for goal in wanted)))
        sight = foresight(self.setting, patience(self.setting.limits), program, wanted, free=True)
        pairs = zip(self.decision.options, sight.worths(self.ask()), strict=True)
        ranked = sorted(pairs, key=lambda pair: pair[1], reverse=True)
        return tuple(
            Advice(option, {written(g): -x if g.how == "least" else x for g, x in zip(wanted, worth, strict=True)})
            for option, worth in ranked
        )

    def ask(self) -> Choose:
        """The question itself, for those who look ahead from here."""
        player = _Player(self.setting, self.drawn, self.answers, _no_more)
        try:
            player.run()
        except _Paused as pause:
            return pause.ask
        raise AssertionError("a suspended check ends in a question")

    def to_dict(self) -> dict[str, Any]:
        """What is needed to go on elsewhere (see `System.resume`), and the decision for whoever shows it."""
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
            "answers": [plain(answer) for answer in self.answers],
            "decision": self.decision.to_dict(),
        }


def advance(setting: Setting, drawn: Drawn, answers: Sequence[Answer], throw: Throw) -> Suspended | Outcome:
    """Run a check by what is known of it, and then on: to the next decision, or to its end."""
    player = _Player(setting, drawn, answers, throw)
    try:
        end = player.run()
    except _Paused as pause:
        return Suspended(
            setting,
            tuple(player.drawn),
            tuple(answers),
            _decision(setting, player, pause.ask),
            player.record.events(),
            len(player.drawn) > player.answered_at,
        )
    if player.left:
        raise _not_suspended()
    return finished(player.record, end)


def answered(setting: Setting, answers: Any, throw: Throw) -> Outcome:
    """Roll with answers that are known, such as those of a log."""
    found = advance(setting, (), _answers(answers), throw)
    if isinstance(found, Suspended):
        raise fail("log-differs", "the log does not tell every answer")
    return found


def resumed(setting: Setting, data: Mapping[str, Any]) -> Suspended:
    """A suspended check from its data; `setting` is the check that the data names."""
    try:
        drawn = tuple((kind, face) for kind, face in data["drawn"])
        answers = _answers(data["answers"])
    except (KeyError, TypeError, ValueError):
        raise _not_suspended() from None
    if not all(type(kind) is str and type(face) is int for kind, face in drawn):
        raise _not_suspended()
    return _again(setting, drawn, answers)


def _again(setting: Setting, drawn: Drawn, answers: tuple[Answer, ...]) -> Suspended:
    """A check run again to a decision, by known faces alone."""
    found = advance(setting, drawn, answers, _no_more)
    if not isinstance(found, Suspended) or found.drawn != drawn:
        raise _not_suspended()
    return found


def _answers(data: Any) -> tuple[Answer, ...]:
    if not isinstance(data, list | tuple):
        raise _not_suspended()
    for answer in data:
        places = isinstance(answer, list | tuple) and all(type(place) is int for place in answer)
        if not places and not isinstance(answer, str):
            raise _not_suspended()
    return tuple(answer if isinstance(answer, str) else tuple(answer) for answer in data)


class _Paused(Exception):  # noqa: N818 - it is no error
    def __init__(self, ask: Choose) -> None:
        self.ask = ask


class _Player(Teller):
    """Rolls by what was drawn and answered, and pauses where no answer is known."""

    def __init__(self, setting: Setting, drawn: Drawn, answers: Sequence[Answer], throw: Throw) -> None:
        super().__init__(setting, self._next, self._known)
        self._throw, self._faces, self.left = throw, list(reversed(drawn)), list(reversed(answers))
        self.drawn: list[tuple[str, int]] = []
        self.answered_at = 0

    def _next(self, die: Die) -> int:
        if self._faces:
            kind, face = self._faces.pop()
            if kind != die.name or not 0 <= face < len(die.weights) or not die.weights[face]:
                raise _not_suspended()
        else:
            face = self._throw(die)
        self.drawn.append((die.name, face))
        return face

    def _known(self, ask: Choose) -> Any:
        if not self.left:
            raise _Paused(ask)
        answer = self.left.pop()
        self.answered_at = len(self.drawn)
        for option in ask.options():
            if as_answer(self.record.move, option) == answer:
                return option
        raise _not_suspended()


def _decision(setting: Setting, player: _Player, ask: Choose) -> Decision:
    state, move = player.states[-1], player.record.move
    found = tuple(ask.options())
    dice = _named(setting.rules, state.pool)
    options = tuple(Option(_words(move, dice, each), as_answer(move, each)) for each in found)
    asked = setting.program.asked(move.at + 1)
    decision = Decision(
        ask.who,
        move.step.op,
        move.step.because,
        move.cause,
        move.step.span,
        options,
        None,
        tuple(shown(setting.rules, piece) for piece in state.pool),
        tuple(piece.forgetting(asked) for piece in state.pool),
    )
    if ask.preferred is None:
        return decision
    return replace(decision, standing=decision.find(as_answer(move, ask.preferred)))


def _words(move: Any, dice: Sequence[str], option: Any) -> str:
    answer = as_answer(move, option)
    if isinstance(answer, str):
        return answer if "options" in move.step.keys else f"{move.step.keys['name']} {answer}"
    return f"{move.step.op} {', '.join(dice[i] for i in answer) or 'nothing'}"


def _named(rules: Rules, pool: Sequence[Piece]) -> list[str]:
    """The dice on the table in words; with their tags where those tell dice of one kind apart."""
    tags: dict[str, set[tuple[str, ...]]] = {}
    for piece in pool:
        tags.setdefault(piece.kind, set()).add(piece.tags)
    found = []
    for piece in pool:
        kind = rules.kinds[piece.kind]
        mark = f" ({', '.join(piece.tags)})" if piece.tags and len(tags[piece.kind]) > 1 else ""
        found.append(f"{kind.label}{mark} {kind.shown(piece.face, piece.value) if piece.face >= 0 else '?'}")
    return found


def _said(given: Any) -> str:
    """A word or a number as it was given; places of dice say little to a reader, and anything else may come as JSON."""
    short = len(given) <= LONGEST_SAID if isinstance(given, str) else isinstance(given, int) and abs(given) <= LARGEST
    return f"`{given}`" if short else "this"


def _not_suspended() -> DicewrightError:
    return fail("not-suspended", "this is not the data of a suspended check")


def _no_more(die: Die) -> int:
    raise _not_suspended()
