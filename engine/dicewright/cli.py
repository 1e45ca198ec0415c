"""The command line: what can be said, and nothing loaded before it is needed."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from .folders import headline, shipped
from .version import __version__

EPILOG = """examples:
  dicewright roll my-game.system.yaml attack skill=3 --seed 7
  dicewright odds my-game.system.yaml attack skill=3 --probability "hits >= 2"
  dicewright test my-game.system.yaml
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="dicewright",
        description="Tabletop dice from one YAML file a game: roll it, get its exact odds, check it, test it.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"dicewright {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, help_text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help_text, description=help_text)
        made.add_argument("--json", action="store_true", help="print JSON instead of text")
        return made

    command("list", "List the systems that come with dicewright.")
    show = command("show", "Show what a system is made of: dice, properties, checks and their steps.")
    show.add_argument("system", metavar="SYSTEM", help="the name of a shipped system, or a file")
    for name, text in (
        ("roll", "Roll a check and tell the story of every die."),
        ("odds", "Give the exact odds of a check."),
        ("simulate", "Roll a check many times and estimate its odds, with error bars."),
        ("sweep", "Give exact odds over ranges of inputs, such as skill=1..6 difficulty=5..20/5 or level=easy,hard."),
        ("play", "Roll a check and decide at the prompt where a player decides; or stop there, and go on later."),
    ):
        made = command(name, text)
        made.add_argument(
            "system",
            metavar="SYSTEM",
            nargs="?" if name == "play" else None,
            help="the name of a shipped system, or a file",
        )
        made.add_argument(
            "check", metavar="CHECK", nargs="?", help="the check to roll; not needed where there is only one"
        )
        made.add_argument("inputs", metavar="INPUT=VALUE", nargs="*", help="inputs of the check")
        for option in ("property", "upgrade", "downgrade"):
            words = {"property": "a property that the roll has", "upgrade": "a property to move up its ladder"}
            made.add_argument(
                f"--{option}",
                action="append",
                default=[],
                metavar="NAME",
                help=words.get(option, "a property to move down its ladder") + "; may be given several times",
            )
        made.add_argument(
            "--effect",
            action="append",
            default=[],
            metavar="NAME|JSON",
            help="what a player brings to the roll: an effect of the file, or a step written out; several times",
        )
        made.add_argument("--no-cache", action="store_true", help="keep no note that the file has been found good")
        made.add_argument("--limit", action="append", default=[], metavar="NAME=N", help="raise or lower a limit")
        made.add_argument(
            "--goal", action="append", default=[], metavar="GOAL", help='best play for this: "chance success", "most x"'
        )
        if name == "play":
            _playing(made)
            continue
        made.add_argument(
            "--play",
            choices=("file", "first", "random", "best"),
            help="how a player decides: as the file says (unless told otherwise), the first option, any, or the best",
        )
        if name == "roll":
            made.add_argument("--seed", type=int, metavar="N", help="make the roll repeatable")
            made.add_argument("--faces", metavar="TEXT", help='say what comes up: "d20: 6, 3; luck: hit+star"')
        else:
            if name != "odds":
                _running(made, name)
            made.add_argument("--probability", action="append", default=[], metavar="EXPR", help="P of a condition")
            made.add_argument("--mean", action="append", default=[], metavar="EXPR", help="the mean of a result")
            if name != "simulate":
                made.add_argument("--exact", action="store_true", help="print fractions")
    for name, text in (
        ("validate", "Check system files: every problem with its place and a way out."),
        ("test", "Run the tests that stand in system files."),
    ):
        made = command(name, text)
        made.add_argument("paths", metavar="PATH", nargs="+", help="files or folders (*.system.yaml)")
        made.add_argument("--all", action="store_true", help="show all problems of a file, not only the first 20")
    word = command("explain", "Explain a step, a key, a function or a problem code of the language.")
    word.add_argument("word", metavar="WORD", nargs="?", help="the word; all of them without one")
    return top


def _running(made: argparse.ArgumentParser, name: str) -> None:
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processors work on it")
    if name == "simulate":
        made.add_argument("--runs", type=int, default=100_000, metavar="N", help="how many rolls (100,000)")
        made.add_argument("--seed", type=int, metavar="N", help="make the rolls repeatable")
        made.add_argument(
            "--each-die", action="store_true", help="throw every die, without the exact tables of the odds; slower"
        )
    else:
        made.add_argument("--csv", action="store_true", help="print comma-separated values")
        made.add_argument("--svg", metavar="FILE", help="write a chart there")


def _playing(made: argparse.ArgumentParser) -> None:
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code."""
    top = parser()
    args, rest = top.parse_known_args(argv)
    # inputs may stand behind options, too
    if rest and not (hasattr(args, "inputs") and all("=" in text and text[0] != "-" for text in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    args.inputs = [*getattr(args, "inputs", ()), *rest]
    try:
        if args.command == "list":
            return _list(args.json)
        from .commands import run

        return run(args)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _list(as_json: bool) -> int:
    rows = [(name, *headline(path)) for name, path in shipped().items()]
    if as_json:
        told = [{"id": name, "name": title, "summary": summary} for name, title, summary in rows]
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return 0
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, title, summary in rows:
        print(f"{name.ljust(width)}  {title}: {summary}" if summary else f"{name.ljust(width)}  {title}")
    return 0
