"""A system on top of another one: what is inherited, what an edit of a list does, and where a mistake is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

import dicewright
from dicewright.cli import main
from dicewright.library import examine
from dicewright.ops.building import EDITS
from dicewright.ops.schema import document
from dicewright.show.problems import report
from dicewright.show.style import Style
from dicewright.source.read import read

BASE = """\
format: 1
id: pool
name: A pool
summary: The base.
dice: {d6: {sides: 6}, d8: {sides: 8}}
properties:
  blessed: {triggers: [{at: fate, do: reroll, where: value == 1}]}
checks:
  roll:
    label: The roll
    inputs: {dice: {type: integer, min: 1, max: 9}, need: {type: integer, default: 1}}
    let: {base: 5}
    steps:
      - {do: add, die: d6, count: dice}
      - {do: roll}
      - {do: phase, name: fate}
      - do: choose
        who: roller
        prefer: stand
        options:
          - {name: stand, steps: []}
          - name: push
            steps: [{id: again, do: reroll, where: value < base}]
    results: {hits: count(value >= base), ones: count(value == 1)}
    outcomes: [{name: success, when: hits >= need}, {name: failure}]
tests:
  - {name: a five hits, check: roll, given: {dice: 1}, faces: {d6: [5]}, expect: {outcome: success}}
"""
HEAD = "format: 1\nid: mine\nname: Mine\nextends: pool\n"


def lay(folder: Path, own: str, base: str = BASE) -> Path:
    (folder / "pool.system.yaml").write_text(base, encoding="utf-8")
    mine = folder / "mine.system.yaml"
    mine.write_text(HEAD + own, encoding="utf-8")
    return mine


def told(path: Path) -> list[str]:
    """The problems of a file: where they stand, their codes and words."""
    _, problems = examine(path.read_bytes(), str(path), path.parent)
    return [
        f"{Path(p.where.file).name}:{p.where.line}:{p.where.column} {p.code}: {p.message}" for p in problems if p.where
    ]


def steps(path: Path, check: str = "roll") -> list[str]:
    return [step.op for step in dicewright.load(path).rules.checks[check].steps]


def test_what_is_said_replaces_and_the_rest_is_inherited(tmp_path: Path) -> None:
    mine = dicewright.load(lay(tmp_path, "checks: {roll: {let: {base: 6}, inputs: {need: {default: 2}}}}\n"))
    check = mine.rules.checks["roll"]
    assert (mine.rules.name, mine.rules.summary, check.label) == ("Mine", "", "The roll")
    assert (check.inputs["need"].default, check.inputs["need"].type, check.inputs["dice"].minimum) == (2, "integer", 1)
    assert mine["roll"](dice=2).odds().outcomes["success"] == pytest.approx(1 / 36)
    assert mine.rules.tests == ()


def test_a_die_and_a_plain_list_are_replaced_whole(tmp_path: Path) -> None:
    own = "dice: {d6: {faces: [1, 6]}}\nchecks: {roll: {outcomes: [{name: done}]}}\n"
    mine = dicewright.load(lay(tmp_path, own))
    assert mine.rules.kinds["d6"].values == (1, 6)
    assert mine["roll"](dice=1).odds().outcomes == {"done": 1}


@pytest.mark.parametrize(
    ("edit", "order"),
    [
        ("first: [{do: let, name: n, value: 1}]", "let add roll phase choose"),
        ("last: [{do: stop}]", "add roll phase choose stop"),
        ("before: {roll: [{do: add, die: d8}]}", "add add roll phase choose"),
        ("after: {fate: [{do: keep, count: 1, pick: highest}]}", "add roll phase keep choose"),
        ("instead: {choose: [{do: stop}, {do: stop}]}", "add roll phase stop stop"),
        ("without: [choose, fate]", "add roll"),
        (
            "{first: [{do: stop}], after: {roll: [{do: stop}]}, without: [fate], last: [{do: roll}]}",
            "stop add roll stop choose roll",
        ),
    ],
)
def test_a_list_says_where_it_changes(tmp_path: Path, edit: str, order: str) -> None:
    edit = edit if edit.startswith("{") else f"{{{edit}}}"
    taken = "properties: {blessed: null}\n" if "without" in edit else ""
    assert steps(lay(tmp_path, f"{taken}checks: {{roll: {{steps: {edit}}}}}\n")) == order.split()


def test_an_edit_reaches_into_options_and_changes_keys(tmp_path: Path) -> None:
    own = """\
checks:
  roll:
    steps:
      change: {again: {where: "value == 1", because: only ones}, choose: {prefer: push}}
      after: {again: [{do: add, die: d6, face: 6}]}
"""
    mine = dicewright.load(lay(tmp_path, own))
    outcome = mine["roll"](dice=2).roll(faces={"d6": [1, 2, 6]})
    assert [die.value for die in outcome.dice] == [6, 2, 6]


def test_null_takes_out_and_like_builds_on_a_check(tmp_path: Path) -> None:
    own = """\
properties: {blessed: null}
checks:
  both:
    like: roll
    inputs: {more: {type: integer, default: 1}}
    steps: {before: {roll: [{do: add, die: d8, count: more}]}}
  roll: {let: {base: 4}}
