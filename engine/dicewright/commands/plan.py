"""The plan of exact odds, as two commands print it."""

from __future__ import annotations

import sys
from argparse import Namespace

from ..play.check import BoundCheck
from ..play.plan import Plan
from ..play.whole import Whole
from ..show.odds import headed
from ..show.plan import plan_text
from ..show.style import style_of
from .asking import asked_for, unplayed
from .output import FINE, print_json, tell


def planned(args: Namespace) -> int:
    system, bound = asked_for(args)
    plan: Plan | Whole
    style = style_of(sys.stdout)
    if isinstance(bound, BoundCheck):
        head, plan = bound.setting.head, bound.plan(args.play, args.goal, printed(bound, args))
    else:
        head, plan = bound.head, unplayed(bound, args).plan()
    if args.json:
        print_json(plan.to_dict())
    else:
        tell(plan_text(headed(system.rules, head, style), plan, style))
    return FINE


def printed(bound: BoundCheck, args: Namespace) -> list[str] | None:
    """What the odds are printed for besides the outcomes, if it is not everything."""
    asked = [*args.probability, *args.mean]
    return [*asked, *(outcome.name for outcome in bound.setting.check.outcomes)] if asked else None
