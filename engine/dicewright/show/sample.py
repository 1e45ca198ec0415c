"""What many rolls gave, as tables with bars and error bars."""

from __future__ import annotations

from fractions import Fraction

from ..model.rules import Rules
from ..play.sample import Estimate, Sample
from .odds import short, title
from .style import Style, bar, percent


def sample_text(rules: Rules, sample: Sample, style: Style, probability: list[str], mean: list[str]) -> str:
    """Outcomes, what was asked for, and a table of each result; behind every share, half the width of its interval."""
    rolls = f"{sample.runs:,} rolls {sample.way}, seed {sample.seed}"
    lines = [title(rules, sample, style)]
    lines += [style.dim(f"  {rolls}; ± holds with {sample.confidence:.0%}"), ""]
    if sample.play != "file":
        lines += [style.dim(f"  played: {sample.play}"), ""]
    if sample.verdicts:
        lines += [*_table([(label, sample.outcomes[name]) for name, label in sample.verdicts]), ""]
    asked = [(f"P({text})", sample.probability(text)) for text in probability]
    lines += [*_table(asked), ""] if asked else []
    for text in mean:
        lines += [f"  mean of {text}  {_mean(sample.mean(text))}", ""]
    if not asked and not mean:
        for name in sample.names:
            lines.append(f"  {style.bold(name)}{style.dim(f'  mean {_mean(sample.mean(name))}')}")
            table = [(value, Fraction(estimate.value)) for (value,), estimate in sample.table(name).items()]
            lines += [*_plain(short(table)), ""]
    if sample.unresolved:
        lines += [f"  unresolved  {sample.unresolved:,} rolls", ""]
    return "\n".join(lines).rstrip()


def _mean(estimate: Estimate) -> str:
    return f"{estimate.value:.4f} ± {(estimate.high - estimate.low) / 2:.4f}"


def _table(rows: list[tuple[str, Estimate]]) -> list[str]:
    names = max(len(name) for name, _ in rows)
    shares = [percent(Fraction(estimate.value)) for _, estimate in rows]
    width = max(map(len, shares))
    return [
        f"  {name.ljust(names)}  {share.rjust(width)} ± {50 * (each.high - each.low):.2f}  {bar(each.value)}".rstrip()
        for (name, each), share in zip(rows, shares, strict=True)
    ]


def _plain(rows: list[tuple[str, Fraction]]) -> list[str]:
    names = max((len(name) for name, _ in rows), default=0)
    return [f"  {name.rjust(names)}  {percent(p).rjust(9)}  {bar(float(p))}".rstrip() for name, p in rows]
