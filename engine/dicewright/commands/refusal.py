"""What is printed when a command cannot do what it was asked, or went wrong itself."""

from __future__ import annotations

import sys
from argparse import Namespace

from ..errors import DicewrightError
from ..library import texts
from ..show.harmless import line
from ..show.problems import report
from ..show.style import style_of
from .output import FINDINGS, OUR_BUG, WRONG_USE, print_json, tell


def refuse(error: DicewrightError, args: Namespace) -> int:
    if getattr(args, "json", False):
        print_json({"problems": [problem.to_dict() for problem in error.problems]})
        return WRONG_USE
    tell(report(error.problems, texts(error.problems), style_of(sys.stderr)), file=sys.stderr)
    return FINDINGS if any(problem.where for problem in error.problems) else WRONG_USE


def own_bug(error: Exception, variable: str) -> int:
    """Own up to a mistake of dicewright's own. Where it is is told to those who set a variable."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    tell(line(f"dicewright has a bug, which is no fault of yours: {what}"), sys.stderr)
    tell(
        f"   please report it as SECURITY.md says, with the command and the file; {variable}=1 shows where", sys.stderr
    )
    return OUR_BUG
