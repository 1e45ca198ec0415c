"""The face to the outside: few names, values that are frozen, a command line that loads nothing it does not need."""

from __future__ import annotations

import dataclasses
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dicewright
from dicewright import DicewrightError, Limits, Problem
from toy import load, rolled, text, toy

STEPS: list[dict[str, Any]] = [
    {"do": "add", "die": "d6", "count": "n"},
    {"do": "roll"},
    {"do": "phase", "name": "late"},
    {"do": "keep", "count": 1, "pick": "highest", "because": "the best counts"},
]
SYSTEM = toy(
    STEPS,
    {"best": "total"},
    properties={"lucky": {"triggers": [{"at": "late", "do": "reroll", "where": "value == 1"}]}},
    check={
        "inputs": {
            "n": {"type": "integer", "min": 1, "max": 9},
            "calm": {"type": "boolean", "default": True},
            "way": {"type": "choice", "options": ["left", "right"], "default": "left"},
            "goal": {"type": "integer", "default": 2, "names": {"easy": 2, "hard": 5}},
        },
        "outcomes": [{"name": "success", "when": "best >= goal"}, {"name": "failure"}],
    },
)
CHOICE = toy(
    [{"do": "add", "die": "d4", "count": 2}, {"do": "roll"}, {"do": "reroll", "may": "roller", "prefer": "never"}]
)
GAME = load(SYSTEM)
BOUND = GAME["roll"](n=2, properties=["lucky"])
HEAVY = ("yaml", "jsonschema", "simpleeval")


# -- names ------------------------------------------------------------------------------------------------------------


def test_the_public_names_are_few_and_all_there() -> None:
    names = [name for name in dicewright.__all__ if not name.startswith("__")]
    assert names == sorted(names)
    assert len(names) <= 12
    assert all(getattr(dicewright, name).__doc__ for name in names)
    with pytest.raises(AttributeError, match="nothing"):
        _ = dicewright.nothing


def test_the_public_functions_are_typed() -> None:
    assert (Path(dicewright.__file__).parent / "py.typed").is_file()
    for thing in (getattr(dicewright, name) for name in dicewright.__all__ if name != "__version__"):
        members = [thing] if inspect.isfunction(thing) else [m for m in vars(thing).values() if inspect.isfunction(m)]
        for function in members:
            if inspect.isclass(thing) and function.__name__.startswith("_"):
                continue
            signature = inspect.signature(function)
            assert signature.return_annotation is not signature.empty, function
            asked = [p for p in signature.parameters.values() if p.name != "self"]
            assert all(p.annotation is not p.empty for p in asked), function


# -- values -----------------------------------------------------------------------------------------------------------

