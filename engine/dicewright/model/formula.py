"""Expressions: whole numbers, comparisons, names, a fixed list of functions.

simpleeval parses the text; our own walk over the tree then allows a short list of shapes and finds every name. What is
left is put together as a function, and compiled where it is asked for often (see `model.working`). Dividing is `//`,
rounded down, and there is no power: values stay whole and small.

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

from simpleeval import InvalidExpression, SimpleEval

from ..errors import DicewrightError, Fix, Problem, Span, did_you_mean, fail
from .misread import FRACTION, Slip, broken, never
from .text import Text
from .words import ALIKE, FUNCTIONS, GATHERED, MEASURES, OWNED, PLAIN, SHAPES, TALLIES, TOGETHER, Words
from .working import working

LENGTH, NODES, DEPTH, LARGEST = 500, 100, 20, 10**15

_SIGNS = (ast.USub, ast.UAdd, ast.Not)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OTHERWISE = "give one of them another name; or, for a word of an input, write its number"
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
        return not (self.tallies or self.whole or self.dies & TOGETHER - ALIKE or self.names & MEASURES.keys())


@dataclass(frozen=True)
class Tally:
    """A number gathered over dice, die by die: how it is gathered, and what of each die.

    Or value by value, with all dice that show one (`shaped`): then `of` is the number that the function takes.
    """

    how: str
    of: PerDie

    @property
    def shaped(self) -> bool:
        return self.how in GATHERED


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


def formula(text: Text, words: Words) -> Formula:
    """Check and compile an expression on a check; every problem in it is raised at once."""
    reader = _Reader(text, words)
    body = reader.read(per_die=False)
    names, owned, tallies = frozenset(reader.names), frozenset(reader.owned), tuple(reader.tallies)
    return Formula(text.text.strip(), names, owned, tallies, body, text.span, reader.whole, tuple(reader.deciding))


def per_die(text: Text, words: Words) -> PerDie:
    """Check and compile an expression on one die."""
    reader = _Reader(text, words)
    return reader.of_die(text.text.strip(), reader.read(per_die=True))


def measured(how: str, name: str) -> Tally:
    """The tally behind a plain name: `total` is sum(value), a symbol's name is the sum of it over the dice."""
    return Tally(how, PerDie(f"the name {name}", frozenset(), frozenset({name}), (), _call("_die", ast.Constant(name))))


def counted() -> Tally:
    """How many dice there are."""
    return Tally("count", PerDie("1", frozenset(), frozenset(), (), ast.Constant(1)))


def shaped(name: str, argument: int) -> Tally:
    """The tally behind a function of all dice to which those of each value add by themselves."""
    return Tally(name, PerDie(str(argument), frozenset(), frozenset(), (), ast.Constant(argument)))


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


