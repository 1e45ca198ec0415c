"""Drawing without replacement: what comes out of a bag, how it is said in a test, told in a story, and weighed."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicewright import DicewrightError
from dicewright.play.faces import parsed
from dicewright.play.verify import verify
from dicewright.show.roll import story
from dicewright.show.style import Style
from toy import TOY, law, load, rolled, shipped_system, toy
from witness import savage, zombie

ROLL: dict[str, Any] = {"do": "roll"}
DECK: dict[str, Any] = {"do": "add", "deck": "d4"}
ONE: dict[str, Any] = {"do": "draw", "count": 1}
TWO: dict[str, Any] = {"do": "draw", "count": 2}
CUP: list[dict[str, Any]] = [
    {"do": "add", "die": "d4", "count": 2, "state": "bag"},
    {"do": "add", "die": "d6", "state": "bag"},
]
DICE: dict[str, Any] = {**TOY["dice"], "odd": {"faces": ["blank", {"face": "sun", "weight": 3}, [2, "moon"]]}}


# -- the law ----------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 5), min_size=2, max_size=3), st.integers(0, 8))
@settings(max_examples=40, derandomize=True, deadline=None, database=None)
def test_a_draw_is_hypergeometric(counts: list[int], number: int) -> None:
    kinds = ["d4", "d6", "d20"]
    bag = [{"do": "add", "die": kind, "count": n, "state": "bag"} for kind, n in zip(kinds, counts, strict=False)]
    reads = "count(sides == 4) + 10 * count(sides == 6) + 100 * count(sides == 20)"
    found = law(rolled([*bag, {"do": "draw", "count": number}, ROLL], reads))
    things = [10**n for n, count in enumerate(counts) for _ in range(count)]
    hands = Counter(sum(hand) for hand in combinations(things, min(number, len(things))))
    assert found == {hand: Fraction(n, hands.total()) for hand, n in hands.items()}


def test_a_face_of_weight_three_is_three_cards() -> None:
    bound = rolled([{"do": "add", "deck": "odd"}, TWO], "sun * 10 + total + dice * 100", dice=DICE)
    deck = [0, 10, 10, 10, 2]
    hands = Counter(200 + a + b for a, b in combinations(deck, 2))
    assert law(bound) == {hand: Fraction(n, 10) for hand, n in hands.items()}


def test_two_decks_hold_every_card_twice() -> None:
    bound = rolled([{**DECK, "count": 2}, TWO], "largest_set()")
    assert law(bound) == {1: Fraction(6, 7), 2: Fraction(1, 7)}


def test_a_card_that_was_drawn_does_not_come_again() -> None:
    steps = [DECK, ONE, {"do": "let", "name": "first", "value": "total"}, ONE, ONE]
    bound = rolled(steps, "first * 100 + total")
    assert law(bound) == {
        value: Fraction(n, 24)
        for value, n in Counter(100 * p[0] + sum(p[:3]) for p in permutations((1, 2, 3, 4))).items()
    }


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"do": "drop"}, {1: 1, 2: 1, 3: 1}),
        ({"do": "keep"}, {1: 1, 2: 1, 3: 1}),
        ({"do": "remove", "where": "value >= 2"}, {3: 1, 4: 1}),
        ({"do": "set", "value": "value * 10"}, {15: 1, 24: 1, 33: 1}),
        ({"do": "multiply", "times": 3}, {8: 1, 10: 1, 12: 1}),
    ],
    ids=str,
)
def test_chance_picks_for_any_act(step: dict[str, Any], expected: dict[int, int]) -> None:
    steps = [{"do": "add", "die": "d4", "face": face} for face in (1, 2, 3)]
    number = 2 if step["do"] == "drop" else 1
    found = law(rolled([*steps, {**step, "count": number, "pick": "random"}], "total"))
    assert found == {value: Fraction(n, sum(expected.values())) for value, n in expected.items()}


def test_a_random_die_is_rerolled() -> None:
    steps = [{"do": "add", "die": "d4", "face": 4}, {"do": "add", "die": "d4", "face": 1}]
    found = law(rolled([*steps, {"do": "reroll", "count": 1, "pick": "random"}], "total"))
    assert found == {2: Fraction(1, 8), 3: Fraction(1, 8), 4: Fraction(1, 8), 5: Fraction(1, 4)} | {
        n: Fraction(1, 8) for n in (6, 7, 8)
    }


# -- the bag ----------------------------------------------------------------------------------------------------------


def test_what_lies_in_the_bag_counts_for_nothing() -> None:
    steps = [DECK, *CUP, {"do": "tally", "name": "left", "measure": "count", "state": "bag"}, ROLL]
    bound = rolled(steps, "left * 100 + dice * 10 + total")
    assert law(bound) == {700: 1}
    assert bound.roll().dice == ()


def test_a_card_goes_back_as_it_was_and_a_die_unthrown() -> None:
    steps = [
        *({"do": "add", "die": "d4", "face": 3, "state": "bag"}, {"do": "add", "die": "d6", "state": "bag"}),
        *(TWO, ROLL, {"do": "set", "value": "value + 10"}, {"do": "multiply", "times": 2}, {"do": "return"}),
        *({"do": "tally", "name": "in_bag", "measure": "total", "state": "bag"}, TWO),
    ]
    assert law(rolled(steps, "in_bag * 100 + total * 10 + dice")) == {331: 1}


def test_a_card_that_was_thrown_is_a_die() -> None:
    steps = [DECK, {**ONE, "where": "value == 3"}, {"do": "reroll"}, {"do": "return"}, {"do": "draw", "count": 4}]
    assert law(rolled(steps, "dice * 10 + total")) == {37: 1}


def test_a_player_may_search_the_bag() -> None:
    steps = [DECK, {"do": "draw", "count": 1, "pick": "roller", "prefer": "value == 2"}]
    assert law(rolled(steps)) == {2: 1}
    assert law(rolled([DECK, {"do": "draw", "count": 2, "pick": "highest"}])) == {7: 1}


# -- large bags -------------------------------------------------------------------------------------------------------

CARDS = {**TOY["dice"], "card": {"faces": list(range(1, 53))}}


def test_the_best_of_five_cards_is_found_without_listing_hands() -> None:
    steps = [{"do": "add", "deck": "card"}, {"do": "draw", "count": 5}]
    bound = load(toy(steps, "highest(value)", dice=CARDS), states=3_000)["roll"]()
    assert law(bound) == {best: Fraction(comb(best - 1, 4), comb(52, 5)) for best in range(5, 53)}


@st.composite
def hands(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A few cards and dice out of a bag, of which the best are kept or dropped, and what may still touch them."""
    bag = draw(st.sampled_from([[DECK], [DECK, CUP[1]], [{"do": "add", "deck": "odd", "count": 2}]]))
    before = draw(st.sampled_from([[], [], [{"do": "add", "die": "d4", "face": 2}], [{"do": "draw", "count": 1}]]))
    sort = {
        "do": draw(st.sampled_from(["keep", "drop"])),
        draw(st.sampled_from(["count", "at_most"])): draw(st.sampled_from([0, 1, 2, "n", "dice - 1"])),
        "pick": draw(st.sampled_from(["highest", "lowest", "any"])),
    }
    after = draw(
        st.sampled_from(
            [
                [],
                [ROLL],
                [{"do": "return", "state": "dropped"}, ONE],
                [{"do": "return"}, TWO, ROLL],
                [{"do": "keep", "count": 1, "pick": "lowest"}],
                [{"do": "drop", "count": 1, "pick": "random"}],
            ]
        )
    )
    number = draw(st.integers(1, 4))
    return [{"do": "let", "name": "n", "value": 1}, *bag, *before, {"do": "draw", "count": number}, sort, *after]


