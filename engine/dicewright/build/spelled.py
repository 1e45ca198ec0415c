"""Expressions written as the text of a function."""

from __future__ import annotations

import ast
from collections.abc import Callable


def is_true_or_false(body: ast.expr) -> bool:
    """Whether an expression gives nothing but 1 and 0."""
    match body:
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return True
        case ast.BoolOp(_, parts):
            return all(map(is_true_or_false, parts))
    return False


_SIGNS = {
    **{ast.UAdd: "+", ast.USub: "-", ast.Not: "not ", ast.And: " and ", ast.Or: " or "},
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}  # type: dict[type[ast.AST], str]


def spelled(body: ast.expr, read: Callable[[str], str], tally: Callable[[int], str]) -> str:
    """An expression as text, with what they stand for in the place of names and tallies."""

    def text(node: ast.expr) -> str:
        match node:
            case ast.Constant(int() as value):
                return f"({value})" if value < 0 else str(value)
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as word)]):
                return read(word)
            case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
                return tally(i)
            case ast.Call(ast.Name("_name"), [ast.Tuple([ast.Constant(name), argument])]):
                return f"shaped({name!r}, {text(argument)}, state)"
            case ast.Call(ast.Name(function), arguments):
                return f"{function}({', '.join(map(text, arguments))})"
            case ast.UnaryOp(sign, operand):
                return f"({_SIGNS[type(sign)]}{text(operand)})"
            case ast.BinOp(left, sign, right):
                return f"({text(left)}{_SIGNS[type(sign)]}{text(right)})"
            case ast.BoolOp(sign, parts):
                return f"({_SIGNS[type(sign)].join(map(text, parts))})"
            case ast.Compare(left, signs, others):
                links = [f"{_SIGNS[type(sign)]}{text(other)}" for sign, other in zip(signs, others, strict=True)]
                return f"({text(left)}{''.join(links)})"
            case ast.IfExp(test, yes, no):
                return f"({text(yes)} if {text(test)} else {text(no)})"
        raise AssertionError(node)

    return text(body)
