"""The runner of golden cases, on cases written here: what is right passes, and nothing that is wrong does."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import dicewright
from dicewright.folders import shipped
from golden.__main__ import main
from golden.case import REASONS, Case, Rand
from golden.games import PLANS
from golden.report import Verdict, judge
from golden.trial import Trial, chains, run, verdicts

load = cache(dicewright.load)


def case(game: str, typed: str, said: str, faces: str = "", flags: str = "", secret: bool = False) -> Case:
    """A case in short: faces as `6: 2 5, 10: 7`, flags as words."""
    rands = []
    for part in filter(None, faces.split(",")):
        sides, _, values = part.partition(":")
        rands += [Rand(int(sides), int(value)) for value in values.split()]
    return Case(game, 1, typed, said, tuple(rands), frozenset(flags.split()), secret)


def told(case: Case) -> Verdict:
    return judge(case, PLANS, load)


def myz(successes: int, base: int, skill: int, gear: int, push: int, verdict: str = "") -> str:
    return (
        f"… 成功数:{successes}{verdict}\n出目1：[能力：{base},技能：{skill},アイテム：{gear}) プッシュ可能={push}ダイス"
    )


YZE = case("YearZeroEngine", "1YZE2+1-1 # a remark", "… 成功数:1 難易度=1:判定成功！", "6: 6 3", "success")
PUSHED = case("YearZeroEngine", "2MYZ2+1+2", myz(1, 1, 1, 1, 2, " 難易度=2:判定失敗！"), "6: 1 4 1 1 6", "failure")
ATTACK = case("DungeonsAndDragons5", "AT+4>=15A", "(AT+4>=15A) ＞ 12[6,12]+4 ＞ 16 ＞ 成功", "20: 6 12", "success")
MESSY = "(2D10+1D10) ＞ [10,3]+[10]  達成数=4 難易度=2 上回り=2：判定成功! [凄惨なるクリティカル/Messy Critical]"
BEAST = "(2D10+1D10) ＞ [7,2]+[1]  達成数=1\n　判定失敗なら [獣の過ち/Bestial Failure]"
FIRE = (
    "…\n1回目: ＞ 50 ＞ レギュラー成功　（2発が命中、0発が貫通）\n"
    "2回目: ＞ 8, 8 ＞ イクストリーム成功　（3発が命中、2発が貫通）\n"
    "3回目: ＞ 99, 29, 49 ＞ 失敗　ジャム\n＞ 5発が通常命中、2発が貫通、残弾2発"
)

RIGHT = [
    YZE,
    PUSHED,
    case("YearZeroEngine", "MYZ3-2", myz(1, 0, 1, 0, 2), "6: 6 6 2 6 1"),
    case("YearZeroEngine", "MYZ1", myz(0, 1, 0, 0, 0), "6: 1"),
    case("YearZeroEngine", "YZS10+8+1", myz(3, 0, 0, 0, 0), "10: 9 10"),
    case("YearZeroEngine", "YZS6+10A", myz(1, 1, 0, 0, 1), "6: 1 3, 10: 9"),
    ATTACK,
    case("DungeonsAndDragons5", "AR-1>=12", "(AR-1>=12) ＞ 13-1 ＞ 12 ＞ 成功", "20: 13", "success"),
    case("DungeonsAndDragons5", "AT", "(AT) ＞ 1 ＞ ファンブル", "20: 1", "failure fumble"),
    case("FateCoreSystem", "DF+1>=2", "… ＞ [+][+][-][ ]+1 ＞ Fair(+2) ＞ Tie(+0)", "3: 3 3 1 2", "success"),
    case("WorldOfDarkness", "4STS7", "… ＞ 1,3,7,10 ＞ 10 ＞ 2 ＞ 成功数2", "10: 10 1 7 3 10 2", "success"),
    case(
        "ChroniclesOfDarkness2e",
        "CD3@9W2",
        "… success=3 weapon_modifier=2 damage=5 Success!",
        "10: 9 4 8 10 3",
        "success",
    ),
    case("Cthulhu7th", "CC(-1)<=60", "… ＞ 35, 75 ＞ 75 ＞ 失敗", "10: 3 7 5", "failure"),
    case("Cthulhu7th", "CC<=60h", "… ＞ 25 ＞ 25 ＞ 成功", "10: 2 5", "success"),
    case("Cthulhu7th", "CBR(40,15)", "… ＞ 12[ハード成功,レギュラー成功] ＞ 成功", "100: 12", "success"),
    case("VampireTheMasquerade5th", "2VMF2+1", MESSY, "10: 10 3 10", "success critical"),
    case("VampireTheMasquerade5th", "VMI3H1", BEAST, "10: 7 2 1"),
    case("VampireTheMasquerade5th", "VMF2+7", "ハンガーダイス指定は5ダイスが最大です。"),
    case("ShadowRun4", "2R6", "… ＞ 1,6 + 5 ＞ 成功数2 ＞ グリッチ", "6: 1 6 5"),
    case("ShadowRun5", "4B6@1", "… ＞ 1,2,5,6 ＞ 成功数1(リミット超過1)", "6: 5 6 2 1"),
    case(
        "CyberpunkRed",
        "CP5+4>12",
        "… ＞ 10[10]+9 ＞ 決定的成功！ ＞ 3[3] ＞ 22 ＞ 成功",
        "10: 10 3",
        "critical success",
    ),
    case("MarvelHeroicRoleplaying", "MHR2D8+1D6", "… ＞ 合計値10,効果ダイスD4 ＞ チャンス1", "8: 7 3, 6: 1", "failure"),
    case("Cthulhu7th", "FAR(12,55,98)", FIRE, "10: 5 10 10 10 8 9 2 4 9"),
]
SYSTEMS = {
    "ChroniclesOfDarkness2e": "chronicles-of-darkness",
    "Cthulhu7th": "call-of-cthulhu",
    "CyberpunkRed": "cyberpunk-red",
    "FateCoreSystem": "fate",
    "MarvelHeroicRoleplaying": "cortex-prime",
    "ShadowRun4": "shadowrun-4e",
    "ShadowRun5": "shadowrun-5e",
    "VampireTheMasquerade5th": "vampire-v5",
    "WorldOfDarkness": "world-of-darkness",
}
"""Systems that are files of their own; without the file its cases are not tried."""


def there(case: Case) -> bool:
    name = SYSTEMS.get(case.game)
    fire = case.command.startswith("FAR")
    return name is None or (name in shipped() and (not fire or "automatic_fire" in load(name)))


FOUND = [pytest.param(each, id=f"{each.game}-{each.command}") for each in RIGHT if there(each)]


@pytest.mark.parametrize("right", FOUND)
def test_what_is_right_passes(right: Case) -> None:
    verdict = told(right)
    assert verdict.problems == ()
    assert verdict.reason is None
    assert verdict.systems


@pytest.mark.parametrize("right", [each for each in FOUND if each.values[0].rands])
def test_a_face_too_few_or_too_many_fails(right: Case) -> None:
    assert told(replace(right, rands=right.rands[:-1])).problems
    assert told(replace(right, rands=(*right.rands, right.rands[-1]))).problems


@pytest.mark.parametrize("right", [each for each in FOUND if each.values[0].flags])
def test_the_other_verdict_fails(right: Case) -> None:
    other = {"success": "failure", "failure": "success"}
    assert told(replace(right, flags=frozenset(other.get(flag, flag) for flag in right.flags))).problems


@pytest.mark.parametrize(
    ("right", "said", "instead", "problem"),
    [
        (PUSHED, "プッシュ可能=2", "プッシュ可能=3", "push throws 2 dice, expected 3"),
        (PUSHED, "プッシュ可能=2", "プッシュ可能=0", "nobody answers stand, push"),
        (PUSHED, "能力：1", "能力：2", "1 base show trauma, expected 2"),
        (YZE, "成功数:1", "成功数:2", "successes is 1, expected 2"),
        (ATTACK, "＞ 16", "＞ 17", "total is 16, expected 17"),
    ],
)
def test_what_differs_is_named(right: Case, said: str, instead: str, problem: str) -> None:
    assert said in right.output
    assert told(replace(right, output=right.output.replace(said, instead))).problems == (problem,)


def test_a_push_that_is_not_offered_is_missed() -> None:
    locked = case("YearZeroEngine", "MYZ1", myz(0, 1, 0, 0, 1), "6: 1")
    assert told(locked).problems == ("1 answers are left, and nobody asks", "nobody is asked whether to push")


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        (case("CyberpunkRed", "HFD", "…", "6: 1 2"), "table"),
        (case("Cthulhu7th", "CC(200)<=80", "…"), "limit"),
        (case("DungeonsAndDragons5", "AT+", ""), "command"),
    ],
)
def test_what_is_no_rule_is_out_of_scope(out: Case, reason: str) -> None:
    assert told(out) == Verdict(out, reason)
    assert reason in REASONS


@pytest.mark.parametrize("game", PLANS)
def test_a_command_that_no_mapping_knows_fails(game: str) -> None:
    (problem,) = told(case(game, "XYZ7", "… ＞ (+1) ＞ 1", "6: 1")).problems
    assert problem.startswith("no mapping")


def test_a_game_that_no_mapping_knows_fails() -> None:
    assert told(case("Ludo", "L1", "…", "6: 1")).problems == ("no mapping: 'Ludo'",)


def test_a_refusal_can_be_wanted() -> None:
    refused = Trial("year-zero", "push", {"dice": 0}, error="input-range")
    assert run(refused, load) == []
    assert run(replace(refused, error="input-type"), load) == ["`dice` is from 1 to 20, not 0"]
    assert run(replace(refused, inputs={"dice": 1}, faces={"d6": [1]}), load) == ["no error, expected input-range"]


def test_rounds_of_further_dice_are_told_die_by_die() -> None:
    def six(face: int) -> bool:
        return face == 6

    assert chains([6, 1, 6, 6, 2, 3], 3, six) == [6, 1, 6, 6, 3, 2]
    assert chains([6, 6], 2, lambda face: False) == [6, 6]
    assert chains([], 0, six) == []
    for wrong in ([1], [1, 6], [1, 2, 3]):
        with pytest.raises(ValueError, match="rounds"):
            chains(wrong, 2, six)


def test_outcomes_have_just_the_flags_of_the_case() -> None:
    flags = {"win": "success", "great": "success critical", "loss": "failure"}
    assert verdicts(ATTACK, flags) == {"win"}
    with pytest.raises(ValueError, match="no outcome has the flags none"):
        verdicts(replace(ATTACK, flags=frozenset()), flags)


def written(case: Case) -> str:
    faces = ", ".join(f"{{ sides = {rand.sides}, value = {rand.value} }}" for rand in case.rands)
    flags = "".join(f"{flag} = true\n" for flag in case.flags)
    said = f'game_system = "{case.game}"\ninput = "{case.input}"\noutput = "{case.output}"\n'
    return f"[[ test ]]\n{said}{flags}rands = [{faces}]\n"


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = replace(YZE, input="S" + YZE.input)
    cases = [YZE, ATTACK, replace(YZE, output="… 成功数:2"), case("CyberpunkRed", "HFD", "…", "6: 1 2"), hidden]
    (tmp_path / "First.toml").write_text("\n".join(map(written, cases)) + "secret = true\n", encoding="utf-8")
    assert main([str(tmp_path), "--failed"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "First 3: 1YZE2+1-1 # a remark",
        "    said    … 成功数:2",
        "    faces   d6:6 d6:3",
        "    differs successes is 1, expected 2",
        "",
        "file   systems           cases  in scope  passed  failed  out of scope",
        "First  dnd5e, year-zero      5         4       3       1  1 table",
    ]


def test_all_is_well_where_nothing_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("A", "B"):
        (tmp_path / f"{name}.toml").write_text(written(YZE), encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "all                  2         2       2       0"


def test_systems_may_lie_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "A.toml").write_text(written(YZE), encoding="utf-8")
    text = shipped()["year-zero"].read_text(encoding="utf-8").replace("value == 6", "value == 7")
    (tmp_path / "year-zero.system.yaml").write_text(text, encoding="utf-8")
    assert main([str(tmp_path), "--failed", "--systems", str(tmp_path)]) == 1
    assert "differs successes is 0, expected 1" in capsys.readouterr().out


def test_a_folder_without_cases_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"there are no TOML files in {tmp_path}\n"
