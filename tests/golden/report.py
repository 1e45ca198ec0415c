"""Running all cases of a folder, and the table of what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .case import Case, OutOfScope, read
from .trial import Loader, Trial, run

Plan = Callable[[Case], Iterable[Trial]]


@dataclass(frozen=True)
class Verdict:
    """What came of a case: out of scope for a reason, or the systems that played it and what they got wrong."""

    case: Case
    reason: str | None = None
    systems: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def judge(case: Case, plans: Mapping[str, Plan], load: Loader) -> Verdict:
    """Play one case. A command that no mapping knows is a failure, so that nothing is left out in silence."""
    systems: dict[str, None] = {}
    problems: list[str] = []
    try:
        for trial in plans[case.game](case):
            systems[trial.system] = None
            problems += run(trial, load)
    except OutOfScope as out:
        return Verdict(case, reason=out.reason)
    except (KeyError, ValueError) as error:
        problems.append(f"no mapping: {error}")
    else:
        if not systems:
            problems.append("no mapping: nothing is rolled")
    return Verdict(case, None, tuple(systems), tuple(problems))


def judged(folder: Path, plans: Mapping[str, Plan], load: Loader) -> Mapping[str, list[Verdict]]:
    """The verdicts of all files of a folder, by the name of the file."""
    return {path.stem: [judge(case, plans, load) for case in read(path)] for path in sorted(folder.glob("*.toml"))}


def table(verdicts: Mapping[str, Sequence[Verdict]]) -> str:
    """A line a file: its systems, how many cases, how many in scope, passed and failed, and the rest by reason."""
    rows = [("file", "systems", "cases", "in scope", "passed", "failed", "out of scope")]
    rows += [_row(name, listed) for name, listed in verdicts.items()]
    if len(verdicts) > 1:
        rows.append(_row("all", [verdict for listed in verdicts.values() for verdict in listed], ""))
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    lines = []
    for row in rows:
        cells = [f"{row[i]:<{widths[i]}}" if i < 2 else f"{row[i]:>{widths[i]}}" for i in range(6)]
        lines.append("  ".join([*cells, row[6]]).rstrip())
    return "\n".join(lines)


def _row(name: str, listed: Sequence[Verdict], systems: str | None = None) -> tuple[str, ...]:
    out = Counter(verdict.reason for verdict in listed if verdict.reason)
    failed = sum(bool(verdict.problems) for verdict in listed)
    scope = len(listed) - out.total()
    if systems is None:
        systems = ", ".join(sorted({system for verdict in listed for system in verdict.systems}))
    told = ", ".join(f"{number} {reason}" for reason, number in sorted(out.items()))
    return (name, systems, str(len(listed)), str(scope), str(scope - failed), str(failed), told)


def counts(verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, dict[str, int]]:
    """How many cases each system has in scope, and how many of them it passes."""
    found: dict[str, dict[str, int]] = {}
    for verdict in (verdict for listed in verdicts.values() for verdict in listed):
        for system in verdict.systems:
            count = found.setdefault(system, {"passed": 0, "in scope": 0})
            count["in scope"] += 1
            count["passed"] += not verdict.problems
    return dict(sorted(found.items()))


def failures(verdicts: Mapping[str, Sequence[Verdict]]) -> str:
    """Each case that failed: what was typed and said, and what came instead."""
    lines = []
    for name, listed in verdicts.items():
        for verdict in listed:
            if verdict.problems:
                case = verdict.case
                rands = " ".join(f"d{rand.sides}:{rand.value}" for rand in case.rands)
                said = case.output.replace("\n", " / ")
                lines += [f"{name} {case.number}: {case.input}", f"    said    {said}", f"    faces   {rands}"]
                lines += [f"    differs {problem}" for problem in verdict.problems]
    return "\n".join(lines)
