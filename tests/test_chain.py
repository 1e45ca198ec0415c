"""Loops and endless explosions that are solved: nothing is left open, and what comes out is what algebra says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from random import Random
from typing import Any

import pytest

from dicewright import BoundCheck
from dicewright.chance import equations
from dicewright.chance.ask import Again
from dicewright.chance.chain import Leads, solved
from toy import exact, rolled

D6 = [{"do": "add", "die": "d6", "count": 2}, {"do": "roll"}]
Out = dict[Any, Fraction]


def let(name: str, value: Any, **keys: Any) -> dict[str, Any]:
    return {"do": "let", "name": name, "value": value, **keys}


def loop(condition: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"do": "repeat", "while": condition, "steps": list(steps)}


def law(bound: BoundCheck) -> tuple[dict[str, Fraction], Fraction]:
    found = bound.odds()
    return found.outcomes, found.unresolved


def verdicts(bound: Any, *conditions: tuple[str, str]) -> BoundCheck:
    return rolled(bound, "0", check={"outcomes": [{"name": n, "when": c} for n, c in conditions]})


# -- the equations ----------------------------------------------------------------------------------------------------


def left(begin: Mapping[Any, Fraction], ways: Callable[[Any], Out], **more: Any) -> Out | None:
    """What leaves a loop; of states that lead anywhere with these chances, `("out", ...)` leaving it."""

    def row(state: Again) -> Leads:
        chances = ways(state.state)
        out_of = lcm(*(p.denominator for p in chances.values()))
        found = {end if str(end).startswith("out") else Again(end): int(p * out_of) for end, p in chances.items()}
        return Leads(found, out_of)

    heads = {Again(state): share for state, share in begin.items()}
    return solved(heads, row, lambda end: isinstance(end, Again), **more)


def gambler(size: int, up: Fraction) -> Callable[[int], Out]:
    return lambda own: {f"out {n}" if n in (0, size) else n: p for n, p in ((own + 1, up), (own - 1, 1 - up))}


@pytest.mark.parametrize(("size", "up"), [(5, Fraction(1, 2)), (7, Fraction(2, 5)), (300, Fraction(2, 5))])
def test_who_gambles_is_ruined_as_the_closed_form_says(size: int, up: Fraction) -> None:
    """The chance to own `size` before 0, from `own`: (1 - r**own) / (1 - r**size) with r = down / up."""
    r = (1 - up) / up
    for own in (1, size // 2, size - 1):
        rich = (Fraction(own, size) if r == 1 else (1 - r**own) / (1 - r**size)) / 3
        assert left({own: Fraction(1, 3)}, gambler(size, up)) == {"out 0": Fraction(1, 3) - rich, f"out {size}": rich}


@pytest.mark.parametrize("many", [2, 9, 30])
def test_states_that_lead_anywhere_leave_as_elimination_in_fractions_says(many: int) -> None:
    chance = Random(many)
    table: list[Out] = []
    for _ in range(many):
        weights = [chance.choice((0, 1, 2, 7)) for _ in range(many)] + [1, chance.randint(0, 2)]
        ends = [*range(many), "out a", "out b"]
        table.append({end: Fraction(w, sum(weights)) for end, w in zip(ends, weights, strict=True) if w})
    begin = {0: Fraction(2, 7), many - 1: Fraction(1, 7)}
    assert left(begin, table.__getitem__) == by_elimination(begin, table)


def by_elimination(begin: Mapping[int, Fraction], table: Sequence[Out]) -> Out:
    """State after state is taken out, and those that lead to it lead where it does."""
    ways = [dict(row) for row in table] + [{**begin}]
    for n in range(len(table)):
        stays = ways[n].pop(n, Fraction())
        for row in ways[n + 1 :]:
            share = row.pop(n, Fraction()) / (1 - stays)
            for end, p in ways[n].items() if share else ():
                row[end] = row.get(end, Fraction()) + share * p
    return ways[-1]


def test_what_never_leaves_is_left_out() -> None:
    half = Fraction(1, 2)
    rounds = {0: {1: half, "out": half}, 1: {2: Fraction(1)}, 2: {1: half, 2: half}}
    assert left({0: Fraction(1)}, rounds.__getitem__) == {"out": half}


def test_a_loop_that_grows_is_not_solved() -> None:
    assert left({0: Fraction(1)}, lambda n: {n + 1: Fraction(1, 2), "out": Fraction(1, 2)}) is None
    assert left({50: Fraction(1)}, gambler(100, Fraction(1, 2)), most=98) is None


@pytest.mark.parametrize("work", [100, 10_000, 40_000])
def test_equations_are_given_up_where_they_take_too_much_work(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equations, "WORK", work)
    assert left({0: Fraction(1)}, lambda n: anywhere(n, 60)) is None
    monkeypatch.undo()
    assert left({0: Fraction(1)}, lambda n: anywhere(n, 60)) == {"out": 1}


def anywhere(n: int, many: int) -> Out:
    """From each of so many states to all others."""
    ways = [1 + (m * n + m) % 7 for m in range(many)]
    return {**{m: Fraction(w, 2 * sum(ways)) for m, w in enumerate(ways)}, "out": Fraction(1, 2)}


def test_equations_are_given_up_once_the_time_is_over() -> None:
    asked = 0

    def over() -> None:
        nonlocal asked
        asked += 1
        if asked > limit:
            raise TimeoutError

    limit = 10**9
    assert left({50: Fraction(1)}, gambler(100, Fraction(1, 2)), check=over) is not None
    whole = asked
    for part in range(0, whole, 20):
        asked, limit = 0, part
        with pytest.raises(TimeoutError):
            left({50: Fraction(1)}, gambler(100, Fraction(1, 2)), check=over)


# -- loops of a check -------------------------------------------------------------------------------------------------


def test_craps_is_won_as_often_as_everybody_knows() -> None:
    won = "(point == 0 and (total == 7 or total == 11)) or (point > 0 and total == point)"
    lost = "(point == 0 and (total <= 3 or total == 12)) or (point > 0 and total == 7)"
    steps = [let("won", won), let("lost", lost), let("point", "point or total"), {"do": "remove"}]
    craps = [let("point", 0), let("won", 0), let("lost", 0), loop("not won and not lost", *D6, *steps)]
    assert law(verdicts(craps, ("win", "won"), ("loss", "lost"))) == (
        {"win": Fraction(244, 495), "loss": Fraction(251, 495)},
        0,
    )


def test_a_loop_within_a_loop_is_solved_each_time_that_it_begins() -> None:
    """Two dice are thrown until one shows more, and that until the first has won twice in a row."""
    inner = loop("tie", {"do": "remove"}, *D6, let("tie", "largest_set() == 2"))
    step = let("row", "row + 1 if highest(value) == 6 else row - 1")
    outer = loop("row < 2 and row > -3", let("tie", 1), inner, step, {"do": "remove"})
    first = [let("row", 0), let("tie", 1), outer]
    p = Fraction(10, 30)  # of 30 pairs of different numbers, those with a 6
    r = (1 - p) / p
    won = (1 - r**3) / (1 - r**5)
    assert law(verdicts(first, ("up", "row == 2"), ("down", "row == -3"))) == ({"up": won, "down": 1 - won}, 0)


def test_a_drunkard_comes_home_from_any_of_two_hundred_places() -> None:
    """Five of six steps are forward; behind the last place is the river. The closed form is the gambler's."""
    step = let("at", "at + 1 if total > 1 else at - 1")
    walk = [
        let("at", 60),
        loop("at > 0 and at < 200", {"do": "add", "die": "d6"}, {"do": "roll"}, step, {"do": "remove"}),
    ]
    r = Fraction(1, 5)
    home = (1 - r**60) / (1 - r**200)
    assert law(verdicts(walk, ("home", "at == 200"), ("river", "1"))) == ({"home": home, "river": 1 - home}, 0)


