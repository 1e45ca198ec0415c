"""WorldOfDarkness: `5STS7+1`, dice, what a 10 does, difficulty, successes without a die.

S: a 10 brings another die. B: the same, and 1s of such dice count as well. A: a 10 counts twice. The bot takes a
difficulty of 1 for 6, and one of 11 for 10, since a 10 is always a success.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..case import Case
from ..trial import Trial, chains, verdicts

COMMAND = re.compile(r"(?P<dice>\d+)ST(?P<ten>[SAB]?)(?P<to>\d*)(\+(?P<auto>\d+))?")
FLAGS = {"success": "success", "failure": "failure", "botch": "failure fumble"}
TENS = {"": {}, "S": {"again": True}, "B": {"again": True, "again_ones": True}, "A": {"double": True}}


def plan(case: Case) -> Iterator[Trial]:
    found = COMMAND.fullmatch(case.command)
    if not found:
        raise ValueError(case.command)
    dice, ten = int(found["dice"]), TENS[found["ten"]]
    difficulty = int(found["to"] or 6)
    inputs = {
        "dice": dice,
        "difficulty": 6 if difficulty < 2 else min(difficulty, 10),
        "automatic": int(found["auto"] or 0),
        **ten,
    }
    number = re.fullmatch(r"成功数(\d+)", case.told)
    yield Trial(
        "world-of-darkness",
        "action",
        inputs,
        {"d10": chains(case.values(10), dice, lambda face: "again" in ten and face == 10)},
        outcome=verdicts(case, FLAGS),
        results={"successes": int(number[1]) if number else 0},
    )
