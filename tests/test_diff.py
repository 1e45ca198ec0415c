"""Two versions of a system: what came and went, odds before and after, the smallest roll, the version step."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dicewright.cli import main
from dicewright.diff.compare import Difference, compare
from dicewright.library import examine
from dicewright.model.rules import Rules

GAME = """\
format: 1
id: game
name: Game
symbols: {hit: {}, crit: {counts_as: [hit]}, miss: {}}
cancels: [[hit, miss]]
dice:
  d6: {sides: 6}
  luck: {faces: [blank, hit, crit]}
  doom: {faces: [blank, miss]}
properties:
  fine: {triggers: [{at: mend, do: reroll, where: value == 1}]}
effects:
  help: {triggers: [{at: mend, do: set, where: value == 2, value: 3}]}
checks:
  attack:
    inputs:
      skill: {type: integer, min: 1, max: 5}
      luck: {type: integer, min: 0, max: 3, default: 0}
      dark: {type: boolean, default: false}
      way: {type: choice, options: [calm, bold], default: calm}
    steps:
      - {do: add, die: d6, count: skill}
      - {do: add, die: luck, count: luck}
      - {do: add, die: doom, when: dark}
      - {do: roll}
      - {do: phase, name: mend}
      - {do: cancel}
    results: {sixes: "count(value == 6)", hits: hit}
    outcomes: [{name: great, when: sixes >= 2}, {name: good, when: sixes >= 1 or hits >= 1}, {name: bad}]
    watch: [{skill: 2}, {skill: 1, luck: 1}]
