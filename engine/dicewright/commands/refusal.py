"""What is printed when a command cannot do what it was asked."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from ..errors import DicewrightError, Problem
from ..library import text_of
from ..show.problems import report
from ..show.style import style_of
from .output import FINDINGS, WRONG_USE, print_json


def refuse(error: DicewrightError, args: Namespace) -> int:
    if getattr(args, "json", False):
        print_json({"problems": [problem.to_dict() for problem in error.problems]})
        return WRONG_USE
    print(report(error.problems, texts(error.problems), style_of(sys.stderr)), file=sys.stderr)
    return FINDINGS if any(problem.where for problem in error.problems) else WRONG_USE


def texts(problems: Sequence[Problem]) -> dict[str, str]:
    """The files that the problems are in, as far as they can be read."""
    spans = [span for each in problems for span in (each.where, each.also and each.also[1]) if span]
    texts = {span.file: text_of(span.file) for span in spans}
    return {file: text for file, text in texts.items() if text is not None}
