"""What counting finds out about a file that is in order: outcomes that never happen, steps that change no roll, loops.

Everything is tried with small inputs, and with what the tests of the file ask for; each finding says what was tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..build.link import link
from ..chance.patience import Patience
from ..errors import DicewrightError, Problem, Span
from ..model.rules import Rules
from ..ops.state import Limits
from ..play.check import BoundCheck
from ..play.law import Law
from ..play.verify import Bound
from ..source.read import Node
from .asked import Asked, asked
from .played import decides
from .rolls import Original, Subject, subject
from .trial import BOUNDED, PROVEN, TRIED, Court

ROUNDS = "rounds_of_this_loop"
COUNTED = replace(BOUNDED, states=14_000, rounds=80)  # counting makes each round a state of its own
WEIGHED = 40  # inputs of a check whose odds are asked for
NEGLIGIBLE = Fraction(1, 10**9)
Tried = tuple[Asked, Subject | str]
LATER = "validate without --deep, or raise the limit: --limit seconds=N"


@dataclass(frozen=True, slots=True)
class Loop:
    """How often a loop goes round on average, and with which inputs."""

    where: Span
    mean: Fraction
    asked: str

    def to_dict(self) -> dict[str, Any]:
        return {"line": self.where.line, "column": self.where.column, "mean": str(self.mean), "with": self.asked}


def deep(node: Node, rules: Rules, limits: Limits = Limits()) -> tuple[tuple[Problem, ...], tuple[Loop, ...]]:
    """Warnings, and the loops of the file. Raises DicewrightError where the time is over."""
    held = Patience(seconds=limits.seconds, task="to look so deep takes", out=LATER)
    court = Court(node, rules, limits)
    loops, endless = _loops(node, court.original, held)
    return (*_outcomes(node, court, held), *_steps(court, held), *endless), loops


def _small(rules: Rules, node: Node) -> tuple[Asked, ...]:
    """What is tried: small inputs, and those near the numbers of the file."""
    numbers = {int(n) for span in _texts(node) for n in re.findall(r"\d+", span) if len(n) < 4}
    return asked(rules, frozenset(numbers))


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node.value, Mapping):
        for key, inner in node.value.items():
            if key not in ("tests", "dice", "summary", "source"):
                yield from _texts(inner)
    elif isinstance(node.value, tuple):
        for inner in node.value:
            yield from _texts(inner)
    else:
        yield str(node.value)


def _laws(bound: Bound) -> Iterator[Law]:
    """The odds as the file decides, and as anybody might."""
    try:
        yield bound.odds()
        if isinstance(bound, BoundCheck) and decides(bound):
            yield bound.odds(play="random")
    except DicewrightError:
        return


def _outcomes(node: Node, court: Court, held: Patience) -> Iterator[Problem]:
    original, rules = court.original, court.rules
    tried = _small(rules, node)
    judged = {name: check.outcomes for name, check in rules.checks.items()}
    judged |= {name: series.outcomes for name, series in rules.sequences.items()}
    for of, outcomes in judged.items():
        mine = [outcome for outcome in outcomes if outcome.span.file == node.span.file]
        missing = {outcome.name: outcome for outcome in mine if (of, outcome.name) not in court.outcomes}
        weighed = 0
        for each in [each for each in tried if each.check == of][:WEIGHED]:
            held.check()
            bound = original.bound(each) if missing else ""
            for law in () if isinstance(bound, str) else _laws(bound.bound):
                weighed += 1
                missing = {name: outcome for name, outcome in missing.items() if not law.outcomes[name]}
        for name, outcome in missing.items():
            if weighed:
                message = f"`{of}` never ends in `{name}`, as far as small inputs go"
                note = f"its chance is 0 in the exact odds of {weighed} sets of inputs"
                more = "an outcome before it may hold whenever it does; or say in a test which inputs lead to it"
                yield Problem("outcome-never", message, outcome.span, (note, more), None, "warning")


def _steps(court: Court, held: Patience) -> Iterator[Problem]:
    """A step is idle when no test fails without it, and every roll is the same."""
    for mutant in court.mutants:
        if not mutant.what.startswith("the step `") or mutant.what.startswith("the step `phase"):
            continue
        held.check()
        found = court.judge(mutant)
        if found.fate in (PROVEN, TRIED):
            word = mutant.what.split("`")[1]
            message = f"this `{word}` changes no roll that was tried"
            notes = (f"without it, {found.by}", "take it out, or say in a test which roll it changes")
            yield Problem("idle-step", message, mutant.where, notes, None, "warning")


def _loops(node: Node, original: Original, held: Patience) -> tuple[tuple[Loop, ...], list[Problem]]:
    loops: list[Loop] = []
    endless: list[Problem] = []
    rules = original.rules
    for check in rules.checks.values():
        for span in [inner.span for step in check.steps for inner in step.all() if inner.op == "repeat"]:
            if span.file != node.span.file:
                continue
            counted, problems = link(_counting(node, check.name, span), rules.file, f"{rules.sha256} {span}")
            if any(problem.is_error for problem in problems):
                continue
            of = [each for each in original.asked(frozenset()) if each.check == check.name][:WEIGHED]
            found = [
                (law.mean(ROUNDS), law.unresolved, str(each.told(rules).get("given", "no inputs")))
                for each, made in _in_time(
                    [(each, subject(each, counted, COUNTED, COUNTED.states)) for each in of], held
                )
                if not isinstance(made, str)
                for law in _laws(made.bound)
            ]
            if not found:
                continue
            mean, open_mass, words = max(found)
            if open_mass < 1:
                loops.append(Loop(span, mean, words))
            if open_mass > NEGLIGIBLE:
                message = f"this loop does not end: {float(open_mass):.1e} of the rolls go on after it was given up"
                endless.append(Problem("loop-endless", message, span, (f"with {words}",), None, "warning"))
            elif mean == 0:
                note = f"its condition never holds with any of {len(found)} sets of inputs"
                endless.append(Problem("idle-step", "this loop never goes round", span, (note,), None, "warning"))
    return tuple(loops), endless


def _in_time(items: Iterable[Tried], held: Patience) -> Iterator[Tried]:
    """As long as there is time."""
    for item in items:
        held.check()
        yield item


def _counting(node: Node, check: str, loop: Span) -> Node:
    """The tree with a number that counts the rounds of a loop, as a result of its check."""

    def put(at: Node) -> Node:
        if isinstance(at.value, tuple):
            items: list[Node] = []
            for item in at.value:
                if item.span == loop and isinstance(item.value, Mapping):
                    items.append(_let("0", item.span))
                    inner = item.value["steps"]
                    assert isinstance(inner.value, tuple)
                    steps = replace(inner, value=(_let(f"{ROUNDS} + 1", inner.span), *inner.value))
                    items.append(replace(item, value={**item.value, "steps": steps}))
                else:
                    items.append(put(item))
            return replace(at, value=tuple(items))
        if isinstance(at.value, Mapping):
            return replace(at, value={key: put(inner) for key, inner in at.value.items()})
        return at

    whole = put(node)
    assert isinstance(whole.value, Mapping)
    checks = whole.value["checks"]
    one = checks.at((check,))
    assert isinstance(checks.value, Mapping)
    assert isinstance(one.value, Mapping)
    results = one.value.get("results") or Node({}, one.span)
    assert isinstance(results.value, Mapping)
    counted = replace(results, value={**results.value, ROUNDS: Node(ROUNDS, results.span, raw=ROUNDS)})
    held = replace(checks, value={**checks.value, check: replace(one, value={**one.value, "results": counted})})
    return replace(whole, value={key: inner for key, inner in whole.value.items() if key != "tests"} | {"checks": held})


def _let(value: str, span: Span) -> Node:
    texts = {"do": "let", "name": ROUNDS, "value": value}
    return Node({key: Node(text, span, raw=text) for key, text in texts.items()}, span)
