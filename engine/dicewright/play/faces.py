"""Faces that somebody says: for dice thrown at a table, for tests, for a replay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..chance.dice import DRAWN, Die, Urn
from ..errors import DicewrightError, Problem, did_you_mean, fail
from ..model.rules import Rules
from ..model.system import Kind, Look
from ..ops.state import UNROLLED, Piece

Shown = int | str | Sequence[Any]

LISTED = 15  # things to draw in a message


def parsed(text: str) -> dict[str, list[Shown]]:
    """`d20: 6, 3; luck: hit+star` as faces by die."""
    found: dict[str, list[Shown]] = {}
    for part in filter(None, (p.strip() for p in text.split(";"))):
        kind, colon, listed = part.partition(":")
        if not colon or not listed.strip():
            raise fail(
                "faces", f"`{part}` says no faces", None, 'write a die and its faces: --faces "d20: 6, 3; d12: 6"'
            )
        found.setdefault(kind.strip(), []).extend(_face(face) for face in listed.split(","))
    return found


def _face(text: str) -> Shown:
    parts = text.replace("+", " ").split()
    if len(parts) == 1:
        return _part(parts[0])
    return [_part(part) for part in parts]


def _part(text: str) -> int | str:
    return int(text) if re.fullmatch("-?[0-9]{1,12}", text) else text


def as_written(look: Look) -> Shown:
    """A look as files and logs write it: a number, blank, a symbol or a list."""
    return look.parts[0] if len(look.parts) == 1 else list(look.parts) or "blank"


def read(shown: Shown) -> Look:
    """What a written face looks like."""
    parts = list(shown) if isinstance(shown, list | tuple) else [shown]
    number = next((part for part in parts if isinstance(part, int)), None)
    return Look(number, tuple(sorted(part for part in parts if isinstance(part, str) and part != "blank")))


def agreeing(log: Any, mine: Mapping[str, tuple[str, Any]]) -> Mapping[str, Sequence[Shown]]:
    """The faces that a log tells, once it agrees with what is at hand: by key, what that is called, and what it is.

    A log comes from elsewhere: nothing in it is taken for what it should be.
    """
    if not isinstance(log, Mapping):
        raise fail("log-differs", "this is no log of a roll")
    for key, (what, have) in mine.items():
        if log.get(key) != have:
            raise fail("log-differs", f"the log is of another {what}")
    faces = log.get("faces")
    if not isinstance(faces, Mapping):
        raise fail("log-differs", "the log tells no faces")
    return faces


def _parts(shown: Any) -> list[Any]:
    """The parts of a face that somebody says; refused where it is nothing that a face can be."""
    parts = list(shown) if isinstance(shown, list | tuple) else [shown]
    numbers = sum(type(part) is int for part in parts)
    odd = any(type(part) not in (int, str) for part in parts) or numbers > 1 or ("blank" in parts and len(parts) > 1)
    if odd or not parts:
        note = "a face is blank, a number, a symbol, or a list of these"
        raise fail("unknown-face", f"`{str(shown)[:80]}` is no face", None, note)
    return parts


def _find(kind: Kind, shown: Shown) -> int:
    look = read(_parts(shown))
    face = kind.looking(look)
    if face is not None:
        return face
    looks = dict.fromkeys(str(face.look) for face in kind.faces)
    numbers = all(face.look.number is not None and not face.symbols for face in kind.faces)
    known = f"its faces run from {kind.minimum} to {kind.maximum}" if numbers else f"its faces: {', '.join(looks)}"
    near = did_you_mean(str(look), looks) if look.symbols else ""
    raise fail("unknown-face", f"`{kind.name}` has no face {look}{near}", None, known)


def _of(rules: Rules, thing: Piece) -> list[Any]:
    """What can be drawn, in words: the die, and what it shows."""
    kind = rules.kinds[thing.kind]
    look = () if thing.face == UNROLLED else kind.shown(thing.face, thing.value).parts or ("blank",)
    return [thing.kind, *look]


def drawn_as(rules: Rules, urn: Urn, at: int) -> Shown:
    """What was drawn, as tests and logs write it. Of things that read alike a number tells which: `[d6, 3, "#2"]`."""
    said = [_of(rules, thing) for thing in urn.looks]  # type: ignore[arg-type]
    same = [i for i, words in enumerate(said) if words == said[at]]
    words = [*said[at], f"#{same.index(at) + 1}"] if len(same) > 1 else said[at]
    return words[0] if len(words) == 1 else words


def _drawn(rules: Rules, urn: Urn, shown: Shown) -> int:
    """Which thing is meant: by the die, by what it shows, or by both, as far as that tells it from all others."""
    told = list(shown) if isinstance(shown, list | tuple) else [shown]
    marks = [part for part in told if isinstance(part, str) and re.fullmatch("#[1-9][0-9]{0,5}", part)]
    nth = int(marks[0][1:]) if marks else 0
    parts = [part for part in told if part not in marks[:1]]
    if any(type(part) not in (int, str) for part in parts):
        raise fail("not-drawn", f"`{str(shown)[:80]}` is nothing that can be drawn")
    kind = parts.pop(0) if parts and parts[0] in rules.kinds else None
    said = [_of(rules, thing) for thing in urn.looks]  # type: ignore[arg-type]
    meant = [
        i
        for i, words in enumerate(said)
        if kind in (None, words[0]) and (not parts or (words[1:] and read(words[1:]) == read(parts)))
    ]
    if kind is not None and not parts:
        meant = [i for i in meant if len(said[i]) == 1] or meant  # a die that waits for its throw shows nothing
    different = {tuple(said[i]) for i in meant}
    if len(different) != 1 or nth > len(meant):
        what = " ".join(map(str, shown)) if isinstance(shown, list | tuple) else str(shown)
        there = dict.fromkeys(" ".join(map(str, words)) for words in said)
        listed = ", ".join(list(there)[:LISTED]) + (" ..." if len(there) > LISTED else "")
        wrong = "can be one of several" if different else "is not among what can be drawn here"
        raise fail("not-drawn", f"`{what}` {wrong}", None, f"there are: {listed}")
    return meant[nth - 1 if nth else 0]


class Forced:
    """Hands out said faces, in order for each kind; says which are too few, and afterwards which were too many."""

    def __init__(self, rules: Rules, faces: Mapping[str, Sequence[Shown]], whose: str = "") -> None:
        self._rules = rules
        if not isinstance(faces, Mapping):
            raise fail("faces", "faces are said by the die that shows them", None, 'as in {"d6": [3, 6]}')
        for kind, listed in faces.items():
            if not isinstance(kind, str) or not isinstance(listed, list | tuple):
                note = 'write a list of faces for each die: {"d6": [3, 6]}'
                raise fail("faces", f"the faces of `{str(kind)[:80]}` are no list", None, note)
        unknown = [kind for kind in faces if kind not in rules.kinds and kind != DRAWN]
        if unknown:
            near = did_you_mean(unknown[0], rules.kinds)
            raise fail(
                "unknown-die", f"{rules.id} has no die `{unknown[0]}`{near}", None, f"dice: {', '.join(rules.kinds)}"
            )
        self._left: dict[str, list[Any]] = {
            kind: list(listed) if kind == DRAWN else [_find(rules.kinds[kind], shown) for shown in listed]
            for kind, listed in faces.items()
        }
        self._whose = f"{whose}." if whose else ""
        self._said = {kind: len(listed) for kind, listed in faces.items()}

    def throw(self, die: Die) -> int:
        left = self._left.get(die.name)
        if isinstance(die, Urn) and (left or len(die.weights) == 1):
            return _drawn(self._rules, die, left.pop(0)) if left else 0
        if not left:
            said = self._said.get(die.name, 0)
            given = f"only {said} {'face is' if said == 1 else 'faces are'} given" if said else "no faces are given"
            often = f"`{self._whose}{die.name}` is thrown more often than faces are said for it: {given}"
            if isinstance(die, Urn):
                often = f"more is drawn at random than `{self._whose}{DRAWN}` says: {given}"
            raise fail("faces-too-few", often)
        return int(left.pop(0))

    def finish(self) -> None:
        """Raise when something that was said never came up."""
        problems = [
            Problem(
                "faces-too-many",
                f"{len(left)} of the {self._said[kind]} faces said for `{self._whose}{kind}` never came up"
                if len(left) < self._said[kind]
                else f"`{self._whose}{kind}` was never thrown, though faces are said for it",
            )
            for kind, left in self._left.items()
            if left
        ]
        if problems:
            raise DicewrightError(problems)
