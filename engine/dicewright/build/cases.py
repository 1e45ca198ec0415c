"""Linking the tests of a file: their checks, inputs, properties, dice and expressions are known names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..errors import DicewrightError, did_you_mean
from ..model.contest import TIE, Contest
from ..model.formula import Text, formula
from ..model.system import Check, TestCase
from ..model.words import Words
from .contests import case as contest_case
from .steps import Known
from .tree import Block, Problems, word

KEYS = (
    "name", "check", "given", "properties", "upgrade", "downgrade", "effects", "faces", "expect", "odds",
    "rules", "source",
)  # fmt: skip


def cases(
    top: Block,
    checks: Mapping[str, Check],
    known: Known,
    problems: Problems,
    contests: Mapping[str, Contest],
) -> tuple[TestCase, ...]:
    found: list[TestCase] = []
    names: dict[str, TestCase] = {}
    for node in top.items("tests"):
        block = Block(node, KEYS)
        name, at = block.text("name"), block.text("check")
        if name in names:
            problems.add(
                "duplicate-test",
                f"two tests are called `{name}`",
                block.span("name"),
                also=("first here", names[name].span),
            )
        check, contest = checks.get(at), contests.get(at)
        if contest is not None:
            contest_case(block, contest, checks, known.kinds, problems)
            _owned(block, known, problems, sided=True)
            one = checks.get(contest.roll.check) if contest.roll else None
            verdicts = [*contest.sides, *_further(block, contest), *((TIE,) if contest.may_tie else ())]
            _expected(block, f"contest `{at}`", tuple(one.results) if one else (), verdicts, problems)
        elif check is not None:
            _given(block, check, known, problems)
            _owned(block, known, problems)
            outcomes = [outcome.name for outcome in check.outcomes]
            _expected(block, f"check `{at}`", tuple(check.results), outcomes, problems)
        else:
            if at:
                near = did_you_mean(at, [*checks, *contests])
                problems.add("unknown-check", f"there is no check `{at}`{near}", block.span("check"))
            continue
        case = TestCase(name, at, block.node.plain() if block.node else {}, block.span())
        names[name] = case
        found.append(case)
    return tuple(found)


def _given(block: Block, check: Check, known: Known, problems: Problems) -> None:
    for name, node, span in block.entries("given"):
        if name not in check.inputs:
            near = did_you_mean(name, check.inputs)
            problems.add("unknown-input", f"the check `{check.name}` has no input `{name}`{near}", span)
        elif isinstance(node.value, Mapping):
            problems.add("type", f"the input `{name}` is not a block of keys; only a side of a contest is", node.span)
    for name, _, span in block.entries("faces"):
        if name not in known.kinds:
            problems.add("unknown-die", f"there is no die `{name}`{did_you_mean(name, known.kinds)}", span)


def _further(block: Block, contest: Contest) -> list[str]:
    """The further sides that a test names."""
    named = dict.fromkeys(name.partition(".")[0] for name, _, _ in block.entries("given"))
    return [name for name in named if name not in contest.sides and contest.side(name) is not None]


def _owned(block: Block, known: Known, problems: Problems, sided: bool = False) -> None:
    """The properties of a test; in a contest (`sided`) the side stands before a dot."""
    for key in ("properties", "upgrade", "downgrade"):
        for node in block.items(key):
            owned = word(node)
            owned = owned.rpartition(".")[2] if owned and sided else owned
            if owned is not None and owned not in known.properties:
                near = did_you_mean(owned, known.properties)
                problems.add("unknown-property", f"there is no property `{owned}`{near}", node.span)


def _expected(block: Block, of: str, named: Iterable[str], outcomes: Sequence[str], problems: Problems) -> None:
    expect = Block(block.node_at("expect"), ("outcome", "results", "dice", "error"))
    odds = Block(block.node_at("odds"), ("outcomes", "probability", "mean"))
    if not expect.here and not odds.here:
        problems.add(
            "no-expectation",
            "this test expects nothing, so it could not fail",
            block.span(),
            "give it `expect:` or `odds:`",
        )
    results = frozenset(named)
    for name, _, span in expect.entries("results"):
        if name not in results:
            problems.add("unknown-result", f"the {of} has no result `{name}`{did_you_mean(name, results)}", span)
    verdict = expect.text("outcome")
    if verdict and verdict not in outcomes:
        near = did_you_mean(verdict, outcomes)
        problems.add("unknown-outcome", f"there is no outcome `{verdict}`{near}", expect.span("outcome"))
    for name, _, span in odds.entries("outcomes"):
        if name not in outcomes:
            problems.add("unknown-outcome", f"there is no outcome `{name}`{did_you_mean(name, outcomes)}", span)
    for key in ("probability", "mean"):
        for text, _, span in odds.entries(key):
            try:
                formula(Text(text, span, None), Words(results | frozenset(outcomes)))
            except DicewrightError as error:
                problems.found += error.problems
