"""The blocks of a page of Markdown, and the file that a fragment of a system stands for."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def text(page: str) -> str:
    """A page, named from the top of the checkout."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[tuple[str, str]]:
    """Language and content of every block, in the order of the page."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def whole(fragment: str, head: str) -> str:
    """A fragment made a file: below the lines of a head, of which those give way that it says itself."""
    said = set(re.findall(r"^(\w+):", fragment, re.MULTILINE))
    lines = [line for line in head.splitlines() if line.partition(":")[0] not in said]
    if "checks" not in said and "extends" not in said:
        lines.append("checks: {roll: {steps: [{do: roll}]}}")
    return "\n".join([*lines, fragment])
