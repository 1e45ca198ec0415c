"""The rule page: what it says of each part of a system, in Markdown and in HTML, whatever an author writes."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import dicewright
from dicewright.cli import main
from dicewright.ops import ALL
from dicewright.play.spread import Row, Spread, over_input, with_properties
from dicewright.show.html import html
from dicewright.show.markdown import escaped, markdown
from dicewright.show.page import Page, Table, code, runs
from dicewright.show.prose import told
from dicewright.show.sheet import sheet
from dicewright.show.style import Style, number
from dicewright.show.system import overview
from toy import load, need, toy

LANTERN = """\
format: 1
id: lantern
name: Lantern
summary: A lantern game.
symbols:
  glow: {glyph: "*"}
  soot: {glyph: "o"}
cancels: [[glow, soot]]
dice:
  d6: {sides: 6}
  wick: {faces: [blank, glow, [glow, glow], {face: soot, weight: 2}]}
properties:
  bright: {opposes: dim, summary: Rerolls ones., triggers: [{at: fate, do: reroll, dice: [d6], where: "value == 1"}]}
  dim: {}
checks:
  light:
    inputs:
      wicks: {type: integer, min: 0, max: 2, names: {few: 2}}
      lucky: {type: boolean, default: false}
    steps:
      - {do: add, die: wick, count: wicks}
      - {do: add, die: d6, when: lucky, because: luck lends a die}
      - {do: roll}
      - {do: phase, name: fate}
      - {do: cancel}
    results: {glow: glow, luck: total}
    outcomes: [{name: lit, when: "glow >= 1"}, {name: dark, label: pitch dark}]
tests:
  - {name: glow cancels soot, check: light, given: {wicks: 2}, faces: {wick: [glow, soot]}, expect: {outcome: dark}}
"""
PAGE = r"""# Lantern

A lantern game.

## Symbols

|  | Symbol | Rule |
| --- | --- | --- |
| \* | Glow | cancels Soot, one for one |
| o | Soot | cancels Glow, one for one |

## Dice

| Die | Faces |
| --- | --- |
| d6 | 1, 2, 3, 4, 5, 6 |
| wick | blank, \*, \*\*, o ×2 |

## Properties

| Property | What it does | Kept from acting by |
| --- | --- | --- |
| Bright | Rerolls ones. | Dim |
| Dim |  | Bright |

## Light

Said before the roll:

- `wicks`: 0 to 2; few is 2
- `lucky`: yes or no; no unless said otherwise

1. Take `wicks` wick dice.
2. If `lucky`: take 1 d6. *Luck lends a die.*
3. Roll the dice.
4. Now, at `fate`: Bright.
5. Cancel, one for one: Glow against Soot.

Read off: `glow`, `luck` is `total`.

The first of these that holds is the verdict:

- Lit: `glow >= 1`
- Pitch dark: otherwise
"""


BLESSED = [{"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "phase", "name": "fate"}]
PROPERTIES = {"fine": {"triggers": [{"at": "fate", "do": "reroll", "where": "value == 1"}]}, "idle": {}}


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "lantern.system.yaml").write_text(LANTERN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "lantern.system.yaml"


def test_the_page_says_it_all(lantern: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", lantern, "--no-odds"]) == 0
    assert capsys.readouterr().out == PAGE
    assert main(["sheet", lantern]) == 0
    whole = capsys.readouterr().out
    assert whole.startswith(PAGE)
    table = ["| wicks | lit | pitch dark |", "| --- | --: | --: |"]
    table += ["| 0 | 0 % | 100 % |", "| 1 | 40.00 % | 60.00 % |", "| few (2) | 48.00 % | 52.00 % |"]
    assert "\n### Odds\n\n" + "\n".join(table) in whole


def test_one_check_alone_and_one_that_is_not_there(lantern: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", lantern, "light", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["system"], told["check"]) == ("lantern", "light")
    assert "## Light" in told["text"]
    assert main(["sheet", lantern, "lihgt"]) == 2
    assert "lantern has no check `lihgt`; did you mean `light`?" in capsys.readouterr().err


def test_the_table_holds_the_odds() -> None:
    system = dicewright.loads(LANTERN.replace(", names: {few: 2}", ""))
    spread = over_input(system, "light")
    assert (spread.axis, dict(spread.given), [row.label for row in spread.rows]) == ("wicks", {}, ["0", "1", "2"])
    for wicks, row in enumerate(spread.rows):
        assert row.chances == {
            "lit": system["light"](wicks=wicks).odds().outcomes["lit"],
            "pitch dark": system["light"](wicks=wicks).odds().outcomes["dark"],
        }
    assert with_properties(system, "light") is None, "nothing is rerolled without luck"
    spread = with_properties(load(blessed := toy(BLESSED, properties=PROPERTIES)), "roll") or spread
    assert [(row.label, row.means) for row in spread.rows] == [
        ("none", {"x": Fraction(5, 2)}),
        ("Fine", {"x": load(blessed)["roll"](properties=["fine"]).odds().mean("x")}),
    ]


def test_an_input_that_changes_nothing_is_not_the_main_one() -> None:
    check = {"inputs": {"idle": {"type": "integer", "default": 1}, "more": {"type": "boolean", "default": False}}}
    steps = [{"do": "add", "die": "d4"}, {"do": "add", "die": "d4", "when": "more"}, {"do": "roll"}]
    spread = over_input(load(toy(steps, check=check)), "roll")
    assert spread.axis == "more"
    assert [row.means for row in spread.rows] == [{"x": Fraction(5, 2)}, {"x": Fraction(5)}]


def test_what_is_too_costly_is_left_out_and_named() -> None:
    steps = [
        {"do": "add", "die": "d20", "count": "n"},
        {"do": "roll"},
        {"do": "set", "where": "rank == 1", "to": "max"},
    ]
    check = {"inputs": {"n": {"type": "integer", "min": 1, "max": 3}}}
    some, none = (load(toy(steps, check=check), states=states) for states in (50, 1))
    spread = over_input(some, "roll")
    assert [row.costly for row in spread.rows] == [False, True, True]
    page = markdown(sheet(some.rules, {"roll": (spread,)}))
    assert "| 1 | 20 |\n| 2 | — |\n| 3 | — |\n\n*— is left out: more than" in page
    left_out = {"roll": (over_input(none, "roll"),)}
    assert "\n*They are left out: more than" in markdown(sheet(none.rules, left_out))


def test_what_is_cut_off_and_what_is_refused_is_said() -> None:
    loop = {"do": "repeat", "while": "total < n", "rounds": 2, "steps": [{"do": "add", "die": "d4"}, {"do": "roll"}]}
    check = {"inputs": {"n": {"type": "integer", "min": 2, "max": 3}}}
    system = load(
        toy([loop], check=check, tests=[{"name": "no", "given": {"n": 9}, "expect": {"error": "input-range"}}])
    )
    spread = over_input(system, "roll")
    assert [row.unresolved for row in spread.rows] == [0, Fraction(1, 16)]
    assert "*In each row at most 6.2e-02 is unresolved.*" in markdown(sheet(system.rules, {"roll": (spread,)}))
    refused = Spread("", {}, (Row(""),))
    assert "Odds" not in markdown(sheet(system.rules, {"roll": (refused,)}))


# -- in words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_every_step_can_be_said(op: Any) -> None:
    for example in op.examples:
        rules = load(toy(example.steps, example.reads)).rules
        for item in told(rules, rules.checks["roll"].steps, {}):
            plain = "".join(part for _, part in runs(item.text))
            assert plain[-1] in ".:", plain
            assert not re.search(r"\(text=|Formula|None|\{|  ", plain), plain


PAIR = {"do": "pair", "against": {"dice": ["sign"]}, "line_up": "highest"}


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"do": "keep", "count": 1, "pick": "highest"}, "Keep the highest die; the others are dropped."),
        ({"do": "keep", "count": "2 + 1", "pick": "lowest"}, "Keep the `2 + 1` lowest dice; the others are dropped."),
        ({"do": "drop", "where": "value <= 2"}, "Drop every die that shows 2 or less."),
        ({"do": "drop", "at_most": 2, "pick": "any", "where": "value == 1"}, "Drop up to 2 dice that show 1."),
        (
            {"do": "reroll", "dice": ["sign"], "may": "roller", "prefer": "always"},
            "The player who rolls may reroll any sign dice.",
        ),
        ({"do": "reroll", "count": 1, "pick": "gm", "prefer": "always"}, "Reroll one die, as the game master picks."),
        ({"do": "drop", "containing": "moon", "state": "kept"}, "Drop every kept die with Moon."),
        ({"do": "explode", "where": "value == sides", "times": 1}, "Every die that shows its highest face brings"),
        ({"do": "set", "showing": "sun", "face": "moon"}, "Turn every die that shows Sun to Moon."),
        ({"do": "return", "count": 1, "pick": "random"}, "Put one die at random back into the bag."),
        ({"do": "add", "die": "sign", "count": 2, "state": "bag"}, "Put 2 sign dice into the bag."),
        ({"do": "repeat", "times": 2, "steps": [{"do": "roll"}]}, "Twice:"),
        (
            {"do": "repeat", "while": "dice < 3", "rounds": 4, "steps": [{"do": "roll"}]},
            "At most 4 times, as long as `dice < 3`:",
        ),
        (
            {**PAIR, "holds": "value > other", "unbroken": True, "drops": "against"},
            "Line every die up with every sign die, highest with highest; of each pair for which `value > other` the "
            "second die is dropped; the first pair for which this does not hold ends the line.",
        ),
    ],
    ids=lambda each: each["do"] if isinstance(each, dict) else "",
)
def test_a_step_in_words(step: dict[str, Any], said: str) -> None:
    rules = load(toy([{"do": "add", "die": "sign"}, {"do": "roll"}, step])).rules
    text = told(rules, rules.checks["roll"].steps, {})[2].text
    assert "".join(f"`{part}`" if mark else part for mark, part in runs(text)).startswith(said)


@pytest.mark.parametrize("name", ["l5r5e", "risk", "fate", "yahtzee"])
def test_a_shipped_system_can_be_printed(name: str) -> None:
    need(name)
    rules = dicewright.load(name).rules
    page = sheet(rules, {})
    for text in (markdown(page), html(page, "")):
        for item in (*rules.checks.values(), *rules.contests.values(), *rules.sequences.values()):
            assert (item.label[:1].upper() + item.label[1:]) in text
        assert not re.search("[\x0e-\x1f]", text)


# -- whatever an author writes ----------------------------------------------------------------------------------------

HOSTILE = [
    *("<script>alert(1)</script>", "</td><img src=x onerror=y>", "a | b", "`x`", "**b** _i_ [l](http://x)"),
    *("# head", "- list", "1. list", "&amp;", 'say "so"', "\\"),
]


TAGS = {
    *("html", "head", "meta", "title", "style", "body", "footer", "h1", "h2", "h3", "p", "span", "code"),
    *("ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"),
}


class Tags(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def hostile(text: str) -> Page:
    system = toy(
        [{"do": "add", "die": "d4", "because": text}, {"do": "roll"}],
        name=text,
        summary=text,
        source=text,
        properties={"p": {"label": text, "summary": text}},
        symbols={"sun": {"label": text, "glyph": text[:8]}, "moon": {}},
        check={"label": text, "summary": text, "outcomes": [{"name": "o", "label": text}]},
    )
    return sheet(load(system).rules, {})


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_a_tag(text: str) -> None:
    page = html(hostile(text), code(text))
    found = Tags()
    found.feed(page)
    assert found.tags <= TAGS
    assert found.attributes <= {"lang", "charset", "http-equiv", "content", "name", "class", "style"}
    assert "".join(found.texts).count(text) >= 8
    assert not re.search(r"url\(|@import", page)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_breaks_the_markdown(text: str) -> None:
    page = markdown(hostile(text))
    for table in re.findall(r"(?m)(?:^\|.*\n)+", page):
        assert len({len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table.splitlines()}) == 1, table
    assert "<script" not in page.replace("\\<script", "")
    assert escaped(text) in page


def test_code_in_a_table_keeps_its_bars() -> None:
    assert "| `` a \\| `b` `` |" in markdown(Page("x", (Table(("a",), ((code("a | `b`"),),)),)))


def test_lines_of_a_text_begin_nothing_in_markdown() -> None:
    page = markdown(hostile("a\n\n# b\n- c\n===\n| e"))
    assert not re.search(r"(?m)^(- c|=|# b|\| e)", page)
    assert "a \\# b - c === \\| e" in page


def test_a_mean_just_below_zero_has_no_sign() -> None:
    assert [number(Fraction(n, 100_000)) for n in (-1, 0, -6, 250_000)] == ["0", "0", "-0.0001", "2.5"]


def test_a_limit_on_one_side_is_told() -> None:
    inputs = {"cost": {"type": "integer", "max": 3, "default": 1}}
    system = toy([{"do": "add", "die": "d4"}, {"do": "roll"}], check={"inputs": inputs})
    assert "- `cost`: 3 or less; 1 unless said otherwise" in markdown(sheet(load(system).rules, {}))
    assert "cost: at most 3; 1 unless given" in overview(load(system).rules, Style())
