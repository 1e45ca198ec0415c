"""docs/rules.md says of every rule by which tests it is shown: the page against the system files, row by row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dicewright
from dicewright.folders import shipped

PAGE = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
HEAD = "| rule | in short | shown by |\n|---|---|---|\n"
REASONS = {
    "needs several sides (contests)",
    "needs several rolls (do-overs)",
    "needs effects that others bring at run time",
    "a decision of the game master",
    "advice or story, no numbers",
}
# How many statements a source has, and how many points it leaves open.
NUMBERS = {
    "d20-properties": (39, 20),
    "l5r5e": (20, 8),
    "genesys": (38, 0),
    "sirius-galaxy": (28, 12),
    "rising-legends": (26, 13),
}


def sections() -> dict[str, str]:
    """The sections of the page by the id in their title; the introduction has the id ""."""
    first, *others = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    found = {"": first}
    for text in others:
        title = re.match(r".+ \(`([a-z0-9-]+)`\)\n", text)
        assert title, f"no id in the title {text.splitlines()[0]!r}"
        assert title[1] not in found
        found[title[1]] = text
    return found


def table(system: str) -> list[list[str]]:
    """The rows of the one table of a section, three cells each."""
    before, head, rows = sections()[system].partition(HEAD)
    assert head, f"{system} has no table"
    lines = rows.rstrip("\n").split("\n")
    assert "|" not in before
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines)
    cells = [line[2:-2].split(" | ") for line in lines]
    assert {len(row) for row in cells} == {3}
    return cells


def carried(system: str) -> dict[str, list[str]]:
    """The names of the tests of a system by the rules they carry, in the order of the file."""
    if system not in shipped():
        pytest.skip(f"no system {system} is shipped")
    found: dict[str, list[str]] = {}
    for case in dicewright.load(system).rules.tests:
        rules = case.given.get("rules", ())
        assert len(set(rules)) == len(rules), f"{case.name}: a rule twice"
        for rule in rules:
            found.setdefault(rule, []).append(case.name)
    return found


def cell(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(f"`{name}`" for name in names[:3]) + more


def test_the_page_has_a_table_for_each_system_whose_rules_are_numbered() -> None:
    assert set(sections()) == {"", *NUMBERS}
    for system in set(shipped()) - set(NUMBERS):
        assert not carried(system), f"{system} carries rules, but the page has no table for it"


def test_the_introduction_explains_every_reason() -> None:
    assert {line[2:] for line in re.findall(r"^\* [^:;.\n]+", sections()[""], re.MULTILINE)} == REASONS


@pytest.mark.parametrize("system", NUMBERS)
def test_every_number_has_one_row(system: str) -> None:
    rules = [row[0] for row in table(system)]
    assert len(set(rules)) == len(rules)
    statements, points = NUMBERS[system]
    numbers = [f"R{n}" for n in range(1, statements + 1)] + [f"A{n}" for n in range(1, points + 1)]
    assert [rule for rule in rules if re.fullmatch(r"[A-Z]\d+", rule)] == numbers
    assert all(re.fullmatch(r"[A-Z]\d+|[a-z]+(-[a-z0-9]+)*", rule) for rule in rules)


@pytest.mark.parametrize("system", NUMBERS)
def test_every_row_says_what_it_is_about_and_what_shows_it(system: str) -> None:
    for rule, short, by in table(system):
        assert short.strip(), rule
        assert by in REASONS or re.fullmatch(r"`[^`]+`(, `[^`]+`){0,2}( and [1-9]\d* more)?", by), f"{rule}: {by}"


@pytest.mark.parametrize("system", NUMBERS)
def test_every_rule_of_a_test_has_a_row(system: str) -> None:
    assert set(carried(system)) <= {row[0] for row in table(system)}


@pytest.mark.parametrize("system", NUMBERS)
def test_every_row_names_exactly_the_tests_that_carry_its_rule(system: str) -> None:
    by_rule = carried(system)
    wrong = []
    for rule, _, by in table(system):
        names = by_rule.get(rule, [])
        if names and by != cell(names):
            wrong.append(f"{rule}: {cell(names)}")
        elif not names and by not in REASONS:
            wrong.append(f"{rule}: no test carries it, so give a reason")
    assert not wrong, "docs/rules.md should say\n" + "\n".join(wrong)
