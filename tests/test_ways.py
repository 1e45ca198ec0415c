"""All ways to read a check mean the same: lean odds, plain odds, brute force, rolls, replays, independent witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from math import comb, prod
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import dicewright
from dicewright import BoundCheck, Limits, System
from dicewright.folders import shipped
from dicewright.model.system import Input
from dicewright.play.plan import plan
from toy import TOY, agree, attempt, brute_force, exact, law, load, problems, rolled, toy
from witness import (
    alien,
    blades,
    cortex,
    d20props,
    dnd,
    genesys,
    l5r,
    mutant,
    neon,
    ore,
    rising,
    risk,
    savage,
    sirius,
    sorcerer,
    twilight,
    year_zero,
)

# -- systems that hypothesis writes -----------------------------------------------------------------------------------

ALONE = [
    *("value >= 2", "value == maximum", "value <= n", "sun >= 1"),
    *("exploded == 0", "rerolled == 0", "kept", "face > n", "a and value >= n", "not x", "x or value == low"),
]
TOGETHER = ["matches >= 2", "rank == 1", "value == highest(value)", "value < total", "dice > n", "sun < moon"]
TOGETHER += ["matches >= 2 and not a", "count(x) > n", "value >= highest(value if a else n)"]
NUMBERS = st.sampled_from([0, 1, 2, "n", "dice", "count(value >= n)", "n - 1", "1 if flag else dice"])
NUMERIC = st.integers(2, 3).map(lambda sides: {"sides": sides})
SYMBOLIC = st.sampled_from(
    [
        ["blank", "sun", ["sun", "moon"]],
        ["moon", {"face": "star", "weight": 2}],
        [1, 1, 3],
        [0, ["sun", 2]],
        ["sun", "moon", "sun"],
    ]
).map(lambda faces: {"faces": faces})
RESULTS = {
    "t": "total",
    "d": "dice",
    "s": "sun",
    "m": "moon",
    "n": "n",
    "k": "k",
    "high": "highest(value)",
    "low": "lowest(value + n)",
    "pairs": "sets(2)",
    "second": "nth(2)",
    "even": "all(value % 2 == 0)",
    "sum": "sum(value * kept) + count(value > n)",
    "tag": "count(exploded) + 10 * count(rerolled)",
    "like": "highest(matches * 10 + value)",
    "of_a": "sum(value if a else way) + 10 * count(not a)",
    "marked": "count(x) + 10 * highest(value if x else 0)",
    "flag": "count(value == 1) + total * (n > 1) if flag else k",
    "both": "any(value >= 2) and (flag or largest_set() == 2)",
}


def where(alone: bool) -> st.SearchStrategy[str]:
    return st.sampled_from(ALONE if alone else ALONE + TOGETHER)


@st.composite
def selecting(draw: st.DrawFn, alone: bool = False, aim: bool = False) -> dict[str, Any]:
    """Any selector: which dice, how many of them, in which order or by whose will."""
    keys: dict[str, Any] = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "dice": st.sampled_from([["a"], ["b"]]),
                "where": where(alone),
                "containing": st.sampled_from(["sun", ["moon", "star"]]),
                "showing": st.sampled_from([1, "sun", "blank", ["sun", "moon"]]),
                "state": st.sampled_from(["rolled", "kept", "dropped", "reserved", "bag"]),
                "tag": st.just("x"),
                "when": st.sampled_from(
                    ["n == 1", "dice >= 2", "any(value >= 2)", "sets(2)", "flag", "not flag and k == 0"]
                ),
            },
        )
    )
    kept = draw(st.sets(st.sampled_from(sorted(keys)), max_size=2)) if keys else set()
    keys = {name: keys[name] for name in sorted(kept)}
    match draw(st.sampled_from(["all", "all", "first", "first", "per", "may", "player"])):
        case "first":
            keys |= {draw(st.sampled_from(["count", "at_most"])): draw(NUMBERS)}
            keys |= {"pick": draw(st.sampled_from(["highest", "lowest", "any", "random"]))}
            if keys["pick"] in ("highest", "lowest") and draw(st.booleans()):
                keys |= {"by": draw(st.sampled_from(["sides", "0 - value", "matches", "sun"]))}
        case "per":
            keys |= {"per": draw(st.sampled_from(["kind", "twin"])), "count": 1, "pick": "highest"}
        case "may":
            keys |= {"may": "roller", "prefer": draw(st.sampled_from(["always", "never"]) | where(False))}
        case "player":
            keys |= {"pick": "roller", "at_least": draw(NUMBERS), "at_most": draw(NUMBERS)}
            keys |= {} if aim and draw(st.booleans()) else {"prefer": draw(where(False))}
    return keys


@st.composite
def acting(draw: st.DrawFn, aim: bool = False) -> dict[str, Any]:
    """A step that changes dice on the table, with any selector."""
    do = draw(
        st.sampled_from(
            [
                *("reroll", "reroll", "explode", "explode", "set", "set", "multiply", "negate", "tag"),
                *("keep", "keep", "drop", "drop", "reserve", "remove", "return"),
            ]
        )
    )
    own: dict[str, Any] = {}
    match do:
        case "reroll":
            own = draw(st.sampled_from([{}, {"times": 2}, {"keep": "best"}, {"keep": "worst", "times": 1}]))
        case "explode":
            own = draw(st.sampled_from([{"onto": True}, {"die": "b"}, {}, {"into": "kept"}, {"tagged": "x"}]))
            own = own | {"times": draw(st.sampled_from([0, 1, 1, 2]))}
        case "set":
            own = draw(
                st.sampled_from(
                    [{"to": "min"}, {"to": "max"}, {"value": "value + n"}, {"value": "matches"}, {"value": "rank * 2"}]
                )
            )
        case "multiply":
            own = {"times": draw(NUMBERS)}
        case "negate":
            own = {"symbols": draw(st.sampled_from(["sun", "star", ["moon"]]))}
        case "tag":
            own = {"name": "x"}
    return {"do": do, **own, **draw(selecting(do in ("reroll", "explode"), aim))}


NUMBERING = st.one_of(
    st.builds(lambda value: {"do": "let", "name": "n", "value": value}, NUMBERS),
    st.builds(
        lambda measure, keys: {"do": "tally", "name": "k", "measure": measure, **keys},
        st.sampled_from(["count", "total", "highest", "lowest", "largest_set", "different"]),
        st.sampled_from(
            [{}, {"where": "value >= n"}, {"dice": ["a"]}, {"state": "dropped"}, {"state": "bag"}, {"tag": "x"}]
        ),
    ),
    st.just({"do": "cancel"}),
    st.just({"do": "table", "name": "k", "table": "halves", "row": "min(n, 3)"}),
    st.sampled_from(["n == 2", "total >= 3", "dice == 0"]).map(lambda when: {"do": "stop", "when": when}),
    st.builds(lambda to: {"do": "choose", "who": "roller", "name": "n", "to": to, "prefer": "dice - 1"}, NUMBERS),
)


@st.composite
def pairing(draw: st.DrawFn) -> dict[str, Any]:
    """A step that sets dice against dice."""
    ours = draw(st.sampled_from([{"dice": ["a"]}, {"where": "value >= 2"}, {"where": "matches == 1"}, {}]))
    theirs = draw(st.sampled_from([{"dice": ["b"]}, {"tag": "x"}, {"where": "value < n"}, {"where": "matches >= 2"}]))
    line_up = draw(st.sampled_from(["highest", "lowest", "alike", "alike"]))
    step = {"do": "pair", **ours, "against": theirs, "line_up": line_up, "name": draw(st.sampled_from(["n", "k"]))}
    if draw(st.booleans()):
        step |= {"drops": draw(st.sampled_from(["both", "selected", "against"]))}
    if draw(st.booleans()):
        step |= {"holds": draw(st.sampled_from(["value > other", "value == other", "matches == 1", "other < n"]))}
        step |= {"unbroken": True} if line_up != "alike" and draw(st.booleans()) else {}
    if draw(st.integers(0, 3)) == 0:
        step |= {"by": draw(st.sampled_from(["sides", "sun", "0 - value"]))}
    return step


BRINGING = st.sampled_from(
    [
        [{"do": "add", "die": "a", "tag": "x"}, {"do": "roll"}],
        [{"do": "add", "die": "b", "count": "n"}, {"do": "roll"}],
        [{"do": "add", "die": "a", "face": 1}],
        [{"do": "add", "die": "b", "state": "bag"}, {"do": "draw", "count": 1}, {"do": "roll"}],
        [{"do": "add", "deck": "a"}, {"do": "draw", "count": "n"}],
        [{"do": "add", "deck": "b"}, {"do": "draw", "at_most": 2, "where": "value + sun >= 1"}],
        [{"do": "add", "die": "a"}, {"do": "add", "twin": 1}, {"do": "roll"}],
        [{"do": "add", "die": "a"}, {"do": "upgrade", "ladder": "up", "times": "n"}, {"do": "roll"}],
    ]
)


WISHES = st.sampled_from(["total >= 3", "any(x)", "way == high and n == low"])
PARTS = [*("act",) * 4, *("number",) * 2, "pair", "bring", "repeat", "while", "choose", "phase"]


@st.composite
def steps(draw: st.DrawFn, aim: bool = False, depth: int = 1) -> list[dict[str, Any]]:
    """A short list of steps; blocks hold shorter ones."""
    found: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1 + depth, 3 + depth))):
        match draw(st.sampled_from(PARTS)):
            case "act":
                found.append(draw(acting(aim)))
            case "number":
                found.append(draw(NUMBERING))
            case "pair":
                found.append(draw(pairing()))
            case "bring":
                found += draw(BRINGING)
            case "repeat" if depth:
                found.append({"do": "repeat", "times": draw(NUMBERS), "steps": draw(steps(aim, 0))})
            case "while" if depth:
                inner = [*draw(steps(aim, 0)), {"do": "let", "name": "n", "value": "n + 1"}]
                found.append({"do": "repeat", "while": "n < 2", "rounds": 2, "steps": inner})
            case "choose" if depth:
                ways = [{"name": "no", "steps": []}, {"name": "yes", "when": "dice >= 1", "steps": draw(steps(aim, 0))}]
                prefer = {} if aim and draw(st.booleans()) else {"prefer": draw(st.sampled_from(["no", "yes"]))}
                if draw(st.booleans()):  # each way says itself when it is preferred
                    ways = [ways[1] | {"prefer": draw(WISHES)}, ways[0] | ({"prefer": True} if prefer else {})]
                    prefer = {}
                found.append({"do": "choose", "who": "roller", "options": ways, **prefer})
            case "phase" if depth and {"do": "phase", "name": "late"} not in found:
                found.append({"do": "phase", "name": "late"})
    return found


def goals(result: str) -> st.SearchStrategy[dict[str, str]]:
    return st.sampled_from([{"most": result}, {"least": result}, {"chance": f"{result} >= 2"}])


# A step that asks for a face, a die or a tag that is never there is refused by the linker.
IN_VAIN = {"unknown-face", "die-never-added", "unknown-tag"}


@st.composite
def systems(draw: st.DrawFn) -> tuple[dict[str, Any], list[str]]:
    """A system, and properties for its roll."""
    aim = draw(st.booleans())
    start = draw(
        st.sampled_from(
            [[("a", 2)], [("a", 1), ("b", 1)], [("b", 2)], [("a", 3)], [("a", 1)]],
        )
    )
    first = [{"do": "let", "name": "n", "value": 1}, {"do": "let", "name": "k", "value": 0}]
    first += [{"do": "add", "die": die, "count": count} for die, count in start]
    first += draw(st.sampled_from([[], [{"do": "add", "twin": 1, "dice": ["a"]}], [{"do": "phase", "name": "early"}]]))
    body = draw(steps(aim))
    phases = {step["name"] for step in (*first, *body) if step["do"] == "phase"}
    owned = {}
    if phases:
        at = st.sampled_from(sorted(phases))
        bring = st.builds(lambda at, step: {"at": at, **step}, at, acting(aim))
        owned = {
            "good": {"opposes": "bad", "triggers": draw(st.lists(bring, min_size=1, max_size=2))},
            "bad": {"triggers": draw(st.lists(bring, max_size=1))},
        }
    results = [draw(st.sampled_from(["t", "d", "s", "k"]))]
    results += draw(st.lists(st.sampled_from(sorted(RESULTS.keys() - set(results))), max_size=2, unique=True))
    system = toy(
        [*first, {"do": "roll"}, *body],
        {f"r_{name}": RESULTS[name] for name in results},
        symbols={"sun": {}, "moon": {}, "star": {"counts_as": ["sun"]}},
        dice={"a": draw(NUMERIC), "b": draw(SYMBOLIC)},
        ladders={"up": ["a", "b"]},
        tables={"halves": {"rows": [{"to": 1, "value": 10}, {"from": 2, "value": 20}]}},
        properties=owned,
        property_rules={"repeats": draw(st.sampled_from(["once", "each"]))},
        check={
            "inputs": {"way": {"type": "choice", "options": ["low", "high"], "default": "high"}},
            "let": {"flag": draw(st.sampled_from(["true", "false"]))},
            **({"aim": [draw(goals(f"r_{results[0]}"))]} if aim else {}),
        },
    )
    system["checks"]["marking"] = {"steps": [{"do": "add", "die": "a", "tag": "x"}, {"do": "roll"}]}
    assume(not {problem.code for problem in problems(system)} & IN_VAIN)
    return system, draw(st.lists(st.sampled_from(sorted(owned)), max_size=2)) if owned else []


few = settings(max_examples=50, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@few
@given(systems())
def test_lean_odds_are_plain_odds_are_brute_force(written: tuple[dict[str, Any], list[str]]) -> None:
    """On any system: the rewrites that make odds lean change nothing, and both are what listing every roll gives."""
    system, properties = written
    setting = load(system, states=1_000)["roll"](properties=properties).setting
    plain = attempt(lambda: exact(setting, lean=False))
    if plain == ["limit"]:
        return
    assert attempt(lambda: exact(setting)) == plain
    brute = attempt(lambda: brute_force(setting, most=300))
    if brute is not None:
        assert brute == plain or agree(brute, plain)


@few
@given(systems())
def test_a_law_of_some_results_is_that_part_of_the_law_of_all(written: tuple[dict[str, Any], list[str]]) -> None:
    """What nobody asks for is left out, and makes no difference to the rest, nor to how a player decides."""
    system, properties = written
    bound = load(system, states=1_000)["roll"](properties=properties)
    whole = attempt(bound.odds)
    for name in bound.setting.check.results if not isinstance(whole, list) else ():
        assert bound.odds(only=name).table(name) == whole.table(name)


CLASSES_ASK = ["value >= 4", "value == 1", "value <= n", "value >= 5 or sun == 1", "face > 2 * n", "sun"]
CLASSES_PICK: list[dict[str, Any]] = [
    *({"pick": pick, "at_most": n} for pick in ("any", "highest", "lowest") for n in (1, 2)),
    *({}, {"may": "roller"}, {"pick": "roller", "at_least": 1, "at_most": 2}, {"may": "roller", "prefer": "always"}),
    *({"pick": "highest", "at_most": 1, "by": "sun"}, {"dice": ["b"]}, {"tag": "x"}, {"pick": "random", "count": 1}),
]
CLASSES_DO: list[dict[str, Any]] = [
    *({"do": "reroll"}, {"do": "reroll", "keep": "best"}, {"do": "reroll", "times": 2}, {"do": "explode", "times": 2}),
    *({"do": "explode", "times": 1, "onto": True}, {"do": "explode", "times": 2, "into": "kept"}, {"do": "remove"}),
    *({"do": "keep"}, {"do": "drop"}, {"do": "tag", "name": "x"}, {"do": "set", "value": "value // 2 + 1"}),
    *({"do": "set", "to": "max"}, {"do": "multiply", "times": 2}, {"do": "negate", "symbols": "sun"}),
]
CLASSES_READ = ["count(value >= 4)", "count(value == 1)", "k", "sun", "any(value == 5)", "count(kept)", "highest(sun)"]
CLASSES_READ += [
    "sum(value * kept)",
    "count(value <= k)",
    "highest(value)",
    "count(face == n)",
    "dice",
    "largest_set()",
]


@st.composite
def judging(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A step that looks at classes of faces, and perhaps a number that is taken before it."""
    step = draw(st.sampled_from(CLASSES_DO)) | draw(st.sampled_from(CLASSES_PICK))
    if draw(st.booleans()) or step["do"] == "explode":
        step = step | {"where": draw(st.sampled_from(CLASSES_ASK))}
    tally = {"do": "tally", "name": draw(st.sampled_from(["n", "k"])), "measure": "count"}
    before = [tally | {"where": draw(st.sampled_from(CLASSES_ASK))}] if draw(st.booleans()) else []
    more: list[list[dict[str, Any]]] = [[], [{"do": "add", "die": "b", "tag": "x"}, {"do": "roll"}]]
    return [*before, step, *draw(st.sampled_from(more))]


