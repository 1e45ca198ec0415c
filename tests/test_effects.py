"""What players bring to a roll: effects of the file and effects written out, whose comes first, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from dicewright import DicewrightError, Outcome, System
from dicewright.cli import main
from dicewright.play.verify import verify
from toy import agree, brute_force, exact, load, need, problems, text, toy

Effect = str | Mapping[str, Any]

STEPS: list[dict[str, Any]] = [
    {"do": "add", "die": "d4", "count": 2},
    {"do": "phase", "name": "before"},
    {"do": "roll"},
    {"do": "phase", "name": "early"},
    {"do": "phase", "name": "late", "owners": ["roller", "others", "gm"]},
    {"do": "phase", "name": "closed", "owners": ["gm"]},
    {"do": "keep", "count": 1, "pick": "highest"},
]
LUCK = {"at": "early", "do": "reroll", "where": "value == 1", "because": "luck turns"}
EFFECTS: dict[str, Any] = {
    "luck": {"label": "Good luck", "triggers": [LUCK]},
    "gloom": {"owner": "gm", "triggers": [{"at": "early", "do": "set", "where": "value == 4", "face": 1}]},
    "wave": {
        "owner": "others",
        "triggers": [
            {"at": "before", "do": "add", "die": "d4"},
            {"at": "early", "do": "drop", "count": 1, "pick": "lowest"},
            {"at": "late", "do": "set", "value": "value + 1"},
        ],
    },
}
PROPERTIES = {"keen": {"triggers": [{"at": "early", "do": "set", "where": "value == 2", "face": 1}]}}


def game(**more: Any) -> System:
    return load(toy(STEPS, effects=EFFECTS, properties=PROPERTIES, **more))


GAME = game()


def digit(owner: str, number: int, at: str = "early") -> dict[str, Any]:
    """An effect that writes its number behind those that came before."""
    return {"owner": owner, "label": owner, "at": at, "do": "set", "value": f"value * 10 + {number}"}


def thrown(*effects: Effect, faces: tuple[int, ...] = (1, 1), properties: tuple[str, ...] = ()) -> Outcome:
    return GAME["roll"](effects=effects, properties=properties).roll(faces={"d4": list(faces)})


def x(*effects: Effect, **more: Any) -> int:
    return thrown(*effects, **more).results["x"]


def refused(*effects: Any) -> list[tuple[str, str, str]]:
    """The code, the message and the place of everything that is wrong."""
    with pytest.raises(DicewrightError) as caught:
        GAME["roll"](effects=effects)
    return [(p.code, p.message, str(p.where or "")) for p in caught.value.problems]


# -- whose comes first ------------------------------------------------------------------------------------------------

GM, OTHERS, ROLLER = digit("gm", 1), digit("others", 2), digit("roller", 3)


@pytest.mark.parametrize(
    "effects", [(GM, OTHERS, ROLLER), (ROLLER, OTHERS, GM), (OTHERS, ROLLER, GM), (ROLLER, GM, OTHERS)]
)
def test_the_game_master_comes_first_then_others_then_the_roller(effects: tuple[Effect, ...]) -> None:
    assert x(*effects) == 1123


@pytest.mark.parametrize("order", [("gm", "others", "roller"), ("roller", "gm", "others"), ("others", "gm", "roller")])
def test_a_phase_may_name_its_own_order(order: tuple[str, ...]) -> None:
    numbers = {"gm": 1, "others": 2, "roller": 3}
    effects = [digit(owner, numbers[owner], "late") for owner in order]
    assert x(*effects) == 1321


def test_the_effects_of_one_player_come_in_the_order_in_which_they_were_given() -> None:
    one, two, three = (digit("others", n) for n in (1, 2, 3))
    assert (x(one, two, three), x(three, one, two)) == (1123, 1312)
    assert x(ROLLER, one, GM, two) == 11123


def test_an_effect_belongs_to_the_roller_unless_it_says_otherwise() -> None:
    mine = {k: v for k, v in digit("roller", 3).items() if k != "owner"}
    assert x(mine, OTHERS) == x(ROLLER, OTHERS) == 123


def test_the_same_effect_twice_acts_twice() -> None:
    assert x(GM, GM) == 111
    assert x("luck", "luck", faces=(1, 1, 1, 1, 3, 2)) == 3


def test_each_effect_is_finished_before_the_next_one_looks() -> None:
    gloom, luck = "gloom", "luck"
    assert x(luck, gloom, faces=(4, 2, 3)) == 3
    own = {**EFFECTS["gloom"], "owner": "roller"}
    assert x(luck, own, faces=(4, 2)) == 2


def test_properties_act_before_effects_of_anybody() -> None:
    lift = {"owner": "gm", "at": "early", "do": "set", "where": "value == 1", "face": 4}
    assert x(lift, faces=(2, 2), properties=("keen",)) == 4
    assert x(lift, faces=(2, 2)) == 2


# -- how effects are said ---------------------------------------------------------------------------------------------


def test_an_effect_is_a_name_a_mapping_or_json() -> None:
    whole = EFFECTS["luck"]
    written = MappingProxyType(LUCK), json.dumps(whole), json.dumps(LUCK), f"\n  {json.dumps(LUCK)} "
    for said in ("luck", whole, LUCK, *written):
        assert x(said, faces=(1, 2, 3)) == 3, said


def test_a_step_may_carry_the_owner_and_the_label_of_its_effect() -> None:
    outcome = thrown({**LUCK, "owner": "gm", "label": "Fate"}, faces=(1, 2, 3))
    assert [event.by for event in outcome.trace if event.by] == ["Fate"]


def test_an_effect_may_act_at_several_phases() -> None:
    outcome = thrown("wave", faces=(1, 2, 3))
    assert outcome.results["x"] == 4
    assert [event.step for event in outcome.trace if event.by == "Wave"] == ["add", "drop", "set"]
    assert [die.state for die in outcome.dice] == ["dropped", "dropped", "kept"]


def test_several_triggers_at_one_phase_come_in_the_order_of_the_effect() -> None:
    steps = [{"at": "early", "do": "set", "value": f"value * 10 + {n}"} for n in (5, 6)]
    assert x({"triggers": steps}, GM) == 1156
    assert x({"triggers": steps[::-1]}, GM) == 1165


def test_an_effect_reads_and_changes_the_numbers_of_the_check() -> None:
    steps = [{"do": "let", "name": "more", "value": "n + 1"}, *STEPS]
    check = load(toy(steps, "total * 100 + more", check={"inputs": {"n": {"type": "integer"}}}))["roll"]
    added = {"at": "early", "do": "set", "value": "value + n + more"}
    raised = {"at": "early", "do": "let", "name": "more", "value": "more * 2"}
    for effects, expected in (((added, raised), 1210), ((raised, added), 1710)):
        assert check(n=4, effects=effects).roll(faces={"d4": [1, 3]}).results["x"] == expected


def test_a_decision_of_an_effect_belongs_to_its_player_and_survives_a_break() -> None:
    ask = {"owner": "others", "at": "early", "do": "reroll", "at_most": 1, "pick": "others", "prefer": "never"}
    bound = GAME["roll"](effects=[ask])
    stopped = bound.play(Random(3))
    assert not isinstance(stopped, Outcome)
    assert stopped.decision.who == "others"
    again = GAME.resume(json.loads(json.dumps(stopped.to_dict())))
    assert again.to_dict() == stopped.to_dict()
    assert bound.odds().table("x") == GAME["roll"]().odds().table("x")


def test_a_reserved_die_comes_out_as_data_and_goes_into_a_later_roll() -> None:
    kept_back = {"at": "early", "do": "reserve", "count": 1, "pick": "highest"}
    told = json.loads(json.dumps(thrown(kept_back, faces=(4, 2)).to_dict()))
    assert told["results"] == {"x": 2}
    (die,) = (die for die in told["dice"] if die["state"] == "reserved")
    back = {"at": "late", "do": "add", "die": die["die"], "face": die["value"], "state": "kept"}
    later = thrown(back, faces=(1, 3))
    assert later.results["x"] == 7
    assert [each.state for each in later.dice] == ["dropped", "kept", "kept"]


# -- odds, trace and log ----------------------------------------------------------------------------------------------

BROUGHT: list[tuple[Effect, ...]] = [
    (),
    ("luck",),
    ("gloom", "luck"),
    ("luck", "wave"),
    ("wave", "wave"),
    (digit("gm", 1), digit("roller", 2, "late")),
    ({"at": "early", "do": "explode", "where": "value == 4", "times": 1},),
    ({"at": "before", "do": "add", "die": "d6"}, "gloom"),
    ({"owner": "gm", "at": "closed", "do": "reroll", "count": 1, "pick": "highest"}, "luck"),
    ({"at": "late", "do": "reserve", "count": 1, "pick": "highest"},),
    ({"at": "late", "do": "set", "when": "total >= 6", "where": "value > 2", "value": 0},),
]


@pytest.mark.parametrize("effects", BROUGHT, ids=str)
def test_odds_are_those_of_every_roll(effects: tuple[Effect, ...]) -> None:
    setting = GAME["roll"](effects=effects, properties=["keen"]).setting
    forced = brute_force(setting)
    assert forced is not None
    assert agree(exact(setting), forced)
    assert agree(exact(setting, lean=False), forced)


def test_odds_are_those_of_a_count_by_hand() -> None:
    """Gloom turns 4s to 1s, then luck rerolls 1s: over all faces of two dice and of two rerolls."""
    law: dict[tuple[int], Fraction] = {}
    for first, second, *again in product(range(1, 5), repeat=4):
        after = [1 if face == 4 else face for face in (first, second)]
        best = max(new if face == 1 else face for face, new in zip(after, again, strict=True))
        law[best,] = law.get((best,), Fraction()) + Fraction(1, 4**4)
    assert GAME["roll"](effects=["luck", "gloom"]).odds().table("x") == law


def test_odds_keep_different_effects_apart() -> None:
    ones, twos = ({"at": "late", "do": "set", "value": n} for n in (1, 2))
    laws = [GAME["roll"](effects=[effect]).odds() for effect in (ones, twos)]
    assert [law.mean("x") for law in laws] == [1, 2]
    bounds = [GAME["roll"](effects=effects) for effects in ([ones], [twos], ["luck"], [])]
    assert all((a == b) == (i == j) for i, a in enumerate(bounds) for j, b in enumerate(bounds))
    assert GAME["roll"](effects=["luck"]) == GAME["roll"](effects=["luck"])


def test_the_trace_says_whose_effect_changed_which_die_and_why() -> None:
    outcome = thrown("luck", faces=(3, 1, 2))
    (event,) = (event for event in outcome.trace if event.by)
    assert (event.by, event.step, event.because) == ("Good luck", "reroll", "luck turns")
    (change,) = event.changes
    assert change.before is not None
    assert (change.place, change.before.value, change.after.value) == (1, 1, 2)
    told = event.to_dict()
    assert (told["by"], told["because"]) == ("Good luck", "luck turns")


def test_an_effect_that_finds_nothing_leaves_no_trace() -> None:
    assert not [event for event in thrown("luck", faces=(3, 2)).trace if event.by]


@pytest.mark.parametrize("effects", BROUGHT, ids=str)
def test_a_log_replays_with_its_effects(effects: tuple[Effect, ...]) -> None:
    outcome = GAME["roll"](effects=effects).roll(Random(8))
    log = json.loads(json.dumps(dict(outcome.log)))
    assert len(log["effects"]) == len(effects)
    again = GAME[log["check"]].bind(log["inputs"], log["properties"], effects=log["effects"])
    assert again.replay(log) == outcome


# -- what is refused --------------------------------------------------------------------------------------------------

REFUSED = [
    ("lukc", "unknown-effect", "toy has no effect `lukc`; did you mean `luck`?", ""),
    ({**LUCK, "at": "erly"}, "unknown-phase", "no check has a phase `erly`; did you mean `early`?", "effect:1:8"),
    (
        {"at": "early", "do": "reroll", "wher": "value == 1"},
        "unknown-key",
        "a reroll step has no `wher`; did you mean `where`?",
        "effect:1:33",
    ),
    (
        {"triggers": [LUCK], "ovner": "gm"},
        "unknown-key",
        "an effect has no `ovner`; did you mean `owner`?",
        "effect:1:",
    ),
    ({**LUCK, "do": "rerol"}, "unknown-word", "there is no trigger `rerol`; did you mean `reroll`?", "effect:1:23"),
    ({**LUCK, "owner": "bob"}, "unknown-word", "`owner` of an effect cannot be `bob`", "effect:1:"),
    (
        {**LUCK, "where": "valu == 1"},
        "unknown-name",
        "`valu` is not a name that can be used here; did you mean `value`?",
        "effect:1:",
    ),
    ({**LUCK, "dice": "d5"}, "unknown-die", "there is no die `d5`; did you mean", "effect:1:"),
    ({"at": "early", "do": "set", "face": "sunn"}, "unknown-symbol", "did you mean `sun`?", "effect:1:"),
    ({"do": "reroll"}, "missing-key", "a reroll step needs `at`", "effect:1:1"),
    ({"triggers": []}, "list-length", "`triggers` of an effect has no items", "effect:1:"),
    ({"at": "early", "do": "stop"}, "trigger-step", "a trigger cannot be a stop step", "effect:1:"),
    ({"at": "early", "do": "phase", "name": "more"}, "trigger-step", "a trigger cannot be a phase step", "effect:1:"),
    (
        {"at": "early", "do": "repeat", "times": 2, "steps": [{"do": "phase", "name": "early"}]},
        "trigger-step",
        "a trigger cannot be a phase step",
        "effect:1:",
    ),
    ({("at",): "early"}, "unknown-effect", "an effect that is written out holds what JSON can hold", ""),
    ('{"at": "early", "do": "reroll"', "not-yaml", "the bracket that opens here is never closed", "effect:1:1"),
]


@pytest.mark.parametrize(("effect", "code", "message", "place"), REFUSED)
def test_a_wrong_effect_is_refused_with_its_place(effect: Effect, code: str, message: str, place: str) -> None:
    ((found, said, where),) = refused(effect)
    assert found == code
    assert message.removesuffix("; did you mean") in said
    assert where.startswith(place)
    assert bool(where) == bool(place)


def test_every_wrong_effect_and_input_is_told_at_once() -> None:
    found = [code for code, _, _ in refused("lukc", {**LUCK, "at": "erly"}, "luck")]
    assert found == ["unknown-effect", "unknown-phase"]
    with pytest.raises(DicewrightError) as caught:
        GAME["roll"](effects=["lukc"], properties=["ken"], n=3)
    assert [p.code for p in caught.value.problems] == ["unknown-input", "unknown-effect", "unknown-property"]


def test_the_notes_list_what_there_is() -> None:
    with pytest.raises(DicewrightError) as caught:
        GAME["roll"](effects=["lukc", {**LUCK, "at": "erly"}])
    first, second = caught.value.problems
    assert first.notes == ("effects: luck, gloom, wave",)
    assert second.notes == ("phases: before, early, late, closed",)


def test_a_check_has_only_the_phases_of_its_own() -> None:
    two = toy(STEPS)
    two["checks"]["plain"] = {"steps": [{"do": "add", "die": "d4"}, {"do": "roll"}], "results": {"x": "total"}}
    system = load(two)
    assert system["roll"](effects=[LUCK])
    with pytest.raises(DicewrightError, match="no check has a phase `early`"):
        system["plain"](effects=[LUCK])


def test_a_face_that_a_die_does_not_have_is_refused() -> None:
    with pytest.raises(DicewrightError, match="unknown-face"):
        thrown({"at": "early", "do": "set", "face": 7})


@pytest.mark.parametrize(
    ("effect", "code", "message"),
    [
        ({"triggers": [{**LUCK, "at": "erly"}]}, "unknown-phase", "did you mean `early`?"),
        ({"trigers": [LUCK]}, "unknown-key", "an effect has no `trigers`; did you mean `triggers`?"),
        ({"label": "Nothing"}, "missing-key", "an effect needs `triggers`"),
        ({"owner": "bob", "triggers": [LUCK]}, "unknown-word", "`owner` of an effect cannot be `bob`"),
        ({"triggers": [{"at": "early", "do": "stop"}]}, "trigger-step", "a trigger cannot be a stop step"),
    ],
)
def test_a_wrong_effect_of_the_file_is_found_before_any_roll(
    effect: Mapping[str, Any], code: str, message: str
) -> None:
    (found,) = problems(toy(STEPS, effects={"odd": effect}))
    assert found.code == code
    assert message in found.message
    assert found.where is not None


def test_a_phase_knows_its_players() -> None:
    (found,) = problems(toy([*STEPS, {"do": "phase", "name": "odd", "owners": ["bob"]}]))
    assert found.code == "unknown-word"


def test_tests_of_a_file_bring_effects() -> None:
    case = {"name": "gloom", "check": "roll", "faces": {"d4": [4, 2]}, "expect": {"results": {"x": 2}}}
    written = {"at": "late", "do": "set", "value": 9}
    cases = [
        {**case, "effects": ["gloom"]},
        {**case, "name": "nothing", "expect": {"results": {"x": 4}}},
        {**case, "name": "written", "effects": ["gloom", written], "expect": {"results": {"x": 9}}},
        {**case, "name": "odds", "effects": [written], "faces": {}, "expect": {}, "odds": {"mean": {"x": 9}}},
        {**case, "name": "wrong", "effects": ["gloom"], "expect": {"results": {"x": 4}}},
    ]
    for each in cases:
        if not each["expect"]:
            del each["expect"], each["faces"]
    system = game(tests=cases)
    assert [verdict.case.name for verdict in verify(system.rules) if verdict.problems] == ["wrong"]


# -- the command line -------------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    (tmp_path / "toy.system.yaml").write_text(
        text(toy(STEPS, effects=EFFECTS, properties=PROPERTIES)), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)

    def go(command: str, *words: str) -> tuple[int, str, str]:
        try:
            code = main([command, "toy.system.yaml", "roll", *words])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return go


def test_a_roll_takes_effects_by_name_and_written_out(run) -> None:  # type: ignore[no-untyped-def]
    written = '{"owner": "gm", "label": "Curse", "at": "early", "do": "set", "where": "value == 3", "face": 1}'
    code, out, err = run("roll", "--effect", "luck", "--effect", written, "--faces", "d4: 3, 2, 4")
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines.index("Curse d4 3 → 1") < lines.index("Good luck d4 1 → 4 (luck turns)")


def test_odds_take_effects(run) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = run("odds", "--effect", '{"at": "late", "do": "set", "value": 7}', "--json")
    assert (code, json.loads(out)["results"]) == (0, {"x": {"7": "1"}})
    _, out, _ = run("odds", "--effect", "luck", "--json")
    luck = {str(value): str(p) for (value,), p in GAME["roll"](effects=["luck"]).odds().table("x").items()}
    assert json.loads(out)["results"]["x"] == luck


def test_a_log_of_the_command_line_says_its_effects(run) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = run("roll", "--effect", "luck", "--effect", json.dumps(LUCK), "--seed", "5", "--json")
    told = json.loads(out)
    assert told["log"]["effects"] == ["luck", json.dumps(LUCK)]
    words = [word for effect in told["log"]["effects"] for word in ("--effect", effect)]
    faces = "d4: " + ", ".join(map(str, told["log"]["faces"]["d4"]))
    assert json.loads(run("roll", *words, "--faces", faces, "--json")[1]) == told


@pytest.mark.parametrize(
    ("effect", "code", "words"),
    [
        ("lukc", 2, ("unknown-effect", "did you mean `luck`?", "effects: luck, gloom, wave")),
        ('{"at": "erly", "do": "reroll"}', 1, ("effect:1:8: error[unknown-phase]", "did you mean `early`?")),
        ('{"at": "early", "do"', 1, ("effect:1:1: error[not-yaml]",)),
    ],
)
def test_the_command_line_refuses_wrong_effects(run, effect: str, code: int, words: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    for command in ("roll", "odds"):
        found, out, err = run(command, "--effect", effect)
        assert (found, out) == (code, "")
        assert all(word in err for word in words), err


def test_a_shipped_effect_from_a_shell() -> None:
    need("l5r5e")
    done = subprocess.run(
        [sys.executable, "-m", "dicewright", "odds", "l5r5e", "check", "ring=2", "--effect", "distinction", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert json.loads(done.stdout)["outcomes"]["success"] == "5/8"
