"""`dicewright test`: the tests that stand in system files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import Problem
from ..library import contents, examine
from ..play.verify import Verdict, verify
from ..show.problems import SHOWN, report
from ..show.style import Style, style_of
from . import proof
from .output import FINDINGS, FINE, print_json
from .paths import found, paths
from .refusal import texts


def arguments(made: ArgumentParser) -> None:
    paths(made)
    proof.arguments(made)


def run(args: Namespace) -> int:
    if (other := proof.wanted(args)) is not None:
        return other(args)
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    passed = failed = 0
    for path in found(args):
        rules, problems = examine(contents(path), str(path), path.parent)
        verdicts = list(verify(rules)) if rules else []
        good = sum(not verdict.problems for verdict in verdicts)
        amiss = [*problems, *(problem for verdict in verdicts for problem in verdict.problems)]
        if rules and not verdicts:
            amiss = [Problem("no-tests", f"{path}: this system has no tests, so nothing shows that it is right")]
        passed += good
        failed += max(len(verdicts) - good, any(problem.is_error for problem in amiss))
        told.append(_tested(path, problems, verdicts))
        if not args.json:
            _print_tested(path, good, amiss, style, args.all)
    if args.json:
        print_json(told)
    else:
        print(f"{passed} passed, {failed} failed")
    return FINDINGS if failed else FINE


def _tested(path: Path, problems: Sequence[Problem], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        "file": str(path),
        "problems": [problem.to_dict() for problem in problems],
        "tests": [
            {
                "name": verdict.case.name,
                "line": verdict.case.span.line,
                "passed": not verdict.problems,
                "problems": [problem.to_dict() for problem in verdict.problems],
            }
            for verdict in verdicts
        ],
    }


def _print_tested(path: Path, good: int, amiss: Sequence[Problem], style: Style, every: bool) -> None:
    if amiss:
        print(f"{path}: {good} passed, {style.red(f'{len(amiss)} problems' if len(amiss) > 1 else '1 problem')}")
        print(report(amiss, texts(amiss), style, None if every else SHOWN))
    else:
        print(f"{path}: {style.green(f'{good} passed')}")
