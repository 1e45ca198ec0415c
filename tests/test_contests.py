"""Contests: exact odds against brute force over all faces, ties without end, sides, messages, and what is told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
import yaml

import dicewright
from dicewright import DicewrightError, Limits
from dicewright.cli import main
from dicewright.folders import shipped
from dicewright.play.bout import ContestOutcome
from dicewright.play.contest import BoundContest
from dicewright.show.contest import contest_overview, contest_story
from dicewright.show.style import Style

NEEDED = ("rising-legends", "sirius-galaxy", "genesys")
for _name in NEEDED:
    if _name not in shipped():
        pytest.skip(f"{_name} is not among the shipped systems here", allow_module_level=True)
SYSTEMS = {name: dicewright.load(name) for name in NEEDED}
OPPOSED = SYSTEMS["rising-legends"]["opposed"]
CONTEST = SYSTEMS["sirius-galaxy"]["contest"]
COMPETITIVE = SYSTEMS["genesys"]["competitive"]

# -- a game of our own -----------------------------------------------------------------------------------------------

GAME: dict[str, Any] = {
    "format": 1,
    "id": "arena",
    "name": "Arena",
    "dice": {"d3": {"sides": 3}, "d2": {"sides": 2}},
    "properties": {"calm": {"triggers": [{"at": "late", "do": "set", "where": "value == 1", "to": "max"}]}},
    "checks": {
        "strike": {
            "inputs": {"n": {"type": "integer", "min": 0, "max": 6}, "plus": {"type": "integer", "default": 0}},
            "steps": [{"do": "add", "die": "d3", "count": "n"}, {"do": "roll"}, {"do": "phase", "name": "late"}],
            "results": {"sum": "total + plus", "ones": "count(value == 1)"},
            "outcomes": [{"name": "hit", "when": "sum >= 3"}, {"name": "miss"}],
        },
        "toss": {
            "inputs": {"bonus": {"type": "integer", "default": 0}},
            "steps": [{"do": "add", "die": "d2"}, {"do": "roll"}],
            "results": {"toss": "total + bonus"},
        },
    },
    "contests": {},
}
SIDES = {"red": {"check": "strike"}, "blue": {"check": "strike", "may_decline": True, "more": True}}


def written(data: dict[str, Any]) -> str:
    return yaml.safe_dump(json.loads(json.dumps(data)), sort_keys=False)  # each part anew: no aliases


def game(contest: dict[str, Any], limits: Limits | None = None, **more: Any) -> dicewright.System:
    data = {**GAME, "contests": {"duel": {"sides": SIDES, **contest}}, **more}
    return dicewright.loads(written(data), "arena.system.yaml", limits or Limits())


def duel(contest: dict[str, Any], **sides: Any) -> BoundContest:
    bound = game(contest)["duel"](**sides)
    assert isinstance(bound, BoundContest)
    return bound


def wrong(contest: dict[str, Any], **more: Any) -> list[dicewright.Problem]:
    with pytest.raises(DicewrightError) as caught:
        game(contest, **more)
    return list(caught.value.problems)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(DicewrightError) as caught:
        call()
    return str(caught.value)


# -- an independent way: list every fall of every side's dice --------------------------------------------------------

Value = Any
Law = dict[Value, Fraction]


def listed(dice: int, sides: int, read: Callable[[tuple[int, ...]], Value]) -> Law:
    found: Counter[Value] = Counter(read(faces) for faces in product(range(1, sides + 1), repeat=dice))
    return {value: Fraction(n, sides**dice) for value, n in found.items()}


def round_of(laws: dict[str, Law]) -> dict[tuple[str, ...], Fraction]:
    """Who shares the first place, by every combination; None cannot win."""
    found: dict[tuple[str, ...], Fraction] = {}
    for fall in product(*(law.items() for law in laws.values())):
        values = [value for value, _ in fall if value is not None]
        tied = tuple(n for n, (value, _) in zip(laws, fall, strict=True) if values and value == max(values))
        p = Fraction(1)
        for _, q in fall:
            p *= q
        found[tied] = found.get(tied, Fraction()) + p
    return found


def until_decided(laws: dict[str, Law]) -> dict[str, Fraction]:
    """The chances with the tail: by many rounds, in fractions, and what is left shared as it has been so far."""
    alive = {tuple(laws): Fraction(1)}
    rounds = {tuple(laws): round_of(laws)}
    won: dict[str, Fraction] = dict.fromkeys(laws, Fraction())
    for _ in range(60):
        going: dict[tuple[str, ...], Fraction] = {}
        for sides, mass in alive.items():
            if sides not in rounds:
                rounds[sides] = round_of({name: laws[name] for name in sides})
            for tied, p in rounds[sides].items():
                if len(tied) == 1:
                    won[tied[0]] += mass * p
                else:
                    going[tied] = going.get(tied, Fraction()) + mass * p
        alive = going
    assert sum(alive.values()) < Fraction(1, 10**12)
    return won


def hand(faces: tuple[int, ...], dice: int) -> tuple[int, ...]:
    """The faces of a pool of d12s, from the highest, with what triumph and fumble make of them."""
    ones, twelves = faces.count(1), faces.count(12)
    if dice == 0:
        faces = tuple(face // 2 for face in faces)
    if 2 * ones > len(faces):
        faces = (0,) * len(faces)
    elif twelves >= 2 and dice:
        faces = tuple(face + twelves - 1 for face in faces)
    return tuple(sorted(faces, reverse=True))


def hands(dice: int) -> Law:
    return listed(max(dice, 1), 12, lambda faces: hand(faces, dice))


def close(law: dicewright.Law, chances: dict[str, Fraction]) -> None:
    for name, p in chances.items():
        assert abs(law.outcomes[name] - p) < Fraction(1, 10**9), name


# -- the exact odds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "two"), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (1, 3)])
def test_dice_one_by_one_are_brute_force_with_the_tail(one: int, two: int) -> None:
    law = OPPOSED(attacker={"tier": one}, defender={"tier": two}).odds()
    laws = {"attacker": hands(one), "defender": hands(two)}
    first = round_of(laws)
    a, again, b = (first.get(t, Fraction()) for t in (("attacker",), ("attacker", "defender"), ("defender",)))
    assert law.outcomes == {"attacker": a / (1 - again), "defender": b / (1 - again)}
    assert law.unresolved == 0


def test_the_first_round_is_as_published() -> None:
    """The numbers of one round, from a file that says a tie is a draw."""
    text = shipped()["rising-legends"].read_text(encoding="utf-8").partition("\ntests:")[0]
    drawn = dicewright.loads(text.replace("tie: again", "tie: draw"))["opposed"]
    for one, two, told in (
        (1, 1, ("11/24", "1/12", "11/24")),
        (2, 1, ("611/864", "0", "253/864")),
        (2, 2, ("1705/3456", "23/1728", "1705/3456")),
    ):
        outcomes = drawn(attacker={"tier": one}, defender={"tier": two}).odds().outcomes
        assert tuple(str(outcomes[name]) for name in ("attacker", "tie", "defender")) == told


@pytest.mark.parametrize("tiers", [(1, 1, 1), (2, 1, 1), (1, 2, 0)])
def test_three_sides_are_brute_force_with_the_tail(tiers: tuple[int, int, int]) -> None:
    names = ("attacker", "defender", "defender2")
    law = OPPOSED(**{name: {"tier": tier} for name, tier in zip(names, tiers, strict=True)}).odds()
    close(law, until_decided({name: hands(tier) for name, tier in zip(names, tiers, strict=True)}))
    assert sum(law.outcomes.values()) == 1


CHAINS: list[tuple[str, list[dict[str, Any]], Callable[[tuple[int, ...], int], Value]]] = [
    ("most", [{"most": "sum"}], lambda f, plus: sum(f) + plus),
    ("least", [{"least": "sum"}], lambda f, plus: -sum(f) - plus),
    ("then", [{"least": "ones"}, {"most": "sum"}], lambda f, plus: (-f.count(1), sum(f) + plus)),
    ("outcome", [{"most": "hit"}, {"most": "plus"}], lambda f, plus: (sum(f) + plus >= 3, plus)),
    ("dice", [{"dice": "highest_first"}], lambda f, plus: tuple(sorted(f, reverse=True))),
    ("lowest", [{"dice": "lowest_first"}], lambda f, plus: tuple(sorted((-x for x in f), reverse=True))),
    (
        "without",
        [{"dice": "highest_first", "without": "plus"}],
        lambda f, plus: tuple(sorted(f, reverse=True)) or (plus,),
    ),
]


@pytest.mark.parametrize(("compare", "read"), [pytest.param(c, r, id=n) for n, c, r in CHAINS])
@pytest.mark.parametrize("needs", [None, "hit", "not ones"])
@pytest.mark.parametrize("pools", [((1, 0), (2, 0)), ((2, 1), (2, 0), (1, 1)), ((0, 1), (1, 0), (2, 0), (2, 0))])
def test_every_comparison_is_brute_force(
    compare: list[dict[str, Any]],
    read: Callable[[tuple[int, ...], int], Value],
    needs: str | None,
    pools: tuple[tuple[int, int], ...],
) -> None:
    names = ("red", "blue", "blue2", "blue3")
    said = {"needs": needs} if needs else {}
    bound = duel({"compare": compare, **said}, **{n: {"n": d, "plus": p} for n, (d, p) in zip(names, pools)})  # noqa: B905

    def value(faces: tuple[int, ...], plus: int) -> Value:
        met = {"hit": sum(faces) + plus >= 3, "not ones": not faces.count(1), None: True}[needs]
        return read(faces, plus) if met else None

    laws = {n: listed(d, 3, lambda f, p=p: value(f, p)) for n, (d, p) in zip(names, pools)}  # noqa: B905
    expected: dict[str, Fraction] = dict.fromkeys((*laws, "tie"), Fraction())
    for tied, p in round_of(laws).items():
        expected[tied[0] if len(tied) == 1 else "tie"] += p
    law = bound.odds()
    assert law.outcomes == expected
    assert law.unresolved == 0


def test_only_dice_that_count_are_compared() -> None:
    """Two of three are kept, and what was dropped decides nothing."""
    checks = json.loads(json.dumps(GAME["checks"]))
    checks["strike"]["steps"].append({"do": "keep", "count": 2, "pick": "lowest"})
    bound = game({"compare": [{"dice": "highest_first"}], "tie": "again"}, checks=checks)["duel"](
        red={"n": 3}, blue={"n": 1}
    )
    laws = {
        "red": listed(3, 3, lambda f: tuple(sorted(sorted(f)[:2], reverse=True))),
        "blue": listed(1, 3, lambda f: f),
    }
    first = round_of(laws)
    assert bound.odds().outcomes["red"] == first["red",] / (1 - first.get(("red", "blue"), Fraction()))
    outcome = bound.roll(faces={"red.d3": [3, 1, 2], "blue.d3": [2]})
    assert dict(outcome.rounds[0].compared[0].values) == {"red": (2, 1), "blue": (2,)}


@pytest.mark.parametrize("how", ["highest_first", "lowest_first"])
@pytest.mark.parametrize("tie", ["draw", "again", {"check": "toss", "compare": [{"dice": "highest_first"}]}], ids=str)
@pytest.mark.parametrize(
    "then", [[], [{"do": "drop", "where": "value == 2"}], [{"do": "keep", "count": 1, "pick": "highest"}]]
)
@pytest.mark.parametrize("pools", [(2, 2), (1, 3), (0, 2), (0, 0)])
def test_two_hands_are_compared_without_a_list_as_with_one(
    how: str, tie: Any, then: list[Any], pools: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mixed dice, dropped dice, dice that are kept, every kind of tie."""
    checks = json.loads(json.dumps(GAME["checks"]))
    checks["strike"]["steps"] = [{"do": "add", "die": "d2"}, *checks["strike"]["steps"], *then]
    bound = game({"compare": [{"dice": how}], "tie": tie}, checks=checks)["duel"](
        red={"n": pools[0]}, blue={"n": pools[1]}, **{"properties": ["blue.calm"]}
    )
    law = bound.odds()
    monkeypatch.setattr("dicewright.play.contest.one_by_one", lambda settings, chain, held: None)
    assert {row: p for row, p in law.rows.items() if p} == {row: p for row, p in bound.odds().rows.items() if p}


