"""Exact odds as tables with bars."""

from __future__ import annotations

from fractions import Fraction

from ..model.rules import Rules
from ..play.bind import Head
from ..play.law import Law
from ..play.sample import Sample
from .contest import contest_heading
from .roll import heading
from .sequence import sequence_heading
from .style import Style, bar, number, percent

ROWS = 24


def odds_text(rules: Rules, law: Law, style: Style, exact: bool, probability: list[str], mean: list[str]) -> str:
    """Outcomes, what was asked for, and a table of each result."""
    lines = [title(rules, law, style), ""]
    if law.play != "file":
        lines += [style.dim(f"  played: {law.play}"), ""]
    if law.verdicts:
        lines += [*_table([(label, law.outcomes[name]) for name, label in law.verdicts], exact), ""]
    asked = [(f"P({text})", law.probability(text)) for text in probability]
    lines += [*_table(asked, exact), ""] if asked else []
    for text in mean:
        value = law.mean(text)
        lines += [f"  mean of {text}  {value if exact else number(value)}", ""]
    if not asked and not mean:
        for name in law.names:
            mean_value = law.mean(name)
            lines.append(f"  {style.bold(name)}{style.dim(f'  mean {mean_value if exact else number(mean_value)}')}")
            table = [(value, p) for (value,), p in law.table(name).items()]
            lines += [*_table(short(table), exact), ""]
    if law.unresolved:
        lines += [f"  unresolved  {law.unresolved if exact else f'{float(law.unresolved):.1e}'}", ""]
    return "\n".join(lines).rstrip()


def title(rules: Rules, law: Law | Sample, style: Style) -> str:
    """What was asked for."""
    return headed(rules, (law.system, law.check, dict(law.inputs), law.properties, law.effects), style)


def headed(rules: Rules, head: Head, style: Style) -> str:
    """What was asked for, by the head of its law."""
    _, name, inputs, properties, effects = head
    told = contest_heading if name in rules.contests else sequence_heading if name in rules.sequences else heading
    return told(rules, name, inputs, properties, effects, style)


def short(table: list[tuple[int, Fraction]]) -> list[tuple[str, Fraction]]:
    """At most ROWS rows; the thin ends of a long table are put together."""
    low, high = 0, len(table)
    while high - low > ROWS:
        if table[low][1] <= table[high - 1][1]:
            low += 1
        else:
            high -= 1
    rows = [(str(value), p) for value, p in table[low:high]]
    if low:
        rows.insert(0, (f"≤ {table[low - 1][0]}", sum((p for _, p in table[:low]), Fraction())))
    if high < len(table):
        rows.append((f"≥ {table[high][0]}", sum((p for _, p in table[high:]), Fraction())))
    return rows


def _table(rows: list[tuple[str, Fraction]], exact: bool) -> list[str]:
    shown = [str(p) if exact else percent(p) for _, p in rows]
    names = max((len(name) for name, _ in rows), default=0)
    width = max((len(text) for text in shown), default=0)
    return [
        f"  {_justified(name, names)}  {text.rjust(width)}  {bar(float(p))}".rstrip()
        for (name, p), text in zip(rows, shown, strict=True)
    ]


def _justified(name: str, width: int) -> str:
    return name.rjust(width) if name[-1:].isdigit() else name.ljust(width)
