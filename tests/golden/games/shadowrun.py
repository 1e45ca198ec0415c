"""ShadowRun4 and ShadowRun5: `12B6@5` dice and a limit, `12R6` the same with the rule of six, for both editions.

The rule of six throws one more die for each 6, and so on; glitches are read from the dice of the pool alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case
from ..trial import Trial, chains

COMMAND = re.compile(r"(?P<dice>\d+)(?P<what>[BR])6(@(?P<limit>\d+))?(>=5)?")
CRITICAL, GLITCH = "クリティカルグリッチ", "グリッチ"


def fourth(case: Case) -> Iterator[Trial]:
    yield _test(case, "shadowrun-4e")


def fifth(case: Case) -> Iterator[Trial]:
    yield _test(case, "shadowrun-5e")


def _test(case: Case, system: str) -> Trial:
    found = COMMAND.fullmatch(case.command)
    hits = re.search(r"成功数(\d+)", case.output)
    if not found or not hits:
        raise ValueError(case.command)
    dice, sixes = int(found["dice"]), found["what"] == "R"
    inputs = {"dice": dice, "edge": int(sixes)}
    inputs |= {"limit": int(found["limit"])} if found["limit"] else {}
    number = int(hits[1])
    over = re.search(r"リミット超過(\d+)", case.output)
    results = {"hits": number, "glitch": int(GLITCH in case.output)}
    results |= {"over": int(over[1]) if over else 0} if found["limit"] else {}
    outcome = "critical_glitch" if CRITICAL in case.output else "success" if number else "failure"
    faces = chains(case.values(6), dice, lambda face: sixes and face == 6)
    return Trial(system, "test", inputs, {"d6": faces}, outcome=frozenset({outcome}), results=results)
