"""Probability on its own, without a game: lives, handfuls, the driver and its ways, best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicewright.chance import pour as pouring
from dicewright.chance.ask import Again, Choose, Cut, Draw, Lot, Many, Step
from dicewright.chance.box import Box, Boxes, Loose, boxed, reached
from dicewright.chance.decide import Foresight, Worth
from dicewright.chance.dice import Die
from dicewright.chance.lead import lead
from dicewright.chance.life import Life, Rule
from dicewright.chance.marks import Marks
from dicewright.chance.patience import Patience
from dicewright.chance.peaks import peaked, ranks
from dicewright.chance.pour import Flow, Odds, add, pour
from dicewright.chance.rows import KINDS, Ends
from dicewright.chance.table import handful
from dicewright.chance.walk import Roll
from dicewright.errors import DicewrightError

few = settings(max_examples=60, derandomize=True, deadline=None, database=None)
COIN = Die("coin", (1, 1))
D6 = Die("d6", (1,) * 6)


def law(step: Step, start: Any = None, way: Odds | None = None) -> tuple[dict[Any, Fraction], Fraction]:
    done, out_of, cut = pour(step, Again(start), way or Odds())
    assert Fraction(sum(done.values()), out_of) + Fraction(*cut) == 1
    return {value: Fraction(weight, out_of) for value, weight in done.items()}, Fraction(*cut)


def no_limit(states: int) -> None:
    """However many."""


def unit(life: Life) -> dict[Any, Fraction]:
    rows, out_of = Odds().unit(life)
    return {left: Fraction(weight, out_of) for left, weight in rows.items()}


# -- dice -------------------------------------------------------------------------------------------------------------


def test_a_share_falls_on_a_face_by_its_weight() -> None:
    die = Die("loaded", (1, 0, 3))
    assert [die.face_at(n / 8) for n in range(8)] == [0, 0, 2, 2, 2, 2, 2, 2]
    assert Die("many", (10**6,) * 1000).face_at(1 - 2**-53) == 999


# -- lives ------------------------------------------------------------------------------------------------------------


def test_a_die_thrown_until_it_rests_is_closed_exactly() -> None:
    """No chain is followed: each face it can rest on is as likely as it is among those."""
    life = Life(Die("loaded", (5, 1, 2, 3)), Rule(frozenset({0}), "instead", None))
    assert unit(life) == {(1,): Fraction(1, 6), (2,): Fraction(1, 3), (3,): Fraction(1, 2)}


def test_a_die_thrown_again_once_may_show_the_same() -> None:
    life = Life(D6, Rule(frozenset({0}), "instead", 1))
    assert unit(life) == {(0,): Fraction(1, 36)} | {(face,): Fraction(7, 36) for face in range(1, 6)}


def test_a_bounded_explosion_keeps_every_face() -> None:
    found = unit(Life(D6, Rule(frozenset({5}), "another", 2)))
    assert found[(0,)] == Fraction(1, 6)
    assert found[(5, 0)] == Fraction(1, 36)
    assert found[(5, 5, 5)] == Fraction(1, 216)
    assert len(found) == 5 + 5 + 6
    assert sum(found.values()) == 1


def test_an_endless_explosion_is_followed_until_next_to_nothing_is_left() -> None:
    """The mass of each length is exact, and what is cut off is just the rest."""
    found = unit(Life(D6, Rule(frozenset({5}), "another", None)))
    longest = max(map(len, found))
    by_length: Counter[int] = Counter()
    for left, p in found.items():
        by_length[len(left)] += p  # type: ignore[assignment]
    assert by_length == {n: Fraction(5, 6) * Fraction(1, 6) ** (n - 1) for n in range(1, longest + 1)}
    assert 1 - sum(found.values()) == Fraction(1, 6) ** longest < Fraction(1, 10**15)


@few
@given(
    st.lists(st.integers(1, 3), min_size=2, max_size=3).flatmap(
        lambda w: st.tuples(st.just(tuple(w)), st.sets(st.integers(0, len(w) - 1)), st.integers(0, 3))
    ),
    st.sampled_from(["instead", "another"]),
)
def test_a_life_with_worth_is_the_life_added_up(given_: tuple[tuple[int, ...], set[int], int], does: Any) -> None:
    weights, on, times = given_
    worth = tuple(face * 2 + 1 for face in range(len(weights)))
    rule = Rule(frozenset(on), does, times)
    added: dict[int, Fraction] = {}
    for left, p in unit(Life(Die("d", weights), rule)).items():
        total = sum(worth[face] for face in left)
        added[total] = added.get(total, Fraction()) + p
    assert unit(Life(Die("d", weights), rule, worth)) == added


def test_a_life_without_end_says_so() -> None:
    every = frozenset(range(6))
    assert Life(D6, Rule(every, "another", None)).endless
    assert Life(D6, Rule(every, "instead", None)).endless
    assert Life(Die("d", (1, 0)), Rule(frozenset({0}), "another", None)).endless
    assert not Life(D6, Rule(every, "another", 3)).endless
    assert not Life(D6, Rule(every - {0}, "another", None)).endless
    assert not Life(D6).endless


def test_equal_lives_share_one_table() -> None:
    odds = Odds()
    one, other = (Life(Die("d6", (1,) * 6), Rule(frozenset({5}), "another", 2)) for _ in range(2))
    assert odds.unit(one) is odds.unit(other)


# -- the driver -------------------------------------------------------------------------------------------------------


def test_equal_states_meet() -> None:
    """Twenty coins have a million falls; the driver sees each number of heads once a level."""
    seen: list[Any] = []

    def step(state: Any) -> Any:
        seen.append(state)
        left, heads = state
        return Draw(COIN, lambda face: Again((left - 1, heads + face), 20 - left)) if left else heads

    found, cut = law(step, (20, 0))
    assert found == {n: Fraction(comb(20, n), 2**20) for n in range(21)}
    assert cut == 0
    assert len(seen) == len(set(seen)) == 21 * 22 // 2


def test_lower_places_are_poured_first_so_that_ways_of_different_length_meet() -> None:
    seen: list[Any] = []

    def step(state: Any) -> Any:
        seen.append(state)
        match state:
            case None:
                return Draw(COIN, lambda face: Again("short" if face else "long", 1 if face else 0))
            case "long":
                return Again("short", 1)
        return "end"

    assert law(step) == ({"end": 1}, 0)
    assert seen == [None, "long", "short"]


def test_what_is_given_up_is_told() -> None:
    assert law(lambda _: Draw(D6, lambda face: face if face else Cut(Again(None)))) == (
        {face: Fraction(1, 6) for face in range(1, 6)},
        Fraction(1, 6),
    )


def test_a_loop_is_followed_until_next_to_nothing_is_left() -> None:
    def step(tosses: int) -> Any:
        return Draw(COIN, lambda face: Again(tosses + 1) if face else tosses)

    found, cut = law(step, 0, Odds(chains=frozenset({0}), negligible=Fraction(1, 1000)))
    assert found == {n: Fraction(1, 2 ** (n + 1)) for n in range(10)}
    assert cut == Fraction(1, 1024)


def test_a_search_beyond_its_limit_is_refused() -> None:
    with pytest.raises(DicewrightError, match="states"):
        law(lambda n: Draw(D6, lambda face: Again((*n, face))), (), Odds(patience=Patience(states=500)))


def test_mass_is_added_exactly() -> None:
    flow: Flow = {}
    for num, den in ((1, 6), (1, 6), (1, 4), (1, 10)):
        add(flow, "x", num, den)
    assert Fraction(*flow["x"]) == Fraction(41, 60)


# -- handfuls ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lays:
    """Lays faces below `stay` aside and adds them up; the others stay on the table."""

    stay: int
    empty: tuple[int, ...] = (0, 0)
    adds: tuple[bool, ...] = (True, True)
    lean: bool = False

    def like(self, piece: int) -> int:
        return piece

    def aside(self, piece: int) -> tuple[int, ...] | None:
        return (piece, 1) if piece < self.stay else None

    def join(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return a[0] + b[0], a[1] + b[1]


def faces(tag: Any, left: tuple[int, ...]) -> tuple[int, ...]:
    return left


def many(bag: tuple[Lot, ...], stay: int) -> Many:
    return Many(bag, faces, Lays(stay), lambda lots, sums: (lots, sums))


@few
@given(
    st.lists(
        st.tuples(st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple), st.integers(0, 3), st.booleans()),
        max_size=2,
    ),
    st.integers(0, 3),
)
def test_the_law_of_a_handful_is_a_product_over_all_dice(
    lots: list[tuple[tuple[int, ...], int, bool]], stay: int
) -> None:
    """Whatever stays on the table and whatever is laid aside."""
    lives = [
        (Life(Die("d", w), Rule(frozenset({0}), "another", 1) if explodes else None), n) for w, n, explodes in lots
    ]
    bag = tuple(Lot(life, n, i) for i, (life, n) in enumerate(lives))
    rows, out_of = handful(many(bag, stay), Odds().unit, lambda n: None)
    assert sum(weight for _, weight in rows) == out_of

    def told(thrown: tuple[tuple[tuple[int, ...], ...], ...]) -> Any:
        """In no particular order, as a handful is."""
        aside = [face for lot in thrown for die in lot for face in die if face < stay]
        kept = [sorted(k for die in lot if (k := tuple(f for f in die if f >= stay))) for lot in thrown]
        return tuple(map(tuple, kept)), (sum(aside), len(aside))

    expected: dict[Any, Fraction] = {}
    for fall in product(*(product(unit(life).items(), repeat=n) for life, n in lives)):
        mass = Fraction(1)
        for lot in fall:
            for _, p in lot:
                mass *= p
        key = told(tuple(tuple(left for left, _ in lot) for lot in fall))
        expected[key] = expected.get(key, Fraction()) + mass
    found: dict[Any, Fraction] = {}
    for (pieces, sums), weight in rows:
        key = tuple(tuple(sorted(p for p in lot if p)) for lot in pieces), sums
        found[key] = found.get(key, Fraction()) + Fraction(weight, out_of)
    assert found == expected


@few
@given(
    st.lists(
        st.tuples(
            st.dictionaries(
                st.tuples(st.integers(-3, 3), st.sampled_from([-10, 0, 10, 20])),
                st.integers(1, 9),
                min_size=1,
                max_size=4,
            ),
            st.integers(1, 15),
        ),
        min_size=1,
        max_size=2,
    ),
    st.booleans(),
)
@example([({(0, 0): 1}, 12), ({(0, 0): 1, (0, 10): 1}, 1)], False)  # many dice that all leave the same
@example([({(0, 0): 2, (1, 0): 3, (1, 10): 1}, 3), ({(0, 0): 1, (2, 0): 1}, 2)], False)  # a face that alone moves one
@example([({(0, 0): 2, (1, 10): 1}, 3)], False)  # a face that alone moves both
@example([({(0, 10): 2, (1, 0): 1}, 2), ({(0, 0): 1}, 4)], False)  # a lot of which each face moves one
def test_sums_held_in_one_number_are_those_of_a_mapping(
    lots: list[tuple[dict[tuple[int, int], int], int]], flat: bool
) -> None:
    """Whatever dice leave behind, below zero too, in two places or only in one, one of which a single face moves."""
    lots = [({(a, 0 if flat else b): w for (a, b), w in law.items()}, n) for law, n in lots]
    total = prod(sum(law.values()) ** n for law, n in lots)
    box, loose = Box([(law, n) for law, n in lots], total), Loose(Lays(0))
    assert box.fits()
    table, mapping = box.one, loose.one
    for lot, (law, n) in enumerate(lots):
        table = box.dice(table, {box.place(sums, lot): weight for sums, weight in law.items()}, n, no_limit)
        mapping = loose.dice(mapping, law, n, no_limit)
    assert (
        dict(box.read(table))
        == dict(loose.read(mapping))
        == dict(Marks([(n, law) for law, n in lots]).law(total, no_limit))
    )
    assert sum(mapping.values()) == total
    assert reached([(list(law), n) for law, n in lots], Lays(0), held=0) == len(mapping)


@dataclass(frozen=True)
class Peaks(Lays):
    """The same, where the second number is not added up: the greatest counts."""

    empty: tuple[Any, ...] = (0, -99)
    adds: tuple[bool, ...] = (True, False)

    def join(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return a[0] + b[0], max(a[1], b[1])


@few
@given(
    st.dictionaries(
        st.tuples(st.integers(-3, 3), st.sampled_from([-99, 0, 10, 20])), st.integers(1, 9), min_size=1, max_size=4
    ),
    st.integers(1, 6),
    st.integers(1, 3),
)
def test_numbers_of_which_some_are_added_up_are_held_in_several_boxes(
    law: dict[tuple[int, int], int], n: int, weight: int
) -> None:
    loose = Loose(Peaks(0))
    held = boxed([(list(law), n)], sum(law.values()) ** n, Peaks(0))
    if not isinstance(held, Loose):
        assert isinstance(held, Boxes)
    table = held.dice(held.one, {held.place(sums): weight for sums, weight in law.items()}, n, no_limit)
    assert dict(held.read(table)) == loose.dice(loose.one, law, n, no_limit)
    lots = [(n, law), (weight, {(1, 0): 2, (0, -99): 1})]
    order = ranks(lots, Peaks(0))
    assert order is not None
    found = peaked(lots, order, sum(law.values()) ** n * 3**weight, Peaks(0), no_limit)
    assert found is not None
    assert dict(found[0]) == loose.dice(loose.dice(loose.one, law, n, no_limit), lots[1][1], weight, no_limit)
    one = next(iter(law))
    both = held.plus(held.moved(held.one, held.often(held.place(one), n), weight), held.nowhere)
    assert dict(held.read(both)) == loose.moved(loose.one, loose.often(one, n), weight)


def test_ends_are_added_up_whatever_they_are_out_of() -> None:
    ends, expected = Ends(), dict.fromkeys(range(3), Fraction())
    for whole in range(1, 2 * KINDS):
        ends.add(whole % 3, 1, whole)
        expected[whole % 3] += Fraction(1, whole)
    found, out_of = ends.together()
    assert {end: Fraction(weight, out_of) for end, weight in found.items()} == expected
    assert dict(ends.items()).keys() == expected.keys()


def test_sums_that_lie_too_far_apart_are_held_in_a_mapping() -> None:
    assert isinstance(boxed([([(0, 0), (1, 1), (10**9, 0)], 3)], 27, Lays(0)), Loose)
    assert isinstance(boxed([([(0, 0), (10**9, 0)], 3)], 27, Lays(0)), Box)
    assert isinstance(boxed([([(0, 0), (1, 0)], 3)], 27, Lays(0, adds=(False, False))), Loose)


HANDS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.dictionaries(st.sampled_from([None, 1, 2, 3]), st.integers(1, 3), min_size=1, max_size=3),
    ),
    max_size=2,
)


@few
@given(HANDS, HANDS)
def test_who_is_ahead_is_as_if_both_hands_were_listed(
    one: list[tuple[int, dict[int | None, int]]], other: list[tuple[int, dict[int | None, int]]]
) -> None:
    def listed(hand: list[tuple[int, dict[int | None, int]]]) -> Counter[tuple[int, ...]]:
        found: Counter[tuple[int, ...]] = Counter()
        for fall in product(*(law.items() for count, law in hand for _ in range(count))):
            values = sorted((value for value, _ in fall if value is not None), reverse=True)
            found[tuple(values)] += prod(weight for _, weight in fall)
        return found

    expected = [0, 0, 0]
    for a, weight in listed(one).items():
        for b, more in listed(other).items():
            expected[0 if a > b else 1 if a < b else 2] += weight * more
    assert lead(one, other, lambda n: None) == tuple(expected)


@dataclass(frozen=True)
class Litter:
    """A die that shows nothing, and the faces that it brings: as a row, or one by one."""

    nothing: int

    def __call__(self, tag: Any, left: tuple[int, ...]) -> tuple[int, ...]:
        return (self.first(tag), *(self.born(tag, face, n < len(left)) for n, face in enumerate(left, 1)))

    def first(self, tag: Any) -> int:
        return self.nothing

    def born(self, tag: Any, face: int, more: bool) -> int:
        return 2 * face + more


@dataclass(frozen=True)
class Likes(Lays):
    """The same, where of two neighbours nothing tells one from the other."""

    lean: bool = True

    def like(self, piece: int) -> int:
        return piece - piece % 2


@few
@given(
    st.lists(st.integers(1, 3), min_size=2, max_size=4).map(tuple),
    st.sets(st.integers(0, 3), max_size=3),
    st.integers(0, 3),
    st.integers(1, 2),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_dice_that_are_brought_are_laid_aside_as_they_come(
    weights: tuple[int, ...], on: set[int], times: int, count: int, stay: int, nothing: int
) -> None:
    """What is left of them is what the whole rows of faces leave, in no particular order, each put with its like."""
    on = on & set(range(len(weights)))
    bag = (Lot(Life(Die("d", weights), Rule(frozenset(on), "another", times)), count, None),)

    def law_of(lay: Lays) -> dict[Any, Fraction]:
        rows, out_of = handful(Many(bag, Litter(nothing), lay, lambda lots, sums: None), Odds().unit, lambda n: None)
        found: dict[Any, Fraction] = {}
        for ((dice,), sums), weight in rows:
            key = tuple(sorted(tuple(sorted(map(Likes(stay).like, die))) for die in dice if die)), sums
            found[key] = found.get(key, Fraction()) + Fraction(weight, out_of)
        return found

    assert law_of(Likes(stay)) == law_of(Lays(stay))


def test_many_kinds_of_rows_that_stay_need_no_deep_stack() -> None:
    bag = (Lot(Life(Die("d", (1,) * 3), Rule(frozenset({0, 1}), "another", 9)), 1, None),)
    rows, out_of = handful(many(bag, 0), Odds().unit, lambda n: None)
    assert len(rows) == 2**10 - 1 + 2**10
    assert sum(weight for _, weight in rows) == out_of


def test_what_nobody_looks_at_again_is_never_listed() -> None:
    """A hundred dice that are only added up leave five hundred and one rows."""
    rows, out_of = handful(many((Lot(Life(D6), 100, None),), 6), Odds().unit, lambda n: None)
    assert out_of == 6**100
    assert len(rows) == 501


def test_a_handful_beyond_its_limit_is_refused() -> None:
    with pytest.raises(DicewrightError, match="states"):
        law(lambda _: many((Lot(Life(D6), 10, None),), 0), None, Odds(patience=Patience(states=1_000)))


def test_a_chain_that_is_cut_off_in_a_handful_stays_open() -> None:
    life = Life(COIN, Rule(frozenset({1}), "another", None), (0, 1))
    found, cut = law(lambda _: Many((Lot(life, 2, None),), lambda t, left: (left,), Lays(99), lambda lots, sums: sums))
    assert 0 < cut < Fraction(1, 10**14)
    assert found[(0, 2)] == Fraction(1, 4)
    assert found[(1, 2)] == Fraction(1, 4)


# -- a roll -----------------------------------------------------------------------------------------------------------


def falls(*faces: int) -> Callable[[Die], int]:
    coming: Iterator[int] = iter(faces)
    return lambda die: next(coming)


def test_a_roll_looks_at_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It throws die by die, life by life, in order: a witness against the tables."""

    def never(*_: Any) -> Any:
        raise AssertionError("a table")

    monkeypatch.setattr(pouring, "handful", never)
    monkeypatch.setattr(Odds, "__init__", never)
    exploding = Life(D6, Rule(frozenset({5}), "another", 2))
    again = Life(D6, Rule(frozenset({0}), "instead", None))
    bag = (Lot(exploding, 2, "a"), Lot(again, 1, "b"))
    end = Roll(falls(5, 5, 5, 2, 0, 0, 3)).walk(lambda _: many(bag, 0), Again(None))
    assert end == ((((5, 5, 5), (2,)), ((3,),)), (0, 0))


