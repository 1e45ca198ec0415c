"""`dicewright validate`: every problem of system files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ..library import contents, examine
from ..show.harmless import visible
from ..show.problems import SHOWN, report
from ..show.style import style_of
from .output import FINDINGS, FINE, print_json, tell
from .paths import found, paths
from .refusal import texts


def arguments(made: ArgumentParser) -> None:
    paths(made)


def run(args: Namespace) -> int:
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    bad = 0
    for path in found(args):
        _, problems = examine(contents(path), str(path), path.parent)
        bad += any(problem.is_error for problem in problems)
        if args.json:
            told.append({"file": str(path), "problems": [problem.to_dict() for problem in problems]})
        elif problems:
            tell(report(problems, texts(problems), style, None if args.all else SHOWN))
        else:
            tell(f"{visible(str(path))}: {style.green('fine')}")
    if args.json:
        print_json(told)
    return FINDINGS if bad else FINE
