"""YearZeroEngine: YZE plain pools, MYZ base, skill and gear dice, YZS step dice; a number in front is what is needed.

The bot does not push. It says how many dice a push would throw, and this is tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..case import Case
from ..trial import Trial, verdicts

COMMAND = re.compile(r"(?P<need>\d*)(?P<what>YZE|MYZ|YZS)(?P<terms>[+\-\d]+)(?P<edge>[AD]?)")
PASSED = {"success": "success", "failure": "failure"}


def plan(case: Case) -> Iterator[Trial]:
    found = COMMAND.fullmatch(case.command)
    if not found:
        raise ValueError(case.command)
    terms = [int(term) for term in re.findall(r"[+-]?\d+", found["terms"])]
    need = int(found["need"] or 0)
    inputs = {"need": need} if need else {}
    outcome = verdicts(case, PASSED) if need else None
    results = {"successes": _said(case, r"成功数:(-?\d+)"), "pushed": 0}
    match found["what"]:
        case "YZE":
            yield _plain(case, terms, inputs, outcome, results)
        case "MYZ":
            yield _kinds(case, terms, inputs, outcome, results)
        case _:
            yield _steps(case, terms, found["edge"], inputs, outcome, results)


def _said(case: Case, pattern: str) -> int:
    found = re.search(pattern, case.output)
    if not found:
        raise ValueError(f"the bot does not say {pattern}")
    return int(found[1])


def _push(number: int) -> dict[str, Any]:
    """Nobody pushes; but where dice may be thrown again, it is asked, and a push throws just these."""
    return {"answers": ["stand"], "falls": ("push", number)} if number else {}


def _plain(case: Case, terms: Sequence[int], inputs: Any, outcome: Any, results: Any) -> Trial:
    """Attribute, skill, gear and a modifier are one pool here: every die does the same."""
    values = case.values(6)
    loose = sum(1 < value < 6 for value in values)
    return Trial(
        "year-zero",
        "push",
        {**inputs, "dice": sum(terms)},
        {"d6": values},
        outcome=outcome,
        results=results,
        **_push(loose),
    )


def _kinds(case: Case, terms: Sequence[int], inputs: Any, outcome: Any, results: Any) -> Trial:
    base, skill, gear = [*terms, 0, 0][:3]
    values = case.values(6)
    parts = {
        "base": (values[:base], {1: "trauma", 6: "success"}),
        "negative" if skill < 0 else "skill": (
            values[base : base + abs(skill)],
            {6: "loss" if skill < 0 else "success"},
        ),
        "gear": (values[base + abs(skill) :], {1: "wear", 6: "success"}),
    }
    faces = {kind: [looks.get(value, "blank") for value in dice] for kind, (dice, looks) in parts.items() if dice}
    lying = {("base", "trauma"): _said(case, "能力：(\\d+)"), ("gear", "wear"): _said(case, "アイテム：(\\d+)")}
    return Trial(
        "mutant-year-zero",
        "push",
        {**inputs, "dice": base, "skill": skill, "gear": gear},
        faces,
        outcome=outcome,
        results=results,
        lying=lying,
        **_push(_said(case, "プッシュ可能=(\\d+)")),
    )


def _steps(case: Case, terms: Sequence[int], edge: str, inputs: Any, outcome: Any, results: Any) -> Trial:
    attribute, *more = terms
    faces: dict[str, list[int]] = {}
    for rand in case.rands:
        faces.setdefault(f"d{rand.sides}", []).append(rand.value)
    inputs = {**inputs, "attribute": f"d{attribute}"}
    inputs |= {"skill": f"d{more[0]}"} if more else {}
    inputs |= {"modifier": more[1]} if more[1:] else {}
    inputs |= {"edge": {"A": 1, "D": -1}[edge]} if edge else {}
    ones = _said(case, "能力：(\\d+)") + _said(case, "技能：(\\d+)")
    lying = {(kind, 1): sum(value == 1 for value in values) for kind, values in faces.items()}
    if sum(lying.values()) != ones:
        raise ValueError("the ones are not those that the bot counts")
    return Trial(
        "twilight-2000",
        "push",
        inputs,
        faces,
        outcome=outcome,
        results=results,
        lying=lying,
        **_push(_said(case, "プッシュ可能=(\\d+)")),
    )
