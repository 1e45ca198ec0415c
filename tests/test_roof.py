"""Dice that explode onto themselves without end are exact where their sum is only compared with numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toy import TOY, agree, exact, load, toy

few = settings(max_examples=40, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))

ROLL = {"do": "roll"}
COMPARED = [
    "total >= 7",
    "total - need > 0",
    "2 * total < 3 * need and dice >= 1",
    "not 4 <= total < 9",
    "highest(value) == 6",
]
COMPARED += [
    "count(value >= 5)",
    "any(value > need)",
    "total >= 2 * highest(value)",
    "min(total, 9)",
    "lowest(value) < 3",
]
COMPARED += [
    "total",
    "count(sun)",
    "total >= need if need == 4 else total",
    "count(value)",
    "need <= total and total != 8",
]
COMPARED += [
    "count(sides == 2 and value >= 4)",
    "sum(value * kept) > 5",
    "total // 3 == 2",
    "largest_set()",
    "4 > total + need",
]
BEHIND: list[list[dict[str, Any]]] = [
    [],
    [{"do": "keep", "count": 1, "pick": "highest"}],
    [{"do": "drop", "count": 1, "pick": "lowest"}],
    [{"do": "drop", "where": "value >= 3"}],
    [{"do": "keep", "count": 1, "pick": "highest", "by": "sides"}],
    [{"do": "drop", "dice": ["b"], "where": "value >= 4"}],
    [{"do": "multiply", "times": 2, "where": "value == 4"}],
    [{"do": "let", "name": "need", "value": "need + 1"}],
    [{"do": "let", "name": "seen", "value": "total"}],
    [{"do": "stop", "when": "total >= need"}, {"do": "drop", "where": "value < 2"}],
    [{"do": "repeat", "while": "total < 3", "steps": [{"do": "add", "die": "a"}, ROLL]}],
]


@few
@given(
    st.sampled_from([["a"], ["b"], ["a", "b"], ["a", "a"]]),
    st.sampled_from([None, 2]),
    st.sampled_from(BEHIND),
    st.lists(st.sampled_from(COMPARED), min_size=1, max_size=2, unique=True),
    st.sampled_from([4, 5]),
)
def test_a_value_that_is_only_compared_stops_at_a_number(
    dice: list[str], times: int | None, behind: list[dict[str, Any]], reads: list[str], need: int
) -> None:
    """Whatever else is read: with a roof the odds are those without, and what lies above it is told, not left open."""
    kinds = {"a": {"sides": 2}, "b": {"faces": [0, [2, "sun"], 3]}}
    explode = {"do": "explode", "where": "value == maximum", "onto": True} | ({} if times is None else {"times": times})
    marked = [{"do": "add", "die": "b", "count": 0}]
    steps = [*marked, *({"do": "add", "die": die} for die in dice), ROLL, explode, *behind]
    check: Any = {"inputs": {"need": {"type": "integer", "default": need}}}
    if any(step.get("name") == "need" for step in behind):
        check, steps = None, [{"do": "let", "name": "need", "value": need}, *steps]
    results = {f"r{n}": text for n, text in enumerate(reads)}
    setting = load(toy(steps, results, dice=TOY["dice"] | kinds, check=check))["roll"]().setting
    plain, found = exact(setting, lean=False), exact(setting)
    assert agree(found, plain)
    assert found[1] <= plain[1]
    if times is not None:
        assert found == plain


@pytest.mark.parametrize(("target", "chance"), [(4, "1/2"), (6, "1/6"), (7, "1/6"), (20, "5/1296"), (24, "1/1296")])
def test_an_endless_chain_reaches_its_target_exactly(target: int, chance: str) -> None:
    steps = [{"do": "add", "die": "d6"}, ROLL, {"do": "explode", "where": "value == 6", "onto": True}]
    outcomes = [{"name": "hit", "when": f"total >= {target}"}, {"name": "miss"}]
    law = load(toy(steps, {}, check={"outcomes": outcomes}))["roll"]().odds()
    assert law.unresolved == 0
    assert law.outcomes["hit"] == Fraction(chance)


def test_a_result_that_only_an_outcome_reads_is_only_compared() -> None:
    """Told as a number the sum has no end; asked for the outcome alone, it has."""
    steps = [{"do": "add", "die": "d6", "count": 2}, ROLL, {"do": "explode", "where": "value == 6", "onto": True}]
    outcomes = [{"name": "hit", "when": "more >= 9"}, {"name": "miss"}]
    results = {"low": "lowest(value)", "best": "highest(value)", "more": "best + 1"}
    bound = load(toy(steps, results, check={"outcomes": outcomes}))["roll"]()
    alone = bound.odds(only="hit")
    assert bound.odds().unresolved > 0 == alone.unresolved
    assert alone.outcomes["hit"] == 1 - Fraction(31, 36) ** 2
