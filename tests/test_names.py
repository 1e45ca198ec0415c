"""Names in expressions: the words of inputs, the kinds and the tags of dice, wherever expressions stand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dicewright import DicewrightError, System
from toy import exact, law, load, problems, rolled, toy

ROLL: dict[str, Any] = {"do": "roll"}
INPUTS: dict[str, Any] = {
    "mode": {"type": "choice", "options": ["calm", "wild", "d6"], "default": "wild"},
    "level": {"type": "integer", "min": 0, "max": 20, "default": 4, "names": {"hard": 4, "absurd": 12}},
}
POOL = [{"do": "add", "die": "d4", "count": 2, "tag": "lucky"}, {"do": "add", "die": "d6"}, ROLL]


@pytest.mark.parametrize(
    ("given", "expression", "value"),
    [
        ({}, "mode == wild", 1),
        ({"mode": "d6"}, "mode == d6", 1),
        ({"mode": "calm"}, "10 * calm + (mode == wild)", 10),
        ({"level": 3}, "level < hard", 1),
        ({"level": "absurd"}, "level - hard", 8),
        ({}, "count(mode == wild)", 3),
    ],
)
def test_a_word_of_an_input_is_its_number(given: dict[str, Any], expression: str, value: int) -> None:
    system = load(toy(POOL, expression, check={"inputs": INPUTS, "let": {"easy": "level < hard"}}))
    assert law(system["roll"](**given)) == {value: 1}


def test_words_stand_in_every_expression_of_a_check() -> None:
    steps = [
        {"do": "add", "die": "d4", "count": "hard", "when": "mode != calm"},
        ROLL,
        {"do": "drop", "where": "value < hard"},
        {"do": "choose", "who": "roller", "options": [{"name": "no", "prefer": "mode == wild", "steps": []},
         {"name": "yes", "prefer": True, "when": "level <= absurd", "steps": [{"do": "stop"}]}]},
    ]  # fmt: skip
    outcomes = [{"name": "made", "when": "x >= hard and mode == wild"}, {"name": "missed"}]
    bound = load(toy(steps, "total", check={"inputs": INPUTS, "outcomes": outcomes}))["roll"]()
    assert bound.odds().outcomes["made"] == 1 - Fraction(3, 4) ** 4
    assert exact(bound.setting) == exact(bound.setting, lean=False)


def test_a_kind_and_a_tag_are_1_on_their_dice() -> None:
    reads = {
        "small": "sum(value if d4 else 0)",
        "best": "highest(value if not lucky else 0)",
        "both": "count(d4 and lucky) * 10 + count(d6 or lucky)",
    }
    outcome = rolled(POOL, reads).roll(faces={"d4": [1, 3], "d6": [2]})
    assert outcome.results == {"small": 4, "best": 2, "both": 23}


def test_a_die_that_becomes_another_kind_is_of_that_one() -> None:
    steps = [{"do": "add", "die": "d4", "count": 2}, {"do": "upgrade", "ladder": "steps", "times": 1}, ROLL]
    assert law(rolled(steps, "count(d4) * 10 + count(d6)")) == {11: 1}


def test_an_effect_that_is_written_out_knows_them_all() -> None:
    steps = [*POOL, {"do": "phase", "name": "late"}]
    mode = {**INPUTS["mode"], "options": ["calm", "wild"]}
    system = load(toy(steps, "dice", check={"inputs": {"mode": mode}}))

    def left(where: str, **more: Any) -> dict[int, Fraction]:
        effect = {"at": "late", "do": "drop", "where": where, **more}
        return law(system["roll"](effects=[effect]))

    assert left("lucky and mode == wild") == {1: 1}
    assert left("d6") == {2: 1}
    marked = {"triggers": [{"at": "late", "do": "tag", "name": "odd", "where": "d6"}]}
    marked["triggers"].append({"at": "late", "do": "drop", "where": "not odd"})
    assert law(system["roll"](effects=[marked])) == {1: 1}
    with pytest.raises(DicewrightError, match="did you mean `lucky`"):
        left("luckyy")


def test_a_trigger_knows_the_words_that_all_its_checks_share() -> None:
    system = toy([*POOL, {"do": "phase", "name": "late"}], check={"inputs": INPUTS})
    other = {"mode": {"type": "choice", "options": ["wild", "calm"]}}
    system["checks"]["other"] = {**system["checks"]["roll"], "inputs": other}
    trigger = {"at": "late", "do": "drop", "where": "value == 1", "when": "mode == calm"}
    (problem,) = problems({**system, "properties": {"p": {"triggers": [trigger]}}})
    assert problem.message.startswith("`calm` is not a name that can be used here")
    shared = {**system["checks"]["other"], "inputs": {**other, **INPUTS}}
    system["checks"]["other"] = shared
    assert not problems({**system, "properties": {"p": {"triggers": [trigger]}}})


def test_sequences_and_contests_know_the_words_of_what_they_roll() -> None:
    check = {"inputs": INPUTS}
    system = toy([{"do": "add", "die": "d4"}, ROLL], "total + level", check=check)
    system["sequences"] = {
        "tries": {
            "check": "roll",
            "inputs": {"haste": {"type": "choice", "options": ["slow", "fast"], "default": "fast"}},
            "times": 2,
            "with": {"level": "absurd if haste == fast else hard"},
            "accumulate": {"gained": "gained + x"},
        }
    }
    system["contests"] = {
        "duel": {
            "sides": {"a": {"check": "roll"}, "b": {"check": "roll"}},
            "needs": "mode == wild",
            "compare": [{"most": "level == hard"}],
            "results": {"gap": "a_level - hard"},
        },
        "against": {
            "sides": {"a": {"inputs": {"speed": {"type": "integer", "names": {"top": 9}}}}, "b": {}},
            "roll": {"side": "a", "check": "other", "inputs": {"mode": "d6 if a_speed == top else calm"}},
            "winner": {"yes": "a", "no": "b"},
        },
    }
    system["checks"]["other"] = {
        "inputs": {"mode": INPUTS["mode"]},
        "steps": [ROLL],
        "outcomes": [{"name": "yes", "when": "mode == d6"}, {"name": "no"}],
    }
    loaded: System = load(system)
    assert loaded["tries"]().odds().mean("gained") == 2 * (12 + Fraction(5, 2))
    law_of = loaded["duel"](a={"level": 5}, b={"level": "hard"}).odds()
    assert (law_of.outcomes["b"], law_of.mean("gap")) == (1, 1)
    assert loaded["against"](a={"speed": "top"}).odds().outcomes == {"a": 1, "b": 0}


def test_a_test_names_no_check_where_there_is_only_one() -> None:
    case = {"name": "one", "faces": {"d4": [2, 3], "d6": [1]}, "expect": {"results": {"x": 6}}}
    system = toy(POOL, tests=[case])
    assert not problems(system)
    assert load(system).rules.tests[0].check == "roll"
    two = {**system, "checks": {**system["checks"], "other": {"steps": [ROLL]}}}
    (problem,) = problems(two)
    assert problem.code == "missing-key"
    assert problem.notes == ("add check: roll, or another of roll, other",)
