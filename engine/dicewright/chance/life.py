"""What one die does until it rests: thrown again, thrown in addition, or thrown onto itself.

A life is a step like any other (see `ask`), only small: its law is found by the same driver. Lives compare by
value, so that equal ones share one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from .ask import Again, Bringing, Draw, Lay, Living
from .dice import Die


@dataclass(frozen=True, slots=True)
class Rule:
    """Whenever the die shows a face of `on`, at most `times` times (None: as often as it happens)."""

    on: frozenset[int]
    does: Literal["instead", "another"]
    times: int | None


@dataclass(frozen=True, slots=True)
class Life:
    """Throw `die` until no rule applies. What is left: the faces in order, or their worth added up.

    `instead` forgets the face that it throws again, `another` keeps it and throws on.
    With `worth` (one number a face) a long life is boiled down to one number as it goes. Where a greater number is as
    good as `most`, and no face is worth less than nothing, it ends there: it is `most`, and the die rests at once.
    """

    die: Die
    rule: Rule | None = None
    worth: tuple[int, ...] | None = None
    most: int | None = None

    @property
    def chain(self) -> bool:
        return True

    @property
    def laid(self) -> bool:
        return False

    def key(self, state: Any) -> Any:
        return state

    @property
    def brings(self) -> bool:
        """Whether it leaves several dice."""
        return self.rule is not None and self.rule.does == "another" and self.worth is None

    @property
    def unbounded(self) -> bool:
        """Whether its rule acts as often as it happens."""
        return self.rule is not None and self.rule.times is None

    @property
    def birth(self) -> Again:
        return Again((() if self.worth is None else 0, self.rule.times if self.rule else 0))

    def step(self, state: tuple[Any, int | None]) -> Draw:
        """One throw: (what is left so far, how often the rule may still act)."""
        return Draw(self.die, partial(self.react, *state))

    def react(self, left: Any, times: int | None, face: int) -> Any:
        """What follows from a throw: another one, or what is left in the end."""
        if not self.acts(left, face, times):
            return self.rest(left, face)
        return Again((self.kept(left, face), None if times is None else times - 1))

    def lived(self, throw: Callable[[Die], int]) -> Any:
        """What is left of one life that is thrown."""
        left: Any = () if self.worth is None else 0
        times = self.rule.times if self.rule else 0
        face = throw(self.die)
        while self.acts(left, face, times):
            left, times = self.kept(left, face), None if times is None else times - 1
            face = throw(self.die)
        return self.rest(left, face)

    def acts(self, left: Any, face: int, times: int | None) -> bool:
        """Whether it goes on after a throw: where more makes no difference any more, it does not."""
        if self.rule is None or times == 0 or face not in self.rule.on:
            return False
        return self.most is None or self.rule.does == "instead" or self.rest(left, face) != self.most

    def kept(self, left: Any, face: int) -> Any:
        """What is left so far when it goes on."""
        return left if self.rule is not None and self.rule.does == "instead" else self.rest(left, face)

    @property
    def endless(self) -> bool:
        """Whether a rule without a limit answers every face that can come up."""
        rule = self.rule
        if rule is None or rule.times is not None:
            return False
        return all(face in rule.on for face, weight in enumerate(self.die.weights) if weight)

    def rests(self) -> dict[Any, int] | None:
        """The weights of what is left where the die is thrown once, or again without limit; None for any other life.

        Thrown until it rests, a die rests on a face as likely as that face is among those it can rest on.
        """
        rule = self.rule
        if self.worth is not None or (rule is not None and (rule.does != "instead" or rule.times is not None)):
            return None
        on = rule.on if rule else frozenset[int]()
        return {(face,): w for face, w in enumerate(self.die.weights) if w and face not in on}

    def rest(self, left: Any, face: int) -> Any:
        """What is left when the die rests on `face`."""
        if self.worth is None:
            return (*left, face)
        worth = left + self.worth[face]
        return worth if self.most is None else min(worth, self.most)


@dataclass(frozen=True, slots=True)
class Brood:
    """A life that brings dice, of which each is laid aside, or put with its like, as soon as it lies there.

    What it leaves is what the whole row of faces would leave: in which order they came makes no difference. Of its sums
    each goes no further than its `most`, where it has one: from there on more would be as good.
    """

    life: Life
    tag: Any
    make: Bringing
    lay: Lay
    most: tuple[int | None, ...] = ()

    @property
    def chain(self) -> bool:
        return True

    @property
    def laid(self) -> bool:
        return True

    def key(self, state: Any) -> Any:
        return state

    @property
    def birth(self) -> Again:
        stays, sums = split((self.make.first(self.tag),), self.lay)
        return Again((stays, sums, self.life.rule.times if self.life.rule else 0))

    def step(self, state: tuple[Any, Any, int | None]) -> Draw:
        """One throw: (what stays so far, the sums so far, how often the rule may still act)."""
        stays, sums, times = state

        def react(face: int) -> Any:
            assert self.life.rule is not None
            more = face in self.life.rule.on and times != 0
            stay, add = split((self.make.born(self.tag, face, more),), self.lay)
            left = tuple(sorted((*stays, *stay))), self._bounded(self.lay.join(sums, add))
            return Again((*left, None if times is None else times - 1)) if more else left

        return Draw(self.life.die, react)

    def _bounded(self, sums: Any) -> Any:
        if not self.most:
            return sums
        return tuple(
            [n if most is None or n is None else min(n, most) for n, most in zip(sums, self.most, strict=True)]
        )

    @property
    def finite(self) -> bool:
        """Whether it goes on without end, and comes to few states on the way."""
        if not self.life.unbounded:
            return False
        ends = self.most or (None,) * len(self.lay.empty)
        for face in self.life.rule.on if self.life.rule else ():
            stay, add = split((self.make.born(self.tag, face, True),), self.lay)
            if stay or any(n and adds and most is None for n, adds, most in zip(add, self.lay.adds, ends, strict=True)):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Known:
    """A life whose law has been found already: weights, and what they are out of."""

    life: Living
    law: tuple[dict[Any, int], int] = field(compare=False)

    @property
    def chain(self) -> bool:
        return self.life.chain

    @property
    def laid(self) -> bool:
        return self.life.laid

    def key(self, state: Any) -> Any:
        return self.life.key(state)

    @property
    def birth(self) -> Again:
        return self.life.birth

    def step(self, state: Any) -> Any:
        return self.life.step(state)


def split(pieces: tuple[Any, ...], lay: Lay) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Those of the pieces that stay on the table, and the sums of the others."""
    stays: list[Any] = []
    sums = lay.empty
    for piece in pieces:
        counted = lay.aside(piece)
        if counted is None:
            stays.append(lay.like(piece))
        else:
            sums = lay.join(sums, counted)
    return tuple(stays), sums
