"""Cthulhu7th: `CC(1)<=53h` skill rolls with bonus or penalty dice, `CBR(70,30)` combined rolls, `FAR(...)` volleys.

A d10 of the tens and one of the units show 10 (or 0) for 0; tens come first, one for each bonus or penalty die and
one more. A d100 is both at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..case import Case, OutOfScope
from ..trial import Trial, verdicts

SKILL = re.compile(r"CC(\(?(?P<bonus>[+-]?\d+)\)?)?(<=(?P<skill>\d+)(?P<level>[RHEC]?))?")
BOTH = re.compile(r"CBR\((?P<first>[\d+()]+),(?P<second>[\d+()]+)\)")
TABLES = ("BMS", "BMR", "PH", "MA", "FCL", "FCM")
LEVELS = {"": 1, "R": 1, "H": 2, "E": 5, "C": 1000}
FLAGS = {
    "critical": "success critical",
    "extreme": "success",
    "hard": "success",
    "regular": "success",
    "failure": "failure",
    "fumble": "failure fumble",
}
SAID = {
    "クリティカル": {"critical"},
    "イクストリーム成功": {"extreme"},
    "ハード成功": {"hard"},
    "レギュラー成功": {"regular"},
    "成功": {"extreme", "hard", "regular"},
    "失敗": {"failure"},
    "ファンブル": {"fumble"},
}
COMBINED = {"success": "success", "partial": "", "failure": "failure"}


def plan(case: Case) -> Iterator[Trial]:
    command = case.command
    if command in TABLES:
        raise OutOfScope("table")
    if not case.output:
        raise OutOfScope("command")
    if not case.rands:
        raise OutOfScope("limit")
    if command.startswith("FAR"):
        yield from _volleys(case)
    elif found := BOTH.fullmatch(command):
        yield from _combined(case, _sum(found["first"]), _sum(found["second"]))
    elif found := SKILL.fullmatch(command):
        yield _skill(case, found)
    else:
        raise ValueError(command)


def _sum(text: str) -> int:
    return sum(map(int, re.findall(r"\d+", text)))


def _faces(case: Case) -> dict[str, list[int]]:
    if all(rand.sides == 100 for rand in case.rands):
        (value,) = case.values(100)
        return {"tens": [value % 100 // 10 * 10], "units": [value % 10]}
    *tens, unit = (value % 10 for value in case.values(10))
    return {"tens": [10 * value for value in tens], "units": [unit]}


def _skill(case: Case, found: re.Match[str]) -> Trial:
    skill = int(found["skill"] or 0)
    inputs: dict[str, Any] = {"skill": skill, "bonus": int(found["bonus"] or 0)}
    outcome = None
    if skill:
        inputs["difficulty"] = LEVELS[found["level"]]
        outcome = verdicts(case, FLAGS) & SAID[case.told]
        roll = case.output.split("＞")[-2]
    else:  # without a skill the bot tells the roll alone
        roll = case.told
    return Trial("call-of-cthulhu", "skill", inputs, _faces(case), outcome=outcome, results={"roll": int(roll)})


def _combined(case: Case, *skills: int) -> Iterator[Trial]:
    found = re.search(r"(\d+)\[(.*),(.*)\]", case.output)
    if not found:
        raise ValueError(case.output)
    results = {"roll": int(found[1])}
    inputs = {"skill": skills[0], "second": skills[1]}
    yield Trial("call-of-cthulhu", "combined", inputs, _faces(case), outcome=verdicts(case, COMBINED), results=results)
    for skill, said in zip(skills, found.groups()[1:], strict=True):
        given = {"skill": skill}
        yield Trial("call-of-cthulhu", "skill", given, _faces(case), outcome=frozenset(SAID[said]), results=results)


def _volleys(case: Case) -> Iterator[Trial]:
    raise ValueError("FAR")
