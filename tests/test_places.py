"""Dice that are taken in orders of their own, after numbers have been read off all of them: as if all were listed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicewright
from toy import TOY, agree, brute_force, exact, load, toy

some = settings(max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))

ROLL = {"do": "roll"}
DICE = TOY["dice"] | {"a": {"sides": 3}, "b": {"sides": 4}, "c": {"sides": 5}}
READ: list[list[dict[str, Any]]] = [
    [{"do": "drop", "where": "value == 1"}, {"do": "let", "name": "early", "value": "dice >= 3"}],
    [{"do": "let", "name": "early", "value": "n >= 1 and total > 6"}, {"do": "drop", "where": "value == 1"}],
    [{"do": "let", "name": "early", "value": "highest(value) >= 4"}],
    [{"do": "drop", "where": "value == 1"}],
]
BY: list[dict[str, Any]] = [{}, {"by": "sides"}, {"by": "sides * 20 - value"}, {"by": "value * 20 - sides"}]
ACTS: list[dict[str, Any]] = [
    *({"do": "keep"}, {"do": "reserve"}, {"do": "reserve", "state": "dropped"}, {"do": "drop"}, {"do": "keep"}),
    {"do": "tag", "name": "x", "where": "value >= 2"},
]


@st.composite
def taking(draw: st.DrawFn) -> dict[str, Any]:
    """A step that takes the first of the dice in some order."""
    number = {
        "count": draw(st.sampled_from([1, 1, 2])),
        "pick": draw(st.sampled_from(["highest", "highest", "lowest"])),
    }
    when = draw(st.sampled_from([{}, {"when": "early"}, {"when": "not early"}]))
    return draw(st.sampled_from(ACTS)) | draw(st.sampled_from(BY)) | number | when


@some
@given(
    st.lists(st.sampled_from(["a", "b", "c"]), min_size=2, max_size=3),
    st.sampled_from(READ),
    st.lists(taking(), min_size=1, max_size=3),
    st.sampled_from(["total", "highest(sides)", "count(value >= 2)", "sum(value * kept)"]),
    st.sampled_from(["reserved", "dropped"]),
)
def test_what_is_out_of_reach_may_stand_behind_all_others(
    dice: list[str], read: list[dict[str, Any]], taken: list[dict[str, Any]], told: str, state: str
) -> None:
    steps = [
        {"do": "let", "name": "early", "value": 0},
        *({"do": "add", "die": die} for die in ["a", "c", *dice]),
        ROLL,
        {"do": "tally", "name": "n", "measure": "count", "where": "value == 1"},
        *read,
        *taken,
        {"do": "tally", "name": "r", "measure": "total", "state": state},
    ]
    setting = load(toy(steps, {"n": "n", "r": "r", "t": told}, dice=DICE))["roll"]().setting
    assert exact(setting) == exact(setting, lean=False)


@pytest.mark.parametrize("by", [{}, {"by": "sides"}, {"by": "value * 0 - sides"}])
def test_the_order_is_that_of_the_step_that_takes(by: dict[str, Any]) -> None:
    """Not that of one before it which leaves out dice by what they show."""
    count = {"do": "tally", "name": "n", "measure": "count", "where": "value == 1"}
    keep = {"do": "keep", "count": 1, "pick": "highest"} | by
    add = [{"do": "add", "die": die} for die in "aab"]
    steps = [*add, ROLL, count, {"do": "drop", "where": "value == 1"}, keep]
    setting = load(toy(steps, {"n": "n", "t": "total * 10 + highest(sides)"}, dice=DICE))["roll"]().setting
    brute = brute_force(setting)
    assert brute is not None
    assert agree(brute, exact(setting))


def test_the_largest_die_may_be_taken_first_of_many() -> None:
    """Two d6, two d8 and a d12: the effect die is what the most sides are that show no 1, if three do not."""
    found = dicewright.load("cortex-prime")["pool"](d6=2, d8=2, d12=1, effect_first=True).odds(only="effect")
    rows = found.table("effect")
    assert rows[12,] >= rows[8,] >= rows[4,] > 0
    assert sum(rows.values()) == 1
