"""`python -m benchmarks.checking`: what `validate` takes, beside a plain script of PyYAML and jsonschema.

Whole processes, the two in turn: one file, and 200 systems generated from the shipped ones. The plain script only holds
the text against the schema; `validate` also knows the place of everything, links every name and reads expressions.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from .run import ROOT

SCHEMA = ROOT / "schemas" / "system.schema.json"
ONE = ROOT / "systems" / "fate.system.yaml"


def generate(folder: Path, number: int) -> None:
    """So many systems, each with an id of its own."""
    sources = sorted((ROOT / "systems").glob("*.system.yaml"))
    for n in range(number):
        source = sources[n % len(sources)]
        text = source.read_text(encoding="utf-8")
        own = text.replace(f"\nid: {source.name.removesuffix('.system.yaml')}\n", f"\nid: generated-{n}\n", 1)
        (folder / f"generated-{n}.system.yaml").write_text(own, encoding="utf-8")


def measured(target: Path, rounds: int) -> tuple[float, float]:
    """Milliseconds of the plain script and of `validate`."""
    commands = (
        ["-m", "benchmarks.peers.plain", str(SCHEMA), str(target)],
        ["-m", "dicewright", "validate", str(target)],
    )
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for words, taken in zip(commands, times, strict=True):
            begun = time.perf_counter()
            subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True)
            taken.append(1000 * (time.perf_counter() - begun))
    return median(times[0]), median(times[1])


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.checking", description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--systems", type=int, default=200)
    args = asked.parse_args()
    with TemporaryDirectory() as scratch:
        generate(Path(scratch), args.systems)
        for name, target, rounds in (
            ("one file", ONE, args.rounds),
            (f"{args.systems} systems", Path(scratch), max(1, args.rounds // 2)),
        ):
            plain, ours = measured(target, rounds)
            print(f"{name}: plain script {plain:.0f} ms, dicewright validate {ours:.0f} ms, {ours / plain:.2f} times")


if __name__ == "__main__":
    main()
