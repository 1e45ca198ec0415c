"""ChroniclesOfDarkness2e: `CD6@9W1A1`, dice, the lowest face that brings another die, weapon, automatic successes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case
from ..trial import Trial, chains, verdicts

COMMAND = re.compile(r"CD(?P<dice>-?\d+)(@(?P<again>\d+))?(W(?P<weapon>\d+))?(A(?P<auto>\d+))?")
FLAGS = {
    "exceptional_success": "success critical",
    "success": "success",
    "failure": "failure",
    "dramatic_failure": "failure fumble",
}


def plan(case: Case) -> Iterator[Trial]:
    found = COMMAND.fullmatch(case.command)
    if not found:
        raise ValueError(case.command)
    dice, again = int(found["dice"]), int(found["again"] or 10)
    inputs = {"dice": dice, "weapon": int(found["weapon"] or 0), "automatic": int(found["auto"] or 0)}
    inputs |= {"again": again} if found["again"] else {}
    said = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", case.output)}
    outcome = verdicts(case, FLAGS)
    results = {}
    if "dramatic_failure" not in outcome:  # the bot does not add up what cannot succeed
        results["successes"] = said.get("total_success", said["success"])
        if inputs["weapon"]:
            results["damage"] = said.get("damage", 0)
    faces = chains(case.values(10), max(1, dice), lambda face: dice > 0 and face >= again)
    yield Trial("chronicles-of-darkness", "action", inputs, {"d10": faces}, outcome=outcome, results=results)
