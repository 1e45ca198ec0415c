"""How text stands in a file: its places, its quotes, and what stands in for what is lost."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

LOST = "\U0010ffff lost"  # it begins with what is no character
ODD_SPACE = re.compile("[\xa0\u2000-\u200b\u202f\u205f\u2060\u3000]")


class Place(NamedTuple):
    """A position in the text, counted from zero as the parser does."""

    line: int
    column: int
    offset: int


def place_of(mark: Any) -> Place:
    return Place(mark.line, mark.column, mark.index)


def short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def quoted(text: str) -> str:
    return f'"{text}"' if "'" in text and not re.search(r'["\\]', text) else "'" + text.replace("'", "''") + "'"
