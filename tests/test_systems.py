"""Every shipped system: named after its id, with the editor's line, fine, and all of its own tests pass."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dicewright.folders import headline, shipped
from dicewright.library import load, tree
from dicewright.play.verify import verify
from dicewright.prove.coverage import coverage

known = cache(load)
LONG = ("l5r5e", "savage-worlds", "yahtzee")
NAMES = [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in shipped()]


@pytest.mark.parametrize("name", shipped())
def test_the_file_is_named_after_the_system(name: str) -> None:
    path = shipped()[name]
    assert path.read_text(encoding="utf-8").startswith(
        "# yaml-language-server: $schema=../schemas/system.schema.json\nformat: 1\n"
    )
    rules = known(name).rules
    assert rules.id == name
    assert headline(path) == (rules.name, rules.summary)
    assert rules.source


@pytest.mark.parametrize("name", NAMES)
def test_its_own_tests_pass_and_reach_all_of_it(name: str) -> None:
    rules = known(name).rules
    verdicts = list(verify(rules))
    builds_on_another = "\nextends: " in shipped()[name].read_text(encoding="utf-8")
    assert len(verdicts) >= (5 if builds_on_another else 10)
    assert [str(problem) for verdict in verdicts for problem in verdict.problems] == []
    path = shipped()[name]
    found = coverage(tree(path.read_bytes(), rules.file, path.parent), rules, verdicts)
    assert [f"{item.where.line}: {item.missing}" for item in found if not item.reached] == []


@pytest.mark.parametrize("name", shipped())
def test_a_system_is_found_by_name_and_by_path(name: str) -> None:
    path = shipped()[name]
    assert known(name) == load(Path(path)) == load(str(path))
