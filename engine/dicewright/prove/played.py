"""Checks as players play them: what can be answered on the way, and where answers lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..errors import DicewrightError
from ..model.rules import Rules
from ..ops.state import Piece
from ..play.answers import followed
from ..play.bind import Setting
from ..play.check import BoundCheck
from ..play.decision import Drawn, Option, Suspended, advance
from ..play.faces import Forced, as_written
from ..play.outcome import Outcome
from ..play.record import Answer
from ..play.throw import thrower
from ..play.verify import Bound

SEEDS, TURNS, ENDS = 4, 15, 4  # rolls that are played, how far each; and options of a decision, from either end


@dataclass(frozen=True)
class Play:
    """Where these faces and answers lead: to what can be answered next, as tests say it, or to the end of a roll."""

    faces: Mapping[str, Sequence[Any]]
    answers: tuple[Any, ...]
    options: tuple[Any, ...] = ()
    seen: Mapping[str, Any] | None = None


def told(
    outcome: str | None, results: Mapping[str, int], rules: Rules | None = None, pool: Sequence[Piece] = ()
) -> Mapping[str, Any]:
    """The end of a roll as a test sees it; the dice only where nothing is read from them."""
    if rules is not None and outcome is None and not results:
        dice = sorted((piece.kind, piece.value, piece.state) for piece in pool if piece.state != "bag")
        return {"dice": [{"die": die, "value": value, "state": state} for die, value, state in dice]}
    return {**({} if outcome is None else {"outcome": outcome}), "results": dict(results)}


def decides(bound: Bound) -> bool:
    """Whether a player has something to decide."""
    return isinstance(bound, BoundCheck) and bound.setting.course.decides


def plays(setting: Setting) -> Iterator[Play]:
    """Rolls by a few seeds, with answers that players can give in their turn."""
    for seed in range(SEEDS):
        waiting: list[tuple[Drawn, tuple[Answer, ...], tuple[Any, ...]]] = [((), (), ())]
        turns = 0
        while waiting and turns < TURNS:
            drawn, answers, said = waiting.pop()
            turns += 1
            try:
                now = advance(setting, drawn, answers, thrower(Random(seed + len(answers))))
            except DicewrightError:
                continue
            if isinstance(now, Outcome):
                if now.outcome is not None or now.results:
                    yield Play(now.log["faces"], said, (), told(now.outcome, now.results))
                continue
            options = {option.answer: answer(now, option) for option in now.decision.options}
            if all(kind in setting.rules.kinds for kind, _ in now.drawn):  # what is drawn from an urn tells no face
                yield Play(_faces(now), said, tuple(options.values()))
            tried = list(options.items())
            tried = tried if len(tried) <= 2 * ENDS else tried[:ENDS] + tried[-ENDS:]
            waiting += [(now.drawn, (*answers, option), (*said, each)) for option, each in reversed(tried)]


def answer(now: Suspended, option: Option) -> Any:
    """An option as tests say it: the faces of dice, a name, or a number."""
    said = option.answer
    if isinstance(said, str):
        return int(said) if now.decision.numbers else said
    dice, kinds = [now.decision.dice[place] for place in said], now.setting.rules.kinds
    return [as_written(kinds[die.die].shown(die.face - 1, die.value)) for die in dice]


def _faces(now: Suspended) -> Mapping[str, Sequence[Any]]:
    """All that has come up, by the name of the die."""
    found: dict[str, list[Any]] = {}
    for kind, face in now.drawn:
        found.setdefault(kind, []).append(as_written(now.setting.rules.kinds[kind].faces[face].look))
    return found


def options(bound: BoundCheck, play: Play) -> tuple[Any, ...]:
    """What can be answered after these faces and answers; nothing where they do not lead to a decision."""
    try:
        now = followed(bound.setting, Forced(bound.setting.rules, play.faces).throw, play.answers)
    except DicewrightError:
        return ()
    return tuple(answer(now, each) for each in now.decision.options) if isinstance(now, Suspended) else ()
