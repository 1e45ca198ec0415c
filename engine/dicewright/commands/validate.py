"""`dicewright validate`: every problem of system files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ..errors import fail
from ..library import contents, examine
from ..report.run import Checked
from ..show.style import style_of
from .limiting import limiting, limits
from .paths import found, paths
from .telling import Telling, formats

ASK = "ask"


def arguments(made: ArgumentParser) -> None:
    paths(made, "*")
    formats(made)
    limiting(made)
    what = "make the corrections that are certain; with `ask`, show each that can be made and ask"
    made.add_argument("--fix", nargs="?", const="", metavar=ASK, help=what)
    deep = "count out what never happens, what changes no roll, and loops"
    made.add_argument("--deep", action="store_true", help=deep)


def run(args: Namespace) -> int:
    if args.fix not in (None, "", ASK):  # the path behind `--fix`
        args.paths, args.fix = [args.fix, *args.paths], ""
    if not args.paths:
        raise fail("usage", "say what to check: a file, or a folder that holds *.system.yaml files")
    telling, held = Telling(args, "validate"), limits(args)
    for path in found(args):
        done = None
        if args.fix is not None:
            from .mending import mended

            asked = style_of(sys.stdout) if args.fix == ASK and telling.printed == "text" else None
            done = mended(path, asked, held)
        if done is None:
            done = (), examine(contents(path, held.size), str(path), path.parent, None, held)[1]
        made, left = done
        more: dict[str, Any] = {}
        if args.deep and not any(problem.is_error for problem in left):
            from .proof import deepened

            counted, more = deepened(path, telling.printed == "text", held)
            left = (*left, *counted)
        telling.add(Checked(str(path), left, fixed=None if args.fix is None else tuple(made), more=more))
    return telling.end()
