"""The reference of the language: `reference.page.md`, filled in from the records that run it.

`python -m tests.reference` writes docs/reference.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from dicewright.model.words import DIE_NAMES, MEASURES, OWNED, PAIR_NAMES, SHAPES, TALLIES
from dicewright.ops import OPS
from dicewright.ops.building import EDITS
from dicewright.ops.editor import flow
from dicewright.ops.op import COMMON, SELECT, WHICH, Example, Key, Op
from dicewright.ops.schema import whole
from dicewright.ops.shapes import EXPRESSION, SHOWN, TEXT, WORD, WORDS
from dicewright.ops.state import Limits
from dicewright.show.explain import PLAIN
from dicewright.source.read import Caps
from tests.toy import TOY

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
FRAME = Path(__file__).with_name("reference.page.md")
COMMAND = "python -m tests.reference"
Shape = Mapping[str, Any]

FAMILIES = {
    "Dice come in": ("add", "upgrade", "downgrade", "remove"),
    "Dice are thrown": ("roll", "reroll", "explode"),
    "What lies there changes": ("set", "negate", "multiply", "tag"),
    "Which dice count": ("keep", "drop", "reserve"),
    "Drawn without replacement": ("draw", "return"),
    "Numbers": ("let", "tally", "pair", "cancel", "table"),
    "The order of things": ("phase", "choose", "repeat", "stop"),
}
WORDLISTS = {
    "PLAIN": PLAIN,
    "TALLIES": TALLIES,
    "SHAPES": SHAPES,
    "DIE_NAMES": DIE_NAMES,
    "PAIR_NAMES": PAIR_NAMES,
    "MEASURES": MEASURES,
    "OWNED": OWNED,
    "EDITS": EDITS,
}
KINDS = {
    "expression": "expression",
    "per_die": "expression on one die",
    "of_pair": "expression on a pair",
    "option": "option, or expression",
    "die": "die, or choice of dice",
    "ladder": "ladder",
    "table": "table",
    "phase": "phase",
    "outcome": "outcome",
    "binds": "new name",
    "mark": "tag",
    "text": "text",
    "flag": "true or false",
    "symbols": "symbol, or list of them",
    "showing": "face",
    "pairs": "list of pairs",
    "steps": "list of steps",
    "options": "list of options",
    "players": "list of players",
    "who": "`roller`, `gm` or `others`",
    "group": "block of selecting keys",
}
TYPES = {"string": "word", "integer": "number", "boolean": "true or false", "array": "list", "object": "block"}
CAPS = {
    "size": "bytes",
    "nodes": "keys and values",
    "depth": "levels",
    "number": "the largest number, above and below zero",
    "problems": "slips that are told; then reading stops",
}
COSTS = {
    "dice": "dice in a pool",
    "draws": "dice thrown in a roll",
    "rounds": "rounds of a loop with `while`",
    "states": "states that exact odds follow",
    "steps": "steps that a roll, or its odds, take one after another",
    "memory": "MiB that exact odds may take, about; 0 for as many as there are",
    "seconds": "seconds of computing for exact odds; 0 for as long as it takes",
    "ahead": "seconds that a roll may look ahead for the best answer; 0 for as long as it takes",
    "options": "selections to choose from in one decision",
    "runs": "rolls of a simulation",
    "size": "bytes of a file",
    "nodes": "keys and values of a file",
}


def page() -> str:
    """The page as it has to be."""
    text = re.sub(r"^\{\{(\w+) ?(.*?)\}\}$", _filled, FRAME.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = text.replace("{{contents}}", "\n".join(_contents(text)))
    return re.sub(r"\n{3,}", "\n\n", text)


def _filled(found: re.Match[str]) -> str:
    match found[1]:
        case "keys":
            return "\n".join(_keys(_place(found[2])))
        case "common":
            return "\n".join(_listed(COMMON))
        case "select":
            return "\n".join(_listed(SELECT))
        case "steps":
            return "\n".join(_steps())
        case "words":
            words = WORDLISTS[found[2]].items()
            return "\n".join(_table(("Word", "Meaning"), ((f"`{word}`", meaning) for word, meaning in words)))
        case "caps":
            return "\n".join(_table(("Limit", "Of"), ((f"{f.default:,}", CAPS[f.name]) for f in fields(Caps))))
        case "limits":
            rows = ((f"`{f.name}`", f"{f.default:,}", COSTS[f.name]) for f in fields(Limits))
            return "\n".join(_table(("Name", "Limit", "Of"), rows))
    return found[0]


def _place(path: str) -> Shape:
    """A part of the schema: keys in a row, * for what stands under names or in a list; # before a definition."""
    schema = whole()
    here: Shape = schema["$defs"][path[1:]] if path.startswith("#") else schema
    for word in () if path[0] in "#." else path.split("."):
        here = (here.get("items") or here["additionalProperties"]) if word == "*" else here["properties"][word]
    return here


