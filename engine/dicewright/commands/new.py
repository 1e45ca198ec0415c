"""`dicewright new`: a system file to begin with, out of one of the templates."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from ..errors import did_you_mean, fail
from ..folders import SUFFIX, templates
from ..library import examine
from ..model.rules import Rules
from ..ops.shapes import ID
from ..play.verify import verify
from .output import FINE, print_json
from .schema import HOME, install


def arguments(made: ArgumentParser) -> None:
    made.add_argument("name", metavar="NAME", help="the id of the new system, such as star-saga")
    kinds = ", ".join(templates())
    made.add_argument(
        "--from", dest="kind", metavar="KIND", default="pool", help=f"what it begins with: {kinds}; pool unless said"
    )


def run(args: Namespace) -> int:
    known = templates()
    name = _checked(args.name)
    if args.kind not in known:
        near = did_you_mean(args.kind, known)
        raise fail("usage", f"there is no template `{args.kind}`{near}", None, f"templates: {', '.join(known)}")
    file = Path(name + SUFFIX)
    text = filled(known[args.kind].read_text(encoding="utf-8"), name)
    if file.exists():
        note = "choose another name, or take the file away first"
        raise fail("usage", f"`{file}` is already there, and nothing is overwritten", None, note)
    schema = install(Path())
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise fail("usage", f"`{file}` cannot be written: {error.strerror}") from None
    rules, problems = examine(text, str(file))
    assert rules is not None, problems
    passed = sum(not verdict.problems for verdict in verify(rules))
    following = commands(rules, file)
    if args.json:
        print_json({"file": str(file), "schema": str(HOME), "tests": len(rules.tests), "next": list(following)})
        return FINE
    print(f"wrote {file}  ({len(text.splitlines())} lines, {passed} of {len(rules.tests)} tests passed)")
    if schema:
        print(f"wrote {HOME}  (from it, an editor completes and explains the words of the file)")
    print("\nnext:")
    width = max(map(len, following))
    for command, what in following.items():
        print(f"  {command.ljust(width)}  # {what}")
    return FINE


def _checked(name: str) -> str:
    """The name, if a system can be called so."""
    if re.fullmatch(ID, name):
        return name
    bare = name.removesuffix(SUFFIX)
    near = re.sub(r"[^a-z0-9_]+", "-", bare.lower()).strip("-_")[:64]
    note = "a name has small letters, digits, - and _, begins with a letter, and is at most 64 long"
    hint = f"; write `{near}`" if re.fullmatch(ID, near) else ""
    raise fail("usage", f"`{name}` cannot be the name of a system{hint}", None, note)


def filled(template: str, name: str) -> str:
    """A template as the file of a system of this name."""
    title = re.sub("[-_]+", " ", name).strip().title()
    return re.sub(r"^id: .*$", f"id: {name}", re.sub(r"^name: .*$", f"name: {title}", template, flags=re.M), flags=re.M)


def commands(rules: Rules, file: Path) -> Mapping[str, str]:
    """What to do next with a file, ready to paste, and what each does. The inputs are those of its first test."""
    test = rules.tests[0]
    said = [f"{name}={value}" for name, value in test.given.get("given", {}).items()]
    asked = shlex.join([str(file), test.check, *said])
    return {
        f"dicewright roll {asked}": "roll it and see every die",
        f"dicewright odds {asked}": "its exact odds",
        f"dicewright test {shlex.quote(str(file))}": "run its tests, after every change",
    }
