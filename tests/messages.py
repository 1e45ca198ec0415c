"""The page of problem codes, and what the examples in it stand for. `python -m tests.messages` writes it."""

from __future__ import annotations

import contextlib
import io
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
from dicewright.show.codes import FAMILIES, Code

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "messages.md"
COMMAND = "python -m tests.messages"
TOP = f"""# Messages

Every problem that dicewright reports carries a code in square brackets. This page says of each what its sentence looks
like, what brings it about and what to do, with an example of the mistake and one of how it is done. At the prompt
`dicewright explain CODE` tells the same.

```console
game.system.yaml:14:5: error[unknown-key]: a die has no `facse`; did you mean `faces`?
```

`dicewright validate --fix` makes the corrections that are certain, such as a misspelt key or name for which only one
word can be meant, missing quotes, a tab or `=>`, and leaves everything else in the file as it is; `--fix ask` shows
each and asks. With `--json` every problem carries its `fixes`.

An example is part of a file: what begins with a dash are steps of a check; `steps:`, `inputs:`, `let:`, `results:`,
`outcomes:` and `aim:` are keys of a check, all others are keys of the file. `$` begins a command and `>>>` a line of
Python, in which `game` is that file, loaded. Written by `{COMMAND}`.
"""
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
    names = {"dicewright": dicewright, "random": random}
    with contextlib.chdir(folder):
        for line in doing:
            yield from _command(line[2:]) if line.startswith("$ ") else _python(line[4:], names, text)


def _command(line: str) -> Iterator[tuple[str, str]]:
    command, *words = shlex.split(line)
    if command == "mkdir":
        Path(*words).mkdir()
        return
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        main(words)
    yield from re.findall(r"(?m)^(?:\S+: )?(?:error|warning)\[([a-z0-9-]+)\]: (.*)$", said.getvalue())


def _python(line: str, names: dict[str, Any], text: str) -> Iterator[tuple[str, str]]:
    if "game" in line and "game" not in names:
        names["game"] = loads(text)
    try:
        exec(line, names)
    except DicewrightError as error:
        yield from ((problem.code, problem.message) for problem in error.problems)


def template(says: str) -> Any:
    """What a sentence has to look like."""
    return re.compile(re.sub(r"\\\{[^{}]*\\\}", ".+", re.escape(says)))


def page() -> str:
    """The page as it has to be."""
    told = [TOP]
    for title, family in FAMILIES.items():
        told.append(f"\n## {title}\n")
        for code, each in sorted(family.items()):
            told.append(f"\n### {code}\n\n> {each.says}\n\n{each.means} {each.remedy}\n{_examples(each)}")
    return "".join(told)


def _examples(code: Code) -> str:
    if not code.wrong:
        return ""
    shown = ((title, _language(text), text) for title, text in (("Wrong", code.wrong), ("Right", code.right)))
    return "".join(f"\n{title}:\n\n```{language}\n{text}\n```\n" for title, language, text in shown)


def _language(example: str) -> str:
    doing = parts(example)[1]
    return "yaml" if not doing else "console" if any(line.startswith("$ ") for line in doing) else "python"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
