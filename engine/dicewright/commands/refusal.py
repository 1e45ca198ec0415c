"""What is printed when a command cannot do what it was asked."""

from __future__ import annotations

import sys
import traceback
from argparse import Namespace

from ..errors import DicewrightError
from ..library import texts
from ..show.problems import report
from ..show.style import style_of
from .output import FINDINGS, OUR_FAULT, WRONG_USE, print_json


def refuse(error: DicewrightError, args: Namespace) -> int:
    if getattr(args, "json", False):
        print_json({"problems": [problem.to_dict() for problem in error.problems]})
        return WRONG_USE
    print(report(error.problems, texts(error.problems), style_of(sys.stderr)), file=sys.stderr)
    return FINDINGS if any(problem.where for problem in error.problems) else WRONG_USE


def own_fault() -> int:
    """What is said where dicewright itself went wrong: everything that helps to find out why."""
    traceback.print_exc()
    print("this is a mistake of dicewright itself; please report it with the lines above", file=sys.stderr)
    return OUR_FAULT
