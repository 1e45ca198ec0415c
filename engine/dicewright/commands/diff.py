"""`dicewright diff`: how two versions of systems differ in what they mean."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ..diff.compare import LIMITS, ROLLS, STEPS, Difference, compare
from ..diff.parts import NONE
from ..errors import DicewrightError, fail
from ..library import contents, examine
from ..model.rules import Rules
from ..ops.state import Limits
from ..report.difference import markdown, text
from ..show.style import Style, style_of
from .limiting import limiting, limits
from .output import FINDINGS, FINE, WRONG_USE, tell, write
from .refusal import refuse
from .revisions import Version, since, version
from .telling import asked, formats

FORMATS = ("text", "json", "markdown")
MOST_ROLLS = 1_000_000


def arguments(made: ArgumentParser) -> None:
    made.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="OLD and NEW: files, folders, or REVISION:PATH; with --git the files and folders as they are now",
    )
    made.add_argument("--git", metavar="REVISION", help="compare with what git holds at this revision")
    made.add_argument(
        "--rolls",
        metavar="N",
        type=int,
        default=ROLLS,
        help="how many small rolls to try (default: %(default)s)",
    )
    formats(made, FORMATS)
    limiting(made)


def run(args: Namespace) -> int:
    if not 0 <= args.rolls <= MOST_ROLLS:
        raise fail("usage", f"`--rolls {args.rolls}` is not a number from 0 to {MOST_ROLLS:,}")
    shown, files = asked(args, FORMATS)
    held = limits(args, LIMITS)
    try:
        with TemporaryDirectory(prefix="dicewright-") as scratch:
            found = list(_compared(_pairs(args, Path(scratch)), args.rolls, held))
    except DicewrightError as error:
        refuse(error, args)
        return WRONG_USE
    tell(_told(found, shown, style_of(sys.stdout)))
    for file, name in files.items():
        write(file, _told(found, name, Style()) + "\n")
    return FINDINGS if any(each.is_change for each in found) else FINE


def _told(found: list[Difference], name: str, style: Style) -> str:
    if name == "markdown":
        return markdown(found)
    if name == "text":
        return text(found, style)
    step = max((each.step for each in found), key=STEPS.index, default=NONE)
    changed = any(each.is_change for each in found)
    told = {"changed": changed, "step": step, "systems": [each.to_dict() for each in found]}
    return json.dumps(told, ensure_ascii=False, indent=2)


def _pairs(args: Namespace, scratch: Path) -> list[tuple[Version, Version]]:
    if args.git:
        return since(args.git, args.paths, scratch)
    if len(args.paths) != 2:
        note = "write dicewright diff OLD NEW, or dicewright diff --git REVISION FILE"
        raise fail("usage", f"a comparison takes two versions, not {len(args.paths)}", None, note)
    old, new = (version(path, scratch / str(n)) for n, path in enumerate(args.paths))
    return [(old, new)]


def _compared(pairs: Iterable[tuple[Version, Version]], rolls: int, held: Limits) -> Iterator[Difference]:
    for old, new in pairs:
        if old.single and new.single:
            before, after = (next(iter(side.files.values()), None) for side in (old, new))
            name = next(iter((*new.files, *old.files)))
            yield compare(name, _rules(before, held), _rules(after, held), rolls, held)
            continue
        if old.single or new.single:
            raise fail("usage", f"`{old.label}` and `{new.label}` are a file and a folder, which cannot be compared")
        names = dict.fromkeys((*old.files, *new.files))
        if not names:
            raise fail("nothing-to-check", f"no *.system.yaml under {old.label} or {new.label}")
        for name in names:
            yield compare(name, _rules(old.files.get(name), held), _rules(new.files.get(name), held), rolls, held)


def _rules(path: Path | None, held: Limits) -> Rules | None:
    if path is None:
        return None
    rules, problems = examine(contents(path, held.size), str(path), path.parent, None, held)
    if rules is None:
        raise DicewrightError(problems)
    return rules
