"""Checks that are played: they stop where somebody decides, go on from data, and the best play is the best there is."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dicewright
from dicewright import BoundCheck, DicewrightError, Outcome, Suspended, System
from dicewright.chance.dice import Die
from dicewright.cli import main
from dicewright.folders import shipped
from dicewright.play.costs import patience
from dicewright.play.decision import advance
from dicewright.play.foresight import foresight
from test_ways import CHECKS, cases
from toy import TOY, Rows, agree, load, need, shipped_system, text, toy

ROLL = {"do": "roll"}
PIG = toy(
    [
        {"do": "let", "name": "score", "value": 0},
        {"do": "let", "name": "going", "value": 1},
        {
            "do": "repeat",
            "while": "going and score < goal",
            "rounds": 60,
            "steps": [
                {"do": "add", "die": "d6"},
                ROLL,
                {"do": "let", "name": "bust", "value": "total == 1"},
                {"do": "let", "name": "score", "value": "0 if bust else score + total"},
                {"do": "let", "name": "going", "value": "not bust"},
                {"do": "remove"},
                {
                    "do": "choose",
                    "who": "roller",
                    "when": "going and score < goal",
                    "options": [
                        {"name": "hold", "steps": [{"do": "let", "name": "going", "value": 0}]},
                        {"name": "again", "steps": []},
                    ],
                },
            ],
        },
    ],
    {"score": "score"},
    check={"inputs": {"goal": {"type": "integer", "min": 2, "max": 100}}, "aim": [{"most": "score"}]},
)
KEEP = toy(
    [
        {"do": "add", "die": "d4", "count": 3},
        ROLL,
        {"do": "keep", "pick": "roller", "at_least": 1, "at_most": 2, "because": "two may stay"},
        {"do": "reroll", "may": "roller", "where": "value <= 2", "prefer": "always"},
    ],
    {"sum": "total", "lone": "dice == 1"},
    check={"outcomes": [{"name": "win", "when": "sum >= 6"}, {"name": "loss"}], "aim": [{"chance": "win"}]},
)


def kept(**limits: int) -> BoundCheck:
    return load(KEEP, **limits)["roll"]()


def waiting(bound: BoundCheck, seed: int = 0) -> Suspended:
    found = bound.play(Random(seed))
    assert isinstance(found, Suspended)
    return found


def code(work: Callable[[], Any]) -> str:
    with pytest.raises(DicewrightError) as caught:
        work()
    (problem,) = caught.value.problems
    return problem.code


# -- a suspended check is a value -------------------------------------------------------------------------------------


def test_what_is_asked_is_told_in_words_and_as_data() -> None:
    decision = waiting(kept(), 2).decision
    assert (decision.who, decision.step, decision.because) == ("roller", "keep", "two may stay")
    assert decision.where.line == 1
    assert len(decision.dice) == 3
    assert {len(option.answer) for option in decision.options} == {1, 2}
    assert all(option.words.startswith("keep d4 ") for option in decision.options)
    assert decision.standing is None
    told = decision.to_dict()
    assert json.loads(json.dumps(told)) == told


def test_a_standing_answer_answers_only_where_nobody_plays() -> None:
    suspended = waiting(kept(), 0)
    after = suspended.answer(1)
    assert isinstance(after, Suspended)
    assert after.decision.step == "reroll"
    assert after.decision.standing is not None
    assert after.decision.standing.words == "reroll d4 2"


def roundtrip(system: System, suspended: Suspended) -> Suspended:
    """The same check as another process finds it in its store."""
    data = suspended.to_dict()
    again = system.resume(json.loads(json.dumps(data)))
    assert again == suspended
    assert hash(again) == hash(suspended)
    assert (again.decision, again.trace, again.fallen) == (suspended.decision, suspended.trace, suspended.fallen)
    assert again.to_dict() == data
    return again


def any_answer(suspended: Suspended, rng: Random) -> Any:
    """An option, said in one of the ways in which it can be said."""
    options = suspended.decision.options
    number = int(rng.random() * len(options))
    option = options[number]
    said = [option, number + 1, str(number + 1), option.words, option.answer]
    return said[int(rng.random() * len(said))]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_every_suspended_check_goes_through_json(name: str, check: str) -> None:
    system = shipped_system(name)
    for seed, (_, bound) in enumerate(cases(system, check)):
        dice, said = Random(seed), Random(-seed)
        one: Suspended | Outcome = bound.play(dice)
        drawn = len(one.drawn) if isinstance(one, Suspended) else 0
        while isinstance(one, Suspended):
            answer = any_answer(one, said)
            other = Random(seed)
            for _ in range(drawn):
                other.random()
            two = roundtrip(system, one).answer(answer, other)
            assert one.answer(answer, dice) == two
            one = two
            drawn = len(one.drawn) if isinstance(one, Suspended) else 0
        assert bound.replay(json.loads(json.dumps(one.log))) == one


FRESH = """
import json, sys, random, dicewright
data = json.load(sys.stdin)
system = dicewright.load(data["system"])
step = system.resume(data)
told = [step.to_dict()]
while isinstance(step, dicewright.Suspended):
    step = step.answer(1, random.Random(5))
    told.append(step.to_dict())
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("name", "inputs", "more"),
    [
        ("l5r5e", {"ring": 2, "skill": 2}, {}),
        ("d20-properties", {"d6": 5}, {"properties": ["trusty", "reliable", "exploding"]}),
        ("year-zero", {"dice": 2}, {}),
    ],
)
def test_another_process_goes_on(name: str, inputs: dict[str, Any], more: dict[str, Any]) -> None:
    system = shipped_system(name)
    (check,) = system
    bound = system[check].bind(inputs, **more)
    step: Suspended | Outcome = next(s for n in range(99) if isinstance(s := bound.play(Random(n)), Suspended))
    ran = subprocess.run(
        [sys.executable, "-c", FRESH], input=json.dumps(step.to_dict()), capture_output=True, text=True, check=True
    )
    here = [step.to_dict()]
    while isinstance(step, Suspended):
        step = step.answer(1, Random(5))
        here.append(step.to_dict())
    assert json.loads(ran.stdout) == here


