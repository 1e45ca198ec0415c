"""What the examples of problem codes stand for: whole files, and what is done with them."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dicewright
from dicewright.cli import main
from dicewright.errors import DicewrightError
from dicewright.library import examine, loads

FILE = "game.system.yaml"
HEAD = {
    "format": "format: 1",
    "id": "id: game",
    "name": "name: A game",
    "dice": "dice: {d6: {sides: 6}}",
}
OF_A_CHECK = ("inputs", "let", "steps", "results", "outcomes", "aim")
STEPS = "steps: [{do: add, die: d6, count: 2}, {do: roll}]"
DOING = ("$ ", ">>> ")


def parts(example: str) -> tuple[str, list[str]]:
    """The lines of a file in an example, and what is done with that file."""
    lines = example.splitlines()
    doing = [line for line in lines if line.startswith(DOING)]
    return "".join(f"{line}\n" for line in lines if line not in doing), doing


def whole(fragment: str) -> str:
    """The file that a few lines stand for: steps of a check, keys of a check, or keys of the file."""
    first = re.match(r"\s*(- |[\w-]+)", fragment)
    if first and first[1] == "- ":
        add = "" if "do: add" in fragment else "- {do: add, die: d6, count: 2}\n"
        fragment = "steps:\n" + _indented(add + fragment)
    if fragment.startswith(tuple(f"{key}:" for key in OF_A_CHECK)):
        steps = "" if re.search("(?m)^steps:", fragment) else f"{STEPS}\n"
        fragment = "checks:\n  test:\n" + _indented(_indented(steps + fragment))
    said = set(re.findall(r"(?m)^([\w-]+):", fragment))
    head = "".join(f"{line}\n" for key, line in HEAD.items() if key not in said)
    checks = "" if said & {"checks", "extends"} else f"checks: {{test: {{{STEPS}, results: {{sum: total}}}}}}\n"
    return head + checks + fragment


def _indented(lines: str) -> str:
    return re.sub("(?m)^(?=.)", "  ", lines)


def told(example: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Code and sentence of every problem that an example brings about."""
    fragment, doing = parts(example)
    text = whole(fragment)
    if not doing:
        yield from ((problem.code, problem.message) for problem in examine(text, FILE)[1])
        return
    (folder / FILE).write_text(text, encoding="utf-8")
    for line in doing:
        yield from (_command(line[2:], folder) if line.startswith("$ ") else ())
    if python := "\n".join(line[4:] for line in doing if line.startswith(">>> ")):
        try:
            exec(python, {"game": loads(text), "dicewright": dicewright, "random": random})
        except DicewrightError as error:
            yield from ((problem.code, problem.message) for problem in error.problems)


def _command(line: str, folder: Path) -> Iterator[tuple[str, str]]:
    said, here = io.StringIO(), Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            main(shlex.split(line)[1:])
    finally:
        os.chdir(here)
    yield from re.findall(r"(?m)^(?:\S+: )?(?:error|warning)\[([a-z0-9-]+)\]: (.*)$", said.getvalue())


def template(says: str) -> Any:
    """What a sentence has to look like."""
    return re.compile(re.sub(r"\\\{[^{}]*\\\}", ".+", re.escape(says)))