def test_all_faces_are_collected_as_inclusion_and_exclusion_says() -> None:
    """All of 1 to 6 before the d20 shows more than 18: faces come in any order, so sum over what has to be missing."""
    faces = [let(f"f{n}", 0) for n in range(1, 7)]
    seen = [let(f"f{n}", 1, when=f"total == {n}") for n in range(1, 7)]
    every = " + ".join(f"f{n}" for n in range(1, 7))
    throw = [{"do": "add", "die": "d20"}, {"do": "roll"}, *seen, let("over", "total > 18"), {"do": "remove"}]
    steps = [*faces, let("over", 0), loop(f"not over and {every} < 6", *throw)]
    collected = sum((-1) ** k * comb(6, k) * Fraction(2, 2 + k) for k in range(7))
    assert law(verdicts(steps, ("all", "not over"), ("over", "1"))) == ({"all": collected, "over": 1 - collected}, 0)


def test_a_race_of_holding_is_what_the_equations_of_its_scores_say() -> None:
    """Turns of a d6: 1 loses the turn, 6 are put down. What is asked is who is first at 12."""
    turn = [
        {"do": "add", "die": "d6"},
        {"do": "roll"},
        let("gain", "gain + total if total > 1 else 100"),
        {"do": "remove"},
    ]
    first = [
        let("gain", 0),
        loop("gain < 6", *turn),
        let("a", "min(12, a + gain)", when="gain < 100"),
        let("mine", "not mine"),
    ]
    swap = [let("c", "a"), let("a", "b"), let("b", "c")]
    steps = [let("a", 0), let("b", 0), let("mine", 1), loop("a < 12 and b < 12", *first, *swap)]
    one: Out = {0: Fraction(1)}  # what a turn gives: the sum with which it holds, 0 where it is lost
    gains: Out = {}
    while one:
        sofar = min(one)
        share = one.pop(sofar)
        for face in range(1, 7):
            into, n = (gains, 0) if face == 1 else (gains if sofar + face >= 6 else one, sofar + face)
            into[n] = into.get(n, Fraction()) + share / 6

    def first_wins(a: int, b: int) -> Fraction:
        """Of who is at turn with `a`, where the other has `b`: lost turns are a geometric series."""
        if (a, b) not in known:
            lost, won = gains[0], Fraction()
            for n, p in gains.items():
                if n and a + n >= 12:
                    won += p
                elif n:  # the other one goes on, and then it is as if they had changed places
                    won += p * (1 - first_wins(b, a + n))
            other = sum(p * (1 if b + n >= 12 else 1 - first_wins(a, b + n)) for n, p in gains.items() if n)
            known[a, b] = (won + lost * (1 - other - lost)) / (1 - lost * lost)
        return known[a, b]

    known: dict[tuple[int, int], Fraction] = {}
    wins = first_wins(0, 0)
    found = law(verdicts(steps, ("first", "not mine"), ("second", "1")))
    assert found == ({"first": wins, "second": 1 - wins}, 0)


