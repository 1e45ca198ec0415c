"""What an expression is worth: put together from small functions at first, and compiled once it is asked for often.

To compile an expression takes as long as to ask for it some two hundred times. The odds of a small check ask for most
of its expressions less often than that, and a million rolls ask for each of them a million times.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .words import PLAIN

OFTEN = 200  # from then on it is compiled

Lookups = Sequence[Callable[..., Any]]
Part = Callable[[Lookups], Any]

_GLOBALS: Mapping[str, Any] = {"__builtins__": {}, **PLAIN}
_SIGNS: Mapping[type[ast.AST], Callable[..., Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul},
    **{ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod},
    **{ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt},
    **{ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge},
    **{ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Not: operator.not_},
}


def working(
    body: ast.expr, arguments: tuple[str, ...], keep: Callable[[Callable[..., int]], None]
) -> Callable[..., int]:
    """An expression as a function of its lookups; the compiled one is given to `keep` once it is asked for often."""
    match body:  # what is no more than a number or a name needs neither
        case ast.Constant(int() as number):
            return lambda *lookups: number
        case ast.Call(ast.Name(lookup), [ast.Constant(word)]) if lookup in arguments:
            return lambda *lookups: lookups[arguments.index(lookup)](word)
    part, asked = _part(body, arguments), 0

    def work(*lookups: Callable[..., Any]) -> int:
        nonlocal asked
        asked += 1
        if asked == OFTEN:
            keep(compiled(body, arguments))
        worth: int = part(lookups)
        return worth

    return work


def compiled(body: ast.expr, arguments: tuple[str, ...]) -> Callable[..., int]:
    """The same, compiled."""
    arg = [ast.arg(arg=a) for a in arguments]
    params = ast.arguments(posonlyargs=[], args=arg, kwonlyargs=[], kw_defaults=[], defaults=[])
    whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(params, body)))
    built: Callable[..., int] = eval(compile(whole, "<expression>", "eval"), dict(_GLOBALS))
    return built


def worth(node: ast.expr) -> int:
    """What an expression is worth that looks nothing up."""
    return int(_part(node, ())(()))


def _part(node: ast.expr, arguments: tuple[str, ...]) -> Part:
    """A part of an expression as a function of the lookups."""

    def of(part: ast.expr) -> Part:
        return _part(part, arguments)

    match node:
        case ast.Constant(value):
            return lambda lookups: value
        case ast.Call(ast.Name(name), [ast.Constant(word)]) if name in arguments:
            at = arguments.index(name)
            return lambda lookups: lookups[at](word)
        case ast.Call(ast.Name(name), [asked]) if name in arguments:
            at, given = arguments.index(name), of(asked)
            return lambda lookups: lookups[at](given(lookups))
        case ast.Call(ast.Name(name), asked):
            function, numbers = PLAIN[name], [*map(of, asked)]
            return lambda lookups: function(*[number(lookups) for number in numbers])
        case ast.Compare(left, [sign], [ast.Constant(number)]):
            holds, one = _SIGNS[type(sign)], of(left)
            return lambda lookups: holds(one(lookups), number)
        case ast.Compare(left, [sign], [right]):
            holds, one, two = _SIGNS[type(sign)], of(left), of(right)
            return lambda lookups: holds(one(lookups), two(lookups))
        case ast.Compare(left, signs, others):
            return _chain([_SIGNS[type(sign)] for sign in signs], [of(left), *map(of, others)])
        case ast.BoolOp(sign, values):
            return _until(isinstance(sign, ast.Or), [*map(of, values)])
        case ast.BinOp(left, sign, right):
            join, one, two = _SIGNS[type(sign)], of(left), of(right)
            return lambda lookups: join(one(lookups), two(lookups))
        case ast.UnaryOp(sign, operand):
            turn, one = _SIGNS[type(sign)], of(operand)
            return lambda lookups: turn(one(lookups))
        case ast.IfExp(test, body, orelse):
            when, yes, no = of(test), of(body), of(orelse)
            return lambda lookups: yes(lookups) if when(lookups) else no(lookups)
        case ast.Tuple(elements):
            each = [*map(of, elements)]
            return lambda lookups: tuple([one(lookups) for one in each])
    raise AssertionError(node)


def _chain(signs: Sequence[Callable[..., Any]], numbers: Sequence[Part]) -> Part:
    """Comparisons one after another, up to the first that does not hold."""

    def chain(lookups: Lookups) -> Any:
        left, holds = numbers[0](lookups), True
        for sign, number in zip(signs, numbers[1:], strict=True):
            right = number(lookups)
            holds = sign(left, right)
            if not holds:
                break
            left = right
        return holds

    return chain


def _until(settles: bool, values: Sequence[Part]) -> Part:
    """The first value that settles it, or else the last one."""

    def until(lookups: Lookups) -> Any:
        value = None
        for each in values:
            value = each(lookups)
            if bool(value) is settles:
                break
        return value

    return until
