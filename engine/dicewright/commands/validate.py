"""`dicewright validate`: every problem of system files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..library import contents, examine
from ..report.run import Checked
from .paths import found, paths
from .telling import Telling, formats


def arguments(made: ArgumentParser) -> None:
    paths(made)
    formats(made)


def run(args: Namespace) -> int:
    telling = Telling(args, "validate")
    for path in found(args):
        _, problems = examine(contents(path), str(path), path.parent)
        telling.add(Checked(str(path), problems))
    return telling.end()
