"""Values as YAML on one line, as tests are written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*")
_NUMBER = re.compile(r"\d+(/\d+)?|\d+(\.\d+)?%")
_TAKEN = ("true", "false", "null", "yes", "no", "on", "off")


def flow(value: Any) -> str:
    """Any value of a test."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(str(key))}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value.lower() not in _TAKEN
        return (
            value
            if plain or (_NUMBER.fullmatch(value) and not value.isdigit())
            else json.dumps(value, ensure_ascii=False)
        )
    return str(value)
