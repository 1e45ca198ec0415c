"""How exact odds are found, as a table of stages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from ..model.system import Step
from ..play.plan import Plan, Stage
from ..play.whole import Join, Whole
from .style import Style

MEANS: Mapping[str, str] = {
    "line": "dice one after another, the best first",
    "groups": "dice value by value",
    "carried": "dice value by value, each by what came before",
    "given": "dice value by value, for each number that is read off them",
    "counted": "dice added up as they fall",
    "listed": "handfuls of the dice that later steps look at",
    "offer": "what can be taken of a handful, ranked once",
    "die": "one die at a time",
    "loop": "a loop, solved as equations",
    "pick": "every way to draw at random",
    "decision": "every option of a decision",
}


JOINS: Mapping[str, str] = {
    "named": "its outcome names the winner",
    "scored": "score by score, each with whoever has it or less",
    "lined": "dice against dice, the best first, no hand being listed",
    "multiplied": "all that one has with all that the others have",
    "solved": "those who are tied roll again: an equation for each set of them",
    "tried": "try after try",
    "unending": "try after try, until next to nothing is left",
}
HEAD = ("lines", "steps", "states", "ways on", "how")

Line = tuple[str, str, str, str, str]


def plan_text(title: str, plan: Plan | Whole, style: Style) -> str:
    """The stages with their steps and lines, how each is worked out, and how many states there are."""
    return "\n".join(_whole(title, plan, style) if isinstance(plan, Whole) else _plan(title, plan, style))


def _plan(title: str, plan: Plan, style: Style) -> list[str]:
    lines = [f"{title}, the plan of its exact odds", "", f"  asked for  {', '.join(plan.told)}"]
    if plan.play != "file":
        lines.append(f"  played     {plan.play}")
    if plan.idle:
        lines.append(f"  left out   {_steps(plan.idle)}, whose numbers nobody asks for")
    lines += ["", *_table([HEAD, *map(_row, plan.stages)], style)]
    about = "at least " if plan.stopped else "" if plan.exact else "about "
    if plan.stopped:
        lines.append("  counting stopped where the table of the dice is large")
    lines += ["", f"  {about}{plan.states:,} states of at most {plan.limit:,}, and {about}{plan.work:,} ways to follow"]
    if plan.states > plan.limit:
        lines.append(f"  {style.red('too many')}: ask for fewer results or dice, simulate, or raise --limit states=N")
    return lines


def _whole(title: str, whole: Whole, style: Style) -> list[str]:
    """The same of a contest or a sequence: the stages of each check, and how their laws are put together."""
    lines = [f"{title}, the plan of its exact odds", "", f"  asked for  {', '.join(whole.told)}", ""]
    rows: list[Line | str] = [HEAD]
    for part in whole.parts:
        many = f", with {part.settings} different inputs, the longest of them" if part.settings > 1 else ""
        rows += [f"{part.label}: {part.check}{many}", *map(_row, part.plan.stages)]
    rows += ["Together", *map(_join, whole.joins)]
    lines += [*_table(rows, style), ""]
    about = "" if whole.exact else "about "
    most = f"in each part at most {whole.limit:,}"
    lines.append(f"  {about}{whole.states:,} states, {most}, and {about}{whole.work:,} ways to follow")
    if not whole.fits:
        lines.append(f"  {style.red('too many')}: take fewer sides, tries or dice, simulate, or raise --limit states=N")
    return lines


def _table(rows: Iterable[Line | str], style: Style) -> Iterator[str]:
    """Rows in columns, the first of them their head; and headings between them."""
    told = list(rows)
    widths = [max(len(row[n]) for row in told if not isinstance(row, str)) for n in range(4)]
    for at, row in enumerate(told):
        if isinstance(row, str):
            yield f"  {style.bold(row)}"
            continue
        where, steps, states, ways, how = row
        text = (
            f"  {where.ljust(widths[0])}  {steps.ljust(widths[1])}  {states.rjust(widths[2])}  {ways.rjust(widths[3])}"
        )
        yield style.dim(f"{text}  {how}") if at == 0 else f"{text}  {how}"


def _join(join: Join) -> Line:
    return str(join.line), join.key, f"{join.states:,}", f"{join.ways:,}", f"{JOINS[join.means]}{_often(join.rounds)}"


def _often(rounds: int) -> str:
    return f"; {rounds} rounds" if rounds > 1 else ""


def _row(stage: Stage) -> Line:
    own = [step.span.line for step in stage.steps if step.span.file == stage.steps[0].span.file]
    low, high = min(own), max(own)
    how = ", ".join(MEANS[kind] for kind in stage.means) or "straight on"
    return (
        str(low) if low == high else f"{low}-{high}",
        _steps(stage.steps),
        f"{stage.states:,}",
        f"{stage.ways:,}" if stage.means else "",
        how + ("" if "loop" in stage.means else _often(stage.rounds)),
    )


def _steps(steps: Iterable[Step]) -> str:
    """Words of steps in order, those that follow each other counted."""
    told = [(op, len(list(same))) for op, same in groupby(step.op for step in steps)]
    return ", ".join(op if n == 1 else f"{op} ×{n}" for op, n in told)
