"""What is read off dice from value to value means what it means where every handful is listed."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toy import TOY, agree, brute_force, exact, law, load, rolled, toy

few = settings(max_examples=40, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))

ROLL = {"do": "roll"}
KINDS = {
    "a": {"sides": 4},
    "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 4]},
    "c": {"faces": [-1, 0, 3, "sun"]},
}
FIRST: list[dict[str, Any]] = [
    {"do": "reroll", "where": "value == 1"},
    {"do": "drop", "where": "value == 2"},
    {"do": "explode", "where": "value == 4", "onto": True, "times": 1},
    {"do": "tag", "name": "x", "where": "value <= 2"},
    {"do": "set", "where": "value == 3", "value": 5},
]
MOVES: list[dict[str, Any]] = [
    {"do": "keep", "count": "n", "pick": "highest"},
    {"do": "drop", "count": 1, "pick": "highest"},
    {"do": "drop", "at_most": "n - 1", "pick": "highest", "where": "matches >= 2"},
    {"do": "keep", "count": 2, "pick": "lowest"},
    {"do": "drop", "count": 1, "pick": "lowest", "where": "value >= 2"},
    {"do": "reserve", "count": 1, "pick": "highest", "dice": ["b"]},
    {"do": "multiply", "times": 3, "count": 1, "pick": "highest"},
    {"do": "tag", "name": "x", "count": 2, "pick": "highest"},
    {"do": "drop", "where": "rank > 2"},
    {"do": "keep", "where": "rank == 1 or x"},
    {"do": "drop", "where": "matches == 1", "when": "n == 2"},
    {"do": "tag", "name": "x", "where": "matches > n or rank == n"},
    {"do": "reserve", "where": "value == 2"},
    {"do": "negate", "symbols": "sun", "where": "matches == 2"},
    {"do": "tally", "name": "k", "measure": "count", "where": "rank <= 2"},
    {"do": "tally", "name": "k", "measure": "run", "dice": ["a", "b"]},
    {"do": "tally", "name": "m", "measure": "nth", "size": 2, "state": "dropped"},
    {"do": "let", "name": "m", "value": "nth(1) - nth(3)"},
    {"do": "let", "name": "k", "value": "k + run()", "when": "different() >= 2"},
    {"do": "let", "name": "n", "value": 2},
    {"do": "let", "name": "n", "value": "largest_set()"},
    {"do": "let", "name": "k", "value": "n + 1"},
    {"do": "drop", "where": "value == m or matches < k"},
]
READS = [
    *("nth(1)", "nth(2)", "nth(2) * 10 + nth(3)", "nth(n)", "nth(0)", "run()", "run() * 10 + largest_set()"),
    *("count(rank == 1)", "sum(value if rank <= 2 else 0)", "highest(rank * 10 + value)", "lowest(value)"),
    *("sets(2) + 10 * different()", "total", "dice", "k", "m", "sun", "count(matches >= 2 and rank > 1)", "count(x)"),
    *(
        "total if run() >= 3 else nth(2)",
        "nth(2) == highest(value)",
        "count(value == nth(2))",
        "n",
        "count(value >= m)",
        "highest(value if matches == n else k)",
    ),
]


@few
@given(
    st.lists(st.sampled_from(["a", "a", "b", "c"]), max_size=3),
    st.integers(0, 3),
    st.lists(st.sampled_from(FIRST), max_size=1),
    st.lists(st.sampled_from(MOVES), max_size=3),
    st.lists(st.sampled_from(READS), min_size=1, max_size=3),
)
def test_numbers_are_carried_from_value_to_value_as_they_are_read_off_a_list(
    dice: list[str], number: int, first: list[dict[str, Any]], moves: list[dict[str, Any]], reads: list[str]
) -> None:
    """No matter what is carried together, and which steps need all dice on the table."""
    steps = [
        *({"do": "let", "name": name, "value": value} for name, value in (("n", number), ("k", 0), ("m", 0))),
        {"do": "add", "die": "a", "face": 3, "tag": "x"},
        *({"do": "add", "die": die} for die in ["a", "b", *dice]),
        *(ROLL, *first, *moves),
    ]
    setting = rolled(steps, {f"r{n}": text for n, text in enumerate(reads)}, dice=TOY["dice"] | KINDS).setting
    assert exact(setting) == exact(setting, lean=False)
    brute = brute_force(setting, most=1_000)
    assert brute is None or agree(brute, exact(setting))


def test_many_dice_are_gone_through_value_by_value_without_a_list() -> None:
    """The second highest of forty dice, all values among them, a set of the two that are kept: in closed form."""
    many = [{"do": "add", "die": "d6", "count": 40}, ROLL]
    found = law(load(toy(many, "nth(2)"), states=20_000)["roll"]())
    at_most = [Fraction(n, 6) ** 40 + 40 * Fraction(6 - n, 6) * Fraction(n, 6) ** 39 for n in range(7)]
    assert found == {n: at_most[n] - at_most[n - 1] for n in range(1, 7)}
    found = law(load(toy(many, "run()"), states=20_000)["roll"]())
    assert found[6] == sum((-1) ** n * comb(6, n) * Fraction(6 - n, 6) ** 40 for n in range(7))
    keep = {"do": "keep", "count": 2, "pick": "highest"}
    found = law(load(toy([*many, keep], "largest_set()"), states=20_000)["roll"]())
    assert found[1] == sum(40 * Fraction(1, 6) * Fraction(n - 1, 6) ** 39 for n in range(2, 7))


def test_dice_are_judged_by_a_number_that_is_read_off_them_without_a_list() -> None:
    """How many of thirty dice show the second highest value: one only where just one is above it."""
    steps = [{"do": "add", "die": "d6", "count": 30}, ROLL, {"do": "let", "name": "k", "value": "nth(2)"}]
    found = law(load(toy(steps, "count(value == k)"), states=20_000)["roll"]())
    once = sum(30 * 29 * Fraction(6 - n, 6) * Fraction(1, 6) * Fraction(n - 1, 6) ** 28 for n in range(1, 7))
    assert found[1] == once
