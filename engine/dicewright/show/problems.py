"""Problems with the lines that they are about."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Problem, Span
from .style import Style

SHOWN = 20


def report(problems: Iterable[Problem], source: str | None, style: Style, most: int | None = SHOWN) -> str:
    """The problems, worst place first in the file; at most `most`, and how many more there are."""
    listed = list(problems)
    lines = source.splitlines() if source is not None else []
    shown = listed if most is None else listed[:most]
    parts = [_problem(problem, lines, style) for problem in shown]
    if len(listed) > len(shown):
        parts.append(f"and {len(listed) - len(shown)} more (--all shows them)")
    return "\n".join(parts)


def _problem(problem: Problem, lines: list[str], style: Style) -> str:
    place = f"{problem.where}: " if problem.where else ""
    out = [f"{place}{style.red(f'{problem.severity}[{problem.code}]')}: {style.bold(problem.message)}"]
    if problem.where and lines:
        out += _frame(problem.where, lines, "^", 1, style)
    if problem.also:
        text, span = problem.also
        out.append(f"   {text}:")
        if lines:
            out += _frame(span, lines, "-", 0, style)
    out += [f"   {note}" for note in problem.notes]
    return "\n".join(out)


def _frame(span: Span, lines: list[str], mark: str, before: int, style: Style) -> list[str]:
    if not 1 <= span.line <= len(lines):
        return []
    out = [style.dim(f"{n:5} | ") + lines[n - 1] for n in range(max(1, span.line - before), span.line + 1)]
    text = lines[span.line - 1]
    lead = "".join("\t" if c == "\t" else " " for c in text[: span.column - 1])
    width = max(1, min(span.width, len(text) - span.column + 1))
    out.append(style.dim("      | ") + lead + style.red(mark * width))
    return out