def test_a_changed_system_is_refused() -> None:
    data = waiting(kept()).to_dict()
    changed = load({**KEEP, "name": "Changed"})
    assert code(lambda: changed.resume(data)) == "system-changed"
    assert code(lambda: shipped_system("year-zero").resume(data)) == "system-changed"


@pytest.mark.parametrize(
    "change",
    [
        {"drawn": []},
        {"drawn": [["d4", 9], ["d4", 0], ["d4", 0]]},
        {"drawn": [["d4", 0], ["d4", 0], ["d4", 0], ["d4", 0]]},
        {"drawn": [["d6", 0], ["d4", 0], ["d4", 0]]},
        {"drawn": 7},
        {"drawn": [["d4", "x"]]},
        {"answers": [[7]]},
        {"answers": ["push"]},
        {"answers": [[0], [], [], []]},
        {"answers": None},
        {"answers": [3]},
        {"suspended": 2},
        {"check": None},
        {"check": ["roll"]},
        {"inputs": 3},
        {"properties": [{}]},
        {"effects": [1]},
    ],
    ids=str,
)
def test_data_that_is_no_suspended_check_is_refused(change: dict[str, Any]) -> None:
    system = load(KEEP)
    data = waiting(system["roll"]()).to_dict() | change
    assert code(lambda: system.resume(data)) == "not-suspended"


@pytest.mark.parametrize("data", [None, [], 3, "x", {}], ids=repr)
def test_what_is_no_data_at_all_is_refused(data: Any) -> None:
    assert code(lambda: load(KEEP).resume(data)) == "not-suspended"


# -- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        0,
        -1,
        99,
        True,
        1.0,
        None,
        "",
        "nothing",
        "99",
        "²",
        (),
        (0, 0),
        (0, 1, 2),
        (0, 5),
        (-1,),
        [True],
        {0: "x"},
        b"1",
    ],
    ids=repr,
)
def test_an_illegal_answer_lists_the_legal_ones_and_loses_nothing(answer: Any) -> None:
    suspended = waiting(kept())
    before = suspended.to_dict()
    with pytest.raises(DicewrightError) as caught:
        suspended.answer(answer)
    (problem,) = caught.value.problems
    assert problem.code == "illegal-answer"
    assert [note.partition(": ")[2] for note in problem.notes] == [o.words for o in suspended.decision.options]
    assert suspended.to_dict() == before


def test_a_die_stands_for_any_other_that_looks_the_same() -> None:
    bound = load(toy([{"do": "add", "die": "d4", "count": 3}, ROLL, {"do": "keep", "pick": "roller", "at_most": 1,
                                                                  "prefer": "always"}]))["roll"]()  # fmt: skip
    suspended = waiting(bound)
    drawn = (("d4", 0), ("d4", 3), ("d4", 0))
    same = advance(suspended.setting, drawn, (), _never)
    assert isinstance(same, Suspended)
    assert same.decision.places == (0, 1, 2)
    assert same.answer((2,)) == same.answer((0,))


