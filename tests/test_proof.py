"""What tests prove: what they reach, which slips they would let pass, what counting finds out, what --update writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pages
from dicewright.cli import main
from dicewright.library import examine, tree
from dicewright.play.verify import verify
from dicewright.prove.coverage import coverage
from dicewright.prove.deep import deep
from dicewright.prove.mutants import mutants
from dicewright.prove.trial import BOUNDED, CAUGHT, PROVEN, SURVIVED, TRIED, UNDECIDED, opened
from dicewright.prove.turns import turns

HEAD = "format: 1\nid: lamp\nname: Lamp\n"
RULES = f"""{HEAD}symbols: {{glow: {{}}, soot: {{}}}}
cancels: [[glow, soot]]
dice:
  wick: {{faces: [blank, glow, [glow, glow], soot]}}
  d6: {{sides: 6}}
properties:
  bright:
    triggers: [{{at: fate, do: reroll, dice: [d6], where: value == 1, id: ones}}]
checks:
  light:
    inputs: {{wicks: {{type: integer, min: 0, max: 9}}, lucky: {{type: boolean, default: false}}}}
    steps:
      - {{do: add, die: wick, count: wicks}}
      - {{do: add, die: d6, when: lucky, id: luck}}
      - {{do: roll}}
      - {{do: phase, name: fate}}
      - {{do: cancel}}
    results: {{glow: glow, luck: total}}
    outcomes:
      - {{name: bright, when: glow >= 2}}
      - {{name: lit, when: glow >= 1}}
      - {{name: dark}}
tests:
"""
ONE = "  - {name: one, given: {wicks: 2}, faces: {wick: [glow, soot]}, expect: {outcome: dark, results: {glow: 0}}}\n"
MORE = """\
  - {name: two, given: {wicks: 2}, faces: {wick: [[glow, glow], blank]}, expect: {outcome: bright, results: {glow: 2}}}
  - {name: three, given: {wicks: 1}, faces: {wick: [glow]}, expect: {outcome: lit, results: {glow: 1}, exactly: true}}
  - name: four
    given: {wicks: 0, lucky: true}
    properties: [bright]
    faces: {d6: [1, 6]}
    reaches: [ones, luck, fate, bright]
    expect: {results: {luck: 6}}
  - {name: five, given: {wicks: 0, lucky: true}, properties: [bright], faces: {d6: [2]}, expect: {results: {luck: 2}}}
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "lamp.system.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    monkeypatch.chdir(tmp_path)
    return written


def failures(text: str) -> list[str]:
    rules, problems = examine(text, "lamp")
    assert rules is not None, problems
    return [str(problem) for verdict in verify(rules) for problem in verdict.problems]


# -- what a test can say -----------------------------------------------------------------------------------------------


def test_the_tests_of_the_lamp_pass() -> None:
    assert failures(RULES + ONE + MORE) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("results: {glow: 1}, exactly", "results: {luck: 0}, exactly", "glow is 1, expected 0 (it is not listed"),
        ("faces: {d6: [1, 6]}", "faces: {d6: [6]}", "`ones` does nothing in this roll, which is said to reach it"),
        ("results: {glow: 0}", "results: {glow: 1}", "glow is 0, expected 1\n   glow was 1 until this step (line 20)"),
        ("{luck: 6}", "{luck: 1}", "luck is 6, expected 1\n   luck was 1 until this step (Bright) (line 11)"),
    ],
)
def test_a_failure_says_what_differs_and_where_the_roll_parts_from_the_test(old: str, new: str, said: str) -> None:
    (told,) = failures((RULES + ONE + MORE).replace(old, new))
    assert said in told


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("about 33%", True),
        ("about 33.3%", True),
        ("about 33.33 %", True),
        ("about 33.4%", False),
        ("about 0.333", True),
        ("about 0.33333", True),
        ("33.3%", False),
        ("1/3", True),
        ("[33%, 34%]", True),
        ("[34%, 35%]", False),
    ],
)
def test_a_rounded_number_is_right_in_the_digits_that_it_has(written: str, right: bool) -> None:
    odds = f"  - {{name: odds, check: c, odds: {{probability: {{total <= 2: {written}}}}}}}\n"
    head = f"{HEAD}dice: {{d6: {{sides: 6}}}}\nchecks:\n  c: {{steps: [{{do: add, die: d6}}, {{do: roll}}], "
    found = failures(head + "results: {total: total}}\ntests:\n" + odds)
    assert (found == []) is right
    assert right or "P(total <= 2) is 1/3 = 0.333333, expected" in found[0]


