"""The rolls of a check with which the steps behind them are joined, and in which way each is asked for.

Every way has a module of its own, in which its law stands. Of those that fit the first is taken: stages, dice in an
order, dice value by value, a few dice and numbers read off all of them, each die by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ..chance.ask import Many
from ..chance.patience import Patience
from ..ops import binding
from ..ops.frame import Frame
from ..ops.state import State
from .alike import judged_together, sweeps, swept
from .apart import joined, stretches
from .few import Reducing, Stretch, fewer, measured
from .foretold import foretold, read_off
from .live import Live
from .order import in_order, orders
from .stages import Staging, staged


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
    def matters(self) -> Sequence[tuple[int, ...]]: ...


@dataclass(frozen=True, eq=False)
class Ways:
    """Under each place where a roll begins such a stretch, how far it goes."""

    program: Wayfaring

    def __contains__(self, at: int) -> bool:
        shaped = (self.program.stages, self.sweeps, self.orders, self.fews, self.stretches)
        return self.program.lean and any(at in found for found in shaped)

    def joint(self, state: State, patience: Patience | None = None) -> Many | None:
        """The roll of a state with the steps behind it, asked for at once; None where it is made by itself.

        What has to be found out for it may cost no more than the `patience`.
        """
        program, at = self.program, state.at
        if at in program.stages and (by_stages := staged(program, state, patience)) is not None:
            return by_stages
        if at in self.orders and (one_by_one := self._ordered(state)) is not None:
            return one_by_one
        if at in self.sweeps and (by_value := self._swept(state, patience)) is not None:
            return by_value
        if at in self.fews and (few := measured(program, state, self.fews[at], program.live.each)) is not None:
            return few
        end = self.stretches.get(at)
        return None if end is None else joined(program, state, end, program.lay(end, state))

    @cached_property
    def stretches(self) -> Mapping[int, int]:
        """Those that each group of dice takes alone."""
        return stretches(self.program.moves, self.program.idle, self.program.pool_names, self.program.free)

    @cached_property
    def sweeps(self) -> Mapping[int, tuple[int, int]]:
        """Those that the dice of each value take together, where something asks for that."""
        program = self.program
        found = sweeps(program.moves, program.pool_names, program.free)
        here, later = [bool(r.alike) for r in program.live.each], [bool(r.alike) for r in program.after]
        return {
            at: (mid, end) for at, (mid, end) in found.items() if judged_together(program.moves, mid, end, here, later)
        }

    def _swept(self, state: State, patience: Patience | None) -> Many | None:
        program, (mid, end) = self.program, self.sweeps[state.at]
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
    def orders(self) -> Mapping[int, tuple[int, int]]:
        """Those in which dice are taken from the highest, or the lowest, down."""
        program = self.program
        found = orders(program.moves, program.live.each, program.idle, program.pool_names, program.free)
        return {at: (mid, end) for at, (mid, end) in found.items() if not program.after[end].alike}

    def _ordered(self, state: State) -> Many | None:
        program, (mid, end) = self.program, self.orders[state.at]
        lay, matters = program.lay(end, state), program.matters[end]
        moves = [move for move in program.moves[mid:end] if move.at not in program.idle]
        return in_order(program, program.plain, state, moves, lay, matters)

    @cached_property
    def fews(self) -> Mapping[int, Stretch]:
        """Those in which numbers are read off the dice, and then few of these matter."""
        program = self.program
        found = fewer(program.moves, program.live.each, program.idle, program.pool_names, program.free)
        return {at: stretch for at, stretch in found.items() if not program.after[stretch.end].alike}