def test_twins_are_not_mistaken_for_each_other() -> None:
    """Two dice that look the same but lie beside different ones are two different answers."""
    steps = [
        *({"do": "add", "die": "d4", "count": 2}, {"do": "add", "twin": 1}, ROLL),
        {"do": "tag", "name": "mine", "pick": "roller", "at_most": 1, "at_least": 1, "prefer": "always"},
        {"do": "keep", "per": "twin", "count": 1, "pick": "highest"},
    ]
    bound = load(toy(steps))["roll"]()
    suspended = advance(bound.setting, (("d4", 0), ("d4", 1), ("d4", 0), ("d4", 2)), (), _never)
    assert isinstance(suspended, Suspended)
    for place in range(4):
        assert suspended.decision.find((place,)).answer == (place,)


def test_a_named_way_is_answered_by_name() -> None:
    suspended = waiting(load(PIG)["roll"](goal=20), 3)
    assert [option.answer for option in suspended.decision.options] == ["hold", "again"]
    done = suspended.answer("hold")
    assert isinstance(done, Outcome)
    assert done.results["score"] == suspended.drawn[0][1] + 1


SPEND = toy(
    [
        {"do": "add", "die": "d4"},
        ROLL,
        {"do": "choose", "who": "roller", "name": "spent", "from": "0 - 1", "to": "luck", "because": "luck is spent"},
    ],
    {"x": "total + spent", "spent": "spent", "enough": "total + spent >= 5"},
    check={"inputs": {"luck": {"type": "integer"}}, "aim": [{"most": "enough"}, {"least": "spent"}]},
)


@pytest.mark.parametrize("answer", [2, "2", "spent 2"])
def test_a_number_is_answered_by_itself(answer: Any) -> None:
    """And not by its place in the list, whatever the range begins with."""
    suspended = waiting(load(SPEND)["roll"](luck=3), 3)
    words = [option.words for option in suspended.decision.options]
    assert words == ["spent -1", "spent 0", "spent 1", "spent 2", "spent 3"]
    suspended = load(SPEND).resume(json.loads(json.dumps(suspended.to_dict())))
    done = suspended.answer(answer)
    assert isinstance(done, Outcome)
    assert done.results["spent"] == 2
    assert done.log["answers"] == ["2"]
    assert load(SPEND)["roll"](luck=3).replay(done.log) == done


@pytest.mark.parametrize("answer", [4, "4", -2, "spent", [0], True, ""])
def test_a_number_outside_the_range_is_refused(answer: Any) -> None:
    with pytest.raises(DicewrightError, match="no legal answer"):
        waiting(load(SPEND)["roll"](luck=3), 3).answer(answer)


def test_a_number_is_chosen_as_the_aim_says() -> None:
    """Just enough where that can be done, and otherwise as little as there is; no question where the range is empty."""
    bound = load(SPEND)["roll"](luck=3)
    quarter = Fraction(1, 4)
    assert bound.odds().table("x", "spent") == {(0, -1): quarter, (5, 1): quarter, (5, 2): quarter, (5, 3): quarter}
    assert bound.odds(play="best").table("spent") == bound.odds().table("spent")
    assert bound.odds(play="first").probability("spent == 0 - 1") == 1
    assert bound.odds(play="random").table("spent") == {(n,): Fraction(1, 5) for n in range(-1, 4)}
    assert load(SPEND)["roll"](luck=-7).odds().probability("spent == 0 - 1") == 1
    assert isinstance(load(SPEND)["roll"](luck=-7).play(Random(1)), Outcome)
    with pytest.raises(DicewrightError, match="at most 10,000 options"):
        load(SPEND)["roll"](luck=10_000).odds()


def _never(die: Die) -> int:
    raise AssertionError("a die is thrown")


def test_the_last_answer_is_undone_until_dice_fall() -> None:
    suspended = waiting(kept(), 0)
    after = suspended.answer(1, Random(1))
    assert isinstance(after, Suspended)
    assert after.undo() == suspended
    assert code(suspended.undo) == "nothing-to-undo"
    pig = waiting(load(PIG)["roll"](goal=90), 3)
    later = next(s for n in range(9) if isinstance(s := pig.answer("again", Random(n)), Suspended))
    assert code(later.undo) == "dice-have-fallen"
    with pytest.raises(dicewright.DicewrightError):
        later.undo().undo()


def test_a_played_roll_replays() -> None:
    done = waiting(load(PIG)["roll"](goal=9), 3).answer("hold")
    assert isinstance(done, Outcome)
    assert done.log["answers"] == ["hold"]
    assert load(PIG)["roll"](goal=9).replay(done.log) == done
    assert code(lambda: load(PIG)["roll"](goal=9).replay({**done.log, "answers": []})) == "log-differs"


def test_very_many_options_stay_small_as_json() -> None:
    suspended = waiting(shipped_system("l5r5e")["check"](ring=6, skill=6), 1)
    assert len(suspended.decision.options) > 500
    told = suspended.to_dict()
    assert told["decision"]["more"] == len(suspended.decision.options) - 100
    assert len(json.dumps(told)) < 30_000


