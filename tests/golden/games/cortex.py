"""MarvelHeroicRoleplaying: `MHR5D10+2D8`, the pool. The bot says the best total and the effect die that is left.

Where a larger effect die could be had for a smaller total, it says both ways. Its flags mean that there is an
opportunity (failure) or none (success), not that a test is won.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case, OutOfScope
from ..trial import Trial

COMMAND = re.compile(r"MHR\d+D\d+(\+\d+D\d+)*")


def plan(case: Case) -> Iterator[Trial]:
    if not case.output:
        raise OutOfScope("command")
    if not COMMAND.fullmatch(case.command):
        raise ValueError(case.command)
    faces: dict[str, list[int]] = {}
    for rand in case.rands:
        faces.setdefault(f"d{rand.sides}", []).append(rand.value)
    inputs = {kind: len(values) for kind, values in faces.items()}
    said = re.findall(r"合計値(\d+),効果ダイスD(\d+)", case.output)
    chances = re.search(r"チャンス(\d+)", case.output)
    hitches = int(chances[1]) if chances else 0
    if case.flags != {"failure" if hitches else "success"}:
        raise ValueError("the flags do not tell of an opportunity")
    for way, (total, effect) in enumerate(said):
        results = {"total": int(total), "effect": int(effect), "hitches": hitches}
        yield Trial("cortex-prime", "pool", {**inputs, "effect_first": bool(way)}, faces, results=results)
