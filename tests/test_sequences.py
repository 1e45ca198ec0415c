"""Sequences against brute force that knows nothing of the engine, and what a mistake in one is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dicewright
from dicewright import DicewrightError
from dicewright.cli import main
from dicewright.errors import Problem
from dicewright.folders import shipped
from dicewright.play.verify import verify
from toy import TOY, load, need, problems, shipped_system, text

POOL: dict[str, Any] = {
    "inputs": {
        "n": {"type": "integer", "min": -5, "max": 50},
        "least": {"type": "integer", "min": 1, "max": 9, "default": 3},
    },
    "steps": [{"do": "add", "die": "d4", "count": "max(1, n)"}, {"do": "roll"}],
    "results": {"hits": "count(value >= least)", "sum": "total"},
    "outcomes": [{"name": "success", "when": "hits >= 1"}, {"name": "failure"}],
}
THRICE: dict[str, Any] = {
    "check": "pool",
    "times": 3,
    "with": {"n": "n - (tries - 1)"},
    "until": "success",
    "outcomes": [{"name": "success", "when": "done"}, {"name": "failure"}],
}
RACE: dict[str, Any] = {
    "sides": {"left": {"check": "pool"}, "right": {"check": "pool"}},
    "inputs": {"rounds": {"type": "integer", "min": 0, "max": 9, "default": 2}},
    "times": "rounds",
    "accumulate": {"score": "score + hits"},
    "compare": [{"most": "score"}, {"least": "n"}],
}

Rows = dict[tuple[Any, ...], Fraction]


def game(**sequences: Any) -> dict[str, Any]:
    return {**TOY, "checks": {"pool": POOL}, "sequences": sequences}


def with_(base: Mapping[str, Any], **changed: Any) -> dict[str, Any]:
    """A sequence with some keys changed, or, by None, left out."""
    return {key: value for key, value in {**base, **changed}.items() if value is not None}


def rolls(n: int, sides: int = 4) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way that n dice can fall."""
    for faces in product(range(1, sides + 1), repeat=max(1, n)):
        yield faces, Fraction(1, sides ** max(1, n))


def walk(
    pools: Callable[[int, Any], int], after: Callable[[Any, tuple[int, ...]], tuple[Any, bool]], times: int, start: Any
) -> Rows:
    """Every way a sequence of one side can go: rows of tries, whether it was ended, and what has accumulated."""
    found: Rows = {}

    def go(tries: int, carried: Any, p: Fraction) -> None:
        if tries > times:
            key = times, False, carried
            found[key] = found.get(key, Fraction()) + p
            return
        for faces, q in rolls(pools(tries, carried)):
            then, done = after(carried, faces)
            if done:
                found[tries, True, then] = found.get((tries, True, then), Fraction()) + p * q
            else:
                go(tries + 1, then, p * q)

    go(1, start, Fraction(1))
    return found


def hits(faces: tuple[int, ...]) -> int:
    return sum(face >= 3 for face in faces)


# -- exact odds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_tries_until_a_success(n: int) -> None:
    law = load(game(again=THRICE))["again"](n=n).odds()
    expected = walk(lambda tries, _: n - tries + 1, lambda _, faces: (0, hits(faces) >= 1), 3, 0)
    assert sum(expected.values()) == 1
    assert law.table("tries", "success") == {(tries, int(done)): p for (tries, done, _), p in sorted(expected.items())}
    assert law.mean("tries") == sum(tries * p for (tries, _, _), p in expected.items())
    assert law.unresolved == 0


