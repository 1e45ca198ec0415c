"""The page of the shipped systems is as it is generated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import overview


def test_the_page_is_up_to_date() -> None:
    written = overview.PAGE.read_text(encoding="utf-8") if overview.PAGE.is_file() else ""
    assert written == overview.page(), f"run `{overview.COMMAND}` at the top of the checkout"


def test_golden_cases_stand_beside_their_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = tmp_path / "counts.json"
    counts.write_text(json.dumps({"genesys": {"passed": 7, "in scope": 9}}), encoding="utf-8")
    monkeypatch.setattr(overview, "GOLDEN", counts)
    assert {row.id: row.golden for row in overview.rows() if row.golden} == {"genesys": "7 / 9"}
