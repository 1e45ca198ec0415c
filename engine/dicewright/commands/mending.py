"""Making the corrections that are certain, or each that somebody agrees to."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import Fix, Problem
from ..ops.state import Limits
from ..show.style import Style
from .output import tell

Made = Sequence[tuple[Problem, Fix]]


def mended(path: Path, ask: Style | None, limits: Limits) -> tuple[Made, tuple[Problem, ...]] | None:
    """What was mended in a file, and the problems that are left; None where nothing could be. `ask` before each."""
    from ..repair import certain, mend

    done = mend(path, certain if ask is None else _asking(ask), limits)
    return None if done is None else (done.made, tuple(done.left))


def _asking(style: Style) -> Callable[[Problem, Fix, str, str], bool]:
    """Asks about each fix, until somebody says `a`: all the others that are certain."""
    rest = False

    def choose(problem: Problem, fix: Fix, before: str, after: str) -> bool:
        nonlocal rest
        if rest:
            return fix.sure
        tell(f"{problem.where}: {problem.severity}[{problem.code}]: {problem.message}")
        for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0):
            if line.startswith(("-", "+")) and not line.startswith(("---", "+++")):
                tell("  " + (style.red(line) if line[0] == "-" else style.green(line)))
        try:
            answer = input("make this change? y, n, or a for all that are certain: ").strip().lower()
        except EOFError:
            answer = "n"
        rest = answer == "a"
        return answer in ("y", "yes") or (rest and fix.sure)

    return choose
