"""What is only added to the goals is looked into once: worth, odds and best play are what they are without that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicewright.play.odds import odds
from dicewright.play.policy import policy
from toy import TOY, attempt, exact, load, toy

some = settings(max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))

SYMBOLS: dict[str, Any] = {"x": {}, "y": {}, "z": {}}
DICE = {"a": {"faces": ["x", ["x", "y"], "z"]}, "b": {"faces": ["blank", ["x", "z"], "y", ["x", "x"]]}}
ROLL = {"do": "roll"}
NUMBERS = ["x", "x - z", "max(0, x - 2)", "min(y, 2)", "x * 2 + y", "x if y >= 1 else 0", "max(0, z - 1)", "y * z"]
NUMBERS += ["x if z < 2 else x + 1", "abs(y - 1)", "x // 2", "max(x, y)", "-z", "w + x"]
HOLDS = ["x >= 2", "x + y >= 2", "y > z", "x >= 1 and z == 0", "1 <= y < 3", "not z or x > 2", "x != 2"]
LATER: list[list[dict[str, Any]]] = [
    [],
    [{"do": "reroll", "may": "roller", "state": "kept", "containing": "z"}],
    [{"do": "let", "name": "w", "value": "max(x, 1)"}],
    [
        {"do": "explode", "state": "kept", "containing": "x", "times": 1, "into": "rolled"},
        {"do": "keep", "may": "roller", "prefer": "sum(kept * x) < 2"},
    ],
]


@some
@given(
    st.lists(st.sampled_from("ab"), max_size=2),
    st.sampled_from(LATER),
    st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=2),
    st.sampled_from(HOLDS),
    st.lists(st.sampled_from(["chance ok", "most p", "least q", "most q"]), min_size=1, max_size=2, unique=True),
)
def test_a_state_is_worth_what_one_with_fewer_is_and_that_much_more(
    dice: list[str], later: list[dict[str, Any]], numbers: list[str], holds: str, goals: list[str]
) -> None:
    add = [{"do": "add", "die": die} for die in ["a", "b", *dice]]
    keep = {"do": "keep", "pick": "roller", "at_least": 1, "at_most": 2}
    aim = [dict([goal.split()]) for goal in goals]
    check = {"outcomes": [{"name": "ok", "when": holds}, {"name": "no"}], "aim": aim}
    steps = [{"do": "let", "name": "w", "value": 0}, *add, ROLL, keep, *later]
    results = dict(zip("pq", numbers, strict=True))
    system = toy(steps, results, symbols=TOY["symbols"] | SYMBOLS, dice=TOY["dice"] | DICE, check=check)
    bound = load(system)["roll"]()
    assert exact(bound.setting) == exact(bound.setting, lean=False)
    best = policy(bound.setting, "best")
    plain = odds(bound.setting, bound.setting.built(lean=False, free=True), best)
    for goal, worth in zip(goals, bound.best().value.values(), strict=True):
        how, of = goal.split()
        assert worth == (plain.outcomes[of] if how == "chance" else plain.mean(of))


@pytest.mark.parametrize(("goal", "states"), [("most total", 60), ("most total * total", None)])
def test_a_number_that_is_only_added_up_takes_few_states(goal: str, states: int | None) -> None:
    """Of ten throws, each added or not, none need be told from another where the sum alone is wanted."""
    how, _, of = goal.partition(" ")
    throw = [{"do": "add", "die": "d6"}, ROLL, {"do": "keep", "may": "roller"}]
    check = {"aim": [{how: "r"}]}
    system = toy([{"do": "repeat", "times": 10, "steps": throw}], {"r": of}, check=check)
    limited = load(system, states=60)["roll"]()
    if states is None:
        assert attempt(limited.best) == ["limit"]
    else:
        assert limited.best().value["most r"] == 35