# -- best play --------------------------------------------------------------------------------------------------------


def best(step: Step, worth: Callable[[Any], Worth], nothing: Worth = (Fraction(),)) -> Odds:
    odds = Odds()
    odds.choose = Foresight(step, worth, nothing, Odds()).choose
    return odds


def one(x: Any) -> Worth:
    return (Fraction(x),)


def push(dice: int) -> Step:
    """Roll six-siders; keep them, or roll again all that show neither the lowest nor the highest face."""

    def throw(more: int, then: Callable[[tuple[int, ...]], Any]) -> Many:
        landed = lambda lots, _: then(tuple(face for (face,) in lots[0]))  # noqa: E731
        return Many((Lot(Life(D6), more, None),), faces, Lays(0), landed)

    def step(state: Any) -> Any:
        match state:
            case None:
                return throw(dice, lambda shown: Again(("decide", tuple(sorted(shown)))))
            case ("decide", shown):
                return Choose("me", lambda: ["keep", "push"], lambda option: Again((option, shown)))
            case ("push", shown):
                held = tuple(face for face in shown if face in (0, 5))
                return throw(dice - len(held), lambda more: tuple(sorted((*held, *more))))
            case (_, shown):
                return shown

    return step


def prize(shown: tuple[int, ...]) -> Fraction:
    return Fraction(5 in shown) - Fraction(1, 5) * shown.count(0)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_pushing_is_decided_as_by_hand(dice: int) -> None:
    """Against a full enumeration: for each hand the better of keeping it and of pushing it."""

    def by_hand() -> Fraction:
        total = Fraction()
        for hand in product(range(6), repeat=dice):
            held = [face for face in hand if face in (0, 5)]
            pushed = [prize((*held, *more)) for more in product(range(6), repeat=dice - len(held))]
            total += max(prize(hand), sum(pushed, Fraction()) / len(pushed))
        return total / 6**dice

    step = push(dice)
    found, _ = law(step, None, best(step, lambda shown: one(prize(shown))))
    assert sum(p * prize(shown) for shown, p in found.items()) == by_hand()


