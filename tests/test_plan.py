"""The plan of exact odds: what it says is what odds then do, and what is out of reach is refused before it is tried."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dicewright
from dicewright.chance.pour import pour
from dicewright.cli import main
from dicewright.errors import DicewrightError
from dicewright.folders import shipped
from dicewright.library import loads
from dicewright.play.check import BoundCheck
from dicewright.play.policy import FILE, policy, weighing

GAME = """\
format: 1
id: probe
name: Probe
dice:
  d6: {sides: 6}
checks:
  sort:
    inputs: {n: {type: integer, min: 1, max: 40}}
    steps:
      - {do: add, die: d6, count: n}
      - {do: roll}
      - {do: keep, pick: highest, count: 2}
      - {do: tally, name: ones, measure: count, where: "value == 1"}
    results: {sum: total}
  press:
    aim: [{most: sum}]
    inputs: {n: {type: integer, min: 1, max: 9}}
    steps:
      - {do: add, die: d6, count: n}
      - {do: roll}
      - {do: reroll, may: roller}
      - {do: tally, name: fives, measure: count, where: "value == 5"}
    results: {sum: total, fives: fives}
    outcomes: [{name: high, when: "sum >= 9"}, {name: low}]
  twice:
    inputs: {n: {type: integer, min: 1, max: 40}}
    steps:
      - {do: add, die: d6, count: n}
      - {do: roll}
      - {do: reroll, where: "rank <= 2"}
      - {do: let, name: middle, value: "nth(2) * nth(3) + nth(5)"}
      - {do: reroll, where: "rank <= 3"}
    results: {product: "nth(1) * nth(2) + nth(3) * nth(4) + middle"}
"""


def bound(check: str, **inputs: int) -> BoundCheck:
    return loads(GAME)[check](**inputs)  # type: ignore[no-any-return]


def followed(bound: BoundCheck, play: str = "file") -> int:
    """How many states odds follow, counted by themselves."""
    wanted = policy(bound.setting, None if play == "file" else play)
    program = bound.setting.built(free=wanted != FILE)
    way = weighing(bound.setting, program, wanted)
    pour(program.run, program.start, way)
    return way._seen


@pytest.mark.parametrize(("check", "inputs"), [("press", {"n": 2}), ("press", {"n": 3}), ("sort", {"n": 3})])
def test_where_states_are_few_their_number_is_exact(check: str, inputs: dict[str, int]) -> None:
    plan = bound(check, **inputs).plan("random" if check == "press" else None)
    assert plan.states == followed(bound(check, **inputs), "random" if check == "press" else "file")


@pytest.mark.parametrize(
    ("name", "check", "inputs"),
    [
        ("rising-legends", "skill", {"tier": 4}),
        ("l5r5e", "check", {"ring": 2, "skill": 1, "tn": 2}),
        ("zombie-dice", "turn", {"rolls": 2}),
        ("year-zero", "push", {"dice": 8}),
    ],
)
def test_where_they_are_many_it_is_about_right(name: str, check: str, inputs: dict[str, Any]) -> None:
    if name not in shipped():
        pytest.skip(f"the system {name} is not there")
    there = dicewright.load(name)[check](**inputs)
    plan, true = there.plan(), followed(there)
    assert true / 3 <= plan.states <= true * 3


def test_the_same_plan_is_told_each_time() -> None:
    assert bound("press", n=8).plan("random") == bound("press", n=8).plan("random")


def test_what_nobody_asks_for_is_left_out() -> None:
    (left_out,) = bound("sort", n=5).plan().idle
    assert (left_out.op, left_out.keys["name"]) == ("tally", "ones")
    assert [step.op for step in bound("press", n=2).plan(only="sum").idle] == ["tally"]
    assert bound("press", n=2).plan().idle == ()


def test_the_plan_is_printed(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "probe.system.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert main(["odds", str(file), "sort", "n=12", "--cost"]) == 0
    assert capsys.readouterr().out == (
        "Probe: Sort (n 12), the plan of its exact odds\n"
        "\n"
        "  asked for  sum\n"
        "  left out   tally, whose numbers nobody asks for\n"
        "\n"
        "  lines  steps       states  ways on  how\n"
        "  10     add              1           straight on\n"
        "  11-12  roll, keep       1       11  dice one after another, the best first\n"
        "\n"
        "  13 states of at most 2,000,000, and 23 ways to follow\n"
    )
    assert main(["explain", str(file), "sort", "n=12", "--plan", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stages"][1]["steps"] == [{"do": "roll", "line": 11}, {"do": "keep", "line": 12}]
    assert (told["states"], told["rows"], told["exact"], told["idle"][0]["line"]) == (13, 11, True, 13)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["explain", "--plan"], "say which system"),
        (["explain", "roll", "again"], "`again` is one word too many"),
        (["odds", "rising-legends", "opposed", "attacker.tier=1", "defender.tier=1", "--cost"], "only a check"),
    ],
)
def test_what_has_no_plan_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err


def test_what_is_far_out_of_reach_is_refused_long_before_the_limit() -> None:
    """Where 20,000 states have been met, they look ahead."""
    far = bound("twice", n=30)
    assert far.plan().work > 4 * 20 * 2_000_000
    with pytest.raises(
        DicewrightError, match=r"need about [\d,]+ states with about [\d,]+ ways .* limit is 40,000,000"
    ):
        far.odds()
