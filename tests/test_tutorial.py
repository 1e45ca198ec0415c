"""The tutorial, done from top to bottom: each block changes the file, each command prints what the page says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pages
from dicewright.cli import main
from dicewright.library import load
from dicewright.play.verify import verify

PAGE = "docs/tutorial.md"
FILE = "wreck.system.yaml"
SLIP = "# only to see what happens\n"
PARTS = re.compile(r"^(?=\w+:)", re.MULTILINE)


def changed(file: str, block: str) -> str:
    """The file with each part of a block in the place of the one that has its name, or at the end."""
    parts = {part.partition(":")[0]: part for part in PARTS.split(file)}
    parts |= {part.partition(":")[0]: part for part in PARTS.split(block) if part}
    return "".join(parts.values())


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a block, and what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def followed(page: str, run: Callable[[list[str]], str]) -> Iterator[tuple[str, str, str]]:
    """The page, done in the folder at hand: each command with what it should print and what it prints.

    What stands there only to see what happens is taken back behind its commands; a part may name a file of its own.
    """
    file, before = Path(FILE), None
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if kind == "yaml":
            if name := re.match(r"# (\S+\.system\.yaml)\n", block):
                Path(name[1]).write_text(block, encoding="utf-8")
                continue
            said = file.read_text("utf-8") if file.exists() else ""
            before = said if block.startswith(SLIP) else None
            file.write_text(changed(said, block.removeprefix(SLIP)), encoding="utf-8")
            continue
        assert kind == "console"
        for command, output in commands(block):
            yield command, output, run(shlex.split(command))
        if before is not None:
            file.write_text(before, encoding="utf-8")


def test_the_tutorial_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wreck").mkdir()
    monkeypatch.chdir(tmp_path / "wreck")

    def run(words: list[str]) -> str:
        assert words[0] == "dicewright"
        main(words[1:])
        printed = capsys.readouterr()
        return printed.out + printed.err

    done = list(followed(pages.text(PAGE), run))
    assert len(done) >= 15
    for command, said, printed in done:
        assert printed.rstrip("\n") == said.rstrip("\n"), command
    for name in (FILE, "reef.system.yaml"):
        rules = load(name).rules
        assert rules.properties
        assert rules.tests
        assert not [problem for verdict in verify(rules) for problem in verdict.problems]


def test_the_contents_name_each_section() -> None:
    page = pages.text(PAGE)
    headings = re.findall(r"^## (\d+)\. (.+)$", page, re.MULTILINE)
    linked = re.findall(r"^(\d+)\. \[(.+)\]\(#(.+)\)$", page, re.MULTILINE)
    assert [(number, text) for number, text, _ in linked] == headings
    assert all(anchor == f"{number}-{text.lower().replace(' ', '-')}" for number, text, anchor in linked)
