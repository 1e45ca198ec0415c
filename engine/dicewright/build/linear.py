"""Expressions that only add up names and tallies, each so many times."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ..model.formula import Formula, PerDie, Tally
from .known import settle, settled, sure

Term = str | Tally | tuple[str]  # a name, a tally, or a word of a die
Terms = Mapping[Term, int]
NOTHING: Mapping[str, int] = MappingProxyType({})
Number = dict[Term | None, int]  # under None what is there besides


def linear(formula: Formula, known: Mapping[str, int]) -> Number | None:
    """How often each name and each tally counts, where that is all there is to it; None for any other expression.

    `known` are the names that never change.
    """
    if formula.whole or not sure(formula):
        return None
    return _short(summed(formula.body, formula, known))


def unclipped(formula: Formula, known: Mapping[str, int]) -> Number | None:
    """The same for a number of which less than zero is none, whether it says so or not."""
    if isinstance(formula.body, ast.Call | ast.IfExp) and not formula.whole and sure(formula):
        match settled(formula, known):
            case ast.Call(ast.Name("max"), [ast.Constant(0), inner] | [inner, ast.Constant(0)]):
                return _short(summed(inner, formula))
    return linear(formula, known)


def _short(number: Number | None) -> Number | None:
    return None if number is None else {term: times for term, times in number.items() if times}


def term_of(node: ast.AST, of: Formula | PerDie) -> Term | None:
    """What a part of an expression stands for that is one look-up."""
    match node:
        case ast.Call(ast.Name("_name"), [ast.Constant(str() as name)]):
            return name
        case ast.Call(ast.Name("_die"), [ast.Constant(str() as word)]):
            return (word,)
        case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
            return of.tallies[i]
    return None


def summed(node: ast.expr, of: Formula | PerDie, known: Mapping[str, int] = NOTHING) -> Number | None:
    """What a part of an expression adds up; None where it does anything else, whatever the `known` names are worth."""
    match node:
        case ast.Constant(int() as number):
            return {None: int(number)}
        case ast.Call() if (term := term_of(node, of)) is not None:
            return {None: known[term]} if isinstance(term, str) and term in known else {term: 1}
        case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
            return _times(summed(operand, of, known), -1 if isinstance(node.op, ast.USub) else 1)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            one, other = summed(left, of, known), summed(right, of, known)
            if one is None or other is None:
                return None
            if not isinstance(node.op, ast.Mult):
                return _plus(one, _times(other, -1 if isinstance(node.op, ast.Sub) else 1))
            if other.keys() <= {None}:
                return _times(one, other.get(None, 0))
            return _times(other, one.get(None, 0)) if one.keys() <= {None} else None
    return summed(settle(node, known), of) if known else None


def _times(number: Number | None, times: int) -> Number | None:
    return None if number is None else {term: n * times for term, n in number.items()}


def _plus(one: Number, other: Number | None) -> Number | None:
    return None if other is None else {term: one.get(term, 0) + other.get(term, 0) for term in one | other}


def sums(formula: Formula, known: Mapping[str, int]) -> list[Terms]:
    """The sums of names and tallies, as large as they come, that are all that an expression looks at."""
    if formula.whole or not sure(formula):
        return [{name: 1} for name in formula.names]
    found = summed(formula.body, formula, known)
    return list(_sums(settled(formula, known), formula)) if found is None else [_terms(found)]


def _terms(number: Number) -> Terms:
    return {term: times for term, times in number.items() if term is not None}


def _sums(node: ast.AST, formula: Formula) -> Iterator[Terms]:
    found = summed(node, formula) if isinstance(node, ast.expr) else None
    if found is not None:
        yield _terms(found)
        return
    for below in ast.iter_child_nodes(node):
        yield from _sums(below, formula)


def together(names: Sequence[str], read: Sequence[Terms]) -> dict[str, dict[str, int]]:
    """Names of which only so many times each, added up, are looked at; under the first one of them.

    What then counts is the sum: it may all stand under that first name, and nothing under the others.
    """
    found: dict[str, dict[str, int]] = {}
    columns = {name: tuple([terms.get(name, 0) for terms in read]) for name in names}
    for name, column in columns.items():
        for first, others in found.items():
            times = _multiple(columns[first], column)
            if times is not None:
                others[name] = times
                break
        else:
            found[name] = {name: 1}
    return found


def _multiple(one: Sequence[int], other: Sequence[int]) -> int | None:
    """How many times one row of numbers makes the other."""
    times = next((b // a for a, b in zip(one, other, strict=True) if a), 0)
    return times if all(a * times == b for a, b in zip(one, other, strict=True)) else None


def constant(number: int) -> Formula:
    """An expression that is just a number."""
    return Formula(str(number), frozenset(), frozenset(), (), ast.Constant(number))
