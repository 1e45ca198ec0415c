"""SARIF 2.1.0, for code scanning: each problem code a rule, each problem a result that keeps its identity."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..errors import Problem, Span
from ..show.codes import CODES
from ..show.harmless import escaped
from ..source.read import Node
from ..version import __version__
from .place import path, tree
from .run import Run

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def written(run: Run) -> str:
    found = list(run.findings())
    rules = sorted({problem.code for problem, _ in found})
    driver = {"name": "dicewright", "version": __version__, "rules": [_rule(code) for code in rules]}
    told = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"dicewright/{run.command}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The folder that files are named from."}}},
        "results": _results(run, found, rules),
    }
    return escaped(json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [told]}, ensure_ascii=False, indent=2))


def _rule(code: str) -> dict[str, Any]:
    known = CODES.get(code)
    rule: dict[str, Any] = {"id": code, "name": code.title().replace("-", "")}
    if known:
        rule |= {
            "shortDescription": {"text": known.means},
            "fullDescription": {"text": known.means},
            "help": {"text": f"{known.means} {known.remedy}", "markdown": f"{known.means}\n\n{known.remedy}"},
        }
    return rule


def _results(run: Run, found: list[tuple[Problem, Span]], rules: list[str]) -> list[dict[str, Any]]:
    trees: dict[str, Node | None] = {}
    seen: Counter[tuple[str, str, str]] = Counter()
    results = []
    for problem, where in found:
        if where.file not in trees:
            trees[where.file] = tree(run.texts.get(where.file), where.file)
        place = path(trees[where.file], where)
        seen[where.file, problem.code, place] += 1
        nth = seen[where.file, problem.code, place]
        mark = hashlib.sha256(f"{problem.code}\n{place}\n{nth}".encode("utf-8", "replace")).hexdigest()[:32]
        result = {
            "ruleId": problem.code,
            "ruleIndex": rules.index(problem.code),
            "level": "error" if problem.is_error else "warning",
            "message": {"text": _plain("\n".join((problem.message, *problem.notes)))},
            "locations": [_location(run, where, place)],
            # the first name is the one that GitHub looks at
            "partialFingerprints": {"primaryLocationLineHash": mark, "documentPath/v1": mark},
        }
        if problem.also:
            text, also = problem.also
            result["relatedLocations"] = [{"id": 1, "message": {"text": _plain(text)}, **_location(run, also)}]
        results.append(result)
    return results


def _plain(text: str) -> str:
    """Text in which nothing is taken for a link."""
    return text.replace("](", "] (")


def _location(run: Run, span: Span, place: str = "") -> dict[str, Any]:
    named = run.named(span.file)
    outside = named.startswith("/") or named[1:2] == ":"
    quoted = quote(named.lstrip("/") if outside else named, errors="surrogateescape")
    uri: Mapping[str, str] = {"uri": f"file:///{quoted}" if outside else quoted}
    region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + max(span.width, 1)}
    artifact = dict(uri) if outside else {**uri, "uriBaseId": "%SRCROOT%"}
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    if place:
        location["logicalLocations"] = [{"fullyQualifiedName": place}]
    return location