"""
    mine = dicewright.load(lay(tmp_path, own))
    assert not mine.rules.properties
    both = mine.rules.checks["both"]
    assert (both.label, both.lets["base"].text, list(both.inputs)) == ("Both", "4", ["dice", "need", "more"])
    assert [step.op for step in both.steps] == ["add", "add", "roll", "phase", "choose"]


def test_a_chain_of_bases_and_a_shipped_one(tmp_path: Path) -> None:
    lay(tmp_path, "checks: {roll: {let: {base: 4}}}\n")
    third = tmp_path / "third.system.yaml"
    third.write_text(
        "format: 1\nid: third\nname: Third\nextends: mine\nchecks: {roll: {inputs: {need: {default: 2}}}}\n"
    )
    check = dicewright.load(third).rules.checks["roll"]
    assert (check.lets["base"].text, check.inputs["need"].default) == ("4", 2)
    shipped = min(dicewright.library.shipped())
    alone = dicewright.loads(f"format: 1\nid: x\nname: X\nextends: {shipped}\n")
    assert alone.rules.checks.keys() == dicewright.load(shipped).rules.checks.keys()


def test_the_order_of_steps_is_shown_as_it_is_in_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = "checks: {roll: {steps: {after: {again: [{do: stop}]}, before: {roll: [{do: add, die: d8}]}}}}\n"
    assert main(["show", str(lay(tmp_path, own))]) == 0
    shown = capsys.readouterr().out
    assert "builds on pool" in shown
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    first = lines.index("1. add d6, count dice")
    assert lines[first + 1 : first + 4] == ["2. add d8", "3. roll", "4. phase fate"]
    assert lines[lines.index("push:") + 1 :][:2] == ["reroll where value < base", "stop"]


def test_what_changes_below_changes_the_fingerprint(tmp_path: Path) -> None:
    path = lay(tmp_path, "")
    before = dicewright.load(path).rules.sha256
    lay(tmp_path, "", BASE.replace("base: 5", "base: 4"))
    assert dicewright.load(path).rules.sha256 != before


WRONG = {
    "checks: {roll: {steps: {after: {rol: [{do: stop}]}}}}": "5:33 not-inherited: `rol` is named here, but `pool` has",
    "checks: {roll: {steps: {without: [again], change: {again: {}}}}}": "5:52 list-edit: `again` is under `without`",
    "checks: {roll: {steps: {instead: {choose: []}, change: {again: {}}}}}": "5:57 list-edit: `again` stands inside",
    "properties: {blesed: null}": "5:22 not-inherited: `blesed` is taken out here, but `pool` has nothing of this name",
    "checks: {roll: {like: roll}}": "5:23 circle: this comes round in a circle: `roll` is like `roll`",
    "dice: {d6: null}": "pool.system.yaml:14:24 unknown-die: there is no die `d6`",
    "checks: {roll: {let: {base: bsae}}}": "5:29 unknown-name: `bsae` is not a name",
    "checks: {roll: {steps: }}": "5:17 empty-value",
    "chekcs: {}": "5:1 unknown-key",
}


@pytest.mark.parametrize("own", WRONG)
def test_a_mistake_is_told_where_it_stands(tmp_path: Path, own: str) -> None:
    found = told(lay(tmp_path, own + "\n"))
    wanted = WRONG[own] if "yaml" in WRONG[own] else f"mine.system.yaml:{WRONG[own]}"
    assert len(found) == 1, found
    assert found[0].startswith(wanted), found


def test_a_mistake_in_the_base_is_told_there(tmp_path: Path) -> None:
    assert told(lay(tmp_path, "", BASE.replace("hits >= need", "hitz >= need"))) == [
        "pool.system.yaml:25:38 unknown-name: `hitz` is not a name that can be used here; did you mean `hits`?"
    ]
    assert told(lay(tmp_path, "", "format: 1\nid: ["))[0].startswith("pool.system.yaml:2:5 not-yaml: ")
    path = lay(tmp_path, "dice: {d6: null}\n")
    (problem,) = examine(path.read_bytes(), str(path), tmp_path)[1]
    text = report(
        [problem], {span.file: Path(span.file).read_text() for span in (problem.where, problem.also[1])}, Style()
    )
    assert "   built on here (" in text
    assert "4 | extends: pool" in text


def test_circles_links_and_strangers_are_refused(tmp_path: Path) -> None:
    path = lay(tmp_path, "", BASE.replace("name: A pool", "name: A pool\nextends: mine"))
    assert told(path)[0].startswith("pool.system.yaml:4:10 circle: this comes round in a circle: `mine` extends `pool`")
    inner = tmp_path / "inner"
    inner.mkdir()
    mine = lay(inner, "")
    (inner / "pool.system.yaml").unlink()
    (inner / "pool.system.yaml").symlink_to(tmp_path / "pool.system.yaml")
    assert told(mine)[0].endswith("`pool.system.yaml` is a link that leads out of its folder")
    for name, words in (("../pool", "a base is named by its id"), ("pol", "there is no system `pol` to build on")):
        mine.write_text(HEAD.replace("extends: pool", f"extends: {name}"))
        assert words in told(mine)[0], told(mine)


def test_an_editor_accepts_what_the_engine_does(tmp_path: Path) -> None:
    own = """\
properties: {blessed: null}
checks:
  roll:
    let: {base: 4}
    steps: {change: {again: {where: value == 1}}, last: [{do: stop}]}
    outcomes: {first: [{name: best, when: hits >= 9}]}
  both: {like: roll, label: Both}
"""
    path = lay(tmp_path, own)
    assert told(path) == []
    for draft in (Draft202012Validator, Draft7Validator):
        data = read(path.read_bytes(), "f").plain()
        assert list(draft(document()).iter_errors(data)) == []
        for bad in ({"checks": {"roll": {"steps": {"aftr": {}}}}}, {"checks": {"roll": {"stps": []}}}, {"name": None}):
            assert not draft(document()).is_valid({**data, **bad}), bad


@pytest.mark.parametrize("word", [*EDITS, "extends", "like", "weight"])
def test_every_word_of_building_is_explained(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{word}: ")
    assert len(lines) == len(set(lines))
