"""Linking the tests of a file: their checks, inputs, properties, dice and expressions are known names."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import DicewrightError, did_you_mean
from ..model.formula import Text, formula
from ..model.sequence import Series
from ..model.system import Check, TestCase
from ..model.words import Words
from .steps import Known
from .tree import Block, Problems, word

KEYS = (
    "name", "check", "given", "properties", "upgrade", "downgrade", "effects", "faces", "expect", "odds",
    "rules", "source",
)  # fmt: skip


def cases(top: Block, checks: Mapping[str, Check | Series], known: Known, problems: Problems) -> tuple[TestCase, ...]:
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
        check = checks.get(at)
        if check is None:
            if at and at not in {name for name, _, _ in top.entries("sequences")}:
                problems.add(
                    "unknown-check", f"there is no check `{at}`{did_you_mean(at, checks)}", block.span("check")
                )
            continue
        _given(block, check, known, problems)
        _expected(block, check, problems)
        case = TestCase(name, at, block.node.plain() if block.node else {}, block.span())
        names[name] = case
        found.append(case)
    return tuple(found)


def _given(block: Block, check: Check | Series, known: Known, problems: Problems) -> None:
    for name, _, span in block.entries("given"):
        if name not in check.inputs:
            near = did_you_mean(name, check.inputs)
            problems.add("unknown-input", f"the {check.kind} `{check.name}` has no input `{name}`{near}", span)
    for key in ("properties", "upgrade", "downgrade"):
        for node in block.items(key):
            owned = (word(node) or "").rpartition(".")[2] or None
            if owned is not None and owned not in known.properties:
                near = did_you_mean(owned, known.properties)
                problems.add("unknown-property", f"there is no property `{owned}`{near}", node.span)
    for name, _, span in block.entries("faces"):
        if name.rpartition(".")[2] not in known.kinds:
            problems.add("unknown-die", f"there is no die `{name}`{did_you_mean(name, known.kinds)}", span)


def _expected(block: Block, check: Check | Series, problems: Problems) -> None:
    expect = Block(block.node_at("expect"), ("outcome", "results", "dice", "error"))
    odds = Block(block.node_at("odds"), ("outcomes", "probability", "mean"))
    if not expect.here and not odds.here:
        problems.add(
            "no-expectation",
            "this test expects nothing, so it could not fail",
            block.span(),
            "give it `expect:` or `odds:`",
        )
    results = frozenset(check.results)
    outcomes = [outcome.name for outcome in check.outcomes]
    for name, _, span in expect.entries("results"):
        if name not in results:
            near = did_you_mean(name, results)
            problems.add("unknown-result", f"the {check.kind} `{check.name}` has no result `{name}`{near}", span)
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
