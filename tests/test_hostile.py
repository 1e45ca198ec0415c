"""Nothing gets past: each attack is refused with its code and nothing else, and data from elsewhere is not believed.

`python -m tests.hostile` tries the same attacks each in a process of its own, and measures time and memory.
"""

from __future__ import annotations

import copy
import io
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicewright.cli import main
from dicewright.errors import DicewrightError
from dicewright.library import loads
from dicewright.ops.state import Limits
from dicewright.play.decision import Suspended
from dicewright.show.harmless import LONGEST, escaped, line, uncommanded, visible
from hostile import ATTACKS
from hostile.asks import GAME
from hostile.attack import Attack, check
from hostile.rules import D6
from hostile.trial import codes

# Those that cost little; `python -m tests.hostile` tries all of them, and measures.
SMALL = [
    (attack, words, code)
    for attack in ATTACKS
    for words, code in attack.asked()
    if attack.lay is None and len(attack.text) < 3_000 and sum(map(len, words)) < 20_000 and code != "limit"
    if words[0] == "validate" or (attack.words and words[0] not in ("odds", "simulate", "sweep", "diff", "test"))
    if not {"--deep", "--jobs", "--update"} & {*words}
]


@pytest.mark.parametrize(("attack", "words", "code"), SMALL, ids=lambda value: getattr(value, "name", ""))
def test_an_attack_has_its_refusal(
    attack: Attack, words: tuple[str, ...], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    attack.written(tmp_path)
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(attack.stdin), encoding="utf-8"))
    monkeypatch.setenv("DICEWRIGHT_TRACEBACK", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / "cache"))
    exit_code = main(list(words))
    told = "".join(capsys.readouterr())
    assert told == uncommanded(told)
    assert set(told) - {"\n", "\t"} == set(visible("".join(set(told) - {"\n", "\t"})))
    assert (code in codes(told)) if code else (exit_code == 0 or attack.words[:1] == ("play",))
    assert sorted(tmp_path.iterdir()) == before


JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, float("nan"), "", "x", "\x1b[31m", "__class__", "win", "d6", "0"),
    *([], {}, [[]], [None], [0], [True], ["x"], [[0]], [["d6", 0]], {"a": 1}, {"d6": [1]}, {"d6": "123"}, {"d6": {}}),
    *({"d6": [None]}, {"d6": [[3, 5]]}, {"d6": [3.0]}, {"d6": [True]}, {"drawn": [[None]]}, [["d6", 1.0]], [["d6"]]),
)