class _Reader:
    """One walk over one expression: it allows, rewrites, and notes what is read."""

    def __init__(self, text: Text, words: Words) -> None:
        self.text, self.words = text, words
        self.names: set[str] = set()
        self.dies: set[str] = set()
        self.owned: set[str] = set()
        self.tallies: list[Tally] = []
        self.whole = False
        self.looks: list[str | None] = []  # all look-ups in their order: the name, or None for anything else
        self.deciding: list[frozenset[str]] = []
        self.problems: list[Problem] = []
        self.lead = len(text.text) - len(text.text.lstrip())

    def read(self, per_die: bool) -> ast.expr:
        tree = self._parse()
        body = self._walk(tree, per_die, 1)
        if self.problems:
            raise DicewrightError(self.problems)
        return body

    def of_die(self, text: str, body: ast.expr) -> PerDie:
        """What has been read, as an expression on one die."""
        names, dies, tallies = frozenset(self.names), frozenset(self.dies), tuple(self.tallies)
        return PerDie(text, names, dies, tallies, body, self.text.span, self.whole, tuple(self.deciding))

    def _parse(self) -> ast.expr:
        text = self.text.text.replace("\n", " ")
        if len(text) > LENGTH:
            raise self._fail("expression", f"an expression has at most {LENGTH} characters", 0, 1)
        if slip := never(text):
            raise self._slipped(slip)
        if not text.strip():
            raise self._fail("expression", "the expression is empty", 0, 1)
        try:
            statement = SimpleEval.parse(text)
        except SyntaxError as error:
            at = max(0, (error.offset or 1) - 1) + self.lead
            raise self._slipped(broken(text, at)) from None
        except (ValueError, RecursionError, MemoryError, InvalidExpression):
            raise self._fail("expression", "the expression cannot be read", 0, 1) from None
        if isinstance(statement, ast.Assign | ast.AugAssign):
            raise self._slipped(broken(text, text.index("=")))
        if not isinstance(statement, ast.Expr):
            raise self._fail("expression", "an expression is one line of numbers, names and comparisons", 0, 1)
        if sum(1 for _ in ast.walk(statement)) > 3 * NODES:
            raise self._fail("expression", "the expression is too long; give parts of it a name with let", 0, 1)
        return statement.value

    def _slipped(self, slip: Slip) -> DicewrightError:
        span, frame = self.text.at(slip.start, slip.width)
        return DicewrightError([Problem("expression", slip.message, span, frame, fixes=self.text.mended(slip.instead))])

    def _fail(self, code: str, message: str, start: int, width: int, *notes: str) -> DicewrightError:
        span, frame = self.text.at(start, width)
        return fail(code, message, span, *frame, *notes)

    def _stretch(self, node: ast.AST) -> tuple[int, int]:
        """Where a part of the expression begins in its text, and how wide it is."""
        start = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", None) or start + 1
        stripped = self.text.text.strip().encode()
        first = len(stripped[:start].decode(errors="ignore")) + self.lead
        return first, len(stripped[start:end].decode(errors="ignore"))

    def _sign(self, node: ast.BinOp, sign: str) -> tuple[int, int]:
        """Where the sign between two numbers stands."""
        return self.text.text.index(sign, sum(self._stretch(node.left))), len(sign)

    def _note(
        self, at: ast.AST | tuple[int, int], code: str, message: str, *notes: str, fixes: tuple[Fix, ...] = ()
    ) -> ast.expr:
        span, frame = self.text.at(*(at if isinstance(at, tuple) else self._stretch(at)))
        self.problems.append(Problem(code, message, span, (*frame, *notes), fixes=fixes))
        return ast.Constant(0)

    def _walk(self, node: ast.expr, die: bool, depth: int) -> ast.expr:
        if depth > DEPTH:
            return self._note(node, "expression", f"an expression is nested at most {DEPTH} deep")

        def go(part: ast.expr) -> ast.expr:
            return self._walk(part, die, depth + 1)

        match node:
            case ast.Constant(value=int() as value):
                if abs(int(value)) > LARGEST:
                    return self._note(node, "expression", f"numbers stay within ±{LARGEST:,}")
                return ast.Constant(int(value))
            case ast.Constant(value=float()):
                return self._note(node, "expression", "expressions use whole numbers only")
            case ast.Constant():
                return self._said(node, die)
            case ast.Name(id=name):
                return self._name(node, name, die)
            case ast.UnaryOp(sign, operand) if isinstance(sign, _SIGNS):
                return ast.UnaryOp(sign, go(operand))
            case ast.BinOp(left, op, right) if isinstance(op, _OPERATORS):
                return ast.BinOp(go(left), op, go(right))
            case ast.BinOp(_, ast.Div(), _):
                message = "`/` could leave a fraction; write `//`, which rounds down"
                return self._note(self._sign(node, "/"), "expression", message)
            case ast.BinOp(_, ast.Pow() | ast.BitXor() as sign, _):
                place = self._sign(node, "**" if isinstance(sign, ast.Pow) else "^")
                return self._note(place, "expression", "there is no power here; multiply instead")
            case ast.Tuple() if found := FRACTION.search(self.text.text):
                message = f"`{found[0]}` is no whole number; expressions use whole numbers only"
                return self._note((found.start(), len(found[0])), "expression", message)
            case ast.BoolOp(op, values):
                return ast.BoolOp(op, [self._decides(v, die, depth + 1) for v in values])
            case ast.Compare(left, ops, comparators) if all(isinstance(op, _COMPARISONS) for op in ops):
                return ast.Compare(go(left), ops, [go(c) for c in comparators])
            case ast.Compare(_, [ast.In() | ast.NotIn()], _):
                message = "`in` is not known here; compare with each: `total == 7 or total == 11`"
                return self._note(node, "expression", message)
            case ast.IfExp(test, yes, no):
                return ast.IfExp(self._decides(test, die, depth + 1), go(yes), go(no))
            case ast.Call(ast.Name(id=name), args, []):
                return self._called(node, name, args, die, depth)
        return self._note(node, "expression", "this cannot stand in an expression", "allowed: + - * // % and or not if")

    def _decides(self, node: ast.expr, die: bool, depth: int) -> ast.expr:
        """A part that decides what else is looked at."""
        begin = len(self.looks)
        found = self._walk(node, die, depth)
        names = [name for name in self.looks[begin:] if name is not None]
        if len(names) == len(self.looks) - begin:
            self.deciding.append(frozenset(names))
        return found

    def _said(self, node: ast.expr, die: bool) -> ast.expr:
        """Text in quotes: a word that is known without them, or nothing that an expression can hold."""
        word = str(getattr(node, "value", ""))
        if not self.words.meanings(word, die):
            message = "there is no text in expressions; choose faces and kinds by the step's keys"
            return self._note(node, "expression", message)
        message = f"there is no text in expressions; write `{word}` without quotes"
        return self._note(node, "expression", message, fixes=self.text.mended([(*self._stretch(node), word)]))

    def _name(self, node: ast.expr, name: str, die: bool) -> ast.expr:
        meanings = self.words.meanings(name, die)
        if len(meanings) > 1:
            message = f"`{name}` is {' and '.join(meanings)}; which is meant?"
            return self._note(node, "ambiguous-name", message, _OTHERWISE)
        for stands in meanings.values():
            match stands:
                case int():
                    return ast.Constant(stands)
                case "_die", word:
                    self.dies.add(word)
                    self.looks.append(None)
                    return _call("_die", ast.Constant(word))
                case "_name", word:
                    self.names.add(word)
                    self.looks.append(word)
                    return _call("_name", ast.Constant(word))
        what = self.words.of_die(name)
        if what and not die:
            return self._note(
                node, "unknown-name", f"`{name}` is {what}; use it in `where:`, or inside count() or sum()"
            )
        if name in FUNCTIONS:
            return self._note(node, "unknown-name", f"`{name}` is a function; write `{name}(...)`")
        if name in self.words.properties:
            return self._note(node, "unknown-name", f"`{name}` is a property; write `active({name})` or `has({name})`")
        first = self.words.names | (self.words.dies if die else frozenset())
        more = {*(said.word for said in self.words.said), *(self.words.kinds | self.words.tags if die else ())} - first
        return self._note(
            node,
            "unknown-name",
            f"`{name}` is not a name that can be used here{did_you_mean(name, first | more)}",
            f"can be used here: {', '.join([*sorted(first), *sorted(more)][:20])}",
        )

    def _called(self, node: ast.expr, name: str, args: list[ast.expr], die: bool, depth: int) -> ast.expr:
        if name in PLAIN:
            wanted = 1 if name == "abs" else 2
            if len(args) < wanted or (name == "abs" and len(args) > 1):
                return self._note(node, "expression", f"`{name}` takes {'one value' if wanted == 1 else 'two or more'}")
            return _call(name, *(self._walk(a, die, depth + 1) for a in args))
        if name in OWNED:
            match args:
                case [ast.Name(id=owned)] if owned in self.words.properties:
                    self.owned.add(owned)
                    self.looks.append(f"{name} {owned}")
                    return _call("_name", ast.Constant(f"{name} {owned}"))
                case [ast.Name(id=owned) as bad]:
                    near = did_you_mean(owned, self.words.properties)
                    return self._note(bad, "unknown-property", f"there is no property `{owned}`{near}")
            return self._note(node, "expression", f"`{name}` takes the name of a property")
        if name in TALLIES:
            if len(args) != 1:
                return self._note(node, "expression", f"`{name}` takes one expression about a die, such as value >= 5")
            return self._tallied(name, args[0], depth)
        if name in SHAPES:
            if len(args) != (name in ("sets", "nth")):
                return self._note(node, "expression", f"the function is {SHAPES[name].split(':')[0]}")
            argument = self._walk(args[0], die, depth + 1) if args else ast.Constant(0)
            if name in GATHERED and isinstance(argument, ast.Constant) and isinstance(argument.value, int):
                return self._gathered(shaped(name, argument.value))
            self.whole = True
            self.looks.append(None)
            return _call("_name", ast.Tuple([ast.Constant(name), argument], ast.Load()))
        known = [*PLAIN, *TALLIES, *SHAPES, *OWNED]
        return self._note(
            (self._stretch(node)[0], len(name)),
            "unknown-function",
            f"there is no function `{name}`{did_you_mean(name, known)}",
            f"functions: {', '.join(sorted(known))}",
        )

    def _tallied(self, how: str, argument: ast.expr, depth: int) -> ast.expr:
        outer = self.names, self.dies, self.tallies, self.whole, self.deciding
        self.names, self.dies, self.tallies, self.whole, self.deciding = set(), set(), [], False, []
        body = self._walk(argument, True, depth + 1)
        of = self.of_die(ast.unparse(argument), body)
        self.names, self.dies, self.tallies, self.whole, self.deciding = outer
        self.names |= of.names
        if any(inner.of.tallies for inner in of.tallies):
            return self._note(argument, "expression", "functions over dice stand in each other two deep at most")
        tally = Tally(how, of)
        if not of.among_alike:
            self.whole = True
        return self._gathered(tally)

    def _gathered(self, tally: Tally) -> ast.expr:
        if tally not in self.tallies:
            self.tallies.append(tally)
        self.looks.append(None)
        return _call("_tally", ast.Constant(self.tallies.index(tally)))
