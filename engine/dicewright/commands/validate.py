"""`dicewright validate`: every problem of system files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ..library import contents, examine
from ..show.problems import SHOWN, report
from ..show.style import style_of
from .output import FINDINGS, FINE, print_json
from .paths import found, paths
from .refusal import texts


def arguments(made: ArgumentParser) -> None:
    paths(made)
    made.add_argument(
        "--deep", action="store_true", help="count out what never happens, what changes no roll, and loops"
    )


def run(args: Namespace) -> int:
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    bad = 0
    for path in found(args):
        rules, problems = examine(contents(path), str(path), path.parent)
        more: dict[str, Any] = {}
        if args.deep and rules is not None:
            from .proof import deepened

            counted, more = deepened(path, style, args.json)
            problems = (*problems, *counted)
        bad += any(problem.is_error for problem in problems)
        if args.json:
            told.append({"file": str(path), "problems": [problem.to_dict() for problem in problems], **more})
        elif problems:
            print(report(problems, texts(problems), style, None if args.all else SHOWN))
        else:
            print(f"{path}: {style.green('fine')}")
    if args.json:
        print_json(told)
    return FINDINGS if bad else FINE
