"""What is still read at each place of a check, by the move there and by all that may follow."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from ..model.formula import Formula
from ..ops.control import back, guard
from ..ops.state import Move
from .known import sure
from .reads import Reader, Reads, idle
from .unseen import Lying, unseen

NUMBERS = ("let", "tally", "cancel")


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
        numbers = [move for move in self.moves if move.step.op in NUMBERS]
        unread = {m.at for m in numbers if known(m) or idle(m, self._wanted(self.after, m.at), rules)}
        return frozenset(unread | {m.at for m in self.moves if leaves_best(m, self.after[m.at + 1])})

    @cached_property
    def unseen(self) -> tuple[frozenset[Lying], ...]:
        """For each place the dice, by kind and state, that are taken away before anything looks at them."""
        read = [Reads() if move.at in self.idle else self.each[move.at] for move in self.moves]
        return unseen(self.moves, [*read, self.end], self._following, self.reader.rules.kinds)

    def behind(self, at: int) -> frozenset[int]:
        """The places that may be come to from a place, itself among them."""
        found, waiting = {at}, [at]
        while waiting:
            fresh = {*self._following[waiting.pop()]} - found
            found |= fresh
            waiting += fresh
        return frozenset(found)

    def _found(self, lean: bool) -> tuple[Reads, ...]:
        found = [Reads()] * len(self.each)  # each is replaced, never changed
        loops = any(following <= at for at, onward in enumerate(self._following) for following in onward)
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(found))):
                own, onward = self.each[at], self._following[at]
                if lean and at < len(self.moves):
                    if self.moves[at].step.op in NUMBERS:
                        own = self._asked(self.moves[at], self._wanted(found, at))
                    elif leaves_best(self.moves[at], found[at + 1]):
                        own = Reads()
                behind = [found[following] for following in onward]
                empty = not own.facts and len(behind) == 1
                reads = behind[0] if empty else own.before(behind, self.reader.measures)
                changed = changed or (loops and reads != found[at])
                found[at] = reads
        return tuple(found)

    def _asked(self, move: Move, wanted: Set[str]) -> Reads:
        """What a move that gives numbers to names reads for the sake of those that are wanted."""
        if idle(move, wanted, self.reader.rules):
            return Reads()
        return self.reader.move(move, wanted) if move.step.op == "cancel" else self.each[move.at]

    def _wanted(self, found: Sequence[Reads], at: int) -> Set[str]:
        """The names that are read behind a place."""
        wanted = [found[following].names for following in self._following[at]]
        return wanted[0] if len(wanted) == 1 else set().union(*wanted)

    @cached_property
    def _following(self) -> tuple[tuple[int, ...], ...]:
        """For each place those that may be next."""
        return (*map(_onward, self.moves), ())


def _onward(move: Move) -> tuple[int, ...]:
    if move.run is back:
        return (move.to,)
    onward = (move.at + 1, *move.blocks)
    return onward if move.to < 0 else (*onward, move.to)


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
            blind = not (later.touches or later.mixed or later.alike)
        case _:
            return False
    return blind and all(tally.how == select.pick and tally.of.word == "value" and not s for tally, s in later.tallies)


def passes(move: Move) -> bool:
    """Whether a move does no more than mark a place."""
    marks = move.step.op == "phase" and move.run not in (guard, back) and not move.blocks
    return marks and move.to < 0 and (move.step.when is None or move.guarded)
