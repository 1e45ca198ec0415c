"""Expressions that cannot be read: what was written by mistake, where, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

PLACELESS = "the expression cannot be read from here on"


class Slip(NamedTuple):
    """What is amiss from `start` on, over so many characters; `instead` are the places to write over where that is
    sure, each with what to write there.
    """

    start: int
    width: int
    message: str
    instead: tuple[tuple[int, int, str], ...] = ()


# What no expression can hold: what it is called, what to write. Of those that begin at one place the first is meant.
_SIGNS = {
    "=>": (">=", "is not a comparison"),
    "=<": ("<=", "is not a comparison"),
    "=!": ("!=", "is not a comparison"),
    "<>": ("!=", "is not a comparison"),
    "===": ("==", "is not a comparison"),
    "≥": (">=", "is not known here"),
    "≤": ("<=", "is not known here"),
    "≠": ("!=", "is not known here"),
    "&&": ("and", "is not known here"),
    "||": ("or", "is not known here"),
    "×": ("*", "is not known here"),
    "·": ("*", "is not known here"),
    "−": ("-", "is a typographic minus"),
    "–": ("-", "is a dash"),
}
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_NOT = re.compile(r"!(?!=)\s*")
_EQUALS = re.compile(r"(?<![=<>!:])=(?![=<>!])")
_STRAY = {
    "÷": "`÷` is not known here; write `//`, which rounds down",
    ";": "an expression gives one value; `;` has no place in it",
    "#": "`#` begins a comment; an expression has none",
}
_CURLY = "“”„‘’‚"
_CAPITAL = re.compile(r"\b(?!(?:and|or|not|if|else)\b)(?i:and|or|not|if|else)\b")
_TIMES = re.compile(r"(?<=[\w)])\s+(x)\s+(?=[\w(])", re.IGNORECASE)
FRACTION = re.compile(r"\d+,\d+")
_THROWN = re.compile(r"\b(\d*)[dD](\d+)\b")
_PERCENT = re.compile(r"\b\d+\s*%(?=\s*(?:$|[)<>=!]|and\b|or\b|if\b|else\b))")
_APART = re.compile(r"(?:\b(?P<word>\w+)|\))\s+(?P<next>\w+|\()")
_JOINING = frozenset({"and", "or", "not", "if", "else", "in", "is", "lambda", "for"})


def never(text: str) -> Slip | None:
    """The first thing that stands in no expression, whatever else does."""
    found = sorted(_never(text), key=lambda slip: slip.start)
    if not found:
        return None
    every = tuple(change for slip in found for change in slip.instead)
    return found[0]._replace(instead=every if all(slip.instead for slip in found) else ())


def _never(text: str) -> Iterator[Slip]:
    for found in _SIGN.finditer(text):
        instead, what = _SIGNS[found[0]]
        yield _change(found, f"`{found[0]}` {what}; write `{instead}`", instead)
    for found in _NOT.finditer(text):
        yield _change(found, "`!` is not known here; write `not`", "not ")
    for at, char in enumerate(text):
        if char in _STRAY:
            yield Slip(at, 1, _STRAY[char])
        elif char in _CURLY:
            message = "curly quotes have no place in an expression; remove them"
            yield Slip(at, 1, message, ((at, 1, ""),))


def _change(found: re.Match[str], message: str, *instead: str) -> Slip:
    start, end = found.span()
    return Slip(start, max(1, len(found[0].rstrip())), message, tuple((start, end - start, text) for text in instead))


def broken(text: str, at: int) -> Slip:
    """Why an expression cannot be read, whose reader gave up somewhere at `at`."""
    if found := _EQUALS.search(text):
        return _change(found, "`=` gives no answer; write `==` to compare", "==")
    if (bracket := _unpaired(text)) is not None:
        said = "this bracket is left open" if text[bracket] in "([{" else f"there is a `{text[bracket]}` too many"
        return Slip(bracket, 1, said)
    if found := _CAPITAL.search(text):
        word = found[0].lower()
        return _change(found, f"`{found[0]}` is not known here; write `{word}`", word)
    if found := _TIMES.search(text):
        message = f"`{found[1]}` is not a sign here; write `*`"
        return Slip(found.start(1), 1, message, ((found.start(1), 1, "*"),))
    if found := _THROWN.search(text):
        step = f"{{do: add, die: d{found[2]}, count: {found[1] or 1}}}"
        message = f"no dice are thrown in an expression; `{found[0]}` is a step: {step}"
        return Slip(found.start(), len(found[0]), message)
    if found := _PERCENT.search(text):
        message = f"`{found[0]}` is no number; `%` gives what is left over, as in `value % 2`"
        return Slip(found.start(), len(found[0]), message)
    for found in _APART.finditer(text):
        if found["word"] not in _JOINING and found["next"] not in _JOINING:
            word = found["next"]
            message = f"nothing stands before `{word}` that joins it to the rest; write a sign there, or take it out"
            return Slip(found.start("next"), len(word), message)
    return Slip(min(at, len(text)), 1, PLACELESS)


def _unpaired(text: str) -> int | None:
    """The bracket that has no partner: the first that closes nothing, or else the last that is left open."""
    opened: list[int] = []
    for n, char in enumerate(text):
        if char in "([{":
            opened.append(n)
        elif char in ")]}":
            if not opened:
                return n
            opened.pop()
    return opened[-1] if opened else None