# -- policies ---------------------------------------------------------------------------------------------------------


def branches(go: Callable[[Callable[[Die], int]], Any]) -> Iterator[tuple[Fraction, Any]]:
    """What comes of something that throws dice, for every way in which they can fall."""
    forced: list[int] = []
    while True:
        thrown: list[Die] = []

        def throw(die: Die, thrown: list[Die] = thrown) -> int:
            thrown.append(die)
            if len(thrown) > len(forced):
                forced.append(0)
            return forced[len(thrown) - 1]

        found = go(throw)
        mass = Fraction(
            prod(die.weights[face] for die, face in zip(thrown, forced, strict=True)), prod(d.total for d in thrown)
        )
        if mass:
            yield mass, found
        while forced and forced[-1] == len(thrown[-1].weights) - 1:
            forced.pop()
            thrown.pop()
        if not forced:
            return
        forced[-1] += 1


Answering = Callable[[Suspended], list[Any]]


def enumerated(bound: BoundCheck, answering: Answering, longest: int) -> tuple[Rows, Fraction]:
    """The law of a check that is played: every fall of the dice, each of the answers as likely as the others."""
    rows: Rows = {}
    longer = Fraction()
    waiting: list[tuple[Fraction, Any]] = list(branches(lambda throw: advance(bound.setting, (), (), throw)))
    while waiting:
        mass, now = waiting.pop()
        if isinstance(now, Outcome):
            row = now.outcome, tuple(now.results.values())
            rows[row] = rows.get(row, Fraction()) + mass
            continue
        if len(now.drawn) > longest:
            longer += mass
            continue
        answers = answering(now)
        for answer in answers:
            option = now.decision.find(answer)
            for share, then in branches(
                lambda throw, now=now, o=option: advance(now.setting, now.drawn, (*now.answers, o.answer), throw)
            ):
                waiting.append((mass * share / len(answers), then))
    return rows, longer


def played(bound: BoundCheck, play: str) -> Answering:
    """A policy as a player would follow it at the table."""
    if play == "best":
        best = bound.best()
        return lambda suspended: [best.policy(suspended)]
    if play == "file":
        sight = foresight(bound.setting, patience(bound.setting.limits))

        def by_file(suspended: Suspended) -> list[Any]:
            if suspended.decision.standing is not None:
                return [suspended.decision.standing]
            ask = suspended.ask()
            return [suspended.decision.options[list(ask.options()).index(sight.choose(ask))]]

        return by_file
    return lambda suspended: list(suspended.decision.options[: 1 if play == "first" else None])


TWINS = toy(
    [
        *({"do": "add", "die": "coin", "count": 2}, {"do": "add", "twin": 1}, ROLL),
        {"do": "reroll", "pick": "roller", "at_most": 1, "prefer": "never"},
        {"do": "keep", "per": "twin", "count": 1, "pick": "highest"},
    ],
    check={"aim": [{"most": "x"}]},
    dice=TOY["dice"] | {"coin": {"sides": 2}},
)


def small(name: str) -> tuple[BoundCheck, int]:
    """A case that can be listed, and how many dice of it are followed."""
    made: dict[str, Callable[[], tuple[BoundCheck, int]]] = {
        "l5r5e": lambda: (shipped_system("l5r5e")["check"](ring=1, skill=1), 4),
        "l5r5e, distinction": lambda: (shipped_system("l5r5e")["check"](ring=1, tn=1, effects=["distinction"]), 4),
        "d20-properties": lambda: (
            shipped_system("d20-properties")["roll"](d20=0, d4=2, properties=["reliable", "exploding"]),
            9,
        ),
        "trusty": lambda: (shipped_system("d20-properties")["roll"](properties=["trusty", "perfection"]), 9),
        "year-zero": lambda: (shipped_system("year-zero")["push"](dice=2), 9),
        "year-zero, two needed": lambda: (shipped_system("year-zero")["push"](dice=2, need=2, ones_lock=False), 9),
        "pig": lambda: (load(PIG)["roll"](goal=6), 9),
        "keep": lambda: (kept(), 9),
        "twins": lambda: (load(TWINS)["roll"](), 9),
    }
    return made[name]()


SMALL = (
    *("l5r5e", "l5r5e, distinction", "d20-properties", "trusty", "year-zero", "year-zero, two needed"),
    *("pig", "keep", "twins"),
)


@pytest.mark.parametrize("play", ["file", "first", "random", "best"])
@pytest.mark.parametrize("name", SMALL)
def test_playing_by_a_policy_gives_its_odds(name: str, play: str) -> None:
    bound, longest = small(name)
    if play == "best" and not bound.setting.check.aim:
        pytest.skip("no aim")
    law = bound.odds(play)
    found = {row: p for row, p in law.rows.items() if p}
    assert sum(found.values()) + law.unresolved == 1
    rows, longer = enumerated(bound, played(bound, play), longest)
    assert agree((rows, longer), (found, law.unresolved))
    assert longer < Fraction(1, 10)
    assert longer or rows == found


