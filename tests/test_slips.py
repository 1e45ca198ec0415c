"""One slip gives one message, at its place and with a way out; so do several in one file."""

from __future__ import annotations

from random import Random

import pytest

from dicewright.library import examine
from slips import BASE, SLIPS, amiss, tried


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_is_one_message_at_its_place_with_a_way_out(name: str) -> None:
    assert not amiss([SLIPS[name]])


@pytest.mark.parametrize("size", [2, 3])
def test_several_slips_in_one_file_are_as_many_messages(size: int) -> None:
    wrong = tried(size, 15)
    assert not wrong, "\n\n".join(wrong)


def test_a_sign_lost_or_doubled_anywhere_is_hardly_ever_more_than_one_message() -> None:
    chance = Random(6)
    places = [n for n, char in enumerate(BASE) if char in "{}[]\"':,-"]
    counts = []
    for _ in range(30):
        at = chance.choice(places)
        text = BASE[:at] + BASE[at + 1 :] if chance.random() < 0.7 else BASE[:at] + BASE[at] + BASE[at:]
        problems = examine(text, "f")[1]
        assert all(problem.where and problem.where.line <= text.count("\n") + 1 for problem in problems)
        counts += [len(problems)] if any(problem.code == "not-yaml" for problem in problems) else []
    assert len(counts) > 10
    assert sum(count == 1 for count in counts) >= 0.9 * len(counts), counts