def mutants(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The data with one thing in it changed: replaced by junk, taken out, doubled."""
    inner = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []

    def changed(at: Any, value: Any) -> Any:
        out = copy.copy(data)
        out[at] = value
        return out

    for at in inner:
        for junk in JUNK:
            yield f"{(*path, at)} is {junk!r}", changed(at, junk)
        less = {k: v for k, v in data.items() if k != at} if isinstance(data, dict) else data[:at] + data[at + 1 :]
        yield f"{(*path, at)} is gone", less
        if isinstance(data, list):
            yield f"{(*path, at)} is doubled", [*data, data[at]]
        if type(data[at]) is int:
            yield f"{(*path, at)} is one more", changed(at, data[at] + 1)
        for what, child in mutants(data[at], (*path, at)):
            yield what, changed(at, child)


TOLD = """
contests:
  duel: {sides: {a: {check: c}, b: {check: c}}, compare: [{most: n}], tie: a}
sequences:
  often: {check: c, times: 2, accumulate: {way: way + n}, results: {half: way // 2}}
"""


def told(data: Any) -> Any:
    """As it comes back from JSON."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("of", ["c", "duel", "often"])
def test_a_log_that_was_tampered_with_is_refused_or_rolls_what_it_says(of: str) -> None:
    bound = loads(GAME + TOLD)[of]()
    outcome = bound.roll(Random(3))
    log = told(outcome.log)
    assert bound.replay(log) == outcome
    refused = 0
    for what, mutant in [*mutants(log), *((repr(junk), junk) for junk in JUNK)]:
        try:
            again = bound.replay(mutant)
        except DicewrightError:
            refused += 1
        else:  # nothing that counts was changed, or all that came up is told as it came
            assert told(again.log)["faces"] == mutant["faces"], what
            unlike = {key for key in log if mutant.get(key) != log[key]}
            assert unlike <= {"system", "dicewright", "faces", "answers"}, what
            assert again == outcome or "faces" in unlike, what
    assert refused > 100


def test_a_suspended_check_that_was_tampered_with_is_refused_or_the_same() -> None:
    game = loads(GAME)
    waiting = game["c"](properties=["bold"]).play(Random(3))
    assert isinstance(waiting, Suspended)
    data = told(waiting.to_dict())
    del data["decision"]["dice"], data["decision"]["options"]  # what is shown is worked out anew
    assert game.resume(data) == waiting
    refused = 0
    for what, mutant in [*islice(mutants(data), 0, None, 5), *((repr(junk), junk) for junk in JUNK)]:
        try:
            again = game.resume(mutant)
        except DicewrightError:
            refused += 1
        else:
            unlike = {key for key in data if again.to_dict()[key] != waiting.to_dict()[key]}
            said = {key for key in data if mutant.get(key) != data[key]}
            assert unlike - {"decision"} <= said & {"drawn", "inputs", "properties"}, what
            assert told([list(pair) for pair in again.drawn]) == mutant["drawn"], what
    assert refused > 100


def test_an_answer_is_an_option_or_refused() -> None:
    waiting = loads(GAME)["c"]().play(Random(3))
    legal = 0
    for junk in JUNK:
        if junk in ([], [0]):
            legal += 1
            assert waiting.answer(junk, Random(1))
        else:
            with pytest.raises(DicewrightError, match="illegal-answer"):
                waiting.answer(junk, Random(1))
    assert legal == 2


def test_a_loop_is_bounded_however_it_is_rolled() -> None:
    """Rolls that are not told count their steps as well, also those that bring no throw."""
    inner = "{do: repeat, times: 100, steps: [{do: repeat, times: 100, steps: [{do: let, name: k, value: k + 1}]}]}"
    loop = f"{{do: let, name: k, value: 0}}, {D6}, {{do: repeat, times: 3, steps: [{{do: reroll}}, {inner}]}}"
    bound = loads(check(loop, results="n: k"), limits=Limits(steps=10_000))["c"]()
    for rolled in (bound.roll, bound.throw, lambda rng: bound.simulate(1, rng, each_die=True)):
        with pytest.raises(DicewrightError, match="more than 10,000 steps"):
            rolled(Random(1))


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_what_steers_a_terminal_is_shown_and_not_done() -> None:
    assert visible("a\x1b[31m\n\u202eb\x9b\udcff\x7f") == "a␛[31m␊�b��␡"
    assert all(len(visible(chr(code))) == 1 for code in range(0x3000))
    assert len(line("x" * 10_000)) == LONGEST


def test_what_orders_a_build_service_about_is_broken() -> None:
    orders = "::error::x\n  ::add-mask::y\na ::b\n##[c] # [d]"
    assert uncommanded(orders) == ": :error::x\n  : :add-mask::y\na ::b\n# #[c] # [d]"


def test_json_holds_no_character_that_is_not_seen() -> None:
    text = "\x7f\x9b\u202e\u2066\u200b\udcff##[error]"
    written = escaped(json.dumps({"a": text}, ensure_ascii=False))
    assert written.isascii()
    assert "##[" not in written
    assert json.loads(written) == {"a": text}


def test_a_chart_is_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.system.yaml"
    file.write_text(GAME.replace("name: X", 'name: "<script>alert(1)</script>"'))
    chart = tmp_path / "chart.svg"
    words = ["--svg", str(chart), "--probability", "n > 2 and n<9"]
    assert main(["sweep", str(file), "c", "skill=1..2", "--no-cache", *words]) == 0
    capsys.readouterr()
    assert "<script" not in chart.read_text()
    assert "&lt;script&gt;" in chart.read_text()


def test_a_bug_of_our_own_is_owned_up_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of \x1b[31mours")

    monkeypatch.setattr("dicewright.commands.list.shipped", broken)
    assert main(["list"]) == 3
    told, *report = capsys.readouterr().err.splitlines()
    assert told == "dicewright has a bug, which is no fault of yours: ZeroDivisionError: of ␛[31mours"
    assert "report it" in report[0]
    monkeypatch.setenv("DICEWRIGHT_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["list"])
