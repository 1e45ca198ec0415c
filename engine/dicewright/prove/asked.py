"""Small things to ask of a system: every check with small inputs, and what the tests of the file roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product, zip_longest
from typing import Any

from ..errors import DicewrightError
from ..model.rules import Rules
from ..model.system import Check, Input
from ..ops.state import Limits
from ..play.check import System
from ..play.verify import Bound

FEW = 3  # inputs that are varied at once
FAR = 6  # how far they go together, counted in values
WAYS = 60  # inputs that are tried with properties and effects
PAIRS = 40  # pairs of properties that are tried together
MOST = 60  # sets of inputs, besides
BESIDE = 60  # inputs that are close to those of a test


@dataclass(frozen=True)
class Asked:
    """A check, contest or sequence with what is brought to it, as a test says it."""

    check: str
    given: Mapping[str, Any] = field(default_factory=dict)
    brought: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def bound(self, rules: Rules, limits: Limits) -> Bound | str:
        """What is rolled; or the code of the problem why it is refused."""
        try:
            made: Bound = System(rules, limits)[self.check].bind(dict(self.given), **self.brought)
            return made
        except DicewrightError as error:
            return error.problems[0].code

    def told(self, rules: Rules) -> dict[str, Any]:
        """The beginning of a test."""
        several = len(rules.checks) + len(rules.contests) + len(rules.sequences) > 1
        out: dict[str, Any] = {"check": self.check} if several else {}
        return {**out, **({"given": dict(self.given)} if self.given else {}), **self.brought}


def asked(rules: Rules, hints: frozenset[int] = frozenset()) -> tuple[Asked, ...]:
    """Everything that is tried, each thing once; `hints` are numbers worth trying for inputs."""
    tested = list(_tested(rules))
    in_turn = zip_longest(_small(rules, hints), tested, islice(_beside(rules, tested), BESIDE))
    return tuple({str(each): each for several in in_turn for each in several if each is not None}.values())


def _beside(rules: Rules, tested: Sequence[Asked]) -> Iterator[Asked]:
    """What tests roll with one number a bit more or less, each test in its turn."""
    for more in (1, -1):
        for at in range(max((len(each.given) for each in tested), default=0)):
            for each in tested:
                name, number = (*each.given.items(), ("", None))[min(at, len(each.given))]
                if type(number) is int:
                    yield Asked(each.check, {**each.given, name: number + more}, each.brought)


def _tested(rules: Rules) -> Iterator[Asked]:
    for case in rules.tests:
        given = case.given
        keys = [key for key in ("properties", "upgrade", "downgrade", "effects") if given.get(key)]
        yield Asked(case.check, given.get("given") or {}, {key: given[key] for key in keys})


def _small(rules: Rules, hints: frozenset[int]) -> Iterator[Asked]:
    """Checks by themselves, with each property or effect, and with two properties; each first with the least inputs."""
    alone: list[Mapping[str, Sequence[Any]]] = [{}]
    brought = [{"properties": [name]} for name in rules.properties] + [{"effects": [name]} for name in rules.effects]
    together = [{"properties": list(pair)} for pair in islice(combinations(rules.properties, 2), PAIRS)]
    ways = {check.name: _ways(check, hints) for check in rules.checks.values()}
    for most, bringing in ((MOST, alone), (WAYS, brought), (2, together)):
        share = max(2, most // (len(ways) * max(1, len(bringing))))
        listed = [(name, way) for name, each in ways.items() for way in each[:share]]
        yield from (Asked(name, way, each) for name, way in listed for each in bringing)


def _ways(check: Check, hints: frozenset[int]) -> Sequence[Mapping[str, Any]]:
    """Inputs from small to large: few of them away from where they begin, and those not far."""
    values = {item.name: list(_values(item, hints)) for item in check.inputs.values()}
    told = {name: listed[0] for name, listed in values.items() if check.inputs[name].default is None}
    found: list[tuple[int, dict[str, Any]]] = [(0, told)]
    for number in range(1, FEW + 1):
        for names in combinations(values, number):
            for ranks in product(*(range(1, len(values[name])) for name in names)):
                if sum(ranks) <= FAR:
                    way = {name: values[name][rank] for name, rank in zip(names, ranks, strict=True)}
                    found.append((sum(ranks), told | way))
    return [way for _, way in sorted(found, key=lambda each: each[0])[:MOST]]


def _values(item: Input, hints: frozenset[int]) -> Iterator[Any]:
    """What an input may be, the default first."""
    if item.type == "choice":
        first = [word for word, number in item.options.items() if number == item.default]
        yield from dict.fromkeys((*first, *item.options))
        return
    if item.type == "boolean":
        yield from (bool(item.default), not item.default)
        return
    low = item.minimum if item.minimum is not None else 0
    high = item.maximum if item.maximum is not None else 10**6
    begin = [] if item.default is None else [int(item.default)]
    near = [n + more for n in sorted(hints) for more in (-1, 0, 1)]
    yield from (n for n in dict.fromkeys((*begin, *range(low, low + 4), *near)) if low <= n <= high)
    yield from item.options