def test_what_never_ends_is_unresolved() -> None:
    stuck = [*D6, let("go", "total == 2"), loop("go", let("go", 1))]
    assert law(verdicts(stuck, ("ends", "1"))) == ({"ends": Fraction(35, 36)}, Fraction(1, 36))


def test_a_loop_that_counts_is_followed_to_its_limit() -> None:
    counting = [let("n", 0), loop("total < 11", {"do": "remove"}, *D6, let("n", "n + 1"))]
    found = rolled(counting, "n").odds()
    goes_on = Fraction(11, 12)
    assert found.table("x") == {(n,): goes_on ** (n - 1) / 12 for n in range(1, 101)}
    assert found.unresolved == goes_on**100


# -- what need not be told apart in between ---------------------------------------------------------------------------


def same(bound: BoundCheck) -> BoundCheck:
    """The check, once its odds are known to be those of every die kept to the end, round by round."""
    assert exact(bound.setting) == exact(bound.setting, lean=False)
    return bound


@pytest.mark.parametrize("times", [1, 3, 4, 9])
def test_states_that_come_again_in_counted_rounds_go_where_they_went(times: int) -> None:
    """A bag of two kinds is drawn from, and what shows little is put back."""
    draw = [{"do": "draw", "count": 1}, {"do": "roll"}, let("low", "total < 3"), {"do": "return", "where": "value < 4"}]
    bag = [{"do": "add", "die": "d4", "state": "bag"}, {"do": "add", "die": "d6", "state": "bag"}]
    again = {**loop("dice < 2", *draw), "times": times}
    same(rolled([*bag, let("low", 0), again], {"low": "low", "dice": "dice"}))


def test_a_loop_without_end_may_stand_right_behind_counted_rounds() -> None:
    throw = [{"do": "remove"}, {"do": "add", "die": "d6"}, {"do": "roll"}]
    rounds = {**loop("at", *throw, let("at", "(at + total) % 7")), "times": 9}
    steps = [let("at", 1), rounds, loop("at > 3", *throw, let("at", "total"))]
    places = [Fraction(n == 1) for n in range(7)]
    for _ in range(9):
        home, *others = places
        places = [home + sum(others) / 6, *((sum(others) - other) / 6 for other in others)]
    expected = {f"at_{n}": places[n] + (sum(places[4:]) / 3 if n else 0) for n in range(4)}
    assert law(verdicts(steps, *((name, name.replace("_", " == ")) for name in expected))) == (expected, 0)


