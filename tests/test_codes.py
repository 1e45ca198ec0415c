"""The catalogue of problem codes: just the codes that the engine raises, each explained, each shown by an offence."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import dicewright
import messages
from dicewright.cli import main, module, parser
from dicewright.commands.revisions import held
from dicewright.errors import DicewrightError
from dicewright.library import loads
from dicewright.ops.state import Limits
from dicewright.play.answers import replied
from dicewright.play.faces import parsed
from dicewright.play.verify import verify
from dicewright.repair import mend
from dicewright.show.codes import CODES
from dicewright.source.read import Caps, read
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


# What no file and no single command brings about; each is shown by an offence below.
COUNTED = {"idle-step", "loop-endless", "outcome-never", "slip-unnoticed"}  # in test_proof.py
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
dice: {{d6: {{sides: 6}}, one: {{faces: [1]}}}}
ladders: {{up: [fine, great]}}
properties: {{fine: {{}}, great: {{}}, odd: {{}}}}
tables: {{few: {{rows: [{{from: 1, to: 2, value: 1}}]}}}}
checks:
  c:
    inputs: {{n: {{type: integer, min: 0, max: 9, default: 1}}}}
    steps: [{{do: add, die: d6, count: n}}, {{do: roll}}]
    results: {{total: total, share: 1 // n}}
  need: {{inputs: {{n: {{type: integer}}}}, steps: [{{do: roll}}]}}
  long: {{steps: [{{do: add, die: one}}, {{do: roll}}, {{do: reroll, where: value == 1, until_clear: true}}]}}
  look: {{steps: [{{do: table, name: a, table: few, row: 7}}]}}
  pick:
    steps:
      - {{do: add, die: d6, count: 2}}
      - {{do: roll}}
      - {{do: reroll, may: roller, prefer: never}}
      - {{do: roll}}
      - {{do: keep, pick: roller, count: 1, prefer: always}}
    results: {{total: total}}
  cup:
    steps: [{{do: add, die: d6, state: bag}}, {{do: add, die: one, state: bag}}, {{do: draw, count: 1}}, {{do: roll}}]
contests:
  duel:
    sides: {{a: {{check: c, may_decline: true}}, b: {{check: look}}}}
    compare: [{{most: "1"}}]
  open: {{sides: {{a: {{check: c, may_decline: true, more: true}}}}, compare: [{{most: total}}]}}
sequences:
  twice: {{check: c, times: 2, requires: [{{that: n > 0, because: none is not enough}}]}}
tests:
  - {{name: wrong, check: c, faces: {{d6: [3]}}, expect: {{results: {{total: 4}}}}}}
"""


def game(check: str = "c", **inputs: Any) -> Any:
    return loads(GAME)[check](**inputs)


def text(written: str | bytes) -> Callable[[], Any]:
    return lambda: loads(written)


def caps(written: str, **limits: int) -> Callable[[], Any]:
    return lambda: read(written, "f", Caps(**limits))


def command(*words: str) -> Callable[[], Any]:
    """A command whose problems are raised, not printed."""

    def ran() -> None:
        args = parser(words[0]).parse_args(words)
        module(words[0]).run(args)

    return ran


def odd_shape() -> None:
    found = validate(read("a: x", "f"), {"properties": {"a": {"not": {"type": "string"}}}})
    raise DicewrightError(found)


def failing() -> None:
    raise DicewrightError([problem for verdict in verify(loads(GAME).rules) for problem in verdict.problems])


def suspended() -> Any:
    return game("pick").play(Random(1))


def tower() -> None:
    """A file that builds on a file, and so on, ten deep."""
    with TemporaryDirectory() as folder:
        for n in range(10):
            written = f"format: 1\nid: a{n}\nname: A\nextends: a{n + 1}\n"
            (Path(folder) / f"a{n}.system.yaml").write_text(written)
        loads(f"{HEAD}extends: a0\n", beside=folder)


