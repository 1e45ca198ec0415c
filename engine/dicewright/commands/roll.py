"""`dicewright roll`: one roll, with its story."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from random import Random

from ..play.check import BoundCheck
from ..play.faces import parsed
from ..show.style import style_of
from ..show.tell import rolled
from .asking import asked_for, asking, playing, unplayed
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    asking(made)
    playing(made)
    made.add_argument("--seed", type=int, metavar="N", help="make the roll repeatable")
    made.add_argument("--faces", metavar="TEXT", help='say what comes up: "d20: 6, 3; luck: hit+star"')


def run(args: Namespace) -> int:
    system, bound = asked_for(args)
    faces = None if args.faces is None else parsed(args.faces)
    rng = None if args.seed is None else Random(args.seed)
    outcome = (
        bound.roll(rng, faces, args.play, args.goal)
        if isinstance(bound, BoundCheck)
        else unplayed(bound, args).roll(rng, faces)
    )
    if args.json:
        print_json(outcome.to_dict())
    else:
        tell(rolled(system.rules, outcome, style_of(sys.stdout)))
    return FINE
