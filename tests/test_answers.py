"""Tests that stand in a file may say what the players answer."""

from __future__ import annotations

import pytest

import dicewright
from dicewright.play.verify import verify

GAME = """
format: 1
id: x
name: X
symbols: {{hit: {{}}, miss: {{}}}}
dice: {{d6: {{sides: 6}}, sign: {{faces: [hit, miss, [hit, hit]]}}}}
checks:
  keep:
    steps:
      - {{do: add, die: d6, count: 3}}
      - {{do: add, die: sign}}
      - {{do: roll}}
      - {{do: keep, pick: roller, count: 2, prefer: always}}
      - do: choose
        who: roller
        prefer: stand
        options: [{{name: stand, steps: []}}, {{name: again, steps: [{{do: reroll, dice: [d6], state: kept}}]}}]
    results: {{total: total, hits: hit}}
tests:
  - {{name: t, check: keep, faces: {{d6: {d6}, sign: [[hit, hit]]}}, answers: {answers},
     expect: {{results: {{total: {total}}}}}}}
"""


@pytest.mark.parametrize(
    ("d6", "answers", "total", "problem"),
    [
        ("[1, 1, 6]", "[[6, 1], stand]", 7, ""),
        ("[1, 1, 6]", "[[1, 1], stand]", 2, ""),
        ("[1, 1, 6, 5]", "[[1, [hit, hit]], again]", 5, ""),
        ("[1, 1, 6]", "[[6, 1], stand]", 8, "total is 7, expected 8"),
        ("[1, 1, 6]", "[[6, 5], stand]", 7, "no die that can be picked shows 5; they show: 1, 1, hit+hit"),
        ("[1, 1, 6]", "[[6], stand]", 7, "this is no legal answer here; 1: keep"),
        ("[1, 1, 6]", "[[6, 1], stant]", 7, "`stant` is no legal answer here; 1: stand; 2: again"),
        (
            "[1, 1, 6]",
            "[[6, 1]]",
            7,
            "at line 13; options: stand, again",
        ),
        ("[1, 1, 6]", "[[6, 1], stand, stand]", 7, "1 of the 3 answers answer nothing"),
        ("[1, 1, 6, 2]", "[[6, 1], stand]", 7, "1 of the 4 faces said for `d6` never came up"),
    ],
)
def test_answers(d6: str, answers: str, total: int, problem: str) -> None:
    system = dicewright.loads(GAME.format(d6=d6, answers=answers, total=total).strip())
    (verdict,) = verify(system.rules)
    told = [each.message for each in verdict.problems]
    assert len(told) == bool(problem)
    assert not told or problem in told[0], told
