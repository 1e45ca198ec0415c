"""How much of a die's value is looked at: a sum that is only compared with a number need not go past that number.

Where all that is still asked of dice is whether their values, or a sum or the highest of them, reach known numbers, and
none of them is below zero, a die that is worth the greatest of those numbers settles every question that a greater one
would. So a die that explodes onto itself stops there, and a chain without end has an end: its law is exact, and nothing
is left open. In the same way a die that brings others need not count past the number that a count is compared with:
then few states are left, and the chain is solved. Odds with such a roof equal odds without it, but for what those leave
open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from ..model.formula import Formula, PerDie, Tally
from ..model.rules import Rules
from ..model.system import Outcome, Selector
from ..ops.state import Move
from .classes import Table
from .known import settled, sure
from .linear import Term, summed, term_of
from .reads import Key, Reads

T = TypeVar("T")

VALUE: Term = ("value",)


class Roofed(Protocol):
    """A program, as far as this needs it."""

    moves: tuple[Move, ...]
    rules: Rules

    @property
    def table(self) -> Table: ...
    @property
    def measures(self) -> Mapping[str, Tally]: ...
    @property
    def tallies(self) -> Mapping[Key, int]: ...
    @property
    def after(self) -> tuple[Reads, ...]: ...
    @property
    def known(self) -> Mapping[str, int]: ...
    @property
    def results(self) -> tuple[str, ...]: ...
    @property
    def wanted(self) -> Mapping[str, Formula]: ...
    @property
    def verdicts(self) -> tuple[Outcome, ...]: ...


def roofs(program: Roofed) -> Mapping[int, int | None]:
    """Behind each move that puts throws onto a die, the value from which on all are the same to what is read later.

    None where there is none, or a step gives a die another value than it throws, or lets it count in another way.
    """
    places = [move.at + 1 for move in program.moves if move.step.keys.get("onto")]
    values = [value for kind in program.table.kinds for value in program.rules.kinds[kind].values] if places else []
    odd = any(move.step.op in ("set", "multiply", "negate") for move in program.moves)
    if odd or min(values, default=0) < 0:
        return {}
    formulas = _formulas(program) if places else []
    return {at: _roof(program.after[at], formulas, program.known) for at in places}


def caps(program: Roofed) -> Mapping[Key, int]:
    """Counts that are only compared with known numbers, and from where on more makes no difference to any of them."""
    formulas, on_dice = _formulas(program), list(_on_dice(program))
    found: dict[Key, int] = {}
    for key in program.tallies:
        tally, select = key
        names = {name for name, measure in program.measures.items() if measure == tally}
        if tally.how != "count" or select is not None or any(_reads(of, tally, names) for of in on_dice):
            continue
        looks, read = _Looks(formulas, program.known), [of for of in formulas if _reads(of, tally, names)]
        try:
            for formula in read:
                looks.compared(formula, {tally, *names})
        except _OpenError:
            continue
        if read:
            found[key] = max(0, *looks.numbers)
    return found


def _reads(of: Formula | PerDie, tally: Tally, names: Set[str]) -> bool:
    return tally in of.tallies or not of.names.isdisjoint(names)


def _formulas(program: Roofed) -> list[Formula]:
    """Every expression of the moves, and what is told in the end."""
    said: list[Any] = list(_told(program))
    for step, select in ((move.step, move.step.select) for move in program.moves):
        said += [step.when, *step.keys.values(), select.count, select.at_most, select.at_least]
    return list(_written(tuple(said), Formula))


def _on_dice(program: Roofed) -> Iterator[PerDie]:
    """Every expression on one die."""
    for step in (move.step for move in program.moves):
        select = step.select
        yield from _written((*step.keys.values(), select.where, select.by, select.prefer), PerDie)
    yield from (tally.of for tally, _ in program.tallies)


def _roof(reads: Reads, formulas: Sequence[Formula], known: Mapping[str, int]) -> int | None:
    if any((reads.mixed, reads.alike, reads.exacts, reads.sets, reads.late, reads.asks, reads.twins)):
        return None
    looks = _Looks(formulas, known)
    try:
        for select in (*reads.judges, *reads.touches, *reads.orders):
            looks.selecting(select)
        for key in reads.tallies:
            looks.gathering(key)
    except _OpenError:
        return None
    return max(looks.numbers, default=0)


def _told(program: Roofed) -> Iterator[Formula]:
    """The results that are told, and the conditions of outcomes; in place of other results what those work out."""
    results: dict[str, Formula] = {}
    for name, formula in program.wanted.items():
        whole = _inlined(formula, results)
        if name in program.results:
            yield whole
        if formula.text != name:
            results[name] = whole
    yield from (_inlined(outcome.when, results) for outcome in program.verdicts if outcome.when is not None)


def _inlined(formula: Formula, results: Mapping[str, Formula]) -> Formula:
    """The expression with what results work out in place of their names."""
    if formula.names.isdisjoint(results):
        return formula
    others = [result for name, result in results.items() if name in formula.names]
    parts = [formula, *others]
    tallies = tuple(dict.fromkeys(tally for part in parts for tally in part.tallies))
    return replace(
        formula,
        text="; ".join(part.text for part in parts),
        names=(formula.names - results.keys()).union(*(other.names for other in others)),
        tallies=tallies,
        body=_Inlining(formula.tallies, tallies, results).visit(deepcopy(formula.body)),
        whole=any(part.whole for part in parts),
    )


class _Inlining(ast.NodeTransformer):
    """Puts results in the place of their names, and numbers tallies anew."""

    def __init__(self, mine: Sequence[Tally], tallies: Sequence[Tally], results: Mapping[str, Formula]) -> None:
        self._mine, self._tallies, self._results = mine, tallies, results

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as word)]) if word in self._results:
                result = self._results[word]
                body: ast.AST = _Inlining(result.tallies, self._tallies, {}).visit(deepcopy(result.body))
                return body
            case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
                return ast.Call(node.func, [ast.Constant(self._tallies.index(self._mine[i]))], [])
        return self.generic_visit(node)


def _written(value: Any, sort: type[T]) -> Iterator[T]:
    """The expressions of a sort in what a step says."""
    match value:
        case sort():
            yield value
        case Mapping():
            for part in value.values():
                yield from _written(part, sort)
        case tuple():
            for part in value:
                yield from _written(part, sort)
        case Selector():
            yield from _written((value.where, value.by, value.prefer, value.count), sort)


class _OpenError(Exception):
    """Something that looks at a value however great it is."""


class _Looks:
    """The `numbers` from which on nothing tells a greater value, or sum of values, from another."""

    def __init__(self, formulas: Sequence[Formula], known: Mapping[str, int]) -> None:
        self._formulas, self._known = formulas, known
        self.numbers: list[int] = []

    def selecting(self, select: Selector) -> None:
        if any((select.dice, select.tag, select.showing, select.containing, select.by)):
            raise _OpenError
        if select.where is not None:
            self._on_die(select.where)

    def gathering(self, key: Key) -> None:
        tally, select = key
        if select is not None:
            self.selecting(select)
        if tally.how in ("count", "any", "all") or not tally.of.dies:
            self._on_die(tally.of)
        elif (
            select is not None
            or tally.how not in ("sum", "highest", "lowest")
            or term_of(tally.of.body, tally.of) != VALUE
        ):
            raise _OpenError
        else:
            total = {"total"} if tally.how == "sum" else set()
            for formula in self._formulas:
                if tally in formula.tallies or formula.names & total:
                    self.compared(formula, {tally, *total})

    def _on_die(self, of: PerDie) -> None:
        if not of.alone or of.dies - {"value"}:
            raise _OpenError
        self.compared(of, {VALUE})

    def compared(self, of: Formula | PerDie, what: Set[Term]) -> None:
        """Note the numbers with which an expression compares these, of which it reads nothing else."""
        if of.whole or not sure(of):
            raise _OpenError
        self._walk(settled(of, self._known), of, what)

    def _walk(self, node: ast.AST, of: Formula | PerDie, what: Set[Term]) -> None:
        if term_of(node, of) in what:
            raise _OpenError
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for one, other in pairwise(sides):
                self._difference(ast.BinOp(one, ast.Sub(), other), of, what)
            return
        for below in ast.iter_child_nodes(node):
            self._walk(below, of, what)

    def _difference(self, node: ast.BinOp, of: Formula | PerDie, what: Set[Term]) -> None:
        """Note from where on a difference does not change its sign any more."""
        if not any(term_of(part, of) in what for part in ast.walk(node)):
            return
        found = summed(node, of)
        if found is None or any(times and term is not None and term not in what for term, times in found.items()):
            raise _OpenError
        times, rest = sum(n for term, n in found.items() if term is not None), found.get(None, 0)
        if times:
            self.numbers.append(-rest // times + 1 if times > 0 else rest // -times + 1)