def test_many_dice_are_compared_without_a_list() -> None:
    """Six against six, by a limit that allows no listing."""
    bound = game({"compare": [{"dice": "highest_first"}], "tie": "draw"}, Limits(states=20))["duel"](
        red={"n": 6}, blue={"n": 6}
    )
    tied = Fraction(sum(count**2 for count in Counter(map(sorted_text, product("123", repeat=6))).values()), 3**12)
    assert bound.odds().outcomes == {"red": (1 - tied) / 2, "blue": (1 - tied) / 2, "tie": tied}


def sorted_text(faces: Iterable[str]) -> str:
    return "".join(sorted(faces))


def test_a_roll_off_goes_on_until_it_is_decided() -> None:
    tie = {"check": "toss", "inputs": {"bonus": "plus"}, "compare": [{"most": "toss"}]}
    pools = {"red": {"n": 1, "plus": 0}, "blue": {"n": 1, "plus": 1}, "blue2": {"n": 1}}
    law = duel({"compare": [{"most": "ones"}], "tie": tie}, **pools).odds()
    ones = {name: listed(1, 3, lambda f: f.count(1)) for name in pools}
    tosses = {name: listed(1, 2, lambda f, b=name == "blue": f[0] + b) for name in pools}
    chances: dict[str, Fraction] = dict.fromkeys(pools, Fraction())
    for tied, p in round_of(ones).items():
        for name, q in until_decided({n: tosses[n] for n in tied}).items():
            chances[name] += p * q
    close(law, chances)
    assert sum(law.outcomes.values()) == 1


