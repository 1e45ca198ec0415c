"""`dicewright play`: a check whose decisions are asked at the prompt, and that can be kept and gone on with."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random
from typing import Any

from ..errors import fail
from ..folders import shipped
from ..library import contents, load
from ..play.check import BoundCheck, System
from ..play.decision import Option, Suspended
from ..play.outcome import Outcome
from ..show.harmless import visible
from ..show.play import prompted
from ..show.style import style_of
from .asking import asked_for, asking
from .limiting import limits
from .output import FINE, WRONG_USE, print_json, tell, write

SAVED = 1 << 24  # as many bytes a saved check has at most


def arguments(made: ArgumentParser) -> None:
    asking(made, saved=True)
    made.add_argument("--seed", type=int, metavar="N", help="make the dice repeatable")
    made.add_argument(
        "--resume", metavar="FILE", help="go on with a check that was saved or printed as JSON; - reads it"
    )
    made.add_argument("--save", metavar="FILE", help="write the check there when you stop before its end")
    made.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="ANSWER",
        help="answer without asking: the number of an option, its name, or places of dice as [0, 2]; several times",
    )


def run(args: Namespace) -> int:
    rng = None if args.seed is None else Random(args.seed)
    if args.resume is None:
        if args.system is None:
            raise fail("usage", "say which system to play, or go on with a check: --resume FILE")
        system, bound = asked_for(args)
        if not isinstance(bound, BoundCheck):
            raise fail("usage", "only a check can be played; a sequence decides as its file says")
        now = bound.play(rng)
    else:
        system, now = _resumed(args)
        if rng is not None:  # the dice that have fallen came first
            for _ in now.drawn:
                rng.random()
    for text in args.answer:
        if not isinstance(now, Suspended):
            raise fail("usage", f"nothing is left to decide, so `{text}` answers nothing")
        now = now.answer(_answer(text), rng)
    if args.json:
        print_json(now.to_dict())
        return FINE

    def go_on(suspended: Suspended, option: Option) -> Suspended | Outcome:
        return suspended.answer(option, rng)

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    now = prompted(system.rules, now, go_on, input, tell, style_of(sys.stdout), args.goal)
    if not isinstance(now, Suspended):
        return FINE
    if args.save is None:
        hint = "stopped before the end; with --save FILE it is kept, to go on with --resume FILE"
    else:
        write(args.save, json.dumps(now.to_dict(), ensure_ascii=False))
        shipped_one = "" if args.system is None else f" {args.system}"
        hint = f"stopped before the end; go on with: dicewright play{shipped_one} --resume {args.save}"
    tell(visible(hint), file=sys.stderr)
    return WRONG_USE


def _resumed(args: Namespace) -> tuple[System, Suspended]:
    """The check that was saved; its system is the one that is named, or the shipped one that it names itself."""
    if args.check is not None or args.inputs or args.property or args.upgrade or args.downgrade or args.effect:
        raise fail("usage", "a saved check has its inputs; give no others with --resume")
    try:
        saved = sys.stdin.read(SAVED) if args.resume == "-" else contents(Path(args.resume), SAVED).decode("utf-8")
        data = json.loads(saved)
        name = data["system"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise fail("not-suspended", f"{args.resume} is not the data of a suspended check") from None
    if args.system is None and name not in list(shipped()):  # what was saved may name no file to be opened
        raise fail(
            "unknown-system", f"no system `{name}` comes with dicewright", None, "name the file of the saved check"
        )
    system = load(name if args.system is None else args.system, limits(args))
    return system, system.resume(data)


def _answer(text: str) -> Any:
    """An answer as scripts write it: places of dice as JSON; anything else as it stands."""
    if not text.lstrip().startswith("["):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
