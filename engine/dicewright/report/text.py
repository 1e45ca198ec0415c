"""What was found, for people who read a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import Fix, Problem
from ..show.problems import SHOWN, report
from ..show.style import Style
from .run import Checked, counted


def told(file: Checked, texts: Mapping[str, str], style: Style, every: bool) -> str:
    """A file: that it is fine, or what is wrong in it. `texts` are the files that its problems stand in."""
    mended = [_mended(problem, fix, style) for problem, fix in file.fixed or ()]
    return "\n".join([*mended, _left(file, texts, style, every)])


def _left(file: Checked, texts: Mapping[str, str], style: Style, every: bool) -> str:
    found = file.found
    listed = report(found, texts, style, None if every else SHOWN) if found else ""
    if file.verdicts is None:
        return listed or f"{file.file}: {style.green('fine')}"
    passed = f"{file.passed} passed"
    if not found:
        return f"{file.file}: {style.green(passed)}"
    ink = style.red if file.is_bad else style.yellow
    return f"{file.file}: {passed}, {ink(counted(len(found), 'problem'))}\n{listed}"


def _mended(problem: Problem, fix: Fix, style: Style) -> str:
    places = {edit.where.line for edit in fix.edits} - {problem.where.line if problem.where else 0}
    also = f" (and in line {', '.join(map(str, sorted(places)))})" if places else ""
    return f"{problem.where}: {style.green(f'fixed[{problem.code}]')}: {problem.message}{also}"


def ending(files: Iterable[Checked]) -> str:
    """The last line of a run of tests."""
    tested = list(files)
    return f"{sum(file.passed for file in tested)} passed, {sum(file.failed for file in tested)} failed"
