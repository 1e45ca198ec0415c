"""Every piece of the page "How do I say ..." is a file with the page's head, proves itself, and has no idle step."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pages
import pytest
import yaml

from dicewright.library import examine
from dicewright.play.verify import verify

PAGE = "docs/how-do-i-say.md"
(_, HEAD), *BLOCKS = pages.blocks(PAGE)
PIECES = [text for kind, text in BLOCKS if kind == "yaml"]
HEADINGS = re.findall(r"^### (.+)$", pages.text(PAGE), re.MULTILINE)


def failures(file: str) -> list[str]:
    """What is wrong with a file: its problems, or what its tests say."""
    rules, problems = examine(file, "page.system.yaml")
    if rules is None or problems:
        return [str(problem) for problem in problems]
    return [str(problem) for verdict in verify(rules) for problem in verdict.problems]


def lists_of_steps(node: Any) -> Iterator[list[Any]]:
    if isinstance(node, list):
        if any(isinstance(item, dict) and "do" in item for item in node):
            yield node
        for item in node:
            yield from lists_of_steps(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from lists_of_steps(item)


def without_a_step(file: str) -> Iterator[tuple[str, str]]:
    """The file again and again, each time without another one of its steps."""
    tree = yaml.safe_load(file)
    for i, steps in enumerate(lists_of_steps(tree)):
        for j, step in enumerate(steps):
            less = copy.deepcopy(tree)
            del list(lists_of_steps(less))[i][j]
            yield str(step), json.dumps(less)


@pytest.mark.parametrize("piece", PIECES, ids=HEADINGS)
def test_the_piece_does_what_its_tests_say(piece: str) -> None:
    file = pages.whole(piece, HEAD)
    assert yaml.safe_load(file).get("tests"), "a piece shows by a test that it works"
    assert failures(file) == []


@pytest.mark.parametrize("piece", PIECES, ids=HEADINGS)
def test_no_step_can_be_left_out(piece: str) -> None:
    idle = [step for step, file in without_a_step(pages.whole(piece, HEAD)) if not failures(file)]
    assert idle == [], "no test of the piece notices when these are missing"


def test_the_page_is_in_order() -> None:
    """Each heading has one piece, and the table of contents names each once, in the order of the page."""
    page = pages.text(PAGE)
    assert len(PIECES) == len(HEADINGS) == len(set(HEADINGS)) >= 40
    anchors = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in HEADINGS]
    assert re.findall(r"\]\(#(.+?)\)", page) == anchors
    assert re.findall(r"^\* \*\*(.+?)\*\*:$", page, re.MULTILINE) == re.findall(r"^## (.+)$", page, re.MULTILINE)
