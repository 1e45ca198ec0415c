"""Rolls that are not told end as those that are told do, from the same source of chance."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given

import dicewright
from dicewright import BoundCheck, DicewrightError, System
from dicewright.chance.ask import Cut
from dicewright.chance.walk import Roll
from dicewright.folders import shipped
from dicewright.play.costs import patience
from dicewright.play.foresight import foresight
from dicewright.play.throw import thrower
from test_ways import few, systems
from toy import Steps, attempt, load, rolled, toy


def ends(bound: Any, seed: int) -> tuple[Any, Any]:
    """How it ends, with its story and without, and where the source of chance stands then."""
    rngs = Random(seed), Random(seed)
    told, brief = attempt(lambda: bound.roll(rngs[0])), attempt(lambda: bound.throw(rngs[1]))
    if isinstance(told, list):
        return told, brief
    there = (each.random() for each in rngs)
    return (told.outcome, told.results, next(there)), (brief.outcome, brief.results, next(there))


def asked(system: System) -> Iterator[Any]:
    """What is rolled in a system's own tests, some of each check. Looking ahead takes long, and is tested elsewhere."""
    seen: dict[str, set[str]] = {}
    for case in system.rules.tests:
        words = [case.given.get(key) or () for key in ("given", "properties", "upgrade", "downgrade", "effects")]
        key, have = repr(words), seen.setdefault(case.check, set())
        looks_ahead = case.check in system.checks and system.rules.checks[case.check].aim
        if key not in have and len(have) < 12 and not looks_ahead:
            have.add(key)
            try:
                yield system[case.check].bind(words[0] or {}, *words[1:])
            except DicewrightError:
                continue  # it is tested that this is refused


@pytest.mark.parametrize("name", shipped())
def test_whatever_comes_with_dicewright_ends_the_same_untold(name: str) -> None:
    for seed, bound in enumerate(asked(dicewright.load(name))):
        one, other = ends(bound, seed)
        assert one == other


@few
@given(systems())
def test_any_system_ends_the_same_untold(written: tuple[dict[str, Any], list[str]]) -> None:
    """So it does where nothing is found out beforehand and the moves are made one by one."""
    system, properties = written
    bound = load(system, states=1_000)["roll"](properties=properties)
    assert isinstance(bound, BoundCheck)
    program = bound.setting.program
    for seed in range(2):
        one, other = ends(bound, seed)
        assert one == other
        plain = Roll(thrower(Random(seed)), foresight(bound.setting, patience(bound.setting.limits)).choose)
        end = attempt(partial(plain.walk, program.move, program.start))
        if isinstance(one, list):
            assert isinstance(end, Cut) or end == one
        else:
            assert end.results == tuple(one[1].values())


def test_a_throw_is_the_outcome_and_the_results() -> None:
    steps: Steps = [{"do": "add", "die": "d6", "count": 2}, {"do": "roll"}]
    bound = rolled(steps, {"sum": "total"}, check={"outcomes": [{"name": "high", "when": "sum >= 7"}, {"name": "low"}]})
    thrown = bound.throw(Random(1))
    assert thrown.to_dict() == {"outcome": thrown.outcome, "results": dict(thrown.results)}
    assert thrown.outcome == ("high" if thrown.results["sum"] >= 7 else "low")
    assert 2 <= bound.throw().results["sum"] <= 12
    assert pickle.loads(pickle.dumps(bound)).throw(Random(1)) == thrown


def test_a_roll_is_the_same_whenever_it_is_read() -> None:
    keep = {"do": "keep", "count": 2, "pick": "highest"}
    steps: Steps = [{"do": "add", "die": "d6", "count": 3}, {"do": "roll"}, keep]
    bound = rolled(steps, {"sum": "total"})
    late, soon, other = (bound.roll(Random(seed)) for seed in (1, 1, 2))
    read = soon.dice, soon.trace, soon.log
    assert pickle.loads(pickle.dumps(late)) == late == soon != other
    assert (late.dice, late.trace, late.log) == read
    assert hash(late) == hash(soon) == hash(pickle.loads(pickle.dumps(soon)))
    assert repr(late) == repr(soon) == repr(pickle.loads(pickle.dumps(late)))


def test_too_many_dice_are_refused_untold_as_well() -> None:
    steps: Steps = [{"do": "add", "die": "d6", "count": 20}, {"do": "roll"}]
    bound = load(toy(steps), draws=19)["roll"]()
    for roll in (bound.roll, bound.throw):
        with pytest.raises(DicewrightError, match="a roll throws at most 19 dice"):
            roll(Random(1))


def test_what_divides_by_zero_says_so_with_its_place() -> None:
    steps: Steps = [
        {"do": "add", "die": "d6"},
        {"do": "roll"},
        {"do": "let", "name": "n", "value": "6 // (total - total)"},
    ]
    with pytest.raises(DicewrightError) as caught:
        rolled(steps, {"n": "n"}).throw(Random(1))
    assert [problem.code for problem in caught.value.problems] == ["division-by-zero"]
    assert caught.value.problems[0].where