def gamble(options: dict[str, Any], preferred: str | None = None) -> Step:
    """One decision between values; a list of values is drawn from."""

    def then(option: str) -> Any:
        value = options[option]
        return Draw(Die("d", (1,) * len(value)), value.__getitem__) if isinstance(value, list) else value

    return lambda _: Choose("me", lambda: list(options), then, preferred)


def worth_of(step: Step) -> Fraction:
    found, _ = law(step, None, best(step, one))
    return sum((p * value for value, p in found.items()), Fraction())


def test_a_chance_is_worth_its_mean() -> None:
    assert worth_of(gamble({"safe": 3, "bold": [0, 0, 10]})) == Fraction(10, 3)
    assert worth_of(gamble({"safe": 4, "bold": [0, 0, 10]})) == 4


def test_a_standing_answer_is_followed() -> None:
    assert worth_of(gamble({"safe": 3, "bold": [0, 0, 10]}, "safe")) == 3


def test_goals_count_in_their_order_and_the_first_of_equals_is_taken() -> None:
    step = gamble({"a": (1, 0), "b": (2, 0), "c": (2, 5), "d": (2, 5, "again"), "e": (1, 9)})
    way = best(step, lambda end: (Fraction(end[0]), Fraction(end[1])), (Fraction(), Fraction()))
    assert law(step, None, way)[0] == {(2, 5): 1}


