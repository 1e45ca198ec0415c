"""Expectations written anew by what the rolls give: value by value at its place, and nothing else of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..build.cases import bounds
from ..errors import Span
from ..model.rules import Rules
from ..model.system import TestCase
from ..play.law import Law
from ..play.outcome import Outcome
from ..play.verify import Verdict, lying
from .flow import flow


@dataclass(frozen=True, slots=True)
class Edit:
    """A value of a test: where it stands, what is written there, and what would be."""

    where: Span
    words: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What would be changed in one test."""

    case: TestCase
    edits: tuple[Edit, ...]


def rewrites(text: str, rules: Rules, verdicts: Iterable[Verdict]) -> Iterator[Rewrite]:
    """For each failed test that ran to its end, what its expectations should say. Values over several lines stay."""
    lines = text.splitlines()
    for verdict in verdicts:
        if verdict.problems and (verdict.ended is not None or verdict.law is not None):
            edits = [edit for at, new in _values(rules, verdict) if (edit := _edit(lines, verdict.case, at, new))]
            if edits:
                yield Rewrite(verdict.case, tuple(edits))


def applied(text: str, chosen: Iterable[Rewrite]) -> str:
    """The text with these edits, from the end on, so that places stay where they are."""
    lines = text.splitlines(keepends=True)
    edits = {edit.where: edit for each in chosen for edit in each.edits}
    for where in sorted(edits, key=lambda span: (span.line, span.column), reverse=True):
        line, start = lines[where.line - 1], where.column - 1
        lines[where.line - 1] = line[:start] + edits[where].new + line[start + len(edits[where].old) :]
    return "".join(lines)


def _values(rules: Rules, verdict: Verdict) -> Iterator[tuple[tuple[str, ...], str]]:
    """The expectations that are not met, by their keys, and what they should be."""
    given = verdict.case.given
    expect: Mapping[str, Any] = given.get("expect") or {}
    ended = verdict.ended
    if ended is not None:
        if "outcome" in expect and expect["outcome"] != ended.outcome and ended.outcome is not None:
            yield ("expect", "outcome"), ended.outcome
        for name, value in (expect.get("results") or {}).items():
            if ended.results[name] != value:
                yield ("expect", "results", name), str(ended.results[name])
        if "dice" in expect and isinstance(ended, Outcome) and lying(rules, expect["dice"], ended.dice):
            yield ("expect", "dice"), flow(_dice(rules, expect["dice"], ended))
    if verdict.law is not None:
        yield from _odds(given["odds"], verdict.law)


def _dice(rules: Rules, expected: Sequence[Mapping[str, Any]], ended: Outcome) -> list[dict[str, Any]]:
    """All dice, told by the keys that the test tells them by."""
    keys = tuple(dict.fromkeys(key for each in expected for key in each)) or ("die", "value")
    found = []
    for die in ended.dice:
        parts = rules.kinds[die.die].shown(die.face - 1, die.value).parts
        face = parts[0] if len(parts) == 1 else list(parts) or "blank"
        told: dict[str, Any] = {"die": die.die, "face": face, "value": die.value, "state": die.state}
        found.append({key: told[key] for key in keys})
    return found


def _odds(expected: Mapping[str, Mapping[str, Any]], law: Law) -> Iterator[tuple[tuple[str, ...], str]]:
    """Exact numbers only: a range, or a rounded number, is what somebody says of the odds, and not what they are."""
    reads = {"outcomes": lambda name: law.outcomes[name], "probability": law.probability, "mean": law.mean}
    for what, read in reads.items():
        for name, wanted in (expected.get(what) or {}).items():
            value = read(name)
            if not isinstance(wanted, list) and not str(wanted).startswith("about") and not law.unresolved:
                yield ("odds", what, name), str(value)


def _edit(lines: Sequence[str], case: TestCase, at: tuple[str, ...], new: str) -> Edit | None:
    """The change of a value; None where it says so already, in another way perhaps, or goes over several lines."""
    where = case.places.get(at)
    if where is None:
        return None
    line = lines[where.line - 1]
    old = line[where.column - 1 : where.column - 1 + where.width]
    if at[0] == "odds" and _same(old, new):
        return None
    whole = old.count("[") == old.count("]") and old.count("{") == old.count("}")
    return Edit(where, " ".join(at[1:]), old, new) if whole and old != new else None


def _same(old: str, new: str) -> bool:
    return bounds(old.strip("'\"")) == bounds(new)
