"""`dicewright sheet`: the rule page of a system, as Markdown or as one HTML file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..errors import did_you_mean, fail
from ..library import load
from ..play.check import System
from ..play.spread import Spread, over_input, with_properties
from ..proven import usual
from ..show.html import html
from ..show.markdown import markdown
from ..show.page import code
from ..show.sheet import sheet
from .limiting import limiting, limits
from .output import FINE, print_json, tell
from .work import progress


def arguments(made: ArgumentParser) -> None:
    made.add_argument("system", metavar="SYSTEM", help="the name of a shipped system, or a file")
    made.add_argument("check", metavar="CHECK", nargs="?", help="only this check, contest or sequence")
    made.add_argument("--html", action="store_true", help="print HTML instead of Markdown: one file, good to print")
    limiting(made)
    made.add_argument("--no-odds", action="store_true", help="leave out the tables of odds")


def run(args: Namespace) -> int:
    system = load(args.system, limits(args), usual())
    if args.check is not None and args.check not in system:
        near = did_you_mean(args.check, tuple(system))
        raise fail("usage", f"{system.id} has no check `{args.check}`{near}", None, f"checks: {', '.join(system)}")
    names = [] if args.no_odds else [args.check] if args.check else list(system)
    odds = {}
    with progress("tables of odds") as done:
        for n, name in enumerate(names):
            if done is not None:
                done(n, len(names))
            odds[name] = _odds(system, name)
    page = sheet(system.rules, odds, args.check)
    text = html(page, f"Printed by {code(f'dicewright sheet {args.system}')}.") if args.html else markdown(page)
    if args.json:
        print_json({"system": system.id, "check": args.check, "text": text})
    else:
        tell(text, end="")
    return FINE


def _odds(system: System, name: str) -> tuple[Spread, ...]:
    more = with_properties(system, name) if name in system.rules.checks else None
    return tuple(spread for spread in (over_input(system, name), more) if spread is not None)
