"""A system to begin with: each template is good and kept by its tests, and the commands work as they are printed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import yaml

from dicewright.cli import main
from dicewright.commands.schema import HOME, MODELINE
from dicewright.folders import folder, shipped, templates
from dicewright.library import load
from dicewright.play.verify import verify
from test_how_do_i_say import broken, failures, places

KINDS = ["d20", "pool", "roll-and-keep", "step-dice", "symbols"]
EVERY = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_these_are_all() -> None:
    assert list(templates()) == KINDS


@EVERY
def test_a_template_is_good_and_each_outcome_is_tested(kind: str) -> None:
    rules = load(templates()[kind]).rules
    assert not [problem for verdict in verify(rules) for problem in verdict.problems]
    expected = {case.given.get("expect", {}).get("outcome") for case in rules.tests}
    weighed = [case.given["odds"] for case in rules.tests if "odds" in case.given]
    for check in rules.checks.values():
        assert {outcome.name for outcome in check.outcomes} <= expected
    assert weighed


@EVERY
def test_a_test_notices_each_change_of_a_template(kind: str) -> None:
    """A step, a key of one, or the condition of an outcome: nothing can go without a test that fails."""
    tree = yaml.safe_load(templates()[kind].read_text(encoding="utf-8"))
    assert [path for path in places(tree) if not failures(broken(tree, path))] == []


@EVERY
def test_a_template_speaks_to_its_reader(kind: str) -> None:
    lines = templates()[kind].read_text(encoding="utf-8").splitlines()
    assert lines[0] == MODELINE
    assert sum(line.lstrip().startswith("#") for line in lines) >= 8


@EVERY
def test_the_next_commands_work_as_they_are_printed(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "star-saga", "--from", kind]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("wrote star-saga.system.yaml  (")
    following = printed[printed.index("next:") + 1 :]
    assert [shlex.split(line, comments=True)[:2] for line in following] == [
        ["dicewright", word] for word in ("roll", "odds", "test")
    ]
    for line in following:
        assert main(shlex.split(line, comments=True)[1:]) == 0, capsys.readouterr()
    system = load("star-saga.system.yaml")
    assert (system.id, system.name) == ("star-saga", "Star Saga")
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")


def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "mine.system.yaml").write_text("mine", encoding="utf-8")
    assert main(["new", "mine"]) == 2
    assert "`mine.system.yaml` is already there, and nothing is overwritten" in capsys.readouterr().err
    assert [path.name for path in here.iterdir()] == ["mine.system.yaml"]
    assert (here / "mine.system.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Star Saga!", "`Star Saga!` cannot be the name of a system; write `star-saga`"),
        ("saga.system.yaml", "write `saga`"),
        ("../saga", "write `saga`"),
        ("9", "`9` cannot be the name of a system\n   a name has small letters"),
        ("", "`` cannot be the name of a system"),
        ("a" * 65, f"write `{'a' * 64}`"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name]) == 2
    assert said in capsys.readouterr().err
    assert not list(here.iterdir())


def test_an_unknown_kind_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "mine", "--from", "d21"]) == 2
    assert "there is no template `d21`; did you mean `d20`?" in capsys.readouterr().err
    assert not list(here.iterdir())


def test_new_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "mine", "--from", "d20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["schema"], len(told["next"])) == ("mine.system.yaml", HOME.as_posix(), 3)


# -- the schema beside them -------------------------------------------------------------------------------------------


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert capsys.readouterr().out == (folder("schemas") / "system.schema.json").read_text(encoding="utf-8")


def test_the_schema_is_put_beside_the_files(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "games").mkdir()
    assert main(["schema", "--install", "games"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("wrote games/.dicewright/system.schema.json\n")
    assert f"\n  {MODELINE}\n" in printed
    put = here / "games" / HOME
    assert json.loads(put.read_text(encoding="utf-8"))["$id"] == "urn:dicewright:system:1"
    assert main(["schema", "--install", "games"]) == 0
    assert capsys.readouterr().out.startswith("up to date: ")
    put.write_text("{}", encoding="utf-8")
    assert main(["schema", "--install", "games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(Path("games") / HOME),
        "modeline": MODELINE,
        "written": True,
    }
    assert main(["schema", "--install", "nowhere"]) == 2
    assert "there is no folder `nowhere`" in capsys.readouterr().err


def test_every_shipped_file_names_the_schema() -> None:
    for path in shipped().values():
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        assert first == "# yaml-language-server: $schema=../schemas/system.schema.json", path.name
