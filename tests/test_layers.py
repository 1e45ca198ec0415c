"""Imports run one way, each third-party package is imported in one file, and no game is known to the engine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dicewright

ROOT = Path(dicewright.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
ROOMS = {
    "errors": set(),
    "version": set(),
    "folders": set(),
    "source": {"errors"},
    "chance": {"errors"},
    "model": {"errors", "chance"},
    "ops": {"errors", "chance", "model"},
    "build": {"errors", "chance", "source", "model", "ops"},
    "play": {"errors", "version", "chance", "model", "ops", "build"},
    "show": {"errors", "chance", "model", "ops", "play"},
    "proven": set(),
    "library": {"errors", "folders", "proven", "source", "model", "ops", "build", "play"},
    "repair": {"errors", "library", "source", "ops"},
    "diff": {"errors", "version", "chance", "model", "ops", "build", "play"},
    "report": {"errors", "version", "source", "model", "play", "show", "diff"},
    "prove": {"errors", "library", "source", "chance", "model", "ops", "build", "play", "version"},
    "commands": {
        "errors",
        "repair",
        "folders",
        "proven",
        "library",
        "model",
        "ops",
        "play",
        "show",
        "diff",
        "report",
        "prove",
    },
    "pytest_plugin": {"errors", "folders", "library", "model", "play", "show", "report"},
    "cli": {"errors", "version", "commands", "show"},
    "__init__": {"version", "errors", "library", "ops", "play", "show"},
    "__main__": {"cli"},
}
ALONE = {"yaml": "source/read.py", "jsonschema": "source/validate.py", "simpleeval": "model/expression.py"}


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Pairs of (room or package, `own` or `other`) that a file imports."""
    depth = len(path.relative_to(ROOT).parts) - 1
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], "other"
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).split(".")[0], "other"
        elif isinstance(node, ast.ImportFrom):
            inside = node.level <= depth
            target = room(path) if inside else (node.module or node.names[0].name).split(".")[0]
            yield target, "own"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    own = {target for target, kind in imported(path) if kind == "own"}
    assert own <= ROOMS[room(path)] | {room(path)}


@pytest.mark.parametrize("package", ALONE)
def test_each_dependency_is_imported_in_one_file(package: str) -> None:
    users = [str(p.relative_to(ROOT)) for p in FILES if (package, "other") in set(imported(p))]
    assert users == [ALONE[package]]


def test_chance_needs_nothing_but_the_standard_library_and_errors() -> None:
    for path in (ROOT / "chance").glob("*.py"):
        assert not {target for target, kind in imported(path) if kind == "other"} & set(ALONE)


def test_files_are_small_and_named_for_what_they_own() -> None:
    for path in FILES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
        assert path.stem not in {"utils", "helpers", "common", "base", "manager"}


def test_the_package_imports_itself_relatively() -> None:
    for path in FILES:
        assert ("dicewright", "other") not in set(imported(path)), path


def test_no_game_is_known_to_the_engine() -> None:
    """Neither its name nor its dice and symbols: a rule of a game stands in its file."""
    games = {"genesys", "l5r5e", "sirius", "rising", "blades", "savage", "dnd"}
    parts = {"proficiency", "triumph", "despair", "strife", "aptitude"}
    for path in FILES:
        words = set(re.findall(r"[a-z0-9]+", path.read_text(encoding="utf-8").lower()))
        assert not words & (games | parts), path


def test_the_page_of_the_house_names_every_room_and_no_file_that_is_not_there() -> None:
    text = (Path(__file__).parents[1] / "docs" / "inside.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/.]+)`", text))
    assert named >= {room for room in ROOMS if not room.startswith("__")}
    files = {name for name in named if re.fullmatch(r"\w+/[\w/]*\w\.py|\w+/", name)}
    assert len(files) > 40
    for name in files:
        folder = ROOT if name.split("/")[0] in ROOMS else Path(__file__).parents[1]
        assert (folder / name).exists(), name
