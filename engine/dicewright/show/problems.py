"""Problems with the lines that they are about."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from ..errors import Problem, Span
from .harmless import line, visible
from .style import Style

SHOWN = 20
WIDTH = 160


def report(problems: Iterable[Problem], texts: Mapping[str, str], style: Style, most: int | None = SHOWN) -> str:
    """The problems as they are listed; at most `most`, and how many more there are. `texts` are the files, by name."""
    listed = list(problems)
    lines = {file: text.splitlines() for file, text in texts.items()}
    shown = listed if most is None else listed[:most]
    parts = [_problem(problem, lines, style) for problem in shown]
    if len(listed) > len(shown):
        parts.append(f"and {len(listed) - len(shown)} more (--all shows them)")
    return "\n".join(parts)


def _problem(problem: Problem, lines: Mapping[str, list[str]], style: Style) -> str:
    place = f"{visible(str(problem.where))}: " if problem.where else ""
    ink = style.red if problem.is_error else style.yellow
    out = [f"{place}{ink(f'{problem.severity}[{problem.code}]')}: {style.bold(line(problem.message))}"]
    if problem.where:
        out += _frame(problem.where, lines.get(problem.where.file, []), "^", 1, style, ink)
    if problem.also:
        text, span = problem.also
        elsewhere = problem.where is None or problem.where.file != span.file
        out.append(f"   {line(text)} ({visible(str(span))}):" if elsewhere else f"   {line(text)}:")
        out += _frame(span, lines.get(span.file, []), "-", 0, style, ink)
    out += [f"   {line(note)}" for note in problem.notes]
    return "\n".join(out)


def _frame(span: Span, lines: list[str], mark: str, before: int, style: Style, ink: Callable[[str], str]) -> list[str]:
    """The line of a problem, the one before it, and the mark below; of very long lines, what is around the mark."""
    if not 1 <= span.line <= len(lines):
        return []
    text = lines[span.line - 1]
    start = max(0, span.column - 1 - WIDTH // 2) if len(text) > WIDTH else 0
    shown = [_window(lines[n - 1], start) for n in range(max(1, span.line - before), span.line + 1)]
    out = [style.dim(f"{n:5} | ") + row for n, row in enumerate(shown, span.line - len(shown) + 1)]
    at = span.column - 1 - start + (start > 0)
    lead = "".join(c if c == "\t" else " " * _cells(c) for c in shown[-1][:at])
    under = shown[-1][at : at + span.width]
    width = max(1, min(sum(map(_cells, under)), WIDTH))
    out.append(style.dim("      | ") + lead + ink(mark * width))
    return out


def _window(text: str, start: int) -> str:
    end = start + WIDTH
    shown = "\t".join(map(visible, text[start:end].split("\t")))
    return ("…" if start else "") + shown + ("…" if len(text) > end else "")


def _cells(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
