"""`dicewright list`: the systems that come with dicewright."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..folders import headline, shipped
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    """Nothing but its name."""


def run(args: Namespace) -> int:
    rows = [(name, *headline(path)) for name, path in shipped().items()]
    if args.json:
        told = [{"id": name, "name": title, "summary": summary} for name, title, summary in rows]
        print_json(told)
        return FINE
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, title, summary in rows:
        tell(f"{name.ljust(width)}  {title}: {summary}" if summary else f"{name.ljust(width)}  {title}")
    return FINE
