"""The page of a run: what was measured, by whom, and how it compares."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from .line import BARE
from .run import LIBRARIES, ROOT, Limits, Measured
from .workloads import BULK, EXACT, ROLLS

PAGE = ROOT / "docs" / "benchmarks.md"
EXACT_PEERS = ("icepool", "dyce")
NONE = "—"


@dataclass(frozen=True)
class Frame:
    """Under what conditions a run was made."""

    peers: Mapping[str, str]
    rounds: int
    limits: Limits
    pinned: bool


def page(found: list[Measured], lines: Mapping[str, float], frame: Frame) -> str:
    """The whole page, in Markdown."""
    by: dict[str, list[Measured]] = {}
    for way in found:
        by.setdefault(way.id, []).append(way)
    parts = [
        head(frame),
        *exact(by),
        *rolls(by),
        *bulk(by),
        *command(lines),
        *spellings(found),
    ]
    return "\n\n".join(parts) + "\n"


def head(frame: Frame) -> str:
    """What was run, where, and how to read it."""
    versions = ", ".join(f"{name} {frame.peers[name]}" for name in LIBRARIES if name in frame.peers) or "no peer"
    missing = "".join(
        f" {name} was not installed, so it is left empty." for name in LIBRARIES if name not in frame.peers
    )
    times = "once" if frame.rounds == 1 else f"{frame.rounds} times"
    where = "one of its processors" if frame.pinned else "no processor in particular"
    return f"""# Benchmarks

Written by `python -m benchmarks --write`; do not edit. A machine with {os.cpu_count()} processors, Python
{platform.python_version()}, every measurement in a fresh process pinned to {where}, measured {times} in turn, the
median told. Beside {versions}.{missing}

* *Cold* is the first call in a process in which everything is imported and the system file is loaded; binding the
  inputs and working out the plan are part of it. Everybody's answer is whole-number weights; reducing them to
  fractions is not part of it. *Warm* is the same question again: ours has kept the moves of the check, and finds the
  odds anew; icepool has kept the answer. *Memory* is the most that the whole process held after the first call,
  interpreter and library included.
* Each workload of ours is a system file and inputs. For the peers it is a program, in several spellings where one is
  faster; the fastest is told here, all of them in the last table. *By hand* is a program for that one workload alone.
* All have to give the same law, to the last fraction; what differs is told as wrong. One measurement may take
  {frame.limits.seconds:g} s and {frame.limits.memory:,} MiB of address space.
* A machine that others share is noisy: ratios between 0.7 and 1.5 mean nothing."""


# -- exact odds -------------------------------------------------------------------------------------------------------


def best(ways: Iterable[Measured], who: str) -> Measured | None:
    """Somebody's fastest way that is right."""
    good = [way for way in ways if way.who == who and way.good and way.cold]
    return min(good, key=lambda way: way.time, default=None)


def rival(ways: Iterable[Measured], names: Iterable[str]) -> Measured | None:
    """The fastest of all peers."""
    found = [way for name in names if (way := best(ways, name)) is not None]
    return min(found, key=lambda way: way.time, default=None)


def exact(by: Mapping[str, list[Measured]]) -> Iterable[str]:
    """The tables of exact odds, and what they come to."""
    shown = [each for each in EXACT if each.id in by]
    if not shown:
        return
    rows, memory, notes, ratios = [], [], [], {}
    for each in shown:
        ways = by[each.id]
        ours, hand, other = best(ways, "ours"), best(ways, "hand"), rival(ways, EXACT_PEERS)
        if ours and other:
            ratios[each.id] = ours.time / other.time
        cells = [cell(ways, who) for who in ("ours", *EXACT_PEERS, "hand")]
        rows.append([each.id, each.what, *cells, ratio(ours, other), ratio(ours, hand)])
        warm = [milliseconds(median(way.warm)) if way and way.warm else NONE for way in (ours, other, hand)]
        peaks = [megabytes(best(ways, who)) for who in ("ours", *EXACT_PEERS, "hand")]
        memory.append([each.id, *warm, *peaks])
        notes += [f"* {each.id}: ours — {said}." for way in ways if way.who == "ours" for said in remarks(way)]
    yield "## Exact odds: milliseconds, cold"
    yield table(["", "workload", "ours", *EXACT_PEERS, "by hand", "ours / best peer", "ours / by hand"], rows)
    yield summary(ratios, [each.id for each in shown], by)
    if notes:
        yield "\n".join(notes)
    yield "## Exact odds: the same question again, and memory"
    heads = ["", "ours, warm ms", "best peer", "by hand", "ours, MiB", *EXACT_PEERS, "by hand"]
    yield table(heads, memory)


