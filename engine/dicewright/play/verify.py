"""The tests that stand in a file, run: what differs from what was expected, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..build.cases import bounds
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
from .outcome import DieShown, Event, Outcome
from .parting import Met, parting
from .sequence import BoundSequence

Bound = BoundCheck | BoundContest | BoundSequence
Ended = Outcome | ContestOutcome

# A chain that never has to end is followed until less than this is left of it; a test may ignore that much.
NEGLIGIBLE = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A test that was run, and what was wrong; nothing, when it passed.

    `bound` is what it rolled, `ended` the roll by its faces, `law` the odds that it asked for, as far as it came;
    `stopped` are the codes of what kept it from coming further.
    """

    case: TestCase
    problems: tuple[Problem, ...]
    bound: Bound | None = None
    ended: Ended | None = None
    law: Law | None = None
    stopped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Miss:
    """What differs: where it is expected, in words, and how to tell whether it is met as things stand on the way."""

    at: tuple[str, ...]
    message: str
    met: Met | None = None


def verify(rules: Rules, limits: Limits = Limits(), cases: Iterable[TestCase] | None = None) -> Iterator[Verdict]:
    """Run the tests of a system one by one, or just these."""
    laws: dict[Bound, Law] = {}
    last: Bound | None = None
    for case in rules.tests if cases is None else cases:
        verdict = _run(rules, case, limits, laws, last)
        last = verdict.bound
        yield verdict


def events(ended: Ended) -> tuple[Event, ...]:
    """All that happened, through all rounds and tries."""
    if isinstance(ended, Outcome):
        return ended.trace
    return tuple(event for each in ended.rounds for _, outcome in each.rolls for event in outcome.trace)


def bound(rules: Rules, case: TestCase, limits: Limits = Limits()) -> Bound:
    """What a test rolls. Raises DicewrightError where it is refused."""
    given = case.given
    made: Bound = System(rules, limits)[case.check].bind(
        given.get("given") or {},
        given.get("properties") or (),
        given.get("upgrade") or (),
        given.get("downgrade") or (),
        given.get("effects") or (),
    )
    return made


def _run(rules: Rules, case: TestCase, limits: Limits, laws: dict[Bound, Law], last: Bound | None) -> Verdict:
    given = case.given
    expect: Mapping[str, Any] = given.get("expect") or {}
    wanted = expect.get("error")
    made: Bound | None = None
    ended: Ended | None = None
    law: Law | None = None
    try:
        made = bound(rules, case, limits)
        made = last if last == made else made  # what it has found out need not be found out again
        misses: list[Miss] = []
        faces = given.get("faces") or {}
        if "answers" in given and isinstance(made, BoundCheck):
            ended = replied(made.setting, faces, given["answers"])
        elif expect or faces or "reaches" in given:
            ended = made.roll(faces=faces)
        if ended is not None:
            misses += [*_compared(rules, expect, ended), *_reached(rules, given.get("reaches") or (), ended)]
        if given.get("odds"):
            law = laws.get(made)
            if law is None:
                law = laws[made] = made.odds()
            misses += _weighed(given["odds"], law)
    except DicewrightError as error:
        codes = tuple(problem.code for problem in error.problems)
        if wanted in codes:
            return Verdict(case, (), made)
        said = [(problem.message, *problem.notes) for problem in error.problems]
        told = [f"the error is {', '.join(codes)}, expected {wanted}"] if wanted else ["; ".join(each) for each in said]
        places = [problem.where for problem in error.problems if problem.where]
        also = ("it stopped here", places[0]) if places and not wanted else None
        problem = _failed(case, [Miss(("expect", "error"), text) for text in told], also)
        return Verdict(case, (problem,), made, ended, stopped=codes)
    if wanted:
        misses.insert(0, Miss(("expect", "error"), f"no error, expected {wanted}"))
    if not misses:
        return Verdict(case, (), made, ended, law)
    also = None
    if isinstance(made, BoundCheck) and isinstance(ended, Outcome) and misses[0].met is not None:
        also = parting(made.setting, ended, misses[0].met)
    return Verdict(case, (_failed(case, misses, also),), made, ended, law)


