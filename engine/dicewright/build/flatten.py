"""The steps of a check as a flat list of moves, with the triggers of each phase in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..model.formula import Formula
from ..model.system import Step
from ..ops import OPS
from ..ops.control import back, guard
from ..ops.state import Move

PLAYERS_FIRST_TO_LAST = ("gm", "others", "roller")


def flatten(
    steps: Iterable[Step],
    triggers: Mapping[str, list[tuple[str, str, Step]]],
    fixed: Callable[[Formula], int | None] = lambda formula: None,
) -> tuple[Move, ...]:
    """The moves of a check, each phase followed by the triggers that act in it, in the order of their owners.

    `fixed` knows conditions that the inputs decide for good; steps that can never happen are left out.
    """
    moves: list[Move] = []

    def emit(step: Step, run: Callable[..., Any], **more: Any) -> int:
        moves.append(Move(len(moves), step, run, **more))
        return len(moves) - 1

    def patch(at: int, **more: Any) -> None:
        moves[at] = replace(moves[at], **more)

    def one(step: Step, cause: str = "") -> None:
        known = None if step.when is None else fixed(step.when)
        if known == 0:
            return
        if known is not None:
            step = replace(step, when=None)
        opens = step.op in ("phase", "choose", "repeat")
        gate = emit(step, guard, cause=cause) if opens and step.when is not None else None
        at = emit(step, OPS[step.op].run, cause=cause, guarded=opens)
        match step.op:
            case "phase":
                order = dict.fromkeys(("", *step.keys.get("owners", ()), *PLAYERS_FIRST_TO_LAST))
                here = triggers.get(step.keys["name"], ())
                for owner in order:
                    for label, hand, trigger in here:
                        if hand == owner:
                            one(trigger, label)
            case "repeat":
                for inner in step.keys["steps"]:
                    one(inner, cause)
                emit(step, back, to=at, cause=cause)
                patch(at, to=len(moves), slot=f"round {at}")
            case "choose":
                begins, ends = [], []
                for option in step.keys.get("options", ()):
                    begins.append(len(moves))
                    for inner in option["steps"]:
                        one(inner, cause)
                    ends.append(emit(step, back, cause=cause))
                patch(at, to=len(moves), blocks=tuple(begins))
                for end in ends:
                    patch(end, to=len(moves))
        if gate is not None:
            patch(gate, to=len(moves))

    for step in steps:
        one(step)
    for move in [m for m in moves if m.step.op == "stop"]:
        patch(move.at, to=len(moves))
    return tuple(moves)
