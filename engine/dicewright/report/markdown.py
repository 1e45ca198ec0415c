"""Markdown that cannot be broken out of: what a file says stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"[\\`*_\[\]<>&|~$@#]")


def cell(text: str) -> str:
    """Text as a literal in a cell of a table: no mark-up, no link, nobody called by name."""
    plain = " ".join(text.split())
    return f"<code>{_SPECIAL.sub(lambda found: f'&#{ord(found[0])};', plain)}</code>" if plain else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def fenced(text: str) -> str:
    """Text as a literal block, whatever it holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}\n"