def _failed(case: TestCase, misses: Sequence[Miss], also: Any = None) -> Problem:
    """One problem a test: the first difference, the others below it."""
    first, *others = misses
    where = case.places.get(first.at, case.span)
    return Problem("test-failed", f"{case.name}: {first.message}", where, tuple(miss.message for miss in others), also)


def _compared(rules: Rules, expect: Mapping[str, Any], ended: Ended) -> Iterator[Miss]:
    if "outcome" in expect and expect["outcome"] != ended.outcome:
        wanted = expect["outcome"]
        yield Miss(
            ("expect", "outcome"),
            f"the outcome is {ended.outcome}, expected {wanted}",
            Met(f"the outcome was {wanted}", lambda told: told.outcome == wanted),
        )
    listed: Mapping[str, int] = expect.get("results") or {}
    for name, value in listed.items():
        if ended.results[name] != value:
            yield _differs(name, ended.results[name], value, ("expect", "results", name))
    if expect.get("exactly"):
        for name, value in ended.results.items():
            if name not in listed and value:
                yield _differs(name, value, 0, ("expect", "exactly"), " (it is not listed, and `exactly` is said)")
    if "dice" in expect and isinstance(ended, Outcome):
        found = lying(rules, expect["dice"], ended.dice)
        met = Met("the dice were so", lambda told: not lying(rules, expect["dice"], told.dice))
        yield from (Miss(("expect", "dice"), text, met) for text in found)


def _differs(name: str, value: int, wanted: int, at: tuple[str, ...], more: str = "") -> Miss:
    met = Met(f"{name} was {wanted}", lambda told: told.results.get(name) == wanted)
    return Miss(at, f"{name} is {value}, expected {wanted}{more}", met)


def _reached(rules: Rules, names: Sequence[str], ended: Ended) -> Iterator[Miss]:
    """What the test is about has to happen: a step by its id, a phase, or something that brings steps."""
    spans = {event.where for event in events(ended)}
    for name in names:
        if not any(place.step.span in spans for place in rules.places() if name in place.names):
            yield Miss(("reaches",), f"`{name}` does nothing in this roll, which is said to reach it")


def lying(rules: Rules, expected: Sequence[Mapping[str, Any]], dice: Sequence[DieShown]) -> list[str]:
    """Whether just these dice lie on the table; each expectation is met by one die of its own."""
    left = list(dice)
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


def _weighed(expected: Mapping[str, Mapping[str, Any]], law: Law) -> Iterator[Miss]:
    if law.unresolved > NEGLIGIBLE:
        yield Miss(("odds",), f"{float(law.unresolved):.1e} of the odds is unresolved, too much for a test")
    for name, wanted in (expected.get("outcomes") or {}).items():
        yield from _near(("outcomes", name), f"P({name})", law.outcomes[name], law.unresolved, wanted)
    for text, wanted in (expected.get("probability") or {}).items():
        yield from _near(("probability", text), f"P({text})", law.probability(text), law.unresolved, wanted)
    for text, wanted in (expected.get("mean") or {}).items():
        yield from _near(("mean", text), f"the mean of {text}", law.mean(text), Fraction(), wanted)


def _near(at: tuple[str, ...], what: str, value: Fraction, open_mass: Fraction, wanted: Any) -> Iterator[Miss]:
    """A number is met when it is between what is resolved and what could still come of the rest."""
    ends = [bounds(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
    low, high = ends[0], ends[-1]
    assert low is not None, "linking has refused what is no number"
    assert high is not None
    if not (low[0] <= value + open_mass and value <= high[1]):
        said = " to ".join(map(str, wanted)) if isinstance(wanted, list) else wanted
        yield Miss(("odds", *at), f"{what} is {value} = {float(value):.6f}, expected {said}")