def test_the_tie_chain_of_five_against_five() -> None:
    def odds(ability: int, aptitude: int) -> dict[str, Fraction]:
        second = {"ability": ability, "aptitude": aptitude}
        return CONTEST(first={"ability": 3, "aptitude": 2}, second=second).odds().outcomes

    more, tie = Fraction(186069, 524288), Fraction(76075, 262144)
    assert odds(3, 2) == {"first": Fraction(1, 2), "second": Fraction(1, 2)}
    assert odds(4, 1) == {"first": more, "second": more + tie}
    assert odds(2, 3) == {"first": more + tie, "second": more}


def test_a_roll_off_adds_what_the_sides_bring() -> None:
    """One die and ability each: only equal abilities come to it, and it is fair then."""
    given = {"ability": 3, "aptitude": 0, "modifier": -2}
    law = CONTEST(first={"ability": 3, "aptitude": 0}, second=given).odds()
    successes = [listed(n, 8, lambda f: sum(x >= 7 for x in f)) for n in (3, 1)]
    first = round_of({"first": successes[0], "second": successes[1]})
    assert law.outcomes["first"] == first["first",] + first["first", "second"] / 2


def test_one_roll_against_what_the_other_brings() -> None:
    system = dicewright.load("genesys")
    law = system["opposed"](actor={"characteristic": 3, "skill": 1}, opponent={"characteristic": 1, "skill": 2}).odds()
    pool = system["pool"](ability=2, proficiency=1, difficulty=1, challenge=1).odds()
    assert law.outcomes == {"actor": pool.outcomes["success"], "opponent": pool.outcomes["failure"]}
    assert law.probability("actor and advantage >= 1") == pool.probability("success >= 1 and advantage >= 1")
    assert law.mean("triumph") == pool.mean("triumph")


def test_nobody_wins_what_nobody_succeeds_in() -> None:
    sides = {name: {"characteristic": 1, "difficulty": 0} for name in ("first", "second", "second2")}
    law = COMPETITIVE(**sides).odds()
    one = {0: Fraction(4, 8), (1, 0): Fraction(2, 8), (1, 1): Fraction(1, 8), (2, 0): Fraction(1, 8)}
    laws: dict[str, Law] = {name: {value or None: p for value, p in one.items()} for name in sides}
    expected = round_of(laws)
    assert {n: law.outcomes[n] for n in sides} == {n: expected[n,] for n in sides}
    assert law.outcomes["tie"] == 1 - sum(expected[n,] for n in sides)


