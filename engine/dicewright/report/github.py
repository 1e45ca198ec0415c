"""For GitHub Actions: the text in the log, a few annotations on the changed files, and a table in the job's summary.

A line of the log that reads like a workflow command is one to the runner, wherever its text comes from. So what files
say is told while commands are switched off, and they are switched on again by a word that no file can hold: the digest
of all that is told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from ..errors import Problem, Span
from ..show.harmless import visible
from .markdown import cell, table
from .run import Run, counted

MOST = 10  # what GitHub shows of one step
ROWS = 100


def written(run: Run) -> str:
    """The log: everything in a group, then the worst of it as annotations."""
    again = hashlib.sha256(run.text.encode("utf-8", "replace")).hexdigest()
    lines = [
        f"::group::{_data(f'dicewright {run.command}: {_sum(run)}')}",
        f"::stop-commands::{again}",
        run.text,
        f"::{again}::",
        "::endgroup::",
        *_annotations(run),
    ]
    return "\n".join(lines)


def summary(run: Run) -> str:
    """A table of the problems, in Markdown."""
    found = _worst_first(run)
    head = f"### dicewright {run.command}: {_sum(run)}\n"
    if not found:
        return head
    rows = [
        [problem.severity, cell(f"{run.named(where.file)}:{where.line}"), problem.code, cell(problem.message)]
        for problem, where in found[:ROWS]
    ]
    more = f"\nand {len(found) - ROWS} more in the log\n" if len(found) > ROWS else ""
    return f"{head}\n{table(['', 'place', 'code', 'what is wrong'], rows)}{more}"


def _sum(run: Run) -> str:
    said = [counted(len(run.files), "file")]
    if any(file.verdicts is not None for file in run.files):
        said.append(f"{sum(file.passed for file in run.files)} passed")
        said.append(f"{sum(file.failed for file in run.files)} failed")
    for severity in ("error", "warning"):
        if number := sum(problem.severity == severity for problem, _ in run.findings()):
            said.append(counted(number, severity))
    return ", ".join(said)


def _worst_first(run: Run) -> list[tuple[Problem, Span]]:
    return sorted(run.findings(), key=lambda finding: not finding[0].is_error)


def _annotations(run: Run) -> Iterator[str]:
    found = _worst_first(run)
    shown = found if len(found) <= MOST else found[: MOST - 1]
    for problem, where in shown:
        given = {
            "file": run.named(where.file),
            "line": where.line,
            "col": where.column,
            "endColumn": where.column + where.width,
            "title": problem.code,
        }
        keys = ",".join(f"{key}={_value(str(value))}" for key, value in given.items())
        kind = "error" if problem.is_error else "warning"
        yield f"::{kind} {keys}::{_data(chr(10).join((problem.message, *problem.notes)))}"
    if rest := found[len(shown) :]:
        kind = "error" if rest[0][0].is_error else "warning"
        yield f"::{kind} title=dicewright::and {len(rest)} more; the log has them all"


def _data(text: str) -> str:
    """Text behind the second `::` of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    """Text of one key of a command."""
    return visible(_data(text)).replace(":", "%3A").replace(",", "%2C")