def remarks(way: Measured) -> Iterable[str]:
    """Whatever keeps a figure of ours from being simply right."""
    if way.failed:
        yield f"{way.said} (told after {milliseconds(way.took)} ms)" if way.failed == "refused" else way.said
    elif not way.right:
        yield "not the law that the reference finds"
    yield from sorted(way.notes)


def summary(ratios: Mapping[str, float], shown: list[str], by: Mapping[str, list[Measured]]) -> str:
    """The geometric mean, and who is ahead where."""
    won, lost = ([name for name, x in ratios.items() if (x < 1) is ahead] for ahead in (True, False))
    unanswered = [name for name in shown if best(by[name], "ours") is None and rival(by[name], EXACT_PEERS)]
    alone = [name for name in shown if best(by[name], "ours") and not rival(by[name], EXACT_PEERS)]
    out = []
    if ratios:
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        out.append(f"Geometric mean of ours / best peer over {len(ratios)} workloads: **{mean:.2f}**.")
    out.append(f"Faster than every peer: {', '.join(won) or 'none'}.")
    out.append(f"Slower than a peer: {', '.join(lost) or 'none'}.")
    if unanswered:
        out.append(f"Answered by a peer and not by us, and so not in the mean: {', '.join(unanswered)}.")
    if alone:
        out.append(f"Answered by no peer, and so not in the mean either: {', '.join(alone)}.")
    return "\n".join(out)


# -- rolls, simulation, the command line ------------------------------------------------------------------------------


def rolls(by: Mapping[str, list[Measured]]) -> Iterable[str]:
    """One roll of a bound check."""
    shown = [each for each in ROLLS if each.id in by]
    if not shown:
        return
    rows = []
    for each in shown:
        ways = by[each.id]
        traced, told, text = one(ways, "ours", ""), one(ways, "ours", "text"), one(ways, "d20", "text")
        kept = one(ways, "ours", "kept")
        thrown, parsed = one(ways, "ours", "throw"), one(ways, "d20", "")
        figures = [
            told,
            text,
            traced,
            kept,
            thrown,
            parsed,
            best(ways, "icepool"),
            best(ways, "dyce"),
            best(ways, "loop"),
        ]
        cells = [cell_of(way, microseconds) for way in figures]
        rows.append([each.id, each.what, *cells, ratio(told, text), ratio(thrown, parsed)])
    yield "## One roll: microseconds, among many"
    yield (
        "Ours rolls a bound check, and then reads the dice, the whole trace and a log that replays it, which are put\n"
        "together when they are read (*kept*: they are not); *as text* tells the roll; *thrown* gives the outcome and\n"
        "the results alone.\n"
        "d20 goes from its string, whose parsed form it keeps, to its text; *parsed* is its tree to the total.\n"
        "icepool and dyce sample the dice and keep no trace, and neither does the bare Python loop."
    )
    heads = ["", "roll", "ours, as text", "d20, as text", "ours, trace", "ours, kept", "ours, thrown", "d20, parsed"]
    yield table([*heads, "icepool", "dyce", "loop", "ours / d20, as text", "thrown / d20, parsed"], rows)


def bulk(by: Mapping[str, list[Measured]]) -> Iterable[str]:
    """Many rolls of one check."""
    shown = [each.ask for each in BULK if each.ask.id in by]
    if not shown:
        return
    rows = []
    for each in shown:
        ways = by[each.id]
        tables, dice, loop = one(ways, "ours", "tables"), one(ways, "ours", "each die"), best(ways, "loop")
        other = rival(ways, LIBRARIES)
        figures = [tables, dice, *(best(ways, name) for name in LIBRARIES), loop]
        rows.append([each.id, each.what, *(scaled(way) for way in figures), ratio(tables, other), ratio(tables, loop)])
    yield "## Simulation: seconds for a million rolls"
    yield (
        "Where a million would take too long fewer are rolled, as many as stand behind the figure, and the time is\n"
        "scaled. Every mean lies within six standard errors of the exact one, or the figure is told as wrong."
    )
    heads = ["", "check", "ours, from tables", "ours, each die", *LIBRARIES, "loop"]
    yield table([*heads, "tables / best peer", "tables / loop"], rows)


