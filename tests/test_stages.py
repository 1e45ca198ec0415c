"""Stages in which dice bring other dice: taken apart die by die, they mean what they mean all together."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicewright.build.linear import linear, sums, together
from dicewright.model.expression import formula
from dicewright.model.text import Text
from dicewright.model.words import Words
from toy import TOY, agree, attempt, brute_force, exact, law, load, toy

few = settings(max_examples=50, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))

ROLL = {"do": "roll"}
COUNTED = ["value >= 2", "value == maximum", "sun >= 1", "value == 1 or x"]
MEASURED: list[dict[str, Any]] = [{"measure": "count"}, {"measure": "total"}, {"measure": "highest"}, {"dice": ["a"]}]
SUMMED = [
    "k + n",
    "n - k",
    "2 * k - k",
    "k + bonus",
    "count(value >= 2) - k",
    "sum(sun) * bonus",
    "min(k, 1)",
    "0",
    "2",
]
BROUGHT = [
    "k",
    "n",
    "n + k",
    "n - k",
    "k - 1",
    "2 * k",
    "max(0, n - k)",
    "k * bonus",
    "count(x)",
    "k // 2",
    "1",
    "total",
]
BETWEEN: list[dict[str, Any]] = [
    {"do": "reroll", "where": "value == 1", "tag": "x"},
    {"do": "explode", "where": "value == maximum", "times": 1},
    {"do": "drop", "where": "value == 1"},
    {"do": "drop", "where": "value < k"},
    {"do": "let", "name": "k", "value": "k + 1", "when": "bonus == 2"},
    {"do": "let", "name": "n", "value": "n + k", "when": "n >= 1"},
    {"do": "remove", "tag": "x"},
    {"do": "keep", "count": 1, "pick": "highest"},
]
READ = ["n", "k", "n + k", "2 * n + 2 * k", "total", "dice + n", "count(x)", "k if n else 0", "max(n + k, 1)", "n * k"]
READ += ["count(value >= n)", "sum(value * k)", "n // 2"]


@st.composite
def stage(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Dice are counted, and what was counted brings others."""
    tally = {"do": "tally", "name": draw(st.sampled_from("nk")), "measure": "count"} | draw(st.sampled_from(MEASURED))
    tally |= draw(st.sampled_from([{}, {"tag": "x"}, {"where": draw(st.sampled_from(COUNTED))}]))
    let = {"do": "let", "name": draw(st.sampled_from("nk")), "value": draw(st.sampled_from(SUMMED))}
    add = {"do": "add", "die": draw(st.sampled_from("ab")), "count": draw(st.sampled_from(BROUGHT))}
    add |= draw(st.sampled_from([{}, {"tag": "x"}, {"when": "bonus == 1"}]))
    middle = draw(st.lists(st.sampled_from(BETWEEN), max_size=1))
    return [*middle, tally, *([let] if draw(st.booleans()) else []), add, ROLL]


@few
@given(
    st.sampled_from([["a"], ["a", "a"], ["a", "b"], ["b", "a"]]),
    st.lists(stage(), min_size=1, max_size=2),
    st.lists(st.sampled_from(BETWEEN), max_size=1),
    st.lists(st.sampled_from(READ), min_size=1, max_size=3, unique=True),
    st.sampled_from([1, 2]),
)
def test_dice_bring_others_alone_as_they_do_together(
    dice: list[str], stages: list[list[dict[str, Any]]], last: list[dict[str, Any]], reads: list[str], bonus: int
) -> None:
    """Whether the stages can be taken apart or not: less than none, a clipped number, a name that a step waits for."""
    kinds = {"a": {"sides": 2}, "b": {"faces": [1, [2, "sun"], 3]}}
    first = [{"do": "let", "name": "n", "value": 1}, {"do": "let", "name": "k", "value": 0}]
    add = [{"do": "add", "die": die, **({} if n else {"tag": "x"})} for n, die in enumerate(dice)]
    steps = [*first, *add, ROLL, *(step for each in stages for step in each), *last]
    results = {f"r{n}": text for n, text in enumerate(reads)}
    check = {
        "inputs": {"bonus": {"type": "integer", "default": bonus}},
        "outcomes": [{"name": "yes", "when": "n + k >= 2"}],
    }
    check["outcomes"] += [{"name": "no"}]
    setting = load(toy(steps, results, dice=TOY["dice"] | kinds, check=check), states=5_000)["roll"]().setting
    plain = attempt(lambda: exact(setting, lean=False))
    if plain == ["limit"]:
        return
    assert attempt(lambda: exact(setting)) == plain
    brute = attempt(lambda: brute_force(setting, most=300))
    if brute is not None:
        assert brute == plain or agree(brute, plain)


