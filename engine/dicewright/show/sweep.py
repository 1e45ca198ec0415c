"""A sweep as a table, as CSV, and as a chart."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from ..play.sweep import Column, Sweep
from .style import Style, bar, number, percent

WIDTH, HEIGHT, LEFT, BELOW, RIGHT = 720, 400, 60, 50, 170
COLOURS = ("#1b6ca8", "#c0392b", "#27864b", "#8e44ad", "#b9770e", "#16757a", "#6b6b6b", "#d35480")


def sweep_text(sweep: Sweep, style: Style, exact: bool) -> str:
    """One line a row; with a single probability a bar behind it."""
    heads = [*(name for name, _ in sweep.axes), *(column.label for column in sweep.columns)]
    lines = [
        [*map(str, values), *(_shown(column, x, exact) for column, x in zip(sweep.columns, numbers, strict=True))]
        for values, numbers, _ in sweep.rows
    ]
    widths = [max(len(line[i]) for line in (heads, *lines)) for i in range(len(heads))]
    barred = len(sweep.columns) == 1 and sweep.columns[0].kind != "mean"
    out = [style.bold("  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True)))]
    for line, (_, numbers, _) in zip(lines, sweep.rows, strict=True):
        cells = "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        out.append(f"{cells}  {bar(float(numbers[0]))}".rstrip() if barred else cells)
    if worst := max((unresolved for _, _, unresolved in sweep.rows), default=Fraction()):
        out.append(style.dim(f"unresolved at most {float(worst):.1e}"))
    return "\n".join(out)


def sweep_csv(sweep: Sweep, exact: bool) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(name for name, _ in sweep.axes), *(column.label for column in sweep.columns)])
    for values, numbers, _ in sweep.rows:
        writer.writerow([*values, *(str(x) if exact else float(x) for x in numbers)])
    return out.getvalue()


def _shown(column: Column, x: Fraction, exact: bool) -> str:
    return str(x) if exact else number(x) if column.kind == "mean" else percent(x)


def sweep_svg(sweep: Sweep, title: str) -> str:
    """Lines over the last input: one for each column and each combination of the other inputs."""
    *others, (name, values) = sweep.axes
    lines: dict[str, list[float]] = {}
    for at, numbers, _ in sweep.rows:
        series = ", ".join(f"{axis} {value}" for (axis, _), value in zip(others, at, strict=False))
        for column, x in zip(sweep.columns, numbers, strict=True):
            label = " · ".join(filter(None, (column.label if len(sweep.columns) > 1 or not series else "", series)))
            lines.setdefault(label, []).append(float(x))
    only_shares = all(column.kind != "mean" for column in sweep.columns)
    every = [y for ys in lines.values() for y in ys]
    low, high = (0.0, 1.0) if only_shares else (min(0.0, *every), max(0.0, *every))
    high = high if high > low else 1.0  # where all is 0
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - 2 * BELOW

    def place(n: int, y: float) -> str:
        return f"{LEFT + across * n / max(1, len(values) - 1):.1f},{BELOW + up * (high - y) / (high - low):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="{BELOW // 2}" font-size="15">{escape(title)}</text>',
        *_axes(name, values, low, high, only_shares),
    ]
    for n, (label, ys) in enumerate(lines.items()):
        colour, y = COLOURS[n % len(COLOURS)], BELOW + 18 * n
        points = " ".join(place(i, value) for i, value in enumerate(ys))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x}" cy="{y_}" r="3" fill="{colour}"/>' for x, y_ in (p.split(",") for p in points.split())
        ]
        parts.append(f'<text x="{WIDTH - RIGHT + 20}" y="{y}" fill="{colour}">{escape(label)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _axes(name: str, values: Sequence[Any], low: float, high: float, shares: bool) -> list[str]:
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - 2 * BELOW
    parts = []
    for n in range(5):
        height, at = BELOW + up * n / 4, high - (high - low) * n / 4
        label = f"{at:.0%}" if shares else f"{at:.4g}"
        parts.append(f'<line x1="{LEFT}" y1="{height:.1f}" x2="{LEFT + across}" y2="{height:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{label}</text>')
    step = max(1, len(values) // 12)
    for n in range(0, len(values), step):
        x = LEFT + across * n / max(1, len(values) - 1)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BELOW + 18}" text-anchor="middle">{escape(str(values[n]))}</text>'
        )
    parts.append(f'<text x="{LEFT + across / 2:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(name)}</text>')
    return parts
