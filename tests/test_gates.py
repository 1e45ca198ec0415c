"""What the repository offers other repositories: pre-commit hooks and a GitHub action, as those tools read them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import dicewright
from dicewright.cli import COMMANDS
from dicewright.folders import shipped

ROOT = Path(__file__).parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_takes_system_files_in_one_process(hook: dict[str, Any]) -> None:
    assert hook["entry"].split()[1] in COMMANDS
    assert hook["require_serial"] is True
    assert re.search(hook["files"], "systems/a.system.yaml")
    assert not re.search(hook["files"], "systems/a.yaml")


def test_the_action_takes_no_input_into_its_script() -> None:
    """Inputs come as variables: text of a workflow or of a pull request never becomes part of a command."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
        given = {name for value in step["env"].values() for name in re.findall(r"inputs\.(\w+)", value)}
        assert given <= set(ACTION["inputs"])


@pytest.mark.parametrize(("break_it", "code"), [(False, 0), (True, 1)])
def test_the_script_of_the_action(tmp_path: Path, break_it: bool, code: int) -> None:
    (script,) = [step["run"] for step in ACTION["runs"]["steps"] if "validate" in step["run"]]
    folder = tmp_path / "my systems"
    folder.mkdir()
    file = shutil.copy(shipped()["blades-in-the-dark"], folder)
    if break_it:
        Path(file).write_text(Path(file).read_text(encoding="utf-8").replace("rating: 3}, faces", "rating: 2}, faces"))
    (tmp_path / "runner").mkdir()
    (tmp_path / "runner" / "dicewright").symlink_to(Path(dicewright.__file__).parents[1])
    env = {
        **os.environ,
        "RUNNER_TEMP": str(tmp_path / "runner"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_WORKSPACE": str(tmp_path),
        "PYTHON": sys.executable,
        "PATHS": "\nmy systems\n",
        "SARIF": "a.sarif",
        "JUNIT": "a.xml",
    }
    ran = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert ("::error file=my systems/blades-in-the-dark.system.yaml,line=" in ran.stdout) == break_it
    assert ('"test-failed"' in (tmp_path / "a.sarif").read_text()) == break_it
    assert (tmp_path / "a.xml").is_file()
    assert "### dicewright test: 1 file" in (tmp_path / "summary.md").read_text()
