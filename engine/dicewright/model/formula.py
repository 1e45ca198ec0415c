"""Expressions: whole numbers, comparisons, names, a fixed list of functions.

What `model.expression` has read is put together as a function, and compiled where it is asked for often (see
`model.working`). Dividing is `//`, rounded down, and there is no power: values stay whole and small.

Functions such as `count(value >= 7)` look at the dice one by one. Each of them is a `Tally`: a sum over dice that can
be taken die by die and in any order, which is what lets exact odds lay a die aside once nobody will touch it again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import setitem
from typing import Any

from ..errors import DicewrightError, Span, fail
from .words import ALIKE, IN_ORDER, MEASURES, PLAIN, SHAPES, TOGETHER
from .working import working

LARGEST = 10**15
Lookup = Callable[[str], int]


class _Portable:
    """Lets an expression be sent to another process: it is compiled there when it is asked for, as here."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "code"}


@dataclass(frozen=True)
class PerDie(_Portable):
    """An expression on one die, and the `body` that it is compiled from.

    `deciding` are the names of each part that decides what else is looked at, and looks at nothing but names.
    """

    text: str
    names: frozenset[str] = field(compare=False)
    dies: frozenset[str] = field(compare=False)
    tallies: tuple[Tally, ...] = field(compare=False)
    body: ast.expr = field(compare=False, repr=False)
    span: Span | None = field(compare=False, default=None)
    whole: bool = field(compare=False, default=False)
    deciding: tuple[frozenset[str], ...] = field(compare=False, repr=False, default=())

    @cached_property
    def code(self) -> Callable[[Lookup, Lookup, Callable[[int], int]], int]:
        """The expression as a function of three lookups: for the die, for names, for tallies."""
        return working(self.body, ("_die", "_name", "_tally"), partial(setitem, vars(self), "code"))

    @cached_property
    def word(self) -> str | None:
        """The word of a die that is all of it, if it is one."""
        match self.body:
            case ast.Call(ast.Name("_die"), [ast.Constant(str() as word)]):
                return word
        return None

    @cached_property
    def alone(self) -> bool:
        """Whether it looks at nothing but the die itself and fixed names."""
        return not (self.tallies or self.whole or self.dies & TOGETHER or self.names & MEASURES.keys())

    @property
    def among_alike(self) -> bool:
        """Whether it looks at nothing but the die itself, fixed names, and the dice that show the same number."""
        return self.in_order and not self.dies & TOGETHER - ALIKE

    @property
    def in_order(self) -> bool:
        """Whether it looks at nothing but that, and how many dice show more."""
        return not (self.tallies or self.whole or self.names & MEASURES.keys())


@dataclass(frozen=True)
class Tally:
    """A number gathered over dice, die by die: how it is gathered, and what of each die.

    Or value by value, with all dice that show one (`shaped`): then `of` is the number that the function takes. To some
    of these the dice of a value add by what lies above or below them (`in_order`).
    """

    how: str
    of: PerDie

    @property
    def shaped(self) -> bool:
        return self.how in SHAPES

    @property
    def in_order(self) -> bool:
        return self.how in IN_ORDER


@dataclass(frozen=True)
class Formula(_Portable):
    """An expression on a check, and the `body` that it is compiled from."""

    text: str
    names: frozenset[str] = field(compare=False)
    owned: frozenset[str] = field(compare=False)
    tallies: tuple[Tally, ...] = field(compare=False)
    body: ast.expr = field(compare=False, repr=False)
    span: Span | None = field(compare=False, default=None)
    whole: bool = field(compare=False, default=False)
    deciding: tuple[frozenset[str], ...] = field(compare=False, repr=False, default=())

    @cached_property
    def code(self) -> Callable[[Lookup, Callable[[int], int]], int]:
        """The expression as a function of two lookups: for names, for tallies."""
        return working(self.body, ("_name", "_tally"), partial(setitem, vars(self), "code"))

    def given(self, names: Mapping[str, int]) -> int:
        """Its value where all its names are known. Raises with its place when it divides by zero or grows too large."""
        try:
            return bounded(int(self.code(names.__getitem__, lambda i: 0)), self)
        except ZeroDivisionError:
            raise by_zero(self) from None


def by_zero(formula: Formula | PerDie) -> DicewrightError:
    return fail("division-by-zero", f"`{formula.text}` divides by zero here", formula.span)


def bounded(value: int, formula: Formula | PerDie) -> int:
    if abs(value) > LARGEST:
        raise fail("limit", f"`{formula.text}` grows beyond ±{LARGEST:,}; that is the limit", formula.span)
    return value


def measured(how: str, name: str) -> Tally:
    """The tally behind a plain name: `total` is sum(value), a symbol's name is the sum of it over the dice."""
    return Tally(how, PerDie(f"the name {name}", frozenset(), frozenset({name}), (), call("_die", ast.Constant(name))))


def counted() -> Tally:
    """How many dice there are."""
    return Tally("count", PerDie("1", frozenset(), frozenset(), (), ast.Constant(1)))


def shaped(name: str, argument: ast.expr, span: Span | None = None) -> Tally | None:
    """The tally behind a function of all dice together; None where the number that it takes looks at dice itself."""
    names: set[str] = set()
    for node in ast.walk(argument):
        match node:
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as word)]) if word not in MEASURES:
                names.add(word)
            case ast.Call(ast.Name(function)) if function not in PLAIN:
                return None
    return Tally(name, PerDie(ast.unparse(argument), frozenset(names), frozenset(), (), argument, span))


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])