def test_successes_that_accumulate_until_there_are_enough() -> None:
    work = {
        "check": "pool",
        "inputs": {"needed": {"type": "integer", "min": 1, "max": 9}},
        "times": 4,
        "accumulate": {"work": "work + hits", "best": "max(best, sum)"},
        "until": "work >= needed",
        "results": {"left": "max(0, needed - work)"},
    }

    def after(carried: tuple[int, int], faces: tuple[int, ...]) -> tuple[tuple[int, int], bool]:
        then = carried[0] + hits(faces), max(carried[1], sum(faces))
        return then, then[0] >= 4

    expected = walk(lambda _, __: 2, after, 4, (0, 0))
    law = load(game(work=work))["work"](n=2, needed=4).odds()
    assert law.names == ("tries", "work", "best", "left")
    table: dict[tuple[int, ...], Fraction] = {}
    for (tries, _, (done, best)), p in expected.items():
        key = tries, done, best, max(0, 4 - done)
        table[key] = table.get(key, Fraction()) + p
    assert law.table(*law.names) == dict(sorted(table.items()))
    assert not law.outcomes


def test_what_has_accumulated_changes_the_next_try() -> None:
    snowball = {"check": "pool", "times": 3, "accumulate": {"more": "more + hits"}, "with": {"n": "n + more"}}

    def after(carried: int, faces: tuple[int, ...]) -> tuple[int, bool]:
        return carried + hits(faces), False

    expected = walk(lambda _, more: 1 + more, after, 3, 0)
    law = load(game(snowball=snowball))["snowball"](n=1).odds()
    assert law.table("more") == {(more,): p for (_, _, more), p in sorted(expected.items())}


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_two_sides_over_some_rounds(rounds: int) -> None:
    race = load(game(race=RACE))["race"](rounds=rounds, left={"n": 2}, right={"n": 1, "least": 2})
    expected = dict.fromkeys(("left", "right", "tie"), Fraction())
    for left, p in rolls(2 * rounds) if rounds else [((), Fraction(1))]:
        for right, q in rolls(rounds) if rounds else [((), Fraction(1))]:
            one, other = sum(f >= 3 for f in left), sum(f >= 2 for f in right)
            expected["left" if one > other else "right"] += p * q  # a tie goes to the smaller pool
    law = race.odds()
    assert law.outcomes == expected
    assert law.mean("tries") == rounds
    assert law.names == ("tries", "left_score", "right_score")


def test_alike_sides_tie() -> None:
    law = load(game(race=RACE))["race"](left={"n": 1}, right={"n": 1}, rounds=1).odds()
    assert law.outcomes == {"left": Fraction(1, 4), "right": Fraction(1, 4), "tie": Fraction(1, 2)}
    assert law.probability("left or tie") == Fraction(3, 4)


def test_a_race_ends_when_one_side_is_there() -> None:
    race = with_(RACE, until="score >= 2", times="4")
    law = load(game(race=race))["race"](left={"n": 1}, right={"n": 1}).odds()
    expected: Rows = {}

    def go(tries: int, left: int, right: int, p: Fraction) -> None:
        for (a,), q in rolls(1):
            for (b,), r in rolls(1):
                one, other = left + (a >= 3), right + (b >= 3)
                if one >= 2 or other >= 2 or tries == 4:
                    key = tries, one, other
                    expected[key] = expected.get(key, Fraction()) + p * q * r
                else:
                    go(tries + 1, one, other, p * q * r)

    go(1, 0, 0, Fraction(1))
    assert law.table(*law.names) == dict(sorted(expected.items()))


def test_sides_that_nothing_joins_are_what_they_are_together() -> None:
    """Without `until`, and with one that never holds."""
    alone = load(game(race=RACE))["race"](left={"n": 3}, right={"n": 2}, rounds=3).odds()
    joint = load(game(race=with_(RACE, until="score > 99")))["race"](left={"n": 3}, right={"n": 2}, rounds=3).odds()
    assert alone.rows == joint.rows


def test_three_sides_are_told_apart_among_those_still_level() -> None:
    race = with_(
        RACE,
        sides={name: {"check": "pool"} for name in ("a", "b", "c")},
        times=1,
        compare=[{"most": "score"}, {"least": "n"}],
    )
    bound = load(game(race=race))["race"](a={"n": 1}, b={"n": 2}, c={"n": 1})
    level = bound.roll(faces={"a.d4": [1], "b.d4": [4, 4], "c.d4": [1]})
    assert level.outcome == "b"
    assert bound.roll(faces={"a.d4": [4], "b.d4": [4, 1], "c.d4": [1]}).outcome == "a"
    assert bound.roll(faces={"a.d4": [4], "b.d4": [4, 1], "c.d4": [4]}).outcome == "tie"