@few
@given(
    st.sampled_from([["a"], ["a", "a"], ["a", "b"], ["b", "b"]]),
    st.lists(judging(), min_size=1, max_size=2),
    st.lists(st.sampled_from(CLASSES_READ), min_size=1, max_size=2, unique=True),
    st.sampled_from([None, "most", "least"]),
)
def test_faces_that_nothing_tells_apart_stand_for_each_other(
    dice: list[str], acts: list[list[dict[str, Any]]], reads: list[str], aim: str | None
) -> None:
    """Dice with many faces of which little is asked, taken by rule, by chance and by a player."""
    kinds = {"a": {"sides": 5}, "b": {"faces": [1, [2, "sun"], 3, [5, "sun"], {"face": "moon", "weight": 2}]}}
    first = [{"do": "let", "name": name, "value": 1} for name in ("n", "k")]
    bring = [{"do": "add", "die": die} for die in dice]
    prefer = {} if aim else {"prefer": "value <= 2"}
    steps = [prefer | step if {"may", "at_least"} & step.keys() else step for act in acts for step in act]
    results = {f"r{n}": text for n, text in enumerate(reads)}
    goals = {"aim": [{aim: "r0"}]} if aim else None
    system = toy([*first, *bring, ROLL, *steps], results, dice=TOY["dice"] | kinds, check=goals)
    assume(not {problem.code for problem in problems(system)} & IN_VAIN)
    setting = load(system, states=3_000)["roll"]().setting
    plain = attempt(lambda: exact(setting, lean=False))
    if plain == ["limit"]:
        return
    assert attempt(lambda: exact(setting)) == plain
    brute = attempt(lambda: brute_force(setting, most=300))
    if brute is not None:
        assert brute == plain or agree(brute, plain)


