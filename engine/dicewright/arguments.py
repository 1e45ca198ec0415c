"""What the words of a command line ask for."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from .errors import fail
from .library import load
from .ops.state import Limits
from .play.check import BoundCheck, System
from .play.contest import BoundContest
from .play.sequence import BoundSequence
from .proven import usual


def limits(args: Namespace) -> Limits:
    given: dict[str, int] = {}
    for text in args.limit:
        name, equals, number = text.partition("=")
        if name not in Limits.__dataclass_fields__ or not equals or not number.isdigit():
            known = ", ".join(Limits.__dataclass_fields__)
            raise fail("usage", f"`--limit {text}` is not NAME=NUMBER", None, f"limits: {known}")
        given[name] = int(number)
    return Limits(**given)


def named(args: Namespace) -> tuple[System, str, dict[str, str]]:
    """The system, the name of what is rolled in it, and its inputs as they are written."""
    system = load(args.system, limits(args), None if args.no_cache else usual())
    check, given = args.check, args.inputs
    if check is not None and "=" in check:
        check, given = None, [check, *given]
    if check is None and len(system.checks) == 1:
        (check,) = system.checks
    if check is None:
        raise fail("usage", "say which check to roll", None, f"checks of {system.id}: {', '.join(system)}")
    inputs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise fail("usage", f"`{text}` is no input; write name=value")
        if name in inputs:
            raise fail("usage", f"`{name}` is given twice")
        inputs[name] = value
    return system, check, inputs


def asked_for(args: Namespace) -> tuple[System, BoundCheck | BoundContest | BoundSequence]:
    system, check, inputs = named(args)
    return system, system[check].bind(inputs, args.property, args.upgrade, args.downgrade, args.effect)


def unplayed(bound: BoundContest | BoundSequence, args: Namespace) -> BoundContest | BoundSequence:
    """What has no player to decide; refused where one is asked for."""
    if args.play or args.goal:
        what = "sequence" if isinstance(bound, BoundSequence) else "contest"
        raise fail("usage", f"--play and --goal are for a check; a {what} decides as its file says")
    return bound


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
