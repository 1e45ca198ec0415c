"""What a word of the language means, from the same records that run it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..errors import did_you_mean, fail
from ..model.words import DIE_NAMES, MEASURES, OWNED, PAIR_NAMES, SHAPES, TALLIES
from ..ops import OPS
from ..ops.building import EDITS
from ..ops.op import COMMON, SELECT, Key, Op
from ..ops.schema import whole, written
from .codes import CODES, Code
from .style import Style

PLAIN = {"min": "the least of its values", "max": "the greatest of its values", "abs": "a number without its sign"}


def explain(word: str | None, style: Style) -> str:
    """The meaning of a step word, a key, a function, a name or a problem code; without a word, all of them."""
    if word is None:
        return "\n".join(_contents(style))
    keys = {key.name: key for key in (*COMMON, *SELECT)}
    told = list(_op(OPS[word], style)) if word in OPS else []
    told += _key(keys[word], style, "a key of steps") if word in keys else ()
    told += [f"{style.bold(word)}: {kind}\n  {names[word]}" for names, kind in _names() if word in names]
    if word in EDITS:
        told.append(f"{style.bold(word)}: a way to change a list of what a file or an entry builds on\n  {EDITS[word]}")
    if word in CODES:
        told += _code(word, CODES[word], style)
    if word not in OPS and word not in keys:
        placed = dict.fromkeys(_placed(word, written()))
        told += [f"{style.bold(word)}: a key of {where}\n  {said}" for where, said in placed]
    if not told:
        known = [*OPS, *keys, *EDITS, *CODES, *(name for names, _ in _names() for name in names)]
        raise fail("unknown-word", f"`{word}` is no word of the language{did_you_mean(word, known)}")
    return "\n".join(told)


def _placed(word: str, shape: Any) -> Iterator[tuple[str, str]]:
    """Where a key may stand in a file, and what it says there."""
    if not isinstance(shape, dict):
        return
    for key, inner in shape.get("properties", {}).items():
        if key == word and "examples" in inner:
            yield shape["title"], inner["description"]
    for inner in shape.values():
        for part in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, list) else ():
            yield from _placed(word, part)
        yield from _placed(word, inner)


def _names() -> Iterator[tuple[dict[str, str], str]]:
    yield TALLIES, "a function over the dice, in expressions"
    yield SHAPES, "a function over all dice together, in expressions"
    yield OWNED, "a function on a property, in expressions"
    yield PLAIN, "a function on numbers, in expressions"
    yield DIE_NAMES, "a name of one die, in `where` and inside functions over dice"
    yield PAIR_NAMES, "a name of two dice, in the `holds` of a pair step"
    yield MEASURES, "a name in expressions"


def _contents(style: Style) -> Iterator[str]:
    yield style.bold("steps")
    for op in OPS.values():
        yield f"  {op.name.ljust(10)} {op.first}"
    yield style.bold("parts of a file")
    yield "  " + ", ".join(whole()["properties"])
    yield style.bold("keys that select dice")
    yield "  " + ", ".join(key.name for key in SELECT)
    yield style.bold("keys of every step")
    yield "  " + ", ".join(key.name for key in COMMON)
    yield style.bold("ways to change a list of what a file or an entry builds on")
    yield "  " + ", ".join(EDITS)
    for names, kind in _names():
        yield style.bold(kind)
        yield "  " + ", ".join(names)
    yield style.bold("problem codes")
    yield "  " + ", ".join(CODES)


def _code(word: str, code: Code, style: Style) -> Iterator[str]:
    yield f"{style.bold(word)}: a problem code"
    if code.says:
        yield f"  {style.dim(code.says)}"
    yield f"  {code.means}"
    yield f"  {code.remedy}"
    for title, example in (("wrong", code.wrong), ("right", code.right)):
        if example:
            yield style.bold(title)
            yield from (f"  {line}" for line in example.splitlines())


def _op(op: Op, style: Style) -> Iterator[str]:
    yield f"{style.bold(op.name)}: {op.title}"
    yield f"  {op.doc}"
    if op.keys:
        yield style.bold("keys")
    for key in op.keys:
        yield from _key(key, style)
    if op.one_of:
        yield f"  takes one of {', '.join(op.one_of)}"
    if op.selects:
        yield style.bold("selects dice by") + "  " + ", ".join(op.selects)
    yield style.bold("example")
    for step in op.examples[0].steps:
        yield f"  - {json.dumps(step, ensure_ascii=False)}"
    law = ", ".join(f"{value}: {p}" for value, p in op.examples[0].law.items())
    yield f"  then {op.examples[0].reads} is  {law}"


def _key(key: Key, style: Style, kind: str = "") -> Iterator[str]:
    needed = " (needed)" if key.required else ""
    yield f"  {style.bold(key.name)}{needed}{': ' + kind if kind else ''}  {key.doc}"
    width = max((len(word) for word in key.words), default=0)
    yield from (f"    {word.ljust(width)}  {meaning}" for word, meaning in key.words.items())
    yield f"    example: {json.dumps(key.example, ensure_ascii=False)}"