def test_what_can_never_be_decided_is_unresolved_and_its_roll_refused() -> None:
    bound = duel({"compare": [{"most": "plus"}], "tie": "again"}, red={"n": 1}, blue={"n": 1})
    law = bound.odds()
    assert law.outcomes == {"red": 0, "blue": 0}
    assert law.unresolved == 1
    assert "still tied after 100 rounds" in refused(lambda: bound.roll(rng=Random(1)))


def test_many_sides_are_limited_before_they_are_listed() -> None:
    system = game({"compare": [{"most": "sum"}]}, Limits(states=1000))
    sides = {"red": {"n": 1}, "blue": {"n": 1}} | {f"blue{n}": {"n": 1} for n in range(2, 31)}
    assert "the limit is 1,000" in refused(system["duel"](**sides).odds)


# -- a tie that goes to a side, and results that read several sides ----------------------------------------------------


def test_a_tie_goes_to_a_side() -> None:
    pools = {"red": {"n": 2}, "blue": {"n": 2}}
    laws = {name: listed(2, 3, sum) for name in pools}
    first = round_of(laws)
    law = duel({"compare": [{"most": "sum"}], "tie": "blue"}, **pools).odds()
    assert law.outcomes == {"red": first["red",], "blue": first["blue",] + first["red", "blue"], "tie": 0}
    level = duel({"compare": [{"most": "sum"}], "tie": "blue"}, **pools).roll(
        faces={"red.d3": [3, 1], "blue.d3": [2, 2]}
    )
    assert (level.outcome, level.rounds[0].ahead) == ("blue", ("red", "blue"))
    text = contest_story(game({"compare": [{"most": "sum"}], "tie": "blue"}).rules, level, Style())
    assert "it goes to Blue" in text
    assert text.endswith("Blue wins")


def test_a_tie_that_goes_to_a_side_is_a_draw_between_others() -> None:
    """And between two of the kind that it would go to."""
    pools = {name: {"n": 1} for name in ("red", "blue", "blue2")}
    expected: dict[str, Fraction] = dict.fromkeys((*pools, "tie"), Fraction())
    for tied, p in round_of({name: listed(1, 3, sum) for name in pools}).items():
        blues = [name for name in tied if name != "red"]
        expected[tied[0] if len(tied) == 1 else blues[0] if len(blues) == 1 else "tie"] += p
    bound = duel({"compare": [{"most": "sum"}], "tie": "blue"}, **pools)
    assert bound.odds().outcomes == expected
    assert bound.roll(faces={"red.d3": [1], "blue.d3": [2], "blue2.d3": [2]}).outcome == "tie"
    only_two = {"sides": {"red": {"check": "strike"}, "blue": {"check": "strike"}}}
    assert not game({**only_two, "compare": [{"most": "sum"}], "tie": "red"}).rules.contests["duel"].may_tie


def test_who_cannot_win_gets_no_tie() -> None:
    law = duel({"needs": "hit", "compare": [{"least": "ones"}], "tie": "blue"}, red={"n": 1}, blue={"n": 1}).odds()
    assert law.outcomes == {"red": Fraction(2, 9), "blue": Fraction(1, 3), "tie": Fraction(4, 9)}


MARGIN = {"margin": "red_sum - blue_sum", "double": "2 * margin", "ours": "red_plus + 10 * red_hit + 100 * blue"}
TIES: dict[str, Any] = {
    "draw": "draw",
    "again": "again",
    "side": "blue",
    "roll-off": {"check": "toss", "inputs": {"bonus": "plus"}, "compare": [{"most": "toss"}]},
}


@pytest.mark.parametrize(("tie", "goes"), [("draw", "tie"), ("again", ""), ("side", "blue"), ("roll-off", "red")])
@pytest.mark.parametrize("needs", [{}, {"needs": "not ones"}], ids=["all", "needs"])
def test_results_of_both_sides_are_brute_force(tie: str, goes: str, needs: dict[str, str]) -> None:
    """Every fall of the dice; where a tie is rolled again, only the last roll counts. Red always wins the roll-off."""
    sides: dict[str, Any] = {"red": {"n": 2, "plus": 1}, "blue": {"n": 2}}
    chain = {**needs, "compare": [{"most": "sum"}], "tie": TIES[tie]}
    falls: Counter[tuple[str, int]] = Counter()
    for red, blue in product(product(range(1, 4), repeat=2), repeat=2):
        able = [name for name, faces in (("red", red), ("blue", blue)) if not (needs and 1 in faces)]
        sums = {"red": sum(red) + 1, "blue": sum(blue)}
        ahead = [name for name in able if sums[name] == max(sums[n] for n in able)]
        winner = goes if len(ahead) == 2 else ahead[0] if ahead else "tie"
        falls[winner, sums["red"] - sums["blue"]] += bool(winner)
    law = duel({**chain, "results": MARGIN}, **sides).odds()
    margins = {(str(winner), results[0]): p for (winner, results), p in law.rows.items()}
    assert margins == {fall: Fraction(n, falls.total()) for fall, n in falls.items() if n}
    assert law.outcomes == duel(chain, **sides).odds().outcomes
    assert law.probability("double == 2 * margin and ours % 10 == 1 and ours // 100 == blue") == 1