@given(hands(), st.sampled_from(["total", "highest(value) * 10 + dice", "sun * 10 + moon", "gone * 10 + left"]))
@settings(max_examples=120, derandomize=True, deadline=None, database=None)
def test_the_best_of_a_hand_are_found_as_if_every_hand_were_listed(steps: list[dict[str, Any]], reads: str) -> None:
    gone = {"do": "tally", "name": "gone", "measure": "total", "state": "dropped"}
    left = {"do": "tally", "name": "left", "measure": "total", "state": "bag"}
    bound = rolled([*steps, gone, left], reads, dice=DICE)
    assert law(bound) == law(bound, lean=False)


def test_the_best_of_five_cards_may_be_kept() -> None:
    steps = [{"do": "add", "deck": "card"}, {"do": "draw", "count": 5}, {"do": "keep", "count": 1, "pick": "highest"}]
    bound = load(toy(steps, dice=CARDS), states=3_000)["roll"]()
    assert law(bound) == {best: Fraction(comb(best - 1, 4), comb(52, 5)) for best in range(5, 53)}


def test_too_many_hands_are_refused_before_they_are_listed() -> None:
    steps = [{"do": "add", "deck": "card"}, {"do": "draw", "count": 5}, {"do": "draw", "count": 5}]
    with pytest.raises(DicewrightError, match="the exact odds need 2,598,960 states or more"):
        load(toy(steps, "highest(value)", dice=CARDS))["roll"]().odds()


