"""How a running check reads its names, its dice and its tallies."""

from __future__ import annotations

from ast import Constant
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from ..chance.ask import Lay
from ..model.formula import Formula, PerDie, Tally, bounded, by_zero
from ..model.rules import Rules
from ..model.system import Selector
from ..model.words import OF_KIND, WITH_TAG
from .known import Known
from .state import COUNTED, UNROLLED, Limits, Piece, State

T = TypeVar("T")

SUMS = ("sum", "count")


Remembered = tuple[Selector | None, Tally | None, tuple[int, ...] | None, dict[Any, Known[Piece, Any]]]


@dataclass(frozen=True, eq=False)
class Frame:
    """All that stays the same while a check runs: the rules, the inputs, the properties, the limits.

    `measures` are the tallies behind plain names (`total`, `dice`, each symbol), `tallies` gives every tally of the
    check its place in a state's sums, `lay(at, state)` says which dice can be laid aside from a place on, and `asked`
    which memories of dice are still asked about there; a value greater than `roof(at)` is as good as that one there.
    What an expression, a selector or a tally says of a die alone is found out once for each such die and the numbers of
    the names that it asks for (`seen`, `asks`, `known`), and so is how it lands on each face (`landed`). So many dice
    `above` lie elsewhere, which count and are worth more than any on the table.
    """

    rules: Rules
    constants: Mapping[str, int]
    choices: Mapping[str, str]
    slots: Mapping[str, int]
    measures: Mapping[str, Tally]
    tallies: Mapping[tuple[Tally, Selector | None], int]
    limits: Limits
    lay: Callable[[int, State], Lay]
    asked: Callable[[int], frozenset[str]]
    roof: Callable[[int], int | None]
    seen: dict[tuple[int, Piece, tuple[int | None, ...]], int] = field(default_factory=dict)
    asks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    landed: dict[Any, tuple[Piece, ...]] = field(default_factory=dict)
    known: dict[Any, Remembered] = field(default_factory=dict)
    above: int = 0

    def value(self, formula: Formula, state: State, told: Mapping[str, int] | None = None) -> int:
        """What an expression is worth here; `told` are names that go before all others.

        Raises with its place when it divides by zero or grows too large.
        """
        if isinstance(formula.body, Constant):
            return formula.body.value  # type: ignore[return-value]
        try:
            value = int(formula.code(self._names(state, told), self._tallied(formula.tallies, state, told)))
        except ZeroDivisionError:
            raise by_zero(formula) from None
        return bounded(value, formula)

    def on(self, per_die: PerDie, piece: Piece, state: State) -> int:
        """What an expression on one die is worth for this one."""
        if isinstance(per_die.body, Constant):
            return per_die.body.value  # type: ignore[return-value]
        if word := per_die.word:
            if word == "value":
                return piece.value
            if word in self.rules.symbols:
                return self.symbols(piece, word)
        slots = self.asks.get(id(per_die))
        if slots is None:
            found = tuple(self.slots[name] for name in sorted(per_die.names) if name in self.slots)
            slots = self.asks[id(per_die)] = found if per_die.alone else ()
        key = id(per_die), piece, tuple([state.names[slot] for slot in slots])
        known = self.seen.get(key)
        if known is not None:
            return known
        value = self._on(per_die, piece, state)
        if per_die.alone:
            self.seen[key] = value
        return value

    def on_pair(self, per_die: PerDie, piece: Piece, other: int, state: State) -> int:
        """The same, where the expression may also ask what the partner of the die is worth."""
        return self._on(per_die, piece, state, other)

    def _on(
        self,
        per_die: PerDie,
        piece: Piece,
        state: State,
        other: int | None = None,
        told: Mapping[str, int] | None = None,
    ) -> int:
        mine = self.reader(piece, state)
        try:
            value = int(
                per_die.code(
                    mine if other is None else lambda word: other if word == "other" else mine(word),
                    self._names(state, told),
                    self._tallied(per_die.tallies, state, told),
                )
            )
        except ZeroDivisionError:
            raise by_zero(per_die) from None
        return bounded(value, per_die)

    def holds(self, formula: Formula | None, state: State) -> bool:
        return formula is None or bool(self.value(formula, state))

    def _names(self, state: State, told: Mapping[str, int] | None = None) -> Callable[[Any], int]:
        def name(word: Any) -> int:
            if told and word in told:
                return told[word]
            if isinstance(word, tuple):
                return shape(word[0], word[1], [p.value for p in state.pool if p.state in COUNTED])
            slot = self.slots.get(word)
            if slot is not None:
                settled = state.names[slot]
                if settled is not None:
                    return settled
            constant = self.constants.get(word)
            if constant is not None:
                return constant
            measure = self.measures.get(word)
            return 0 if measure is None else self.tally(measure, None, state)

        return name

    def _tallied(
        self, tallies: tuple[Tally, ...], state: State, told: Mapping[str, int] | None = None
    ) -> Callable[[int], int]:
        return lambda i: self.tally(tallies[i], None, state, told)

    def reader(self, piece: Piece, state: State) -> Callable[[str], int]:
        """The names of one die."""

        def name(word: str) -> int:
            match word:
                case "value":
                    return piece.value
                case "face":
                    return piece.face + 1
                case "sides":
                    return len(self.rules.kinds[piece.kind].faces)
                case "minimum":
                    return self.rules.kinds[piece.kind].minimum
                case "maximum":
                    return self.rules.kinds[piece.kind].maximum
                case "exploded":
                    return piece.exploded
                case "rerolled":
                    return piece.rerolled
                case "kept":
                    return int(piece.state == "kept")
                case "matches":
                    return [p.value for p in _counted(state)].count(piece.value)
                case "rank":
                    return 1 + self.above + sum(p.value > piece.value for p in _counted(state))
            if word.startswith(OF_KIND):
                return int(piece.kind == word.removeprefix(OF_KIND))
            if word.startswith(WITH_TAG):
                return int(word.removeprefix(WITH_TAG) in piece.tags)
            return self.symbols(piece, word)

        return name

    def symbols(self, piece: Piece, symbol: str) -> int:
        """How many of a symbol the die counts for."""
        if piece.face == UNROLLED:
            return 0
        kind = self.rules.kinds[piece.kind]
        if not piece.negated:
            return kind.counts[piece.face].get(symbol, 0)
        left = [s for s in kind.faces[piece.face].symbols if s not in piece.negated]
        return sum((s == symbol) + (symbol in self.rules.symbols[s].counts_as) for s in left)

    def printed(self, piece: Piece) -> tuple[str, ...]:
        """The symbols that the die shows."""
        return () if piece.face == UNROLLED else self.rules.kinds[piece.kind].faces[piece.face].symbols

    def fits(self, select: Selector, piece: Piece, state: State, where: bool = True) -> bool:
        """Whether the step looks at this die at all."""
        if select.dice is not None and piece.kind not in select.dice:
            return False
        if piece.state not in (select.state or COUNTED):
            return False
        if select.tag is not None and select.tag not in piece.tags:
            return False
        if select.showing is not None:
            if piece.face == UNROLLED:
                return False
            if self.rules.kinds[piece.kind].shown(piece.face, piece.value) != select.showing:
                return False
        if select.containing is not None and not set(select.containing) & set(self.printed(piece)):
            return False
        return not where or select.where is None or bool(self.on(select.where, piece, state))

    def fitting(self, select: Selector, state: State) -> list[int]:
        """The places of the dice that the step looks at."""
        fits = self.judge(select, state)
        return [i for i, piece in enumerate(state.pool) if fits(piece)]

    def judge(self, select: Selector, state: State) -> Callable[[Piece], bool]:
        """Whether the step looks at a die."""
        return self.once(select, state, lambda piece: self.fits(select, piece, state))

    def once(
        self, select: Selector | None, state: State, find: Callable[[Piece], T], of: Tally | Hashable = None
    ) -> Callable[[Piece], T]:
        """The same function of a die, which remembers where it asks for nothing but the die and some names.

        It may depend on the selector, on what it is `of`, and on nothing else.
        """
        tally = of if isinstance(of, Tally) else None
        key = id(select), id(of) if tally else of
        entry = self.known.get(key)
        if entry is None:
            # selector and tally stay with it, so that their numbers are never another one's
            entry = self.known[key] = select, tally, self._asks(tally, select), {}
        _, _, asks, found = entry
        if asks is None:
            return find
        names = tuple([state.names[slot] for slot in asks]) if asks else ()
        known = found.get(names)
        if known is None:
            known = found[names] = Known(find)
        remembered: Callable[[Piece], T] = known.__getitem__
        return remembered

    def _asks(self, tally: Tally | None, select: Selector | None) -> tuple[int, ...] | None:
        """The slots of the names that they ask for besides the die; None where they ask for more."""
        asked = [tally.of] if tally else []
        asked += [select.where] if select and select.where else []
        if not all(each.alone for each in asked):
            return None
        return tuple(sorted(self.slots[name] for each in asked for name in each.names if name in self.slots))

    def tally(self, tally: Tally, select: Selector | None, state: State, told: Mapping[str, int] | None = None) -> int:
        """A number gathered over the dice: what was laid aside, and what lies on the table."""
        if told and reads_any(tally, told):
            return self._late(tally, state, told)
        slot = self.tallies.get((tally, select)) if self.tallies else None
        total = state.sums[slot] if slot is not None else identity(tally.how)
        if tally.shaped:
            return join(tally.how, total, self.shaped(tally, select, state)) or 0
        shares = map(self.worth(tally, select, state), state.pool)
        if tally.how in SUMS:
            return (total or 0) + sum(shares)  # type: ignore[arg-type]
        for share in shares:
            total = join(tally.how, total, share)
        return 0 if total is None else total

    def worth(self, tally: Tally, select: Selector | None, state: State) -> Callable[[Piece], int | None]:
        """What a die adds to a tally, if anything."""

        def worth(piece: Piece) -> int | None:
            fits = self.fits(select, piece, state) if select else piece.state in COUNTED
            return self.share(tally, piece, state) if fits else identity(tally.how)

        return self.once(select, state, worth, tally)

    @cached_property
    def symbols_read(self) -> tuple[str, ...]:
        """The symbols that are counted."""
        return tuple(name for name in self.measures if name in self.rules.symbols)

    def counted(self, state: State) -> Mapping[str, int]:
        """How many of each symbol all dice count for."""
        read, tallies = self.symbols_read, [self.measures[symbol] for symbol in self.symbols_read]
        if self.tallies:
            return {symbol: self.tally(self.measures[symbol], None, state) for symbol in read}

        def shares(piece: Piece) -> tuple[int, ...]:
            return tuple([self.worth(tally, None, state)(piece) or 0 for tally in tallies])

        known = self.once(None, state, shares, "symbols")
        rows = zip((0,) * len(tallies), *map(known, state.pool), strict=True)
        return dict(zip(read, map(sum, rows), strict=True))

    def fixed(self, tally: Tally, select: Selector | None) -> bool:
        """Whether what a die adds to a tally depends on nothing but the die."""
        return not tally.shaped and self._asks(tally, select) == ()

    def shaped(self, tally: Tally, select: Selector | None, state: State) -> int:
        """A tally that dice of each value add to together, over those on the table."""
        fits = self.judge(select, state) if select else _counts
        return shape(tally.how, self.argument(tally, state), [p.value for p in state.pool if fits(p)])

    def argument(self, tally: Tally, state: State, told: Mapping[str, int] | None = None) -> int:
        """The number that the function behind a tally takes."""
        try:
            return bounded(int(tally.of.code(_no_die, self._names(state, told), _no_die)), tally.of)
        except ZeroDivisionError:
            raise by_zero(tally.of) from None

    def _late(self, tally: Tally, state: State, told: Mapping[str, int]) -> int:
        """A tally that reads numbers which are known only in the end, so that no die has been laid aside before."""
        if tally.shaped:
            return shape(tally.how, self.argument(tally, state, told), [piece.value for piece in _counted(state)])
        total = identity(tally.how)
        for piece in state.pool:
            if piece.state in COUNTED:
                worth = self._on(tally.of, piece, state, told=told)
                total = join(tally.how, total, _share(tally, worth, piece))
        return 0 if total is None else total

    def share(self, tally: Tally, piece: Piece, state: State) -> int:
        """What one die adds to a tally."""
        return _share(tally, self.on(tally.of, piece, state), piece)

    def named(self, state: State, name: str, value: int | None) -> tuple[int | None, ...]:
        """The names of a state, one of them changed."""
        names = list(state.names)
        names[self.slots[name]] = value
        return tuple(names)


