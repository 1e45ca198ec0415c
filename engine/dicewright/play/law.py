"""An exact law: what a check can give, and with what probability."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from ..errors import fail
from ..model.expression import formula
from ..model.formula import Formula, by_zero
from ..model.text import Text
from ..model.words import Words

Row = tuple[str | None, tuple[int, ...]]


def asking(expression: str, names: Iterable[str]) -> Formula:
    """An expression on results and outcomes. Raises DicewrightError on a wrong name."""
    read = formula(Text(expression), Words(frozenset(names)))
    if read.tallies or read.whole:
        raise fail("expression", f"`{read.text}` asks about dice; a law has only results and outcomes")
    return read


@dataclass(frozen=True)
class Law:
    """The joint law of outcome and results: `weights`, whole numbers without a common divisor, `out_of` so many.

    `rows` are the same as fractions in lowest terms; together with `unresolved` they add up to one.

    In expressions, results have their names, and an outcome's name is 1 where it is the verdict (unless a result has
    the same name). `play` says how the player decides: the file's way, unless asked otherwise.
    """

    system: str
    check: str
    inputs: Mapping[str, Any] = field(hash=False)
    properties: tuple[str, ...]
    effects: tuple[str, ...]
    verdicts: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    weights: Mapping[Row, int] = field(hash=False)
    out_of: int
    unresolved: Fraction
    play: str = "file"

    @cached_property
    def rows(self) -> Mapping[Row, Fraction]:
        """The probability of each combination of outcome and results."""
        return {row: Fraction(weight, self.out_of) for row, weight in self.weights.items()}

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """The probability of each outcome, in the order of the file."""
        found = by_outcome(self.weights, self.verdicts)
        return {name: Fraction(weight, self.out_of) for name, weight in found.items()}

    def probability(self, expression: str) -> Fraction:
        """The probability that an expression on results and outcomes holds. Raises DicewrightError on a wrong name."""
        read = self._reader(expression)
        return Fraction(sum(weight for row, weight in self.weights.items() if read(row)), self.out_of)

    def mean(self, expression: str) -> Fraction:
        """The mean of an expression on results and outcomes. What is unresolved adds nothing to it."""
        read = self._reader(expression)
        return Fraction(sum(weight * read(row) for row, weight in self.weights.items()), self.out_of)

    def table(self, *names: str) -> dict[tuple[int, ...], Fraction]:
        """The joint law of some results (or expressions on them), in order."""
        readers = [self._reader(name) for name in names]
        return {key: Fraction(weight, self.out_of) for key, weight in grouped(self.weights, readers).items()}

    def to_dict(self, probability: tuple[str, ...] = (), mean: tuple[str, ...] = ()) -> dict[str, Any]:
        """The law as JSON data; probabilities are fractions in lowest terms, as text."""
        return {
            "system": self.system,
            "check": self.check,
            "inputs": dict(self.inputs),
            "properties": list(self.properties),
            "effects": list(self.effects),
            "play": self.play,
            "outcomes": {name: str(p) for name, p in self.outcomes.items()},
            "probability": {text: str(self.probability(text)) for text in probability},
            "mean": {text: str(self.mean(text)) for text in mean},
            "results": {name: {str(value): str(p) for (value,), p in self.table(name).items()} for name in self.names},
            "unresolved": str(self.unresolved),
        }

    def _reader(self, expression: str) -> Callable[[Row], int]:
        return reading(expression, self.names, self.verdicts)


def weighed(rows: Mapping[Row, Fraction]) -> tuple[dict[Row, int], int]:
    """Whole numbers instead of fractions, and what they are out of."""
    out_of = lcm(*{p.denominator for p in rows.values()})
    return {row: p.numerator * (out_of // p.denominator) for row, p in rows.items()}, out_of


def by_outcome(weights: Mapping[Row, int], verdicts: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The weight of each outcome, in the order of the file."""
    found = {name: 0 for name, _ in verdicts}
    for (outcome, _), weight in weights.items():
        if outcome is not None:
            found[outcome] += weight
    return found


def grouped(weights: Mapping[Row, int], readers: Sequence[Callable[[Row], int]]) -> dict[tuple[int, ...], int]:
    """The weight of each combination of what is read of a row, in order."""
    found: dict[tuple[int, ...], int] = {}
    for row, weight in weights.items():
        key = tuple([read(row) for read in readers])
        found[key] = found.get(key, 0) + weight
    return dict(sorted(found.items()))


def reading(expression: str, names: Sequence[str], verdicts: Iterable[tuple[str, str]]) -> Callable[[Row], int]:
    """What an expression on results and outcomes is worth for a row. Raises DicewrightError on a wrong name."""
    if expression in names:
        place = names.index(expression)
        return lambda row: row[1][place]
    read = asking(expression, (*names, *(name for name, _ in verdicts)))
    places = {name: i for i, name in enumerate(names)}

    def value(row: Row) -> int:
        outcome, results = row

        def name(word: str) -> int:
            return results[places[word]] if word in places else int(word == outcome)

        try:
            return int(read.code(name, lambda i: 0))
        except ZeroDivisionError:
            raise by_zero(read) from None

    return value
