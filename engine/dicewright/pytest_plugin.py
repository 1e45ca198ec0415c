"""A pytest plugin: each test that stands in a `*.system.yaml` file is a test of pytest, at its own line.

Nothing of dicewright is loaded before such a file is met.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .folders import SUFFIX

if TYPE_CHECKING:
    from .errors import Problem, Span
    from .model.rules import Rules
    from .model.system import TestCase


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SystemFile | None:
    return SystemFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


class RefusedError(Exception):
    """Problems, for pytest to show."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


class SystemFile(pytest.File):
    """A system file: one item a test, or one item that tells why there is none."""

    def collect(self) -> Iterable[pytest.Item]:
        from .errors import DicewrightError
        from .library import contents, examine
        from .report.run import untested

        name = os.path.relpath(self.path)
        try:
            rules, problems = examine(contents(Path(name)), name, self.path.parent)
        except DicewrightError as error:
            rules, problems = None, error.problems
        errors = tuple(problem for problem in problems if problem.is_error)
        if rules is not None and not errors and not rules.tests:
            errors = (untested(name),)
        if rules is None or errors:
            yield Broken.from_parent(self, name="the file is valid", problems=errors)
        else:
            for case in rules.tests:
                yield Case.from_parent(self, name=case.name, rules=rules, case=case)


class _Told(pytest.Item):
    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, RefusedError):
            return super().repr_failure(excinfo)
        from .library import texts
        from .show.problems import report
        from .show.style import Style

        return report(excinfo.value.problems, texts(excinfo.value.problems), Style(), None)


class Broken(_Told):
    """Stands for the tests of a file that cannot be tested."""

    def __init__(self, *, problems: tuple[Problem, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.problems = problems

    def runtest(self) -> None:
        raise RefusedError(self.problems)

    def reportinfo(self) -> tuple[Path, int, str]:
        from .errors import Span

        return _place(self.problems[0].where or Span(str(self.path), 1, 1), self.name)


class Case(_Told):
    """One test of a file."""

    def __init__(self, *, rules: Rules, case: TestCase, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rules, self.case = rules, case

    def runtest(self) -> None:
        from dataclasses import replace

        from .play.verify import verify

        (verdict,) = verify(replace(self.rules, tests=(self.case,)))
        if verdict.problems:
            raise RefusedError(verdict.problems)

    def reportinfo(self) -> tuple[Path, int, str]:
        return _place(self.case.span, self.name)


def _place(span: Span, name: str) -> tuple[Path, int, str]:
    """Where an item stands, which need not be in the file that was collected: a base may be broken."""
    return Path(span.file).absolute(), span.line - 1, name
