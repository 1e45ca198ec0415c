"""What is asked of both versions of a check: what it watches, and the small rolls among which a change shows first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from ..model.system import Check, Input
from ..play.bind import Given

Inputs = Mapping[str, Given]
FEW = 120  # sets of inputs
VALUES = 6  # of one input
OPTIONS = 12


def watched(old: Check, new: Check) -> tuple[Inputs, ...]:
    """What the newer file watches and the older one, or else as little as can be said."""
    sets = [*new.watch, *(each for each in old.watch if each not in new.watch)]
    return tuple(sets) or (least(new.inputs),)


def least(inputs: Mapping[str, Input]) -> Inputs:
    """The inputs that have to be given, each as small as it may be."""
    return {name: _values(item)[0] for name, item in inputs.items() if item.default is None}


def small(old: Check) -> tuple[Inputs, ...]:
    """Sets of small inputs: the least, and those that differ from it in one input or in two."""
    return tuple(islice(_small(old), FEW))


def _small(old: Check) -> Iterator[Inputs]:
    start = least(old.inputs)
    yield start
    values = {name: _values(item)[name in start :] for name, item in old.inputs.items()}
    for name, others in values.items():
        for value in others:
            yield {**start, name: value}
    for one, other in combinations(values, 2):
        for first, second in product(values[one][:2], values[other][:2]):
            yield {**start, one: first, other: second}


def _values(item: Input) -> Sequence[Given]:
    """Small values of an input, the first one the smallest."""
    if item.type == "boolean":
        return [False, True]
    if item.type == "choice":
        return list(item.options)[:OPTIONS]
    low = item.minimum if item.minimum is not None else min(0, item.maximum if item.maximum is not None else 0)
    high = item.maximum if item.maximum is not None else low + VALUES
    around = [] if item.default is None else [int(item.default) + 1, int(item.default) - 1]
    numbers = [max(low, min(0, high)), 1, 2, 3, low, low + 1, *around, high if abs(high - low) <= VALUES else low]
    return [number for number in dict.fromkeys(numbers) if low <= number <= high][:VALUES]
