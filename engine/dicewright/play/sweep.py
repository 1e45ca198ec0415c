"""Exact odds over ranges of inputs: one row for each combination."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import fail
from ..model.rules import Rules
from .law import Law

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .check import BoundCheck

MOST = 10_000
PORTIONS = 16  # into so many the rows are shared out, each of which takes rows from everywhere

Numbers = tuple[tuple[Fraction, ...], Fraction]


class Weighed(Protocol):
    """Something with exact odds: a bound check, contest or sequence."""

    def odds(self) -> Law: ...


@dataclass(frozen=True)
class Played:
    """A bound check with the way in which a player decides, and all that is asked of it."""

    bound: BoundCheck
    play: str | None
    goals: tuple[str, ...]
    only: tuple[str, ...]

    def odds(self) -> Law:
        return self.bound.odds(self.play, self.goals, self.only)


@dataclass(frozen=True)
class Column:
    """A number of each law: the probability of an outcome or a condition, or the mean of an expression."""

    kind: str
    text: str

    def of(self, law: Law) -> Fraction:
        match self.kind:
            case "outcome":
                return law.outcomes[self.text]
            case "mean":
                return law.mean(self.text)
        return law.probability(self.text)

    @property
    def label(self) -> str:
        return {"outcome": self.text, "mean": f"mean {self.text}"}.get(self.kind, f"P({self.text})")


@dataclass(frozen=True)
class Sweep:
    """Odds over a grid of inputs. `axes` are the inputs that change with their values, the last one changing first.

    Each row holds the values of the axes, the numbers of the columns, and how much of the odds is unresolved.
    """

    system: str
    check: str
    axes: tuple[tuple[str, tuple[Any, ...]], ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[tuple[Any, ...], tuple[Fraction, ...], Fraction], ...]

    def to_dict(self) -> dict[str, Any]:
        """The grid as JSON data; numbers are fractions in lowest terms, as text."""
        names = [name for name, _ in self.axes]
        return {
            "system": self.system,
            "check": self.check,
            "axes": {name: list(values) for name, values in self.axes},
            "rows": [
                {
                    "inputs": dict(zip(names, values, strict=True)),
                    **{column.label: str(x) for column, x in zip(self.columns, numbers, strict=True)},
                    "unresolved": str(unresolved),
                }
                for values, numbers, unresolved in self.rows
            ],
        }


def sweep(
    named: tuple[str, str],
    axes: Mapping[str, Sequence[Any]],
    columns: Sequence[Column],
    bind: Callable[[Mapping[str, Any]], Weighed],
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Sweep:
    """The odds of every combination of the axes. Everything is bound before anything is weighed.

    `named` are the ids of system and check. An `executor` of concurrent.futures shares the rows out.
    """
    size = prod(len(values) for values in axes.values())
    if size > MOST:
        raise fail("limit", f"{size:,} combinations of inputs; a sweep has at most {MOST:,}", None, "narrow the ranges")
    grid = list(product(*axes.values()))
    bound = [bind(dict(zip(axes, values, strict=True))) for values in grid]
    found: dict[int, Numbers] = {}
    for place, numbers in _weighed(bound, tuple(columns), executor):
        found[place] = numbers
        if progress is not None:
            progress(len(found), size)
    rows = [(values, *found[place]) for place, values in enumerate(grid)]
    listed = tuple((name, tuple(values)) for name, values in axes.items())
    return Sweep(*named, listed, tuple(columns), tuple(rows))


def told(rules: Rules, check: str) -> list[Column]:
    """What is told of a check unless something is asked for: its outcomes, or the means of its results."""
    if check in rules.contests:
        contest = rules.contests[check]
        return [Column("outcome", name) for name in (*contest.sides, *(["tie"] if contest.may_tie else []))]
    item = rules.checks[check] if check in rules.checks else rules.sequences[check]
    outcomes = [Column("outcome", outcome.name) for outcome in item.outcomes]
    return outcomes or [Column("mean", name) for name in item.results]


def _weighed(
    bound: Sequence[Weighed], columns: tuple[Column, ...], executor: Executor | None
) -> Iterator[tuple[int, Numbers]]:
    """The numbers of each row, with its place."""
    if executor is None:
        for place, one in enumerate(bound):
            yield place, weighed([one], columns)[0]
        return
    # rows that go out together share the rules that they carry, and what has been found out about them
    portions = [range(begin, len(bound), PORTIONS) for begin in range(min(PORTIONS, len(bound)))]
    sent = [[bound[place] for place in portion] for portion in portions]
    for portion, numbers in zip(portions, executor.map(weighed, sent, [columns] * len(sent)), strict=True):
        yield from zip(portion, numbers, strict=True)


def weighed(bound: Sequence[Weighed], columns: tuple[Column, ...]) -> list[Numbers]:
    """The numbers of some rows, and what of each law is unresolved."""
    laws = [one.odds() for one in bound]
    return [(tuple(column.of(law) for column in columns), law.unresolved) for law in laws]