def changed_meanwhile() -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "x.system.yaml"
        place.write_text(f"{HEAD}cheks: {{c: {{steps: [{{do: roll}}]}}}}\n")

        def choose(*_: object) -> bool:
            place.write_text("another")
            return True

        mend(place, choose)


ELSEWHERE: Mapping[str, Callable[[], Any]] = {
    # reading
    "bad-character": text("a: \x00"),
    "file-too-large": caps("a: 1234567", size=5),
    "not-utf8": text(b"a: \xff"),
    "second-document": text(f"{HEAD}---\na: 1"),
    "too-many-nodes": caps("a: [1, 2, 3]", nodes=3),
    "shape": odd_shape,
    "too-many-bases": tower,
    "too-many-faces": text(
        HEAD
        + "dice:\n"
        + "".join(f"  d{n}: {{sides: 1000}}\n" for n in range(101))
        + "checks: {c: {steps: [{do: roll}]}}\n"
    ),
    "too-many-symbols": text(
        HEAD + "symbols:\n" + "".join(f"  s{n}: {{counts_as: [s{n + 1}]}}\n" for n in range(120)) + "  s120: {}\n"
        "checks: {c: {steps: [{do: roll}]}}\n"
    ),
    # asking
    "no-revision": lambda: held("no such revision", "", Path(), "", Path()),
    # rolling
    "division-by-zero": lambda: game(n=0).roll(),
    "faces": lambda: parsed("d6"),
    "faces-too-few": lambda: game(n=2).roll(faces={"d6": [1]}),
    "faces-too-many": lambda: game(n=1).roll(faces={"d6": [1, 2]}),
    "limit": lambda: loads(GAME, limits=Limits(dice=2))["c"](n=3).roll(),
    "refused": lambda: loads(GAME)["twice"](n=0),
    "unknown-side": lambda: loads(GAME)["twice"](n=1).roll(faces={"a.d6": [1]}),
    "log-differs": lambda: game().replay({"sha256": "", "check": "c", "faces": {}}),
    "never-ends": lambda: game("long").odds(),
    "not-drawn": lambda: game("cup").roll(faces={"drawn": ["d8"]}),
    "no-instance": lambda: game(upgrade=["fine"]),
    "no-progression": lambda: game(properties=["odd"], upgrade=["odd"]),
    "no-row": lambda: game("look").roll(),
    "test-failed": failing,
    "answers-too-few": lambda: replied(game("pick").setting, {"d6": [1, 2]}, ["reroll nothing"]),
    "answers-too-many": lambda: replied(game().setting, {"d6": [1]}, ["stand"]),
    "may-not-decline": lambda: game("duel", b="declines"),
    "nobody-rolls": lambda: game("open", a="declines"),
    # playing
    "nothing-to-undo": lambda: suspended().undo(),
    "dice-have-fallen": lambda: suspended().answer(2, Random(1)).undo(),
    "illegal-answer": lambda: suspended().answer(99),
    "not-suspended": lambda: loads(GAME).resume({}),
    "system-changed": lambda: loads(GAME + "# more\n").resume(suspended().to_dict()),
    "runs": lambda: game().simulate(0),
    "no-goal": lambda: game("look").best(),
    "other-check": lambda: game().best("most total").policy(suspended()),
    "unknown-goal": lambda: game().best("x"),
    "unknown-policy": lambda: game().odds("bset"),
    "unused-goal": lambda: game().odds("first", "most x"),
    # asking
    "no-file": lambda: dicewright.load("nowhere/x.system.yaml"),
    "unknown-system": lambda: dicewright.load("no-such-game"),
    "nothing-to-check": command("validate", str(Path(__file__).parent / "errors")),
    "not-written": changed_meanwhile,
    "usage": command("odds", "no.yaml", "--limit", "dice"),
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


def test_each_code_has_an_offence() -> None:
    assert {*SHOWN, *ELSEWHERE, *COUNTED, "no-tests"} == set(CODES)
