"""The files that both the editor and `validate` judge: good ones, and such as are broken in one place."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import yaml

from dicewright.commands.schema import MODELINE
from dicewright.errors import DicewrightError, Problem
from dicewright.folders import shipped, templates
from dicewright.ops.schema import written
from dicewright.source.read import Node, read
from dicewright.source.validate import validate
from test_errors import DOCUMENTS, expected

ROUNDS = 1
# What our reader refuses and an editor lets pass, as readers of YAML take it differently or pass over it in silence.
STRICTER: Mapping[str, str] = {
    "an anchor and its alias": "name: &a Game\nsummary: *a",
    "a merge key": "checks:\n  a: {steps: [{do: roll}]}\n  b:\n    <<: {steps: [{do: roll}]}",
    "a number with a leading zero": "dice: {d6: {sides: 06}}",
    "a number in base sixteen": "dice: {d6: {sides: 0x6}}",
    "nothing at all": "",
}


@dataclass(frozen=True)
class File:
    """A text, and the line on which it was broken, where there is just one."""

    name: str
    text: str
    line: int | None = None


def files() -> Iterator[File]:
    """Each with the modeline on top."""
    for name, path in {**templates(), **shipped()}.items():
        text = _headed(path.read_text(encoding="utf-8"))
        yield File(name, text)
        rng = Random(name)
        for _ in range(ROUNDS):
            yield from _broken(name, text, rng)
    for name, text in DOCUMENTS.items():
        if "nothing at all" not in name:
            yield File(name, _headed(expected(text)[0]))


def _headed(text: str) -> str:
    return f"{MODELINE}\n{text}"


def _broken(name: str, text: str, rng: Random) -> Iterator[File]:
    """One key misspelt and one value of another type, in the text as it stands; one key gone, written anew."""
    everywhere = list(_blocks(read(text, name)))
    apart = [each for each in everywhere if each[0][:1] != ("tests",)]
    blocks = everywhere if rng.random() < 0.2 else apart  # most of a file are its tests, which are all alike
    _, block = rng.choice([each for each in blocks if each[1].keys])
    key, span = rng.choice(list(block.keys.items()))
    lines = text.splitlines()
    yield File(f"{name}: {key} misspelt", _edited(lines, span.line, span.column + len(key) - 1, 0, key[-1]), span.line)
    scalars = [
        inner
        for _, each in blocks
        if isinstance(each.value, dict)
        for inner in each.value.values()
        if inner.raw and not isinstance(inner.value, str) and inner.raw in lines[inner.span.line - 1]
    ]
    value = rng.choice(scalars)
    made = _edited(lines, value.span.line, value.span.column - 1, len(value.raw), "[[x]]")
    yield File(f"{name}: {value.raw} of another type", made, value.span.line)
    tree = copy.deepcopy(read(text, name).plain())
    way, block = rng.choice([each for each in blocks if each[1].keys])
    holder: Any = tree
    for part in way:
        holder = holder[part]
    gone = rng.choice(list(block.keys))
    del holder[gone]
    yield File(f"{name}: {gone} gone", _headed(yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)))


def _edited(lines: list[str], line: int, column: int, length: int, new: str) -> str:
    at = lines[line - 1]
    return "\n".join([*lines[: line - 1], at[:column] + new + at[column + length :], *lines[line:]]) + "\n"


def _blocks(node: Node, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Node]]:
    """Every block of keys, with the way to it."""
    if isinstance(node.value, Mapping):
        yield way, node
        for name, inner in node.value.items():
            yield from _blocks(inner, (*way, name))
    elif isinstance(node.value, tuple):
        for n, inner in enumerate(node.value):
            yield from _blocks(inner, (*way, n))


@cache
def _schema() -> dict[str, Any]:
    return written()


def judged(text: str) -> tuple[Problem, ...]:
    """What is wrong with the shape of a file, by our own reading."""
    try:
        return validate(read(text, "file"), _schema())
    except DicewrightError as error:
        return error.problems
