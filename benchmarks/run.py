"""Every workload by everybody, in turn, each time in a fresh process with limits of time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from .workloads import BULK, EXACT, ROLLS

ROOT = Path(__file__).parents[1]
LIBRARIES = ("icepool", "dyce", "d20")
LONG = 5.0  # seconds after which a measurement is not repeated


@dataclass(frozen=True)
class Limits:
    """What one measurement may take."""

    seconds: float = 60.0
    memory: int = 4096


@dataclass
class Measured:
    """What is known of one way to do one workload, over all rounds."""

    kind: str
    id: str
    who: str
    variant: str
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)
    sign: str = ""
    outcomes: int = 0
    runs: int = 0
    right: bool = True
    failed: str = ""
    said: str = ""
    took: float = 0.0
    notes: set[str] = field(default_factory=set)

    @property
    def time(self) -> float:
        """The first call, or for rolls what one takes among many."""
        return median(self.warm if self.kind == "rolls" else self.cold)

    @property
    def good(self) -> bool:
        """Whether it came to an end, and to the right one."""
        return not self.failed and self.right

    def take(self, known: dict[str, Any]) -> None:
        """Add what a measuring process said."""
        for name, value in known.items():
            if name in ("cold", "warm", "peak"):
                getattr(self, name).append(value)
            elif name == "note":
                self.notes.add(value)
            elif name != "mean":
                setattr(self, name, value)


def installed() -> dict[str, str]:
    """The peers that are there, with their versions."""
    found = {}
    for name in LIBRARIES:
        if find_spec(name) is not None:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = "unknown"
    return found


def pin() -> bool:
    """Stay on one processor, the measuring processes too; False where the machine has no such thing."""
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return True


def ways(kind: str, name: str, peers: Iterable[str]) -> list[Measured]:
    """Everybody who can do a workload, in every variant."""
    from .one import peer

    part = {"exact": "EXACT", "rolls": "ROLLS", "bulk": "BULK"}[kind]
    own = {"exact": ("",), "rolls": ("", "kept", "text", "throw"), "bulk": ("tables", "each die")}[kind]
    found = [Measured(kind, name, "ours", variant) for variant in own]
    for who in (*peers, "hand" if kind == "exact" else "loop"):
        programs = getattr(peer(who), part, {})
        found += [Measured(kind, name, who, variant) for variant in programs.get(name, {})]
    return found


def measure(one: Measured, limits: Limits) -> None:
    """One measurement in a fresh process."""
    words = [sys.executable, "-m", "benchmarks.one", one.kind, one.who, one.id, one.variant, str(limits.memory)]
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, err = process.communicate(timeout=limits.seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        out = out if isinstance(out, str) else ""
        one.failed, one.said = "time", f"more than {limits.seconds:g} s"
    known = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    for each in known:
        one.take(each)
    if one.failed == "time" and one.sign:  # only the repeated call took too long
        one.failed = one.said = ""
    elif process.returncode and not one.failed:
        one.failed, one.said = "error", (err.strip().splitlines() or [f"exit {process.returncode}"])[-1]


def rounds(one: Callable[[Measured], None], all_ways: list[Measured], number: int) -> None:
    """All in turn, so often; who failed or takes long is not asked again."""
    for _ in range(number):
        for way in all_ways:
            if not way.failed and (not way.cold or way.cold[-1] < LONG):
                one(way)


def judged(all_ways: list[Measured]) -> list[Measured]:
    """Whoever finds another law than the reference is wrong."""
    signs = {way.sign for way in all_ways if way.who == "hand" and way.sign}
    for way in all_ways:
        if way.kind == "exact" and not way.failed and way.who != "hand":
            way.right = {way.sign} == signs
    return all_ways


def workloads() -> list[tuple[str, str]]:
    """Kind and name of everything that can be measured."""
    named = (("exact", EXACT), ("rolls", ROLLS))
    found = [(kind, each.id) for kind, all_of_it in named for each in all_of_it]
    return [*found, *(("bulk", each.ask.id) for each in BULK)]


def run(
    wanted: Iterable[tuple[str, str]], peers: Iterable[str], number: int, limits: Limits, told: Callable[[str], object]
) -> Iterator[list[Measured]]:
    """Measure workload after workload."""
    peers = list(peers)
    for kind, name in wanted:
        all_ways = ways(kind, name, peers)
        rounds(lambda way: measure(way, limits), all_ways, number)
        told(f"{name}: " + ", ".join(map(short, judged(all_ways))))
        yield all_ways


def short(way: Measured) -> str:
    """A word or two for those who wait."""
    name = f"{way.who} {way.variant}".strip()
    if way.failed:
        return f"{name} {way.failed} ({way.said})"
    return f"{name} {way.time * 1000:.3g} ms{'' if way.right else ' WRONG'}"