def test_later_decisions_are_taken_to_be_as_good_as_can_be() -> None:
    """Going on is worth a mean of 4 with a second decision in hand, and 3 without it."""

    def step(state: Any) -> Any:
        match state:
            case None:
                return Choose("me", lambda: ["sure", "on"], lambda o: Fraction(7, 2) if o == "sure" else Again("on", 1))
            case "on":
                return Draw(COIN, lambda face: Again(("shown", face * 4 + 1), 2))
            case (_, shown):
                return Choose("me", lambda: [shown, 3], lambda o: o)

    assert worth_of(step) == Fraction(1, 2) * 5 + Fraction(1, 2) * 3


@pytest.mark.parametrize(("left", "ending"), [(-2, {-1: 1}), (3, {})])
def test_what_is_cut_off_is_worth_what_it_could_be_left_at(left: int, ending: dict[int, int]) -> None:
    """The other way is a sure -1."""

    def step(state: Any) -> Any:
        if state == "left":
            return left
        return Choose("me", lambda: ["low", "cut"], lambda o: -1 if o == "low" else Cut(Again("left", 1)))

    assert law(step, None, best(step, one)) == (ending, 1 - sum(ending.values()))


def test_a_long_chain_of_decisions_needs_no_deep_stack() -> None:
    def step(n: int) -> Any:
        return Choose("me", lambda: ["on", "stop"], lambda o: Again(n + 1, n) if o == "on" and n < 5_000 else n)

    assert law(step, 0, best(step, one)) == ({5_000: 1}, 0)


def test_looking_ahead_beyond_the_limit_is_refused() -> None:
    def step(state: tuple[int, ...]) -> Any:
        return Choose("me", lambda: [0, 1], lambda o: Again((*state, o)) if len(state) < 12 else len(state))

    odds = Odds()
    odds.choose = Foresight(step, one, one(0), Odds(patience=Patience(states=100))).choose
    with pytest.raises(DicewrightError, match="need 101 states or more"):
        law(step, (), odds)
