"""The catalogue of problem codes: just the codes that the engine raises, each explained, each shown by an offence."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import dicewright
import messages
from dicewright.cli import main
from dicewright.commands.revisions import held
from dicewright.errors import DicewrightError
from dicewright.library import loads
from dicewright.play.answers import replied
from dicewright.repair import mend
from dicewright.show.codes import CODES
from dicewright.source.read import read
from dicewright.source.validate import validate
from test_errors import DOCUMENTS, expected

ENGINE = Path(dicewright.__file__).parent
# The functions that make a problem: where among their arguments its code stands, and what they put before it.
MAKERS: Mapping[str, tuple[int, str]] = {
    **dict.fromkeys(("Problem", "fail", "refuse", "add", "wrong", "tell", "_fail", "shared"), (0, "")),
    **dict.fromkeys(("_one", "_note"), (1, "")),
    **{"unknown": (0, "unknown-"), "_missed": (0, "unknown-"), "_among": (2, "unknown-")},
}
# Codes that a function chooses and hands on.
CHOSEN = {"list-length", "text-length"}


def literals(node: ast.expr | None) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(_, yes, no):
            yield from (*literals(yes), *literals(no))


def raised() -> Iterator[str]:
    """Every code that stands in the engine where problems are made."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            at, before = MAKERS.get(called, (99, ""))
            for code in literals(node.args[at] if at < len(node.args) else None):
                yield before + code
            for word in node.keywords:
                yield from literals(word.value) if word.arg == "code" else ()


def test_the_catalogue_has_just_the_codes_that_the_engine_raises() -> None:
    assert {*raised(), *CHOSEN} == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained_in_plain_sentences(code: str) -> None:
    means, remedy, *_ = CODES[code]
    assert re.fullmatch("[a-z]+(-[a-z0-9]+)*", code)
    for sentence in (means, remedy):
        assert re.fullmatch(r"[A-Z`][^\n]*[.]", sentence), sentence
        assert not re.search(r"\b(object|array|schema|additionalProperties|None|instance of)\b", sentence)


# What no file and no single command brings about.
COUNTED = {"idle-step", "loop-endless", "outcome-never", "slip-unnoticed"}  # shown in test_proof.py
WITHOUT_EXAMPLE = {"answers-too-few", "answers-too-many", "no-revision", "not-written", "shape", *COUNTED}


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT_EXAMPLE))
def test_the_wrong_example_of_a_code_gives_just_it_and_the_right_one_nothing(code: str, tmp_path: Path) -> None:
    each = CODES[code]
    for name, example in (("wrong", each.wrong), ("right", each.right)):
        assert 1 <= len(example.splitlines()) <= 5, "an example is short"
        (tmp_path / name).mkdir()
    (problem,) = messages.told(each.wrong, tmp_path / "wrong")
    assert problem[0] == code
    assert messages.template(each.says).fullmatch(problem[1]), problem[1]
    assert not list(messages.told(each.right, tmp_path / "right"))


def test_a_code_without_an_example_says_its_sentence() -> None:
    assert {code for code, each in CODES.items() if not each.wrong} == WITHOUT_EXAMPLE
    for code in WITHOUT_EXAMPLE & ELSEWHERE.keys():
        with pytest.raises(DicewrightError) as caught:
            ELSEWHERE[code]()
        assert messages.template(CODES[code].says).fullmatch(caught.value.problems[0].message)


def test_the_page_is_up_to_date() -> None:
    written = messages.PAGE.read_text(encoding="utf-8") if messages.PAGE.is_file() else ""
    assert written == messages.page(), f"run `{messages.COMMAND}` at the top of the checkout"


# -- an offence for each code ----------------------------------------------------------------------------------------

HEAD = "format: 1\nid: x\nname: X\n"
GAME = f"""{HEAD}
dice: {{d6: {{sides: 6}}}}
checks:
  c: {{steps: [{{do: add, die: d6}}, {{do: roll}}]}}
  pick:
    steps:
      - {{do: add, die: d6, count: 2}}
      - {{do: roll}}
      - {{do: reroll, may: roller}}
      - {{do: keep, pick: roller, count: 1}}
    results: {{total: total}}
    aim: [{{most: total}}]
sequences: {{twice: {{check: c, times: 2}}}}
"""


def game(check: str) -> Any:
    return loads(GAME)[check]()


def odd_shape() -> None:
    found = validate(read("a: x", "f"), {"properties": {"a": {"not": {"type": "string"}}}})
    raise DicewrightError(found)


def changed_meanwhile() -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "x.system.yaml"
        place.write_text(f"{HEAD}cheks: {{c: {{steps: [{{do: roll}}]}}}}\n")

        def choose(*_: object) -> bool:
            place.write_text("another")
            return True

        mend(place, choose)


# Codes without an example, and another place where a code comes from.
ELSEWHERE: Mapping[str, Callable[[], Any]] = {
    "shape": odd_shape,
    "no-revision": lambda: held("no such revision", "", Path(), "", Path()),
    "unknown-side": lambda: game("twice").roll(faces={"a.d6": [1]}),
    "answers-too-few": lambda: replied(game("pick").setting, {"d6": [1, 2]}, ["reroll nothing"]),
    "answers-too-many": lambda: replied(game("c").setting, {"d6": [1]}, ["stand"]),
    "not-written": changed_meanwhile,
}
SHOWN = {code for document in DOCUMENTS.values() for _, _, code, _ in expected(document)[1]}


@pytest.mark.parametrize("code", ELSEWHERE)
def test_an_offence_that_stands_in_no_file_of_errors(code: str) -> None:
    with pytest.raises(DicewrightError) as caught:
        ELSEWHERE[code]()
    assert {problem.code for problem in caught.value.problems} == {code}


def test_a_system_without_tests_does_not_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.system.yaml").write_text(f"{HEAD}checks: {{c: {{steps: [{{do: roll}}]}}}}\n")
    assert main(["test", str(tmp_path)]) == 1
    assert "error[no-tests]" in capsys.readouterr().out


def test_each_code_of_a_file_has_an_offence_with_its_place() -> None:
    """Of the others the example is the offence, or one of those above."""
    assert (ELSEWHERE.keys() - {"unknown-side"}) | COUNTED == WITHOUT_EXAMPLE
    of_a_file = {code for code, each in CODES.items() if each.wrong and not messages.parts(each.wrong)[1]}
    assert of_a_file - {"second-document"} <= SHOWN  # each document there is a file