def test_one_that_need_not_end_is_followed_and_the_rest_is_told() -> None:
    endless = with_(THRICE, times=None, **{"with": None})
    law = load(game(endless=endless), rounds=10)["endless"](n=1).odds()
    assert law.unresolved == Fraction(1, 2**10)
    assert law.table("tries") == {(n,): Fraction(1, 2**n) for n in range(1, 11)}
    longer = load(game(endless=endless))["endless"](n=1).odds()
    assert 0 < longer.unresolved < Fraction(1, 10**14)
    assert abs(longer.mean("tries") - 2) < Fraction(1, 10**12)


def test_what_is_cut_off_a_try_is_unresolved_in_the_whole() -> None:
    burst = {
        "steps": [{"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "explode", "where": "value == 4"}],
        "results": {"x": "total"},
    }
    twice = {"check": "burst", "times": 2, "accumulate": {"got": "got + x"}}
    system = {
        **TOY,
        "checks": {"burst": burst},
        "sequences": {"twice": twice, "unread": {"check": "burst", "times": 2}},
    }
    bound = load(system)
    once, both = bound["burst"]().odds(), bound["twice"]().odds()
    assert once.unresolved > 0
    assert 1 - both.unresolved == (1 - once.unresolved) ** 2
    assert sum(both.rows.values()) + both.unresolved == 1
    assert bound["unread"]().odds().unresolved == 0  # where nobody looks at them, it makes no difference how many come


def test_no_try_at_all() -> None:
    bound = load(game(again=with_(THRICE, times=0)))["again"](n=1)
    assert bound.odds().rows == {("failure", (0,)): 1}
    told = bound.roll(faces={})
    assert (told.outcome, told.results, told.tries, told.dice) == ("failure", {"tries": 0}, (), ())


def test_an_input_that_every_try_sets_is_not_asked_for() -> None:
    series = load(game(again=with_(THRICE, **{"with": {"n": "tries"}})))
    assert list(series.rules.sequences["again"].inputs) == ["least"]
    assert series["again"]().odds().outcomes["failure"] == Fraction(1, 2**6)


def test_a_choice_is_passed_on_as_its_word() -> None:
    check = {
        "inputs": {"size": {"type": "choice", "options": ["d4", "d6"]}},
        "steps": [{"do": "add", "die": "size"}, {"do": "roll"}],
        "results": {"x": "total"},
    }
    grow = {"check": "one", "times": 2, "with": {"size": "min(2, size + tries - 1)"}, "accumulate": {"top": "x"}}
    system = {**TOY, "checks": {"one": check}, "sequences": {"grow": grow}}
    assert load(system)["grow"](size="d4").odds().table("top") == {(n,): Fraction(1, 6) for n in range(1, 7)}
    grow["with"] = {"size": "size + tries"}
    with pytest.raises(DicewrightError, match="in try 1 `size` is from 1 to 2, not 3"):
        load(system)["grow"](size="d6")


@pytest.mark.parametrize("seed", range(24))
def test_sequences_of_all_sorts_are_what_python_makes_of_them(seed: int) -> None:
    """Expressions drawn at random, read by Python itself over every way the dice can fall."""
    rng = Random(seed)
    change = rng.choice(["n", "n - (tries - 1)", "n + a", "max(0, n - a)", "n - n + tries"])
    carry = rng.choice(["a + hits", "max(a, hits)", "a + success", "hits", "a + tries"])
    until = rng.choice(["success", "a >= 3", "hits == 0", "failure", "tries >= 2 and a >= 1", "a > n"])
    n, times = rng.randint(0, 2), rng.randint(0, 3)
    law = load(
        game(
            q={
                "check": "pool",
                "times": times,
                "with": {"n": change},
                "accumulate": {"a": carry},
                "until": until,
                "results": {"z": "a * 2 + done"},
                "outcomes": [{"name": "yes", "when": "done or a >= 2"}, {"name": "no"}],
            }
        )
    )["q"](n=n).odds()
    expected: Rows = {}

    def go(tries: int, a: int, p: Fraction, done: bool) -> None:
        if done or tries == times:
            key = "yes" if done or a >= 2 else "no", (tries, a, a * 2 + done)
            expected[key] = expected.get(key, Fraction()) + p
            return
        names = {"n": n, "a": a, "tries": tries + 1, "max": max}
        for faces, q in rolls(eval(change, dict(names))):
            seen = {**names, "hits": hits(faces), "success": hits(faces) >= 1, "failure": hits(faces) < 1}
            seen["a"] = int(eval(carry, dict(seen)))
            go(tries + 1, seen["a"], p * q, bool(eval(until, dict(seen))))

    go(0, 0, Fraction(1), False)
    assert dict(law.rows) == expected


# -- one run ---------------------------------------------------------------------------------------------------------


def test_the_story_of_one_run() -> None:
    bound = load(game(again=THRICE))["again"](n=3)
    told = bound.roll(faces={"d4": [1, 2, 1, 2, 4]})
    assert (told.outcome, told.label, told.results) == ("success", "success", {"tries": 2})
    assert [each.changed for each in told.tries] == [{"n": 3}, {"n": 2}]
    assert [each.outcome.outcome for each in told.tries] == ["failure", "success"]
    assert [die.value for die in told.dice] == [2, 4]
    assert told.log["faces"] == {"d4": [1, 2, 1, 2, 4]}
    assert bound.replay(told.log) == told
    data = json.loads(json.dumps(told.to_dict()))
    assert list(data) == ["outcome", "results", "dice", "trace", "tries", "log"]
    assert [each["try"] for each in data["tries"]] == [1, 2]
    assert data["tries"][1]["with"] == {"n": 2}
    assert data["tries"][1]["results"] == {"hits": 1, "sum": 6}


def test_the_sides_of_a_run_have_their_own_faces() -> None:
    bound = load(game(race=RACE))["race"](left={"n": 2}, right={"n": 1})
    told = bound.roll(faces={"left.d4": [3, 1, 4, 4], "right.d4": [4, 4]})
    assert (told.outcome, told.results) == ("left", {"tries": 2, "left_score": 3, "right_score": 2})
    assert [(each.number, each.side, dict(each.totals)) for each in told.tries] == [
        (1, "left", {"score": 1}),
        (1, "right", {"score": 1}),
        (2, "left", {"score": 3}),
        (2, "right", {"score": 2}),
    ]
    assert told.log["inputs"] == {"rounds": 2, "left": {"n": 2, "least": 3}, "right": {"n": 1, "least": 3}}
    assert bound.replay(told.log) == told
    assert load(game(race=RACE))["race"].bind(told.log["inputs"]) == bound


def test_a_seed_repeats_and_rolls_fit_the_odds() -> None:
    bound = load(game(again=THRICE))["again"](n=1)
    assert bound.roll(Random(3)) == bound.roll(Random(3))
    rng, law, many = Random(11), bound.odds(), 1_000
    rolled = [bound.roll(rng).results["tries"] for _ in range(many)]
    for tries in (1, 2, 3):
        p = float(law.probability(f"tries == {tries}"))
        seen = rolled.count(tries)
        assert abs(seen / many - p) < 4 * (p * (1 - p) / many) ** 0.5


# -- refusals --------------------------------------------------------------------------------------------------------


def codes(error: pytest.ExceptionInfo[DicewrightError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_what_has_to_hold_is_asked_before_the_first_try() -> None:
    calm = with_(THRICE, requires=[{"that": "n >= 2", "because": "too few dice to try"}])
    with pytest.raises(DicewrightError, match="`again` is refused: too few dice to try") as error:
        load(game(again=calm))["again"](n=1)
    assert codes(error) == ["refused"]
    assert load(game(again=calm))["again"](n=2).odds().outcomes["success"] > 0


@pytest.mark.parametrize(
    ("inputs", "code", "said"),
    [
        ({}, "missing-input", "the input `n` is missing"),
        ({"n": 1, "laest": 3}, "unknown-input", "the sequence `again` has no input `laest`; did you mean `least`?"),
        ({"n": 99}, "input-range", "`n` is from -5 to 50, not 99"),
        ({"n": -4}, "input-range", "in try 3 `n` is from -5 to 50, not -6"),
        ({"n": 1, "properties": ["fine"]}, "unknown-property", "has no property `fine`"),
    ],
)
def test_wrong_inputs(inputs: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(DicewrightError) as error:
        load(game(again=THRICE))["again"](**inputs).odds()
    assert codes(error) == [code]
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("inputs", "code", "said"),
    [
        ({"left": {"n": 1}}, "missing-input", "give it: right.n="),
        ({"left": {"n": 1}, "right": {"n": 1}, "lfet.n": 2}, "unknown-input", "did you mean `left.n`?"),
        ({"left": {"n": 1}, "right": {"n": 1}, "properties": ["fine"]}, "unknown-side", "left.fine"),
    ],
)
def test_wrong_inputs_of_sides(inputs: dict[str, Any], code: str, said: str) -> None:
    inputs = dict(inputs)
    properties = inputs.pop("properties", ())
    with pytest.raises(DicewrightError) as error:
        load(game(race=RACE))["race"].bind(inputs, properties)
    assert codes(error) == [code]
    assert said in str(error.value)


def test_limits_are_told_before_the_work() -> None:
    with pytest.raises(DicewrightError, match="asks for 300 tries; the limit is 100"):
        load(game(again=with_(THRICE, times=300)))["again"](n=1)
    with pytest.raises(DicewrightError, match="the limit is 50"):
        load(game(race=RACE), states=50)["race"](left={"n": 9}, right={"n": 9}, rounds=9).odds()
    never = with_(THRICE, times=None, until="hits > 99", **{"with": None})
    with pytest.raises(DicewrightError, match="did not end within 100 tries"):
        load(game(again=never))["again"](n=1).roll(Random(1))


def test_faces_have_a_side_where_there_are_sides() -> None:
    bound = load(game(race=RACE))["race"](left={"n": 1}, right={"n": 1})
    with pytest.raises(DicewrightError, match=r"left\.d4") as error:
        bound.roll(faces={"d4": [1, 2]})
    assert codes(error) == ["unknown-side"]
    with pytest.raises(DicewrightError) as error:
        load(game(again=THRICE))["again"](n=1).roll(faces={"left.d4": [1]})
    assert codes(error) == ["unknown-side"]


@pytest.mark.parametrize(
    ("sequence", "code", "said"),
    [
        (with_(THRICE, check="pol"), "unknown-check", "there is no check `pol`; did you mean `pool`?"),
        (with_(THRICE, check=None), "one-of", "has no `check` and no `sides`"),
        (with_(RACE, check="pool"), "one-of", "has both `check` and `sides`"),
        (with_(THRICE, times=None, until=None), "no-end", "never ends"),
        (with_(THRICE, **{"with": {"nn": "1", "leats": "2"}}), "unknown-input", "did you mean `least`?"),
        (with_(THRICE, until="succes"), "unknown-name", "did you mean `success`?"),
        (with_(THRICE, until="count(1) >= 1"), "expression", "asks about dice"),
        (with_(THRICE, accumulate={"hits": "hits"}), "name-clash", "`hits` is known here already"),
        (with_(THRICE, accumulate={"tries": "1"}), "reserved-name", "`tries` has a meaning of its own"),
        (with_(THRICE, results={"n": "1"}), "name-clash", "`n` is known here already"),
        (with_(THRICE, inputs={"done": {"type": "boolean"}}), "reserved-name", "`done` has a meaning of its own"),
        (with_(THRICE, inputs={"n": {"type": "boolean"}}), "name-clash", "another kind of input in the check"),
        (with_(THRICE, accumulate={"n": "1"}), "name-clash", "`n` is known here already"),
        (with_(THRICE, results={"last": "hits"}), "unknown-name", "carry it on under `accumulate`"),
        (with_(THRICE, **{"with": {"n": "n - try"}}), "expression", "the number of a try is `tries`"),
        (
            with_(
                RACE,
                accumulate={"b_c": "1", "c": "1"},
                sides={"a": {"check": "pool"}, "a_b": {"check": "pool"}},
                compare=[{"most": "c"}],
            ),
            "name-clash",
            "`a_b_c` would be two results",
        ),
        (with_(THRICE, compare=[{"most": "n"}]), "one-of", "this sequence has none"),
        (with_(THRICE, until=None, unitl="hits"), "unknown-key", "did you mean `until`?"),
        (with_(THRICE, requires=[{"that": "n"}]), "missing-key", "because"),
        (with_(RACE, compare=None), "one-of", "the sides are not told apart"),
        (with_(RACE, compare=[{"most": "score", "least": "n"}]), "one-of", "one of `most` or `least`"),
        (with_(RACE, compare=[{"most": "scroe"}]), "unknown-name", "did you mean `score`?"),
        (with_(RACE, times="n"), "unknown-name", "can be used here: rounds"),
        (with_(RACE, outcomes=[{"name": "won"}]), "one-of", "`outcomes` has no place here"),
        (with_(RACE, sides={"left": {"check": "pool"}}), "one-side", "nobody to be compared with"),
        (with_(RACE, sides={"tie": {"check": "pool"}, "b": {"check": "pool"}}), "reserved-name", "the side otherwise"),
        (with_(RACE, inputs={"rounds": {"type": "integer"}, "left": {"type": "integer"}}), "name-clash", "is a side"),
    ],
)
def test_a_mistake_in_a_sequence_is_told_at_its_place(sequence: dict[str, Any], code: str, said: str) -> None:
    found = problems(game(again=sequence))
    assert code in [problem.code for problem in found], found
    problem: Problem = next(problem for problem in found if problem.code == code and said in str(problem))
    assert problem.where is not None
    words = str(problem).lower()
    assert not any(word in words for word in ("object", "array", "additionalproperties"))


def test_one_mistake_is_one_message() -> None:
    misspelt = with_(THRICE, until=None, unitl="hits")
    for sequence in (with_(THRICE, check="pol"), misspelt, with_(THRICE, until="succes"), None):
        assert len(problems(game(again=sequence))) == 1


def test_a_test_of_a_broken_sequence_is_no_second_mistake() -> None:
    case = {"name": "a", "check": "again", "given": {"n": 1}, "expect": {"outcome": "success"}}
    (problem,) = problems({**game(again=with_(THRICE, check="pol")), "tests": [case]})
    assert problem.code == "unknown-check"


def test_a_sequence_is_not_named_like_a_check() -> None:
    (problem,) = problems(game(pool=THRICE))
    assert (problem.code, problem.also and problem.also[0]) == ("name-clash", "the check")


def test_tests_of_a_file_know_sequences() -> None:
    cases = [
        {"name": "a", "check": "again", "given": {"n": 1}, "faces": {"d4": [1, 1, 3]},
         "expect": {"outcome": "success", "results": {"tries": 3}}},
        {"name": "b", "check": "again", "given": {"n": 2}, "odds": {"mean": {"tries": "11/8"}}},
        {"name": "c", "check": "race", "given": {"left.n": 1, "right.n": 1, "rounds": 1},
         "faces": {"left.d4": [4], "right.d4": [1]}, "expect": {"outcome": "left"}},
    ]  # fmt: skip
    system = {**game(again=THRICE, race=RACE), "tests": cases}
    rules = load(system).rules
    assert [list(verdict.problems) for verdict in verify(rules)] == [[], [], []]
    wrong = {**system, "tests": [{**cases[0], "given": {"m": 1}, "expect": {"results": {"tires": 1}}}]}
    assert [p.message.split("; ")[0] for p in problems(wrong)] == [
        "the sequence `again` has no input `m`",
        "the sequence `again` has no result `tires`",
    ]


# -- the shipped sequences -------------------------------------------------------------------------------------------


def shipped_text() -> str:
    need("sirius-galaxy")
    return shipped()["sirius-galaxy"].read_text(encoding="utf-8")


def pools(penalties: tuple[int, ...], base: int) -> Iterator[Fraction]:
    """The chance of each try to fail, from its dice alone."""
    for penalty in penalties:
        yield Fraction(3, 4) ** max(1, min(8, base - penalty))


def test_do_overs_from_two_dice() -> None:
    law = shipped_system("sirius-galaxy")["do_over"](aptitude=2, stress=False).odds()
    assert law.outcomes == {"success": Fraction(175, 256), "failure": Fraction(81, 256)}  # 003-11
    first, second, third = pools((0, 2, 3), 2)
    assert law.outcomes["failure"] == first * second * third
    assert law.mean("tries") == 1 + first + first * second


@pytest.mark.parametrize("base", range(1, 8))
def test_do_overs_from_any_pool(base: int) -> None:
    law = shipped_system("sirius-galaxy")["do_over"](aptitude=base, base_time=40, target=8).odds()
    fails = [Fraction(7, 8) ** max(1, base - penalty) for penalty in (0, 2, 3)]
    assert law.outcomes["failure"] == fails[0] * fails[1] * fails[2]
    assert law.table("time") == {(0,): law.outcomes["success"], (20,): law.outcomes["failure"]}


def test_penalties_that_add_up_are_one_line_away() -> None:
    line = '      modifier: "modifier - (0 if tries == 1 else 2 if tries == 2 else 3)"\n      # added up: '
    assert line in shipped_text()
    other = dicewright.loads(shipped_text().replace(line, "      modifier: "))
    assert other["do_over"](aptitude=2, ability=3).odds().outcomes["success"] == Fraction(242461, 262144)  # 003-10


def test_extended_contests_are_sums_of_rounds() -> None:
    def added(n: int, rounds: int) -> dict[int, Fraction]:
        one = {0: Fraction(1)}
        for _ in range(n * rounds):
            more: dict[int, Fraction] = {}
            for hits, p in one.items():
                more[hits] = more.get(hits, Fraction()) + p * Fraction(3, 4)
                more[hits + 1] = more.get(hits + 1, Fraction()) + p / 4
            one = more
        return one

    extended = shipped_system("sirius-galaxy")["extended"]
    for rounds in (1, 3):
        law = extended(rounds=rounds, first={"aptitude": 5}, second={"aptitude": 2, "ability": 1}).odds()
        a, b = added(5, rounds), added(3, rounds)
        ahead = sum(p * q for x, p in a.items() for y, q in b.items() if x > y)
        assert law.outcomes == {"first": ahead, "second": 1 - ahead, "tie": 0}  # level goes to the ability
    even = extended(first={"aptitude": 5}, second={"aptitude": 5}).odds()
    assert even.outcomes["first"] == even.outcomes["second"]
    assert even.outcomes["tie"] == sum(p * p for p in added(5, 3).values())


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    need("sirius-galaxy")

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    words = ("sirius-galaxy", "do_over", "aptitude=2", "stress=false", "base_time=40")
    code, out, _ = run("odds", *words, "--probability", "tries == 3", "--mean", "tries", "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["check"], data["outcomes"]["success"]) == ("do_over", "175/256")
    assert (data["probability"], data["mean"]) == ({"tries == 3": "27/64"}, {"tries": "127/64"})
    code, out, _ = run("roll", *words, "--faces", "die: 2, 2, 2, 2")
    assert code == 0
    assert "Try 3 (modifier -3)" in out
    assert out.rstrip().endswith("Failure: tries 3, time 20")
    assert "Try 1\n" in out
    code, _, err = run("roll", "sirius-galaxy", "do_over", "aptitude=2", "stress=true")
    assert (code, "only slow and focused work" in err) == (2, True)
    sides = ("sirius-galaxy", "extended", "first.aptitude=3", "second.aptitude=2", "rounds=1")
    code, out, _ = run("roll", *sides, "--faces", "first.die: 7, 2, 2; second.die: 7, 8", "--json")
    assert (code, json.loads(out)["outcome"]) == (0, "second")
    code, out, _ = run("roll", *sides, "--seed", "1")
    assert "Try 1, Second" in out
    code, out, _ = run("show", "sirius-galaxy")
    assert "do_over: Do-over" in out
    code, out, _ = run("show", "sirius-galaxy", "--json")
    assert json.loads(out)["sequences"]["extended"]["outcomes"] == ["first", "second", "tie"]
    path = tmp_path / "toy.system.yaml"
    path.write_text(text(game(again=THRICE)), encoding="utf-8")
    assert run("validate", str(path))[0] == 0


# -- what checks bring along -----------------------------------------------------------------------------------------


BLESSED: dict[str, Any] = {
    **game(again=with_(THRICE, **{"with": None}), race=RACE),
    "properties": {
        "blessed": {"triggers": [{"at": "swap", "do": "reroll", "where": "value == 1", "because": "blessed"}]}
    },
}
BLESSED["checks"] = {"pool": {**POOL, "steps": [*POOL["steps"], {"do": "phase", "name": "swap"}]}}


def test_properties_act_in_every_try() -> None:
    system = load(BLESSED)
    plain, blessed = system["again"](n=1), system["again"](n=1, properties=["blessed"])
    assert plain.odds().outcomes["failure"] == Fraction(1, 2) ** 3
    assert blessed.odds().outcomes["failure"] == Fraction(3, 8) ** 3  # a 2, or a 1 that falls below 3 again
    told = blessed.roll(faces={"d4": [1, 2, 3]})
    assert (told.results["tries"], told.log["properties"]) == (2, ["blessed"])


def test_a_property_of_a_side_is_that_sides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    race = load(BLESSED)["race"].bind({"left.n": 1, "right.n": 1, "rounds": 1}, ["left.blessed"])
    assert race.odds().table("left_score") == {(0,): Fraction(3, 8), (1,): Fraction(5, 8)}
    assert race.odds().table("right_score") == {(0,): Fraction(1, 2), (1,): Fraction(1, 2)}
    assert race.odds().properties == ("left.blessed",)
    path = tmp_path / "toy.system.yaml"
    path.write_text(text(BLESSED), encoding="utf-8")
    assert main(["roll", str(path), "race", "left.n=1", "right.n=1", "--property", "left.blessed", "--seed", "1"]) == 0
    assert "left Blessed" in capsys.readouterr().out


def test_an_effect_is_brought_to_every_try() -> None:
    effects = {"luck": {"owner": "gm", "triggers": [{"at": "swap", "do": "reroll", "where": "value == 1"}]}}
    steps = [*POOL["steps"], {"do": "phase", "name": "swap", "owners": ["gm"]}]
    system = {**BLESSED, "effects": effects, "checks": {"pool": {**POOL, "steps": steps}}}
    bound = load(system)
    assert bound["again"](n=1, effects=["luck"]).odds().outcomes["failure"] == Fraction(3, 8) ** 3
    race = bound["race"].bind({"left.n": 1, "right.n": 1, "rounds": 1}, effects=["right.luck"])
    assert race.odds().table("right_score") == {(0,): Fraction(3, 8), (1,): Fraction(5, 8)}
    assert race.roll(Random(1)).log["effects"] == ["right.luck"]