# -- said, logged, told -----------------------------------------------------------------------------------------------


def test_what_is_drawn_can_be_said() -> None:
    bound = rolled([CUP[1], DECK, {"do": "draw", "count": 3}, ROLL], "total")
    with pytest.raises(DicewrightError, match="`d4` can be one of several"):
        bound.roll(faces={"drawn": ["d6", "d4", ["d4", 3]], "d6": [5]})
    outcome = bound.roll(faces={"drawn": ["d6", 3, 4], "d6": [5]})
    assert outcome.results == {"x": 12}
    assert outcome.log["faces"] == {"drawn": ["d6", ["d4", 3], ["d4", 4]], "d6": [5]}
    assert bound.replay(outcome.log) == outcome
    assert parsed("drawn: d6, d4 3, 4; d6: 5") == {"drawn": ["d6", ["d4", 3], 4], "d6": [5]}


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ({"drawn": ["d4"]}, "more is drawn at random than `drawn` says: only 1 face is given"),
        ({"drawn": ["d6", "d6"]}, "`d6` is not among what can be drawn here"),
        ({"drawn": ["d4", "d20"]}, "`d20` is not among what can be drawn here"),
        ({"drawn": [["d4", 3], "d4"]}, "`d4 3` is not among what can be drawn here"),
        ({"drawn": ["d4", "d6", "d4"], "d4": [1], "d6": [1]}, "1 of the 3 faces said for `drawn` never came up"),
    ],
)
def test_what_cannot_be_drawn_is_told(faces: dict[str, Any], words: str) -> None:
    with pytest.raises(DicewrightError, match=words):
        rolled([*CUP, TWO, ROLL]).roll(faces=faces)


def test_where_all_look_alike_nothing_need_be_said() -> None:
    bound = rolled([{"do": "add", "die": "d4", "count": 3, "state": "bag"}, TWO, ROLL])
    assert bound.roll(faces={"d4": [1, 3]}).results == {"x": 4}
    assert bound.roll(faces={"drawn": ["d4", "d4"], "d4": [1, 3]}).results == {"x": 4}


def test_things_that_read_alike_are_told_apart_by_a_number() -> None:
    steps = [{"do": "add", "die": "d4", "face": 2}, {"do": "add", "die": "d4", "face": 2, "tag": "x"}]
    bound = rolled([*steps, {"do": "drop", "count": 1, "pick": "random"}, {"do": "drop", "tag": "x"}], "dice")
    assert law(bound) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert [bound.roll(faces={"drawn": [["d4", 2, f"#{n}"]]}).results["x"] for n in (1, 2)] == [0, 1]
    for seed in range(4):
        outcome = bound.roll(Random(seed))
        assert bound.replay(outcome.log) == outcome


