"""`dicewright odds`: the exact odds of a check, a contest or a sequence."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..play.check import BoundCheck
from ..show.odds import odds_text
from ..show.style import style_of
from .asking import asked_for, asking, numbers, playing, unplayed
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    asking(made)
    playing(made)
    numbers(made)


def run(args: Namespace) -> int:
    system, bound = asked_for(args)
    if isinstance(bound, BoundCheck):
        law = bound.odds(args.play, args.goal, None if args.json else _printed(bound, args))
    else:
        law = unplayed(bound, args).odds()
    if args.json:
        print_json(law.to_dict(tuple(args.probability), tuple(args.mean)))
    else:
        tell(odds_text(system.rules, law, style_of(sys.stdout), args.exact, args.probability, args.mean))
    return FINE


def _printed(bound: BoundCheck, args: Namespace) -> list[str] | None:
    """What the odds are printed for besides the outcomes, if it is not everything."""
    asked = [*args.probability, *args.mean]
    return [*asked, *(outcome.name for outcome in bound.setting.check.outcomes)] if asked else None