"""
WATCH_MORE = (("{skill: 2}", "{skill: 2, more: 1}"), ("luck: 1}]", "luck: 1, more: 1}]"))
ROLLS = 400


def rules(text: str) -> Rules:
    found, problems = examine(text, "game")
    assert found, problems
    return found


def changed(*pairs: tuple[str, str], rolls: int = ROLLS) -> Difference:
    text = GAME
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return compare("game", rules(GAME), rules(text), rolls)


def faces(difference: Difference) -> Any:
    assert difference.witness
    return difference.witness.before.log["faces"]


# -- by meaning ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: Game", "name: Another"),
        ("hit: {}", 'hit: {glyph: "!", label: a hit}'),
        ("sides: 6", "sides: 6, label: die"),
        ("default: 0}", "default: 0, label: dice of luck}"),
        ("{do: roll}", "{do: roll, because: it is time, id: throw}"),
        ('"count(value == 6)"', "count( (value)==6 )"),
        ("name: bad", "name: bad, label: a bad end"),
        ("d6: {sides: 6}\n", "d6:\n    faces: [1, 2, 3, 4, 5, 6]\n"),
        ("[{skill: 2}, {skill: 1, luck: 1}]", "[{skill: 3}]"),
        ("checks:", "# a comment\nchecks:"),
    ],
)
def test_words_and_layout_are_no_change(old: str, new: str) -> None:
    found = changed((old, new))
    assert not found.is_change
    assert (found.parts, found.odds, found.step) == ((), (), "patch")


def test_nothing_is_no_step() -> None:
    assert compare("game", rules(GAME), rules(GAME), ROLLS).step == "none"


@pytest.mark.parametrize(
    ("old", "new", "told", "step"),
    [
        ("      way: {type: choice, options: [calm, bold], default: calm}\n", "", "gone input `way`", "major"),
        ("default: calm}", "default: calm}\n      more: {type: integer, default: 0}", "new input `more`", "minor"),
        ("max: 5}", "max: 6}", "changed input `skill`", "minor"),
        ("max: 5}", "max: 4}", "changed input `skill`", "major"),
        ("[calm, bold]", "[calm, bold, wild]", "changed input `way`", "minor"),
        ("[calm, bold]", "[calm, brave]", "changed input `way`", "major"),
        ("hits: hit}", "hits: hit, crits: crit}", "new result `crits`", "minor"),
        ("hits: hit}", "hits: hit, sum: total}", "new result `sum`", "minor"),
        ("  fine: {", "  slow: {}\n  fine: {", "new property `slow`", "minor"),
        ("  luck: {faces", "  d8: {sides: 8}\n  luck: {faces", "new die `d8`", "minor"),
        ("count(value == 6)", "count(value >= 6)", "changed result `sixes`", "patch"),
        ("max: 3, default: 0}", "max: 3, default: 1}", "changed input `luck`", "major"),
    ],
)
def test_what_a_part_asks_for(old: str, new: str, told: str, step: str) -> None:
    found = changed((old, new))
    (part,) = found.parts
    assert f"{part.how} {part.what}".removesuffix(" of check `attack`") == told
    assert found.step == step
    assert found.is_change


def test_a_new_input_that_must_be_given_refuses_old_rolls() -> None:
    found = changed(("default: calm}", "default: calm}\n      more: {type: integer, min: 0}"), *WATCH_MORE)
    assert [(part.what, part.step) for part in found.parts] == [("input `more` of check `attack`", "major")]
    assert found.witness
    assert found.witness.reason == "the input `more` is missing"


def test_checks_come_and_go() -> None:
    more = GAME + "  other: {steps: [{do: add, die: d6}, {do: roll}]}\n"
    assert [part.to_dict() for part in compare("game", rules(GAME), rules(more), ROLLS).parts] == [
        {"how": "new", "what": "check `other`", "step": "minor"}
    ]
    assert compare("game", rules(more), rules(GAME), ROLLS).step == "major"


# -- the smallest roll -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("sixes >= 2", "sixes >= 3", {"d6": [6, 6]}),
        ("sixes >= 1 or", "sixes >= 2 or", {"d6": [6]}),
        ("value == 6)", "value >= 5)", {"d6": [5]}),
        ("{faces: [blank, hit, crit]}", "{faces: [blank, hit, miss]}", {"d6": [1], "luck": ["crit"]}),
        ("do: reroll, where: value == 1", "do: reroll, where: value == 2", {"d6": [2]}),
        ("where: value == 2, value: 3", "where: value == 2, value: 6", {"d6": [2]}),
        ("count: skill}", "count: skill + 1}", {"d6": [1]}),
    ],
)
def test_the_smallest_roll_that_changed(old: str, new: str, wanted: dict[str, list[Any]]) -> None:
    found = changed((old, new), rolls=1_000)
    assert faces(found) == wanted
    assert found.step == "major"


def test_no_smaller_roll_changed() -> None:
    """By going through all rolls of fewer dice with programs of the rules alone."""

    def outcome(rolled: tuple[int, ...], great: int) -> str:
        sixes = rolled.count(6)
        return "great" if sixes >= great else "good" if sixes else "bad"

    found = changed(("sixes >= 2", "sixes >= 4"))
    differing = [
        rolled
        for dice in range(1, 5)
        for rolled in product(range(1, 7), repeat=dice)
        if outcome(rolled, 2) != outcome(rolled, 4)
    ]
    assert tuple(faces(found)["d6"]) == min(differing, key=lambda rolled: (len(rolled), rolled))


def test_what_the_new_rules_refuse_is_told() -> None:
    found = changed(("{faces: [blank, hit, crit]}", "{faces: [blank, hit]}"))
    assert found.witness
    assert found.witness.after is None
    assert found.witness.reason == "`luck` has no face crit"


def test_a_choice_is_gone_through_option_by_option() -> None:
    text = GAME.replace(
        "      - {do: cancel}\n",
        "      - {do: choose, who: roller, options: [{name: stand, steps: []}, {name: again, steps: [{do: reroll}]}]}\n"
        "      - {do: cancel}\n",
    ).replace("    watch", "    aim: [{chance: great}]\n    watch")
    assert "aim" in text
    better = text.replace("do: reroll}]}]", "do: set, value: 6}]}]")
    found = compare("game", rules(text), rules(better), ROLLS)
    assert found.witness
    assert found.witness.before.log["answers"] == ["again"]
    other = text.replace("{name: stand, steps: []}", "{name: stay, steps: []}")
    gone = compare("game", rules(text), rules(other), 2_000)
    assert gone.witness
    assert gone.witness.reason == "a player cannot choose stand here any more"


# -- odds ------------------------------------------------------------------------------------------------------------


def test_odds_before_and_after_for_what_is_watched() -> None:
    found = changed(("sixes >= 2", "sixes >= 3"))
    first, second = found.odds
    assert (dict(first.inputs), first.moved, second.moved) == ({"skill": 2}, True, False)
    assert (first.before.chances["great"], first.after.chances["great"]) == (Fraction(1, 36), 0)
    assert first.before.means["sixes"] == first.after.means["sixes"] == Fraction(1, 3)


def test_without_watch_the_least_that_can_be_asked() -> None:
    text = GAME.replace("    watch: [{skill: 2}, {skill: 1, luck: 1}]\n", "")
    (question,) = compare("game", rules(text), rules(text.replace("value == 6)", "value >= 5)")), ROLLS).odds
    assert question.inputs == {"skill": 1}
    assert (question.before.chances["good"], question.after.chances["good"]) == (Fraction(1, 6), Fraction(1, 3))


def test_contests_are_asked_too() -> None:
    duel = "contests: {duel: {sides: {a: {check: attack}, b: {check: attack}}, compare: [{most: sixes}]}}\n"
    text = GAME + duel
    found = compare("game", rules(text), rules(text.replace("value == 6)", "value >= 5)")), ROLLS)
    (question,) = [question for question in found.odds if question.name == "duel"]
    assert question.inputs == {"a.skill": 1, "b.skill": 1}
    assert question.before.chances["a"] == Fraction(5, 36)
    assert question.after.chances["a"] == Fraction(2, 9)


def test_a_contest_whose_check_has_another_name_now_is_asked_as_it_is_now() -> None:
    duel = "contests: {duel: {sides: {a: {check: attack}, b: {check: attack}}, compare: [{most: sixes}]}}\n"
    old = rules(GAME + duel)
    new = rules((GAME + duel).replace("  attack:", "  strike:").replace("check: attack", "check: strike"))
    (question,) = [question for question in compare("game", old, new, ROLLS).odds if question.name == "duel"]
    assert question.inputs == {"a.skill": 1, "b.skill": 1}
    assert not question.moved


# -- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)
    for key, value in {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}.items():
        monkeypatch.setenv(key, value)

    def go(*words: str) -> tuple[int, str, str]:
        return main(["diff", "--rolls", str(ROLLS), *words]), *capsys.readouterr()

    return go


def git(*words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], check=True, capture_output=True)


TOSS = """\
format: 1
id: game
name: Toss
dice: {coin: {sides: 2}}
checks:
  toss:
    steps: [{do: add, die: coin}, {do: roll}]
    results: {heads: total == 2}