@pytest.mark.parametrize("tie", TIES)
def test_results_change_nothing_about_who_wins(tie: str) -> None:
    chain = {"needs": "hit", "compare": [{"most": "sum"}], "tie": TIES[tie]}
    sides = {"red": {"n": 2}, "blue": {"n": 1, "plus": 1}, "blue2": {"n": 2}}
    bound = duel({**chain, "results": MARGIN}, **sides)
    law = bound.odds()
    assert law.outcomes == duel(chain, **sides).odds().outcomes
    rolled = [bound.roll(rng=Random(n)).results["margin"] for n in range(1500)]
    for margin, p in law.table("margin").items():
        assert abs(rolled.count(margin[0]) - 1500 * p) < 5 * (1500 * float(p * (1 - p))) ** 0.5


def test_of_a_side_that_declines_all_is_0_and_a_story_tells_the_results() -> None:
    sides = {**SIDES, "red": {**SIDES["red"], "label": "McCoy of Mars"}}
    system = game({"sides": sides, "compare": [{"most": "sum"}], "results": MARGIN})
    outcome = system["duel"](red={"n": 1, "plus": 2}, blue="declines").roll(faces={"red.d3": [3]})
    assert outcome.results == {"margin": 5, "double": 10, "ours": 12}
    assert contest_story(system.rules, outcome, Style()).endswith("McCoy of Mars wins: margin 5, double 10, ours 12")
    assert "results margin: red_sum - blue_sum" in "\n".join(contest_overview(system.rules.contests["duel"], Style()))


def test_results_are_limited_before_the_sides_are_multiplied() -> None:
    system = game({"compare": [{"most": "sum"}], "results": MARGIN}, Limits(states=50))
    assert "the limit is 50" in refused(system["duel"](red={"n": 4}, blue={"n": 4}).odds)


# -- rolling ---------------------------------------------------------------------------------------------------------


def frequencies(bound: BoundContest, runs: int) -> Counter[str]:
    rng = Random(5)
    return Counter(bound.roll(rng=rng).outcome for _ in range(runs))


@pytest.mark.parametrize(
    "bound",
    [
        OPPOSED(attacker={"tier": 2}, defender={"tier": 1}, defender2={"tier": 1}),
        CONTEST(first={"ability": 1, "aptitude": 1}, second={"ability": 1, "aptitude": 1, "modifier": 1}),
        COMPETITIVE(first={"characteristic": 2}, second={"characteristic": 1, "skill": 1}),
    ],
    ids=["again", "roll-off", "draw"],
)
def test_rolls_fall_as_the_odds_say(bound: BoundContest) -> None:
    runs, law = 1500, bound.odds()
    seen = frequencies(bound, runs)
    chi = sum(float((seen[n] - runs * p) ** 2 / (runs * p)) for n, p in law.outcomes.items() if p)
    assert chi < 18, (seen, law.outcomes)


def test_a_roll_tells_every_round_and_what_decided() -> None:
    bound = OPPOSED(attacker={"tier": 2}, defender={"tier": 2}, defender2={"tier": 1})
    faces = {"attacker.d12": [6, 10, 3, 4], "defender.d12": [10, 6, 7, 1], "defender2.d12": [9]}
    outcome = bound.roll(faces=faces)
    assert isinstance(outcome, ContestOutcome)
    assert (outcome.outcome, outcome.label) == ("defender", "Defender")
    assert [each.what for each in outcome.rounds] == ["roll", "again"]
    assert [name for name, _ in outcome.rounds[1].rolls] == ["attacker", "defender"]
    first = outcome.rounds[0].compared[0]
    assert dict(first.values) == {"attacker": (10, 6), "defender": (10, 6), "defender2": (9,)}
    assert (first.by, first.ahead) == ("dice, highest first", ("attacker", "defender"))
    assert outcome.log["faces"] == faces


def test_a_log_replays_and_goes_through_json() -> None:
    for bound in (
        OPPOSED(attacker={"tier": 1}, defender={"tier": 1}, defender2="declines"),
        CONTEST(first={"aptitude": 1}, second={"aptitude": 1}),
        SYSTEMS["genesys"]["opposed"](actor={"characteristic": 2}, opponent={"characteristic": 2}),
    ):
        for seed in range(20):
            outcome = bound.roll(rng=Random(seed))
            told = json.loads(json.dumps(outcome.to_dict()))
            log = told["log"]
            again = SYSTEMS[log["system"]][log["check"]].bind(log["inputs"], log["properties"])
            assert again == bound
            assert hash(again) == hash(bound)
            assert json.loads(json.dumps(again.replay(log).to_dict())) == told


def test_a_log_of_something_else_is_refused() -> None:
    log = OPPOSED(attacker={"tier": 1}, defender={"tier": 2}).roll(rng=Random(1)).log
    assert "another system" in refused(lambda: CONTEST(first={"aptitude": 1}, second={"aptitude": 1}).replay(log))
    bound = OPPOSED(attacker={"tier": 1}, defender={"tier": 2})
    assert "another contest" in refused(lambda: bound.replay({**log, "check": "skill"}))


