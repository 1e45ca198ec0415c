"""The rolls of a check with which the steps behind them are joined, and in which way each is asked for.

Every way has a module of its own, in which its law stands. Of those that fit the first is taken: stages, dice in an
order, dice value by value, a few dice and numbers read off all of them, each die by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from ..chance.ask import Many
from ..chance.patience import Patience
from ..ops import binding
from ..ops.frame import Frame
from ..ops.pair import PAIR
from ..ops.state import Move, State
from .alike import judged_together, sweeping, swept
from .apart import joined, taken_apart
from .carried import Stretch as Carrying
from .carried import carried, carrying
from .few import Reducing, Stretch, fewer
from .foretold import foretold, read_off
from .lined import lined
from .live import Live
from .measured import measured
from .order import in_order, ordering
from .reads import Reads
from .stages import Stages, Staging, staged, stages


class Wayfaring(Reducing, Staging, Protocol):
    """A program, as far as this needs it."""

    lean: bool
    free: bool

    @property
    def plain(self) -> Frame: ...
    @property
    def live(self) -> Live: ...
    @property
    def pool_names(self) -> frozenset[str]: ...
    @property
    def matters(self) -> Mapping[int, tuple[int, ...]]: ...
    def make(self, frame: Frame, move: Move, state: State) -> Any: ...


@dataclass(frozen=True, eq=False)
class Ways:
    """What is joined with each roll."""

    program: Wayfaring
    _found: dict[int, _Way] = field(default_factory=dict)

    def __contains__(self, at: int) -> bool:
        """Whether a roll stands here: states that are then equal meet first."""
        moves = self.program.moves
        return self.program.lean and at < len(moves) and moves[at].step.op == "roll"

    def joint(self, state: State, patience: Patience | None = None) -> Many | None:
        """The roll of a state with the steps behind it, asked for at once; None where it is made by itself."""
        way = self._found.get(state.at)
        if way is None:
            way = self._found[state.at] = _Way(self.program, state.at)
        return way.joint(state, patience)


@dataclass(frozen=True, eq=False)
class _Way:
    """The stretches that a roll may begin, and how far they go: none is looked for before it is needed."""

    program: Wayfaring
    at: int

    def joint(self, state: State, patience: Patience | None) -> Many | None:
        program = self.program
        if self.stages and (by_stages := staged(program, state, self.stages, patience)) is not None:
            return by_stages
        if self.order and (one_by_one := self._ordered(state, *self.order)) is not None:
            return one_by_one
        if self.sweep and (by_value := self._swept(state, *self.sweep, patience)) is not None:
            return by_value
        if self.carrying and (by_carrying := carried(program, state, self.carrying)) is not None:
            return by_carrying
        if self.few and (few := measured(program, state, self.few, program.live.each)) is not None:
            return few
        return None if self.end is None else joined(program, state, self.end, program.lay(self.end, state))

    @cached_property
    def stages(self) -> Stages | None:
        """The one in which the dice bring others."""
        program = self.program
        return stages(program.moves, self.at, program.live.each, program.idle, program.pool_names, program.known)

    @cached_property
    def sweep(self) -> tuple[int, int] | None:
        """The one that the dice of each value take together, where something asks for that."""
        program = self.program
        found = sweeping(program.moves, self.at, program.pool_names, program.free)
        if found is None or not judged_together(program.moves, *found, program.live.each, program.after):
            return None
        return found

    def _swept(self, state: State, mid: int, end: int, patience: Patience | None) -> Many | None:
        program = self.program
        names = [binding(move.step) for move in program.moves[mid:end]]
        counters = tuple(dict.fromkeys(program.frame.slots[name] for name in names if name is not None))
        if not set(counters).isdisjoint(program.matters[end]):
            return None
        many = swept(program, state, (mid, end), program.lay(end, state), counters)
        each = program.live.each[end]
        if many is None and not counters and end < len(program.moves) and read_off(program.moves[end], each):
            many = foretold(program, state, (mid, end), each, patience)
        return many

    @cached_property
    def order(self) -> tuple[int, int] | None:
        """The one in which dice are taken from the highest, or the lowest, down."""
        program = self.program
        each, idle = program.live.each, program.idle
        found = ordering(program.moves, self.at, each, idle, program.pool_names, program.free)
        return None if found is None or _together(program.after[found[1]]) else found

    def _ordered(self, state: State, mid: int, end: int) -> Many | None:
        program = self.program
        lay, matters = program.lay(end, state), program.matters[end]
        moves = [move for move in program.moves[mid:end] if move.at not in program.idle]
        many = in_order(program, program.plain, state, moves, lay, matters)
        if many is None and len(moves) == 1 and moves[0].step.op == PAIR.name:
            many = lined(program, program.plain, state, moves[0])
        return many

    @cached_property
    def carrying(self) -> Carrying | None:
        """The one that dice are gone through in from value to value, each knowing what came before."""
        program = self.program
        each, after, idle = program.live.each, program.after, program.idle
        return carrying(program.moves, self.at, each, after, idle, program.pool_names, program.free)

    @cached_property
    def few(self) -> Stretch | None:
        """The one in which numbers are read off the dice, and then few of these matter."""
        program = self.program
        each, known = program.live.each, program.known
        found = fewer(program.moves, self.at, each, program.idle, program.pool_names, known, program.free)
        return None if found is None or _together(program.after[found.end]) else found

    @cached_property
    def end(self) -> int | None:
        """Up to where each group of dice goes alone."""
        program = self.program
        return taken_apart(program.moves, self.at, program.idle, program.pool_names, program.free)


def _together(reads: Reads) -> bool:
    """Whether dice are still needed together with others."""
    return bool(reads.alike or reads.ordered)
