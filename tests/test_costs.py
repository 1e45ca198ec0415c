"""What odds and rolls may cost: states, memory and time, each refused with the way out. The clocks here are made up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dicewright
from dicewright import DicewrightError, Limits
from dicewright.chance.patience import MIB, Patience
from dicewright.cli import main
from toy import TOY, load, toy

D6 = [{"do": "add", "die": "d6", "count": 3}, {"do": "roll"}]
GAMBLE = toy([*D6, {"do": "reroll", "may": "roller"}], {"x": "total"}, check={"aim": [{"most": "x"}]})
DUEL = {
    **TOY,
    "checks": {"fight": {"steps": D6, "results": {"x": "total"}}},
    "contests": {"duel": {"sides": {"a": {"check": "fight"}, "b": {"check": "fight"}}, "compare": [{"most": "x"}]}},
    "sequences": {"row": {"check": "fight", "times": 3, "accumulate": {"got": "got + x"}}},
}


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which a hundred seconds go by between two looks."""
    ticks = count(0, 100)
    for clock in ("monotonic", "thread_time"):
        monkeypatch.setattr(f"dicewright.chance.patience.{clock}", lambda: next(ticks))


ASKED: dict[str, Callable[..., Any]] = {
    "check": lambda **limits: load(GAMBLE, **limits)["roll"]().odds(),
    "best": lambda **limits: load(GAMBLE, **limits)["roll"]().best(),
    "simulate": lambda **limits: load(GAMBLE, **limits)["roll"]().simulate(10, 1),
    "contest": lambda **limits: load(DUEL, **limits)["duel"]().odds(),
    "sequence": lambda **limits: load(DUEL, **limits)["row"]().odds(),
}


@pytest.mark.parametrize("asked", ASKED)
def test_odds_take_no_longer_than_their_seconds(asked: str, hurried: None) -> None:
    with pytest.raises(DicewrightError, match="longer than 120 seconds; that is the limit") as refused:
        ASKED[asked]()
    assert "--limit seconds=N" in str(refused.value)
    assert ASKED[asked](seconds=0)


def test_a_roll_looks_ahead_no_longer_than_it_may(hurried: None) -> None:
    with pytest.raises(
        DicewrightError, match="to look ahead for the best answer takes longer than 2 seconds"
    ) as refused:
        load(GAMBLE)["roll"]().roll(Random(1))
    assert "give the step a `prefer`, play it answer by answer, or raise the limit" in str(refused.value)
    assert load(GAMBLE, ahead=0)["roll"]().roll(Random(1)).results["x"] >= 3
    plain = toy([*D6, {"do": "reroll", "may": "roller", "prefer": "value <= 3"}])
    assert load(plain)["roll"]().roll(Random(1)).results["x"] >= 3  # who knows what to do needs not look


def test_rows_take_no_more_room_than_there_is() -> None:
    pool = {"ability": 16, "proficiency": 6, "difficulty": 16}
    small = dicewright.load("genesys", limits=Limits(memory=4))["pool"](**pool)
    with pytest.raises(DicewrightError, match=r"the exact odds take about \d+ MiB or more; the limit is 4 MiB"):
        small.odds()
    assert dicewright.load("genesys")["pool"](**pool).odds().outcomes == small.odds(only="success").outcomes


def test_rows_are_measured_by_what_is_in_them() -> None:
    """Wide rows of great numbers reach the limit long before narrow ones do."""
    narrow = {(n,): 1 for n in range(25_000)}
    wide = {(n, *range(1_000, 1_060)): 6**1_000 for n in range(25_000)}
    Patience(memory=32).holds(narrow)
    with pytest.raises(DicewrightError, match="the limit is 32 MiB"):
        Patience(memory=32).holds(wide)
    Patience(memory=0).holds(wide)
    with pytest.raises(DicewrightError, match="the limit is 32 MiB"):
        Patience(memory=32).holds(narrow, 32 * MIB)


@pytest.mark.parametrize(
    "words", [["validate", "--fix"], ["validate", "--deep"], ["test", "--coverage"], ["test", "--update"]]
)
def test_the_limits_of_a_file_hold_whatever_is_done_with_it(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "toy.system.yaml"
    file.write_text(dicewright.folders.shipped()["risk"].read_text(encoding="utf-8"), encoding="utf-8")
    before = file.read_bytes()
    assert main([*words, "--limit", "size=100", str(file)]) == 1
    told = capsys.readouterr()
    assert "file-too-large" in told.out + told.err
    assert file.read_bytes() == before
