"""A mutant before the tests: caught, or not; and if not, whether any roll could tell it from the rules as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

from ..build.link import link
from ..errors import DicewrightError, Problem, Span
from ..library import contents, examine, tree
from ..model.rules import Rules
from ..model.system import TestCase
from ..ops.state import Limits
from ..play.check import BoundCheck
from ..play.verify import Bound, Verdict, bound, verify
from ..source.read import Node
from .alike import alike, works_alike
from .apart import Witness, apart
from .mutants import Mutant, mutants
from .played import decides
from .rolls import Original, Subject

# A slip may make loops run on and pools grow. What the tests of the file need stays far below.
BOUNDED = Limits(dice=300, draws=3_000, rounds=100, steps=20_000, states=5_000)

_SHARED = ("kinds", "symbols", "cancels", "tables", "ladders", "property_rules")

CAUGHT, SURVIVED, UNREADABLE = "caught", "survived", "unreadable"
PROVEN, TRIED, UNDECIDED = "proven-equivalent", "tried-equivalent", "undecided"
FATES = (CAUGHT, SURVIVED, PROVEN, TRIED, UNDECIDED, UNREADABLE)


@dataclass(frozen=True)
class Judged:
    """What became of a mutant: by which test it was caught, why nobody could catch it, or what would.

    An equivalent one is proven to roll the same, or was tried and no difference found. It is undecided where rolls
    were the same, but no odds are small enough to say more.
    """

    what: str
    where: Span
    fate: str
    by: str = ""
    witness: Witness | None = None

    @property
    def test(self) -> str:
        """The test that would catch it, to be pasted."""
        return self.witness.test(self.where.line) if self.witness else ""

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "line": self.where.line,
            "column": self.where.column,
            "what": self.what,
            "fate": self.fate,
        }
        if self.by:
            out["by"] = self.by
        if self.witness is not None:
            out["test"] = self.test
        return out


class Court:
    """A file with its tests, the cheap ones first, before which mutants are brought."""

    def __init__(self, node: Node, rules: Rules, limits: Limits = Limits()) -> None:
        self._limits = limits
        self.rules, self.node, self.original = rules, node, Original(rules, BOUNDED)
        self._bound: dict[int, Bound | None] = {}

    @cached_property
    def mutants(self) -> Sequence[Mutant]:
        return mutants(self.node, self.rules)

    @cached_property
    def cases(self) -> Sequence[TestCase]:
        """The tests that pass, those without odds first, and then by the time that they take."""
        found = [("odds" in each.case.given, took, each.case) for each, took in self._verdicts if not each.problems]
        return [case for _, _, case in sorted(found, key=lambda each: each[:2])]

    @cached_property
    def _verdicts(self) -> Sequence[tuple[Verdict, float]]:
        """The tests as they come out, with the time that each takes."""
        found: list[tuple[Verdict, float]] = []
        begun = perf_counter()
        for verdict in verify(self.rules, BOUNDED):
            found.append((verdict, perf_counter() - begun))
            begun = perf_counter()
        return found

    @cached_property
    def outcomes(self) -> frozenset[tuple[str, str]]:
        """The checks and outcomes in which tests end, or in which the odds that they ask for may."""
        found: set[tuple[str, str]] = set()
        for each, _ in self._verdicts:
            if each.ended is not None and each.ended.outcome is not None:
                found.add((each.case.check, each.ended.outcome))
            if each.law is not None:
                found |= {(each.case.check, name) for name, p in each.law.outcomes.items() if p}
        return frozenset(found)

    @cached_property
    def failed(self) -> Sequence[Problem]:
        """What is wrong with the others, but for those that only need more than mutants are allowed."""
        others = [case for case in self.rules.tests if case not in self.cases]
        return [problem for verdict in verify(self.rules, self._limits, others) for problem in verdict.problems]

    def judged(self, places: Sequence[int], bar: Callable[[int, int], object] | None = None) -> list[Judged]:
        """The mutants at these places; `bar` is told how many are done, of how many. Raises where a test fails."""
        if self.failed:
            raise DicewrightError(self.failed)
        found = []
        for done, at in enumerate(places, 1):
            found.append(self.judge(self.mutants[at]))
            if bar:
                bar(done, len(places))
        return found

    def judge(self, mutant: Mutant) -> Judged:
        """Run the tests against a mutant, up to the first that fails; and look into it where none does."""
        theirs, problems = link(
            mutant.of(self.node), self.rules.file, f"{self.rules.sha256} {mutant.what} {mutant.where}"
        )
        if any(problem.is_error for problem in problems):
            return Judged(mutant.what, mutant.where, UNREADABLE)
        if proof := alike(self.rules, theirs, mutant.swapped):
            return Judged(mutant.what, mutant.where, PROVEN, proof)
        beyond = ""
        for case in self.cases:
            if not mutant.local or self._felt(case, theirs):
                verdict: Verdict = next(verify(theirs, BOUNDED, [case]))
                if "limit" in verdict.stopped and ("odds" in case.given or _unforeseen(verdict)):
                    beyond = case.name
                elif verdict.problems:
                    return Judged(mutant.what, mutant.where, CAUGHT, case.name)
        found = apart(self.original, theirs, differs, mutant.what)
        if isinstance(found, Witness):
            return Judged(mutant.what, mutant.where, SURVIVED, "", found)
        if beyond:
            words = f"{found.words}; but what the test `{beyond}` has to look ahead to grows too large"
            return Judged(mutant.what, mutant.where, UNDECIDED, words)
        return Judged(mutant.what, mutant.where, TRIED if found.decided else UNDECIDED, found.words)

    def _felt(self, case: TestCase, theirs: Rules) -> bool:
        """Whether the check that a test rolls is another one under the mutant."""
        mine = self._mine(case)
        try:
            return mine is None or differs(mine, bound(theirs, case, BOUNDED))
        except DicewrightError:
            return True

    def _mine(self, case: TestCase) -> Bound | None:
        """What a test rolls; none where it is refused."""
        if id(case) not in self._bound:
            try:
                self._bound[id(case)] = bound(self.rules, case, BOUNDED)
            except DicewrightError:
                self._bound[id(case)] = None
        return self._bound[id(case)]


def _unforeseen(verdict: Verdict) -> bool:
    """Whether a test stopped only because it would have to look ahead too far to know what a player does."""
    given = verdict.case.given
    if verdict.bound is None or not decides(verdict.bound) or "answers" in given:
        return False
    return Subject(verdict.bound).unforeseen(given.get("faces") or {})


def opened(path: Path, limits: Limits = Limits()) -> Court:
    """The court of a file."""
    rules, problems = examine(contents(path, limits.size), str(path), path.parent, None, limits)
    if rules is None:
        raise DicewrightError(problems)
    return Court(tree(contents(path, limits.size), str(path), path.parent), rules, limits)


def differs(mine: Bound, other: Bound) -> bool:
    """Whether two bound checks may roll differently, by what they are made of; contests are always taken to."""
    if not (isinstance(mine, BoundCheck) and isinstance(other, BoundCheck)):
        return True
    a, b = mine.setting, other.setting
    if any(getattr(a.rules, part) != getattr(b.rules, part) for part in _SHARED):
        return True
    if (a.inputs, a.properties, a.check.inputs) != (b.inputs, b.properties, b.check.inputs):
        return True
    read = [(each.results, each.outcomes, each.aim) for each in (a.check, b.check)]
    return read[0] != read[1] or not works_alike(a.program, b.program)


def share(path: Path, places: Sequence[int], limits: Limits = Limits()) -> list[Judged]:
    """The mutants of a file at these places, for a process of its own."""
    return opened(path, limits).judged(places)
