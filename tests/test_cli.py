"""The command line as people and scripts meet it: what is printed, what is refused, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dicewright.build.link import link
from dicewright.cli import main
from dicewright.errors import Problem, Span
from dicewright.folders import shipped
from dicewright.library import load
from dicewright.show.problems import report
from dicewright.show.style import Style

GAME = """\
format: 1
id: lantern
name: Lantern
summary: A lantern game.
symbols:
  glow: {glyph: "*"}
  soot: {glyph: "o"}
cancels: [[glow, soot]]
dice:
  d6: {sides: 6}
  wick: {faces: [blank, glow, [glow, glow], soot]}
properties:
  bright: {opposes: dim, summary: Rerolls ones., triggers: [{at: fate, do: reroll, dice: [d6], where: "value == 1"}]}
  dim: {}
checks:
  light:
    inputs:
      wicks: {type: integer, min: 0, max: 20, names: {few: 2}}
      lucky: {type: boolean, default: false}
    steps:
      - {do: add, die: wick, count: wicks}
      - {do: add, die: d6, when: lucky, because: luck lends a die}
      - {do: roll}
      - {do: phase, name: fate}
      - {do: cancel}
    results: {glow: glow, luck: total}
    outcomes: [{name: lit, when: "glow >= 1"}, {name: dark, label: pitch dark}]
tests:
  - {name: glow cancels soot, check: light, given: {wicks: 2}, faces: {wick: [glow, soot]}, expect: {outcome: dark}}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "lantern.system.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "lantern.system.yaml"


