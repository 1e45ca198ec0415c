"""What a command found in files: the one record that every format tells."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Fix, Problem, Span

if TYPE_CHECKING:
    from ..play.verify import Verdict


@dataclass(frozen=True, slots=True)
class Checked:
    """A file, and everything that was found in it. `verdicts` is None where its tests were not to be run, `fixed`
    where nothing was to be mended. `more` is what else is known of the file, for JSON."""

    file: str
    problems: tuple[Problem, ...]
    verdicts: tuple[Verdict, ...] | None = None
    fixed: tuple[tuple[Problem, Fix], ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def found(self) -> tuple[Problem, ...]:
        """The problems of the file and of its tests."""
        return (*self.problems, *(problem for verdict in self.verdicts or () for problem in verdict.problems))

    @property
    def passed(self) -> int:
        return sum(not verdict.problems for verdict in self.verdicts or ())

    @property
    def failed(self) -> int:
        """How many tests failed; a file that could not be tested counts as one."""
        return max(len(self.verdicts or ()) - self.passed, self.is_bad)

    @property
    def is_bad(self) -> bool:
        return any(problem.is_error for problem in self.found)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"file": self.file, "problems": [problem.to_dict() for problem in self.problems]}
        if self.fixed is not None:
            told = [{"code": problem.code, "message": problem.message, **fix.to_dict()} for problem, fix in self.fixed]
            out["fixed"] = told
        if self.verdicts is not None:
            out["tests"] = [
                {
                    "name": verdict.case.name,
                    "line": verdict.case.span.line,
                    "passed": not verdict.problems,
                    "problems": [problem.to_dict() for problem in verdict.problems],
                }
                for verdict in self.verdicts
            ]
        return {**out, **self.more}


@dataclass(frozen=True)
class Run:
    """One run of a command over files.

    `text` is what people read of it, `texts` are the files that problems stand in, by name, and `root` is the folder
    that files are named from.
    """

    command: str
    files: tuple[Checked, ...]
    text: str
    root: Path
    texts: Mapping[str, str] = field(default_factory=dict)

    def findings(self) -> Iterator[tuple[Problem, Span]]:
        """Every problem once, and where; one without a place stands at the top of its file."""
        seen: set[Problem] = set()
        for file in self.files:
            for problem in file.found:
                if problem not in seen:
                    seen.add(problem)
                    yield problem, problem.where or Span(file.file, 1, 1)

    def named(self, file: str) -> str:
        """A file as it is called from the root, with forward slashes; one that lies elsewhere by its whole path."""
        path = Path(os.path.abspath(file))
        return (path.relative_to(self.root) if path.is_relative_to(self.root) else path).as_posix()


def untested(file: str) -> Problem:
    """What is wrong with a system that has no tests."""
    message = "this system has no tests, so nothing shows that it is right"
    return Problem("no-tests", message, Span(file, 1, 1))


def counted(number: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
