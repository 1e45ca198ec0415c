"""How exact odds are found, as a table of stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from ..model.system import Step
from ..play.plan import Plan, Stage
from .style import Style

MEANS: Mapping[str, str] = {
    "line": "dice one after another, the best first",
    "groups": "dice value by value",
    "given": "dice value by value, for each number that is read off them",
    "counted": "dice added up as they fall",
    "listed": "handfuls of the dice that later steps look at",
    "die": "one die at a time",
    "pick": "every way to draw at random",
    "decision": "every option of a decision",
}


def plan_text(title: str, plan: Plan, style: Style) -> str:
    """The stages with their steps and lines, how each is worked out, and how many states there are."""
    rows = [("lines", "steps", "states", "ways on", "how"), *(_row(stage) for stage in plan.stages)]
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    lines = [f"{title}, the plan of its exact odds", "", f"  asked for  {', '.join(plan.told)}"]
    if plan.idle:
        lines.append(f"  left out   {_steps(plan.idle)}, whose numbers nobody asks for")
    lines.append("")
    for n, (where, steps, states, ways, how) in enumerate(rows):
        text = (
            f"  {where.ljust(widths[0])}  {steps.ljust(widths[1])}  {states.rjust(widths[2])}  {ways.rjust(widths[3])}"
        )
        lines.append(style.dim(f"{text}  {how}") if n == 0 else f"{text}  {how}")
    about = "" if plan.exact else "about "
    lines += ["", f"  {about}{plan.states:,} states of at most {plan.limit:,}, and {about}{plan.work:,} ways to follow"]
    if plan.states > plan.limit:
        lines.append(f"  {style.red('too many')}: ask for fewer results or dice, simulate, or raise --limit states=N")
    return "\n".join(lines)


def _row(stage: Stage) -> tuple[str, str, str, str, str]:
    own = [step.span.line for step in stage.steps if step.span.file == stage.steps[0].span.file]
    low, high = min(own), max(own)
    how = ", ".join(MEANS[kind] for kind in stage.means) or "straight on"
    how += f"; {stage.rounds} rounds" if stage.rounds > 1 else ""
    return (
        str(low) if low == high else f"{low}-{high}",
        _steps(stage.steps),
        f"{stage.states:,}",
        f"{stage.ways:,}" if stage.means else "",
        how,
    )


def _steps(steps: Iterable[Step]) -> str:
    """Words of steps in order, those that follow each other counted."""
    told = [(op, len(list(same))) for op, same in groupby(step.op for step in steps)]
    return ", ".join(op if n == 1 else f"{op} ×{n}" for op, n in told)
