"""The reference is as it is generated, names every word of the language, and what it shows is good."""

from __future__ import annotations

import re

import pytest

import pages
import reference
from dicewright.library import examine
from dicewright.ops import ALL
from dicewright.play.verify import verify

NAME = "docs/reference.md"
FRAGMENTS = [text for kind, text in pages.blocks(NAME) if kind == "yaml" and not text.startswith("- ")]


def test_the_page_is_up_to_date() -> None:
    written = reference.PAGE.read_text(encoding="utf-8") if reference.PAGE.is_file() else ""
    assert written == reference.page(), f"run `{reference.COMMAND}` at the top of the checkout"


def test_every_step_has_its_place() -> None:
    page = pages.text(NAME)
    assert sorted(word for words in reference.FAMILIES.values() for word in words) == sorted(op.name for op in ALL)
    for op in ALL:
        assert f"\n#### {op.name}\n\n{op.doc}\n" in page
        assert all(f"\n| `{key.name}`" in page for key in op.keys)


def test_the_table_of_contents_leads_to_every_heading_once() -> None:
    page = pages.text(NAME)
    headings = [reference.anchor(heading) for heading in re.findall(r"^##+ (.+)$", page, re.MULTILINE)]
    assert len(headings) == len(set(headings))
    assert re.findall(r"\]\(#(.+?)\)", page.partition("\n## ")[0]) == headings
    assert set(re.findall(r"\]\(#(.+?)\)", page)) == set(headings)


@pytest.mark.parametrize("text", FRAGMENTS)
def test_what_it_shows_is_good(text: str) -> None:
    rules, problems = examine(pages.whole(text, "format: 1\nid: reference\nname: Reference"), "reference")
    assert rules is not None, problems
    assert ("tests:" in text) == bool(rules.tests)
    assert [problem for verdict in verify(rules) for problem in verdict.problems] == []