def _contents(text: str) -> Iterator[str]:
    """Links to the headings; those of the fourth level stand in a row behind that of the third."""
    part: list[str] = []
    lines: dict[str, list[str]] = {}
    for mark, heading in re.findall(r"^(##+) (.+)$", text, re.MULTILINE):
        link = f"[{heading}](#{anchor(heading)})"
        if mark == "####":
            part.append(link)
        else:
            part = lines.setdefault(f"* **{link}**" if mark == "##" else f"  * {link}", [])
    yield from (head + (": " + " · ".join(words) if words else "") for head, words in lines.items())


def anchor(heading: str) -> str:
    """How a heading is linked to."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


def _steps() -> Iterator[str]:
    dice = ", ".join(f"`{name}: {flow(kind)}`" for name, kind in TOY["dice"].items())
    ladder = flow(TOY["ladders"]["steps"])
    yield (
        f"The examples below are rolled with the dice {dice}. The symbols `sun` and `moon` cancel each other, "
        f"the ladder `steps` is `{ladder}`, and the table `halves` gives 10 up to 2 and 20 above."
    )
    for family, words in FAMILIES.items():
        yield f"\n### {family}"
        for word in words:
            yield from _op(OPS[word])


def _op(op: Op) -> Iterator[str]:
    yield f"\n#### {op.name}\n"
    yield f"{op.doc}\n"
    if op.keys:
        yield from _listed(op.keys)
    if op.one_of:
        yield f"\nExactly one of {_all(op.one_of)} stands there."
    if set(op.selects) == {key.name for key in SELECT}:
        yield "\nTakes dice by any of the [selecting keys](#keys-that-select-dice)."
    elif op.selects:
        only = ", which say which dice and not how many" if set(op.selects) == set(WHICH) else ""
        yield f"\nTakes dice by {_all(op.selects)}{only}."
    for example in op.examples:
        yield from _example(example)


def _example(example: Example) -> Iterator[str]:
    yield "\n```yaml"
    yield from (f"- {flow(step)}" for step in example.steps)
    yield "```\n"
    values = [(value, p) for value, p in example.law.items() if p != "0"]
    if len(values) == 1:
        yield f"Then `{example.reads}` is {values[0][0]}."
        return
    yield from _table(
        (f"`{example.reads}`", *(str(value) for value, _ in values)), [("chance", *(p for _, p in values))]
    )


def _keys(shape: Shape) -> Iterator[str]:
    """A row for each key of a block."""
    needed = set(shape.get("required", ())) if len(shape["properties"]) > 1 else set()
    rows = [
        (
            f"`{name}`" + (" *needed*" if name in needed else ""),
            str(inner["description"]).partition(" Example: ")[0],
            _kind(inner),
            _shown(inner["examples"][0]),
        )
        for name, inner in shape["properties"].items()
    ]
    yield from _table(("Key", "What it says", "What stands there", "Example"), rows)


def _listed(keys: Iterable[Key]) -> Iterator[str]:
    rows = [
        (
            f"`{key.name}`" + (" *needed*" if key.required else ""),
            key.doc,
            _words(key.words) if key.words else KINDS[key.kind],
            _shown(key.example),
        )
        for key in keys
    ]
    yield from _table(("Key", "What it says", "What stands there", "Example"), rows)


def _kind(shape: Shape) -> str:
    """What stands under a key of the schema."""
    bare = {k: v for k, v in shape.items() if k not in ("title", "description", "examples")}
    usual = (EXPRESSION, "expression"), (TEXT, "text"), (WORD, "name"), (WORDS, "name, or list"), (SHOWN, "face")
    for known, word in usual:
        if bare == known:
            return word
    if "enum" in shape:
        return _words(dict(zip(shape["enum"], shape["enumDescriptions"], strict=True)))
    match shape:
        case {"const": value}:
            return f"always `{value}`"
        case {"type": "integer", "minimum": low, "maximum": high}:
            return f"{low:,} to {high:,}"
        case {"type": "integer"}:
            return "whole number"
        case {"type": "string", "pattern": _}:
            return "name"
        case {"type": [*kinds]}:
            return " or ".join(dict.fromkeys(TYPES[kind] for kind in kinds if kind in TYPES))
        case {"type": kind}:
            return {"string": "text"}.get(kind, TYPES[kind])
    raise AssertionError(shape)


def _words(words: Mapping[str, str]) -> str:
    return "<br>".join(f"`{word}`: {meaning}" for word, meaning in words.items())


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _shown(example: Any) -> str:
    """An example where it is short enough for a table."""
    text = flow(int(example) if isinstance(example, str) and example.isdigit() else example)
    return f"`{text}`" if len(text) <= 60 else ""


def _all(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