@pytest.fixture
def run(game: str, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def go(*words: str) -> tuple[int, str, str]:
        try:
            code = main(list(words))
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return go


def test_roll_tells_the_story(run, game: str) -> None:  # type: ignore[no-untyped-def]
    words = ("light", "wicks=few", "lucky=true", "--property", "bright", "--faces", "wick: glow+glow, soot; d6: 1, 4")
    code, out, err = run("roll", game, *words)
    assert (code, err) == (0, "")
    assert out == (
        "Lantern: Light (wicks few, lucky yes, Bright)\n"
        "\n"
        "  add     +1 d6  (luck lends a die)\n"
        "  pool    2 wick, 1 d6\n"
        "  roll    wick ** o   d6 1\n"
        "  Bright  d6 1 → 4\n"
        "  cancel  glow 2 → 1, soot 1 → 0\n"
        "\n"
        "  Lit: glow 1, luck 4\n"
    )


def test_roll_as_json_replays(run, game: str) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("roll", game, "light", "wicks=3", "--seed", "4", "--json")
    told = json.loads(out)
    assert set(told) == {"outcome", "results", "dice", "trace", "log"}
    assert set(told["dice"][0]) >= {"die", "face", "value", "symbols", "state"}
    faces = "wick: " + ", ".join("+".join(f) if isinstance(f, list) else f for f in told["log"]["faces"]["wick"])
    _, again, _ = run("roll", game, "light", "wicks=3", "--faces", faces, "--json")
    assert json.loads(again) == told


def test_the_same_seed_gives_the_same_roll(run, game: str) -> None:  # type: ignore[no-untyped-def]
    rolls = [run("roll", game, "light", "wicks=9", "--seed", "12")[1] for _ in range(2)]
    assert rolls[0] == rolls[1] != run("roll", game, "light", "wicks=9", "--seed", "13")[1]


def test_odds_as_json(run, game: str) -> None:  # type: ignore[no-untyped-def]
    words = ("light", "wicks=1", "--probability", "glow == 2", "--probability", "lit", "--mean", "glow", "--json")
    code, out, _ = run("odds", game, *words)
    told = json.loads(out)
    assert code == 0
    assert told["outcomes"] == {"lit": "1/2", "dark": "1/2"}
    assert told["probability"] == {"glow == 2": "1/4", "lit": "1/2"}
    assert told["mean"] == {"glow": "3/4"}
    assert told["unresolved"] == "0"
    assert (told["system"], told["check"], told["inputs"]["wicks"]) == ("lantern", "light", 1)
    assert sum(Fraction(p) for p in told["results"]["glow"].values()) == 1


def test_odds_for_people(run, game: str) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("odds", game, "light", "wicks=1")
    assert "  lit         50.00 %  ████████████" in out
    _, exact, _ = run("odds", game, "light", "wicks=1", "--exact")
    assert "  pitch dark  1/2" in exact


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ("roll", "lantern.system.yaml", "lihgt"),
            2,
            "lantern has no check `lihgt`; did you mean",
        ),
        (("roll", "lantern.system.yaml"), 2, "give it: wicks=few"),
        (("roll", "lantern.system.yaml", "light"), 2, "error[missing-input]: the input `wicks` is missing"),
        (
            ("roll", "lantern.system.yaml", "light", "wicks=21"),
            2,
            "error[input-range]: `wicks` is from 0 to 20",
        ),
        (("roll", "lantern.system.yaml", "light", "wicks=fwe"), 2, "did you mean `few`?"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "lucky=perhaps"), 2, "error[input-type]"),
        (("roll", "lantern.system.yaml", "light", "wikcs=1"), 2, "has no input `wikcs`; did you mean `wicks`?"),
        (("roll", "lantern.system.yaml", "light", "wicks"), 2, "`wicks` is no input; write name=value"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "wicks=2"), 2, "`wicks` is given twice"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--property", "brigth"), 2, "did you mean `bright`?"),
        (("roll", "lantern.system.yaml", "light", "wicks=2", "--faces", "wick: glow"), 2, "only 1 face is given"),
        (
            ("roll", "lantern.system.yaml", "light", "wicks=1", "--faces", "wick: glow, soot"),
            2,
            "1 of the 2 faces",
        ),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--faces", "wick: glwo"), 2, "did you mean `glow`?"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--faces", "wick: 3"), 2, "`wick` has no face 3"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--faces", "wikc: glow"), 2, "did you mean `wick`?"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--faces", "glow"), 2, "error[faces]"),
        (("roll", "lantern.system.yaml", "light", "wicks=1", "--upgrade", "bright"), 2, "has no `bright` to upgrade"),
        (("odds", "lantern.system.yaml", "light", "wicks=1", "--probability", "glwo > 1"), 2, "did you mean `glow`?"),
        (("odds", "lantern.system.yaml", "light", "wicks=20", "--limit", "dice=10"), 1, "a pool holds at most 10"),
        (("odds", "lantern.system.yaml", "light", "wicks=2", "--limit", "dcie=10"), 2, "limits: dice, draws"),
        (("roll", "gneesys", "skill"), 2, "error[unknown-system]: there is no system `gneesys`"),
        (("roll", "nowhere.yaml", "skill"), 2, "error[no-file]"),
        (("validate", "."), 0, ""),
        (("validate", "nowhere"), 2, "error[unknown-system]"),
        (("explain", "rerol"), 2, "did you mean `reroll`?"),
    ],
)
def test_wrong_use_says_what_to_do(  # type: ignore[no-untyped-def]
    run, words: tuple[str, ...], code: int, said: str
) -> None:
    got, out, err = run(*words)
    assert got == code
    assert said in err + out
    assert "Traceback" not in err


def test_problems_as_json(run) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("roll", "lantern.system.yaml", "light", "--json")
    assert (code, err) == (2, "")
    assert json.loads(out)["problems"][0]["code"] == "missing-input"