@pytest.mark.parametrize("name", SMALL)
def test_odds_by_the_file_are_the_odds_and_rolls_follow_their_policy(name: str) -> None:
    bound, _ = small(name)
    assert bound.odds("file") == bound.odds()
    for play in ("first", "random", "best"):
        if play == "best" and not bound.setting.check.aim:
            continue
        law = bound.odds(play)
        for seed in range(3):
            outcome = bound.roll(Random(seed), play=play)
            assert law.rows[outcome.outcome, tuple(outcome.results.values())] > 0
            assert bound.replay(outcome.log) == outcome


def test_odds_tell_how_they_are_played() -> None:
    bound = kept()
    assert bound.odds().play == "file"
    assert bound.odds("best").to_dict()["play"] == "best: chance win"
    assert bound.odds(goals=["most sum", "chance lone"]).play == "best: most sum, chance lone"


WRONG = {
    "unknown-policy": lambda b: b.odds("bset"),
    "unused-goal": lambda b: b.odds("first", ["most sum"]),
    "unknown-goal": lambda b: b.best("sum"),
    "unknown-name": lambda b: b.best("most smu"),
    "expression": lambda b: b.best("most count(sum >= 2)"),
    "no-goal": lambda b: load(toy([{"do": "add", "die": "d4"}, ROLL]))["roll"]().best(),
    "other-check": lambda b: b.best().policy(waiting(load(PIG)["roll"](goal=6), 3)),
}


@pytest.mark.parametrize("expected", WRONG)
def test_a_wrong_policy_or_goal_is_refused(expected: str) -> None:
    assert code(lambda: WRONG[expected](kept())) == expected


# -- best play --------------------------------------------------------------------------------------------------------

Values = frozenset[tuple[Fraction, ...]]


def reachable(now: Suspended | Outcome, worth: Callable[[Outcome], tuple[Fraction, ...]]) -> Values:
    """What the goals can be worth, for all policies there are: every answer at every decision, however foolish."""
    if isinstance(now, Outcome):
        return frozenset({worth(now)})
    found: set[tuple[Fraction, ...]] = set()
    for option in now.decision.options:
        found |= weighed(
            branches(lambda throw, o=option: advance(now.setting, now.drawn, (*now.answers, o.answer), throw)), worth
        )
    return frozenset(found)


def weighed(
    chances: Iterator[tuple[Fraction, Any]], worth: Callable[[Outcome], tuple[Fraction, ...]]
) -> set[tuple[Fraction, ...]]:
    """All sums of one value for each fall of the dice."""
    sums: set[tuple[Fraction, ...]] | None = None
    for mass, then in chances:
        values = {tuple(mass * x for x in value) for value in reachable(then, worth)}
        sums = (
            values if sums is None else {tuple(x + y for x, y in zip(a, b, strict=True)) for a in sums for b in values}
        )
    assert sums is not None
    return sums


def truth(x: Any) -> Fraction:
    return Fraction(int(x))


EVERY: list[tuple[str, Callable[[], BoundCheck], list[str], Callable[[Outcome], tuple[Fraction, ...]]]] = [
    (
        "year-zero",
        lambda: shipped_system("year-zero")["push"](dice=1),
        ["chance success", "least harm"],
        lambda o: (truth(o.outcome == "success"), -truth(o.results["harm"])),
    ),
    (
        "year-zero, two dice",
        lambda: shipped_system("year-zero")["push"](dice=2, need=2),
        ["most successes"],
        lambda o: (truth(o.results["successes"]),),
    ),
    (
        "year-zero, least first",
        lambda: shipped_system("year-zero")["push"](dice=1, ones_lock=False),
        ["least 2 * harm - successes", "chance successes == 0"],
        lambda o: (-truth(2 * o.results["harm"] - o.results["successes"]), truth(o.results["successes"] == 0)),
    ),
    (
        "d20-properties",
        lambda: shipped_system("d20-properties")["roll"](d20=0, d4=2, properties=["reliable", "exploding"]),
        ["chance total >= 7"],
        lambda o: (truth(o.results["total"] >= 7),),
    ),
    (
        "trusty with disadvantages",
        lambda: shipped_system("d20-properties")["roll"](properties=["trusty", "imperfection"]),
        ["chance critical_failure", "least total"],
        lambda o: (truth(o.outcome == "critical_failure"), -truth(o.results["total"])),
    ),
    (
        "pig",
        lambda: load(PIG)["roll"](goal=5),
        ["most score"],
        lambda o: (truth(o.results["score"]),),
    ),
    (
        "keep",
        lambda: load(json.loads(json.dumps(KEEP).replace('"count": 3', '"count": 2')))["roll"](),
        ["chance win"],
        lambda o: (truth(o.outcome == "win"),),
    ),
]


