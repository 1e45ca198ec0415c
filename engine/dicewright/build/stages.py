"""Joining a roll with the stages behind it in which the dice that count bring other dice: attacks hit, hits wound.

Where each number on the way is a sum over dice, and as many dice come as such a number says, the dice that one die
brings are its own, and so is all that becomes of them. So one die goes through all stages alone, by the very same
moves; what it adds to each number is found once, and n dice add n such laws together. What is there without any die,
the *founder*, goes through the stages, too: a number is its share and that of every die. Odds with the joint equal
odds without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..chance.ask import Again, Lot, Many
from ..chance.life import Known
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..errors import DicewrightError
from ..model.formula import Formula, Tally
from ..model.system import Outcome
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Limits, Move, State
from .alike import Counting
from .apart import Taker, Thrown, apart, as_they_lie, fixed, jumped_into, twins, untwined
from .lay import Aside
from .linear import Term, Terms, constant, linear, sums, together, unclipped
from .reads import Reads

ADDITIVE = ("sum", "count")

Counters = tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class Stages:
    """Where such a stretch ends, the names that get numbers in it, and how its moves add these up, by their places."""

    end: int
    moving: tuple[str, ...]
    terms: Mapping[int, Terms]


def stages(
    moves: Sequence[Move],
    each: Sequence[Reads],
    idle: Set[int],
    pool_names: frozenset[str],
    known: Mapping[str, int],
) -> Mapping[int, Stages]:
    """Where a roll begins such a stretch. `each` says what moves read, `known` are the names that never change."""
    found: dict[int, Stages] = {}
    entered = jumped_into(moves)
    brings = [move.at for move in moves if move.step.op == "add" and "count" in move.step.keys]
    for start, move in enumerate(moves):
        if move.step.op != "roll" or not any(at > start for at in brings):
            continue
        walk = _Walk(pool_names, known)
        end = start
        while end < len(moves) and (end == start or end not in entered):
            if end not in idle and not walk.takes(moves[end], each[end]):
                break
            end += 1
        if walk.brings:
            found[start] = Stages(end, tuple(walk.moving), walk.terms)
    return found


class _Walk:
    """The names that have got numbers so far, and those that have to stay as they are. `brings`: dice have come."""

    def __init__(self, pool_names: frozenset[str], known: Mapping[str, int]) -> None:
        self._pool_names, self._known = pool_names, known
        self.moving: dict[str, None] = {}
        self.terms: dict[int, Terms] = {}
        self._steady: set[str] = set()
        self.brings = False

    def takes(self, move: Move, reads: Reads) -> bool:
        """Whether the stretch can go on with this move; then it does."""
        step, keys = move.step, move.step.keys
        if move.run in (guard, back) or (step.when is not None and not self._still(step.when)):
            return False
        match step.op:
            case "let":
                return self._adds_up(move.at, linear(keys["value"], self._known)) and self._moves(keys["name"])
            case "tally":
                tally: Tally | None = keys.get("tally")
                where = step.select.where
                fits = tally is not None and self._additive(tally) and (where is None or where.alone)
                return fits and self._stay(reads.names) and self._moves(keys["name"])
            case "add" if "die" in keys and "count" in keys:
                terms = unclipped(keys["count"], self._known)
                if not self._adds_up(move.at, terms):
                    return False
                self.brings |= any(isinstance(term, Tally) or term in self.moving for term in terms or ())
                return True
        return apart(move, self._pool_names, free=True) and self._stay(reads.names)

    def _adds_up(self, at: int, terms: Terms | None) -> bool:
        """Whether a number is a sum of numbers that are sums over dice."""
        if terms is None or not self._pool_names.isdisjoint(term for term in terms if isinstance(term, str)):
            return False
        self.terms[at] = terms
        return all(self._additive(term) for term in terms if isinstance(term, Tally))

    def _additive(self, tally: Tally) -> bool:
        return tally.how in ADDITIVE and tally.of.alone and self._stay(tally.of.names)

    def _still(self, formula: Formula) -> bool:
        return fixed(formula, self._pool_names) and self._stay(formula.names)

    def _stay(self, names: Set[str]) -> bool:
        if names & self.moving.keys():
            return False
        self._steady |= names
        return True

    def _moves(self, name: str) -> bool:
        if name in self._steady or name in self._pool_names:
            return False
        self.moving[name] = None
        return True


class Staging(Taker, Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]
    limits: Limits

    @property
    def frame(self) -> Frame: ...
    @property
    def idle(self) -> frozenset[int]: ...
    @property
    def stages(self) -> Mapping[int, Stages]: ...
    @property
    def after(self) -> tuple[Reads, ...]: ...
    @property
    def tells(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def known(self) -> Mapping[str, int]: ...
    @property
    def wanted(self) -> Mapping[str, Formula]: ...
    @property
    def verdicts(self) -> tuple[Outcome, ...]: ...

    def lay(self, at: int, state: State) -> Aside: ...


class _UnfitError(Exception):
    """Something of which less than nothing would come, or more than can lie on a table."""


@dataclass(frozen=True)
class Founder:
    """What is there without any die of the roll, on its way through the stages; `most` dice may lie there at once.

    What is left are the dice that stay, and the sums of the others, and behind them what `counters` are worth: each
    some names, so many times each.
    """

    program: Staging
    state: State
    most: int
    lay: Aside
    counters: Counters
    stages: Stages = field(compare=False)

    @property
    def chain(self) -> bool:
        return False

    @property
    def laid(self) -> bool:
        return True

    def key(self, state: Any) -> Any:
        return self.program.key(state) if isinstance(state, State) else state

    @property
    def birth(self) -> Again:
        return Again(self.state, self.state.at)

    def step(self, state: State) -> Any:
        while state.at < self.stages.end:
            asked = self._asked(self.program.moves[state.at], state)
            if not isinstance(asked, Again):
                return asked
            state = asked.state  # type: ignore[assignment]
        state = self.program.key(state)
        numbers = [sum(n * self._number(name, state) for name, n in counter) for counter in self.counters]
        return state.pool, (*self.lay.of(state.sums), *numbers)

    def _asked(self, move: Move, state: State) -> Any:
        frame, keys = self.program.frame, move.step.keys
        terms = self.stages.terms.get(move.at)
        if terms is None or move.at in self.program.idle or not frame.holds(move.step.when, state):
            return self.program.leanly(state)
        if move.step.op == "let":
            return move.next(state, names=frame.named(state, keys["name"], self._worth(keys["value"], terms, state)))
        number = self._worth(keys["count"], terms, state)
        if number < 0 or number + len(state.pool) > self.most:
            raise _UnfitError
        return move.run(frame, replace(move, step=replace(move.step, keys={**keys, "count": constant(number)})), state)

    def _worth(self, formula: Formula, terms: Terms, state: State) -> int:
        """What an expression is worth that adds up these terms."""
        return self.program.frame.value(formula, state)

    def _number(self, name: str, state: State) -> int:
        """What a name is worth."""
        frame = self.program.frame
        number = state.names[frame.slots[name]]
        return frame.constants.get(name, 0) if number is None else number


@dataclass(frozen=True)
class Descent(Founder):
    """A die of the roll with all that it brings: its share of each number, and no more."""

    def _worth(self, formula: Formula, terms: Terms, state: State) -> int:
        return sum(times * self._share(term, state) for term, times in terms.items())

    def _share(self, term: Term, state: State) -> int:
        if isinstance(term, Tally):
            return self.program.frame.tally(term, None, state)
        return self._number(term, state) if isinstance(term, str) and term in self.stages.moving else 0

    def _number(self, name: str, state: State) -> int:
        return state.names[self.program.frame.slots[name]] or 0


def staged(program: Staging, state: State, patience: Patience | None = None) -> Many | None:
    """Ask for the founder and all dice of the roll at once, each on its way; None where that cannot be done."""
    here, slots, groups = program.stages[state.at], program.frame.slots, twins(state.pool)
    none, moving = state._replace(pool=()), {slots[name] for name in here.moving}
    if not moving.isdisjoint(program.tells[here.end]):
        return None
    lay, counters = program.lay(here.end, state), _counters(program, here)
    share = none._replace(names=tuple([0 if slot in moving else n for slot, n in enumerate(state.names)]))
    share = program.key(share._replace(sums=lay.nothing))
    most = program.limits.dice // (1 + sum(number for _, number in groups))
    lives = [(Founder(program, program.key(none), most, lay, counters, here), 1)]
    lives += [(Descent(program, share._replace(pool=one), most, lay, counters, here), n) for one, n in groups]
    odds = Odds(patience=patience)
    try:
        bag = tuple([Lot(Known(life, odds.unit(life)), number, None) for life, number in lives])
    except (_UnfitError, DicewrightError):
        return None

    def landed(thrown: Thrown, found: tuple[Any, ...]) -> Again:
        names = list(state.names)
        for counter, number in zip(counters, found[len(lay.empty) :], strict=True):
            (first, _), *others = counter
            names[slots[first]] = number
            for name, _ in others:
                names[slots[name]] = 0
        after = lay.onto(lay.nothing, found[: len(lay.empty)])
        return Again(State(here.end, tuple(names), untwined(thrown), after), here.end)

    counting: Any = Counting(lay, tuple([slots[first] for (first, _), *_ in counters]))
    return Many(bag, as_they_lie, counting, landed)


def _counters(program: Staging, here: Stages) -> Counters:
    """The names that are still read behind the stretch.

    Those of which only a sum is read stand together: the first name gets all of it, the others nothing.
    """
    names = [name for name in here.moving if name in program.after[here.end].names]
    if here.end < len(program.moves):
        return tuple([((name, 1),) for name in names])
    read = [*program.wanted.values(), *(outcome.when for outcome in program.verdicts if outcome.when is not None)]
    told = [terms for formula in read for terms in sums(formula, program.known)]
    return tuple([tuple(each.items()) for each in together(names, told).values()])
