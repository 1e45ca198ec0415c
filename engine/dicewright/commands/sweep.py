"""`dicewright sweep`: odds over ranges of inputs, as a table or a chart."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import fail
from ..show.style import style_of
from ..show.sweep import sweep_csv, sweep_svg, sweep_text
from .asking import asking, named, numbers, playing
from .output import FINE, print_json
from .work import progress, workers

MOST_VALUES = 10_000


def arguments(made: ArgumentParser) -> None:
    asking(made)
    playing(made)
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processors work on it")
    made.add_argument("--csv", action="store_true", help="print comma-separated values")
    made.add_argument("--svg", metavar="FILE", help="write a chart there")
    numbers(made)


def run(args: Namespace) -> int:
    system, check, inputs = named(args)
    ranges = {name: values(text) for name, text in inputs.items()}
    axes = {name: found for name, found in ranges.items() if len(found) > 1}
    fixed = {name: found[0] for name, found in ranges.items() if len(found) == 1}
    if not axes:
        raise fail("usage", "no input runs over several values", None, "write one as 1..6, as 5..20/5, or as easy,hard")
    with workers(args.jobs) as executor, progress("rows") as told:
        found = system.sweep(
            check,
            axes,
            fixed,
            probability=args.probability,
            mean=args.mean,
            properties=args.property,
            upgrade=args.upgrade,
            downgrade=args.downgrade,
            effects=args.effect,
            play=args.play,
            goals=args.goal,
            executor=executor,
            progress=told,
        )
    if args.svg:
        rest = ", ".join(f"{name} {value}" for name, value in fixed.items())
        title = f"{system.rules.name}: {check}" + (f" ({rest})" if rest else "")
        Path(args.svg).write_text(sweep_svg(found, title), encoding="utf-8")
    if args.json:
        print_json(found.to_dict())
    elif args.csv:
        print(sweep_csv(found, args.exact), end="")
    else:
        print(sweep_text(found, style_of(sys.stdout), args.exact))
    return FINE


def values(text: str) -> list[str]:
    """The values that an input runs over: `1..6`, `5..20/5`, `easy,hard`, or one alone."""
    found: list[str] = []
    for part in text.split(","):
        span, _, step = part.partition("/")
        low, dots, high = span.partition("..")
        if not dots:
            found.append(part)
            continue
        try:
            numbers = range(int(low), int(high) + 1, int(step or 1))
        except ValueError:
            numbers = range(0)
        if not 0 < len(numbers) <= MOST_VALUES:
            raise fail("usage", f"`{part}` is no range", None, "write 1..6, or with a step 5..20/5")
        found += map(str, numbers)
    return found
