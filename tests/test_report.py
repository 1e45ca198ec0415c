"""What `validate` and `test` tell CI: GitHub's log and annotations, SARIF, JUnit; no file can speak for them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from dicewright.cli import main

GOOD = """\
format: 1
id: coin
name: Coin
dice: {coin: {sides: 2}}
checks:
  toss:
    steps: [{do: add, die: coin}, {do: roll}]
    results: {total: total}
    outcomes: [{name: heads, when: total == 2}, {name: tails}]
tests:
  - {name: two is heads, faces: {coin: [2]}, expect: {outcome: heads}}
  - {name: one is tails, faces: {coin: [1]}, expect: {outcome: tails}}
"""
HOSTILE = "::error file=a,line=1::%0A hacked ##[error]boo | <b>x</b> [a](http://b) @all"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)

    def go(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        return code, *capsys.readouterr()

    return go


def system(name: str, text: str = GOOD) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def failing(name: str = "two is heads") -> str:
    return GOOD.replace("two is heads", json.dumps(name)).replace("outcome: heads}", "outcome: tails}")


def annotations(out: str) -> list[str]:
    return [line for line in out.splitlines() if re.match("::(error|warning) ", line)]


# -- every format ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["text", "json", "github", "sarif", "junit"])
def test_the_format_does_not_change_the_exit_code(run: Run, name: str) -> None:
    system("good/coin.system.yaml")
    system("bad/coin.system.yaml", GOOD.replace("do: roll", "do: rol"))
    Path("none").mkdir()
    for command in ("validate", "test"):
        codes = [run(command, place, "--format", name)[0] for place in ("good", "bad", "none")]
        assert codes == [0, 1, 2]


def test_a_mistake_of_our_own_has_a_code_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dicewright.commands import validate

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(validate, "examine", broken)
    system("coin.system.yaml")
    code, out, err = run("validate", ".", "--format", "github")
    assert (code, out) == (3, "")
    assert "dicewright has a bug, which is no fault of yours: RuntimeError: boom\n" in err
    assert "Traceback" not in err


def test_several_formats_at_once_and_one_is_printed(run: Run) -> None:
    system("coin.system.yaml", failing())
    words = ("test", ".", "--format", "sarif=a.sarif", "--format", "junit=a.xml", "--format", "text=a.txt")
    code, out, _ = run(*words)
    assert code == 1
    assert out.endswith("1 passed, 1 failed\n")
    assert Path("a.txt").read_text() == out
    assert json.loads(Path("a.sarif").read_text())["version"] == "2.1.0"
    assert ElementTree.parse("a.xml").getroot().get("failures") == "1"
    assert json.loads(run("test", ".", "--json")[1]) == json.loads(run("test", ".", "--format", "json")[1])


@pytest.mark.parametrize(
    ("formats", "said"),
    [
        (["sariff"], "there is no format `sariff`; did you mean `sarif`?"),
        (["sarif="], "names no file"),
        (["json", "sarif"], "only one format can be printed, not json and sarif"),
        (["sarif=a", "junit=a"], "two formats go into `a`"),
        (["sarif=no/where"], "`no/where` cannot be written"),
    ],
)
def test_formats_that_cannot_be_told_are_refused(run: Run, formats: list[str], said: str) -> None:
    system("coin.system.yaml")
    code, out, err = run("validate", ".", *(word for text in formats for word in ("--format", text)))
    assert code == 2
    assert said in out + err


# -- GitHub ----------------------------------------------------------------------------------------------------------


def test_the_log_of_github_holds_everything_and_ten_annotations(run: Run) -> None:
    steps = ", ".join(f"{{do: roll, zz{n}: 1}}" for n in range(30))
    system("coin.system.yaml", GOOD.replace("{do: roll}", steps))
    code, out, _ = run("validate", ".", "--format", "github")
    assert code == 1
    lines = out.splitlines()
    assert lines[0] == "::group::dicewright validate: 1 file, 30 errors"
    assert sum("error[unknown-key]" in line for line in lines) == 30
    noted = annotations(out)
    assert len(noted) == 10
    assert noted[0].startswith(
        "::error file=coin.system.yaml,line=7,col=46,endColumn=49,title=unknown-key::a roll step"
    )
    assert noted[-1] == "::error title=dicewright::and 21 more; the log has them all"


def test_errors_come_before_warnings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dicewright.commands import validate
    from dicewright.errors import Problem, Span

    problems = tuple(
        Problem("x", f"number {n}", Span("coin.system.yaml", n + 1, 1), severity="error" if n > 7 else "warning")
        for n in range(12)
    )
    monkeypatch.setattr(validate, "examine", lambda *_: (None, problems))
    system("coin.system.yaml")
    noted = annotations(run("validate", ".", "--format", "github")[1])
    assert [line[2:9] for line in noted] == ["error f"] * 4 + ["warning"] * 6
    assert noted[0].endswith("::number 8")
    assert noted[-1] == "::warning title=dicewright::and 3 more; the log has them all"


def test_a_file_cannot_give_orders_to_the_runner(run: Run) -> None:
    """What a runner obeys is exactly what dicewright wrote: commands are off while the file is quoted."""
    system("coin.system.yaml", failing(f"{HOSTILE}\n::stop-commands::x\n::x::\n##[group]"))
    _, out, _ = run("test", ".", "--format", "github")
    obeyed, stopped = [], ""
    for line in re.split(r"\r\n|\r|\n", out):
        if stopped:
            stopped = "" if line.strip() == f"::{stopped}::" else stopped
        elif found := re.match(r"\s*::stop-commands::(.*)", line):
            stopped = found[1]
        elif line.strip().startswith("::") or "##[" in line:
            obeyed.append(line)
    assert [line.split("::")[1].split(" ")[0] for line in obeyed] == ["group", "endgroup", "error"]
    # of the one annotation only the text is the file's, and it is one line
    assert re.match(r"::error file=coin\.system\.yaml,line=11,col=\d+,endColumn=\d+,title=", obeyed[-1])
    assert "%250A hacked" in obeyed[-1]
    assert "%0A::stop-commands" in obeyed[-1]


def test_names_of_files_are_escaped_in_the_keys_of_a_command(run: Run) -> None:
    system("a,b::c/50%.system.yaml", failing())
    (noted,) = annotations(run("test", ".", "--format", "github")[1])
    assert noted.startswith("::error file=a%2Cb%3A%3Ac/50%25.system.yaml,line=11,")


def test_the_summary_is_a_table_of_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    system("coin.system.yaml", failing(HOSTILE))
    run("validate", ".", "--format", "github")
    run("test", ".", "--format", "github")
    run("test", ".")  # another format writes none
    first, second, *table = [line for line in Path("summary.md").read_text().splitlines() if line]
    assert first == "### dicewright validate: 1 file"
    assert second == "### dicewright test: 1 file, 1 passed, 1 failed, 1 error"
    row = table[-1]
    assert len(table) == 3
    assert row.count("|") == 5
    assert row.startswith("| error | <code>coin.system.yaml:11</code> | test-failed | <code>")
    assert not re.search(r"[<>\[\]@#|]", re.search("<code>(::.*)</code>", row)[1].replace("&#", ""))  # type: ignore[index]


def test_files_are_named_from_the_root_of_the_repository(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    system("repo/deep/coin.system.yaml", failing())
    monkeypatch.setenv("GITHUB_WORKSPACE", os.path.abspath("repo"))
    monkeypatch.chdir("repo/deep")
    out = run("test", ".", "--format", "github", "--format", "sarif=a.sarif")[1]
    assert "::error file=deep/coin.system.yaml," in out
    assert (
        results("a.sarif")[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "deep/coin.system.yaml"
    )


# -- SARIF -----------------------------------------------------------------------------------------------------------


def results(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Path(file).read_text(encoding="utf-8"))["runs"][0]["results"]
    return found


BROKEN = GOOD.replace("{do: roll}", "{do: roll, zz: 1}").replace("die: coin}", "die: con}").replace("total}", "totl}")


def marks(run: Run, text: str) -> dict[str, str]:
    system("some where/coin.system.yaml", text)
    run("validate", ".", "--format", "sarif=a.sarif")
    return {each["ruleId"]: each["partialFingerprints"]["primaryLocationLineHash"] for each in results("a.sarif")}


def test_a_problem_keeps_its_fingerprint_when_lines_and_entries_move(run: Run) -> None:
    first = marks(run, BROKEN)
    assert set(first) == {"unknown-key", "unknown-die", "unknown-name"}
    assert len(set(first.values())) == 3
    assert marks(run, "# a\n\n" + BROKEN.replace("  toss:", "\n  toss:\n    label: A toss")) == first
    assert marks(run, BROKEN.replace("[{do: add", "[{do: let, name: x, value: 1}, {do: add")) == first
    assert marks(run, BROKEN.replace("toss", "flip"))["unknown-die"] != first["unknown-die"]


def test_the_same_mistake_twice_in_a_place_has_two_fingerprints(run: Run) -> None:
    system("coin.system.yaml", GOOD.replace("{do: roll}", "{do: roll, zz: 1, yy: 1}, {do: roll, zz: 1}"))
    run("validate", ".", "--format", "sarif=a.sarif")
    found = {each["partialFingerprints"]["documentPath/v1"] for each in results("a.sarif")}
    assert len(found) == len(results("a.sarif")) == 3


def test_sarif_names_rules_levels_and_places(run: Run) -> None:
    system("some where/ä.system.yaml", BROKEN)
    run("validate", ".", "--format", "sarif=a.sarif")
    (told,) = json.loads(Path("a.sarif").read_text(encoding="utf-8"))["runs"]
    rules = told["tool"]["driver"]["rules"]
    for result in told["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["help"]["text"].startswith(rule["shortDescription"]["text"])
        assert result["level"] == "error"
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "some%20where/%C3%A4.system.yaml", "uriBaseId": "%SRCROOT%"}
        assert place["region"]["startLine"] in (7, 8)


@pytest.mark.skipif("SARIF_SCHEMA" not in os.environ, reason="SARIF_SCHEMA names no file with the published schema")
def test_sarif_meets_the_published_schema(run: Run) -> None:
    schema = json.loads(Path(os.environ["SARIF_SCHEMA"]).read_text(encoding="utf-8"))
    system("bad/coin.system.yaml", BROKEN)
    system("twice/coin.system.yaml", GOOD + "name: Again\n")
    system("good/coin.system.yaml", failing(HOSTILE))
    for command in ("validate", "test"):
        run(command, ".", "--format", "sarif=a.sarif")
        jsonschema.validators.validator_for(schema)(schema).validate(json.loads(Path("a.sarif").read_text()))
    assert any("relatedLocations" in result for result in results("a.sarif"))


# -- JUnit -----------------------------------------------------------------------------------------------------------


def test_junit_has_a_case_for_each_test_and_one_for_the_file(run: Run) -> None:
    system("good/coin.system.yaml", failing("a \x08 <name> & ]]>".replace("\x08", "b")))
    system("bad/coin.system.yaml", BROKEN)
    system("none/coin.system.yaml", GOOD[: GOOD.index("tests:")])
    run("test", ".", "--format", "junit=a.xml")
    root = ElementTree.parse("a.xml").getroot()
    told = {
        suite.get("name"): [(case.get("name"), case.get("line"), [part.get("type") for part in case]) for case in suite]
        for suite in root
    }
    assert told == {
        "bad/coin.system.yaml": [("the file is valid", "1", ["unknown-die"])],
        "good/coin.system.yaml": [
            ("the file is valid", "1", []),
            ("a b <name> & ]]>", "11", ["test-failed"]),
            ("one is tails", "12", []),
        ],
        "none/coin.system.yaml": [("the file is valid", "1", ["no-tests"])],
    }
    assert [suite.get("failures") for suite in root] == ["1", "1", "1"]
    assert (root.get("tests"), root.get("failures")) == ("5", "3")
    assert "unknown-key" in str(root.findtext("testsuite/testcase/failure"))


def test_junit_is_read_by_junitparser(run: Run) -> None:
    junitparser = pytest.importorskip("junitparser")
    system("coin.system.yaml", failing())
    run("test", ".", "--format", "junit=a.xml")
    read = junitparser.JUnitXml.fromfile("a.xml")
    assert (read.tests, read.failures) == (3, 1)
    assert [case.is_passed for suite in read for case in suite] == [True, False, True]
