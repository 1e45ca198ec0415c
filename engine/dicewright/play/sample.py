"""What many rolls gave: counts, and estimates with their error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from .law import Row, by_outcome, grouped, reading


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number, and the bounds between which it lies with the confidence of the sample."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Sample:
    """What so many rolls of a check gave: how often each row of outcome and results came up.

    `way` says how they were rolled: from exact tables of handfuls, or die by die. `unresolved` rolls were given up in
    a chain without end. Expressions are written as for a `Law`. The same seed gives the same rolls.
    """

    system: str
    check: str
    inputs: Mapping[str, Any] = field(hash=False)
    properties: tuple[str, ...]
    effects: tuple[str, ...]
    verdicts: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    rows: Mapping[Row, int] = field(hash=False)
    unresolved: int
    way: str
    seed: int
    play: str = "file"
    confidence: float = 0.95

    @property
    def runs(self) -> int:
        """How many rolls were made."""
        return sum(self.rows.values()) + self.unresolved

    @property
    def outcomes(self) -> dict[str, Estimate]:
        """The probability of each outcome, in the order of the file."""
        return {name: self._share(number) for name, number in by_outcome(self.rows, self.verdicts).items()}

    def probability(self, expression: str) -> Estimate:
        """The probability that an expression holds, with Wilson's bounds. Raises DicewrightError on a wrong name."""
        read = reading(expression, self.names, self.verdicts)
        return self._share(sum(number for row, number in self.rows.items() if read(row)))

    def mean(self, expression: str) -> Estimate:
        """The mean of an expression over all that is resolved, with bounds from its standard error."""
        read = reading(expression, self.names, self.verdicts)
        values = [(read(row), number) for row, number in self.rows.items()]
        runs = sum(self.rows.values())
        if not runs:
            return Estimate(0.0, float("-inf"), float("inf"))
        mean = sum(value * number for value, number in values) / runs
        spread = sum((value - mean) ** 2 * number for value, number in values) / max(1, runs - 1)
        error = self._score * sqrt(spread / runs)
        return Estimate(mean, mean - error, mean + error)

    @property
    def _score(self) -> float:
        from statistics import NormalDist  # it takes long to load

        return NormalDist().inv_cdf((1 + self.confidence) / 2)

    def _share(self, number: int) -> Estimate:
        """Wilson's interval: it holds also where something comes up never or always."""
        n, z2 = self.runs, self._score**2
        if not n:
            return Estimate(0.0, 0.0, 1.0)
        p = number / n
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = self._score * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return Estimate(p, max(0.0, middle - half), min(1.0, middle + half))

    def table(self, *names: str) -> dict[tuple[int, ...], Estimate]:
        """The probability of each value of some results (or expressions on them), in order."""
        readers = [reading(name, self.names, self.verdicts) for name in names]
        return {key: self._share(number) for key, number in grouped(self.rows, readers).items()}

    def to_dict(self, probability: tuple[str, ...] = (), mean: tuple[str, ...] = ()) -> dict[str, Any]:
        """The sample as JSON data; every number comes with its bounds."""
        return {
            "system": self.system,
            "check": self.check,
            "inputs": dict(self.inputs),
            "properties": list(self.properties),
            "effects": list(self.effects),
            "play": self.play,
            "runs": self.runs,
            "way": self.way,
            "seed": self.seed,
            "confidence": self.confidence,
            "outcomes": {name: estimate.to_dict() for name, estimate in self.outcomes.items()},
            "probability": {text: self.probability(text).to_dict() for text in probability},
            "mean": {text: self.mean(text).to_dict() for text in mean},
            "results": {
                name: {str(value): estimate.to_dict() for (value,), estimate in self.table(name).items()}
                for name in self.names
            },
            "unresolved": self.unresolved,
        }
