"""Finding and loading systems: by name, by path, or from text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from .build.link import link
from .errors import DicewrightError, Problem, did_you_mean, fail
from .folders import SUFFIX, folder, shipped
from .model.rules import Rules
from .ops.state import Limits
from .play.check import System
from .source.read import by_place, read
from .source.validate import validate


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a system file."""
    loaded: dict[str, Any] = json.loads((folder("schemas") / "system.schema.json").read_text(encoding="utf-8"))
    return loaded


def locate(system: str | Path) -> Path:
    """The file of a system: a path, or the name of a shipped one."""
    path = Path(system)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        if not path.is_file():
            raise fail("no-file", f"there is no file `{path}`")
        return path
    known = shipped()
    if str(system) in known:
        return known[str(system)]
    near = did_you_mean(str(system), known)
    raise fail(
        "unknown-system", f"there is no system `{system}`{near}", None, "dicewright list shows those that come with it"
    )


def examine(text: str | bytes, file: str) -> tuple[Rules | None, tuple[Problem, ...]]:
    """The rules that a text says, or every problem in it, in the order of their places."""
    try:
        node = read(text, file)
    except DicewrightError as error:
        return None, error.problems
    shape = validate(node, schema())
    data = text.encode() if isinstance(text, str) else text
    rules, names = link(node, file, hashlib.sha256(data).hexdigest())
    taken = {by_place(problem) for problem in shape}
    linked = [problem for problem in names if by_place(problem) not in taken]
    if found := sorted((*shape, *linked), key=by_place):
        return None, tuple(found)
    return rules, ()


def load(system: str | Path, limits: Limits = Limits()) -> System:
    """A system, by the name of a shipped one or by its path. Raises DicewrightError with every problem in it."""
    path = locate(system)
    return _system(contents(path), path.name if str(system) in shipped() else str(path), limits)


def contents(path: Path) -> bytes:
    """What stands in a file. Raises DicewrightError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise fail("no-file", f"the file `{path}` cannot be read: {error.strerror}") from None


def loads(text: str | bytes, file: str = "system", limits: Limits = Limits()) -> System:
    """A system from its text. Raises DicewrightError with every problem in it; `file` names it in messages."""
    return _system(text, file, limits)


def _system(text: str | bytes, file: str, limits: Limits) -> System:
    rules, problems = examine(text, file)
    if rules is None:
        raise DicewrightError(problems)
    return System(rules, limits)


def files(places: Iterable[str]) -> Iterator[Path]:
    """The system files at these places, each once; folders are searched."""
    seen: set[Path] = set()
    for place in places:
        path = Path(place)
        found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [locate(place)]
        for file in found:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file
