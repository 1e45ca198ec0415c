"""What a step may ask for. Anything else that a step returns is its finished value.

A step is a function of a state. It says what it needs next and how it goes on from there; who reads
the step decides what asking means: throw dice, follow every alternative, or look for the best.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from .dice import Die

Step = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Draw:
    """Throw one die, then go on with the number of its face."""

    die: Die
    then: Callable[[int], Any]


class Living(Protocol):
    """A small step of its own: where it begins, and how it goes on. `chain`: it may go on without end.

    `key` gives states that lead to the same one name. A life is `laid` where it lays its pieces aside itself: it leaves
    the pieces that stay, and the sum of the others. Where it leaves None it is asked for under the condition that it
    leaves something.
    """

    @property
    def chain(self) -> bool: ...

    @property
    def laid(self) -> bool: ...

    @property
    def birth(self) -> Again: ...

    def key(self, state: Any) -> Any: ...

    def step(self, state: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Lot:
    """Alike dice of a handful: how each of them lives, how many there are, and a tag for `make`."""

    life: Living
    count: int
    tag: Hashable


class Lay(Protocol):
    """Which pieces must stay on the table, and what the others leave behind when they are laid aside.

    The second is a commutative sum: `join` is associative and commutative, and `empty` its unit. Where it is `lean`,
    pieces of which nothing later tells one from the other may stand for each other.

    `adds` says for each place of the sums whether whole numbers are added up there, `most` from which number on more is
    as good (None: never); without any such number it is empty.
    """

    lean: bool
    empty: tuple[Any, ...]
    adds: tuple[bool, ...]

    @property
    def most(self) -> tuple[int | None, ...]: ...

    def aside(self, piece: Any) -> tuple[Any, ...] | None:
        """What the piece counts for once it is laid aside; None when it has to stay."""

    def like(self, piece: Any) -> Any:
        """The one that stands for this piece and for all that nothing later tells from it."""

    def join(self, a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]: ...

    def onto(self, sums: tuple[Any, ...], more: tuple[Any, ...]) -> tuple[Any, ...]:
        """The sums of a state with what was laid aside since."""


class Groups(Protocol):
    """Dice that are judged together: which group a piece is in, and what all pieces of a group leave behind.

    With `given` the law is asked for under the condition that the sums make something come true. Pieces for which there
    is nothing to be left behind cannot make it come true, whatever the others are.
    """

    @property
    def given(self) -> bool: ...

    def comes_true(self, sums: tuple[Any, ...]) -> bool: ...

    def of(self, piece: Any) -> Any: ...

    def judged(self, pieces: tuple[Any, ...]) -> tuple[Any, ...] | None: ...


class Order(Protocol):
    """Dice that are judged one after another, each by what came before it.

    `start` is what is known before the first one. A piece makes of what is known so far what is known after it, and
    leaves sums behind. Once what is known is `spent`, no piece changes it any more. What is known is `merged` where the
    pieces that may still come make no difference between one and another. With `later`, what a piece leaves behind may
    be settled only by those that come after it, or by there being none: then `merged` gives that, too, where it is so.
    `given` is that of `Groups`.
    """

    @property
    def given(self) -> bool: ...

    @property
    def later(self) -> bool: ...

    @property
    def start(self) -> Any: ...

    def place(self, piece: Any) -> Any: ...

    def judged(self, known: Any, piece: Any) -> tuple[Any, tuple[Any, ...]]: ...

    def spent(self, known: Any) -> bool: ...

    def merged(self, known: Any, rest: Sequence[Any]) -> tuple[Any, tuple[Any, ...] | None]: ...

    def comes_true(self, sums: tuple[Any, ...]) -> bool: ...


@runtime_checkable
class Carrying(Protocol):
    """Dice that are judged together with those that are like them, group after group, each by what came before it.

    `start` is what is known before the first group, `place` tells in which group a piece is, and which come first. The
    pieces of a group make of what is known so far what is known behind them, and leave sums behind; where there are
    none in it, these are empty. `given` is that of `Groups`; pieces that leave None behind cannot make it come true.
    """

    @property
    def given(self) -> bool: ...

    @property
    def start(self) -> Any: ...

    def place(self, piece: Any) -> Any: ...

    def comes_true(self, sums: tuple[Any, ...]) -> bool: ...

    def behind(self, known: Any, place: Any, pieces: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]] | None: ...


class Bringing(Protocol):
    """How a die that brings others lands: the die itself, and each die that it brings; `more` of which bring one."""

    def first(self, tag: Any) -> Any: ...

    def born(self, tag: Any, face: int, more: bool) -> Any: ...


@dataclass(frozen=True, slots=True)
class Many:
    """Let a handful of dice live their short lives, then go on with what they left.

    `make(tag, left)` turns what one life left into pieces on the table. `then` gets, for each lot, one
    tuple of pieces a die, and the sum of what was laid aside on the way. With `groups` no piece stays, and
    what they leave behind is asked group by group; with `order` none does either, and it is asked die by die, or group
    after group.
    `short` may know a short way for this handful, or for one that is asked for next, where it is told the rows.
    """

    bag: tuple[Lot, ...]
    make: Callable[[Any, Any], tuple[Any, ...]]
    lay: Lay
    then: Callable[[tuple[tuple[tuple[Any, ...], ...], ...], tuple[Any, ...]], Any]
    groups: Groups | None = None
    order: Order | Carrying | None = None
    short: Short | None = None


Finish = Callable[[Iterable[tuple[tuple[Any, ...], int]], int, dict[Any, int]], Sequence[tuple[tuple[Any, ...], int]]]
"""Takes rows of which nothing stays, sums and their weights, to where they end: adds each weight, so many times, to its
ending, and gives back the rows of which it cannot tell that."""
Short = Callable[[Many, Collection[Any]], Finish | None]


@dataclass(frozen=True, slots=True)
class Offer:
    """Let a handful of dice fall, of which a player at once takes some; of the others nothing is left.

    That is so where every die that can fall is `useless` when it is not taken. `look` is what tells a die that may be
    taken from others, and None for one that may not; `like` is the same for all dice of which it makes no difference
    which one is taken. At least `least` dice are taken, or all where there are fewer, and
    no more than `most`. `taken` gets what was laid aside, and then those dice. Whoever does not know what is best
    lets the handful fall, and then asks for the choice.
    """

    many: Many
    useless: Callable[[Any], bool]
    look: Callable[[Any], Any]
    like: Callable[[Any], Any]
    least: int
    most: int | None
    taken: Callable[[tuple[Any, ...]], Callable[[tuple[Any, ...]], Any]]


@dataclass(frozen=True, slots=True)
class Pick:
    """Take `number` things at random, none of them twice, and go on with how many of each look were taken.

    `lots` are the looks, and how many things have each. `becomes(look, before)` is what a thing is afterwards: of those
    that are taken the first after `before` others, in the order of the lots (from `ranks` on that makes no difference);
    of the others where `before` is None. Takings that lay aside the same are followed as one. Without `becomes` none
    are.
    """

    lots: tuple[tuple[Any, int], ...]
    number: int
    becomes: Callable[[Any, int | None], Any] | None
    lay: Lay
    then: Callable[[tuple[int, ...]], Any]
    ranks: int = 0


@dataclass(frozen=True, slots=True)
class Choose:
    """A player decides. `preferred` is the standing answer, or None where the aim has to find one.

    `state` is where that is, for who remembers answers.
    """

    who: str
    options: Callable[[], Sequence[Any]]
    then: Callable[[Any], Any]
    preferred: Any = None
    state: Any = None


@dataclass(frozen=True, slots=True)
class Again:
    """Go on from a new state. `at` orders the states: lower ones are poured first, so that equal ones meet."""

    state: Hashable
    at: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Give up here: this chain is longer than anybody wants to follow it. It could be left at `instead`."""

    instead: Again
