"""How cost grows with the number of dice, where odds are refused, and what the shipped systems take.

    python -m benchmarks.growth [--write]

Every case runs in a process of its own, and prints a line of JSON there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import dicewright
from dicewright.folders import shipped

from .one import peak
from .page import milliseconds, rounded, table
from .run import ROOT
from .workloads import POOLS_FILE

PAGE = ROOT / "docs" / "growth.md"
SECONDS = 120


@dataclass(frozen=True)
class Case:
    """Odds of a check, one of a series."""

    series: str
    size: str
    system: str
    check: str
    inputs: Mapping[str, Any] = field(default_factory=dict, hash=False)


def symbols(n: int) -> dict[str, int]:
    """Pools of the same mixture, n dice in all."""
    parts = {"ability": 2, "proficiency": 2, "difficulty": 2, "challenge": 1, "boost": 1, "setback": 2}
    return (
        {"ability": 1, "proficiency": 1, "difficulty": 1, "challenge": 1, "boost": 1}
        if n == 5
        else {name: count * n // 10 for name, count in parts.items()}
    )


SYMBOLS, HIGHEST = "joint law of all symbols", "highest 3 of n d6"
EXPLODING = "best half of n d10, a 10 rolled on 3 times"
TWO, FIVE = "highest two of n d10, and how many 1s", "best five of n d10: largest set and straight"
KINDS = ("d4", "d6", "d8", "d10", "d12")
GROWING = [
    *(Case(SYMBOLS, str(n), "genesys", "pool", symbols(n)) for n in (5, 10, 20, 40, 80)),
    *(Case(HIGHEST, str(n), POOLS_FILE, "keep_d6", {"n": n}) for n in (10, 20, 40, 80)),
    *(
        Case(EXPLODING, str(n), POOLS_FILE, "keep_exploding", {"n": n, "keep": n // 2, "times": 3})
        for n in (10, 20, 40, 80)
    ),
    *(Case(TWO, str(n), POOLS_FILE, "best_two", {"n": n}) for n in (10, 20, 40, 80)),
    *(Case(FIVE, str(n), POOLS_FILE, "best_five", {"n": n}) for n in (10, 20, 40, 80)),
]
REFUSED = [
    Case("highest die, every face told apart", "20 d12", "rising-legends", "skill", {"tier": 20}),
    Case("victories of dice compared one by one", "12 against 12", "sorcerer", "conflict", {"ours": 12, "theirs": 12}),
    Case(
        "five kinds of dice, two chosen",
        "25 dice",
        "cortex-prime",
        "pool",
        dict.fromkeys(KINDS, 5),
    ),
    Case("ring and skill dice, best play", "5 and 5", "l5r5e", "check", {"ring": 5, "skill": 5, "tn": 3}),
]


def measure(case: Case) -> None:
    """Time one case, and print what it took."""
    bound_to = dicewright.load(case.system)[case.check]
    begun = time.perf_counter()
    try:
        law = bound_to.bind(dict(case.inputs)).odds()
        told: dict[str, Any] = {"rows": len(law.rows)}
    except dicewright.DicewrightError as error:
        told = {"refused": error.problems[0].message}
    print(json.dumps({**told, "took": time.perf_counter() - begun, "peak": peak()}))


def measured(case: Case, place: int) -> dict[str, Any]:
    """The same, in a fresh process."""
    words = [sys.executable, "-m", "benchmarks.growth", "--case", str(place)]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return {"refused": f"nothing within {SECONDS} s", "took": SECONDS, "peak": 0}
    found: dict[str, Any] = json.loads(done.stdout)
    print(f"{case.series}, {case.size}: {found['took']:.3f} s", file=sys.stderr, flush=True)
    return found


def grown(found: Mapping[Case, Mapping[str, Any]]) -> Iterator[str]:
    for series in dict.fromkeys(case.series for case in GROWING):
        cases = [case for case in GROWING if case.series == series]
        rows = [
            [case.size, milliseconds(each["took"]), f"{each.get('rows', 0):,}", f"{each['peak']:.0f}"]
            for case in cases
            for each in (found[case],)
        ]
        yield f"## {series[0].upper()}{series[1:]}"
        yield table(["dice", "ms", "rows of the law", "MiB"], rows)
    yield "## Where odds are refused"
    rows = [
        [case.series, case.size, rounded(each["took"]), f"{each['peak']:.0f}", each.get("refused", "not refused")]
        for case in REFUSED
        for each in (found[case],)
    ]
    yield table(["what", "size", "seconds", "MiB", "what is said"], rows)


def usual() -> Iterator[str]:
    """The checks of which a system's own tests state odds, each weighed once."""
    rows = []
    for name in shipped():
        system = dicewright.load(name)
        took: dict[str, float] = {}
        for case in system.rules.tests:
            written = case.given
            inputs = " ".join(f"{key}={value}" for key, value in (written.get("given") or {}).items())
            asked = " ".join([case.check, inputs, *(written.get("properties") or ())]).strip()
            if "odds" not in written or case.check not in system.checks or asked in took:
                continue
            given = [written.get(key) or () for key in ("properties", "upgrade", "downgrade", "effects")]
            begun = time.perf_counter()
            system[case.check].bind(written.get("given") or {}, *given).odds()
            took[asked] = time.perf_counter() - begun
        if took:
            slowest = max(took, key=lambda asked: took[asked])
            rows.append([name, str(len(took)), *map(milliseconds, (median(took.values()), took[slowest])), slowest])
    yield "## Shipped systems"
    yield (
        "The odds that a system's own tests state, whole joint laws, each weighed once in a process that has loaded\n"
        "the file."
    )
    yield table(["system", "checks", "median ms", "slowest ms", "which"], rows)


def main(words: list[str]) -> int:
    cases = [*GROWING, *REFUSED]
    if words[:1] == ["--case"]:
        measure(cases[int(words[1])])
        return 0
    found = {case: measured(case, place) for place, case in enumerate(cases)}
    head = (
        "# How cost grows\n\nWritten by `python -m benchmarks.growth --write`; do not edit. Each case is the first\n"
        "question in a fresh process that has loaded the system. How it compares with others stands in\n"
        "[benchmarks.md](benchmarks.md)."
    )
    text = "\n\n".join([head, *grown(found), *usual()]) + "\n"
    if words == ["--write"]:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
