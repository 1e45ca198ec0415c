"""Reading an expression: what its text may say, and every name in it.

simpleeval parses the text; our own walk over the tree then allows a short list of shapes and finds every name.
"""

from __future__ import annotations

import ast

from simpleeval import InvalidExpression, SimpleEval

from ..errors import DicewrightError, Fix, Problem, did_you_mean, fail
from .formula import LARGEST, Formula, PerDie, Tally, call, shaped
from .misread import FRACTION, Slip, broken, never
from .text import Text
from .words import FUNCTIONS, OWNED, PLAIN, SHAPES, TALLIES, Words

LENGTH, NODES, DEPTH = 500, 100, 20

_SIGNS = (ast.USub, ast.UAdd, ast.Not)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OTHERWISE = "give one of them another name; or, for a word of an input, write its number"


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
                    return call("_die", ast.Constant(word))
                case "_name", word:
                    self.names.add(word)
                    self.looks.append(word)
                    return call("_name", ast.Constant(word))
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
            return call(name, *(self._walk(a, die, depth + 1) for a in args))
        if name in OWNED:
            match args:
                case [ast.Name(id=owned)] if owned in self.words.properties:
                    self.owned.add(owned)
                    self.looks.append(f"{name} {owned}")
                    return call("_name", ast.Constant(f"{name} {owned}"))
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
            if (tally := shaped(name, argument, self.text.span)) is not None:
                return self._gathered(tally)
            self.whole = True
            self.looks.append(None)
            return call("_name", ast.Tuple([ast.Constant(name), argument], ast.Load()))
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
        if any(not deep.shaped for inner in of.tallies for deep in inner.of.tallies):
            return self._note(argument, "expression", "functions over dice stand in each other two deep at most")
        tally = Tally(how, of)
        if not of.in_order:
            self.whole = True
        return self._gathered(tally)

    def _gathered(self, tally: Tally) -> ast.expr:
        if tally not in self.tallies:
            self.tallies.append(tally)
        self.looks.append(None)
        return call("_tally", ast.Constant(self.tallies.index(tally)))
