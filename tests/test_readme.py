"""Every block of the README and of the pages beside it is run: the systems shown, the commands, the Python."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import pages
from dicewright.cli import main

PAGES = ("README.md", "docs/language.md", "docs/embedding.md")
BLOCKS = [block for page in PAGES for block in pages.blocks(page)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every system file that the pages show."""
    for kind, text in BLOCKS:
        if kind == "yaml" and (name := re.match(r"# (\S+\.yaml)\n", text)):
            (tmp_path / name[1]).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[tuple[str, str]]:
    found = []
    for kind, text in BLOCKS:
        if kind == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), commands(), ids=[c for c, _ in commands()])
def test_commands_print_what_the_page_says(
    command: str, output: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(command)
    assert words[0] == "dicewright"
    main(words[1:])
    printed = capsys.readouterr()
    assert (printed.out + printed.err).rstrip("\n") == output.rstrip("\n")


@pytest.mark.parametrize("page", PAGES)
def test_python_gives_what_the_page_says(page: str, folder: Path) -> None:
    """The Python of a page is one session."""
    text = "\n".join(text for kind, text in pages.blocks(page) if kind == "python")
    example = doctest.DocTestParser().get_doctest(text, {}, "page", "page.md", 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("text", [text for kind, text in BLOCKS if kind == "yaml" and not text.startswith("# ")])
def test_fragments_stand_in_a_file(text: str, folder: Path) -> None:
    """A fragment is steps or parts of a system: put into a small file, it is fine."""
    from dicewright.library import examine

    whole = pages.whole(text, "format: 1\nid: readme\nname: Readme")
    _, problems = examine(whole, "readme.system.yaml")
    assert not problems, [str(p) for p in problems]


def test_the_pages_have_something_to_run() -> None:
    assert len(commands()) >= 4
    for page in PAGES[:2]:
        assert {kind for kind, _ in pages.blocks(page)} >= {"yaml", "console", "python"}


def test_links_lead_somewhere() -> None:
    for page in [*pages.ROOT.glob("*.md"), *(pages.ROOT / "docs").glob("*.md")]:
        prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page.name}: {target}"
