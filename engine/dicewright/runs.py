"""The commands that take long: many rolls, and odds over ranges of inputs."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import asked_for, named, print_json, unplayed
from .errors import fail
from .play.check import BoundCheck, System
from .play.sweep import Column, Played, sweep
from .show.sample import sample_text
from .show.style import style_of
from .show.sweep import sweep_csv, sweep_svg, sweep_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_VALUES = 10_000


def simulated(args: Namespace) -> int:
    system, bound = asked_for(args)
    if not isinstance(bound, BoundCheck):
        raise fail("usage", "only a check can be simulated; for a contest or a sequence ask for the odds")
    with _workers(args.jobs) as executor, _progress("rolls") as told:
        sample = bound.simulate(
            args.runs, args.seed, args.play, args.goal, each_die=args.each_die, executor=executor, progress=told
        )
    if args.json:
        print_json(sample.to_dict(tuple(args.probability), tuple(args.mean)))
    else:
        print(sample_text(system.rules, sample, style_of(sys.stdout), args.probability, args.mean))
    return 0


def swept(args: Namespace) -> int:
    system, check, inputs = named(args)
    ranges = {name: values(text) for name, text in inputs.items()}
    axes = {name: found for name, found in ranges.items() if len(found) > 1}
    fixed = {name: found[0] for name, found in ranges.items() if len(found) == 1}
    if not axes:
        raise fail("usage", "no input runs over several values", None, "write one as 1..6, as 5..20/5, or as easy,hard")

    def bind(given: Mapping[str, Any]) -> Any:
        bound = system[check].bind({**fixed, **given}, args.property, args.upgrade, args.downgrade, args.effect)
        if isinstance(bound, BoundCheck):
            return Played(bound, args.play, tuple(args.goal))
        return unplayed(bound, args)

    columns = [Column("probability", text) for text in args.probability]
    columns += [Column("mean", text) for text in args.mean]
    columns = columns or _columns(system, check)
    with _workers(args.jobs) as executor, _progress("rows") as told:
        found = sweep((system.id, check), axes, columns, bind, executor, told)
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
    return 0


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


def _columns(system: System, check: str) -> list[Column]:
    """What is told of a check unless something is asked for: its outcomes, or the means of its results."""
    rules = system.rules
    if check in rules.contests:
        contest = rules.contests[check]
        return [Column("outcome", name) for name in (*contest.sides, *(["tie"] if contest.may_tie else []))]
    item = rules.checks[check] if check in rules.checks else rules.sequences[check]
    outcomes = [Column("outcome", outcome.name) for outcome in item.outcomes]
    return outcomes or [Column("mean", name) for name in item.results]


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    if jobs < 2:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as executor:
        yield executor


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], object] | None]:
    """A bar on a terminal, wiped out in the end; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return

    def told(done: int, of: int) -> None:
        full = 30 * done // max(1, of)
        sys.stderr.write(f"\r{'█' * full}{'░' * (30 - full)} {done:,} of {of:,} {what}")
        sys.stderr.flush()

    try:
        yield told
    finally:
        sys.stderr.write("\r\x1b[K")
