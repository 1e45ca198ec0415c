"""Systems and schema are found from a wheel, from an editable install and from a bare checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ASK = (
    "import dicewright, dicewright.folders as f\n"
    "print(dicewright.__file__)\n"
    "print(f.folder('schemas') / 'system.schema.json')\n"
    "print(next(iter(f.shipped().values())))\n"
    "print(len(dicewright.load(next(iter(f.shipped())))))\n"
)


def ask(where: Path, **env: str) -> list[Path]:
    """What a fresh interpreter, started in `where`, finds."""
    ran = subprocess.run(
        [sys.executable, "-c", ASK], cwd=where, env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    module, schema, system, checks = ran.stdout.splitlines()
    assert int(checks) >= 1
    found = [Path(module), Path(schema), Path(system)]
    assert all(path.is_file() for path in found)
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("*.whl")
    return built


def test_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    found = ask(tmp_path, PYTHONPATH=str(tmp_path))
    assert all(tmp_path in path.parents for path in found)


def test_wheel_holds_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "dicewright/py.typed" in names
    assert "dicewright/data/schemas/system.schema.json" in names
    systems = {f"dicewright/data/systems/{path.name}" for path in (ROOT / "systems").glob("*.system.yaml")}
    assert systems <= names
    templates = {f"dicewright/templates/{kind}.system.yaml" for kind in ("pool", "d20", "symbols")}
    assert templates <= names
    sources = {str(path.relative_to(ROOT / "engine")) for path in (ROOT / "engine").rglob("*.py")}
    assert sources <= names


def test_editable_install(tmp_path: Path) -> None:
    """The way the tests themselves are run: the package is the checkout's."""
    found = ask(tmp_path)
    assert all(ROOT in path.parents for path in found)


def test_bare_checkout(tmp_path: Path) -> None:
    found = ask(tmp_path, PYTHONPATH=str(ROOT / "engine"))
    assert all(ROOT in path.parents for path in found)


def test_the_command_is_installed() -> None:
    command = Path(sys.executable).with_name("dicewright")
    ran = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("dicewright ")
