"""Complaints beside the offence: what `validate` says of broken files, word for word and place by place.

A file of tests/errors holds several small systems, parted by `---`. A line on which something is wrong ends in
`### COLUMN: code "regex"`, once for each message; the column is that of the caret. What a small system leaves out (its
format, id, name and checks) is added below it. Just what is expected may be told, and all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicewright
from dicewright.build.link import link
from dicewright.errors import DicewrightError, Problem
from dicewright.folders import shipped
from dicewright.library import examine, schema
from dicewright.show.problems import report
from dicewright.show.style import Style
from dicewright.source.guess import Guesses
from dicewright.source.read import Node, read
from dicewright.source.validate import validate

FOLDER = Path(__file__).parent / "errors"
MARK = re.compile(r' *### (?P<column>\d+): (?P<code>[a-z0-9-]+) "(?P<words>(?:[^"\\]|\\.)*)"')
REST = {
    "format": "format: 1",
    "id": "id: x",
    "name": "name: X",
    "checks": "checks: {any: {steps: [{do: roll}]}}",
}


def documents() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.glob("*.yaml")):
        for n, text in enumerate(re.split(r"(?m)^---.*\n", path.read_text(encoding="utf-8")), 1):
            title = re.match(r"# *(.*)", text)
            yield f"{path.stem} {n}: {title[1] if title else ''}", text


DOCUMENTS = dict(documents())


def expected(text: str) -> tuple[str, list[tuple[int, int, str, str]]]:
    """The system without its marks, and what is expected of it."""
    lines, wanted = [], []
    for number, line in enumerate(text.splitlines(), 1):
        marks = list(MARK.finditer(line))
        wanted += [(number, int(mark["column"]), mark["code"], mark["words"]) for mark in marks]
        lines.append(line[: marks[0].start()] if marks else line)
        assert "###" not in lines[-1], f"line {number} has a mark that cannot be read"
    if "# whole" not in text:
        lines += [line for key, line in REST.items() if not any(re.match(rf"{key}:", each) for each in lines)]
    return "\n".join(lines) + "\n", wanted


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_offence_has_its_complaint(name: str) -> None:
    text, wanted = expected(DOCUMENTS[name])
    found = {(p.where.line, p.where.column, p.code): p for p in examine(text, "x")[1] if p.where}
    told = "\n".join(f"{line}:{column} {code}: {p.message}" for (line, column, code), p in found.items())
    assert len(found) == len(examine(text, "x")[1]), "two of the same at one place"
    assert sorted(found) == sorted((line, column, code) for line, column, code, _ in wanted), told
    for line, column, code, words in wanted:
        problem = found[line, column, code]
        said = "\n".join((problem.message, *(problem.also[:1] if problem.also else ()), *problem.notes))
        assert re.search(words, said), said
        written = text.splitlines()[line - 1]
        assert not written[column - 1 : column].isspace(), "the caret stands on a space"
        assert not re.match(r"\w\w", written[column - 2 : column]) or column == 1, "the caret stands inside a word"


def test_twelve_mistakes_are_twelve_messages_with_a_hint_each() -> None:
    (text,) = (text for name, text in DOCUMENTS.items() if "twelve" in name)
    source, wanted = expected(text)
    problems = examine(source, "twelve.system.yaml")[1]
    assert len(problems) == len({p.code for p in problems}) == len(wanted) == 12
    for problem in problems:
        assert problem.notes or problem.also or re.search("did you mean|; write", problem.message), problem.message
        assert str(problem).startswith(f"twelve.system.yaml:{problem.where and problem.where.line}:")


# -- nothing is told of what is right, or twice, or with a crash ------------------------------------------------------


@pytest.mark.parametrize("path", shipped().values(), ids=shipped())
def test_the_shipped_systems_are_fine(path: Path) -> None:
    assert not examine(path.read_bytes(), str(path))[1]


TREES = {name: read(path.read_bytes(), name) for name, path in shipped().items()}
JUNK: list[Any] = [None, True, 0, -1, 3, 10**9, 1.5, "", "x", "blank", "total", "value >= 1", "roll", "1/0", (), {}]


def changed(draw: st.DrawFn, node: Node) -> Node:
    """The tree with something in it dropped, renamed, doubled, or replaced by something else."""
    value, keys = node.value, dict(node.keys)
    inner = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, tuple) else []
    deeper = inner and draw(st.integers(0, 5))
    if deeper:
        at = draw(st.sampled_from(inner))
        assert isinstance(value, dict | tuple)
        child = changed(draw, value[at])
        new: Any = {**value, at: child} if isinstance(value, dict) else (*value[:at], child, *value[at + 1 :])
        return Node(new, node.span, keys, node.raw)
    match draw(st.sampled_from(["junk", "drop", "rename", "wrap", "double"])):
        case "drop" if inner:
            at = draw(st.sampled_from(inner))
            new = {k: v for k, v in value.items() if k != at} if isinstance(value, dict) else value[:at]  # type: ignore
        case "rename" if isinstance(value, dict) and value:
            at = draw(st.sampled_from(inner))
            name = draw(st.sampled_from([f"{at}x", str(at)[:-1] or "q", *map(str, inner), "zz", "name", "do", "At"]))
            new = {name if k == at else k: v for k, v in value.items()}
            keys |= {name: node.span}
        case "wrap":
            new = draw(st.sampled_from([(node,), {"a": node}]))
            keys = {"a": node.span}
        case "double" if isinstance(value, tuple):
            new = value * 2
        case _:
            new = draw(st.sampled_from(JUNK))
    return Node(new, node.span, keys, str(new)[:20])


@st.composite
def broken(draw: st.DrawFn) -> Node:
    tree = TREES[draw(st.sampled_from(sorted(TREES)))]
    for _ in range(draw(st.integers(1, 3))):
        tree = changed(draw, tree)
    return tree


@settings(max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(broken())
def test_a_malformed_tree_gives_problems_and_never_a_crash(tree: Node) -> None:
    found = (*validate(tree, schema()), *link(tree, "f", "")[1])
    for problem in found:
        assert problem.where
        assert problem.message
        assert report([problem], {"f": "some text"}, Style())


def test_only_our_own_error_comes_out_of_load(tmp_path: Path) -> None:
    place = tmp_path / "x.system.yaml"
    for text in ("", "a", "- a", "format: 1", "checks: {c: {steps: [{}]}}", "\x00", "tests: [[]]"):
        place.write_text(text)
        with pytest.raises(DicewrightError):
            dicewright.load(place)


# -- how problems look ------------------------------------------------------------------------------------------------


def shown(text: str) -> str:
    return report(examine(text, "f")[1], {"f": text}, Style())


def test_at_most_twenty_are_shown() -> None:
    text = "format: 1\nid: x\nname: X\nchecks:\n  c:\n    steps:\n" + "".join(
        f"      - {{do: roll, zz{n}: 1}}\n" for n in range(33)
    )
    told = shown(text)
    assert told.count("error[") == 20
    assert told.splitlines()[-1] == "and 13 more (--all shows them)"


def test_the_caret_stands_inside_an_expression_however_it_is_written() -> None:
    head = "format: 1\nid: x\nname: X\nchecks:\n c:\n  steps: [{do: roll}]\n  results:\n   a: "
    for written in (
        "1 + hti",
        '"1 + hti"',
        r'"1 \x2b hti"',
        ">\n    1\n    + hti",
        "1\n    + hti",
        "|\n    1\n    + hti",
    ):
        line, caret = shown(f"{head}{written}\n").splitlines()[2:4]
        assert line[caret.index("^") :].startswith("hti"), written
        assert caret.count("^") == 3


def test_a_frame_of_a_very_long_line_shows_what_is_around_the_caret() -> None:
    text = "format: 1\nid: x\nname: X\nchecks: {c: {steps: [" + "{do: roll}, " * 400 + "{do: rol}]}}\n"
    told = shown(text)
    line, caret = told.splitlines()[2:4]
    assert max(map(len, told.splitlines())) < 200
    assert line[caret.index("^") :].startswith("rol}")


def test_the_caret_stands_below_wide_characters() -> None:
    told = shown("format: 1\nid: x\nname: {骰子: 1}\nchecks: {c: {steps: [{do: roll}]}}\n")
    assert told.splitlines()[2:4] == ["    3 | name: {骰子: 1}", "      |       ^^^^^^^^^"]


def test_the_same_mistake_over_again_is_told_once() -> None:
    steps = "".join(f"      - {{do: add, die: d9, count: {n}}}\n" for n in range(8))
    text = f"format: 1\nid: x\nname: X\ndice: {{d8: {{sides: 8}}}}\nchecks:\n  c:\n    steps:\n{steps}"
    (problem,) = examine(text, "f")[1]
    assert problem.notes[-1] == "also in line 9, 10, 11, 12, 13 and 2 more"


def test_a_long_list_of_words_gets_only_so_many_guesses() -> None:
    words = [f"word_{n}" for n in range(5000)]
    guess = Guesses()
    guesses = [guess.near(f"wrod_{n}", words) for n in range(100)]
    assert guesses[0] == "word_0"
    assert guesses[-1] is None


def test_a_problem_is_data() -> None:
    (problem,) = examine(expected("symbols: {hit: {counts_as: [hti]}}")[0], "f")[1]
    assert isinstance(problem, Problem)
    assert problem.to_dict() == {
        "code": "unknown-symbol",
        "severity": "error",
        "message": "there is no symbol `hti`; did you mean `hit`?",
        "where": {"file": "f", "line": 1, "column": 29, "width": 3},
        "fixes": [
            {
                "sure": True,
                "edits": [
                    {
                        "file": "f",
                        "start": {"line": 1, "column": 29},
                        "end": {"line": 1, "column": 32},
                        "text": "hit",
                    }
                ],
            }
        ],
    }
