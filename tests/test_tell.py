"""What a system gives, as text: the same as the command line prints, cut to the size of a chat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicewright
from dicewright import DicewrightError
from dicewright.cli import main
from toy import load, toy

POOL = {"ability": 2, "difficulty": 1}
GENESYS = dicewright.load("genesys")
ROLLED = GENESYS["pool"](**POOL).roll(Random(4))


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out.rstrip("\n")


@pytest.mark.parametrize(
    ("system", "name", "inputs"),
    [
        ("genesys", "pool", POOL),
        ("genesys", "opposed", {"actor.characteristic": 2, "opponent.characteristic": 3}),
        ("sirius-galaxy", "do_over", {"aptitude": 3, "ability": 4}),
    ],
)
def test_a_roll_and_its_odds_are_told_as_the_command_line_tells_them(
    system: str, name: str, inputs: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    game = dicewright.load(system)
    bound = game[name].bind(inputs)
    words = [system, name, *(f"{key}={value}" for key, value in inputs.items())]
    assert dicewright.tell(game, bound.roll(Random(7))) == said(capsys, "roll", *words, "--seed", "7")
    assert dicewright.tell(game, bound.odds()) == said(capsys, "odds", *words)
    told = dicewright.tell(game, bound.simulate(100, 7))
    assert told == said(capsys, "simulate", *words, "--runs", "100", "--seed", "7")


def test_a_sweep_is_told_as_the_command_line_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = GENESYS.sweep("pool", {"ability": range(1, 4)}, {"difficulty": 1}, probability=["success"])
    words = ["sweep", "genesys", "pool", "ability=1..3", "difficulty=1", "--probability", "success"]
    assert dicewright.tell(GENESYS, found) == said(capsys, *words)


def test_the_options_of_a_question_have_the_numbers_that_answer_them() -> None:
    rings = dicewright.load("l5r5e")
    waiting = rings["check"](ring=1, skill=1, tn=1).play(Random(2))
    lines = dicewright.tell(rings, waiting).splitlines()
    for n, option in enumerate(waiting.decision.options, 1):
        (line,) = (line for line in lines if line.split()[:1] == [str(n)])
        assert line.split(maxsplit=1)[1] == option.words
        assert waiting.decision.find(n) == option


def test_many_options_are_not_all_listed() -> None:
    rings = dicewright.load("l5r5e")
    waiting = rings["check"](ring=5, skill=5, tn=1).play(Random(2))
    more = len(waiting.decision.options) - 20
    assert dicewright.tell(rings, waiting).splitlines()[-1] == f"  and {more} more"


def test_a_number_that_is_chosen_is_told_as_a_span() -> None:
    spend = {"do": "choose", "who": "roller", "name": "n", "to": 3, "prefer": 0, "because": "luck may be spent"}
    game = load(toy([{"do": "let", "name": "n", "value": 0}, spend], {"spent": "n"}))
    told = dicewright.tell(game, game["roll"]().play(Random(1)))
    assert told.splitlines()[-2:] == ["  roller decides: luck may be spent", "  n 0 to 3"]


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.integers(1, 400))
def test_a_text_has_no_more_characters_than_it_may_and_keeps_its_verdict(most: int) -> None:
    whole, text = dicewright.tell(GENESYS, ROLLED), dicewright.tell(GENESYS, ROLLED, most)
    verdict = whole.splitlines()[-1].strip()
    assert len(text) <= most
    assert text == whole if most >= len(whole) else "…" in text or text == verdict
    assert verdict[: most - 1] in text
    odds = dicewright.tell(GENESYS, GENESYS["pool"](**POOL).odds(), most)
    assert len(odds) <= most


def test_what_is_of_another_system_is_not_told() -> None:
    with pytest.raises(DicewrightError, match="of the system `genesys`, and cannot be told by `risk`"):
        dicewright.tell(dicewright.load("risk"), ROLLED)
    with pytest.raises(DicewrightError, match="`most` is at least 1"):
        dicewright.tell(GENESYS, ROLLED, 0)
