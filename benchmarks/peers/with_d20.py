"""The rolls that d20 can say, by its strings: it has no dice with symbols and counts no successes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import d20

TWO, FIVE, EIGHT = d20.parse("2d6"), d20.parse("5d6e6"), d20.parse("8d10")


def told(text: str) -> object:
    """From the string (d20 keeps what it has parsed) to the text that tells the roll."""
    return str(d20.roll(text))


def total(tree: d20.ast.Expression) -> object:
    """Parsed once, and only the dice and their total: no text."""
    return d20.roll(tree).total


ROLLS: dict[str, dict[str, Callable[[], object]]] = {
    "R01": {"text": partial(told, "2d6"), "": partial(total, TWO)},
    "R03": {"text": partial(told, "5d6e6"), "": partial(total, FIVE)},
}


def b05(n: int) -> float:
    net = 0
    for _ in range(n):
        shown = [die.values[-1].number for die in d20.roll(EIGHT).expr.roll.values]
        hits = sum([x >= 7 for x in shown])
        net += hits - (hits == 0 and shown.count(1) * 2 >= 8)
    return net / n


def b06(n: int) -> float:
    return sum(d20.roll(FIVE).total for _ in range(n)) / n


BULK: dict[str, dict[str, tuple[Callable[[int], float], int]]] = {
    "B05": {"": (b05, 5_000)},
    "B06": {"": (b06, 5_000)},
}
