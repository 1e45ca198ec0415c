"""Loops and endless explosions that are solved: nothing is left open, and what comes out is what algebra says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dicewright import BoundCheck
from dicewright.chance.chain import MOST, solved
from toy import rolled

D6 = [{"do": "add", "die": "d6", "count": 2}, {"do": "roll"}]
Out = dict[Any, Fraction]


def let(name: str, value: Any, **keys: Any) -> dict[str, Any]:
    return {"do": "let", "name": name, "value": value, **keys}


def loop(condition: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"do": "repeat", "while": condition, "steps": list(steps)}


def law(bound: BoundCheck) -> tuple[dict[str, Fraction], Fraction]:
    found = bound.odds()
    return found.outcomes, found.unresolved


def verdicts(bound: Any, *conditions: tuple[str, str]) -> BoundCheck:
    return rolled(bound, "0", check={"outcomes": [{"name": n, "when": c} for n, c in conditions]})


# -- the equations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "up"), [(5, Fraction(1, 2)), (7, Fraction(2, 5)), (MOST, Fraction(1, 2))])
def test_who_gambles_is_ruined_as_the_closed_form_says(size: int, up: Fraction) -> None:
    """The chance to own `size` before 0, from `own`: (1 - r**own) / (1 - r**size) with r = down / up."""

    def once(own: int) -> tuple[Out, Out]:
        ways = {own + 1: up, own - 1: 1 - up}
        return {n: p for n, p in ways.items() if 0 < n < size}, {n: p for n, p in ways.items() if n in (0, size)}

    r = (1 - up) / up
    for own in (1, size // 2, size - 1):
        rich = Fraction(own, size) if r == 1 else (1 - r**own) / (1 - r**size)
        assert solved({own: Fraction(1, 3)}, once) == {0: (1 - rich) / 3, size: rich / 3}


def test_what_never_leaves_is_left_out() -> None:
    half = Fraction(1, 2)
    rounds = {0: ({1: half}, {"out": half}), 1: ({2: Fraction(1)}, {}), 2: ({1: half, 2: half}, {})}
    assert solved({0: Fraction(1)}, rounds.__getitem__) == {"out": half}


def test_too_many_states_are_not_solved() -> None:
    assert solved({0: Fraction(1)}, lambda n: ({n + 1: Fraction(1, 2)}, {n: Fraction(1, 2)})) is None


# -- loops of a check -------------------------------------------------------------------------------------------------


def test_craps_is_won_as_often_as_everybody_knows() -> None:
    won = "(point == 0 and (total == 7 or total == 11)) or (point > 0 and total == point)"
    lost = "(point == 0 and (total <= 3 or total == 12)) or (point > 0 and total == 7)"
    steps = [let("won", won), let("lost", lost), let("point", "point or total"), {"do": "remove"}]
    craps = [let("point", 0), let("won", 0), let("lost", 0), loop("not won and not lost", *D6, *steps)]
    assert law(verdicts(craps, ("win", "won"), ("loss", "lost"))) == (
        {"win": Fraction(244, 495), "loss": Fraction(251, 495)},
        0,
    )


def test_a_loop_within_a_loop_is_solved_each_time_that_it_begins() -> None:
    """Two dice are thrown until one shows more, and that until the first has won twice in a row."""
    inner = loop("tie", {"do": "remove"}, *D6, let("tie", "largest_set() == 2"))
    step = let("row", "row + 1 if highest(value) == 6 else row - 1")
    outer = loop("row < 2 and row > -3", let("tie", 1), inner, step, {"do": "remove"})
    first = [let("row", 0), let("tie", 1), outer]
    p = Fraction(10, 30)  # of 30 pairs of different numbers, those with a 6
    r = (1 - p) / p
    won = (1 - r**3) / (1 - r**5)
    assert law(verdicts(first, ("up", "row == 2"), ("down", "row == -3"))) == ({"up": won, "down": 1 - won}, 0)


def test_what_never_ends_is_unresolved() -> None:
    stuck = [*D6, let("go", "total == 2"), loop("go", let("go", 1))]
    assert law(verdicts(stuck, ("ends", "1"))) == ({"ends": Fraction(35, 36)}, Fraction(1, 36))


def test_a_loop_that_counts_is_followed_to_its_limit() -> None:
    counting = [let("n", 0), loop("total < 11", {"do": "remove"}, *D6, let("n", "n + 1"))]
    found = rolled(counting, "n").odds()
    goes_on = Fraction(11, 12)
    assert found.table("x") == {(n,): goes_on ** (n - 1) / 12 for n in range(1, 101)}
    assert found.unresolved == goes_on**100


# -- dice that bring others without end -------------------------------------------------------------------------------

READS = ["h >= 2", "h + 1 > 4", "3 - h <= 0", "h * 2 == 4", "h >= 1 and h < 5", "h == 0", "n - 4 < h <= n"]
ROUNDS = 80


def hits(again: int, hit: int) -> dict[int, Fraction]:
    """The law of what one d6 and all that it brings show of `hit` or more, as far as `ROUNDS` throws go."""
    found: dict[int, Fraction] = {}
    line = {0: Fraction(1)}
    for _ in range(ROUNDS):
        after: dict[int, Fraction] = {}
        for (before, p), value in product(line.items(), range(1, 7)):
            into, h = after if value >= again else found, before + (value >= hit)
            into[h] = into.get(h, Fraction()) + p / 6
        line = after
    return found


@pytest.mark.parametrize(("again", "hit"), [(6, 5), (5, 5), (4, 6)])
def test_counts_that_are_only_compared_are_exact_without_end(again: int, hit: int) -> None:
    steps = [let("n", 4), *D6, {"do": "explode", "where": f"value >= {again}"}]
    one = hits(again, hit)
    for read in READS:
        chance, rest = law(verdicts(steps, ("yes", read.replace("h", f"count(value >= {hit})")), ("no", "1")))
        expected = sum(p * q for (a, p), (b, q) in product(one.items(), repeat=2) if eval(read, {"h": a + b, "n": 4}))
        assert rest == 0, read
        assert abs(chance["yes"] - expected) < Fraction(1, 10**15), read


@pytest.mark.parametrize(
    "read", ["h", "min(h, 3) + h", "h >= dice", "h // 2 >= 2", "highest(value + h)", "h > 1 and total"]
)
def test_counts_of_which_more_is_told_are_followed(read: str) -> None:
    steps = [*D6, {"do": "explode", "where": "value == 6"}]
    found = rolled(steps, read.replace("h", "count(value >= 5)") if "high" not in read else "highest(value + sets(2))")
    assert found.odds().unresolved > 0
