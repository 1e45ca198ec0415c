"""`--limit NAME=N`: other limits than the usual ones."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from ..errors import fail
from ..ops.state import Limits


def limiting(made: ArgumentParser) -> None:
    made.add_argument("--limit", action="append", default=[], metavar="NAME=N", help="raise or lower a limit")


def limits(args: Namespace, usual: Limits = Limits()) -> Limits:
    """What is asked for, and else the usual ones."""
    given: dict[str, int] = {}
    for text in args.limit:
        name, _, number = text.partition("=")
        if name not in Limits.__dataclass_fields__ or not re.fullmatch("[0-9]{1,18}", number):
            known = ", ".join(Limits.__dataclass_fields__)
            raise fail("usage", f"`--limit {text}` is not NAME=NUMBER", None, f"limits: {known}")
        given[name] = int(number)
    return replace(usual, **given)
