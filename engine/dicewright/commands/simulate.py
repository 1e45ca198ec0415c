"""`dicewright simulate`: many rolls, and what they tell of the odds."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial

from ..play.check import BoundCheck
from ..play.sample import Sample
from ..show.sample import sample_text
from ..show.style import style_of
from .asking import asked_for, asking, numbers, playing, unplayed
from .output import FINE, print_json
from .work import progress, workers


def arguments(made: ArgumentParser) -> None:
    asking(made)
    playing(made)
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processors work on it")
    made.add_argument("--runs", type=int, default=100_000, metavar="N", help="how many rolls (100,000)")
    made.add_argument("--seed", type=int, metavar="N", help="make the rolls repeatable")
    made.add_argument(
        "--each-die", action="store_true", help="throw every die, without the exact tables of the odds; slower"
    )
    numbers(made, exact=False)


def run(args: Namespace) -> int:
    system, bound = asked_for(args)
    rolls: Callable[..., Sample]
    if isinstance(bound, BoundCheck):
        rolls = partial(bound.simulate, play=args.play, goals=args.goal)
    else:
        rolls = unplayed(bound, args).simulate
    with workers(args.jobs) as executor, progress("rolls") as told:
        sample = rolls(args.runs, args.seed, each_die=args.each_die, executor=executor, progress=told)
    if args.json:
        print_json(sample.to_dict(tuple(args.probability), tuple(args.mean)))
    else:
        print(sample_text(system.rules, sample, style_of(sys.stdout), args.probability, args.mean))
    return FINE
