"""Notes that a file has been found good: they save time, and never change a verdict."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dicewright.cli import main
from dicewright.folders import shipped
from dicewright.library import examine, load
from dicewright.proven import MOST, Proven, usual
from toy import text, toy

GOOD = text(toy([{"do": "add", "die": "d6"}, {"do": "roll"}]))


def test_a_good_file_leaves_a_note_and_a_bad_one_does_not(tmp_path: Path) -> None:
    proven = Proven(tmp_path / "notes")
    assert examine(GOOD, "f", None, proven)[1] == ()
    (note,) = proven.folder.iterdir()
    assert note.stat().st_size == 0
    for bad in (GOOD.replace('"add"', '"ad"'), GOOD.replace('"d6"}', '"d7"}', 1)):
        assert examine(bad, "f", None, proven)[1]
    assert list(proven.folder.iterdir()) == [note]


def test_a_note_fits_nothing_else(tmp_path: Path) -> None:
    proven = Proven(tmp_path)
    proven.remember("a" * 64, b"schema")
    assert proven.knows("a" * 64, b"schema")
    assert not proven.knows("b" * 64, b"schema")
    assert not proven.knows("a" * 64, b"another")


def test_a_change_of_the_base_is_seen(tmp_path: Path) -> None:
    proven = Proven(tmp_path / "notes")
    base, own = tmp_path / "toy.system.yaml", "format: 1\nid: x\nname: X\nextends: toy\n"
    base.write_text(GOOD)
    assert examine(own, "f", tmp_path, proven)[1] == ()
    base.write_text(GOOD.replace('"steps": [{"do": "add", "die": "d6"}', '"steps": [{"do": "add", "dei": "d6"}'))
    assert [problem.code for problem in examine(own, "f", tmp_path, proven)[1]] == ["unknown-key"]


def test_notes_do_not_pile_up_and_may_be_impossible(tmp_path: Path) -> None:
    proven = Proven(tmp_path / "notes")
    proven.folder.mkdir()
    for n in range(MOST):
        (proven.folder / str(n)).touch()
    proven.remember("a" * 64, b"schema")
    assert len(list(proven.folder.iterdir())) == 1
    nowhere = Proven(tmp_path / "file" / "notes")
    (tmp_path / "file").touch()
    nowhere.remember("a" * 64, b"schema")
    assert not nowhere.knows("a" * 64, b"schema")


def test_a_file_that_has_a_note_comes_without_its_tests(tmp_path: Path) -> None:
    proven, file = Proven(tmp_path), shipped()["fate"]
    first, second, whole = (load(file, proven=each).rules for each in (proven, proven, None))
    assert first.tests == whole.tests != ()
    assert second.tests == ()
    assert second == replace(whole, tests=())


def test_only_a_file_that_is_amiss_needs_the_schema_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "toy.system.yaml"

    def loaded(*words: str) -> bool:
        code = f"import sys; from dicewright.cli import main; main({['roll', str(file), *words]!r})"
        told = subprocess.run(
            [sys.executable, "-c", f"{code}; print('jsonschema' in sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        )
        return told.stdout.splitlines()[-1] == "True"

    file.write_text(GOOD)
    assert not loaded("--no-cache")
    assert not (tmp_path / "cache").exists()
    assert not loaded()
    assert len(list((tmp_path / "cache").rglob("*-*"))) == 1
    file.write_text(GOOD.replace('"do": "roll"', '"do": "rol"'))
    assert loaded()


def test_who_has_no_home_keeps_no_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert usual() == Proven(Path("/cache/dicewright/proven"))

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    assert usual() is None
    assert main(["roll", "fate"]) == 0


def test_a_file_that_went_bad_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "toy.system.yaml"
    file.write_text(GOOD)
    assert main(["roll", str(file)]) == 0
    file.write_text(GOOD.replace('"do": "roll"', '"do": "rol"'))
    assert main(["roll", str(file)]) == 1
    assert "did you mean `roll`" in capsys.readouterr().err