"""
BETTER = GAME.replace("sixes >= 2", "sixes >= 3")


def test_the_text_tells_parts_odds_and_both_stories(run: Callable[..., Any]) -> None:
    Path("old.yaml").write_text(GAME)
    Path("new.yaml").write_text(BETTER)
    code, out, _ = run("old.yaml", "new.yaml")
    assert code == 1
    assert out == (
        "new.yaml: major: an old roll gives something else, or something is taken away\n"
        "  changed  outcome `great` of check `attack`\n"
        "  odds\n"
        "    attack skill=2\n"
        "      great 2.78 % → 0 %\n"
        "      good 27.78 % → 30.56 %\n"
        "  odds as before: 1 of 2 that were asked\n"
        "  the smallest roll that changed, before and after\n"
        "    Game: Attack (skill 2)\n"
        "\n"
        "      pool  2 d6\n"
        "      roll  d6 6 6\n"
        "\n"
        "      Great: sixes 2, hits 0\n"
        "\n"
        "    Game: Attack (skill 2)\n"
        "\n"
        "      pool  2 d6\n"
        "      roll  d6 6 6\n"
        "\n"
        "      Good: sixes 2, hits 0\n"
    )
    assert run("old.yaml", "old.yaml")[:2] == (0, "1 system without any difference\n")
    Path("new.yaml").write_text(GAME.replace("name: Game", "name: A"))
    assert run("old.yaml", "new.yaml")[:2] == (0, "new.yaml: only words are different (patch)\n")


def test_versions_out_of_git(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, folders and what they build on, as they were at a revision; from below the top, too."""
    Path("sub dir/deep").mkdir(parents=True)
    member = "format: 1\nid: member\nname: Member\nextends: game\n"
    for name, text in {"game": TOSS, "member": member, "deep/gone": TOSS.replace("id: game", "id: gone")}.items():
        Path(f"sub dir/{name}.system.yaml").write_text(text)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "a")
    Path("sub dir/game.system.yaml").write_text(TOSS.replace("total == 2", "total == 1"))
    Path("sub dir/deep/gone.system.yaml").rename("sub dir/deep/new.system.yaml")
    monkeypatch.chdir("sub dir")
    for words in (
        ("HEAD:sub dir/member.system.yaml", "member.system.yaml"),
        ("HEAD:./member.system.yaml", "member.system.yaml"),
        ("--git", "HEAD", "member.system.yaml"),
    ):
        code, out, err = run(*words, "--json")
        assert code == 1, out + err
        (told,) = json.loads(out)["systems"]
        assert (told["system"], told["step"]) == ("member.system.yaml", "major")
    for words in (("HEAD:./", "."), ("HEAD:sub dir", "."), ("--git", "HEAD", ".")):
        code, out, err = run(*words, "--json")
        assert code == 1, out + err
        steps = {each["system"]: each["step"] for each in json.loads(out)["systems"]}
        assert steps == {
            "game.system.yaml": "major",
            "member.system.yaml": "major",
            "deep/new.system.yaml": "minor",
            "deep/gone.system.yaml": "major",
        }
    assert "the system is gone" in run("--git", "HEAD", "deep/gone.system.yaml")[1]
    assert "a new system" in run("--git", "HEAD", "deep/new.system.yaml")[1]
    assert run("HEAD:./game.system.yaml", "HEAD:./game.system.yaml")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.system.yaml",), "a comparison takes two versions, not 1"),
        (("a.system.yaml", "."), "are a file and a folder, which cannot be compared"),
        (("a.system.yaml", "b.system.yaml"), "there is no file `b.system.yaml`"),
        (("none", "none"), "no *.system.yaml under none or none"),
        (("nope:a.system.yaml", "a.system.yaml"), "git knows no revision `nope` here"),
        (("--git=--output=a", "a.system.yaml"), "git knows no revision `--output=a` here"),
        (("HEAD:b.system.yaml", "a.system.yaml"), "revision `HEAD` has no *.system.yaml at `b.system.yaml`"),
        (("--git", "nope", "a.system.yaml"), "git knows no revision `nope` here"),
        (("bad.system.yaml", "a.system.yaml"), "error[unknown-die]"),
    ],
)
def test_wrong_use_is_exit_2(run: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    Path("none").mkdir()
    Path("a.system.yaml").write_text(GAME)
    Path("bad.system.yaml").write_text(GAME.replace("die: doom", "die: dom"))
    git("init", "-q")
    git("add", "a.system.yaml")
    git("commit", "-qm", "a")
    code, out, err = run(*words)
    assert (code, said in err) == (2, True), out + err


def test_markdown_holds_what_files_say_as_text(run: Callable[..., Any]) -> None:
    label = "</details> ``` | @all [a](b)"
    text = GAME.replace("name: great,", f"name: great, label: '{label}',")
    Path("old.yaml").write_text(text)
    Path("new.yaml").write_text(text.replace("sixes >= 2", "sixes >= 3"))
    assert run("old.yaml", "new.yaml", "--format", "markdown=a.md")[0] == 1
    told = Path("a.md").read_text(encoding="utf-8")
    lines = told.splitlines()
    assert lines[0] == "| system | what is different | version step |"
    assert lines[2].startswith("| <code>new.yaml</code> | changed: <code>outcome &#96;great&#96; of check")
    assert lines[2].endswith("| major |")
    assert told.count("````text\n") == 1  # one tick more than the text within
    assert told.index("````text") < told.index(label.capitalize()) < told.rindex("````\n")
    Path("new.yaml").write_text(text)
    assert run("old.yaml", "new.yaml", "--format", "markdown")[:2] == (
        0,
        "No dice system changed in what it means.\n\n",
    )