FEW_STATES: dict[str, tuple[list[dict[str, Any]], str, int, Fraction]] = {
    "dice that explode on two faces and are counted": (
        [{"do": "add", "die": "d20", "count": 10}, {"do": "roll"}, {"do": "explode", "where": "value >= 19"}],
        "count(value >= 18) == 0",
        500,
        Fraction(17, 20) ** 10,
    ),
    "up to three of the low ones are thrown again": (
        [
            *({"do": "add", "die": "d20", "count": 10}, {"do": "roll"}),
            {"do": "reroll", "where": "value < 11", "at_most": 3, "pick": "any"},
        ],
        "count(value >= 11) == 0",
        500,
        Fraction(1, 2**13),
    ),
    "dice are counted, go, and bring others": (
        [
            *({"do": "add", "die": "d20", "count": 12}, {"do": "roll"}),
            {"do": "tally", "name": "hits", "measure": "count", "where": "value >= 11"},
            *({"do": "remove"}, {"do": "add", "die": "d20", "count": "hits"}, {"do": "roll"}),
        ],
        "count(value >= 11) == 0",
        500,
        Fraction(3, 4) ** 12,
    ),
    "what was counted before an input forbids it makes no difference": (
        [
            *({"do": "add", "die": "d20", "count": 30}, {"do": "roll"}),
            {"do": "tally", "name": "ones", "measure": "count", "where": "value == 1"},
            {"do": "explode", "where": "value == 20", "times": 1},
        ],
        "(ones if flag else 0) == 0 and count(value == 20) == 0",
        500,
        Fraction(19, 20) ** 30,
    ),
}


@pytest.mark.parametrize("name", FEW_STATES)
def test_what_nobody_looks_at_takes_few_states(name: str) -> None:
    steps, reads, states, expected = FEW_STATES[name]
    system = load(toy(steps, reads, check={"let": {"flag": "false"}}), states=states)
    assert law(system["roll"]())[1] == expected


def test_a_choice_of_dice_to_throw_again_forgets_what_they_showed() -> None:
    """The best of four dice, thrown three times: four alike as in the closed form for one number, and no big search."""
    steps = [
        *({"do": "add", "die": "d6", "count": 4}, ROLL),
        {"do": "repeat", "times": 2, "steps": [{"do": "reroll", "may": "roller"}]},
    ]
    aim = {"aim": [{"most": "x"}]}
    system = load(toy(steps, "count(value == 6) == 4", check=aim), states=3_000)
    assert law(system["roll"]())[1] == (1 - Fraction(5, 6) ** 3) ** 4


TOGETHER_READS = ["total", "dice", "n", "k", "sun", "count(matches >= 2)", "lowest(value)", "sum(matches * value)"]
TOGETHER_READS += ["sum(matches if a else 0)", "count(x and value >= 2)", "lowest(matches if not b else 9)"]
TOGETHER_READS += ["highest(matches * 10 + value)", "any(matches == 2 and sun == 0)", "count(kept)", "n + 10 * total"]
TOGETHER_READS += ["highest(value if matches == k else 0)", "count(matches == k) * 10 + k", "sum(value > k)"]
TOGETHER_READS += ["largest_set()", "sets(2) * 10 + different()", "sets(n)", "largest_set() * total"]
ONE_BY_ONE = [
    {"do": "reroll", "where": "value == 1"},
    {"do": "set", "where": "value == 3", "value": 1},
    {"do": "tag", "name": "x", "where": "value <= 2"},
    {"do": "drop", "where": "value == 2"},
    {"do": "drop", "where": "b and value == 2"},
    {"do": "set", "where": "x or a", "value": "value + b"},
]
BY_NUMBER = [
    {"do": "drop", "where": "matches == 1"},
    {"do": "keep", "where": "matches >= 2 or value == 2"},
    {"do": "reserve", "where": "matches > n"},
    {"do": "keep", "where": "matches >= 2 and not b or x"},
    {"do": "multiply", "times": 3, "where": "matches == 2"},
    {"do": "set", "where": "matches >= 2", "to": "max"},
    {"do": "set", "value": "value + matches"},
    {"do": "set", "where": "value == 2", "face": 1},
]


