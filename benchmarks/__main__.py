"""`python -m benchmarks`: measure, compare, and write the page."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path

from . import line, page, run


def arguments() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks",
        description="dicewright beside icepool, dyce, d20 and programs written by hand: all in one run, in turn, each "
        "measurement in a fresh process. Needs the extra `bench` for the peers.",
    )
    names = ", ".join(name for _, name in run.workloads())
    parser.add_argument(
        "workloads", nargs="*", metavar="NAME", help=f"which to run, with * and ?; all if left out: {names}, CLI"
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured, in turn (3)")
    parser.add_argument("--seconds", type=float, default=60, help="limit of each measurement (60)")
    parser.add_argument(
        "--memory", type=int, default=4096, help="limit of each measurement in MiB of address space (4096)"
    )
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md instead of printing it")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured")
    return parser


def main() -> int:
    """0 when all agree, 1 when somebody finds another law, 2 on wrong use."""
    parser = arguments()
    options = parser.parse_args()
    patterns = options.workloads or ["*"]
    names = [*(name for _, name in run.workloads()), "CLI"]
    if idle := [p for p in patterns if not any(fnmatchcase(name, p) for name in names)]:
        parser.error(f"there is no workload {', '.join(idle)}")
    if options.write and options.workloads:
        parser.error("the page tells all workloads: --write goes without names")
    wanted = [(kind, name) for kind, name in run.workloads() if any(fnmatchcase(name, p) for p in patterns)]
    peers = run.installed()
    pinned = run.pin()
    limits = run.Limits(options.seconds, options.memory)

    def told(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    for name in run.LIBRARIES:
        if name not in peers:
            told(f"{name} is not installed: its column stays empty")
    found = [way for ways in run.run(wanted, peers, options.rounds, limits, told) for way in ways]
    lines = line.measured(peers, 5 * options.rounds) if any(fnmatchcase("CLI", p) for p in patterns) else {}
    text = page.page(found, lines, page.Frame(peers, options.rounds, limits, pinned))
    if options.json:
        told(f"writing {options.json}")
        data = {"ways": [{**asdict(way), "notes": sorted(way.notes)} for way in found], "lines": lines}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if options.write:
        page.PAGE.write_text(text, encoding="utf-8")
        told(f"wrote {page.PAGE}")
    else:
        print(text)
    wrong = [way for way in found if not way.right]
    for way in wrong:
        told(f"{way.id}: {way.who} {way.variant} differs from the reference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
