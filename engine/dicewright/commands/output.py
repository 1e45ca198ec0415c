"""What every command does with what it tells: the exit codes, and JSON."""

from __future__ import annotations

from typing import Any

FINE, FINDINGS, WRONG_USE, OUR_FAULT = 0, 1, 2, 3


def print_json(data: Any) -> None:
    import json  # not needed for text

    print(json.dumps(data, ensure_ascii=False, indent=2))