def test_a_die_without_a_face_is_the_one_that_waits_to_be_thrown() -> None:
    bound = rolled([DECK, {"do": "add", "die": "d4", "state": "bag"}, ONE, ROLL])
    assert bound.roll(faces={"drawn": ["d4"], "d4": [2]}).results == {"x": 2}
    assert bound.roll(faces={"drawn": [["d4", 3]]}).results == {"x": 3}


def test_the_story_tells_what_comes_and_goes() -> None:
    system = load(toy([*CUP, TWO, ROLL, {"do": "return", "where": "value == 1"}, {"do": "add", "deck": "odd"}, ONE],
        dice=DICE))  # fmt: skip
    outcome = system["roll"]().roll(faces={"drawn": ["d6", "d4", ["odd", 2, "moon"]], "d6": [5], "d4": [1]})
    told = story(system.rules, outcome, Style(colour=False))
    assert [line.split(None, 1) for line in told.splitlines()[2:-2]] == [
        ["draw", "1 d4, 1 d6"],
        ["pool", "1 d4, 1 d6"],
        ["roll", "d4 1   d6 5"],
        ["return", "d4 1 back in the bag"],
        ["draw", "odd 2moon"],
    ]


def test_a_game_that_waits_knows_what_was_drawn() -> None:
    choose = {
        "do": "choose",
        "who": "roller",
        "options": [{"name": "stay", "steps": []}, {"name": "swap", "steps": [{"do": "return"}, ONE]}],
    }
    system = load(toy([DECK, ONE, choose], check={"aim": [{"most": "x"}]}))
    begun = system["roll"]().play(rng=Random(1))
    again = system.resume(json.loads(json.dumps(begun.to_dict())))
    assert again == begun
    (first,) = [die.value for die in begun.decision.dice if die.state == "rolled"]
    worths = {each.option.words: each.worth["most x"] for each in begun.advise()}
    assert worths == {"stay": first, "swap": Fraction(5, 2)}
    one, other = (each.answer("swap", rng=Random(2)) for each in (begun, again))
    assert one == other
    assert one.log["faces"]["drawn"][0] == ["d4", first]


def test_sides_draw_from_bags_of_their_own() -> None:
    sides = {"a": {"check": "roll"}, "b": {"check": "roll"}}
    race = {"sides": sides, "times": 2, "accumulate": {"way": "way + x"}, "compare": [{"most": "way"}]}
    case = {"name": "n", "check": "duel", "faces": {"a.drawn": [3], "b.drawn": [["d4", 2]]}, "expect": {"outcome": "a"}}
    duel = {"sides": sides, "compare": [{"most": "x"}]}
    system = load(toy([DECK, ONE], contests={"duel": duel}, sequences={"race": race}, tests=[case]))
    assert [verdict.problems for verdict in verify(system.rules)] == [()]
    assert system["duel"]().roll(faces={"a.drawn": [3], "b.drawn": [4]}).outcome == "b"
    assert system["duel"]().odds().outcomes["tie"] == Fraction(1, 4)
    assert system["race"]().roll(faces={"a.drawn": [3, 1], "b.drawn": [1, 2]}).outcome == "a"


# -- two games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_best_action_card(cards: int) -> None:
    found = shipped_system("savage-worlds")["initiative"](cards=cards).odds()
    assert {order: p for (order,), p in found.table("order").items()} == savage.best_card(cards)


@pytest.mark.long
def test_two_rolls_of_the_cup_under_best_play() -> None:
    found = shipped_system("zombie-dice")["turn"](rolls=2).odds("best")
    assert found.mean("brains") == zombie.best_in(2)
