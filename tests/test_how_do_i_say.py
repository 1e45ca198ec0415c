"""Every piece of the page "How do I say ..." is a file with the page's head, proves itself, and has no idle step."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

import pages
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


def places(node: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Where a step stands, a key of one that changes what it does, and an outcome that holds under a condition."""
    if isinstance(node, dict):
        if "do" in node:
            yield path
            yield from ((*path, key) for key in node if key not in ("do", "because", "prefer", "rounds"))
        elif "name" in node and "when" in node:
            yield path
        for key, item in node.items():
            yield from places(item, *path, key)
    elif isinstance(node, list):
        for i, item in enumerate(node):
            yield from places(item, *path, i)


def broken(tree: Any, path: tuple[Any, ...]) -> str:
    """The file of a system in which this is gone, or picks the other end. JSON is YAML."""
    other = copy.deepcopy(tree)
    *above, last = path
    holder = other
    for key in above:
        holder = holder[key]
    if holder[last] in ("highest", "lowest"):
        holder[last] = "lowest" if holder[last] == "highest" else "highest"
    else:
        del holder[last]
    return json.dumps(other)


@pytest.mark.parametrize("piece", PIECES, ids=HEADINGS)
def test_the_piece_does_what_its_tests_say(piece: str) -> None:
    file = pages.whole(piece, HEAD)
    assert yaml.safe_load(file).get("tests"), "a piece shows by a test that it works"
    assert failures(file) == []


@pytest.mark.parametrize("piece", PIECES, ids=HEADINGS)
def test_every_word_counts(piece: str) -> None:
    tree = yaml.safe_load(pages.whole(piece, HEAD))
    idle = [path for path in places(tree) if not failures(broken(tree, path))]
    assert idle == [], "no test of the piece notices when these are gone or turned round"


def test_the_page_is_in_order() -> None:
    """Each heading has one piece, and the table of contents names each once, in the order of the page."""
    page = pages.text(PAGE)
    assert len(PIECES) == len(HEADINGS) == len(set(HEADINGS)) >= 40
    anchors = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in HEADINGS]
    assert re.findall(r"\]\(#(.+?)\)", page) == anchors
    assert re.findall(r"^\* \*\*(.+?)\*\*:$", page, re.MULTILINE) == re.findall(r"^## (.+)$", page, re.MULTILINE)
