"""A few of the inputs of tests/fuzz.py, always the same ones, and those that once were answered wrongly."""

from __future__ import annotations

import pytest

from fuzz import TARGETS, tried

MANY = {"reader": 3, "trees": 5, "expressions": 300, "replays": 25, "resumes": 25, "words": 6}


@pytest.mark.parametrize("target", TARGETS)
def test_only_our_own_error_comes_out(target: str) -> None:
    refused = sum(tried(target, str(number)) for number in range(MANY[target]))
    assert refused > 0 or target in ("reader", "trees", "words"), "these tell their problems without an error"
