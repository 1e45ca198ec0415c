"""What a command has found, told in every format that was asked for: `--format NAME`, or `--format NAME=FILE`."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from ..errors import did_you_mean, fail
from ..library import texts
from ..report.run import Checked, Run
from ..report.text import ending, told
from ..show.harmless import escaped
from ..show.style import Style, style_of
from .output import FINDINGS, FINE, tell, write

FORMATS = ("text", "json", "github", "sarif", "junit")


def formats(made: ArgumentParser, known: Sequence[str] = FORMATS) -> None:
    made.add_argument(
        "--format",
        metavar="NAME[=FILE]",
        action="append",
        default=[],
        help=f"how to tell what was found: {', '.join(known)}; with =FILE into a file; may be given several times",
    )


def asked(args: Namespace, known: Sequence[str] = FORMATS) -> tuple[str, dict[str, str]]:
    """The format that is printed, and the files that get others: by file, the format. `--json` is one way to ask."""
    printed, files = ["json"] * args.json, {}
    for text in args.format:
        name, given, file = text.partition("=")
        if name not in known:
            raise fail(
                "usage", f"there is no format `{name}`{did_you_mean(name, known)}", None, f"one of {', '.join(known)}"
            )
        if given and not file:
            raise fail("usage", f"`{text}` names no file", None, f"write --format {name}=FILE")
        if file in files:
            raise fail("usage", f"two formats go into `{file}`", None, "give each a file of its own")
        if given:
            files[file] = name
        elif name not in printed:
            printed.append(name)
    if len(printed) > 1:
        message = f"only one format can be printed, not {' and '.join(printed)}"
        raise fail("usage", message, None, f"send the others into files: --format {printed[1]}=FILE")
    shown = printed[0] if printed else "text"
    args.json = shown == "json"  # whoever refuses tells it likewise
    return shown, files


class Telling:
    """Takes file after file as they are checked. Text is printed at once, everything else at the end."""

    def __init__(self, args: Namespace, command: str) -> None:
        self.printed, self._files = asked(args)
        self._command, self._every = command, args.all
        self._checked: list[Checked] = []
        self._texts: dict[str, str] = {}

    def add(self, file: Checked) -> None:
        self._checked.append(file)
        read = texts(file.found)
        self._texts |= read
        if self.printed == "text":
            tell(told(file, read, style_of(sys.stdout), self._every))

    def end(self) -> int:
        """Tell the rest; gives the exit code."""
        if self.printed != "text":
            print(self._written(self.printed))
        elif any(file.verdicts is not None for file in self._checked):
            print(ending(self._checked))
        for file, name in self._files.items():
            write(file, self._written(name).rstrip("\n") + "\n")
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if summary and "github" in (self.printed, *self._files.values()):
            self._summarise(summary)
        return FINDINGS if any(file.is_bad for file in self._checked) else FINE

    def _run(self, every: bool) -> Run:
        parts = [told(file, self._texts, Style(), every) for file in self._checked]
        if any(file.verdicts is not None for file in self._checked):
            parts.append(ending(self._checked))
        root = Path(os.path.abspath(os.environ.get("GITHUB_WORKSPACE") or "."))
        return Run(self._command, tuple(self._checked), "\n".join(parts), root, self._texts)

    def _written(self, name: str) -> str:
        if name == "text":
            return self._run(self._every).text
        if name == "json":
            return escaped(json.dumps([file.to_dict() for file in self._checked], ensure_ascii=False, indent=2))
        writer: Callable[[Run], str] = import_module(f"..report.{name}", __package__).written
        return writer(self._run(every=True))

    def _summarise(self, file: str) -> None:
        from ..report.github import summary

        try:
            with Path(file).open("a", encoding="utf-8", errors="replace") as out:
                out.write(summary(self._run(every=True)))
        except OSError as error:
            raise fail("no-file", f"`{file}` cannot be written: {error.strerror}") from None