VALUES = {
    "System": lambda: load(SYSTEM),
    "Check": lambda: load(SYSTEM)["roll"],
    "BoundCheck": lambda: load(SYSTEM)["roll"](n=2),
    "Outcome": lambda: load(SYSTEM)["roll"](n=2).roll(Random(1)),
    "Law": lambda: load(SYSTEM)["roll"](n=2).odds(),
    "Suspended": lambda: load(CHOICE)["roll"]().play(Random(1)),
    "Decision": lambda: load(CHOICE)["roll"]().play(Random(1)).decision,
    "Limits": lambda: Limits(dice=5),
    "Problem": lambda: Problem("code", "message"),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_are_frozen_and_equal_by_what_they_say(name: str) -> None:
    one, other = VALUES[name](), VALUES[name]()
    assert type(one).__name__ == name
    assert one == other
    assert one is not other
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(one, dataclasses.fields(one)[0].name, None)


@pytest.mark.parametrize("name", VALUES)
def test_values_are_hashable(name: str) -> None:
    assert len({VALUES[name](), VALUES[name]()}) == 1


def test_a_bound_check_can_be_shared_among_threads() -> None:
    def rolled(seed: int) -> tuple[Any, ...]:
        return bound.roll(Random(seed)), bound.throw(Random(seed)), bound.odds(only="best").table("best")

    bound = load(SYSTEM)["roll"](n=3, properties=["lucky"])
    with ThreadPoolExecutor(4) as threads:
        shared = list(threads.map(rolled, range(20)))
    bound = load(SYSTEM)["roll"](n=3, properties=["lucky"])
    assert shared == [rolled(seed) for seed in range(20)]


def test_equal_settings_share_what_makes_them_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what odds of many states leave behind, which would pile up."""
    game = load(SYSTEM)
    one, other = game["roll"](n=2), game["roll"](n=2)
    assert other.setting is one.setting
    assert game["roll"](n=3).setting != one.setting
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again["roll"](n=2).odds() == one.odds()
    program = one.setting.program
    assert other.odds() == one.odds()
    assert other.setting.program is program
    monkeypatch.setattr("dicewright.play.odds.MUCH", 0)
    assert game["roll"](n=2).odds() == one.odds()
    assert one.setting.program is not program


def test_values_are_short_where_they_are_shown() -> None:
    """In a notebook or a traceback nobody wants to read all rules of a game."""
    genesys, sirius = dicewright.load("genesys"), dicewright.load("sirius-galaxy")
    sides = {"actor.characteristic": 2, "opponent.characteristic": 2}
    things = [genesys["pool"](ability=1), genesys["opposed"].bind(sides), sirius["do_over"](aptitude=3, ability=4)]
    for thing in (genesys, *things):
        assert len(repr(thing)) < 2_000


def test_different_things_are_different() -> None:
    assert load(SYSTEM) != load(toy([{"do": "add", "die": "d4"}, {"do": "roll"}]))
    assert GAME["roll"](n=2) != GAME["roll"](n=3)
    assert GAME["roll"](n=2) != GAME["roll"](n=2, properties=["lucky"])
    assert load(SYSTEM, dice=3) != load(SYSTEM)


def test_a_system_is_a_mapping_of_its_checks() -> None:
    assert isinstance(GAME, Mapping)
    assert list(GAME) == ["roll"]
    assert len(GAME) == 1
    assert "roll" in GAME
    assert "nope" not in GAME
    assert dict(GAME.items()) == {"roll": GAME["roll"]}
    assert GAME.get("roll") == GAME["roll"]


def test_a_mapping_gives_a_default_for_a_check_that_is_not_there() -> None:
    assert GAME.get("nope") is None


def test_what_is_printed_of_a_value_names_it() -> None:
    assert "toy" in repr(GAME)
    assert "roll" in repr(GAME["roll"])


# -- wrong names ------------------------------------------------------------------------------------------------------

WRONG = {
    "unknown-check": (lambda: GAME["rol"], "did you mean `roll`"),
    "unknown-input": (lambda: GAME["roll"](n=1, gaol=3), "did you mean `goal`"),
    "missing-input": (lambda: GAME["roll"](), "`n` is missing"),
    "unknown-property": (lambda: GAME["roll"](n=1, properties=["lukcy"]), "did you mean `lucky`"),
    "no-instance": (lambda: GAME["roll"](n=1, upgrade=["lucky"]), "no `lucky` to upgrade"),
    "no-progression": (lambda: GAME["roll"](n=1, properties=["lucky"], upgrade=["lucky"]), "on no ladder"),
    "input-range": (lambda: GAME["roll"](n=10), "from 1 to 9"),
    "input-type": (lambda: GAME["roll"](n=1, goal="esay"), "did you mean `easy`"),
    "unknown-die": (lambda: BOUND.roll(faces={"d66": [1]}), "did you mean `d6`"),
    "unknown-face": (lambda: BOUND.roll(faces={"d6": [7, 1]}), "no face 7"),
    "faces-too-few": (lambda: BOUND.roll(faces={"d6": [6]}), "only 1 face is given"),
    "faces-too-many": (lambda: BOUND.roll(faces={"d6": [6, 5, 4]}), "1 of the 3"),
    "log-differs": (lambda: BOUND.replay({**BOUND.roll().log, "sha256": "0"}), "another system"),
    "no-file": (lambda: dicewright.load("nowhere.yaml"), "no file"),
    "unknown-system": (lambda: dicewright.load("no-such-game"), "no system"),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_asked_wrongly_is_answered_with_a_way_out(code: str) -> None:
    ask, piece = WRONG[code]
    with pytest.raises(DicewrightError) as caught:
        ask()
    (problem,) = caught.value.problems
    assert problem.code == code
    assert piece in problem.message
    assert str(problem).startswith(f"error[{code}]: ")


def test_all_that_is_wrong_with_a_call_is_told_at_once() -> None:
    with pytest.raises(DicewrightError) as caught:
        GAME["roll"](goal="x", way="up", what=1)
    codes = [p.code for p in caught.value.problems]
    assert sorted(codes) == ["input-type", "input-type", "missing-input", "unknown-input"]


@pytest.mark.parametrize("given", [2.5, [2], {}, "2.5", "two"], ids=repr)
def test_an_input_that_is_no_whole_number_is_refused(given: Any) -> None:
    with pytest.raises(DicewrightError):
        GAME["roll"](n=given)


def test_inputs_are_taken_as_they_are_written() -> None:
    """A number, its text, a name for it, a truth or its word: all the same."""
    assert GAME["roll"](n="2", goal="hard", calm="false") == GAME["roll"](n=2, goal=5, calm=False)


# -- JSON -------------------------------------------------------------------------------------------------------------


def test_a_roll_goes_through_json_and_replays() -> None:
    outcome = BOUND.roll(Random(3))
    told = outcome.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told.keys() == {"outcome", "results", "dice", "trace", "log"}
    assert told["dice"][0].keys() >= {"die", "face", "value", "symbols", "state"}
    assert BOUND.replay(json.loads(json.dumps(told))["log"]) == outcome


def test_odds_of_what_is_asked_for_know_nothing_else() -> None:
    """They are the same numbers; a name that was not asked for is a mistake with a way out."""
    system = toy(
        [{"do": "add", "die": "d4", "count": 2}, {"do": "roll"}],
        {"most": "highest(value)", "all_of_it": "total"},
        check={"outcomes": [{"name": "high", "when": "all_of_it >= 6"}, {"name": "low"}]},
    )
    bound = load(system)["roll"]()
    whole = bound.odds()
    some = bound.odds(only=["most >= 3", "most"])
    assert some.names == ("most", "most >= 3")
    assert some.outcomes == {}
    assert some.table("most") == whole.table("most")
    assert some.probability("most >= 3") == whole.probability("most >= 3")
    asked = bound.odds(only=["most * 2 + all_of_it", "high and most == 4"])
    assert asked.names == ("most", "most * 2 + all_of_it")
    for each in ("most * 2 + all_of_it", "high and most == 4"):
        assert asked.table(each) == whole.table(each)
    assert bound.odds(only="high").outcomes == whole.outcomes
    assert len(bound.odds(only=()).rows) == 1
    with pytest.raises(DicewrightError, match="`all_of_it` is not a name"):
        some.mean("all_of_it")
    with pytest.raises(DicewrightError, match="did you mean `most`"):
        bound.odds(only="mots")


def test_odds_go_through_json() -> None:
    told = BOUND.odds().to_dict(("best >= 5",), ("best",))
    assert json.loads(json.dumps(told)) == told
    assert told.keys() >= {"system", "check", "inputs", "properties", "outcomes", "probability", "mean", "unresolved"}
    assert (told["system"], told["check"], told["unresolved"]) == ("toy", "roll", "0")
    assert told["inputs"] == {"n": 2, "calm": True, "way": "left", "goal": 2}


def test_a_problem_goes_through_json() -> None:
    with pytest.raises(DicewrightError) as caught:
        dicewright.loads(text(SYSTEM | {"nmae": "x"}), "game.yaml")
    (problem,) = caught.value.problems
    told = problem.to_dict()
    assert json.loads(json.dumps(told)) == told
    assert told["where"]["file"] == "game.yaml"


def test_the_law_reads_outcomes_and_results() -> None:
    law = rolled([{"do": "add", "die": "d6"}, {"do": "roll"}], check={"outcomes": [{"name": "high", "when": "x >= 5"}]})
    odds = law.odds()
    assert str(odds.outcomes["high"]) == "1/3"
    assert str(odds.probability("high and x == 5")) == "1/6"
    assert str(odds.mean("x")) == "7/2"
    assert list(odds.table("x // 4")) == [(0,), (1,)]
    assert sum(odds.rows.values()) + odds.unresolved == 1


# -- what is loaded ---------------------------------------------------------------------------------------------------


def loaded(code: str) -> str:
    """Which of the heavy packages a fresh Python has loaded after the code."""
    told = f"import sys; print('loaded:', *sorted({set(HEAVY)} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", f"{code}\n{told}"], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[-1]


def command(*words: str) -> str:
    return f"from dicewright.cli import main\ntry: main({list(words)!r})\nexcept SystemExit: pass"


@pytest.mark.parametrize(
    "code",
    ["import dicewright", *(command(*words) for words in (["--version"], ["--help"], ["list"], ["list", "--json"]))],
)
def test_what_needs_no_system_loads_no_package(code: str) -> None:
    assert loaded(code) == "loaded:"


def test_loading_a_system_loads_them_and_the_schema_library_only_for_a_slip() -> None:
    """So the test above would see them."""
    good = text(toy([{"do": "add", "die": "d6"}, {"do": "roll"}]))
    code = "import dicewright\ntry: dicewright.loads({!r})\nexcept dicewright.DicewrightError: pass"
    assert loaded(code.format(good)) == "loaded: simpleeval yaml"
    assert loaded(code.format(good.replace("add", "ad"))) == f"loaded: {' '.join(sorted(HEAVY))}"


def test_the_module_runs_as_a_command() -> None:
    run = subprocess.run([sys.executable, "-m", "dicewright", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == f"dicewright {dicewright.__version__}"
