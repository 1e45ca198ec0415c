"""CyberpunkRed: `CP+7+2-1>12`, stat, skill and modifiers, difficulty value. All else are tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case, OutOfScope
from ..trial import Trial

COMMAND = re.compile(r"CP(?P<plus>([+-]?\d+)*)(>(?P<dv>\d+))?")
TABLES = ("FFD", "HFD", "NC", "SCS", "VMC", "STORE", "NMC")


def plan(case: Case) -> Iterator[Trial]:
    if case.command.startswith(TABLES):
        raise OutOfScope("table")
    found = COMMAND.fullmatch(case.command)
    total = re.findall(r"＞ (-?\d+)(?= ＞|$)", case.output)
    if not found or not total:
        raise ValueError(case.command)
    terms = [int(term) for term in re.findall(r"[+-]?\d+", found["plus"])]
    inputs = {"stat": terms[0], "skill": sum(terms[1:2]), "modifier": sum(terms[2:])}
    inputs |= {"dv": int(found["dv"])} if found["dv"] else {}
    results = {"total": int(total[-1])} | {name: int(name in case.flags) for name in ("critical", "fumble")}
    outcome = case.flags & {"success", "failure"} if found["dv"] else None
    yield Trial("cyberpunk-red", "skill", inputs, {"d10": case.values(10)}, outcome=outcome, results=results)
