"""Laying dice aside: which dice a place of the program still needs, and what the others leave behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property, partial
from itertools import groupby
from operator import add
from typing import Any

from ..model.formula import Tally
from ..model.rules import Rules
from ..model.system import Selector
from ..ops.frame import Frame, identity, join
from ..ops.state import COUNTED, Move, Piece, State
from .classes import STATE, Classes, blind, blind_to_faces
from .reads import Key, Reads
from .unseen import Lying

ADDED = ("sum", "count", "sets", "different")
BETTER: dict[str, Callable[[Any, Any], Any]] = {"largest_set": max, "run": max, "nth": add, "any": max, "all": min}
REMEMBERED = 5_000  # pools, and sums, that are remembered
Sums = tuple[int | None, ...]


def unbounded(key: Key) -> None:
    """Nothing is as good as something greater."""
    return None


class Aside:
    """For one place and one setting of the names that matter there; dice are judged once.

    Only the tallies that are read from there on are counted. Where the next thing is to cancel symbols, only the
    difference of a pair is (`pairs`): that is all that cancelling looks at. A place is `clear` where no die is needed
    but together with those that show the same number, and `orderly` where some are needed by what lies above or below
    them, too.
    """

    lean = True

    def __init__(
        self,
        frame: Frame,
        reads: Reads,
        tallies: Mapping[Key, int],
        pairs: Iterable[tuple[Key, Key]],
        asked: frozenset[str],
        classes: Classes,
        state: State,
        most: Callable[[Key], int | None] = unbounded,
        unseen: Set[Lying] = frozenset(),
    ) -> None:
        self._frame, self._state = frame, state
        live = [key for key in tallies if key in reads.tallies]
        self.live = live
        self._slots = [tallies[key] for key in live]
        self._most = most
        self._pairs = [(live.index(a), live.index(b)) for a, b in pairs]
        self.nothing: Sums = tuple(identity(tally.how) for tally, _ in tallies)
        whole = set(reads.whole)
        for tally, select in live:
            moving = reads.assigned | frame.measures.keys() if tally.shaped else reads.assigned
            if _names(tally, select) & moving:
                whole |= set(select.state or COUNTED) if select else set(COUNTED)
        self._whole = whole | reads.alike | reads.ordered
        self.orderly = not (whole or reads.touches or (reads.brings and (reads.alike or reads.ordered)))
        self.clear = self.orderly and not reads.ordered
        self._touches: Sequence[tuple[Selector, bool]] = [
            (select, not (select.where is not None and select.where.names & reads.assigned)) for select in reads.touches
        ]
        self._asked, self._classes, self._unseen = asked, classes, unseen
        self._judged: dict[Piece, Sums | None] = {}
        self._counted: dict[Any, Sums] = {}
        self._settled: dict[Piece, tuple[Sums | None, Piece]] = {}
        self._ones: dict[Piece, Piece] = {}
        self._whole_sums: dict[tuple[Sums, Sums], Sums] = {}
        self._parted: dict[tuple[Piece, ...], tuple[tuple[Piece, ...], Sums]] = {}
        self.empty: Sums = tuple(identity(tally.how) for tally, _ in live)
        hows = [tally.how for tally, _ in live]
        self.join = joining(hows)
        self.adds = tuple(how in ADDED for how in hows)

    @cached_property
    def most(self) -> tuple[int | None, ...]:
        """For each place of the sums, from where on more makes no difference. A difference has no such number."""
        apart = {place for pair in self._pairs for place in pair}
        found = [None if i in apart else self._most(key) for i, key in enumerate(self.live)]
        return () if found.count(None) == len(found) else tuple(found)

    def blind(self, state: str) -> bool:
        """Whether dice in this state make no difference any more."""
        looks = [select for select, _ in self._touches] + [select for _, select in self.live if select]
        return state not in self._whole and not any(state in (select.state or COUNTED) for select in looks)

    def aside(self, piece: Piece) -> Sums | None:
        try:
            return self._judged[piece]
        except KeyError:
            judged = self._judged[piece] = self._judge(piece)
            return judged

    def _judge(self, piece: Piece) -> Sums | None:
        if (piece.kind, piece.state) in self._unseen:
            return self.empty
        if piece.state in self._whole:
            return None
        if any(self._frame.fits(select, piece, self._state, where) for select, where in self._touches):
            return None
        sums: list[Any] = list(self.empty)
        for i, (tally, select) in enumerate(self.live):
            if self._frame.fits(select, piece, self._state) if select else piece.state in COUNTED:
                sums[i] = self._frame.share(tally, piece, self._state)
        return self._netted(sums)

    def like(self, piece: Piece) -> Piece:
        return self._classes.like(piece.forgetting(self._asked))

    def settled(self, piece: Piece) -> tuple[Sums | None, Piece]:
        """What the piece counts for once it is laid aside, or None; and what stands for it: alike ones are one."""
        try:
            return self._settled[piece]
        except KeyError:
            like = self.like(piece)
            found = self._settled[piece] = self.aside(piece), self._ones.setdefault(like, like)
            return found

    def parted(self, pool: tuple[Piece, ...], twins: bool) -> tuple[tuple[Piece, ...], Sums]:
        """The dice that stay, in no particular order, and what the others count for; pairs of `twins` in none."""
        found = self._parted.get(pool)
        if found is None:
            more, stay = self.empty, list[Piece]()
            for piece in pool:
                counted, like = self.settled(piece)
                if counted is None:
                    stay.append(like)
                else:
                    more = self.join(more, counted)
            found = tuple(sorted(renumbered(stay) if twins else stay)), more
            if len(self._parted) < REMEMBERED:
                self._parted[pool] = found
        return found

    def of(self, sums: Sums) -> Sums:
        """What the sums of a state hold for the tallies that are still read."""
        return self._netted([sums[slot] for slot in self._slots])

    def _netted(self, sums: list[Any]) -> Sums:
        for a, b in self._pairs:
            sums[a], sums[b] = sums[a] - sums[b], 0
        return tuple(sums)

    def together(
        self, pool: Sequence[Piece], frame: Frame | None = None, told: Mapping[int, int] | None = None
    ) -> Sums:
        """What dice count for that are all of those that show their number. Asked where the place is `clear`.

        Where it is only `orderly`, the `frame` knows how many dice are above them, and `told` is what they add to
        tallies that need what lies above or below, by the places of these.
        """
        if not pool:
            return self.empty
        pool = tuple(pool)
        if frame is not None or not self._blind:
            return self._together(pool, frame or self._frame, told or {})
        one = pool.count(pool[0]) == len(pool)
        key = (_beside(pool[0]), len(pool)) if one else tuple(map(_beside, pool))
        found = self._counted.get(key)
        if found is None:
            found = self._counted[key] = self._together(pool, self._frame, {})
        return found

    @cached_property
    def _blind(self) -> bool:
        """Whether nothing asks what such dice show, so that those of any number count for the same."""
        return all(blind(tally.of) and (select is None or blind_to_faces(select)) for tally, select in self.live)

    def _together(self, pool: tuple[Piece, ...], frame: Frame, told: Mapping[int, int]) -> Sums:
        at, names, _, laid = self._state
        state = State(at, names, pool, laid)
        sums: list[Any] = list(self.empty)
        one = pool.count(pool[0]) == len(pool)
        alike = [(pool[0], len(pool))] if one else [(piece, len(list(same))) for piece, same in groupby(pool)]
        for i, (tally, select) in enumerate(self.live):
            if tally.shaped:
                sums[i] = told[i] if i in told else frame.shaped(tally, select, state)
                continue
            for piece, many in alike:
                if frame.fits(select, piece, state) if select else piece.state in COUNTED:
                    share = frame.share(tally, piece, state)
                    sums[i] = join(tally.how, sums[i], share * many if self.adds[i] else share)
        return self._netted(sums)

    def read(self, sums: Sums) -> Sums:
        """The sums of a state, those that are still read."""
        return tuple([sums[slot] for slot in self._slots])

    def onto(self, sums: Sums, more: Sums) -> Sums:
        """The sums of a state, only those that are still read, with `more` laid aside."""
        key = sums, more
        whole = self._whole_sums.get(key)
        if whole is None:
            found = list(self.nothing)
            for slot, value in zip(self._slots, self.join(self.read(sums), more), strict=True):
                found[slot] = value
            whole = tuple(found)
            if len(self._whole_sums) < REMEMBERED:
                self._whole_sums[key] = whole
        return whole


def _beside(piece: Piece) -> tuple[Any, ...]:
    """All that a die is besides what it shows."""
    return piece.kind, piece[STATE:]


def _names(tally: Tally, select: Selector | None) -> frozenset[str]:
    where = select.where if select else None
    return tally.of.names | where.names if where else tally.of.names


def cancelling(move: Move, rules: Rules, measures: Mapping[str, Tally], reads: Reads) -> list[tuple[Key, Key]]:
    """The pairs of tallies of which only the difference is read, because this is the next move, and it cancels them."""
    if move.step.op != "cancel" or move.step.when is not None:
        return []
    found = [((measures[a], None), (measures[b], None)) for a, b in move.step.keys.get("pairs") or rules.cancels]
    return [(a, b) for a, b in found if a in reads.tallies and b in reads.tallies]


def joining(hows: Sequence[str]) -> Callable[[Sums, Sums], Sums]:
    """How sums are put together, each in its own way."""
    if all(how in ADDED for how in hows):
        return lambda a, b: tuple(map(add, a, b))
    joins = [add if how in ADDED else BETTER.get(how) or partial(join, how) for how in hows]
    match joins:  # so few need no loop
        case [f]:
            return lambda a, b: (f(a[0], b[0]),)
        case [f, g]:
            return lambda a, b: (f(a[0], b[0]), g(a[1], b[1]))
        case [f, g, h]:
            return lambda a, b: (f(a[0], b[0]), g(a[1], b[1]), h(a[2], b[2]))
    return lambda a, b: tuple([f(x, y) for f, x, y in zip(joins, a, b, strict=True)])


def renumbered(pieces: list[Piece]) -> list[Piece]:
    """Twins numbered anew, so that which pair came first makes no difference."""
    groups: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.twin:
            groups.setdefault(piece.twin, []).append(piece._replace(twin=0))
    alone = [piece for piece in pieces if not piece.twin]
    ordered = sorted(sorted(group) for group in groups.values())
    return alone + [piece._replace(twin=n) for n, group in enumerate(ordered, 1) for piece in group]


class Everything:
    """No die is ever laid aside: what odds are without the rewrite."""

    lean = False
    empty: tuple[Any, ...] = ()
    adds: tuple[bool, ...] = ()
    most: tuple[int | None, ...] = ()

    def aside(self, piece: Piece) -> None:
        return None

    def like(self, piece: Piece) -> Piece:
        return piece

    def join(self, a: Sums, b: Sums) -> Sums:
        return ()

    def onto(self, sums: Sums, more: Sums) -> Sums:
        return sums