def test_who_declines_neither_rolls_nor_wins() -> None:
    bound = OPPOSED(attacker={"tier": 0, "dice": -3}, defender="declines", defender2="declines")
    assert bound.odds().outcomes == {"attacker": 1, "defender": 0, "defender2": 0}
    outcome = bound.roll(faces={})
    assert outcome.outcome == "attacker"
    assert [name for name, _ in outcome.rounds[0].rolls] == ["attacker"]
    assert outcome.log["inputs"]["defender"] == "declines"


def test_who_is_left_alone_still_needs_what_winning_needs() -> None:
    law = duel({"compare": [{"most": "sum"}], "needs": "hit"}, red={"n": 1}, blue="declines").odds()
    assert law.outcomes == {"red": Fraction(1, 3), "blue": 0, "tie": Fraction(2, 3)}


def test_properties_belong_to_a_side() -> None:
    contest = game({"compare": [{"most": "sum"}]})["duel"]
    calm = contest(red={"n": 1}, blue={"n": 1}, properties=["red.calm"])
    laws = {"red": listed(1, 3, lambda f: 3 if f[0] == 1 else f[0]), "blue": listed(1, 3, lambda f: f[0])}
    assert calm.odds().outcomes["red"] == round_of(laws)["red",]
    assert calm.odds().properties == ("red.calm",)
    assert "say whose it is: red.calm" in refused(lambda: contest(red={"n": 1}, blue={"n": 1}, properties=["calm"]))
    assert "did you mean `calm`" in refused(lambda: contest(red={"n": 1}, blue={"n": 1}, properties=["red.clam"]))


# -- what a caller gives ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ({"atacker": {"tier": 1}, "defender": {"tier": 1}}, "no side `atacker`; did you mean `attacker`?"),
        ({"attacker": {"teir": 1}, "defender": {"tier": 1}}, "no input `teir`; did you mean `tier`?"),
        ({"attacker": {"tier": 1}}, "the input `defender.tier` is missing"),
        ({"attacker": {"tier": 1}}, "or, where it does not roll: defender=declines"),
        ({"attacker": "declines", "defender": {"tier": 1}}, "the side `attacker` may not decline"),
        ({"attacker": 3, "defender": {"tier": 1}}, "give its inputs one by one: attacker.INPUT=VALUE"),
        ({"attacker": {"tier": 1}, "defender": {"tier": 999}}, "`defender.tier` is from 0 to 100, not 999"),
        ({"attacker": {"tier": 1}, "defender": {"tier": 1}, "defender3": {"tier": 1}}, "there is no `defender2`"),
        ({"attacker": {"tier": 1}, "defender": {"tier": 1}, "attacker2": {"tier": 1}}, "no side `attacker2`"),
        ({"attacker": {"tier": 1}, "defender": "declines", "defender.tier": 1}, "declines and has inputs"),
    ],
)
def test_what_is_given_wrong_is_told(sides: dict[str, Any], told: str) -> None:
    assert told in refused(lambda: OPPOSED.bind(sides))


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(DicewrightError) as caught:
        OPPOSED(attacker={"tier": "many"}, defender={"tier": -1})
    assert len(caught.value.problems) == 2


def test_everybody_cannot_decline() -> None:
    sides = {name: {"check": "strike", "may_decline": True} for name in ("red", "blue")}
    contest = game({"sides": sides, "compare": [{"most": "sum"}]})["duel"]
    assert "everybody declines" in refused(lambda: contest(red="declines", blue="declines"))


def test_faces_are_said_for_a_side() -> None:
    bound = OPPOSED(attacker={"tier": 1}, defender={"tier": 1})
    assert "`attacker.d12` is thrown more often" in refused(lambda: bound.roll(faces={"defender.d12": [3]}))
    assert "names no die of a side" in refused(lambda: bound.roll(faces={"d12": [3]}))
    assert "1 of the 2 faces said for `defender.d12`" in refused(
        lambda: bound.roll(faces={"defender.d12": [3, 4], "attacker.d12": [2]})
    )


# -- what an author writes -------------------------------------------------------------------------------------------

MOST = [{"most": "sum"}]
ALONE = {"red": {"inputs": {"x": {"type": "integer"}}}, "blue": {"inputs": {"y": {"type": "integer"}}}}
ROLL = {"side": "red", "check": "strike", "inputs": {"n": "red_x", "plus": "-blue_y"}}
WINNER = {"hit": "red", "miss": "blue"}


