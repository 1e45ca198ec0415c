"""`dicewright explain`: the words of the language and the codes of problems."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..show.explain import explain
from ..show.style import Style, style_of
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    made.add_argument("word", metavar="WORD", nargs="?", help="the word; all of them without one")


def run(args: Namespace) -> int:
    text = explain(args.word, Style() if args.json else style_of(sys.stdout))
    if args.json:
        print_json({"word": args.word, "text": text})
    else:
        tell(text)
    return FINE
