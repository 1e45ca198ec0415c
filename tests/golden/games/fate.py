"""FateCoreSystem: `5DF+1+2>=3`, dice (four unless said), modifiers, opposition. A d3 shows 1, 2, 3 for -1, 0, +1."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case
from ..trial import Trial, verdicts

COMMAND = re.compile(r"(?P<dice>\d*)DF(?P<plus>([+-]\d+)*)(>=(?P<to>-?\d+))?")
FLAGS = {"style": "success critical", "success": "success", "tie": "success", "failure": "failure"}
SAID = {"Succeed with Style": "style", "Succeed": "success", "Tie": "tie", "Fail": "failure"}


def plan(case: Case) -> Iterator[Trial]:
    found = COMMAND.fullmatch(case.command)
    effort = re.search(r"\(([+-]\d+)\)", case.output.split("＞")[2])
    if not found or not effort:
        raise ValueError(case.command)
    inputs = {"skill": sum(map(int, re.findall(r"[+-]\d+", found["plus"])))}
    inputs |= {"dice": int(found["dice"])} if found["dice"] else {}
    results = {"effort": int(effort[1])}
    outcome = None
    if found["to"]:
        inputs["opposition"] = int(found["to"])
        results["shifts"] = int(effort[1]) - int(found["to"])
        word, shifts = re.fullmatch(r"([A-Za-z ]+)(\([+-]\d+\))?", case.told).groups()  # type: ignore[union-attr]
        outcome = verdicts(case, FLAGS) & {SAID[word]}
        if shifts and int(shifts.strip("()")) != results["shifts"]:
            raise ValueError("the shifts are not those that the bot says")
    yield Trial("fate", "action", inputs, {"fudge": [v - 2 for v in case.values(3)]}, outcome=outcome, results=results)
