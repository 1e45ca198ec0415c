"""Edits applied to a text by their places, everything else left as it is, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from ..errors import Edit

_LINES = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
_MARK = "\ufeff"


def edited(text: str, edits: Iterable[Edit]) -> str | None:
    """The text with all the edits made; None where two of them touch each other, or one stands outside of it."""
    mark, body = text[: text.startswith(_MARK)], text.removeprefix(_MARK)
    starts = [found.start() for found in _LINES.finditer(body)]
    places: list[tuple[int, int, str]] = []
    for edit in edits:
        if not 1 <= edit.where.line <= len(starts):
            return None
        start = starts[edit.where.line - 1] + edit.where.column - 1
        places.append((start, start + edit.where.width, edit.text))
    places.sort()
    if any(end > start for (_, end, _), (start, _, _) in pairwise(places)):
        return None
    for start, end, new in reversed(places):
        body = body[:start] + new + body[end:]
    return mark + body
