"""The pytest plugin: each test at its own line, broken files tell everything, and unused it costs nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dicewright
from dicewright.library import examine

pytest_plugins = ["pytester"]

COIN = """\
format: 1
id: coin
name: Coin
dice: {coin: {sides: 2}}
checks:
  toss:
    steps: [{do: add, die: coin}, {do: roll}]
    results: {total: total}
tests:
  - {name: two, faces: {coin: [2]}, expect: {results: {total: 2}}}
  - name: "one [::] more"
    faces: {coin: [1]}
    expect: {results: {total: 2}}
  - {name: the mean, odds: {mean: {total: 3/2}}}
"""
PLUGIN = ("-p", "dicewright.pytest_plugin", "-p", "no:cacheprovider", "-o", "addopts=")


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A run that knows the plugin whether it is installed or not, and loads nothing that is compiled a second time."""
    assert not examine(COIN, "coin.system.yaml")[1]
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return pytester


def test_each_test_is_an_item_at_its_line(inner: pytest.Pytester) -> None:
    inner.path.joinpath("coin.system.yaml").write_text(COIN)
    inner.path.joinpath("other.yaml").write_text("a: [")
    ran = inner.runpytest_inprocess(*PLUGIN, "--junitxml=a.xml", "-o", "junit_family=xunit1", "-v")
    ran.assert_outcomes(passed=2, failed=1)
    ran.stdout.fnmatch_lines(
        [
            "coin.system.yaml::two PASSED*",
            "coin.system.yaml::the mean PASSED*",
            "coin.system.yaml:13:31: error?test-failed?: one ?::? more: total is 1, expected 2",
            "   13 |     expect: {results: {total: 2}}",
            "FAILED coin.system.yaml::one ?::? more*",
        ],
        consecutive=False,
    )
    assert "Traceback" not in ran.stdout.str()
    xml = inner.path.joinpath("a.xml").read_text()
    assert 'file="coin.system.yaml" line="9"' in xml  # lines of this format count from 0
    assert 'file="coin.system.yaml" line="10"' in xml


def test_what_is_wrong_in_a_base_is_told_there(inner: pytest.Pytester) -> None:
    inner.path.joinpath("coin.system.yaml").write_text(COIN.replace("do: roll}", "do: rol}"))
    inner.path.joinpath("own.system.yaml").write_text("format: 1\nid: own\nname: Own\nextends: coin\n")
    inner.runpytest_inprocess(*PLUGIN, "--junitxml=a.xml", "-o", "junit_family=xunit1", "own.system.yaml")
    assert 'file="coin.system.yaml" line="6"' in inner.path.joinpath("a.xml").read_text()


def test_one_test_can_be_chosen(inner: pytest.Pytester) -> None:
    inner.path.joinpath("coin.system.yaml").write_text(COIN)
    inner.runpytest_inprocess(*PLUGIN, "coin.system.yaml::the mean").assert_outcomes(passed=1)
    inner.runpytest_inprocess(*PLUGIN, "-k", "two").assert_outcomes(passed=1, deselected=2)


def test_a_broken_file_is_one_item_that_tells_everything(inner: pytest.Pytester) -> None:
    inner.path.joinpath("broken.system.yaml").write_text(COIN.replace("do: roll}", "do: rol, zz: 1}, {do: drp}"))
    inner.path.joinpath("empty.system.yaml").write_text("")
    inner.path.joinpath("untested.system.yaml").write_text(COIN[: COIN.index("tests:")])
    ran = inner.runpytest_inprocess(*PLUGIN)
    ran.assert_outcomes(failed=3)
    told = ran.stdout.str()
    for code in ("unknown-word", "empty-file", "no-tests"):
        assert f"error[{code}]" in told
    assert told.count("error[unknown-word]") >= 2
    assert "broken.system.yaml:7:" in told
    assert "INTERNALERROR" not in told


def test_it_loads_nothing_until_a_system_file_is_met(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "import sys\ndef test_a():\n"
        "    own = {name for name in sys.modules if name.startswith('dicewright')}\n"
        "    assert own == {'dicewright', 'dicewright.version', 'dicewright.folders', 'dicewright.pytest_plugin'}\n"
        "    assert not {'yaml', 'jsonschema', 'simpleeval'} & set(sys.modules)\n"
    )
    words = [sys.executable, "-m", "pytest", *PLUGIN, "-q", "test_a.py"]
    where = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(dicewright.__file__).parents[1])}
    ran = subprocess.run(words, cwd=tmp_path, env=where, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_it_uses_nothing_private() -> None:
    text = (Path(dicewright.__file__).parent / "pytest_plugin.py").read_text(encoding="utf-8")
    names = [
        *(alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names),
        *(str(node.module) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)),
        *(node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)),
    ]
    assert "pytest" in names
    assert not [name for name in names if name.startswith("_") and name not in ("__future__", "__init__")]