def test_validate_and_test_take_files_and_folders(run, game: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("validate", ".")[1] == "lantern.system.yaml: fine\n"
    assert run("test", game, ".")[1] == "lantern.system.yaml: 1 passed\n1 passed, 0 failed\n"
    (tmp_path / "empty").mkdir()
    code, _, err = run("test", "empty")
    assert code == 2
    assert "no *.system.yaml under empty" in err


def test_a_copy_of_a_shipped_file_shows_its_own_lines(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    copied = shipped()["fate"].read_text(encoding="utf-8").replace("\nname:", "\nnaem: x\nname:")
    (tmp_path / "fate.system.yaml").write_text(copied, encoding="utf-8")
    code, out, _ = run("validate", "fate.system.yaml")
    assert code == 1
    assert "| naem: x\n" in out


def test_a_link_to_itself_is_no_file(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "round").mkdir()
    (tmp_path / "round" / "a.system.yaml").symlink_to("a.system.yaml")
    code, _, err = run("validate", "round")
    assert code == 2
    assert "error[no-file]" in err


def test_a_failed_test_shows_what_differs_and_its_line(run, game: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / game).write_text(GAME.replace("expect: {outcome: dark}", "expect: {outcome: lit, results: {glow: 2}}"))
    code, out, _ = run("test", game)
    assert code == 1
    line = GAME[: GAME.index("- {name: glow")].count("\n") + 1
    failure = "error[test-failed]: glow cancels soot: the outcome is dark, expected lit"
    column = (tmp_path / game).read_text().splitlines()[line - 1].index("lit,") + 1
    assert f"lantern.system.yaml:{line}:{column}: {failure}" in out
    assert f"\n      | {' ' * (column - 1)}^^^\n" in out
    assert "the outcome was lit until this step:\n" in out
    assert out.count("do: cancel") == 1
    assert "glow is 0, expected 2" in out
    assert out.endswith("0 passed, 1 failed\n")


def test_a_system_without_tests_fails(run, game: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / game).write_text(GAME[: GAME.index("tests:")])
    code, out, _ = run("test", game)
    assert code == 1
    assert "error[no-tests]" in out
    assert out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("faces: {wick: [glow, soot]}", "faces: {wick: [glow, soot, soot]}", "1 of the 3 faces said for `wick` never"),
        ("faces: {wick: [glow, soot]}", "faces: {wick: [glow]}", "thrown more often than faces are said"),
        ("faces: {wick: [glow, soot]}", "faces: {wick: [glow, soot], d6: [3]}", "`d6` was never thrown"),
        ("expect: {outcome: dark}", "odds: {outcomes: {dark: 1/2}}", "never came up"),
        ("expect: {outcome: dark}", "expect: {error: input-range}", "no error, expected input-range"),
    ],
)
def test_a_test_that_does_not_reach_what_it_names_fails(  # type: ignore[no-untyped-def]
    run, game: str, tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = GAME.replace(old, new)
    if "odds" in new:
        text = text.replace("[glow, soot]}", "[glow, soot, soot]}")
    (tmp_path / game).write_text(text)
    code, out, _ = run("test", game)
    assert code == 1
    assert said in out


def test_show_and_list_and_explain(run, game: str) -> None:  # type: ignore[no-untyped-def]
    _, shown, _ = run("show", game)
    for part in (
        "Lantern",
        "Glow  cancels Soot",
        "·  *  **  o",
        "Rerolls ones. (against Dim)",
        "wicks: from 0 to 20 (few 2)",
    ):
        assert part in shown
    assert json.loads(run("show", game, "--json")[1])["checks"]["light"]["results"] == ["glow", "luck"]
    _, listed, _ = run("list")
    assert all(row["id"] and row["name"] for row in json.loads(run("list", "--json")[1]))
    assert len(listed.splitlines()) == len(json.loads(run("list", "--json")[1]))
    assert "reroll: a reroll step" in run("explain", "reroll")[1]
    assert "where" in run("explain")[1]
    assert "reroll" in json.loads(run("explain", "reroll", "--json")[1])["text"]


def test_no_colour_unless_on_a_terminal(run, game: str) -> None:  # type: ignore[no-untyped-def]
    assert "\x1b" not in run("roll", game, "light", "wicks=2")[1]


def test_a_closed_pipe_is_no_error(game: str) -> None:
    shell = f"{sys.executable} -m dicewright odds {game} light wicks=20 --json | head -1"
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.stdout == "{\n"
    assert "Traceback" not in ran.stderr


def test_a_warning_is_told_and_holds_nothing_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.system.yaml"
    file.write_text("format: 1\nid: x\nname: X\nchecks: {c: {steps: [{do: roll}]}}\n")
    warning = Problem("unused", "nobody reads this", Span(str(file), 2, 1, 2), severity="warning")
    monkeypatch.setattr("dicewright.library.link", lambda *args: (link(*args)[0], (warning,)))
    assert main(["validate", str(file)]) == 0
    assert f"{file}:2:1: warning[unused]: nobody reads this" in capsys.readouterr().out
    assert load(file).id == "x"
    assert "\x1b[1;33mwarning[unused]" in report([warning], {}, Style(colour=True))