@few
@given(
    st.lists(st.sampled_from(["a", "a", "b", "c"]), max_size=2),
    st.lists(st.sampled_from(ONE_BY_ONE), max_size=1),
    st.lists(st.sampled_from(BY_NUMBER) | pairing(), max_size=3),
    st.sampled_from(
        [
            *([], [], [{"do": "add", "die": "b", "face": 1}]),
            [{"do": "let", "name": "k", "value": "largest_set()"}],
            [{"do": "let", "name": "k", "value": "highest(value - 2)"}],
            [{"do": "let", "name": "k", "value": "max(lowest(value), count(matches >= 2))"}],
            [{"do": "let", "name": "k", "value": "different() - n"}, {"do": "let", "name": "n", "value": "total + k"}],
            [{"do": "tally", "name": "k", "measure": "sets", "state": "dropped"}],
            [{"do": "tally", "name": "k", "measure": "largest_set", "where": "value + sun >= 2"}],
        ]
    ),
    st.lists(st.sampled_from(TOGETHER_READS), min_size=1, max_size=3),
)
def test_dice_of_one_number_are_judged_together_as_they_are_one_by_one(
    dice: list[str],
    alone: list[dict[str, Any]],
    together: list[dict[str, Any]],
    late: list[dict[str, Any]],
    reads: list[str],
) -> None:
    """No matter which of them can be taken number by number, and which have to be listed."""
    kinds = {"a": {"sides": 3}, "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 2]}, "c": {"faces": [3, "sun"]}}
    first = [{"do": "let", "name": name, "value": 1} for name in ("n", "k")]
    face = [{"do": "add", "die": "a", "face": 3, "tag": "x"}]
    steps = [
        *first,
        *face,
        *({"do": "add", "die": die} for die in ["a", "b", *dice]),
        {"do": "roll"},
        *alone,
        *together,
    ]
    setting = rolled(
        [*steps, *late],
        {f"r{n}": text for n, text in enumerate(reads)},
        dice=TOY["dice"] | kinds,
    ).setting
    assert exact(setting) == exact(setting, lean=False)
    brute = brute_force(setting)
    assert brute is not None
    assert agree(brute, exact(setting))


@pytest.mark.parametrize(
    ("number", "then"),
    [
        ("largest_set()", "highest(value if matches == k else 0)"),  # lesser sets make no difference
        ("largest_set()", "sum(value if matches == k else 0) * 9 + lowest(matches == k)"),  # but for the 0
        ("largest_set()", "sum(value if matches < k else 0)"),
        ("largest_set()", "lowest(value if matches == k else 5)"),
        ("largest_set()", "highest(5 * (matches == k - 1) + value * (matches == k))"),  # where they fit beside it
        ("highest(value - 2)", "count(value == k + 2)"),
        ("highest(value - 9 if value > 1 else -20)", "count(value > 1) * 9 + count(matches == k + 9)"),
        ("highest(value)", "n * k"),
    ],
)
def test_the_greatest_number_is_carried_with_what_was_left_under_it(number: str, then: str) -> None:
    """No matter whether groups with a lesser number make a difference; with no dice, too, and with dice that go."""
    kinds = {"a": {"faces": [1, 2, 2, 4]}}
    for count, where in ((0, "value == 0"), (1, "value == 1"), (4, "value == 0"), (3, "value <= 2")):
        dice = [{"do": "add", "die": "d3", "count": count}, {"do": "add", "die": "a", "count": count // 2}]
        late = [{"do": "drop", "where": where}, {"do": "let", "name": "k", "value": number}]
        steps = [{"do": "let", "name": "n", "value": 3}, *dice, ROLL, *late]
        setting = rolled(steps, {"then": then, "k": "k"}, dice=TOY["dice"] | kinds | {"d3": {"sides": 3}}).setting
        brute = brute_force(setting)
        assert brute is not None
        assert exact(setting) == exact(setting, lean=False)
        assert agree(brute, exact(setting))


def test_many_dice_that_are_judged_together_are_never_listed() -> None:
    """Twenty dice of twenty faces match as the odds of their numbers say, within a few thousand states."""
    steps = [{"do": "add", "die": "d20", "count": 20}, ROLL, {"do": "drop", "where": "matches == 1"}]
    system = load(toy(steps, "min(dice, 1)"), states=5_000)
    alone = Fraction(prod(range(1, 21)), 20**20)
    assert law(system["roll"]()) == {0: alone, 1: 1 - alone}


SUMMED = [
    {"do": "let", "name": "n", "value": "total - 3"},
    {"do": "let", "name": "k", "value": "n * n + sun", "when": "sun >= 1"},
    {"do": "let", "name": "sun", "value": "1 - k", "when": "moon"},
    {"do": "let", "name": "k", "value": "10 // (total - 4)"},
    {"do": "tally", "name": "k", "measure": "highest", "where": "value > 1"},
    {"do": "tally", "name": "n", "measure": "count", "when": "total > n"},
    {"do": "tally", "name": "n", "measure": "sets"},
    {"do": "cancel"},
    {"do": "cancel", "when": "n >= 1"},
    {"do": "cancel", "pairs": [["sun", "star"]]},
    {"do": "phase", "name": "late"},
    {"do": "stop", "when": "n == 0"},
    {"do": "table", "name": "k", "table": "halves", "row": "max(n, 0)"},
]
SUMMED_READS = ["total", "sun - moon", "star if n else k", "n", "k * 10 + dice", "max(moon, sun, k)", "lowest(value)"]
SUMMED_READS += ["not k and n < 2 < total", "all(value)", "count(value >= 2) // n", "largest_set()"]


@few
@given(
    st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4),
    st.lists(st.sampled_from([*SUMMED, {"do": "drop", "where": "value == 2"}]), max_size=4),
    st.lists(st.sampled_from(SUMMED_READS), min_size=1, max_size=3),
    st.lists(st.sampled_from(["r0 >= n", "total > 4 or sun", "10 // r0", "k"]), max_size=2),
)
def test_the_short_way_from_sums_to_the_end_is_the_way_move_by_move(
    dice: list[str], then: list[dict[str, Any]], reads: list[str], whens: list[str]
) -> None:
    """Where it is taken, and where it gives up: the same endings, and the same complaints."""
    kinds = {
        "a": {"sides": 3},
        "b": {"faces": ["moon", ["sun", "sun"], "star"]},
        "c": {"faces": [[2, "sun"], 1, "moon"]},
    }
    steps = [
        *({"do": "let", "name": name, "value": 1} for name in ("n", "k")),
        *({"do": "add", "die": d} for d in dice),
    ]
    system = toy(
        [*steps, ROLL, *then],
        {f"r{n}": text for n, text in enumerate(reads)},
        dice=TOY["dice"] | kinds,
        symbols={"sun": {}, "moon": {}, "star": {"counts_as": ["sun"]}},
        cancels=[["sun", "moon"]],
        tables={"halves": {"rows": [{"to": 1, "value": 10}, {"from": 2, "value": 20}]}},
        check={"outcomes": [*({"name": f"o{n}", "when": when} for n, when in enumerate(whens)), {"name": "else"}]},
    )
    assume(not problems(system))
    setting = load(system)["roll"]().setting
    plain = attempt(lambda: exact(setting, lean=False))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dicewright.build.tail.FEW", 0)
        assert attempt(lambda: exact(setting)) == plain


BEST = [
    {"do": "keep", "count": "n", "pick": "highest"},
    {"do": "keep", "at_most": 2, "pick": "lowest"},
    {"do": "keep", "count": 1, "pick": "highest", "by": "sun * 10 - value"},
    {"do": "drop", "count": 1, "pick": "lowest"},
    {"do": "drop", "count": "n - 1", "pick": "highest", "where": "value <= 2"},
    {"do": "reserve", "count": 1, "pick": "highest", "dice": ["b"]},
    {"do": "reserve", "count": 1, "pick": "lowest", "when": "n == 2"},
    {"do": "multiply", "times": 3, "count": 1, "pick": "highest"},
    {"do": "tag", "name": "x", "count": 1, "pick": "highest"},
    {"do": "drop", "count": 1, "pick": "any", "where": "kept or rerolled"},
    {"do": "negate", "symbols": "sun", "at_most": 1, "pick": "lowest"},
    {"do": "keep", "count": 1, "pick": "highest", "state": "dropped"},
]
BEFORE = [
    *ONE_BY_ONE,
    {"do": "explode", "where": "value == maximum", "onto": True, "times": 1},
    {"do": "explode", "where": "value == 2", "onto": True, "times": "n"},
    {"do": "reroll", "where": "value == 1", "keep": "best"},
]
COUNTED = {"do": "tally", "name": "m", "measure": "total", "where": "value >= 2"}
BEST_READS = ["total", "dice", "sun", "count(kept)", "count(value >= n)", "highest(value)", "lowest(value + sun)"]
BEST_READS += ["sum(value * rerolled) + count(exploded)", "total * 10 + n", "k"]


MEASURED: list[list[dict[str, Any]]] = [
    *([], [], []),
    [{"do": "tally", "name": "k", "measure": "count", "where": "value == 1"}],
    [{"do": "tally", "name": "k", "measure": "sets"}, {"do": "let", "name": "n", "value": "min(n, 2)"}],
    [{"do": "let", "name": "k", "value": "largest_set() * 9 + highest(value)"}, {"do": "let", "name": "m", "value": 1}],
    [{"do": "tally", "name": "k", "measure": "total"}, {"do": "let", "name": "n", "value": "k - 3", "when": "k > 3"}],
]


@settings(few, max_examples=40)
@given(
    st.lists(st.sampled_from(["a", "a", "b", "c"]), max_size=3),
    st.integers(0, 3),
    st.lists(st.sampled_from(BEFORE), max_size=2),
    st.sampled_from(MEASURED),
    st.lists(st.sampled_from([*BEST, *BEST, *ONE_BY_ONE[2:], COUNTED]), min_size=1, max_size=3),
    st.sampled_from([[], [], [{"do": "tally", "name": "k", "measure": "count", "tag": "x"}]]),
    st.lists(st.sampled_from([*BEST_READS, "m * 10 + dice"]), min_size=1, max_size=3),
)
def test_the_best_dice_are_taken_one_after_another_as_they_are_of_a_list(
    dice: list[str],
    number: int,
    before: list[dict[str, Any]],
    measured: list[dict[str, Any]],
    taking: list[dict[str, Any]],
    late: list[dict[str, Any]],
    reads: list[str],
) -> None:
    """No matter which steps can be taken in the order of the dice, and which need them all on the table."""
    kinds = {"a": {"sides": 3}, "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 2]}, "c": {"faces": [3, "sun"]}}
    steps = [
        *({"do": "let", "name": name, "value": value} for name, value in (("n", number), ("k", 0), ("m", 0))),
        {"do": "add", "die": "a", "face": 3, "tag": "x"},
        *({"do": "add", "die": die} for die in ["a", "b", *dice]),
        *(ROLL, *before, *measured, *taking, *late),
    ]
    reading = {f"r{n}": text for n, text in enumerate(reads)}
    setting = rolled(steps, reading, dice=TOY["dice"] | kinds).setting
    assert exact(setting) == exact(setting, lean=False)
    brute = brute_force(setting, most=5_000)
    assert brute is None or agree(brute, exact(setting))


RAISED: list[dict[str, Any]] = [
    {"do": "set", "value": "value // 2", "when": "n >= 2"},
    {"do": "set", "value": "max(value, k) - n"},
    {"do": "set", "value": "value * 2 if n else 3", "when": "k"},
    {"do": "set", "value": "k - value"},
    {"do": "set", "value": "min(value * (0 - 1), k)"},
    {"do": "set", "value": "value + k", "where": "value == 1"},
    {"do": "set", "value": "total + value"},
    {"do": "let", "name": "n", "value": "n + k"},
]


@settings(few, max_examples=25)
@given(
    st.lists(st.sampled_from(["a", "a", "b", "c"]), max_size=3),
    st.lists(st.sampled_from(ONE_BY_ONE), max_size=1),
    st.lists(st.sampled_from(MEASURED[3:]), min_size=1, max_size=2),
    st.lists(st.sampled_from([*RAISED[:3], *RAISED]), max_size=3),
    st.sampled_from(["highest(value)", "highest(min(value, k + 2))", "lowest(value)", "highest(value + sun)", "dice"]),
)
def test_the_highest_die_stands_for_all_where_no_more_is_read(
    dice: list[str],
    before: list[dict[str, Any]],
    measured: list[list[dict[str, Any]]],
    raised: list[dict[str, Any]],
    read: str,
) -> None:
    """Whatever has been measured before, and whether steps leave the highest die the highest or not."""
    kinds = {"a": {"sides": 3}, "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 2]}, "c": {"faces": [3, "sun"]}}
    steps = [
        *({"do": "let", "name": name, "value": 1} for name in ("n", "k")),
        {"do": "add", "die": "a", "face": 3, "tag": "x"},
        *({"do": "add", "die": die} for die in ["a", "b", *dice]),
        *(ROLL, *before, *chain.from_iterable(measured), *raised),
    ]
    setting = rolled(steps, {"r": read, "k": "k", "n": "n"}, dice=TOY["dice"] | kinds).setting
    assert exact(setting) == exact(setting, lean=False)
    brute = brute_force(setting)
    assert brute is not None
    assert agree(brute, exact(setting))


def test_few_dice_are_left_of_many_that_were_measured() -> None:
    """The best of forty dice with their pairs, or with the largest of the others, within a few thousand states."""
    many = ({"do": "add", "die": "d6", "count": 40}, ROLL, {"do": "tally", "name": "k", "measure": "sets"})
    raised = {"do": "set", "value": "value + k"}
    system = load(toy([*many, raised], "highest(value) - k"), states=5_000)
    below = [Fraction(n, 6) ** 40 for n in range(7)]
    found = law(system["roll"]())
    assert [found[n] for n in (5, 6)] == [below[5] - below[4], 1 - below[5]]
    keep = {"do": "keep", "count": 1, "pick": "highest"}
    system = load(toy([*many, keep], "total"), states=5_000)
    assert law(system["roll"]()) == found


def test_many_dice_are_counted_and_then_the_best_taken_without_a_list() -> None:
    """The ones of forty dice are as many as they would be if none was taken."""
    ones = {"do": "tally", "name": "k", "measure": "count", "where": "value == 1"}
    steps = [{"do": "add", "die": "d6", "count": 40}, ROLL, ones, {"do": "keep", "count": 5, "pick": "highest"}]
    found: dict[int, Fraction] = {}
    for both, chance in law(load(toy(steps, "total * 100 + k"), states=100_000)["roll"]()).items():
        found[both % 100] = found.get(both % 100, Fraction()) + chance
    assert found == {k: Fraction(comb(40, k) * 5 ** (40 - k), 6**40) for k in range(41)}


LINED = [
    {"line_up": "highest", "holds": "value > other"},
    {"line_up": "highest", "holds": "value > other", "unbroken": True},
    {"line_up": "lowest", "holds": "value == other or b"},
    {"line_up": "highest", "holds": "value >= other + n", "by": "value + 2 * sun"},
    {"line_up": "lowest", "where": "value >= 2"},
    {"line_up": "highest", "holds": "exploded or value < other", "unbroken": True, "where": "x or a or value == 1"},
    {"line_up": "highest", "holds": "value != other", "when": "n == 1", "name": "n"},
]
DROPPED = [
    {"line_up": "highest", "holds": "value == other", "unbroken": True, "drops": "both"},
    {"line_up": "highest", "holds": "value >= other", "by": "value + 2 * sun", "drops": "against"},
    {"line_up": "lowest", "holds": "value != other or b", "unbroken": True, "drops": "selected"},
    {"line_up": "lowest", "holds": "value > other", "where": "value >= 2", "drops": "both"},
]
TWINS = [
    {"do": "keep", "per": "twin", "count": 1, "pick": "highest"},
    {"do": "keep", "per": "twin", "count": 1, "pick": "lowest", "dice": ["a"]},
    {"do": "keep", "per": "twin", "count": 1, "pick": "highest", "by": "sun - value"},
    {"do": "drop", "per": "twin", "count": 1, "pick": "lowest"},
]
MATCHING = [
    [{"do": "set", "where": "matches >= 2", "to": "max"}, {"do": "multiply", "times": 2, "where": "value == maximum"}],
    [
        {"do": "set", "value": "matches + value"},
        {"do": "drop", "where": "value > 2", "may": "roller", "prefer": "always"},
    ],
    [{"do": "drop", "where": "matches == 2"}, {"do": "tag", "name": "x", "where": "value == 1"}],
]
WISHING = {"do": "reroll", "where": "value == 1", "may": "roller", "prefer": "value == 1"}
SOME = [
    {"do": "reroll", "where": "value == 1", "at_most": 1, "pick": "any"},
    {"do": "reroll", "where": "value == maximum", "count": 2, "pick": "highest", "keep": "best"},
    {"do": "set", "where": "value == 2", "at_most": "n", "pick": "lowest", "value": "value + n + sun"},
    {"do": "explode", "where": "value == maximum", "at_most": 1, "pick": "any", "onto": True, "times": 1},
    {"do": "reroll", "where": "value == n", "count": 1, "pick": "lowest", "by": "sides", "when": "flag"},
]


@settings(few, max_examples=20)
@given(
    st.lists(st.sampled_from(["a", "a", "b", "c"]), max_size=2),
    st.sampled_from([[], ["a"], ["b"], ["a", "b"]]),
    st.lists(st.sampled_from([*BEFORE, WISHING]), max_size=1),
    st.lists(st.sampled_from(SOME), max_size=1),
    st.lists(st.sampled_from(TWINS), max_size=1),
    st.sampled_from([*LINED, *DROPPED]).map(
        lambda line: [{"do": "pair", "dice": ["a"], "against": {}, "name": "k", **line}]
    )
    | st.sampled_from([*BEST, *ONE_BY_ONE[2:]]).map(lambda step: [step])
    | st.sampled_from(MATCHING),
    st.sampled_from([[], [], [{"do": "let", "name": "n", "value": 2}]]),
    st.lists(st.sampled_from([*BEST_READS, "largest_set() + k", "any(value >= n)"]), min_size=1, max_size=3),
)
def test_dice_in_line_and_twins_are_taken_as_they_are_of_a_list(
    dice: list[str],
    twins: list[str],
    before: list[dict[str, Any]],
    some: list[dict[str, Any]],
    keep: list[dict[str, Any]],
    then: list[dict[str, Any]],
    late: list[dict[str, Any]],
    reads: list[str],
) -> None:
    """No matter which of them are known by their place in line, and which twins have been left behind by then."""
    kinds = {"a": {"sides": 3}, "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 2]}, "c": {"faces": [3, "sun"]}}
    steps = [
        *({"do": "let", "name": name, "value": value} for name, value in (("n", 1), ("k", 0))),
        *({"do": "add", "die": die} for die in ["a", "b", *dice]),
        *([{"do": "add", "twin": 1, "dice": twins}] if twins else []),
        {"do": "add", "die": "a", "face": 3, "tag": "x"},
        *(ROLL, *before, *some, *keep, *then, *late),
    ]
    reading = {f"r{n}": text for n, text in enumerate(reads)}
    flag = {"let": {"flag": "true"}}
    setting = load(toy(steps, reading, dice=TOY["dice"] | kinds, check=flag))["roll"]().setting
    assert attempt(lambda: exact(setting)) == attempt(lambda: exact(setting, lean=False))
    brute = brute_force(setting, most=200)
    assert brute is None or agree(brute, exact(setting))


@pytest.mark.parametrize("line", DROPPED)
@pytest.mark.parametrize("by", ["highest", "lowest", "count"])
def test_dice_are_dropped_in_line_and_judged_by_those_that_are_left(
    line: dict[str, Any], by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where numbers are read off all that are left first, and then each die is held against these."""
    monkeypatch.setattr("dicewright.build.lined.SOON", 0)
    kinds = {"a": {"sides": 3}, "b": {"faces": [1, {"face": [2, "sun"], "weight": 2}, 2]}}
    steps = [
        *({"do": "add", "die": die} for die in ["a", "a", "b", "b"]),
        *(ROLL, {"do": "pair", "dice": ["a"], "against": {}, "name": "k", **line}),
        {"do": "tally", "name": "x", "measure": by, "dice": ["a"]},
        {"do": "tally", "name": "y", "measure": "highest", "dice": ["b"]},
    ]
    reads = {"r": "count(value > min(x, y)) * 100 + total * 10 + k", "s": "x * 10 + y"}
    setting = load(toy(steps, reads, dice=TOY["dice"] | kinds))["roll"]().setting
    brute = brute_force(setting)
    assert exact(setting) == exact(setting, lean=False)
    assert brute is not None
    assert agree(brute, exact(setting))
    assert "line" in {kind for stage in plan(setting).stages for kind in stage.means}


def test_many_dice_that_are_dropped_in_line_are_never_listed() -> None:
    """Ten against eight, ties set aside: all ten are above the best of the others, or are used up by them; as told in
    closed form."""
    steps = [
        *({"do": "add", "die": "d6", "count": n, "tag": tag} for tag, n in (("us", 10), ("them", 8))),
        *(ROLL, {"do": "pair", "tag": "us", "against": {"tag": "them"}, **DROPPED[0]}),
        *({"do": "tally", "name": f"best_{tag}", "measure": "highest", "tag": tag} for tag in ("us", "them")),
    ]
    victories = "count(value > best_them) if best_us > best_them else 0"
    found = law(load(toy(steps, victories), states=20_000)["roll"]())
    highest = {m: Fraction(m**8 - (m - 1) ** 8, 6**8) for m in range(1, 7)}
    assert found[10] == sum(p * Fraction(6 - m, 6) ** 10 for m, p in highest.items())


def test_the_best_of_many_dice_are_taken_as_their_odds_say() -> None:
    """Of a hundred dice the highest three are three sixes unless fewer show one; within a few thousand states."""
    steps = [{"do": "add", "die": "d6", "count": 100}, ROLL, {"do": "keep", "count": 3, "pick": "highest"}]
    fewer = sum(comb(100, n) * 5 ** (100 - n) for n in range(3))
    whole = law(load(toy(steps), states=5_000)["roll"]())
    assert whole[18] == 1 - Fraction(fewer, 6**100)
    assert whole[3] == Fraction(1, 6**100)


def test_many_dice_in_line_are_never_listed() -> None:
    """One die against the highest of thirty, and of thirty one that shows 1 is thrown again; in closed form."""
    line = {"do": "pair", "dice": ["d6"], "against": {"dice": ["d20"]}, "line_up": "highest", "holds": "value > other"}
    steps = [{"do": "add", "die": "d6"}, {"do": "add", "die": "d20", "count": 30}, ROLL, {**line, "name": "n"}]
    higher = sum(Fraction(n, 20) ** 30 for n in range(6)) / 6
    assert law(load(toy(steps, "n"), states=2_000)["roll"]()) == {0: 1 - higher, 1: higher}
    again = {"do": "reroll", "where": "value == 1", "at_most": 1, "pick": "any"}
    steps = [{"do": "add", "die": "d20", "count": 30}, ROLL, again, {"do": "keep", "count": 1, "pick": "highest"}]
    whole = law(load(toy(steps), states=2_000)["roll"]())
    for top in range(1, 21):
        none, some = (top - 1) ** 30, top**30 - (top - 1) ** 30
        up_to = sum(p for value, p in whole.items() if value <= top)
        assert up_to == (none + some * Fraction(top, 20)) / 20**30


def test_many_pairs_of_twins_are_never_listed() -> None:
    """The better die of each of twelve pairs shows a number of its own as the products of their odds say."""
    steps = [{"do": "add", "die": "d20", "count": 12}, {"do": "add", "twin": 1}, ROLL]
    keep = {"do": "keep", "per": "twin", "count": 1, "pick": "highest"}
    different = [Fraction(1), *(Fraction(0) for _ in range(12))]
    for value in range(1, 21):
        for n in range(12, 0, -1):
            different[n] += different[n - 1] * n * Fraction(2 * value - 1, 400)
    found = load(toy([*steps, keep], "different() == 12"), states=5_000)
    assert law(found["roll"]())[1] == different[12]


def test_many_dice_without_their_lowest_add_up_as_all_less_that_one() -> None:
    """The law of the sum of fifty dice without the lowest one has the mean of fifty less that of the lowest."""
    steps = [{"do": "add", "die": "d6", "count": 50}, ROLL, {"do": "drop", "count": 1, "pick": "lowest"}]
    lowest = sum(Fraction(n, 6) ** 50 for n in range(1, 7))
    assert sum(value * p for value, p in law(rolled(steps)).items()) == 50 * Fraction(7, 2) - lowest


def test_like_cancels_like_as_in_closed_form() -> None:
    """One die of six left of two, if the third shows neither of them; and so on, die by die."""
    steps = [
        {"do": "add", "die": "d6", "count": 2},
        {"do": "add", "die": "d4", "count": 1},
        ROLL,
        {"do": "pair", "dice": ["d6"], "against": {"dice": ["d4"]}, "line_up": "alike", "drops": "both", "name": "n"},
    ]
    assert law(rolled(steps, "n")) == {0: Fraction(25, 36), 1: Fraction(11, 36)}


# -- what such systems have shown, made small -------------------------------------------------------------------------

D4: dict[str, Any] = {"do": "add", "die": "d4"}
TWO: dict[str, Any] = {**D4, "count": 2}
ROLL: dict[str, Any] = {"do": "roll"}
ONE_HIGH: dict[str, Any] = {"count": 1, "pick": "highest"}
ONE_LOW: dict[str, Any] = {"count": 1, "pick": "lowest"}
SMALL: dict[str, tuple[list[dict[str, Any]], str]] = {
    "a tally compares with a number that is set after the throw": (
        [
            *(D4, ROLL, {"do": "let", "name": "n", "value": 3}),
            {"do": "tally", "name": "k", "measure": "count", "where": "value >= n"},
        ],
        "k",
    ),
    "a tally takes its condition from another tally": (
        [
            *(TWO, ROLL, {"do": "tally", "name": "n", "measure": "highest"}),
            {"do": "tally", "name": "k", "measure": "count", "where": "value == n"},
        ],
        "k",
    ),
    "a shape is measured on dropped dice": (
        [
            *(TWO, ROLL, {"do": "drop", "where": "value >= 2"}),
            {"do": "tally", "name": "k", "measure": "largest_set", "state": "dropped"},
        ],
        "k",
    ),
    "dropped dice are compared with those that count": (
        [
            *({**D4, "count": 3}, ROLL, {"do": "drop", **ONE_LOW}),
            {"do": "tally", "name": "k", "measure": "count", "state": "dropped", "where": "matches >= 1"},
        ],
        "k",
    ),
    "a tie between a die rerolled and a die with a tag": (
        [
            *(D4, ROLL, {"do": "reroll"}, {**D4, "tag": "x"}, ROLL, {"do": "keep", **ONE_HIGH}),
            {"do": "tally", "name": "k", "measure": "count", "tag": "x"},
        ],
        "k",
    ),
    "a tie between twins of different pairs": (
        [
            *(TWO, {"do": "add", "twin": 1}, ROLL, {"do": "drop", **ONE_LOW}),
            {"do": "keep", "per": "twin", **ONE_LOW},
        ],
        "total",
    ),
    "a tie between equal pairs of twins": (
        [
            *({"do": "add", "die": "coin", "count": 2}, {"do": "add", "twin": 1}, ROLL),
            *({"do": "keep", "count": 2, "pick": "highest"}, {"do": "drop", "per": "twin", **ONE_HIGH}),
        ],
        "total",
    ),
    "a die is rerolled with a number that changes in a loop": (
        [
            *(TWO, ROLL, {"do": "let", "name": "n", "value": 1}),
            {
                "do": "repeat",
                "times": 2,
                "steps": [
                    {"do": "reroll", "where": "value == n"},
                    {"do": "let", "name": "n", "value": "n + 1"},
                ],
            },
        ],
        "total",
    ),
    "a symbol is cancelled before more dice come": (
        [{"do": "add", "die": "sign", "count": 2}, ROLL, {"do": "cancel"}, {"do": "add", "die": "sign"}, ROLL],
        "sun * 100 + moon * 10 + any(moon)",
    ),
    "a player drops by the aim": (
        [{**D4, "count": 3}, ROLL, {"do": "drop", "pick": "roller", "at_most": 2, "at_least": 1}],
        "(total - 4) * (4 - total) * 10 + dice",
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_lean_odds_agree_on_what_is_hard_to_lay_aside(name: str) -> None:
    steps, reads = SMALL[name]
    dice = TOY["dice"] | {"coin": {"sides": 2}}
    setting = rolled(steps, reads, dice=dice, check={"aim": [{"most": "x"}]}).setting
    brute = brute_force(setting)
    assert brute is not None
    assert exact(setting, lean=False) == brute
    assert exact(setting) == brute


# -- on every shipped system ------------------------------------------------------------------------------------------


def start(item: Input) -> int:
    """A small value for an input: its default, or else 1 where that is allowed."""
    if item.default is not None:
        return int(item.default)
    return min(max(item.minimum or 0, 1), item.maximum if item.maximum is not None else 1)


def moved(item: Input) -> int:
    """The value beside it."""
    return start(item) + 1 if item.maximum is None or start(item) < item.maximum else start(item) - 1


def given_as(item: Input, value: int) -> Any:
    return next(word for word, n in item.options.items() if n == value) if item.type == "choice" else value


def cases(system: System, name: str) -> Iterator[tuple[str, BoundCheck]]:
    """The check at small inputs; then with each input moved, and with each property, and with all of one side."""
    items = system.rules.checks[name].inputs
    inputs = {i.name: given_as(i, start(i)) for i in items.values()}
    yield "as it is", system[name].bind(inputs)
    sides: tuple[list[str], list[str]] = ([], [])
    for prop in system.rules.properties.values():
        yield prop.name, system[name].bind(inputs, [prop.name])
        sides[prop.opposes in sides[0]].append(prop.name)
    for item in items.values():
        other = inputs | {item.name: given_as(item, moved(item))}
        for properties in sides if system.rules.properties else ((),):
            yield f"{item.name}={other[item.name]} {' '.join(properties)}", system[name].bind(other, properties)


CHECKS = [(name, check) for name in shipped() for check in dicewright.load(name).checks]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_lean_odds_are_plain_odds_on_every_shipped_check(name: str, check: str) -> None:
    """For the smallest pool, and for every other one where the plain ones are small enough."""
    _, smallest = next(cases(dicewright.load(name), check))
    assert exact(smallest.setting) == exact(smallest.setting, lean=False)
    for what, bound in cases(dicewright.load(name, Limits(states=2_000)), check):
        plain = attempt(lambda setting=bound.setting: exact(setting, lean=False))
        assert plain == ["limit"] or exact(bound.setting) == plain, what


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_odds_are_brute_force_on_small_pools_of_every_shipped_check(name: str, check: str) -> None:
    """Wherever all rolls can be listed; that must be so for the smallest pool."""
    listed = {}
    for what, bound in cases(dicewright.load(name), check):
        brute = brute_force(bound.setting, longest=8, most=1_300 if what == "as it is" else 250)
        listed[what] = brute is not None
        assert brute is None or agree(brute, exact(bound.setting)), what
    assert listed["as it is"]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_a_log_replays_and_a_seed_repeats(name: str, check: str) -> None:
    for what, bound in cases(dicewright.load(name), check):
        outcome = bound.roll(Random(what))
        assert bound.replay(outcome.log) == outcome, what
        assert bound.roll(Random(what)) == outcome, what


@few
@given(systems(), st.integers(0, 99))
def test_a_log_replays_on_any_system(written: tuple[dict[str, Any], list[str]], seed: int) -> None:
    system, properties = written
    bound = load(system, states=1_000)["roll"](properties=properties)
    outcome = attempt(lambda: bound.roll(Random(seed)))
    if not isinstance(outcome, list):
        assert bound.replay(outcome.log) == outcome


def test_a_log_replays_every_face_of_a_die_of_numbers_and_symbols() -> None:
    """A number of 0 beside a symbol is a face of its own, and so is a blank one beside numbers."""
    faces = [[3, "sun"], "sun", 1, "blank"]
    odd = {"odd": {"faces": faces}}
    bound = rolled([{"do": "add", "die": "odd"}, ROLL], "total * 10 + sun", dice=TOY["dice"] | odd)
    for at in range(len(faces)):
        outcome = bound.roll(Faces((at + 0.5) / len(faces)))
        assert bound.replay(outcome.log) == outcome, faces[at]


class Faces:
    """A source of chance that has `random()` and nothing else, and gives always the same."""

    def __init__(self, share: float) -> None:
        self.share = share

    def random(self) -> float:
        return self.share


def test_a_roll_uses_only_random() -> None:
    bound = rolled([D4, ROLL, {"do": "reroll", "where": "value == 1"}])
    assert [bound.roll(Faces(n / 8)).results["x"] for n in range(8)] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_rolls_come_as_often_as_the_odds_say() -> None:
    """Thousands of seeded rolls of a check with a decision, an explosion and a reroll."""
    bound = rolled(
        [
            *(TWO, ROLL, {"do": "reroll", "where": "value == 1", "may": "roller"}),
            {"do": "explode", "where": "value == 4", "times": 1},
        ],
        "min(total, 9)",
        check={"aim": [{"most": "x"}]},
    )
    rng, n = Random(1), 3_000
    seen = [bound.roll(rng).results["x"] for _ in range(n)]
    for (_, (value,)), p in bound.odds().rows.items():
        assert abs(seen.count(value) - n * p) < 5 * (n * float(p * (1 - p))) ** 0.5


# -- independent witnesses --------------------------------------------------------------------------------------------


def found(prefix: str) -> System:
    """The shipped system whose id begins so; the test is skipped where there is none."""
    name = next((name for name in shipped() if name.startswith(prefix)), None)
    if name is None:
        pytest.skip(f"no system {prefix} is shipped")
    return dicewright.load(name)


def joint(bound: BoundCheck, fields: tuple[str, ...]) -> dict[tuple[Any, ...], Fraction]:
    """The joint law of the outcome and those results, in the order of the fields."""
    law = bound.odds()
    assert law.unresolved == 0
    rows: dict[tuple[Any, ...], Fraction] = {}
    for (outcome, results), p in law.rows.items():
        told = {"outcome": outcome, **dict(zip(law.names, results, strict=True))}
        key = tuple(told[name] for name in fields)
        rows[key] = rows.get(key, Fraction()) + p
    return {key: p for key, p in rows.items() if p}


Witness = Callable[..., dict[Any, Fraction]]
SPREAD: list[tuple[str, Witness, list[dict[str, Any]]]] = [
    (
        "genesys",
        genesys.skill,
        [
            {"characteristic": 0},
            {"characteristic": 2, "skill": 1, "difficulty": 1},
            {"characteristic": 1, "skill": 3, "difficulty": 0, "setback": 1},
            {"characteristic": 2, "boost": 1, "upgrade_ability": 3, "upgrade_difficulty": 3, "difficulty": 1},
            {"characteristic": 3, "skill": 2, "downgrade_ability": 3, "downgrade_difficulty": 2},
        ],
    ),
    (
        "genesys",
        genesys.pool,
        [{}, {"ability": 2, "proficiency": 1, "challenge": 1}, {"boost": 2, "setback": 2, "difficulty": 2}],
    ),
    ("genesys", genesys.percentile, [{}, {"bonus": 20}, {"bonus": -5}]),
    (
        "sirius",
        sirius.ability,
        [
            {"aptitude": 0},
            {"aptitude": 2, "ability": 1},
            {"aptitude": 1, "modifier": -3},
            {"aptitude": 4, "ability": 4, "helpers": 3, "modifier": 1},
            {"aptitude": 3, "ability": 2, "target": 5, "stress": False},
            {"aptitude": 3, "target": 8, "stress": False},
        ],
    ),
    (
        "sirius",
        sirius.aptitude,
        [
            {"aptitude": 0},
            {"aptitude": 3, "modifier": -1},
            {"aptitude": 5, "modifier": 2},
            {"aptitude": 1, "target": 5},
        ],
    ),
    (
        "rising",
        rising.skill,
        [
            {"tier": 0},
            {"tier": 1, "dl": 8},
            {"tier": 3, "bonus": 2, "dl": 10},
            {"tier": 2, "dice": -2, "bonus": 1},
            {"tier": 1, "dice": -3, "bonus": 4, "dl": 4},
            {"tier": 2, "dice": 1, "take_your_time": 2, "bonus": -1},
        ],
    ),
    ("dnd", dnd.check, [{}, {"modifier": 5, "dc": 15}, {"advantage": True}, {"advantage": True, "disadvantage": True}]),
    ("dnd", dnd.attack, [{}, {"modifier": 7, "ac": 17, "disadvantage": True}, {"modifier": 20, "advantage": True}]),
    ("blades", blades.action, [{"rating": n} for n in range(5)]),
    ("year-zero", year_zero.push, [{"dice": 3}, {"dice": 2, "need": 2, "ones_lock": False}]),
    (
        "mutant",
        mutant.push,
        [
            {"dice": 3},
            {"dice": 2, "skill": 1, "gear": 1},
            {"dice": 2, "skill": -2},
            {"dice": 1, "skill": 1, "gear": 2, "need": 2},
        ],
    ),
    (
        "alien",
        alien.push,
        [{"dice": 4}, {"dice": 2, "stress": 2}, {"dice": 3, "stress": 3, "modifier": -4}, {"dice": 1, "need": 2}],
    ),
    (
        "twilight",
        twilight.push,
        [
            {"attribute": "d8", "skill": "d10"},
            {"attribute": "d12", "modifier": 2},
            {"attribute": "d6", "skill": "d8", "edge": 1},
            {"attribute": "d10", "skill": "d8", "edge": -1},
            {"attribute": "d10", "skill": "d8", "modifier": -3},
            {"attribute": "d12", "skill": "d10", "modifier": 3, "need": 3},
        ],
    ),
    ("risk", risk.battle, [{"attackers": a, "defenders": d} for a in (1, 2, 3) for d in (1, 2)]),
    ("neon", neon.check, [{"action": 1, "danger": 0}, {"action": 2, "danger": 4}, {"action": 7, "danger": 5}]),
    ("sorcerer", sorcerer.conflict, [{"ours": 1, "theirs": 3}, {"ours": 2, "theirs": 2}]),
    ("one-roll", ore.roll, [{"pool": 0, "wiggles": 1}, {"pool": 3, "hards": 2}, {"pool": 5}, {"pool": 7, "hards": 1}]),
    ("one-roll", ore.roll, [{"pool": 3, "wiggles": 2, "experts": 1}, {"pool": 4, "wiggles": 1}]),
]


@pytest.mark.parametrize(("prefix", "witness", "spread"), SPREAD, ids=[f"{s[0]}-{s[1].__name__}" for s in SPREAD])
def test_joint_laws_are_those_of_independent_witnesses(
    prefix: str, witness: Witness, spread: list[dict[str, Any]]
) -> None:
    """The check has the witness's name and takes its arguments; what is true there may be a property here."""
    system = found(prefix)
    for arguments in spread:
        expected = witness(**arguments)
        properties = [name for name in arguments if name in system.rules.properties]
        inputs = {name: value for name, value in arguments.items() if name not in properties}
        bound = system[witness.__name__].bind(inputs, properties)
        fields = next(iter(expected))._fields
        assert joint(bound, fields) == {tuple(key): p for key, p in expected.items() if p}


PROPERTIES: list[tuple[dict[str, int], list[str], list[str], list[str]]] = [
    *(({"d20": 1, "d6": 1}, [name], [], []) for pair in d20props.OPPOSITES for name in pair),
    *(({"d20": 1, "d6": 1, "d4": 1}, list(pair), [], []) for pair in d20props.OPPOSITES),
    ({"d20": 0, "d8": 2}, ["exploding", "doubles", "reliable"], [], []),
    ({"d20": 0, "d10": 2}, ["imploding", "troubles", "unreliable"], [], []),
    ({"d20": 2}, ["advantage", "trusty", "fine", "perfection", "doubles"], [], []),
    ({"d20": 2}, ["disadvantage", "fickle", "poor", "imperfection", "troubles", "imploding"], [], []),
    ({"d20": 1, "d12": 1}, ["advantage", "fine", "fortuitous", "exploding", "doubles"], [], []),
    ({"d20": 1, "d6": 1}, ["advantage", "advantage"], ["advantage"], []),
    ({"d20": 1, "d6": 1}, ["reliable", "disadvantage"], [], ["reliable", "disadvantage"]),
    ({"d20": 1, "d12": 1}, ["poor", "fine", "troubles", "imperfection"], [], []),
]


@pytest.mark.parametrize(("dice", "properties", "upgrade", "downgrade"), PROPERTIES)
def test_properties_act_as_in_the_witness(
    dice: dict[str, int], properties: list[str], upgrade: list[str], downgrade: list[str]
) -> None:
    bound = found("d20-properties")["roll"].bind({**dice, "bonus": 2}, properties, upgrade, downgrade)
    sides = {int(name[1:]): count for name, count in dice.items()}
    expected = d20props.roll(sides, 2, properties, upgrade, downgrade)
    assert joint(bound, d20props.Roll._fields) == {tuple(key): p for key, p in expected.items() if p}


@pytest.mark.parametrize("effect_first", [False, True])
@pytest.mark.parametrize(
    ("sides", "kept"), [((4,), 2), ((6, 8), 2), ((4, 6, 6), 2), ((4, 8, 8, 10), 2), ((4, 4, 6), 3)]
)
def test_a_pool_makes_a_total_and_an_effect_die_as_in_the_witness(
    sides: tuple[int, ...], kept: int, effect_first: bool
) -> None:
    dice = {f"d{n}": sides.count(n) for n in (4, 6, 8, 10, 12)}
    bound = found("cortex")["pool"].bind({**dice, "take": kept, "effect_first": effect_first})
    expected = cortex.pool(*sides, kept=kept, effect_first=effect_first)
    assert joint(bound, cortex.Pool._fields) == {tuple(key): p for key, p in expected.items()}


@pytest.mark.parametrize(
    "inputs",
    [
        {"ring": 1},
        {"ring": 1, "skill": 1, "tn": 1},
        {"ring": 2, "skill": 1, "tn": 2},
        {"ring": 2, "skill": 1, "tn": 3, "compromised": True},
        {"ring": 1, "skill": 1, "void": 1, "tn": 2},
        {"ring": 1, "skilled_helpers": 1, "unskilled_helpers": 1, "tn": 3},
    ],
    ids=str,
)
def test_who_keeps_dice_keeps_them_as_well_as_the_witness(inputs: dict[str, Any]) -> None:
    law = found("l5r5e")["check"].bind(inputs).odds()
    success = law.outcomes["success"]
    assert success <= l5r.check_success(**inputs) <= success + law.unresolved
    assert law.unresolved < Fraction(1, 10**9)


@pytest.mark.parametrize(("sides", "target"), [(4, 4), (6, 5), (8, 8), (10, 12), (12, 4)])
def test_acing_dice_reach_their_target_as_in_the_witness(sides: int, target: int) -> None:
    law = found("savage")["trait"].bind({"trait": f"d{sides}", "tn": target}).odds()
    success = law.outcomes["success"]
    assert success <= savage.trait_success(sides, target) <= success + law.unresolved
    assert law.unresolved < Fraction(1, 10**9)


def test_a_result_is_read_inside_functions_over_dice() -> None:
    """A later result, or an outcome, reads the number that an earlier result has."""
    roll = [{"do": "add", "die": "d4", "count": 3}, {"do": "roll"}]
    results = {
        "width": "largest_set()",
        "height": "highest(value if matches == width else 0)",
        "same": "count(value == height and count(value == height) >= width)",
    }
    lets = [
        {"do": "let", "name": f"n_{name}", "value": of.replace("width", "n_width").replace("height", "n_height")}
        for name, of in results.items()
    ]
    early = toy([*roll, *lets], {name: f"n_{name}" for name in results})
    setting = load(toy(roll, results))["roll"]().setting
    assert exact(setting) == exact(load(early)["roll"]().setting)
    brute = brute_force(setting)
    assert brute is not None
    assert agree(brute, exact(setting))
