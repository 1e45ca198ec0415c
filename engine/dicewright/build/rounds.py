"""The loops of a check whose states come again: those that odds solve, and those whose rounds they need not go anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Protocol

from ..chance.chain import Counted, Loop
from ..model.formula import Formula
from ..model.system import Check
from ..ops.frame import Frame
from ..ops.state import PLAYERS, Limits, Move, State


class Looping(Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]
    check: Check
    limits: Limits
    lean: bool
    free: bool

    @property
    def frame(self) -> Frame: ...
    @property
    def known(self) -> Mapping[str, int]: ...


def endless(program: Looping) -> dict[int, Loop]:
    """The loops that go on as long as something holds, and where nobody looks ahead to how long that can be."""
    return {
        m.at: Loop(range(m.at + 1, m.to), partial(_after, program.frame, m.slot, number=None))
        for m in _followed(program)
        if not m.step.keys.keys() & {"times", "rounds"}
    }


def counted(program: Looping) -> dict[int, Counted]:
    """Those that go round so many times, as is known before, and have no other loop in them."""
    found: dict[int, Counted] = {}
    for move in _followed(program):
        times = _times(program, move)
        within = range(move.at + 1, move.to)
        if times is not None and not any(m.slot for m in program.moves[move.at + 1 : move.to]):
            slot = program.frame.slots[move.slot]
            done = partial(_done, slot)
            found[move.at] = Counted(within, times, done, partial(_after, program.frame, move.slot))
    return found


def _followed(program: Looping) -> Iterator[Move]:
    """The heads of loops in which nobody looks ahead."""
    if program.lean and not program.free and (not program.check.aim or all(map(_answered, program.moves))):
        yield from (move for move in program.moves if move.slot)


def _times(program: Looping, move: Move) -> int | None:
    """How often the loop goes round at most; None where that is not known before."""
    keys = move.step.keys
    asked = [keys[key] for key in ("times", "rounds") if key in keys]
    if not asked or not all(isinstance(each, Formula) and _fixed(program, each) for each in asked):
        return None
    most: list[int] = [each.given(program.known) for each in asked]
    return min([*most, program.limits.rounds] if "while" in keys and "rounds" not in keys else most)


def _fixed(program: Looping, formula: Formula) -> bool:
    return not formula.tallies and not formula.whole and formula.names <= program.known.keys()


def _done(slot: int, state: State) -> int:
    return state.names[slot] or 0


def _after(frame: Frame, slot: str, state: State, number: int | None) -> State:
    """A state at the head of a loop, as if it had gone through so often, or came there first."""
    return state._replace(names=frame.named(state, slot, number or None))


def _answered(move: Move) -> bool:
    """Whether the file answers whatever somebody may have to decide there."""
    step, select = move.step, move.step.select
    if step.op != "choose":
        return select.prefer is not None or (select.may is None and select.pick not in PLAYERS)
    if "options" not in step.keys:
        return "prefer" in step.keys
    open_ones = [option for option in step.keys["options"] if option["when"] is None]
    return any(option["name"] == step.keys.get("prefer") or _sure(option["prefer"]) for option in open_ones)


def _sure(wish: Any) -> bool:
    return isinstance(wish, Formula) and not wish.names and not wish.tallies and not wish.whole and bool(wish.given({}))
