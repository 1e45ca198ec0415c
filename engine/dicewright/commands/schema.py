"""`dicewright schema`: the schema of system files for editors, printed or put beside them."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import fail
from ..folders import folder
from .output import FINE, print_json

HOME = Path(".dicewright") / "system.schema.json"
MODELINE = f"# yaml-language-server: $schema={HOME.as_posix()}"


def arguments(made: ArgumentParser) -> None:
    made.add_argument(
        "--install",
        nargs="?",
        const=".",
        metavar="FOLDER",
        help="put it into FOLDER (here, if none is named), where an editor finds it without the network",
    )


def run(args: Namespace) -> int:
    if args.install is None:
        sys.stdout.write(_text())
        return FINE
    place = Path(args.install)
    news = install(place)
    if args.json:
        print_json({"file": str(place / HOME), "modeline": MODELINE, "written": news})
    else:
        print(f"{'wrote' if news else 'up to date:'} {place / HOME}")
        print(f"Let each system file in {place.resolve().name or place} begin with this line:\n\n  {MODELINE}\n")
        print("In a folder below, write ../ before .dicewright, once for each level.")
    return FINE


def install(place: Path) -> bool:
    """Put the schema into a folder, in the place of an older one. Gives whether anything was to do."""
    if not os.path.isdir(place):
        raise fail("usage", f"there is no folder `{place}`", None, "make it first, or name another")
    file, text = place / HOME, _text()
    if file.is_symlink() or file.parent.is_symlink():
        raise fail("usage", f"`{file}` is a link that leads elsewhere", None, "take the link away first")
    try:
        if file.is_file() and file.read_text(encoding="utf-8", errors="replace") == text:
            return False
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail("usage", f"`{file}` cannot be written: {error.strerror}") from None
    return True


def _text() -> str:
    return (folder("schemas") / HOME.name).read_text(encoding="utf-8")
