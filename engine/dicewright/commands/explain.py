"""`dicewright explain`: the words of the language and the codes of problems."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..errors import fail
from ..show.explain import explain
from ..show.style import Style, style_of
from .asking import asking, numbers, playing
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    word = "the word; all of them without one. With --plan: the name of a shipped system, or a file"
    asking(made, saved=True, first=("WORD", word))
    playing(made)
    numbers(made, exact=False)
    made.add_argument("--plan", action="store_true", help="explain how the exact odds of a roll are found")


def run(args: Namespace) -> int:
    if args.plan:
        return _plan(args)
    if args.check is not None:
        raise fail("usage", f"`{args.check}` is one word too many; with --plan it is the check of a system")
    text = explain(args.system, Style() if args.json else style_of(sys.stdout))
    if args.json:
        print_json({"word": args.system, "text": text})
    else:
        tell(text)
    return FINE


def _plan(args: Namespace) -> int:
    from .plan import planned

    if args.system is None:
        raise fail("usage", "say which system and which check to explain the plan of")
    return planned(args)
