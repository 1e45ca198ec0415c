"""What an expression still reads once the inputs are known, and which names are known like inputs.

`count(value == 1) if push else 0` looks at no die where `push` is an input and false: Python takes the same way through
the expression whenever it is worked out. So no expression is rewritten, only less is said to be read: `x and y` reads
nothing where y is known to be false, `x if c else y` one of both where c is known. A name that gets a number which
the inputs decide, whatever happens and before anybody reads it, has that number from the start.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol

from ..model.formula import Formula, PerDie, Tally
from ..model.words import PLAIN
from ..model.working import worth
from ..ops import binding
from ..ops.state import Move


@dataclass(frozen=True)
class Reading:
    """The names, words of a die and tallies that an expression reads, and whether it needs all dice together."""

    names: frozenset[str]
    dies: frozenset[str]
    tallies: tuple[Tally, ...]
    whole: bool


def reading(of: Formula | PerDie, known: Mapping[str, int]) -> Reading:
    """What it reads where these names are known for good."""
    dies = of.dies if isinstance(of, PerDie) else frozenset()
    if not (any(known.keys() >= names for names in of.deciding) and sure(of)):
        return Reading(of.names, dies, of.tallies, of.whole)
    body = settled(of, known)
    called = {"_name": [], "_die": [], "_tally": []}  # type: dict[str, list[ast.expr]]
    for node in ast.walk(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called:
            called[node.func.id].append(node.args[0])
    tallies = tuple(of.tallies[int(_constant(place))] for place in called["_tally"])
    names = {str(_constant(name)) for name in called["_name"] if isinstance(name, ast.Constant)}
    return Reading(
        frozenset(names.union(*(tally.of.names for tally in tallies))),
        frozenset(str(_constant(word)) for word in called["_die"]),
        tuple(dict.fromkeys(tallies)),
        len(names) < len({ast.dump(name) for name in called["_name"]}) or not all(t.of.in_order for t in tallies),
    )


def settled(of: Formula | PerDie, known: Mapping[str, int]) -> ast.expr:
    """The expression with what is known worked out; it has to be `sure`."""
    return settle(of.body, known)


def settle(part: ast.expr, known: Mapping[str, int]) -> ast.expr:
    """The same for a part of an expression."""
    body: ast.expr = _Known(known).visit(part)
    return body


def parts(of: PerDie) -> tuple[PerDie, ...]:
    """What has to hold of a die all at once, one by one; only what looks at nothing but the die and names."""
    if not isinstance(of.body, ast.BoolOp) or not isinstance(of.body.op, ast.And):
        return ()
    found = []
    for body in of.body.values:
        words: dict[str, set[str]] = {"_name": set(), "_die": set()}
        for node in ast.walk(body):
            match node:
                case ast.Call(ast.Name("_name" | "_die" as called), [ast.Constant(str() as word)]):
                    words[called].add(word)
                case ast.Call(ast.Name("_name" | "_tally")):
                    break
        else:
            names, dies = frozenset(words["_name"]), frozenset(words["_die"])
            found.append(PerDie(ast.unparse(body), names, dies, (), body, of.span))
    return tuple(found)


def sure(of: Formula | PerDie) -> bool:
    """Whether it can be worked out whatever its names are: it divides by nothing."""
    return not ("//" in of.text or "%" in of.text)


class Naming(Protocol):
    """What a move reads, as far as names go."""

    names: Set[str]


def foregone(
    moves: Sequence[Move],
    constants: Mapping[str, int],
    slots: Set[str],
    of_dice: Set[str],
    read: Callable[[Move], Naming],
) -> dict[str, int]:
    """The names that are known from the start though a move gives them their number.

    `slots` are those that moves may change, `of_dice` those that depend on dice; `read` says what a move reads.
    """
    surely = next((move.at for move in moves if move.to >= 0 or move.blocks or move.slot), len(moves))
    found: dict[str, int] = {}
    for name in {binding(move.step): None for move in moves if move.step.op == "let"}:
        mine = [move for move in moves if binding(move.step) == name]
        value = mine[-1].step.keys.get("value")
        if (
            name is None
            or name in of_dice
            or not all(move.step.op == "let" and move.step.when is None for move in mine)
        ):
            continue
        if mine[-1].at >= surely or not (
            isinstance(value, Formula) and value.names <= constants.keys() - slots - of_dice
        ):
            continue
        if not (value.tallies or value.whole or not sure(value)) and not any(
            name in read(move).names for move in moves[: mine[-1].at + 1]
        ):
            found[name] = value.given(constants)
    return found


def _constant(node: ast.expr) -> int | str:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int | str)
    return node.value


class _Known(ast.NodeTransformer):
    """The expression with what is known worked out; what is left of it is written anew, not changed."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "_name" and isinstance(node.args[0], ast.Constant):
            value = self.known.get(str(node.args[0].value))
            return node if value is None else ast.Constant(value)
        called = ast.Call(node.func, [self.visit(part) for part in node.args], [])
        plain = isinstance(node.func, ast.Name) and node.func.id in PLAIN
        return self._worked(called, called.args) if plain else called

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return ast.Tuple([self.visit(part) for part in node.elts], node.ctx)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            branch: ast.expr = self.visit(node.body if test.value else node.orelse)
            return branch
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        both, parts = isinstance(node.op, ast.And), [self.visit(part) for part in node.values]
        for n, part in enumerate(parts):
            if isinstance(part, ast.Constant) and bool(part.value) is not both:  # it ends here at the latest
                if both or all(isinstance(before, ast.Constant) for before in parts[:n]):
                    return ast.Constant(0) if both else part
                return ast.BoolOp(node.op, parts[: n + 1])
        return parts[-1] if all(isinstance(part, ast.Constant) for part in parts) else ast.BoolOp(node.op, parts)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return self._worked(ast.UnaryOp(node.op, operand), [operand])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        return self._worked(ast.BinOp(left, node.op, right), [left, right])

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        left, others = self.visit(node.left), [self.visit(part) for part in node.comparators]
        return self._worked(ast.Compare(left, node.ops, others), [left, *others])

    def _worked(self, node: ast.expr, parts: list[ast.expr]) -> ast.expr:
        if not all(isinstance(part, ast.Constant) for part in parts):
            return node
        return ast.Constant(worth(node))
