"""VampireTheMasquerade5th: `3VMF3+2` difficulty, dice and hunger dice; `3VMI5H2` difficulty, pool, hunger in it.

Without a difficulty the bot says what a success and what a failure would be: two trials, one with a difficulty that is
reached and one with a difficulty that is not. With a difficulty of 0 it says the successes alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..case import Case, OutOfScope
from ..trial import Trial, verdicts

COMMAND = re.compile(r"(?P<need>\d*)(VMF(?P<dice>\d+)(\+(?P<more>\d+))?|VMI(?P<pool>\d+)(H(?P<hunger>\d+))?)")
FLAGS = {
    "critical": "success critical",
    "messy_critical": "success critical",
    "win": "success",
    "failure": "failure",
    "total_failure": "failure fumble",
    "bestial_failure": "failure fumble",
}
SAID = {
    "完全失敗/Total Failure": "total_failure",
    "獣の過ち/Bestial Failure": "bestial_failure",
    "クリティカル成功/Critical Win": "critical",
    "凄惨なるクリティカル/Messy Critical": "messy_critical",
}
BEYOND = 20  # no roll of the cases has so many successes


def plan(case: Case) -> Iterator[Trial]:
    if not case.output:
        raise OutOfScope("command")
    found = COMMAND.fullmatch(case.command)
    if not found:
        raise ValueError(case.command)
    if found["dice"]:
        hunger = int(found["more"] or 0)
        pool = int(found["dice"]) + hunger
    else:
        pool, hunger = int(found["pool"]), int(found["hunger"] or 0)
    inputs: dict[str, Any] = {"dice": pool, "hunger": hunger}
    need = int(found["need"]) if found["need"] else None
    if "5ダイスが最大" in case.output:
        yield Trial("vampire-v5", "action", inputs, error="input-range")
        return
    if "ダイスプール0" in case.output:
        raise OutOfScope("limit")
    faces, results = _thrown(case), {"successes": _successes(case)}
    if need == 0:
        yield Trial("vampire-v5", "action", inputs, faces, results=results)
    elif need or case.flags:
        said = re.search(r"\[([^\]]*/[^\]]*)\]", case.output)
        outcome = verdicts(case, FLAGS) & ({SAID[said[1]]} if said else {"win", "failure"})
        yield Trial(
            "vampire-v5", "action", {**inputs, "difficulty": need or 1}, faces, outcome=outcome, results=results
        )
    else:
        for word, difficulty, plain in (("成功", 1, "win"), ("失敗", BEYOND, "failure")):
            said = re.search(rf"判定{word}なら \[(.*)\]", case.output)
            outcome = frozenset({SAID[said[1]] if said else plain})
            given = {**inputs, "difficulty": difficulty}
            yield Trial("vampire-v5", "action", given, faces, outcome=outcome, results=results)


def _successes(case: Case) -> int:
    return int(re.search(r"達成数=(\d+)", case.output)[1])  # type: ignore[index]


def _thrown(case: Case) -> dict[str, list[int]]:
    """The dice that the bot throws; some cases hold more faces than their pool has dice, and the bot leaves these."""
    groups = re.findall(r"\[([\d,]*)\]", case.output.split("＞")[1])
    dice = [[int(face) for face in group.split(",") if face] for group in groups]
    flat = [face for group in dice for face in group]
    values = case.values(10)
    if flat != values[: len(flat)] or (flat and len(flat) < len(values)):
        raise ValueError("the faces are not those that the bot shows")
    return {kind: group for kind, group in zip(("d10", "red"), dice, strict=False) if group}