@pytest.mark.parametrize("case", EVERY, ids=[case[0] for case in EVERY])
def test_the_best_play_is_the_best_of_all_policies(
    case: tuple[str, Callable[[], BoundCheck], list[str], Callable[[Outcome], tuple[Fraction, ...]]],
) -> None:
    _, make, goals, worth = case
    bound = make()
    every = weighed(branches(lambda throw: advance(bound.setting, (), (), throw)), worth)
    signs = [-1 if goal.startswith("least") else 1 for goal in goals]
    best = bound.best(goals)
    assert list(best.value) == goals
    assert tuple(s * x for s, x in zip(signs, best.value.values(), strict=True)) == max(every)
    assert len(every) > 1
    law = bound.odds("best", goals)
    for goal, value in best.value.items():
        how, _, of = goal.partition(" ")
        assert (law.probability(of) if how == "chance" else law.mean(of)) == value


@pytest.mark.parametrize("name", SMALL)
def test_the_best_play_is_never_below_another(name: str) -> None:
    bound, _ = small(name)
    outcomes = [f"chance {outcome.name}" for outcome in bound.setting.check.outcomes]
    laws = {play: bound.odds(play) for play in ("file", "first", "random")}
    for goal in (
        *outcomes,
        *(f"{how} {x}" for how in ("most", "least") for x in list(bound.setting.check.results)[:3]),
    ):
        value = bound.best([goal]).value[goal]
        how, _, of = goal.partition(" ")
        for play, law in laws.items():
            other = law.outcomes[of] if how == "chance" else law.mean(of)
            slack = law.unresolved * 1000
            assert value <= other + slack if how == "least" else value >= other - slack, (goal, play)


def test_press_your_luck_is_played_as_it_should_be() -> None:
    """The turn of Pig: roll again below 20, hold from 20 on. Its mean is known to be about 8.14."""

    def mean(score: int) -> Fraction:
        return max(Fraction(score), turn(score))

    @cache
    def turn(score: int) -> Fraction:
        return sum((mean(score + face) for face in range(2, 7)), Fraction()) / 6 if score < 60 else Fraction()

    best = load(PIG)["roll"](goal=60).best()
    assert best.value == {"most score": turn(0)}
    assert round(float(turn(0)), 2) == 8.14
    playing = load(PIG)["roll"](goal=60)
    for seed in range(20):
        rng = Random(seed)
        now = playing.play(rng)
        while isinstance(now, Suspended):
            score = sum(face + 1 for _, face in now.drawn)
            assert best.policy(now).answer == ("again" if score < 20 else "hold")
            now = now.answer(best.policy(now), rng)


def test_a_player_who_pushes_does_so_for_what_it_is_worth() -> None:
    bound = shipped_system("year-zero")["push"](dice=3, need=1)
    assert bound.best().value["chance success"] == Fraction(3635, 5832)
    assert bound.best("least harm").value["least harm"] == 0
    pushing = bound.best("most successes")
    assert pushing.value["most successes"] == Fraction(3 * 5, 18)


def test_advice_is_exact_and_ranked() -> None:
    suspended = advance(shipped_system("year-zero")["push"](dice=2).setting, (("d6", 0), ("d6", 2)), (), _never)
    assert isinstance(suspended, Suspended)
    push, stand = suspended.advise()
    assert (push.option.answer, push.worth) == (
        "push",
        {"chance success": Fraction(1, 6), "least harm": Fraction(7, 6)},
    )
    assert (stand.option.answer, stand.worth) == ("stand", {"chance success": Fraction(0), "least harm": Fraction(0)})
    first, second = suspended.advise(["least harm"])
    assert (first.option.answer, second.option.answer) == ("stand", "push")
    assert [each.option.answer for each in suspended.advise("chance successes >= 0")] == ["stand", "push"]
    assert json.loads(json.dumps(push.to_dict()))["worth"] == {"chance success": "1/6", "least harm": "7/6"}


@pytest.mark.parametrize("seed", range(2))
def test_following_the_advice_is_the_best_play(seed: int) -> None:
    bound = shipped_system("l5r5e")["check"](ring=2, skill=1)
    best, rng = bound.best(), Random(seed)
    now = bound.play(rng)
    while isinstance(now, Suspended):
        assert now.advise()[0].option == best.policy(now)
        now = now.answer(best.policy(now), rng)


def test_what_is_too_much_to_look_ahead_is_refused() -> None:
    need("l5r5e")
    tight = dicewright.load("l5r5e", dicewright.Limits(states=500))["check"](ring=2, skill=1)
    assert code(tight.best) == "limit"


