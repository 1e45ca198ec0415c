"""`dicewright odds`: the exact odds of a check, a contest or a sequence."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..play.check import BoundCheck
from ..show.odds import odds_text
from ..show.style import style_of
from .asking import asked_for, asking, numbers, playing, unplayed
from .output import FINE, print_json
from .plan import planned, printed


def arguments(made: ArgumentParser) -> None:
    asking(made)
    playing(made)
    numbers(made)
    made.add_argument("--cost", action="store_true", help="say how they would be found, and how many states that takes")


def run(args: Namespace) -> int:
    if args.cost:
        return planned(args)
    system, bound = asked_for(args)
    if isinstance(bound, BoundCheck):
        law = bound.odds(args.play, args.goal, None if args.json else printed(bound, args))
    else:
        law = unplayed(bound, args).odds()
    if args.json:
        print_json(law.to_dict(tuple(args.probability), tuple(args.mean)))
    else:
        print(odds_text(system.rules, law, style_of(sys.stdout), args.exact, args.probability, args.mean))
    return FINE
