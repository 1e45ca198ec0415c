"""What a roll tells: which way or number was taken and by whom, and dice that differ by their tags."""

from __future__ import annotations

from typing import Any

from dicewright import BoundCheck
from dicewright.show.roll import story
from dicewright.show.style import Style
from toy import TOY, load, rolled, toy

D6: dict[str, Any] = {"do": "add", "die": "d6"}
ROLL: dict[str, Any] = {"do": "roll"}


def told(bound: BoundCheck, **faces: list[Any]) -> list[str]:
    """The lines of the story between heading and verdict, without their margins."""
    lines = story(bound.setting.rules, bound.roll(faces=faces), Style()).splitlines()
    return [" ".join(line.split()) for line in lines[2:-2]]


class Ones:
    """Chance that always gives the first face."""

    def random(self) -> float:
        return 0.0


def way(name: str, steps: list[Any], **keys: Any) -> dict[str, Any]:
    return {"name": name, "steps": steps, **keys}


BURN = [{"do": "let", "name": "n", "value": 1}]


def choosing(*options: dict[str, Any]) -> BoundCheck:
    choose = {"do": "choose", "who": "gm", "because": "luck may be burned", "options": list(options)}
    return rolled([{"do": "let", "name": "n", "value": 0}, D6, ROLL, choose], "n")


def test_the_way_that_is_taken_is_told_even_where_it_only_names_a_number() -> None:
    bound = choosing(way("stand", [], prefer="total >= 3"), way("burn", BURN, prefer=True))
    assert told(bound, d6=[1])[-1] == "choose gm takes burn (luck may be burned)"
    assert told(bound, d6=[3])[-1] == "choose gm takes stand (luck may be burned)"
    event = bound.roll(faces={"d6": [1]}).trace[-2]
    assert (event.chosen, event.who, event.to_dict()["chosen"], event.to_dict()["who"]) == ("burn", "gm", "burn", "gm")


def test_nobody_takes_the_only_way_that_is_open() -> None:
    """It is told where it does something."""
    bound = choosing(way("burn", BURN, when="total <= 2", prefer=True), way("stand", [], when="total >= 2"))
    assert told(bound, d6=[1])[-1] == "choose burn (luck may be burned)"
    assert told(bound, d6=[3])[-1] == "roll d6 3"


def test_a_number_is_told_even_where_it_stays_the_same() -> None:
    spend = {"do": "choose", "who": "roller", "name": "n", "to": 2, "prefer": 0, "because": "luck"}
    assert told(rolled([spend, spend], "n")) == ["choose roller takes n 0 (luck)", "choose roller takes 0 (luck)"]


def test_tags_are_told_where_they_tell_dice_of_a_kind_apart() -> None:
    steps = [
        {**D6, "count": 2},
        {**D6, "tag": "wild"},
        {"do": "add", "die": "d4", "tag": "wild"},
        ROLL,
        {"do": "explode", "where": "value == 6", "times": 1, "tagged": "extra"},
        {"do": "tag", "name": "best", "where": "value == 5", "because": "a 5 is best"},
    ]
    assert told(rolled(steps), d6=[6, 2, 6, 5, 1], d4=[4]) == [
        "pool 2 d6, 1 d6 (wild), 1 d4",
        "roll d6 6 2 d6 (wild) 6 d4 4",
        "explode d6 (extra) 5, d6 (extra, wild) 1 come in",
        "tag d6 (extra) 5 tagged best (a 5 is best)",
    ]
    outcome = rolled(steps).roll(faces={"d6": [1, 2, 3], "d4": [4]})
    assert [die.to_dict().get("tags") for die in outcome.dice] == [None, None, ["wild"], ["wild"]]


def test_a_player_reads_the_tags_of_dice_to_decide_about() -> None:
    steps = [D6, {**D6, "tag": "wild"}, ROLL, {"do": "reroll", "may": "roller"}]
    waiting = load(toy(steps, check={"aim": [{"most": "x"}]}))["roll"]().play(rng=Ones())
    assert [option.words for option in waiting.decision.options] == [
        "reroll nothing",
        "reroll d6 1",
        "reroll d6 (wild) 1",
        "reroll d6 1, d6 (wild) 1",
    ]


def test_what_an_explosion_brings_is_asked_about_as_what_it_is() -> None:
    """Dice that are tagged so do not explode again where the step leaves them out."""
    explode = {"do": "explode", "where": "value == 6 and not extra", "tagged": "extra"}
    bound = rolled([{**D6, "tag": "wild"}, ROLL, explode], {"x": "count(extra and wild)"}, dice=TOY["dice"])
    assert bound.roll(faces={"d6": [6, 6]}).results == {"x": 1}