# -- at the prompt ----------------------------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pig.system.yaml").write_text(text(PIG), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(words: list[str], lines: bytes) -> tuple[int, str, str]:
    ran = subprocess.run([sys.executable, "-m", "dicewright", *words], input=lines, capture_output=True, check=False)
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


def test_dice_are_picked_by_their_numbers_and_the_roll_is_told() -> None:
    need("l5r5e")
    returned, out, err = typed(["play", "l5r5e", "ring=2", "skill=1", "--seed", "3"], b"1\nu\n2 3\n\n")
    assert (returned, err) == (0, "")
    assert out.count("roller decides: at least one is kept, at most the ring") == 2
    assert out.count("1 ring ○☄   2 ring ☄✦   3 skill ○") == 2
    assert "keep  kept ring ○☄; dropped ring ☄✦, skill ○" in out
    assert out.endswith(
        "Legend of the Five Rings, 5th edition: Check (ring 2, skill 1)\n\n"
        "  pool  2 ring, 1 skill\n"
        "  roll  ring ○☄ ☄✦   skill ○\n"
        "  keep  kept ring ☄✦, skill ○; dropped ring ○☄  (at least one is kept, at most the ring)\n\n"
        "  Failure: success 1, opportunity 1, strife 1, explosive 0, bonus 0, shortfall 1, void_points 0\n"
    )


def test_a_number_is_typed(games: Path) -> None:
    (games / "spend.system.yaml").write_text(text(SPEND), encoding="utf-8")
    words = ["play", "spend.system.yaml", "roll", "luck=3", "--seed", "3"]
    returned, out, err = typed(words, b"7\n?\na\n-1\nu\n2\n\n")
    assert (returned, err) == (0, "")
    assert out.count("  spent -1 to 3\n") == 2
    assert "that is no answer here\n  type a number;" in out
    assert "  choose  roller takes spent 2  (luck is spent)\n" in out.split("done?")[-1]


def test_what_the_prompt_tells_is_what_the_roll_tells() -> None:
    """The story at the end is that of the same roll, told by `roll`."""
    need("blades-in-the-dark")
    words = ["blades-in-the-dark", "action", "rating=2", "--seed", "1"]
    assert typed(["play", *words], b"")[1] == typed(["roll", *words], b"")[1]


ODD = [
    b"",
    b"q",
    b"\n\n\nq\n",
    b"\x00\xff\xfe\n9\n",
    "１\nⅫ\n²\n".encode(),
    b"-1\n1 1 1 1\n[0]\nnone\nq\n",
    b"a\n?\nu\n" * 3,
]


@pytest.mark.parametrize("lines", ODD, ids=repr)
def test_odd_input_never_breaks_the_prompt(lines: bytes) -> None:
    need("l5r5e")
    returned, out, err = typed(["play", "l5r5e", "ring=2", "skill=1", "--seed", "3"], lines)
    assert "Traceback" not in err
    assert returned == 2
    assert "stopped before the end" in err
    assert "keep?" in out


def test_help_advice_and_refusals_at_the_prompt(games: Path) -> None:
    lines = b"?\na\nu\nhodl\nHOLD\nu\n1\n\n"
    returned, out, _ = typed(["play", "pig.system.yaml", "goal=20", "--seed", "3"], lines)
    assert returned == 0
    assert "1 hold" in out
    assert "2 again" in out
    assert "type a number or a name; or `a` for advice, `u` to undo, `q` to stop" in out
    assert "again  mean score" in out
    assert "nothing has been answered yet" in out
    assert "that is no answer here" in out
    assert out.count("done?") == 2


def test_a_check_that_was_stopped_goes_on(games: Path) -> None:
    words = ["play", "pig.system.yaml", "goal=30", "--seed", "3"]
    returned, _, err = typed([*words, "--save", "kept.json"], b"again\nq\n")
    assert returned == 2
    assert "go on with: dicewright play pig.system.yaml --resume kept.json" in err
    returned, out, _ = typed(["play", "pig.system.yaml", "--resume", "kept.json", "--seed", "3"], b"again\nhold\n\n")
    _, whole, _ = typed(words, b"again\nagain\nhold\n\n")
    assert returned == 0
    assert out.splitlines()[-8:] == whole.splitlines()[-8:]


