"""The problem codes: what each means, and what to do."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    means: str
    remedy: str


CODES: dict[str, Code] = {}
