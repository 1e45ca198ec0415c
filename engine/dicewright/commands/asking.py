"""What the words of a command line ask for: a system, a check of it, inputs and what a player brings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..errors import fail
from ..library import load
from ..play.check import BoundCheck, System
from ..proven import usual
from .limiting import limiting, limits

if TYPE_CHECKING:
    from ..play.contest import BoundContest
    from ..play.sequence import BoundSequence

SYSTEM = "SYSTEM", "the name of a shipped system, or a file"


def asking(made: ArgumentParser, saved: bool = False, first: tuple[str, str] = SYSTEM) -> None:
    """What can be written about a roll that is asked for; a saved one names its system itself.

    `first` is the name and the meaning of the first word, where it may be something else than a system.
    """
    word, text = first
    made.add_argument("system", metavar=word, nargs="?" if saved else None, help=text)
    made.add_argument("check", metavar="CHECK", nargs="?", help="the check to roll; not needed where there is only one")
    made.add_argument("inputs", metavar="INPUT=VALUE", nargs="*", help="inputs of the check")
    words = {
        "property": "a property that the roll has",
        "upgrade": "a property to move up its ladder",
        "downgrade": "a property to move down its ladder",
    }
    for option, text in words.items():
        made.add_argument(
            f"--{option}", action="append", default=[], metavar="NAME", help=f"{text}; may be given several times"
        )
    made.add_argument(
        "--effect",
        action="append",
        default=[],
        metavar="NAME|JSON",
        help="what a player brings to the roll: an effect of the file, or a step written out; several times",
    )
    made.add_argument("--no-cache", action="store_true", help="keep no note that the file has been found good")
    limiting(made)
    made.add_argument(
        "--goal", action="append", default=[], metavar="GOAL", help='best play for this: "chance success", "most x"'
    )


def playing(made: ArgumentParser) -> None:
    """Who decides where a player has to."""
    made.add_argument(
        "--play",
        choices=("file", "first", "random", "best"),
        help="how a player decides: as the file says (unless told otherwise), the first option, any, or the best",
    )


def numbers(made: ArgumentParser, exact: bool = True) -> None:
    """The numbers that are asked of a law."""
    made.add_argument("--probability", action="append", default=[], metavar="EXPR", help="P of a condition")
    made.add_argument("--mean", action="append", default=[], metavar="EXPR", help="the mean of a result")
    if exact:
        made.add_argument("--exact", action="store_true", help="print fractions")


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
        from ..play.sequence import BoundSequence

        what = "sequence" if isinstance(bound, BoundSequence) else "contest"
        raise fail("usage", f"--play and --goal are for a check; a {what} decides as its file says")
    return bound