# -- coverage ----------------------------------------------------------------------------------------------------------


def missing(text: str) -> list[tuple[int, str]]:
    rules, problems = examine(text, "lamp")
    assert rules is not None, problems
    found = coverage(tree(text, "lamp"), rules, verify(rules))
    return [(item.where.line, item.missing) for item in found if not item.reached]


def test_coverage_lists_what_no_test_reaches_with_its_line() -> None:
    assert missing(RULES + ONE) == [
        (7, "the face blank of `wick` never comes up"),
        (7, "the face glow+glow of `wick` never comes up"),
        (8, "the face 1 of `d6` never comes up"),
        (8, "the face 6 of `d6` never comes up"),
        (10, "no roll has the property `bright`"),
        (11, "the trigger `reroll` of `bright` never does anything"),
        (17, "the step `add` never does anything"),
        (23, "`light` never ends in `bright`"),
        (24, "`light` never ends in `lit`"),
    ]
    assert missing(RULES + ONE + MORE) == []


def test_a_test_of_the_odds_reaches_what_its_rolls_reach() -> None:
    odds = "  - {name: odds, given: {wicks: 2}, odds: {outcomes: {bright: [0, 1]}}}\n"
    assert {line for line, _ in missing(RULES + odds)} == {8, 10, 11, 17}


