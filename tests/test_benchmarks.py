"""The workloads of the benchmark give the laws that programs written by hand give. How long it takes is no matter."""

from __future__ import annotations

import random
from functools import cache

import pytest

import dicewright
from benchmarks import ours, page, run
from benchmarks.digest import digest
from benchmarks.faces import packed, unpacked
from benchmarks.peers import hand, loops
from benchmarks.run import Limits, Measured
from benchmarks.workloads import BULK, EXACT, ROLLS, Workload

LIGHT = [each for each in EXACT if not each.heavy]
load = cache(dicewright.load)
ASKED = [*EXACT, *ROLLS, *(each.ask for each in BULK)]


@pytest.mark.parametrize("workload", LIGHT, ids=lambda each: each.id)
def test_workloads_agree_with_the_reference(workload: Workload) -> None:
    found = ours.law(load(workload.system), workload)
    assert found.unresolved == 0
    signs = {digest(program()) for program in hand.EXACT[workload.id].values()}
    assert signs == {digest(ours.read(workload, found))}


@pytest.mark.parametrize("workload", ASKED, ids=lambda each: each.id)
def test_every_workload_can_be_rolled(workload: Workload) -> None:
    ours.bound(load(workload.system), workload).roll(rng=random.Random(1))


@pytest.mark.parametrize("workload", BULK, ids=lambda each: each.ask.id)
def test_simulated_means_are_the_exact_ones(workload: object) -> None:
    assert isinstance(workload, type(BULK[0]))
    error = 6 * workload.spread / 1000**0.5
    for call, _ in (*ours.bulk(workload).values(), *loops.BULK[workload.ask.id].values()):
        assert abs(call(1000) - workload.mean) <= error


def test_every_workload_has_a_reference() -> None:
    assert hand.EXACT.keys() == {each.id for each in EXACT}
    assert loops.ROLLS.keys() == {each.id for each in ROLLS}
    assert loops.BULK.keys() == {each.ask.id for each in BULK}


def test_laws_are_equal_whatever_their_denominators() -> None:
    assert digest({1: 2, 0: 4}) == digest({(0,): 2, (1,): 1}) != digest({0: 1, 1: 1})


@pytest.mark.parametrize("vector", [(0, 0, 0, 0), (-3, 2, -1, 4), (5, -7, 0, -2)])
def test_packed_vectors_come_back(vector: tuple[int, ...]) -> None:
    assert unpacked(packed(vector)) == vector


def way(who: str, seconds: float, **more: object) -> Measured:
    """What somebody needed for a workload, made up."""
    return Measured("exact", "E07", who, "", cold=[seconds], warm=[seconds], peak=[20.0], **more)  # type: ignore[arg-type]


def test_the_page_tells_wins_losses_and_refusals() -> None:
    frame = page.Frame({"icepool": "2.1.3"}, 3, Limits(), True)
    said = page.page([way("ours", 0.002), way("icepool", 0.004), way("hand", 0.001)], {}, frame)
    assert "| 2.0 | 4.0 | — | 1.0 | **0.50** | 2.0 |" in said
    assert "Faster than every peer: E07." in said
    assert "dyce was not installed" in said
    refused = way("ours", 0.002, failed="refused", said="too many states")
    said = page.page([refused, way("icepool", 0.004), way("hand", 0.001)], {}, frame)
    assert "| refused | 4.0 |" in said
    assert "Answered by a peer and not by us, and so not in the mean: E07." in said


def test_whoever_finds_another_law_is_wrong() -> None:
    judged = run.judged([way("ours", 1.0, sign="a"), way("icepool", 1.0, sign="b"), way("hand", 1.0, sign="a")])
    assert [each.right for each in judged] == [True, False, True]
