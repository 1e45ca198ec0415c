"""The tests that stand in a file, run: what differs from what was expected, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..build.cases import amount
from ..errors import DicewrightError, Problem
from ..model.rules import Rules
from ..model.system import Look, TestCase
from ..ops.state import Limits
from .answers import replied
from .bout import ContestOutcome
from .check import BoundCheck, System
from .contest import BoundContest
from .faces import read
from .law import Law
from .outcome import DieShown, Outcome
from .sequence import BoundSequence

Bound = BoundCheck | BoundContest | BoundSequence

# A chain that never has to end is followed until less than this is left of it; a test may ignore that much.
NEGLIGIBLE = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A test that was run, and what was wrong; nothing, when it passed."""

    case: TestCase
    problems: tuple[Problem, ...]


def verify(rules: Rules, limits: Limits = Limits()) -> Iterator[Verdict]:
    """Run the tests of a system one by one."""
    laws: dict[Bound, Law] = {}
    for case in rules.tests:
        found = tuple(
            Problem("test-failed", f"{case.name}: {message}", case.span) for message in _run(rules, case, limits, laws)
        )
        yield Verdict(case, found)


def _run(rules: Rules, case: TestCase, limits: Limits, laws: dict[Bound, Law]) -> list[str]:
    given = case.given
    expect: Mapping[str, Any] = given.get("expect") or {}
    wanted = expect.get("error")
    try:
        bound: Bound = System(rules, limits)[case.check].bind(
            given.get("given") or {},
            given.get("properties") or (),
            given.get("upgrade") or (),
            given.get("downgrade") or (),
            given.get("effects") or (),
        )
        found: list[str] = []
        faces = given.get("faces") or {}
        if "answers" in given and isinstance(bound, BoundCheck):
            found += _compare(rules, expect, replied(bound.setting, faces, given["answers"]))
        elif expect or faces:
            found += _compare(rules, expect, bound.roll(faces=faces))
        if given.get("odds"):
            law = laws.get(bound)
            if law is None:
                law = laws[bound] = bound.odds()
            found += _weigh(given["odds"], law)
    except DicewrightError as error:
        if wanted is None:
            return ["; ".join((problem.message, *problem.notes)) for problem in error.problems]
        codes = [problem.code for problem in error.problems]
        return [] if wanted in codes else [f"the error is {', '.join(codes)}, expected {wanted}"]
    return [f"no error, expected {wanted}", *found] if wanted else found


def _compare(rules: Rules, expect: Mapping[str, Any], outcome: Outcome | ContestOutcome) -> list[str]:
    found = []
    if "outcome" in expect and expect["outcome"] != outcome.outcome:
        found.append(f"the outcome is {outcome.outcome}, expected {expect['outcome']}")
    for name, value in (expect.get("results") or {}).items():
        if outcome.results[name] != value:
            found.append(f"{name} is {outcome.results[name]}, expected {value}")
    if "dice" in expect and isinstance(outcome, Outcome):
        found += _lying(rules, expect["dice"], outcome)
    return found


def _lying(rules: Rules, expected: Sequence[Mapping[str, Any]], outcome: Outcome) -> list[str]:
    """Whether just these dice lie on the table; each expectation is met by one die of its own."""
    left = list(outcome.dice)
    missing = []
    for wanted in sorted(expected, key=len, reverse=True):
        met = next((die for die in left if _meets(rules, die, wanted)), None)
        if met is None:
            missing.append(" ".join(str(v) for v in wanted.values()))
        else:
            left.remove(met)
    found = [f"no die is {what}" for what in missing]
    if left:
        extra = ", ".join(f"{die.die} {_look(rules, die)} {die.state}" for die in left)
        found.append(f"more dice lie there than expected: {extra}")
    return found


def _meets(rules: Rules, die: DieShown, wanted: Mapping[str, Any]) -> bool:
    told = die.to_dict()
    return all(
        read(value) == _look(rules, die) if key == "face" else told[key] == value for key, value in wanted.items()
    )


def _look(rules: Rules, die: DieShown) -> Look:
    return rules.kinds[die.die].shown(die.face - 1, die.value)


def _weigh(expected: Mapping[str, Mapping[str, Any]], law: Law) -> list[str]:
    found = []
    if law.unresolved > NEGLIGIBLE:
        found.append(f"{float(law.unresolved):.1e} of the odds is unresolved, too much for a test")
    for name, wanted in (expected.get("outcomes") or {}).items():
        found += _near(f"P({name})", law.outcomes[name], law.unresolved, wanted)
    for text, wanted in (expected.get("probability") or {}).items():
        found += _near(f"P({text})", law.probability(text), law.unresolved, wanted)
    for text, wanted in (expected.get("mean") or {}).items():
        found += _near(f"the mean of {text}", law.mean(text), Fraction(), wanted)
    return found


def _near(what: str, value: Fraction, open_mass: Fraction, wanted: Any) -> list[str]:
    """A probability is met when it is between what is resolved and what could still come of the rest."""
    if isinstance(wanted, list):
        low, high = _amount(wanted[0]), _amount(wanted[-1])
        if low <= value + open_mass and value <= high:
            return []
        return [f"{what} is {value} = {float(value):.6f}, expected {wanted[0]} to {wanted[-1]}"]
    exact = _amount(wanted)
    if value <= exact <= value + open_mass:
        return []
    return [f"{what} is {value} = {float(value):.6f}, expected {wanted}"]


def _amount(written: Any) -> Fraction:
    number = amount(written)
    assert number is not None, "linking has refused what is no number"
    return number
