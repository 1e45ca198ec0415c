"""Joining a roll with the stages behind it in which the dice that count bring other dice: attacks hit, hits wound.

Where each number on the way is a sum over dice, and as many dice come as such a number says, the dice that one die
brings are its own, and so is all that becomes of them. So one die goes through all stages alone, by the very same
moves, and then all that it brings, from where they come in; what it all adds to each number is found once, and n dice
add n such laws together. What a die counts for at a place is added at once to what that number brings and ends in:
which numbers it goes through on the way is the same for all dice, and is worked out before (the *ledger*), with what is
there without any die. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..chance.ask import Again, Lot, Many
from ..chance.life import Known
from ..chance.patience import Patience
from ..chance.pour import Odds
from ..errors import DicewrightError
from ..model.formula import LARGEST, Formula, Tally
from ..model.system import Outcome, Selector
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import Limits, Move, State
from .alike import Counting
from .apart import Taker, Thrown, apart, as_they_lie, fixed, jumped_into, twins, untwined
from .descent import Descent, Entry, Ledger, Share, UnfitError
from .lay import Aside
from .linear import Number, Term, constant, linear, sums, together, unclipped
from .reads import Reads

ADDITIVE = ("sum", "count")

Counters = tuple[tuple[tuple[str, int], ...], ...]
Sum = dict[int | None, int]  # so many times each tally, by its number, and under None what is there besides


@dataclass(frozen=True)
class Stages:
    """Where such a stretch ends, the names that get numbers in it, and how its moves add these up, by their places."""

    end: int
    moving: tuple[str, ...]
    terms: Mapping[int, Number]


def stages(
    moves: Sequence[Move],
    start: int,
    each: Sequence[Reads],
    idle: Set[int],
    pool_names: frozenset[str],
    known: Mapping[str, int],
) -> Stages | None:
    """Such a stretch that a roll begins. `each` says what moves read, `known` are the names that never change."""
    if not any(move.step.op == "add" and "count" in move.step.keys for move in moves[start:]):
        return None
    walk, entered, end = _Walk(pool_names, known), jumped_into(moves), start
    while end < len(moves) and (end == start or end not in entered):
        if end not in idle and not walk.takes(moves[end], each[end]):
            break
        end += 1
    return Stages(end, tuple(walk.moving), walk.terms) if walk.brings else None


class _Walk:
    """The names that have got numbers so far, and those that have to stay as they are. `brings`: dice have come."""

    def __init__(self, pool_names: frozenset[str], known: Mapping[str, int]) -> None:
        self._pool_names, self._known = pool_names, known
        self.moving: dict[str, None] = {}
        self.terms: dict[int, Number] = {}
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

    def _adds_up(self, at: int, terms: Number | None) -> bool:
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
    def after(self) -> tuple[Reads, ...]: ...
    @property
    def tells(self) -> Mapping[int, tuple[int, ...]]: ...
    @property
    def known(self) -> Mapping[str, int]: ...
    @property
    def wanted(self) -> Mapping[str, Formula]: ...
    @property
    def verdicts(self) -> tuple[Outcome, ...]: ...

    def lay(self, at: int, state: State) -> Aside: ...


def staged(program: Staging, state: State, here: Stages, patience: Patience | None = None) -> Many | None:
    """Ask for all dice of the roll at once, each with all that it brings; None where that cannot be done."""
    slots = program.frame.slots
    if not {slots[name] for name in here.moving}.isdisjoint(program.tells[here.end]):
        return None
    lay, counters, odds = program.lay(here.end, state), _counters(program, here), Odds(patience=patience)
    counting = Counting(lay, tuple([slots[first] for (first, _), *_ in counters]))
    try:
        books = _Books(program, here, state, lay, counters)
        ledger, come = books.ledger(counting), books.come
        dice = [(books.life._replace(pool=one), number) for one, number in twins(state.pool)]
        dice += [(born, number) for born, number in zip(ledger.births, come, strict=True) if number]
        lives = [(Descent(program, die, ledger), number) for die, number in dice]
        bag = tuple([Lot(Known(life, odds.unit(life)), number, None) for life, number in lives])
    except (UnfitError, DicewrightError):
        return None
    if ledger.lying(state.at, len(state.pool), come) > program.limits.dice:
        return None

    def landed(thrown: Thrown, found: tuple[Any, ...]) -> Again:
        names, laid = list(state.names), found[: len(lay.empty)]
        for counter, there, number in zip(counters, books.told, found[len(laid) :], strict=True):
            (first, _), *others = counter
            names[slots[first]] = there + number
            for name, _ in others:
                names[slots[name]] = 0
        return Again(State(here.end, tuple(names), untwined(thrown), lay.onto(state.sums, laid)), here.end)

    return Many(bag, as_they_lie, counting, landed)  # type: ignore[arg-type]


class _Books:
    """The numbers of a stretch as sums of what is there without any die of the roll, and of what tallies count.

    So many dice `come` in at each birth, and so much is `told` of each counter, without any die of the roll; `life` is
    the state of a die there.
    """

    def __init__(self, program: Staging, here: Stages, state: State, lay: Aside, counters: Counters) -> None:
        self._program, self._here, self._state = program, here, state._replace(pool=())
        self._tallies: list[tuple[int, Tally, Selector | None]] = []
        self._sums: dict[str, Sum] = {name: {None: self._number(name)} for name in here.moving}
        self._acts: set[int] = set()
        births: list[tuple[Move, Sum]] = []
        for move in program.moves[state.at : here.end]:
            terms = here.terms.get(move.at)
            if move.at in program.idle or _marks(move):
                continue
            if terms is None and move.step.op != "tally":
                self._acts.add(move.at)
            elif program.frame.holds(move.step.when, self._state):
                found = self._added(move, terms)
                if move.step.op != "add":
                    self._sums[move.step.keys["name"]] = found
                elif found:
                    births.append((move, found))
        told = [_total((self._sums[name], times) for name, times in counter) for counter in counters]
        self._totals = [*(found for _, found in births), *told]
        self.come: Share = tuple([found.get(None, 0) for _, found in births])
        self.told: Share = tuple([found.get(None, 0) for found in told])
        if any(number < 0 for number in self.come) or max(map(abs, (*self.come, *self.told)), default=0) > LARGEST:
            raise UnfitError
        moving = {program.frame.slots[name] for name in here.moving}
        names = tuple([0 if slot in moving else n for slot, n in enumerate(state.names)])
        life = program.key(State(state.at, names, (), lay.nothing))
        self.life = life._replace(names=life.names + (0,) * len(self._totals))
        self._births = tuple([self._born(move) for move, _ in births])

    def _added(self, move: Move, terms: Number | None) -> Sum:
        """What a move adds up: a tally, or so many times each term."""
        step = move.step
        if terms is None:
            return self._counted(move.at, step.keys["tally"], step.select)
        return _total((self._term(move.at, term), times) for term, times in terms.items())

    def _term(self, at: int, term: Term | None) -> Sum:
        match term:
            case None:
                return {None: 1}
            case Tally():
                return self._counted(at, term, None)
            case str():
                return self._sums[term] if term in self._sums else {None: self._number(term)}
        raise AssertionError(term)

    def _counted(self, at: int, tally: Tally, select: Selector | None) -> Sum:
        self._tallies.append((at, tally, select))
        return {None: self._program.frame.tally(tally, select, self._state), len(self._tallies) - 1: 1}

    def _number(self, name: str) -> int:
        """What a name is worth where the stretch begins."""
        frame = self._program.frame
        number = self._state.names[frame.slots[name]] if name in frame.slots else None
        return frame.constants.get(name, 0) if number is None else number

    def _born(self, move: Move) -> State:
        """A die that comes in with a move, right behind it."""
        one = replace(move, step=replace(move.step, keys={**move.step.keys, "count": constant(1)}))
        there: State = one.run(self._program.frame, one, self.life._replace(at=move.at)).state
        return there

    def ledger(self, counting: Counting) -> Ledger:
        entries: dict[int, list[Entry]] = {}
        posts: list[tuple[int, Share]] = []
        for n, (at, tally, select) in enumerate(self._tallies):
            share = tuple([found.get(n, 0) for found in self._totals])
            if any(share):
                place = self._program.frame.tallies.get((tally, select))
                entries.setdefault(at, []).append((tally, select, place, share))
                posts.append((at, share))
        end = stop = self._here.end
        stops = {end: end}
        for at in reversed(range(self._state.at, end)):
            stop = stops[at] = at if at in entries or at in self._acts else stop
        return Ledger(end, counting, self._births, tuple(posts), entries, self._acts, stops)


def _total(sums: Iterable[tuple[Sum, int]]) -> Sum:
    """So many times each of some sums, added up."""
    found: Sum = {}
    for each, times in sums:
        for tally, number in each.items():
            found[tally] = found.get(tally, 0) + number * times
    return {tally: number for tally, number in found.items() if number}


def _marks(move: Move) -> bool:
    """Whether a move does no more than mark a place."""
    return move.step.op == "phase" and move.to < 0 and not move.blocks


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
