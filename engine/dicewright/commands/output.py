"""What every command does with what it tells: the exit codes, and JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TextIO

from ..show.harmless import escaped, uncommanded

FINE, FINDINGS, WRONG_USE, OUR_BUG = 0, 1, 2, 3


def tell(text: str, file: TextIO | None = None, end: str = "\n") -> None:
    """Print text in which words of strangers may stand."""
    print(uncommanded(text), file=file, end=end)


def write(file: str, text: str) -> None:
    """Write a file that somebody names."""
    try:
        Path(file).write_text(text, encoding="utf-8", errors="replace")
    except (OSError, ValueError) as error:
        from ..errors import fail  # what is only told needs no errors

        raise fail("no-file", f"the file `{file}` cannot be written: {getattr(error, 'strerror', error)}") from None


def print_json(data: Any) -> None:
    import json  # not needed for text

    print(escaped(json.dumps(data, ensure_ascii=False, indent=2)))
