"""The command line: what can be said, and nothing loaded before it is needed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType

from .version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

EPILOG = """examples:
  dicewright new my-game --from d20
  dicewright roll my-game.system.yaml attack skill=3 --seed 7
  dicewright odds my-game.system.yaml attack skill=3 --probability "hits >= 2"
  dicewright test my-game.system.yaml
"""
TRACEBACK = "DICEWRIGHT_TRACEBACK"
COMMANDS = {
    "new": "Begin a system: write a commented file out of a template, with tests that pass.",
    "list": "List the systems that come with dicewright.",
    "show": "Show what a system is made of: dice, properties, checks and their steps.",
    "roll": "Roll a check and tell the story of every die.",
    "odds": "Give the exact odds of a check.",
    "simulate": "Roll a check many times and estimate its odds, with error bars.",
    "sweep": "Give exact odds over ranges of inputs, such as skill=1..6 difficulty=5..20/5 or level=easy,hard.",
    "play": "Roll a check and decide at the prompt where a player decides; or stop there, and go on later.",
    "validate": "Check system files: every problem with its place and a way out.",
    "test": "Run the tests that stand in system files.",
    "sheet": "Print the rule page of a system: its dice, the order of its steps and its odds.",
    "schema": "Print the schema by which editors complete and explain system files, or put it beside them.",
    "diff": "Compare two versions of systems: what came and went, odds before and after, the smallest changed roll.",
    "explain": "Explain a step, a key, a function or a problem code of the language.",
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line without repeating what would steer a terminal."""

    def error(self, message: str) -> NoReturn:
        from .show.harmless import line

        super().error(line(message))


def module(name: str) -> ModuleType:
    """What the command does, loaded only for the one that is asked for."""
    return import_module(f".commands.{name}", __package__)


def parser(chosen: str | None = None) -> argparse.ArgumentParser:
    """What can be said, with all arguments of the chosen command; without one, what every command is for."""
    width = _columns() - 2
    top = _Parser(
        prog="dicewright",
        description="Tabletop dice from one YAML file a game: roll it, get its exact odds, check it, test it.",
        epilog=EPILOG,
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=width),
    )
    top.add_argument("--version", action="version", version=f"dicewright {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", prog=top.prog)
    for name, text in COMMANDS.items():
        if chosen in COMMANDS and name != chosen:
            continue
        plain = partial(argparse.HelpFormatter, width=width)
        made = commands.add_parser(name, help=text, description=text, formatter_class=plain)
        made.add_argument("--json", action="store_true", help="print JSON instead of text")
        if name == chosen:
            module(name).arguments(made)
    return top


def _columns() -> int:
    """How wide the terminal is. What argparse would ask loads half of the standard library."""
    try:
        return int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
    except (ValueError, OSError):
        return 80


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code. Problems are reported, never raised."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that has no ★ is told of it, and goes on
    top = parser(next((word for word in words if not word.startswith("-")), None))
    args, rest = top.parse_known_args(words)
    # inputs may stand behind options, too
    if rest and not (hasattr(args, "inputs") and all("=" in text and text[0] != "-" for text in rest)):
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    args.inputs = [*getattr(args, "inputs", ()), *rest]
    try:
        code: int = module(args.command).run(args)
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from .commands.refusal import own_bug, refuse
        from .errors import DicewrightError

        if isinstance(error, DicewrightError):
            return refuse(error, args)
        if os.environ.get(TRACEBACK):
            raise
        return own_bug(error, TRACEBACK)
