"""JUnit XML, for what shows tests: a suite a file, a case a test, and one case for the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ..errors import Problem
from ..show.problems import report
from ..show.style import Style
from .run import Checked, Run, counted

# What XML 1.0 cannot hold, escaped or not, and what is not seen or turns text around.
_UNFIT = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff]"
)
WHOLE = "the file is valid"


def written(run: Run) -> str:
    top = Element("testsuites", name=f"dicewright {run.command}")
    for file in run.files:
        _suite(top, run, file)
    for key in ("tests", "failures"):
        top.set(key, str(sum(int(suite.get(key, "0")) for suite in top)))
    indent(top)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(top, encoding="unicode")


def _suite(top: Element, run: Run, file: Checked) -> None:
    named = _fit(run.named(file.file))
    suite = SubElement(top, "testsuite", name=named, errors="0", skipped="0")
    _case(suite, run, named, WHOLE, 1, file.problems)
    for verdict in file.verdicts or ():
        _case(suite, run, named, verdict.case.name, verdict.case.span.line, verdict.problems)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(sum(len(case) > 0 and case[0].tag == "failure" for case in suite)))


def _case(suite: Element, run: Run, file: str, name: str, line: int, found: Iterable[Problem]) -> None:
    problems = tuple(found)
    classname = re.sub(r"\.system\.yaml$", "", file).replace("/", ".")
    case = SubElement(suite, "testcase", classname=classname, name=_fit(name), file=file, line=str(line), time="0")
    errors = [problem for problem in problems if problem.is_error]
    if problems:
        text = _fit(report(problems, run.texts, Style(), None))
        said = errors[0].message if len(errors) == 1 else counted(len(errors), "problem")
        kind = {"message": _fit(said), "type": errors[0].code} if errors else {}
        SubElement(case, "failure" if errors else "system-out", kind).text = text


def _fit(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)
