"""A sequence as a table of players reads it: try by try, what changed and what has accumulated, then the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..model.rules import Rules
from ..play.tries import Told, Try
from .roll import body, given
from .style import Style, capital


def sequence_story(rules: Rules, outcome: Told, style: Style) -> str:
    """The whole sequence."""
    log = outcome.log
    name, inputs = str(log["check"]), _flat(log["inputs"])
    lines = [sequence_heading(rules, name, log["inputs"], log["properties"], log["effects"], style), ""]
    labels = {side.name: side.label for side in rules.sequences[name].sides}
    for each in outcome.tries:
        lines += [_head(each, labels[each.side], inputs, style), *body(rules, each.outcome, style)]
        if each.totals:
            lines.append("  " + style.dim("so far: " + ", ".join(f"{n} {value}" for n, value in each.totals.items())))
        lines.append("")
    results = ", ".join(f"{name} {value}" for name, value in outcome.results.items())
    return "\n".join([*lines, f"{style.bold(capital(outcome.label or 'result'))}: {results}"])


def sequence_heading(
    rules: Rules,
    name: str,
    inputs: Mapping[str, Any],
    properties: Iterable[str],
    effects: Iterable[str],
    style: Style,
) -> str:
    """The sequence with its inputs, those of a side with its name."""
    series = rules.sequences[name]
    said = [text] if (text := given(rules, series.inputs, _flat(inputs))) else []
    for names, known in ((properties, rules.properties), (effects, rules.effects)):
        for each in names:
            side, _, owned = each.rpartition(".") if each.rpartition(".")[2] in known else ("", "", each)
            label = known[owned].label if owned in known else "an effect"
            said.append(f"{side} {label}".strip())
    return f"{style.bold(rules.name)}: {series.label}" + (f" ({', '.join(said)})" if said else "")


def _flat(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs one by one, those of a side with its name before a dot."""
    found: dict[str, Any] = {}
    for name, value in inputs.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{each}": inner for each, inner in value.items()}
        else:
            found[name] = value
    return found


def _head(each: Try, side: str, inputs: Mapping[str, Any], style: Style) -> str:
    """Which try it is, and what is not as it was given."""
    before = f"{each.side}." if each.side else ""
    news = ((name, value) for name, value in each.changed.items() if inputs.get(before + name) != value)
    changed = ", ".join(f"{name} {value}" for name, value in news)
    what = style.bold(f"Try {each.number}" + (f", {side}" if side else ""))
    return what + (f" ({changed})" if changed else "")
