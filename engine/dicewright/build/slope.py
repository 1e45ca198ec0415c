"""What one more of a number is worth that has been laid aside: from some number on, always the same.

Whoever looks ahead for a goal such as the most successes need not go the same way once for each number of successes
that are there already. Where nothing that still comes tells them from fewer, and each goal rises by so much with every
one more, a state is worth what the one with fewer is worth, and that much more: only that one is looked into. A number
that is compared with known ones is told from others up to the greatest of these.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from ..model.formula import Formula, PerDie, Tally
from ..model.rules import Rules
from ..model.system import Goal, Outcome, Selector
from ..ops.state import Move, State
from .classes import Table
from .known import settled, sure
from .live import Live
from .reads import Key, Reads

Shift = tuple[int, ...]

NEVER_LESS = frozenset({"face", "sides", "exploded", "rerolled", "kept"})  # words of a die that are not below zero
BY_VALUE = frozenset({"value", "minimum", "maximum"})


class Sloping(Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]
    rules: Rules
    lean: bool
    free: bool

    @property
    def table(self) -> Table: ...
    @property
    def live(self) -> Live: ...
    @property
    def idle(self) -> Set[int]: ...
    @property
    def after(self) -> tuple[Reads, ...]: ...
    @property
    def measures(self) -> Mapping[str, Tally]: ...
    @property
    def slots(self) -> Mapping[str, int]: ...
    @property
    def tallies(self) -> Mapping[Key, int]: ...
    @property
    def known(self) -> Mapping[str, int]: ...
    @property
    def wanted(self) -> Mapping[str, Formula]: ...
    @property
    def verdicts(self) -> tuple[Outcome, ...]: ...


class Level(NamedTuple):
    """The place of a sum, from where on it only adds to the goals (None: always), and how much to each."""

    slot: int
    since: int | None
    slopes: Shift


@dataclass(frozen=True, eq=False)
class Slopes:
    """For each place, the sums of which more is only worth more."""

    program: Sloping
    goals: tuple[Goal, ...]
    _levels: dict[int, tuple[Level, ...]] = field(default_factory=dict)

    def level(self, state: State) -> tuple[State, Shift | None]:
        """The state that is looked into for this one, and how much more this one is worth to each goal."""
        levels = self._levels.get(state.at)
        if levels is None:
            levels = self._levels[state.at] = tuple(self._found(state.at)) if self.program.lean else ()
        if not levels:
            return state, None
        sums, shift = list(state.sums), (0,) * len(self.goals)
        for slot, since, slopes in levels:
            here = sums[slot] or 0
            more = here if since is None else max(0, here - since)
            if more:
                sums[slot] = here - more
                shift = tuple([had + more * slope for had, slope in zip(shift, slopes, strict=True)])
        return state._replace(sums=tuple(sums)), shift if any(shift) else None

    def _found(self, at: int) -> Iterator[Level]:
        program = self.program
        behind = program.live.behind(at) - program.idle
        for key, looking in self._looking.items():
            if key in program.after[at].tallies:
                seen = [looking.move(place) for place in behind]
                rises = [rise for rise in seen if rise is not None]
                if len(rises) == len(seen):
                    since = _latest(rises)
                    if since is None or _never_less(key[0], program):
                        yield Level(program.tallies[key], since, looking.slopes)

    @cached_property
    def _looking(self) -> Mapping[Key, _Looking]:
        program = self.program
        return {key: _Looking(program, key, self.goals) for key in program.tallies if key[0].how in ("sum", "count")}


class Rise(NamedTuple):
    """An expression that is so much greater for each one more, from some number on or always (`since` None).

    `base` is what it would be at none, where that is known.
    """

    slope: int = 0
    base: int | None = None
    since: int | None = None


def settles(program: Sloping, key: Key, of: Formula) -> tuple[int, int] | None:
    """From which number on a tally alone decides what an expression is, and what it is then."""
    rise = _tried(lambda: _Looking(program, key, ()).of(of))
    if rise is None or rise.slope or rise.base is None or rise.since is None or not _never_less(key[0], program):
        return None
    return rise.since, rise.base


class _OpenError(Exception):
    """Something that looks at a number however great it is."""


class _Looking:
    """How the expressions of a check look at one tally. None stands for one that looks at it however great it is."""

    def __init__(self, program: Sloping, key: Key, goals: Sequence[Goal]) -> None:
        self._program, self._key = program, key
        self._names = {name for name, measure in program.measures.items() if (measure, None) == key}
        self._told: Mapping[str, Rise | None] = {}  # results that hide other names
        self._moves: dict[int, Rise | None] = {}
        self.slopes: Shift = ()
        self.end = _tried(lambda: self._end(goals))
        self._told = {}

    def _end(self, goals: Sequence[Goal]) -> Rise:
        """How the results and verdicts look at it; from there on it only adds to the goals, `slopes` to each."""
        program = self._program
        results: dict[str, Rise | None] = {}
        for name, formula in program.wanted.items():
            results[name] = _tried(lambda formula=formula: self.of(formula))  # type: ignore[misc]
            if formula.text != name:
                self._told = {**self._told, name: results[name]}
        rises = [_flat(self.of(outcome.when)) for outcome in program.verdicts if outcome.when is not None]
        self._told, slopes = results, []
        for goal in goals:
            rise = Rise() if isinstance(goal.of, str) else self.of(goal.of)
            rises.append(_flat(rise) if goal.how == "chance" else rise)
            slopes.append(-rise.slope if goal.how == "least" else rise.slope)
        self.slopes = tuple(slopes)
        return Rise(since=_latest(rises))

    def move(self, at: int) -> Rise | None:
        """The same for the move at a place, and for the end."""
        if at == len(self._program.moves):
            return self.end
        if at not in self._moves:
            self._moves[at] = _tried(lambda: self._move(self._program.moves[at]))
        return self._moves[at]

    def _move(self, move: Move) -> Rise:
        step, select = move.step, move.step.select
        cancels = step.op == "cancel" and not self._names.isdisjoint(self._program.rules.symbols)
        if cancels or (step.keys.get("tally"), select) == self._key:
            raise _OpenError
        prefer = None if self._program.free else select.prefer
        said = _written((step.when, *step.keys.values(), select, prefer, select.at_most, select.at_least))
        return Rise(since=_latest(_flat(self.of(each)) for each in said))

    def of(self, of: Formula | PerDie) -> Rise:
        """How an expression looks at it."""
        return self._rise(settled(of, self._program.known) if sure(of) else of.body, of)

    def _named(self, name: str) -> Rise:
        program = self._program
        if name in self._told:
            return _known(self._told[name])
        if name in program.known:
            return Rise(base=program.known[name])
        if name in self._names:
            return _known(None if any(name in reads.assigned for reads in program.live.each) else Rise(1, 0))
        return Rise(base=None if name in program.slots or name in program.measures else 0)

    def _rise(self, node: ast.AST, of: Formula | PerDie) -> Rise:
        def rise(part: ast.AST) -> Rise:
            return self._rise(part, of)

        match node:
            case ast.Constant(int() as number):
                return Rise(base=int(number))
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as name)]):
                return self._named(name)
            case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
                tally = of.tallies[i]
                return Rise(1, 0) if (tally, None) == self._key else Rise(since=_flat(self.of(tally.of)).since)
            case ast.Call(ast.Name("min" | "max" as how), args):
                found, *others = map(rise, args)
                for other in others:
                    found = _greater(found, other, how == "max")
                return found
            case ast.IfExp(test, yes, no):
                known = _flat(rise(test))
                if known.base is not None:
                    return _from(known.since, rise(yes if known.base else no))
                return _from(known.since, _either(rise(yes), rise(no)))
            case ast.BinOp(left, op, right):
                return _joined(rise(left), op, rise(right))
            case ast.UnaryOp(ast.USub(), part):
                return _joined(Rise(base=0), ast.Sub(), rise(part))
            case ast.Compare(left, ops, others):
                sides = [rise(part) for part in (left, *others)]
                return _all([_compared(one, op, other) for (one, other), op in zip(pairwise(sides), ops, strict=True)])
            case ast.BoolOp(ast.And(), parts):
                return _all([_flat(rise(part)) for part in parts])
        return Rise(since=_latest(_flat(rise(part)) for part in ast.iter_child_nodes(node)))


def _tried(find: Callable[[], Rise]) -> Rise | None:
    try:
        return find()
    except _OpenError:
        return None


def _known(rise: Rise | None) -> Rise:
    if rise is None:
        raise _OpenError
    return rise


def _flat(rise: Rise) -> Rise:
    """The same, if it does not rise."""
    return _known(None if rise.slope else rise)


def _latest(rises: Iterable[Rise]) -> int | None:
    return max((rise.since for rise in rises if rise.since is not None), default=None)


def _from(since: int | None, rise: Rise) -> Rise:
    return rise._replace(since=_latest((rise, Rise(since=since))))


def _joined(one: Rise, op: ast.operator, other: Rise) -> Rise:
    since, known = _latest((one, other)), one.base is not None and other.base is not None
    match op:
        case ast.Add() | ast.Sub():
            sign = 1 if isinstance(op, ast.Add) else -1
            base = (one.base or 0) + sign * (other.base or 0) if known else None
            return Rise(one.slope + sign * other.slope, base, since)
        case ast.Mult() if known and not (one.slope and other.slope):
            a, b = one.base or 0, other.base or 0
            return Rise(one.slope * b + other.slope * a, a * b, since)
    return Rise(since=_latest((_flat(one), _flat(other))))


def _sign(rise: Rise) -> tuple[int | None, int | None]:
    """Above zero, below, or at it, where that is known; and from where on."""
    slope, base, since = rise
    if not slope:
        return None if base is None else (base > 0) - (base < 0), since
    if base is None:
        raise _OpenError
    start = -base // slope + 1 if slope > 0 else base // -slope + 1
    return 1 if slope > 0 else -1, start if since is None else max(start, since)


def _compared(one: Rise, op: ast.cmpop, other: Rise) -> Rise:
    sign, since = _sign(_joined(one, ast.Sub(), other))
    if sign is None:
        return Rise(since=since)
    holds = {
        **{ast.Eq: sign == 0, ast.NotEq: sign != 0, ast.Lt: sign < 0},
        **{ast.LtE: sign <= 0, ast.Gt: sign > 0, ast.GtE: sign >= 0},
    }
    return Rise(base=int(holds[type(op)]), since=since)


def _greater(one: Rise, other: Rise, most: bool) -> Rise:
    """The greater or the lesser of two."""
    sign, since = _sign(_joined(one, ast.Sub(), other))
    if sign is None:
        return _from(since, _either(one, other))
    return _from(since, one if (sign >= 0) == most else other)


def _either(one: Rise, other: Rise) -> Rise:
    """One of two, and it is not known which."""
    return _known(Rise(one.slope, None, _latest((one, other))) if one.slope == other.slope else None)


def _all(parts: Sequence[Rise]) -> Rise:
    """Whether all of them hold."""
    bases, since = [part.base for part in parts], _latest(parts)
    if 0 in bases:
        return Rise(base=0, since=since)
    return Rise(base=None if None in bases else bases[-1], since=since)


def _written(value: Any) -> Iterator[Formula | PerDie]:
    """The expressions in what a step says."""
    match value:
        case Formula() | PerDie():
            yield value
        case Tally(_, of):
            yield of
        case Mapping():
            yield from _written(tuple(value.values()))
        case tuple():
            for part in value:
                yield from _written(part)
        case Selector():
            yield from _written((value.where, value.by, value.count))


def _never_less(tally: Tally, program: Sloping) -> bool:
    """Whether no die takes anything away from it."""
    steps = {move.step.op for move in program.moves}
    values = [value for kind in program.table.kinds for value in program.rules.kinds[kind].values]
    words = NEVER_LESS | program.rules.symbols.keys() | (BY_VALUE if min(values, default=0) >= 0 else set())
    if "set" in steps:
        words -= BY_VALUE
    return tally.how == "count" or ("multiply" not in steps and _positive(tally.of.body, words))


def _positive(node: ast.AST, words: Set[str]) -> bool:
    """Whether an expression on a die is never below zero, where these words are not."""
    match node:
        case ast.Constant(int() as number):
            return number >= 0
        case ast.Call(ast.Name("_die"), [ast.Constant(word)]):
            return word in words
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Mult(), right):
            return _positive(left, words) and _positive(right, words)
        case ast.BoolOp(_, parts):
            return all(_positive(part, words) for part in parts)
        case ast.IfExp(_, yes, no):
            return _positive(yes, words) and _positive(no, words)
    return False
