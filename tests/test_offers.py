"""A player keeps dice of a handful that has just fallen: ranked at once, it is what deciding each handful gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dicewright.play.odds import odds
from dicewright.play.policy import policy
from toy import TOY, attempt, exact, load, toy

few = settings(max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))

ROLL = {"do": "roll"}
KEPT: list[dict[str, Any]] = [
    *({"pick": "roller", "count": 1}, {"pick": "roller", "at_least": 1, "at_most": 2}, {"may": "roller"}),
    *(
        {"may": "roller", "at_most": "n"},
        {"pick": "roller", "count": "n"},
        {"pick": "roller", "at_least": 3, "at_most": 2},
    ),
]
WHERE: list[dict[str, Any]] = [{}, {}, {"where": "value >= n"}, {"containing": "sun"}, {"dice": ["a"]}]
LATER: list[list[dict[str, Any]]] = [
    [],
    [{"do": "explode", "state": "kept", "where": "sun >= 1 and exploded == 0", "times": 1, "into": "rolled"}],
    [
        {
            "do": "explode",
            "state": "kept",
            "where": "value == 3",
            "count": 1,
            "pick": "highest",
            "by": "sides",
            "times": 1,
        }
    ],
    [{"do": "reroll", "state": "kept", "where": "value == 1"}],
    [{"do": "add", "die": "b", "count": 2}, ROLL],
    [{"do": "tally", "name": "n", "measure": "total", "state": "dropped"}],
]
READ = ["total", "sun", "n + total", "count(kept)", "highest(value)", "total * (2 - sun)", "dice"]


@st.composite
def kept(draw: st.DrawFn) -> dict[str, Any]:
    """A step with which the roller keeps dice."""
    return {"do": "keep"} | draw(st.sampled_from(KEPT)) | draw(st.sampled_from(WHERE))


@few
@given(
    st.sampled_from([["a", "b"], ["a", "a", "b"], ["a", "b", "b"], ["b", "b", "b"]]),
    kept(),
    st.sampled_from(LATER),
    kept(),
    st.lists(st.sampled_from(READ), min_size=1, max_size=2, unique=True),
    st.sampled_from(["most r0", "least r0", "chance r0 >= 2", "chance yes"]),
    st.booleans(),
)
def test_what_is_kept_is_ranked_as_it_is_decided(
    dice: list[str],
    first: dict[str, Any],
    later: list[dict[str, Any]],
    second: dict[str, Any],
    reads: list[str],
    goal: str,
    told: bool,
) -> None:
    """The same law, to the last of equal options, whatever comes behind the choice."""
    kinds = {"a": {"faces": [1, [2, "sun"], 3]}, "b": {"faces": [1, 1, 2, [3, "sun"]]}}
    add = [{"do": "add", "die": die} for die in dice]
    steps = [{"do": "let", "name": "n", "value": 1}, *add, ROLL, first, *later, second]
    how, _, of = goal.partition(" ")
    results = {f"r{n}": text for n, text in enumerate(reads)} if told or of != "yes" else {}
    check = {"outcomes": [{"name": "yes", "when": f"{reads[0]} >= 2"}, {"name": "no"}], "aim": [{how: of}]}
    system = toy(steps, results, dice=TOY["dice"] | kinds, check=check)
    assume(attempt(lambda: load(system)) != ["die-never-added"])
    setting = load(system)["roll"]().setting
    assert exact(setting) == exact(setting, lean=False)
    best = policy(setting, "best")
    plain = odds(setting, setting.built(lean=False, free=True), best)
    assert odds(setting, policy=best).rows == plain.rows


def test_many_dice_of_which_some_are_kept_are_ranked_once() -> None:
    """The best two of eight dice for a sum of 12: at least two sixes; and no handful is decided by itself."""
    steps = [{"do": "add", "die": "d6", "count": 8}, ROLL, {"do": "keep", "pick": "roller", "count": 2}]
    check = {"outcomes": [{"name": "yes", "when": "total == 12"}, {"name": "no"}], "aim": [{"chance": "yes"}]}
    bound = load(toy(steps, {}, check=check), states=1_500, options=10)["roll"]()
    chance = 1 - Fraction(5, 6) ** 8 - 8 * Fraction(5**7, 6**8)
    assert bound.odds().outcomes["yes"] == chance
    assert bound.best().value["chance yes"] == chance
