"""The plan of exact odds, as two commands print it."""

from __future__ import annotations

import sys
from argparse import Namespace

from ..errors import fail
from ..play.check import BoundCheck
from ..show.plan import plan_text
from ..show.roll import heading
from ..show.style import style_of
from .asking import asked_for
from .output import FINE, print_json


def planned(args: Namespace) -> int:
    system, bound = asked_for(args)
    if not isinstance(bound, BoundCheck):
        raise fail("usage", "only a check has a plan; a contest or a sequence is put together from checks")
    plan = bound.plan(args.play, args.goal, printed(bound, args))
    if args.json:
        print_json(plan.to_dict())
        return FINE
    style, setting = style_of(sys.stdout), bound.setting
    effects = [effect.text for effect in setting.effects]
    title = heading(system.rules, setting.name, setting.shown_inputs(), setting.properties, effects, style)
    print(plan_text(title, plan, style))
    return FINE


def printed(bound: BoundCheck, args: Namespace) -> list[str] | None:
    """What the odds are printed for besides the outcomes, if it is not everything."""
    asked = [*args.probability, *args.mean]
    return [*asked, *(outcome.name for outcome in bound.setting.check.outcomes)] if asked else None
