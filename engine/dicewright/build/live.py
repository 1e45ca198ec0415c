"""What is still read at each place of a check, by the move there and by all that may follow."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.state import Move
from .known import sure
from .reads import Reader, Reads, idle


@dataclass(frozen=True)
class Live:
    """The moves of a check, and what its end reads."""

    moves: tuple[Move, ...]
    reader: Reader
    end: Reads

    @cached_property
    def each(self) -> tuple[Reads, ...]:
        """What each move reads, and the end."""
        return (*(self.reader.move(move) for move in self.moves), self.end)

    @cached_property
    def after(self) -> tuple[Reads, ...]:
        """For each place, what is read from there on for the sake of what the end tells."""
        return self._found(True)

    @cached_property
    def whole(self) -> tuple[Reads, ...]:
        """For each place, what is read from there on, also by moves that do nothing that anybody looks at."""
        return self._found(False)

    @cached_property
    def idle(self) -> frozenset[int]:
        """Moves that do nothing that anybody looks at."""
        rules, known = self.reader.rules, self.reader.known_before
        return frozenset(
            m.at
            for m in self.moves
            if known(m) or idle(m, self._wanted(self.after, m.at), rules) or leaves_best(m, self.after[m.at + 1])
        )

    def behind(self, at: int) -> frozenset[int]:
        """The places that may be come to from a place, itself among them."""
        found, waiting = {at}, [at]
        while waiting:
            fresh = set(self._following(waiting.pop())) - found
            found |= fresh
            waiting += fresh
        return frozenset(found)

    def _found(self, lean: bool) -> tuple[Reads, ...]:
        found = [Reads()] * len(self.each)  # each is replaced, never changed
        loops = any(following <= at for at in range(len(found)) for following in self._following(at))
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(found))):
                if at < len(self.moves) and passes(self.moves[at]):
                    changed, found[at] = changed or (loops and found[at + 1] != found[at]), found[at + 1]
                    continue
                reads, own = Reads(), self.each[at]
                if lean and at < len(self.moves) and self.moves[at].step.op in ("let", "tally", "cancel"):
                    own = self.reader.move(self.moves[at], self._wanted(found, at))
                elif lean and at < len(self.moves) and leaves_best(self.moves[at], found[at + 1]):
                    own = Reads()
                reads.use(own)
                for following in self._following(at):
                    reads.merge(found[following], own, self.reader.measures)
                changed = changed or (loops and reads != found[at])
                found[at] = reads
        return tuple(found)

    def _wanted(self, found: Sequence[Reads], at: int) -> set[str]:
        """The names that are read behind a place."""
        return set().union(*(found[following].names for following in self._following(at)))

    def _following(self, at: int) -> list[int]:
        if at == len(self.moves):
            return []
        move = self.moves[at]
        onward = [move.to] if move.run is back else [at + 1, *move.blocks]
        return onward if move.to < 0 or move.run is back else [*onward, move.to]


def leaves_best(move: Move, later: Reads) -> bool:
    """Whether a move keeps the highest dice, or the lowest, where no more is read than the value of that one."""
    step, select = move.step, move.step.select
    number = select.count or select.at_most
    if step.op != "keep" or select.may is not None or select.by is not None or select.per is not None:
        return False
    if (select.where, select.showing, select.containing) != (None, None, None) or move.run in (guard, back):
        return False
    match number:
        case Formula(body=ast.Constant(int() as least)) if least >= 1 and (step.when is None or sure(step.when)):
            blind = not (later.touches or later.whole or later.alike)
        case _:
            return False
    return blind and all(tally.how == select.pick and tally.of.word == "value" and not s for tally, s in later.tallies)


def passes(move: Move) -> bool:
    """Whether a move does no more than mark a place."""
    marks = move.step.op == "phase" and move.run not in (guard, back) and not move.blocks
    return marks and move.to < 0 and (move.step.when is None or move.guarded)
