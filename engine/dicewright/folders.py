"""Where the systems and the schema lie, and what can be said of a system without reading it."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".system.yaml"


def folder(name: str) -> Path:
    """Where `systems` or `schemas` lie: inside the package once it is installed, else at the top of the checkout."""
    here = Path(__file__).resolve().parent
    for place in (here / "data" / name, here.parents[1] / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"dicewright's {name} are missing beside {here}")


def shipped() -> dict[str, Path]:
    """The systems that come with dicewright, by id."""
    return {path.name.removesuffix(SUFFIX): path for path in sorted(folder("systems").glob(f"*{SUFFIX}"))}


def templates() -> dict[str, Path]:
    """The files that a new system can begin with, by the kind of its dice."""
    here = Path(__file__).resolve().parent / "templates"
    return {path.name.removesuffix(SUFFIX): path for path in sorted(here.glob(f"*{SUFFIX}"))}


def headline(path: Path) -> tuple[str, str]:
    """Name and summary of a system, read from its first lines without parsing the file."""
    found = {"name": "", "summary": ""}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            key, colon, text = line.partition(":")
            if colon and key in found:
                found[key] = text.strip().strip("\"'")
    return found["name"], found["summary"]
