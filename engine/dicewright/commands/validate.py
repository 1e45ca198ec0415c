"""`dicewright validate`: every problem of system files, and mending those that mend themselves."""

from __future__ import annotations

import difflib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import Fix, Problem, fail
from ..library import contents, examine
from ..show.problems import SHOWN, report
from ..show.style import Style, style_of
from .output import FINDINGS, FINE, print_json
from .paths import found, paths
from .refusal import texts

ASK = "ask"


def arguments(made: ArgumentParser) -> None:
    paths(made, "*")
    what = "make the corrections that are certain; with `ask`, show each that can be made and ask"
    made.add_argument("--fix", nargs="?", const="", metavar=ASK, help=what)


def run(args: Namespace) -> int:
    if args.fix not in (None, "", ASK):  # the path behind `--fix`
        args.paths, args.fix = [args.fix, *args.paths], ""
    if not args.paths:
        raise fail("usage", "say what to check: a file, or a folder that holds *.system.yaml files")
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    bad = 0
    for path in found(args):
        made, problems = _examined(path, args.fix, style, quiet=args.json)
        bad += any(problem.is_error for problem in problems)
        if args.json:
            one = {"file": str(path), "problems": [problem.to_dict() for problem in problems]}
            told.append(one if args.fix is None else {**one, "fixed": [_as_data(*each) for each in made]})
            continue
        for problem, fix in made:
            print(f"{problem.where}: {style.green(f'fixed[{problem.code}]')}: {_told(problem, fix)}")
        if problems:
            print(report(problems, texts(problems), style, None if args.all else SHOWN))
        else:
            print(f"{path}: {style.green('fine')}")
    if args.json:
        print_json(told)
    return FINDINGS if bad else FINE


Made = Sequence[tuple[Problem, Fix]]


def _examined(path: Path, fix: str | None, style: Style, quiet: bool) -> tuple[Made, Sequence[Problem]]:
    """What was mended in a file, and the problems that are left."""
    if fix is not None:
        from ..repair import certain, mend

        done = mend(path, _asking(style) if fix == ASK and not quiet else certain)
        if done is not None:
            return done.made, done.left
    return (), examine(contents(path), str(path), path.parent)[1]


def _asking(style: Style) -> Callable[[Problem, Fix, str, str], bool]:
    """Asks about each fix, until somebody says `a`: all the others that are certain."""
    rest = False

    def choose(problem: Problem, fix: Fix, before: str, after: str) -> bool:
        nonlocal rest
        if rest:
            return fix.sure
        print(f"{problem.where}: {problem.severity}[{problem.code}]: {problem.message}")
        for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0):
            if line.startswith(("-", "+")) and not line.startswith(("---", "+++")):
                print("  " + (style.red(line) if line[0] == "-" else style.green(line)))
        try:
            answer = input("make this change? y, n, or a for all that are certain: ").strip().lower()
        except EOFError:
            answer = "n"
        rest = answer == "a"
        return answer in ("y", "yes") or (rest and fix.sure)

    return choose


def _told(problem: Problem, fix: Fix) -> str:
    places = {edit.where.line for edit in fix.edits} - {problem.where.line if problem.where else 0}
    also = f" (and in line {', '.join(map(str, sorted(places)))})" if places else ""
    return f"{problem.message}{also}"


def _as_data(problem: Problem, fix: Fix) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, **fix.to_dict()}
