"""The odds that a rule page shows: over the main input of a check, and with each property on its own.

What would take long is left out: each law may follow so many states and no more, and where that was too few for a
number, greater ones are not tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..errors import DicewrightError
from ..model.system import Input, TestCase
from .bind import Given
from .check import BoundCheck, System

STATES = 20_000
MOST, FEW = 10, 3
STEPS = (1, 2, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True)
class Row:
    """Odds by outcome, or means by result where a check has no outcomes; and what of them is unresolved.

    Where there are none, they are `costly`, or such inputs are refused.
    """

    label: str
    chances: Mapping[str, Fraction] | None = None
    means: Mapping[str, Fraction] | None = None
    unresolved: Fraction = Fraction()
    costly: bool = False

    @property
    def known(self) -> bool:
        return self.chances is not None or self.means is not None


@dataclass(frozen=True)
class Spread:
    """A table of odds: what its rows are of, what is given besides, and the rows."""

    axis: str
    given: Mapping[str, Given]
    rows: tuple[Row, ...]


def over_input(system: System, name: str) -> Spread:
    """The odds of a check over its main input: one that has to be given, or else the first that makes a difference."""
    asked = _asked(system, name)
    given = _typical(system, name, asked)
    for axis in _candidates(asked):
        rest = {key: value for key, value in given.items() if key != axis.name}
        rows: list[Row] = []
        for label, value in _values(axis):
            costly = bool(rows) and axis.type == "integer" and rows[-1].costly
            row = Row(label, costly=True) if costly else _row(system, name, label, {**rest, axis.name: value})
            rows.append(row)
        if _differ(rows):
            return Spread(axis.label, rest, tuple(rows))
    return Spread("", given, (_row(system, name, "", given),))


def with_properties(system: System, name: str) -> Spread | None:
    """The odds with each property that acts in the check, on its own; None where none makes a difference."""
    check = system.rules.checks[name]
    acting = [each for each in system.rules.properties.values() if any(t.at in check.phases for t in each.triggers)]
    if not acting:
        return None
    given = _typical(system, name, check.inputs)
    rows = [_row(system, name, "none", given)]
    rows += [_row(system, name, each.label, given, [each.name]) for each in acting]
    return Spread("property", given, tuple(rows)) if _differ(rows) else None


def _differ(rows: Sequence[Row]) -> bool:
    return any(replace(row, label="") != replace(rows[0], label="") for row in rows)


def _asked(system: System, name: str) -> Mapping[str, Input]:
    """The inputs of a check or of a sequence without sides; contests and sides are told by one row."""
    rules = system.rules
    if name in rules.checks:
        return rules.checks[name].inputs
    series = rules.sequences.get(name)
    return series.inputs if series and not any("." in each for each in series.inputs) else {}


def _candidates(asked: Mapping[str, Input]) -> Sequence[Input]:
    """What may be the main input, the likeliest first."""
    return sorted(asked.values(), key=lambda each: (each.default is not None, each.type == "boolean"))


def _typical(system: System, name: str, asked: Mapping[str, Input]) -> dict[str, Given]:
    """Inputs such as the tests of the file give; those with a default are left alone."""
    cases = [case for case in system.rules.tests if case.check == name and _rolls(case)]
    if not asked:
        return dict(cases[0].given.get("given") or {}) if cases else {}
    found: dict[str, Given] = {}
    for each in asked.values():
        if each.default is None:
            said = (case.given["given"][each.name] for case in cases if each.name in (case.given.get("given") or {}))
            low = each.minimum if each.minimum is not None else 1
            found[each.name] = next(said, next(iter(each.options), low) if each.type == "choice" else low)
    return found


def _rolls(case: TestCase) -> bool:
    return "error" not in (case.given.get("expect") or {})


def _values(axis: Input) -> Iterator[tuple[str, Given]]:
    """What the main input runs over: its words, its whole range where that is short, or typical numbers."""
    if axis.type == "boolean":
        yield from (("no", False), ("yes", True))
        return
    if axis.type == "choice" or len(axis.options) >= FEW:
        for word, number in list(axis.options.items())[: 2 * MOST]:
            yield (word if axis.type == "choice" else f"{word} ({number})"), word
        return
    words = {number: word for word, number in axis.options.items()}
    yield from ((f"{words[n]} ({n})" if n in words else str(n), n) for n in _numbers(axis))


def _numbers(axis: Input) -> Sequence[int]:
    low = axis.minimum if axis.minimum is not None else 0
    high = axis.maximum if axis.maximum is not None else low + 10**6
    if high - low < MOST:
        return range(low, high + 1)
    if axis.default is None:
        first = max(low, 1)
        return range(first, min(high, first + MOST - 1) + 1)
    middle = int(axis.default)
    wide = _step(2 * max(middle - low, 3)) if middle > low else 1
    first = max(low, middle - wide * (MOST // 2 - 1))
    return [number for number in range(first, first + wide * MOST, wide) if number <= high]


def _step(length: int) -> int:
    """A round step that divides a length into few parts."""
    return next((each for each in STEPS if length <= each * MOST), STEPS[-1])


def _row(system: System, name: str, label: str, given: Mapping[str, Any], properties: Iterable[str] = ()) -> Row:
    lean = replace(system, limits=replace(system.limits, states=min(STATES, system.limits.states)))
    try:
        bound = lean[name].bind(given, properties)
        verdicts = [each.name for each in bound.setting.check.outcomes] if isinstance(bound, BoundCheck) else []
        law = bound.odds(only=verdicts) if verdicts else bound.odds()
    except DicewrightError as error:
        return Row(label, costly=any(problem.code == "limit" for problem in error.problems))
    if not law.verdicts:
        return Row(label, means={each: law.mean(each) for each in law.names}, unresolved=law.unresolved)
    chances: dict[str, Fraction] = {}
    for each, text in law.verdicts:
        chances[text] = chances.get(text, Fraction()) + law.outcomes[each]
    return Row(label, chances, unresolved=law.unresolved)
