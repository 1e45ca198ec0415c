"""The page that lists the shipped systems with what is tested of each. `python -m tests.overview` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from dicewright.folders import shipped
from dicewright.library import load
from dicewright.source.read import read

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "coverage.md"
GOLDEN = ROOT / "tests" / "golden" / "counts.json"
COMMAND = "python -m tests.overview"

known = cache(load)

HEAD = f"""# What is covered

The systems that come with dicewright: what each rolls, how many tests its file carries, and how many of them say where
their numbers are from. Golden cases are rolls that others have published with their faces and their result, played by
our file: passed / those that speak of the rules. Lines are those of the whole file with its tests, and a system that
builds on another says only what differs. Written by `{COMMAND}`.

| Game | Mechanic | Tests | With a source | Golden cases | Lines | Builds on |
| --- | --- | --: | --: | --: | --: | --- |
"""


@dataclass(frozen=True)
class Row:
    """What the page says of a system."""

    id: str
    name: str
    summary: str
    tests: int
    sourced: int
    golden: str
    lines: int
    base: str

    def told(self) -> str:
        base = f"[{self.base}](../systems/{self.base}.system.yaml)" if self.base else ""
        cells = (
            f"[{self.name}](../systems/{self.id}.system.yaml)",
            self.summary.replace("|", "\\|"),
            self.tests,
            self.sourced,
            self.golden,
            self.lines,
            base,
        )
        return f"| {' | '.join(map(str, cells))} |\n"


def golden() -> Mapping[str, str]:
    """Golden cases passed and in scope, by system: as they were counted where the cases lie.

    The file holds {"genesys": {"passed": 7, "in scope": 9}, ...}.
    """
    if not GOLDEN.is_file():
        return {}
    counts = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return {name: f"{count['passed']} / {count['in scope']}" for name, count in counts.items()}


def rows() -> Iterator[Row]:
    counted = golden()
    for name, path in shipped().items():
        text = path.read_text(encoding="utf-8")
        rules = known(name).rules
        base = read(text, path.name).value.get("extends")
        yield Row(
            name,
            rules.name,
            rules.summary,
            len(rules.tests),
            sum("source" in case.given for case in rules.tests),
            counted.get(name, ""),
            len(text.splitlines()),
            base.value if base else "",
        )


def page() -> str:
    """The page as it has to be."""
    listed = sorted(rows(), key=lambda row: row.name.lower())
    tests, sourced = sum(row.tests for row in listed), sum(row.sourced for row in listed)
    told = f"\n{len(listed)} systems with {tests} tests, {sourced} of them with a source."
    told += f" The median file has {median(row.lines for row in listed):g} lines"
    if extending := [row.lines for row in listed if row.base]:
        told += f"; one that builds on another has {median(extending):g} (there are {len(extending)})"
    return HEAD + "".join(row.told() for row in listed) + told + ".\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
