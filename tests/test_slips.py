"""One slip gives one message, at its place and with a way out; so do several in one file."""

from __future__ import annotations

import pytest

from slips import SLIPS, amiss, tried


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_is_one_message_at_its_place_with_a_way_out(name: str) -> None:
    assert not amiss([SLIPS[name]])


@pytest.mark.parametrize("size", [2, 3])
def test_several_slips_in_one_file_are_as_many_messages(size: int) -> None:
    wrong = tried(size, 15)
    assert not wrong, "\n\n".join(wrong)