def test_bots_play_through_json(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("year-zero")

    def call(*words: str) -> Any:
        returned = main(["play", *words, "--json"])
        return returned, json.loads(capsys.readouterr().out)

    _, told = call("pig.system.yaml", "goal=20", "--seed", "3")
    assert told["suspended"] == 1
    assert [option["answer"] for option in told["decision"]["options"]] == ["hold", "again"]
    (games / "s.json").write_text(json.dumps(told))
    assert call("pig.system.yaml", "--resume", "s.json")[1] == told
    returned, done = call("pig.system.yaml", "--resume", "s.json", "--answer", "1")
    assert (returned, done["results"]) == (0, {"score": told["drawn"][0][1] + 1})
    assert call("pig.system.yaml", "goal=20", "--seed", "3", "--answer", "hold")[1] == done
    _, more = call("pig.system.yaml", "--resume", "s.json", "--seed", "3", "--answer", "again")
    assert call("pig.system.yaml", "goal=20", "--seed", "3", "--answer", "again")[1] == more
    returned, wrong = call("pig.system.yaml", "--resume", "s.json", "--answer", "3")
    assert (returned, wrong["problems"][0]["code"]) == (2, "illegal-answer")
    _, wrong = call("pig.system.yaml", "--resume", "s.json", "--answer", "1", "--answer", "1")
    assert wrong["problems"][0]["code"] == "usage"
    _, wrong = call("year-zero", "--resume", "s.json")
    assert wrong["problems"][0]["code"] == "system-changed"
    _, wrong = call("--resume", "s.json")
    assert wrong["problems"][0]["code"] == "unknown-system"
    (games / "s.json").write_text("[]")
    assert call("--resume", "s.json")[1]["problems"][0]["code"] == "not-suspended"
    assert call("--resume", "nowhere.json")[1]["problems"][0]["code"] == "no-file"
    assert call()[1]["problems"][0]["code"] == "usage"
    assert call("pig.system.yaml", "goal=3", "--resume", "s.json")[1]["problems"][0]["code"] == "usage"


def test_dice_are_answered_by_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    need("l5r5e")
    assert main(["play", "l5r5e", "ring=2", "skill=1", "--seed", "3", "--answer", "[1, 2]", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["log"]["answers"] == [[1, 2]]


def test_policies_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    need("year-zero")

    def call(*words: str) -> Any:
        assert main([*words, "year-zero", "push", "dice=3", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert call("odds", "--play", "best")["outcomes"]["success"] == "3635/5832"
    assert call("odds", "--play", "first")["outcomes"]["success"] == "91/216"
    goals = ["--goal", "least harm", "--goal", "most successes"]
    assert call("odds", *goals, "--mean", "harm")["mean"] == {"harm": "0"}
    assert call("odds", *goals)["play"] == "best: least harm, most successes"
    assert call("roll", "--play", "first", "--seed", "1")["log"]["answers"] in (["stand"], [])
    assert call("roll", "--goal", "most successes", "--seed", "1")["log"]["answers"] == ["push"]


def test_shipped_decisions_are_all_reached() -> None:
    """So that the tests above test something: which steps of shipped checks stop for a player."""
    need("l5r5e", "year-zero", "d20-properties")
    reached = set()
    for name in shipped():
        system = shipped_system(name)
        for check in system.checks:
            for _, bound in cases(system, check):
                for seed in range(4):
                    now, rng = bound.play(Random(seed)), Random(seed)
                    while isinstance(now, Suspended):
                        reached.add((name, now.decision.by or now.decision.step))
                        now = now.answer(1, rng)
    assert reached >= {("l5r5e", "keep"), ("year-zero", "choose"), ("d20-properties", "Reliable")}


def test_a_sequence_is_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    need("sirius-galaxy")
    words = ["sirius-galaxy", "do_over", "aptitude=2"]
    for command in (["play", *words], ["odds", *words, "--play", "best"], ["roll", *words, "--goal", "most tries"]):
        assert main(command) == 2
        assert "error[usage]" in capsys.readouterr().err


@pytest.mark.parametrize("play", ["file", "first", "random", "best"])
def test_rolls_by_a_policy_fall_as_its_odds_say(play: str) -> None:
    """Pearson's chi-square over outcomes and results, by a fixed seed; cells expected less than 5 times are joined."""
    bound, rng, rolls = shipped_system("year-zero")["push"](dice=2), Random(20), 600
    law = bound.odds(play=play)
    seen = Counter((o.outcome, tuple(o.results.values())) for o in (bound.roll(rng, play=play) for _ in range(rolls)))
    assert seen.keys() <= law.rows.keys()
    cells = [(float(p * rolls), seen[row]) for row, p in law.rows.items()]
    thin = [cell for cell in cells if cell[0] < 5]
    joined = [cell for cell in cells if cell[0] >= 5] + [(sum(e for e, _ in thin), sum(n for _, n in thin))] * bool(
        thin
    )
    square = sum((n - e) ** 2 / e for e, n in joined if e)
    freedom = len(joined) - 1
    # five standard deviations above the mean of the distribution
    assert square < freedom + 5 * (2 * freedom) ** 0.5