def command(lines: Mapping[str, float]) -> Iterable[str]:
    """Whole processes."""
    if not lines:
        return
    yield "## The command line: milliseconds for a whole process"
    rows = [[name, f"{took:.0f}", f"{took - lines[BARE]:.0f}"] for name, took in lines.items()]
    yield table(["", "ms", "over the bare interpreter"], rows)


def spellings(found: Iterable[Measured]) -> Iterable[str]:
    """All ways that were measured where somebody has more than one, and all that failed."""
    number: dict[tuple[str, str], int] = {}
    found = list(found)
    for way in found:
        number[way.id, way.who] = number.get((way.id, way.who), 0) + 1
    units: dict[str, Callable[[float], str]] = {"exact": milliseconds, "rolls": microseconds, "bulk": seconds}
    names = {"exact": "ms", "rolls": "µs", "bulk": "s per million"}
    rows = []
    for way in found:
        if number[way.id, way.who] > 1 or not way.good:
            said = way.said or ("" if way.right else "wrong")
            figure = f"{units[way.kind](way.time)} {names[way.kind]}" if not way.failed and way.cold else NONE
            rows.append([way.id, way.who, way.variant or "plain", figure, megabytes(way), said])
    if rows:
        yield "## Every spelling, and whatever did not come to an end"
        yield table(["", "who", "way", "time", "MiB", ""], rows)


# -- cells ------------------------------------------------------------------------------------------------------------


def one(ways: Iterable[Measured], who: str, variant: str) -> Measured | None:
    """Just this way of somebody's."""
    return next((way for way in ways if way.who == who and way.variant == variant), None)


def cell(ways: list[Measured], who: str) -> str:
    """Somebody's time, or what became of it."""
    if (way := best(ways, who)) is not None:
        return milliseconds(way.time)
    return cell_of(next((way for way in ways if way.who == who), None), milliseconds)


def cell_of(way: Measured | None, figure: Callable[[float], str]) -> str:
    """A time, or a word for why there is none."""
    if way is None:
        return NONE
    words = {"time": way.said.replace("more than", "over"), "memory": "out of memory", "refused": "refused"}
    if way.failed:
        return words.get(way.failed, "fails")
    return figure(way.time) if way.right else "wrong"


def scaled(way: Measured | None) -> str:
    """Seconds for a million, and from how many rolls where that is another number."""
    text = cell_of(way, seconds)
    return text if way is None or way.runs in (0, 1_000_000) else f"{text} ({way.runs:,})"


def ratio(ours: Measured | None, other: Measured | None) -> str:
    """Ours over theirs; bold where ours is less."""
    if ours is None or other is None or not (ours.good and other.good):
        return NONE
    value = ours.time / other.time
    text = rounded(value)
    return f"**{text}**" if value < 1 else text


def rounded(value: float) -> str:
    """Two digits that mean something; more before the point."""
    digits = max(0, 1 - math.floor(math.log10(value))) if value else 0
    return f"{value:,.{digits}f}"


def milliseconds(value: float) -> str:
    return rounded(value * 1e3)


def microseconds(value: float) -> str:
    return rounded(value * 1e6)


def seconds(value: float) -> str:
    return rounded(value)


def megabytes(way: Measured | None) -> str:
    return f"{median(way.peak):.0f}" if way is not None and way.peak else NONE


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    """A table whose figures stand to the right."""
    rows = list(rows)
    left = {
        i for i, name in enumerate(heads) if name in ("", "workload", "roll", "check", "who", "way") and i < len(heads)
    }
    marks = ["---" if i in left else "--:" for i in range(len(heads))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [heads, marks, *rows])