def test_rounds_that_are_cut_off_are_as_many_as_are_asked_for() -> None:
    throw = [{"do": "remove"}, {"do": "add", "die": "d6"}, {"do": "roll"}, let("at", "(at + total) % 7")]
    steps = [let("at", 1), {**loop("at", *throw), "rounds": 5}]
    goes_on = Fraction(5, 6) ** 5  # from each place a die leads to any other one
    assert law(same(verdicts(steps, ("home", "1")))) == ({"home": 1 - goes_on}, goes_on)


def test_dice_that_are_rerolled_and_those_that_are_drawn_fall_together() -> None:
    bag = [
        {"do": "add", "die": "d4", "count": 2, "state": "bag"},
        {"do": "add", "die": "d6", "count": 2, "state": "bag"},
    ]
    draw = [{"do": "draw", "count": 2}, {"do": "roll"}]
    again = [{"do": "reroll", "where": "value == 1"}, {"do": "roll"}]
    same(rolled([*bag, *draw, {"do": "draw", "count": 1}, *again], "highest(value)"))
    kept = [
        {"do": "keep", "pick": "lowest", "count": 1},
        {"do": "reroll", "state": "kept", "where": "value < 3"},
    ]
    same(rolled([*bag, *draw, *kept, {"do": "draw", "count": 1}, {"do": "roll"}], "total * 10 + dice"))


@pytest.mark.parametrize("away", ["remove", "drop"])
def test_dice_that_are_taken_away_unseen_are_forgotten(away: str) -> None:
    first = [{"do": "add", "die": "d6", "count": 4}, {"do": "roll"}, let("set", "largest_set()"), let("more", 0)]
    other = [
        {"do": "add", "die": "d4"},
        {"do": "roll"},
        {"do": "tally", "name": "more", "measure": "total", "dice": ["d4"]},
    ]
    steps = [
        *first,
        {"do": "repeat", "times": 2, "steps": other},
        {"do": away},
        {"do": "add", "die": "d4"},
        {"do": "roll"},
    ]
    told = {"x": "more + total", "set": "set"}
    looked_at = [*steps[:-3], let("more", "more + count(value == 6)"), *steps[-3:]]
    assert 4 * same(rolled(steps, told)).plan().states < rolled(looked_at, told).plan().states


# -- dice that bring others without end -------------------------------------------------------------------------------

READS = ["h >= 2", "h + 1 > 4", "3 - h <= 0", "h * 2 == 4", "h >= 1 and h < 5", "h == 0", "n - 4 < h <= n"]
ROUNDS = 80


def hits(again: int, hit: int) -> dict[int, Fraction]:
    """The law of what one d6 and all that it brings show of `hit` or more, as far as `ROUNDS` throws go."""
    found: dict[int, Fraction] = {}
    line = {0: Fraction(1)}
    for _ in range(ROUNDS):
        after: dict[int, Fraction] = {}
        for (before, p), value in product(line.items(), range(1, 7)):
            into, h = after if value >= again else found, before + (value >= hit)
            into[h] = into.get(h, Fraction()) + p / 6
        line = after
    return found


@pytest.mark.parametrize(("again", "hit"), [(6, 5), (5, 5), (4, 6)])
def test_counts_that_are_only_compared_are_exact_without_end(again: int, hit: int) -> None:
    steps = [let("n", 4), *D6, {"do": "explode", "where": f"value >= {again}"}]
    one = hits(again, hit)
    for read in READS:
        chance, rest = law(verdicts(steps, ("yes", read.replace("h", f"count(value >= {hit})")), ("no", "1")))
        expected = sum(p * q for (a, p), (b, q) in product(one.items(), repeat=2) if eval(read, {"h": a + b, "n": 4}))
        assert rest == 0, read
        assert abs(chance["yes"] - expected) < Fraction(1, 10**15), read


@pytest.mark.parametrize(
    "read", ["h", "min(h, 3) + h", "h >= dice", "h // 2 >= 2", "highest(value + h)", "h > 1 and total"]
)
def test_counts_of_which_more_is_told_are_followed(read: str) -> None:
    steps = [*D6, {"do": "explode", "where": "value == 6"}]
    found = rolled(steps, read.replace("h", "count(value >= 5)") if "high" not in read else "highest(value + sets(2))")
    assert found.odds().unresolved > 0