@pytest.mark.parametrize(
    ("contest", "code", "told"),
    [
        (
            {"sides": {"red": {"check": "strkie"}, "blue": {"check": "strike"}}, "compare": MOST},
            "unknown-check",
            "did you mean `strike`",
        ),
        ({"sides": {"red": {}, "blue": {"check": "strike"}}, "compare": MOST}, "missing-key", "needs `check`"),
        ({"sides": {"red": {"check": "strike"}}, "compare": MOST}, "one-side", "two sides or more"),
        (
            {"sides": {"red": {"check": "strike"}, "tie": {"check": "strike"}}, "compare": MOST},
            "reserved-name",
            "without a winner",
        ),
        (
            {"sides": {"red": {"check": "strike"}, "blue2": {"check": "strike"}}, "compare": MOST},
            "reserved-name",
            "ends in a number",
        ),
        ({"compare": [{"most": "summ"}]}, "unknown-name", "did you mean `sum`"),
        ({"compare": [{"most": "count(value == 1)"}]}, "unknown-name", "value"),
        ({"compare": [{"most": "sum", "least": "ones"}]}, "one-of", "one of `most`, `least` or `dice`"),
        ({"compare": [{"most": "sum", "without": 1}]}, "one-of", "`without` goes with `dice`"),
        ({"compare": [{"dice": "highest"}]}, "unknown-word", "highest_first"),
        ({"compare": MOST, "needs": "hitt"}, "unknown-name", "did you mean `hit`"),
        ({"compare": MOST, "tie": "agian"}, "unknown-word", "did you mean `again`"),
        (
            {"compare": MOST, "tie": {"check": "tos", "compare": [{"most": "toss"}]}},
            "unknown-check",
            "did you mean `toss`",
        ),
        (
            {"compare": MOST, "tie": {"check": "toss", "inputs": {"bonos": 1}, "compare": [{"most": "toss"}]}},
            "unknown-input",
            "did you mean `bonus`",
        ),
        (
            {"compare": MOST, "tie": {"check": "toss", "inputs": {"bonus": "sum"}, "compare": [{"most": "toss"}]}},
            "unknown-name",
            "sum",
        ),
        ({"compare": MOST, "tie": {"check": "strike", "compare": MOST}}, "missing-input", "needs its input `n`"),
        ({"compare": MOST, "tie": {"check": "toss"}}, "missing-key", "compare"),
        ({}, "missing-key", "needs `compare`"),
        ({"compare": MOST, "winner": WINNER}, "one-of", "`winner` goes with `roll`"),
        ({"sides": ALONE, "roll": ROLL}, "missing-key", "needs `winner`"),
        ({"sides": ALONE, "roll": ROLL, "winner": {"hit": "red"}}, "missing-key", "by the outcome `miss`"),
        ({"sides": ALONE, "roll": ROLL, "winner": {**WINNER, "miss": "blu"}}, "unknown-side", "did you mean `blue`"),
        ({"sides": ALONE, "roll": ROLL, "winner": {**WINNER, "mis": "blue"}}, "unknown-outcome", "did you mean `miss`"),
        ({"sides": ALONE, "roll": ROLL, "winner": WINNER, "compare": MOST}, "one-of", "`compare` has no place here"),
        ({"sides": ALONE, "roll": {**ROLL, "side": "rde"}, "winner": WINNER}, "unknown-side", "did you mean `red`"),
        (
            {"sides": ALONE, "roll": {**ROLL, "check": "stirke"}, "winner": WINNER},
            "unknown-check",
            "did you mean `strike`",
        ),
        ({"sides": ALONE, "roll": {**ROLL, "inputs": {"n": "red_z"}}, "winner": WINNER}, "unknown-name", "red_x"),
        (
            {"sides": {**ALONE, "red": {"check": "strike"}}, "roll": ROLL, "winner": WINNER},
            "one-of",
            "it only has `inputs`",
        ),
        (
            {"sides": {**SIDES, "red": {"check": "strike", "inputs": {}}}, "compare": MOST},
            "one-of",
            "leave out `inputs`",
        ),
        ({"compare": MOST, "tei": "draw"}, "unknown-key", "did you mean `tie`"),
    ],
)
def test_what_an_author_writes_wrong_has_a_place_and_a_way_out(contest: dict[str, Any], code: str, told: str) -> None:
    problems = wrong(contest)
    found = [problem for problem in problems if problem.code == code]
    assert found, problems
    assert any(told in str(problem) for problem in found), problems
    assert all(problem.where is not None and problem.where.line > 1 for problem in found)


def test_one_slip_gives_one_message() -> None:
    for contest in (
        {"compare": [{"most": "summ"}]},
        {"compare": MOST, "tie": "agian"},
        {"compare": MOST, "tei": "draw"},
    ):
        assert len(wrong(contest)) == 1


def test_a_contest_is_no_check() -> None:
    data = {**GAME, "contests": {"strike": {"sides": SIDES, "compare": MOST}}}
    assert "is a check already" in refused(lambda: dicewright.loads(written(data)))


def test_names_of_two_sides_may_not_meet() -> None:
    number = {"type": "integer"}
    sides = {"a": {"inputs": {"b_c": number}}, "a_b": {"inputs": {"c": number}}}
    roll = {"side": "a", "check": "strike", "inputs": {"n": "a_b_c"}}
    assert wrong({"sides": sides, "roll": roll, "winner": {"hit": "a", "miss": "a_b"}})[0].code == "name-clash"


CASE = {"name": "x", "check": "duel", "given": {"red.n": 1, "blue.n": 1}, "expect": {"outcome": "red"}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"given": {"rad.n": 1}}, "has no side `rad`; did you mean `red`?"),
        ({"given": {"red.m": 1}}, "the side `red` has no input `m`"),
        ({"given": {"red": 1}}, "write its inputs as red.INPUT"),
        ({"given": {"red": {"m": 1}}}, "the side `red` has no input `m`"),
        ({"given": {"red": {"n": {}}}}, "`n`"),
        ({"check": "strike", "given": {"n": {"x": 1}}, "expect": {"outcome": "hit"}}, "is not a block of keys"),
        ({"expect": {"outcome": "rad"}}, "the contest `duel` has no outcome `rad`"),
        ({"expect": {"outcome": "tie"}}, "the contest `duel` has no outcome `tie`"),
        ({"expect": {"results": {"sum": 1}}}, "the contest `duel` has no result `sum`"),
        ({"odds": {"outcomes": {"green": 1}}}, "the contest `duel` has no outcome `green`"),
        ({"odds": {"probability": {"green": 1}}}, "`green` is not a name"),
        ({"faces": {"d3": [1]}}, "the faces of a contest are said for a die of a side"),
        ({"faces": {"red.d4": [1]}}, "there is no die `d4`"),
        ({"properties": ["red.clam"]}, "there is no property `clam`; did you mean `calm`?"),
        ({"check": "dule"}, "there is no check `dule`; did you mean `duel`?"),
    ],
)
def test_a_test_of_a_contest_is_linked(change: dict[str, Any], told: str) -> None:
    problems = wrong({"compare": MOST, "tie": "again"}, tests=[{**CASE, **change}])
    assert told in str(problems[0]), problems
    assert len(problems) == 1


