"""`python -m tests.golden FOLDER`: play the golden cases of a folder, and print what came of them."""

from __future__ import annotations

import argparse
import json
import sys
from functools import cache
from pathlib import Path

import dicewright
from dicewright import System

from .games import PLANS
from .report import counts, failures, judged, table

COUNTS = Path(__file__).parent / "counts.json"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the TOML files are")
    parser.add_argument("--failed", action="store_true", help="list each case that failed")
    parser.add_argument("--systems", type=Path, help="a folder whose system files go before the shipped ones")
    parser.add_argument(
        "--write", action="store_true", help=f"keep what the page docs/coverage.md tells in {COUNTS.name}"
    )
    given = parser.parse_args(words)

    @cache
    def load(name: str) -> System:
        path = given.systems / f"{name}.system.yaml" if given.systems else None
        return dicewright.load(path if path and path.is_file() else name)

    verdicts = judged(given.folder, PLANS, load)
    if not verdicts:
        print(f"there are no TOML files in {given.folder}", file=sys.stderr)
        return 2
    failed = any(verdict.problems for listed in verdicts.values() for verdict in listed)
    if given.failed and failed:
        print(failures(verdicts), end="\n\n")
    print(table(verdicts))
    if given.write:
        COUNTS.write_text(json.dumps(counts(verdicts), indent=2) + "\n", encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