def _no_die(asked: object) -> int:
    """A number that a function over dice takes looks at no die."""
    raise AssertionError(asked)


def reads_any(tally: Tally, names: Collection[str]) -> bool:
    """Whether a tally reads one of these names, itself or in a tally inside it."""
    return not tally.of.names.isdisjoint(names) or any(reads_any(inner, names) for inner in tally.of.tallies)


def _share(tally: Tally, worth: int, piece: Piece) -> int:
    if tally.how == "sum":
        return worth * piece.factor
    return worth if tally.how in ("highest", "lowest") else int(worth != 0)


def _counts(piece: Piece) -> bool:
    return piece.state in COUNTED


def _counted(state: State) -> list[Piece]:
    return [p for p in state.pool if p.state in COUNTED]


def identity(how: str) -> int | None:
    """The tally of no dice at all."""
    return {"highest": None, "lowest": None, "all": 1}.get(how, 0)


def join(how: str, a: int | None, b: int | None) -> int | None:
    """Two shares of a tally, or sums of shares, put together."""
    if a is None or b is None:
        return b if a is None else a
    match how:
        case "highest" | "any" | "largest_set" | "run":
            return max(a, b)
        case "lowest" | "all":
            return min(a, b)
    return a + b


def shape(name: str, argument: int, values: list[int]) -> int:
    """The functions that need all dice together."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    match name:
        case "sets":
            return sum(n // argument for n in counts.values()) if argument > 0 else 0
        case "largest_set":
            return max(counts.values(), default=0)
        case "different":
            return len(counts)
        case "run":
            return max((_length(counts, v) for v in counts if v - 1 not in counts), default=0)
        case "nth":
            return sorted(values, reverse=True)[argument - 1] if 1 <= argument <= len(values) else 0
    raise AssertionError(name)


def _length(values: Iterable[int], start: int) -> int:
    length = 0
    while start + length in values:
        length += 1
    return length
