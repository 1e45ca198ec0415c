"""One roll with known faces and answers, and how it differs from what a case wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dicewright import DicewrightError, Suspended, System
from dicewright.play.contest import BoundContest
from dicewright.play.decision import advance
from dicewright.play.faces import Forced, Shown
from dicewright.play.outcome import Outcome
from dicewright.play.sequence import BoundSequence

from .case import Case

Loader = Callable[[str], System]


@dataclass(frozen=True)
class Trial:
    """What is rolled, and what must come.

    Every face of `faces` is thrown, each kind in its order, and every decision has its answer in `answers`. What is
    wanted: one of the `outcome` names (None: the bot gives no verdict), these `results`, so many dice of a kind that
    lie there with a value (`lying`), the code of a refusal (`error`). `falls` says how many dice are thrown by
    another answer to the first decision.
    """

    system: str
    check: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    faces: Mapping[str, Sequence[Shown]] = field(default_factory=dict)
    properties: Sequence[str] = ()
    effects: Sequence[str | Mapping[str, Any]] = ()
    answers: Sequence[str] = ()
    outcome: frozenset[str] | None = None
    results: Mapping[str, int] = field(default_factory=dict)
    lying: Mapping[tuple[str, Shown], int] = field(default_factory=dict)
    falls: tuple[str, int] | None = None
    error: str | None = None


def run(trial: Trial, load: Loader) -> list[str]:
    """How a trial differs from what it wants; nothing when it passes."""
    try:
        bound = load(trial.system)[trial.check].bind(dict(trial.inputs), trial.properties, effects=trial.effects)
        if isinstance(bound, BoundSequence | BoundContest):
            outcome: Any = bound.roll(faces=trial.faces)
            found = _compare(trial, outcome, len(trial.answers))
        else:
            found = _played(trial, bound)
    except DicewrightError as error:
        codes = [problem.code for problem in error.problems]
        return [] if trial.error in codes else [problem.message for problem in error.problems]
    return [f"no error, expected {trial.error}", *found] if trial.error else found


def _played(trial: Trial, bound: Any) -> list[str]:
    setting = bound.setting
    forced = Forced(setting.rules, trial.faces)
    answers = list(trial.answers)
    now: Suspended | Outcome = advance(setting, (), (), forced.throw)
    asked: list[Suspended] = []
    while isinstance(now, Suspended):
        if not answers:
            return [f"nobody answers {', '.join(option.words for option in now.decision.options)}"]
        asked.append(now)
        answer = now.decision.find(answers.pop(0)).answer
        now = advance(setting, now.drawn, (*now.answers, answer), forced.throw)
    forced.finish()
    found = _compare(trial, now, len(answers))
    if trial.falls:
        found += _falling(*trial.falls, asked)
    return found


def _falling(answer: str, number: int, asked: Sequence[Suspended]) -> list[str]:
    """How many dice fall by an answer to the first decision, until the next one or the end."""
    if not asked:
        return [f"nobody is asked whether to {answer}"]
    then = asked[0].answer(answer, rng=Random(number))
    drawn = len(then.drawn) if isinstance(then, Suspended) else sum(len(faces) for faces in then.log["faces"].values())
    fallen = drawn - len(asked[0].drawn)
    return [] if fallen == number else [f"{answer} throws {fallen} dice, expected {number}"]


def _compare(trial: Trial, outcome: Any, unasked: int) -> list[str]:
    found = [f"{unasked} answers are left, and nobody asks"] if unasked else []
    if trial.outcome is not None and outcome.outcome not in trial.outcome:
        found.append(f"the outcome is {outcome.outcome}, expected {' or '.join(sorted(trial.outcome))}")
    for name, wanted in trial.results.items():
        if name not in outcome.results:
            found.append(f"there is no result {name}")
        elif outcome.results[name] != wanted:
            found.append(f"{name} is {outcome.results[name]}, expected {wanted}")
    if trial.lying:
        lie = Counter((die.die, die.symbols[0] if die.symbols else die.value) for die in outcome.dice)
        for (kind, look), wanted in trial.lying.items():
            if lie[kind, look] != wanted:
                found.append(f"{lie[kind, look]} {kind} show {look}, expected {wanted}")
    return found


def verdicts(case: Case, flags: Mapping[str, str]) -> frozenset[str]:
    """The outcomes whose flags, written as words, are just those of the case."""
    found = frozenset(name for name, words in flags.items() if frozenset(words.split()) == case.flags)
    if not found:
        raise ValueError(f"no outcome has the flags {', '.join(sorted(case.flags)) or 'none'}")
    return found


def chains(values: Sequence[int], dice: int, again: Callable[[int], bool]) -> list[int]:
    """Faces that the bot throws in rounds, in the order in which we throw them: each further die with what it brings.

    The first `dice` faces are the roll; each that fits `again` brings one die of the next round, and so on.
    """
    rounds, at, size = [], 0, dice
    while size and at < len(values):
        rounds.append(list(values[at : at + size]))
        at, size = at + size, sum(map(again, rounds[-1]))
    if size or at != len(values):
        raise ValueError("the faces do not add up to rounds")

    def follow(depth: int) -> list[int]:
        face = rounds[depth].pop(0)
        return [face, *(follow(depth + 1) if again(face) else ())]

    first = rounds[0][:] if rounds else []
    return first + [face for value in first if again(value) for face in follow(1)]
