"""Mending a system file: the fixes that its problems carry, each made only if it makes the file better."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import Fix, Problem, fail
from .library import contents, examine
from .ops.state import Limits
from .source.edit import edited

# Behind these the reader sees more of the file, and so more problems.
_HIDING = frozenset({"not-yaml", "expression"})
_MOST = 200  # fixes tried in one run
_READ = 1 << 22  # letters, about, that are read for it; what is left then is mended in the next run

Choose = Callable[[Problem, Fix, str, str], bool]


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text as it is mended, what was mended in it, and what is left."""

    text: str
    made: tuple[tuple[Problem, Fix], ...]
    left: tuple[Problem, ...]


def repaired(text: str, file: str, beside: Path | None, choose: Choose, limits: Limits = Limits()) -> Repaired:
    """Make the fixes that are chosen, one after the other; each only if its problem is gone and no other came."""

    def examined(text: str) -> tuple[Problem, ...]:
        return tuple(examine(text, file, beside, None, limits)[1])

    problems = examined(text)
    made: list[tuple[Problem, Fix]] = []
    tried: set[object] = set()
    for _ in range(min(_MOST, 1 + _READ // (len(text) + 1))):
        found = next((each for each in _offered(problems, file) if _named(*each) not in tried), None)
        if found is None:
            break
        problem, fix = found
        tried.add(_named(problem, fix))
        new = edited(text, fix.edits)
        after = examined(new) if new is not None else problems
        if new is not None and _better(problem, problems, after) and choose(problem, fix, text, new):
            text, problems = new, after
            made.append((problem, fix))
    return Repaired(text, tuple(made), problems)


def certain(problem: Problem, fix: Fix, before: str, after: str) -> bool:
    """Chooses what nobody needs to be asked about."""
    return fix.sure


def _offered(problems: Sequence[Problem], file: str) -> list[tuple[Problem, Fix]]:
    fixes = [(problem, fix) for problem in problems for fix in problem.fixes]
    return [(problem, fix) for problem, fix in fixes if all(edit.where.file == file for edit in fix.edits)]


def _named(problem: Problem, fix: Fix) -> object:
    """What makes a fix the same one after others have been made."""
    return problem.code, problem.message, tuple((edit.where.line, edit.text) for edit in fix.edits)


def _better(problem: Problem, before: Sequence[Problem], after: Sequence[Problem]) -> bool:
    was, now = (Counter((each.code, each.message) for each in problems) for problems in (before, after))
    this = problem.code, problem.message
    new = {code for code, _ in now - was}
    return now[this] < was[this] and not (new & _HIDING if problem.code in _HIDING else new)


def mend(path: Path, choose: Choose = certain, limits: Limits = Limits()) -> Repaired | None:
    """Mend a file where it lies; None where it cannot be read as text. It is written only if something changes.

    It is replaced in one step, and not at all if it has changed in the meantime.
    """
    data = contents(path, limits.size)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    done = repaired(text, str(path), path.parent, choose, limits)
    if done.text != text:
        rewritten(path, data, done.text.encode("utf-8"))
    return done


def rewritten(path: Path, before: bytes, after: bytes) -> None:
    """Replace a file in one step; refused where it has changed in the meantime, or cannot be written."""
    place = path.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(after)
            shutil.copymode(place, name)
            if contents(path, len(before)) != before:
                raise fail("not-written", f"`{path}` has changed in the meantime, so it is left as it is")
            os.replace(name, place)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise fail("not-written", f"the file `{path}` cannot be written: {error.strerror}") from None
