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
from dicewright.ops.state import Limits
from dicewright.play.check import BoundCheck
from dicewright.play.policy import FILE, policy, weighing
from dicewright.play.whole import Whole

FACES = range(1, 7)
TWO = ("attacker.tier=1", "defender.tier=1")
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
  count:
    inputs: {n: {type: integer, min: 1, max: 40}}
    steps:
      - {do: add, die: d6, count: n}
      - {do: roll}
    results: {sum: total, ones: count(value == 1)}
contests:
  duel:
    sides: {us: {check: count}, them: {check: count, more: true}}
    compare: [{most: sum}]
    tie: again
  hands:
    sides: {us: {check: count}, them: {check: count}}
    compare: [{dice: highest_first}]
  apart:
    sides: {us: {check: count}, them: {check: count}}
    compare: [{most: sum}]
    results: {ones: us_ones - them_ones}
sequences:
  race:
    sides: {us: {check: count}, them: {check: count}}
    accumulate: {got: got + sum}
    until: got >= 12
    compare: [{most: got}]
  march:
    check: count
    inputs: {days: {type: integer, min: 1, max: 100}}
    times: days
    accumulate: {got: got + sum, square: square + sum * sum}
"""


def bound(check: str, **inputs: int) -> BoundCheck:
    return loads(GAME)[check](**inputs)  # type: ignore[no-any-return]


def joined(name: str, **inputs: int) -> tuple[Whole, dict[str, list[int]]]:
    """The plan of a contest or a sequence, and how many states each of its joins has."""
    plan: Whole = loads(GAME)[name].bind({key.replace("_", "."): value for key, value in inputs.items()}).plan()
    states: dict[str, list[int]] = {}
    for join in plan.joins:
        states.setdefault(join.key, []).append(join.states)
    return plan, states


def followed(bound: BoundCheck, play: str = "file") -> int:
    """How many states odds follow, counted by themselves."""
    wanted = policy(bound.setting, None if play == "file" else play)
    program = bound.setting.built(free=wanted != FILE)
    way = weighing(bound.setting, program, wanted)
    pour(program.run, program.start, way)
    return way._seen


@pytest.mark.parametrize(("check", "inputs"), [("press", {"n": 2}), ("press", {"n": 3})])
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


def test_a_contest_tells_the_checks_of_its_sides_and_how_they_are_compared() -> None:
    plan, states = joined("duel", us_n=2, them_n=3, them2_n=3)
    assert [(part.label, part.check) for part in plan.parts] == [("Us", "count"), ("Them and Them 2", "count")]
    assert states == {"compare": [len(range(2, 19))], "tie": [4]}  # all sums; all sets of two sides or more
    assert (plan.exact, plan.told, plan.fits) == (True, ("outcome",), True)
    pairs = [len({(a + b, (a == 1) + (b == 1)) for a in FACES for b in FACES}), len({(a, a == 1) for a in FACES})]
    assert joined("apart", us_n=2, them_n=1)[1] == {"results": [pairs[0] * pairs[1]]}
    hands, _ = joined("hands", us_n=3, them_n=2)
    assert ([join.means for join in hands.joins], hands.joins[0].rounds, hands.parts) == (["lined"], 6, ())


def test_a_sequence_tells_how_far_its_tries_go() -> None:
    sums = {1: FACES, 2: sorted({a + b for a in FACES for b in FACES})}
    plan, states = joined("race", us_n=1, them_n=2)
    going, ends = {n: [{0}] for n in sums}, 0
    while all(going[n][-1] for n in sums):
        after = {n: {got + x for got in going[n][-1] for x in sums[n]} for n in sums}
        for n, got in after.items():
            going[n].append({x for x in got if x < 12})
        ends += len(after[1]) * len(after[2]) - len(going[1][-1]) * len(going[2][-1])
    assert states == {"until": [sum(map(len, each[:-1])) for each in going.values()], "compare": [ends]}
    assert (plan.exact, [join.rounds for join in plan.joins]) == (True, [6, 6, 1])
    march, states = joined("march", n=1, days=3)
    days = [{(0, 0)}]
    for _ in range(2):
        days.append({(got + x, square + x * x) for got, square in days[-1] for x in FACES})
    assert states == {"times": [sum(map(len, days))]}
    assert (march.exact, march.joins[0].ways, march.told) == (True, 6, ("tries", "got", "square"))


def test_the_plans_of_contests_and_sequences_are_printed(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "probe.system.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert main(["odds", str(file), "duel", "us.n=1", "them.n=2", "--cost"]) == 0
    assert capsys.readouterr().out == (
        "Probe: Duel: Us (n 1) against Them (n 2), the plan of its exact odds\n"
        "\n"
        "  asked for  outcome\n"
        "\n"
        "  lines  steps    states  ways on  how\n"
        "  Us: count\n"
        "  37     add           1           straight on\n"
        "  38     roll          1        6  dice added up as they fall\n"
        "  Them: count\n"
        "  37     add           1           straight on\n"
        "  38     roll          1       11  dice added up as they fall\n"
        "  Together\n"
        "  43     compare      12        4  score by score, each with whoever has it or less\n"
        "  44     tie           1        3  those who are tied roll again: an equation for each set of them\n"
        "\n"
        "  34 states, in each part at most 2,000,000, and 87 ways to follow\n"
    )
    assert main(["explain", str(file), "march", "n=2", "days=12", "--plan", "--limit", "states=10000"]) == 0
    told = capsys.readouterr().out
    assert "  Each try: count\n" in told
    assert "11  try after try; 12 rounds\n" in told
    assert "  too many: take fewer sides, tries or dice" in told
    assert main(["explain", str(file), "march", "n=1", "days=2", "--plan", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["parts"][0]["plan"]["rows"], data["joins"][0]["states"], data["exact"]) == (6, 7, True)


def test_who_decides_is_told() -> None:
    assert bound("press", n=2).plan().play == "file"
    best = bound("press", n=2).plan("best", "most fives")
    assert best.play == "best: most fives"
    assert any("decision" in stage.means or "offer" in stage.means for stage in best.stages)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["explain", "--plan"], "say which system"),
        (["explain", "roll", "again"], "`again` is one word too many"),
        (["odds", "rising-legends", "opposed", *TWO, "--cost", "--play", "best"], "a contest decides as its file says"),
    ],
)
def test_what_has_no_plan_is_refused(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err


def test_what_is_far_out_of_reach_is_refused_long_before_the_limit() -> None:
    """Where 20,000 states have been met, they look ahead."""
    far = loads(GAME, limits=Limits(states=50_000))["twice"](n=18)
    assert far.plan().work > 4 * 20 * 50_000
    with pytest.raises(DicewrightError, match=r"need about [\d,]+ states with about [\d,]+ ways .* limit is 1,000,000"):
        far.odds()


def test_sequences_and_contests_far_out_of_reach_are_refused_early() -> None:
    """Not when so many ways have been gone, and where alike sides have got too much, before the others have rolled."""
    march = loads(GAME, limits=Limits(states=20_000))["march"]
    with pytest.raises(DicewrightError, match=r"need about [\d,]+ states; the limit is 20,000") as found:
        march(n=2, days=30).odds()
    assert "ask for fewer tries or dice" in found.value.problems[0].notes[0]
    apart = loads(GAME, limits=Limits(states=20_000))["apart"].bind({"us.n": 40, "them.n": 40})
    assert not apart.plan().fits
    with pytest.raises(DicewrightError, match=r"need [\d,]+ states or more to compare the sides; the limit is 20,000"):
        apart.odds()


def test_a_large_table_is_not_counted_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    dice = {"d6": 2, "d8": 2, "d10": 2, "d12": 1}
    plan = dicewright.load("cortex-prime")["pool"](**dice).plan()
    assert plan.stopped
    assert not plan.exact
    assert plan.work > 10_000
    words = [f"{kind}={number}" for kind, number in dice.items()]
    assert main(["odds", "cortex-prime", "pool", *words, "--cost"]) == 0
    assert "at least" in capsys.readouterr().out
    assert not dicewright.load("cortex-prime")["pool"](d6=3).plan().stopped
