"""A sequence as a table of players reads it: try by try, what changed and what has accumulated, then the verdict."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.system import Rules
from ..play.tries import Told, Try
from .roll import flat, heading, told, verdict
from .style import Style


def tale(rules: Rules, outcome: Told, style: Style) -> str:
    """The whole sequence."""
    log = outcome.log
    lines = [heading(rules, str(log["check"]), log["inputs"], log["properties"], style), ""]
    labels = {side.name: side.label for side in rules.sequences[str(log["check"])].sides}
    for each in outcome.tries:
        lines += [_head(each, labels[each.side], flat(log["inputs"]), style), *told(rules, each.outcome, style)]
        if each.totals:
            lines.append("  " + style.dim("so far: " + ", ".join(f"{n} {value}" for n, value in each.totals.items())))
        lines.append("")
    return "\n".join([*lines, verdict(outcome, style).strip()])


def _head(each: Try, side: str, inputs: Mapping[str, object], style: Style) -> str:
    """Which try it is, and what is not as it was given."""
    before = f"{each.side}." if each.side else ""
    news = ((name, value) for name, value in each.changed.items() if inputs.get(before + name) != value)
    changed = ", ".join(f"{name} {value}" for name, value in news)
    what = style.bold(f"Try {each.number}" + (f", {side}" if side else ""))
    return what + (f" ({changed})" if changed else "")