def verdicts(tests: Iterable[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    from dicewright.play.verify import verify

    system = game({"compare": MOST}, tests=list(tests))
    for verdict in verify(system.rules):
        yield tuple(problem.message for problem in verdict.problems)


def test_a_test_of_a_contest_fails_when_it_is_wrong() -> None:
    faces = {"faces": {"red.d3": [3], "blue.d3": [2]}}
    nested = {"red": {"n": 1}, "blue": {"n": 1}}
    good, lost, odd = verdicts(
        [
            {**CASE, **faces, "given": nested},
            {**CASE, **faces, "name": "y", "expect": {"outcome": "blue"}},
            {**CASE, "name": "z", "expect": {"error": "x"}, "odds": {"outcomes": {"tie": "1/4"}}},
        ]
    )
    assert good == ()
    assert lost == ("y: the outcome is red, expected blue",)
    assert any("expected" in message for message in odd)


# -- telling ---------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out = capsys.readouterr()
    return code, out.out, out.err


def test_the_json_of_odds_is_that_of_a_check(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("odds", "rising-legends", "opposed", "attacker.tier=2", "defender.tier=1")
    code, out, _ = run(capsys, *words, "--json", "--probability", "attacker", "--mean", "defender")
    told = json.loads(out)
    skill = dicewright.load("rising-legends")["skill"](tier=1).odds().to_dict()
    assert code == 0
    assert told.keys() == skill.keys()
    assert (told["system"], told["check"]) == ("rising-legends", "opposed")
    assert told["inputs"]["attacker"]["tier"] == 2
    assert told["outcomes"] == {"attacker": "611/864", "defender": "253/864"}
    assert told["probability"] == {"attacker": "611/864"}
    assert told["mean"] == {"defender": "253/864"}
    assert told["unresolved"] == "0"


def test_a_contest_is_told_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    faces = "attacker.d12: 9, 4, 12, 3; defender.d12: 4, 9, 8, 1"
    code, out, _ = run(
        capsys, "roll", "rising-legends", "opposed", "attacker.tier=2", "defender.tier=2", "--faces", faces
    )
    assert code == 0
    assert "Opposed roll: Attacker (tier 2) against Defender (tier 2)" in out
    assert out.count("dice, highest first") == 2
    assert "Attacker 9 4, Defender 9 4" in out
    assert "Again" in out
    assert out.rstrip().endswith("Attacker wins")


def test_the_other_forms_are_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    one = ("first.aptitude=1", "second.aptitude=1", "--faces", "first.die: 7, 3, 5; second.die: 8, 3, 4")
    _, out, _ = run(capsys, "roll", "sirius-galaxy", "contest", *one)
    assert "Roll-off" in out
    assert "First wins" in out
    words = ("actor.characteristic=1", "opponent.characteristic=0", "--faces", "actor.ability: success")
    _, out, _ = run(capsys, "roll", "genesys", "opposed", *words)
    assert "Actor wins" in out
    words = ("first.characteristic=1", "second.characteristic=0", "first.difficulty=0", "second.difficulty=0")
    _, out, _ = run(capsys, "roll", "genesys", "competitive", *words, "--faces", "first.ability: blank")
    assert "needs success >= 1" in out
    assert out.rstrip().endswith("Tie")
    _, out, _ = run(capsys, "odds", "rising-legends", "opposed", "attacker.tier=1", "defender=declines", "--exact")
    assert "Attacker (tier 1) against Defender declines" in out


def test_a_contest_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "rising-legends")
    assert "defender: rolls skill; may decline; more as defender2, defender3" in out
    _, out, _ = run(capsys, "show", "sirius-galaxy")
    assert "those tied roll roll_off with ability = ability until it is decided" in out
    _, out, _ = run(capsys, "show", "genesys", "--json")
    told = json.loads(out)["contests"]
    assert told["opposed"]["outcomes"] == ["actor", "opponent"]
    assert told["competitive"]["outcomes"] == ["first", "second", "tie"]
    assert told["competitive"]["sides"]["second"]["more"] is True


def test_wrong_sides_are_told_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "odds", "rising-legends", "opposed", "atacker.tier=1", "defender.tier=1")
    assert code == 2
    assert "did you mean `attacker`?" in err
    assert "there may be more: defender2, defender3 and so on" in err


def test_contests_stand_beside_checks() -> None:
    system = dicewright.load("genesys")
    assert {"skill", "opposed"} <= set(system)
    assert set(system.contests) == {"opposed", "competitive"}
    assert set(system.checks) & set(system.contests) == set()
    assert len(system) == len(list(system))
    assert "did you mean `opposed`" in refused(lambda: system["oposed"])