def test_coverage_below_the_minimum_fails(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(RULES + ONE)
    assert main(["test", str(path), "--coverage"]) == 0
    assert "never ends in `lit`" in capsys.readouterr().out
    assert main(["test", str(path), "--coverage", "--min", "90", "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert told["of"] - told["reached"] == len(told["missing"]) == 9
    write(RULES + ONE + MORE)
    assert main(["test", str(path), "--coverage", "--min", "100"]) == 0


# -- mutants -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "found"),
    [
        ("value >= 5", "where", {"value < 5", "value >= 6", "value >= 4"}),
        ("hope > fear", "when", {"hope <= fear", "hope >= fear"}),
        ("a and b == 0", "value", {"a or b == 0", "a and b != 0", "a and b == 1"}),
        ("not lucky", "when", {"lucky", "not (not lucky)"}),
        (
            "1 if lucky else 2",
            "value",
            {"2 if lucky else 1", "2 if lucky else 2", "0 if lucky else 2", "1 if lucky else 3"},
        ),
        ("lucky", "when", {"not (lucky)"}),
        ("lucky", "count", set()),
    ],
)
def test_an_expression_goes_wrong_in_one_place(text: str, key: str, found: set[str]) -> None:
    turned = set(turns(text, key))
    assert turned == found | ({"1 if lucky else 1"} & turned)


def test_slips_of_a_file_are_told_in_words_with_their_lines() -> None:
    rules, _ = examine(RULES + ONE, "lamp")
    assert rules is not None
    told = {(m.where.line, m.what) for m in mutants(tree(RULES + ONE, "lamp"), rules)}
    assert {
        (5, "glow and soot do not cancel"),
        (7, "a face glow glow is blank"),
        (8, "`sides: 6` becomes 5"),
        (11, "the step `reroll` is left out"),
        (11, "`value == 1` becomes `value != 1`"),
        (20, "the steps `phase` and `cancel` change places"),
        (23, "`glow >= 2` becomes `glow >= 3`"),
        (24, "the outcomes `bright` and `lit` change places"),
    } <= told


def test_a_slip_that_no_test_notices_is_shown_with_the_smallest_test_that_would(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(RULES + ONE + MORE)
    assert main(["test", str(path), "--mutate"]) == 0
    assert "slips noticed (100.0 %)" in capsys.readouterr().out
    path = write(RULES + ONE)
    assert main(["test", str(path), "--mutate", "--all"]) == 1
    out = capsys.readouterr().out
    assert "warning[slip-unnoticed]: `glow >= 2` becomes `glow >= 3`" in out
    pasted = next(line.strip() for line in out.splitlines() if "bright, not lit" in line)
    assert "given: {wicks: 1}, faces: {wick: [[glow, glow]]}, expect: {outcome: bright}" in pasted
    assert main(["test", str(path), "--mutate", "--min", "10", "--jobs", "2", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    fates = [slip["fate"] for slip in told["slips"]]
    assert told["survived"] == fates.count("survived") == sum("test" in slip for slip in told["slips"]) > 0


def test_a_pasted_test_notices_the_slip(write: Write) -> None:
    court = opened(write(RULES + ONE))
    slip = next(m for m in court.mutants if m.what == "`glow >= 2` becomes `glow >= 3`")
    found = court.judge(slip)
    assert found.fate == SURVIVED
    again = opened(write(f"{RULES}{ONE}  {found.test}\n"))
    assert len(again.cases) == 2
    assert again.judge(slip).fate == CAUGHT


def test_a_slip_that_changes_no_roll_is_no_survivor(
    write: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RULES.replace("- {name: lit, when: glow >= 1}", "- {name: lit, when: glow >= 1 or glow > 1}") + ONE + MORE
    path = write(text)
    court = opened(path)
    slip = next(m for m in court.mutants if "or glow > 2" in m.what)
    found = court.judge(slip)
    assert found.fate == TRIED
    assert "are the same" in found.by
    monkeypatch.setattr("dicewright.prove.rolls.STATES", 0)
    assert main(["test", "--mutate", str(path)]) == 0
    out = capsys.readouterr().out
    assert " undecided\n" in out.splitlines(keepends=True)[0]
    (told,) = (line for line in out.splitlines() if "becomes `glow >= 1 or glow > 2`" in line)
    assert told.startswith("   24:")
    assert told.endswith("their odds are too large to be compared")


def chosen(write: Write, *steps: str) -> Path:
    """The lamp with a number that a player chooses on the way."""
    listed = "".join(f"      - {step}\n" for step in ("{do: let, name: wish, value: 0}", *steps, "{do: roll}"))
    text = RULES.replace("      - {do: roll}\n", listed).replace("luck: total", "luck: total + wish")
    return write(text.replace("    outcomes:", "    aim: [{most: luck}]\n    outcomes:") + ONE)


@pytest.mark.parametrize(
    ("more", "slip", "test"),
    [
        ("from: 0, to: 3", "`3` becomes `4`", "given: {wicks: 0}, answers: [4], expect: {error: illegal-answer}}"),
        (
            "to: 3, when: wicks >= 1",
            "`wicks >= 1` becomes `wicks >= 0`",
            "given: {wicks: 0}, answers: [], expect: {outcome: dark, results: {glow: 0, luck: 0}}}",
        ),
    ],
)
def test_what_a_slip_lets_players_answer_besides_is_found(write: Write, more: str, slip: str, test: str) -> None:
    path = chosen(write, f"{{do: choose, who: roller, name: wish, prefer: 0, {more}}}")
    court = opened(path)
    (found,) = (court.judge(m) for m in court.mutants if m.what == slip)
    assert found.fate == SURVIVED
    assert found.test.endswith(test)
    again = opened(write(f"{path.read_text(encoding='utf-8')}  {found.test}\n"))
    assert [again.judge(m).fate for m in again.mutants if m.what == slip] == [CAUGHT]


def test_no_slip_is_told_apart_by_how_far_it_has_to_be_looked_ahead(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = "{do: repeat, while: n < 5, steps: [{do: let, name: n, value: n + 1}]}"
    path = chosen(write, "{do: let, name: n, value: 0}", "{do: choose, who: roller, name: wish, to: 2}", rounds)
    more = "  - {name: none, given: {wicks: 0}, expect: {results: {glow: 0}}}\n"
    write(path.read_text(encoding="utf-8") + more)
    for states in range(1, 40):  # until they are just enough for five rounds without a wick
        monkeypatch.setattr("dicewright.prove.trial.BOUNDED", replace(BOUNDED, states=states))
        court = opened(path)
        if court.cases:
            break
    assert [case.name for case in court.cases] == ["none"]
    (found,) = (court.judge(m) for m in court.mutants if m.what == "`n < 5` becomes `n < 6`")
    assert found.fate == UNDECIDED
    assert found.by.endswith("what the test `none` has to look ahead to grows too large")


def test_a_phase_without_triggers_may_stand_anywhere(write: Write) -> None:
    rounds = "{do: repeat, while: wish < 3, steps: [{do: let, name: wish, value: wish + 1}]}"
    court = opened(chosen(write, "{do: phase, name: dusk}", rounds))
    (slip,) = (m for m in court.mutants if m.what == "the steps `phase` and `repeat` change places")
    assert court.judge(slip).by.startswith("none of ")


def test_steps_that_have_nothing_to_do_with_each_other_are_proven_to_change_places_unseen(write: Write) -> None:
    def fates(step: str) -> dict[str, str]:
        text = RULES.replace("      - {do: roll}\n", f"      - {step}\n      - {{do: roll}}\n") + ONE + MORE
        court = opened(write(text.replace("luck: total", "luck: total + 0 * more")))
        return {m.what: court.judge(m).fate for m in court.mutants if "change places" in m.what and "let" in m.what}

    free = fates("{do: let, name: more, value: wicks + 1}")
    assert free == {
        "the steps `add` and `let` change places": PROVEN,
        "the steps `let` and `roll` change places": PROVEN,
    }
    assert PROVEN not in fates("{do: let, name: more, value: dice}").values()


@pytest.mark.parametrize("changed", ["", "      - {do: let, name: low, value: 1 * low}\n"])
def test_slips_of_numbers_that_inputs_decide_are_noticed(write: Write, changed: str) -> None:
    text = RULES.replace("    steps:\n", f"    let: {{low: 2 - 1}}\n    steps:\n{changed}").replace(
        "value == 1", "value > 0 and value <= low"
    )
    court = opened(write(text + ONE + MORE))
    assert {court.judge(m).fate for m in court.mutants if m.what.startswith("`2 - 1`")} == {CAUGHT}


def test_slips_of_effects_are_noticed(write: Write) -> None:
    effect = "effects: {push: {owner: roller, triggers: [{at: fate, do: reroll, dice: [d6], where: value == 2}]}}\n"
    case = "  - {name: six, given: {wicks: 0, lucky: true}, effects: [push], faces: {d6: [2, 5]}, "
    court = opened(
        write(RULES.replace("checks:\n", f"{effect}checks:\n") + ONE + f"{case}expect: {{results: {{luck: 5}}}}}}\n")
    )
    slips = [m for m in court.mutants if m.where.line == 12]
    assert {court.judge(m).fate for m in slips} == {CAUGHT}


def test_slips_are_tried_on_tests_that_pass(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(RULES + ONE.replace("outcome: dark", "outcome: lit"))
    assert main(["test", "--mutate", str(path)]) == 1
    assert "error[test-failed]: one: the outcome is dark, expected lit" in capsys.readouterr().err
    assert main(["test", "--coverage", str(path)]) == 1
    assert "; 1 test fails and reaches nothing" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--yes"], ["--min", "9"]])
def test_flags_that_belong_together_are_said_together(write: Write, words: list[str]) -> None:
    assert main(["test", str(write(RULES + ONE)), *words]) == 2


# -- counting ----------------------------------------------------------------------------------------------------------


def counted(text: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    rules, problems = examine(text, "lamp")
    assert rules is not None, problems
    found, loops = deep(tree(text, "lamp"), rules)
    assert all(problem.severity == "warning" and problem.notes for problem in found)
    told = sorted((problem.where.line, problem.code) for problem in found if problem.where)
    return told, [(loop.where.line, str(loop.mean)) for loop in loops]


def test_a_file_without_idle_parts_has_no_deep_findings() -> None:
    assert counted(RULES + ONE + MORE) == ([], [])


def test_counting_finds_what_never_happens_what_does_nothing_and_how_often_loops_go_round() -> None:
    def of(*steps: str) -> str:
        listed = "".join(f"      - {step}\n" for step in ("{do: add, die: d6}", "{do: roll}", *steps))
        judged = "    results: {total: total}\n    outcomes: [{name: no, when: total < 1}, {name: yes}]\n"
        test = "tests: [{name: a, faces: {d6: [2]}, expect: {results: {total: 2}}}]\n"
        return f"{HEAD}dice: {{d6: {{sides: 6}}}}\nchecks:\n  c:\n    steps:\n{listed}{judged}{test}"

    more = "{do: repeat, while: 0 < total < 3, steps: [{do: add, die: d6}, {do: roll}]}"
    found, loops = counted(of("{do: reroll, where: value == 7}", more))
    assert found == [(10, "idle-step"), (13, "outcome-never")]
    assert loops == [(11, "13/36")]  # after a 1 or a 2, and again where a 1 follows a 1
    found, loops = counted(of("{do: repeat, while: total > 0, rounds: 3, steps: [{do: let, name: on, value: 1}]}"))
    assert (10, "loop-endless") in found
    assert loops == []


def test_a_contradicted_outcome_never_happens(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    text = RULES.replace("- {name: lit, when: glow >= 1}", "- {name: lit, when: glow >= 3}")
    path = write(text + ONE)
    assert main(["validate", "--deep", str(path)]) == 0
    out = capsys.readouterr().out
    assert "warning[outcome-never]: `light` never ends in `lit`" in out
    assert "its chance is 0 in the exact odds of" in out
    assert main(["validate", str(path)]) == 0
    assert "outcome-never" not in capsys.readouterr().out


def test_loops_are_told_in_json(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    more = "      - {do: repeat, while: 0 < total < 2, steps: [{do: add, die: d6}, {do: roll}]}\n"
    path = write(RULES.replace("      - {do: cancel}\n", f"{more}      - {{do: cancel}}\n") + ONE)
    assert main(["validate", "--deep", "--json", str(path)]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    (loop,) = told["loops"]
    assert (loop["line"], loop["mean"]) == (20, "1/6")


# -- update ------------------------------------------------------------------------------------------------------------

WRONG = """\
  # a comment, kept
  - {name: one,   given: {wicks: 2}, faces: {wick: [glow, soot]}, expect: {outcome: lit, results: {glow: 3}}}  # too
  - name: odds
    given: {wicks: 1}
    odds: {outcomes: {dark: 1/3, lit: 0.25, bright: about 30%}}
  - {name: dice, given: {wicks: 1}, faces: {wick: [soot]}, expect: {dice: [{die: wick, face: glow}]}}
"""
RIGHT = (
    WRONG.replace("outcome: lit", "outcome: dark")
    .replace("{glow: 3}", "{glow: 0}")
    .replace("dark: 1/3", "dark: 1/2")
    .replace("face: glow", "face: soot")
)


def test_update_writes_expectations_anew_and_touches_nothing_else(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(RULES + WRONG)
    assert main(["test", "--update", "--yes", str(path)]) == 1  # what is rounded is what somebody said
    assert path.read_text(encoding="utf-8") == RULES + RIGHT
    assert "outcome: lit becomes dark" in capsys.readouterr().out
    assert main(["test", "--update", "--yes", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == RULES + RIGHT
    assert "0 written anew, 1 still fails" in capsys.readouterr().out


@pytest.mark.parametrize(("answers", "changed"), [("nyn", 1), ("a", 3), ("q", 0), ("", 0), ("yny", 2)])
def test_update_asks_for_each_test(write: Write, monkeypatch: pytest.MonkeyPatch, answers: str, changed: int) -> None:
    said = iter(answers)

    def asked(question: str) -> str:
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", asked)
    path = write(RULES + WRONG)
    main(["test", "--update", str(path)])
    lines: Any = zip(path.read_text(encoding="utf-8").splitlines(), (RULES + WRONG).splitlines(), strict=True)
    assert sum(a != b for a, b in lines) == changed


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_page_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = pages.blocks("docs/tests.md")
    (torch,) = (text for kind, text in blocks if kind == "yaml")
    (tmp_path / "torch.system.yaml").write_text(torch, encoding="utf-8")
    (tmp_path / "broken.system.yaml").write_text(torch.replace("{hits: 1}", "{hits: 0}"), encoding="utf-8")
    commands = [text.partition("\n") for kind, text in blocks if kind == "console"]
    assert len(commands) == 3
    for command, _, output in commands:
        main(command.split()[2:])
        assert capsys.readouterr().out == output
