"""`dicewright test`: the tests that stand in system files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..library import contents, examine
from ..play.verify import verify
from ..report.run import Checked, untested
from . import proof
from .limiting import limiting, limits
from .paths import found, paths
from .telling import Telling, formats


def arguments(made: ArgumentParser) -> None:
    paths(made)
    formats(made)
    limiting(made)
    proof.arguments(made)


def run(args: Namespace) -> int:
    if (other := proof.wanted(args)) is not None:
        return other(args)
    telling, held = Telling(args, "test"), limits(args)
    for path in found(args):
        rules, problems = examine(contents(path, held.size), str(path), path.parent, None, held)
        verdicts = tuple(verify(rules, held)) if rules else ()
        if rules and not verdicts:
            problems = (*problems, untested(str(path)))
        telling.add(Checked(str(path), problems, verdicts))
    return telling.end()
