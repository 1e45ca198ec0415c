"""The system files that a command is given, by name or by folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import fail
from ..library import files


def paths(made: ArgumentParser, number: str = "+") -> None:
    made.add_argument("paths", metavar="PATH", nargs=number, help="files or folders (*.system.yaml)")
    made.add_argument("--all", action="store_true", help="show all problems of a file, not only the first 20")


def found(args: Namespace) -> list[Path]:
    there = list(files(args.paths))
    if not there:
        raise fail("nothing-to-check", f"no *.system.yaml under {' '.join(args.paths)}")
    return there