CHAIN = [
    *({"do": "add", "die": "d6", "count": 60, "tag": "hit"}, ROLL),
    {"do": "tally", "name": "hits", "measure": "count", "tag": "hit", "where": "value >= 3"},
    {"do": "tally", "name": "sixes", "measure": "count", "tag": "hit", "where": "value == 6"},
    *({"do": "add", "die": "d6", "count": "hits + sixes", "tag": "wound"}, ROLL),
    {"do": "tally", "name": "wounds", "measure": "count", "tag": "wound", "where": "value >= 4"},
    {"do": "tally", "name": "sure", "measure": "count", "tag": "wound", "where": "value == 6"},
    *({"do": "add", "die": "d6", "count": "wounds - sure", "tag": "save"}, ROLL),
    {"do": "tally", "name": "failed", "measure": "count", "tag": "save", "where": "value < 5"},
]


def test_many_dice_in_stages_take_few_states() -> None:
    """Sixty dice, of which a 6 brings two: none is left as in the closed form of one die, and nothing is listed."""
    found = law(load(toy(CHAIN, "failed + sure"), states=500)["roll"]())
    nothing = 1 - (Fraction(1, 6) + Fraction(2, 6) * Fraction(4, 6))
    assert found[0] == (Fraction(2, 6) + Fraction(3, 6) * nothing + Fraction(1, 6) * nothing**2) ** 60


NUMBER_THERE = [
    {"do": "let", "name": "n", "value": "start"},
    *({"do": "add", "die": "d4", "count": 3}, ROLL),
    {"do": "tally", "name": "ones", "measure": "count", "where": "value == 1"},
    *({"do": "add", "die": "d4", "count": "max(0, n + ones)"}, ROLL),
    {"do": "let", "name": "n", "value": 0},
    *({"do": "add", "die": "d4", "count": "n + ones"}, ROLL),
]


@pytest.mark.parametrize("start", [-2, -1, 0, 3])
def test_what_is_there_without_any_die_counts_once(start: int) -> None:
    """Also where it is less than none, so that the first dice bring nothing; and a name may be given nothing again."""
    check = {"inputs": {"start": {"type": "integer", "min": -5}}}
    bound = load(toy(NUMBER_THERE, "dice", check=check))["roll"](start=start)
    found: dict[int, Fraction] = {}
    for ones in range(4):
        dice = 3 + max(0, start + ones) + ones
        found[dice] = found.get(dice, Fraction()) + Fraction(comb(3, ones) * 3 ** (3 - ones), 64)
    assert law(bound) == found == law(bound, lean=False)


def asked(text: str) -> Any:
    """An expression on three names."""
    return formula(Text(text), Words(frozenset({"a", "b", "c"})))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("a + 2 * b - a", {"b": 2}),
        ("c * (a - b) + 7", {"a": 3, "b": -3, None: 7}),
        ("-a if c == 3 else b", {"a": -1}),
        ("a * b", None),
        ("a // 1", None),
        ("max(a, b)", None),
        ("a >= 1", None),
        ("c", {None: 3}),
    ],
)
def test_a_sum_of_names_is_found_in_an_expression(text: str, terms: dict[str | None, int] | None) -> None:
    assert linear(asked(text), {"c": 3}) == terms


def test_names_of_which_only_a_sum_is_read_stand_together() -> None:
    read = [terms for text in ("a + 2 * b >= c", "3 * (a + 2 * b)") for terms in sums(asked(text), {})]
    assert together(["a", "b", "c"], read) == {"a": {"a": 1, "b": 2}, "c": {"c": 1}}
    assert together(["a", "b"], [*read, {"b": 1}]) == {"a": {"a": 1}, "b": {"b": 1}}
