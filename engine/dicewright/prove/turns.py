"""Small slips of an expression: a number off by one, a comparison the wrong way round, `and` for `or`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

_OTHER_WAY = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_EDGE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
CONDITIONS = ("when", "where", "while", "until", "that", "needs", "holds")


def turns(text: str, key: str) -> Iterator[str]:
    """The expression with each slip of its own; `key` is where it stands."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return
    if not text.isascii():
        return
    compared = False
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=bool()):
                continue
            case ast.Constant(value=int() as number):
                for near in (number + 1, number - 1):
                    if near >= 0:
                        yield _put(text, node.col_offset, node.end_col_offset or 0, str(near))
            case ast.Compare(left, _, others):
                compared = True
                yield from _compared(text, left, others)
            case ast.BoolOp(op, values):
                word, other = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for a, b in pairwise(values):
                    yield _between(text, a, b, word, other)
            case ast.UnaryOp(ast.Not(), operand):
                yield _put(text, node.col_offset, operand.col_offset, "")
            case ast.IfExp(test, body, orelse):
                yes, no, asked = (ast.get_source_segment(text, part) for part in (body, orelse, test))
                yield _put(text, node.col_offset, node.end_col_offset or 0, f"{no} if {asked} else {yes}")
    if key in CONDITIONS and not compared:
        yield f"not ({text})"


def _compared(text: str, left: ast.expr, others: list[ast.expr]) -> Iterator[str]:
    """The other way round; and the edge, where no number stands at it that could be shifted."""
    for a, b in zip([left, *others], others, strict=False):
        word = text[a.end_col_offset : b.col_offset].strip(" ()")
        if word in _OTHER_WAY:
            yield _between(text, a, b, word, _OTHER_WAY[word])
        if word in _EDGE and not any(isinstance(side, ast.Constant) for side in (a, b)):
            yield _between(text, a, b, word, _EDGE[word])


def _between(text: str, a: ast.expr, b: ast.expr, word: str, other: str) -> str:
    at = text.index(word, a.end_col_offset)
    return _put(text, at, at + len(word), other)


def _put(text: str, start: int, end: int, other: str) -> str:
    return text[:start] + other + text[end:]
