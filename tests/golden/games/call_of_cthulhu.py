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

SYSTEM = "call-of-cthulhu"
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
RANKS = ("regular", "hard", "extreme", "critical")
COMBINED = {"success": "success", "partial": "", "failure": "failure"}


def plan(case: Case) -> Iterator[Trial]:
    command = case.command
    if command in TABLES:
        raise OutOfScope("table")
    if not case.output:
        raise OutOfScope("command")
    if "＞" not in case.output:
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
    return Trial(SYSTEM, "skill", inputs, _faces(case), outcome=outcome, results={"roll": int(roll)})


def _combined(case: Case, *skills: int) -> Iterator[Trial]:
    found = re.search(r"(\d+)\[(.*),(.*)\]", case.output)
    if not found:
        raise ValueError(case.output)
    results = {"roll": int(found[1])}
    inputs = {"skill": skills[0], "second": skills[1]}
    yield Trial(SYSTEM, "combined", inputs, _faces(case), outcome=verdicts(case, COMBINED), results=results)
    for skill, said in zip(skills, found.groups()[1:], strict=True):
        given = {"skill": skill}
        yield Trial(SYSTEM, "skill", given, _faces(case), outcome=frozenset(SAID[said]), results=results)


def _volleys(case: Case) -> Iterator[Trial]:
    """Automatic fire, and each of its volleys as a skill roll of its own, of which the bot tells the plain level.

    As the bot says, it takes 100 for more bullets, and a malfunction number below 0 without its sign.
    """
    given = [*case.command.removeprefix("FAR(").removesuffix(")").split(","), "", "", ""]
    ammunition, skill, malfunction = int(given[0]), int(given[1]), abs(int(given[2]))
    bonus, hardest = int(given[3] or 0), given[4]
    volleys = re.findall(r"回目: ＞ ([\d, ]+) ＞ ([^\s（]+)", case.output)
    end = re.search(r"＞ (\d+)発が通常命中、(\d+)発が貫通、残弾(\d+)発", case.output)
    if not end:
        raise ValueError(case.output)
    faces: dict[str, list[int]] = {"tens": [], "units": []}
    values = [value % 10 for value in case.values(10)]
    for number, (shown, level) in enumerate(volleys):
        dice = len(shown.split(","))
        tens, unit, values = [10 * value for value in values[:dice]], values[dice : dice + 1], values[dice + 1 :]
        faces = {"tens": faces["tens"] + tens, "units": faces["units"] + unit}
        harder = max(0, number - bonus - 2)
        inputs = {"skill": skill, "bonus": max(-2, bonus - number), "difficulty": list(LEVELS.values())[harder + 1]}
        (said,) = SAID[level]
        missed = said in RANKS and RANKS.index(said) < harder
        outcome = frozenset({"failure" if missed else said})
        yield Trial(SYSTEM, "skill", inputs, {"tens": tens, "units": unit}, outcome=outcome)
    if values:
        raise ValueError("the bot shows fewer volleys than faces")
    inputs = {
        "ammunition": min(ammunition, 100),
        "skill": skill,
        "malfunction": malfunction,
        "bonus": bonus,
        "volley": int(given[5] or 0),
    }
    inputs |= {"hardest": list(LEVELS).index(hardest) - 1} if hardest else {}
    hits, impaled, left = map(int, end.groups())
    results = {
        "hits": hits,
        "impaled": impaled,
        "left": left,
        "tries": len(volleys),
        "jammed": int("ジャム" in case.output),
    }
    yield Trial(SYSTEM, "automatic_fire", inputs, faces, results=results)
