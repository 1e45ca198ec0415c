"""Faces that somebody says: for dice thrown at a table, for tests, for a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..chance.dice import Die
from ..errors import DicewrightError, Problem, did_you_mean, fail
from ..model.system import Kind, Rules

Shown = int | str | Sequence[Any]


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
        return int(parts[0]) if parts[0].lstrip("-").isdigit() else parts[0]
    return [int(p) if p.lstrip("-").isdigit() else p for p in parts]


def look(kind: Kind, face: int) -> Shown:
    """A face as it is written: a number, blank, a symbol or a list."""
    shown = kind.faces[face]
    parts: list[Any] = [*([shown.value] if kind.numeric and (shown.value or not shown.symbols) else []), *shown.symbols]
    return parts[0] if len(parts) == 1 else parts or "blank"


def _find(kind: Kind, shown: Shown) -> int:
    parts = list(shown) if isinstance(shown, list | tuple) else [shown]
    symbols = tuple(sorted(p for p in parts if isinstance(p, str) and p != "blank"))
    numbers = [p for p in parts if isinstance(p, int)]
    for i, face in enumerate(kind.faces):
        if face.symbols == symbols and (face.value == numbers[0] if numbers else not (kind.numeric and not symbols)):
            return i
    if kind.numeric and not any(face.symbols for face in kind.faces):
        known = f"its faces run from {kind.minimum} to {kind.maximum}"
    else:
        looks = dict.fromkeys(_written(look(kind, i)) for i in range(len(kind.faces)))
        known = f"its faces: {', '.join(looks)}"
    word = _written(shown)
    near = did_you_mean(word, {_written(look(kind, i)) for i in range(len(kind.faces))}) if symbols else ""
    raise fail("unknown-face", f"`{kind.name}` has no face {word}{near}", None, known)


def _written(shown: Shown) -> str:
    return "+".join(map(str, shown)) if isinstance(shown, list | tuple) else str(shown)


class Forced:
    """Hands out said faces, in order for each kind; says which are too few, and afterwards which were too many."""

    def __init__(self, rules: Rules, faces: Mapping[str, Sequence[Shown]]) -> None:
        unknown = [kind for kind in faces if kind not in rules.kinds]
        if unknown:
            near = did_you_mean(unknown[0], rules.kinds)
            raise fail(
                "unknown-die", f"{rules.id} has no die `{unknown[0]}`{near}", None, f"dice: {', '.join(rules.kinds)}"
            )
        self._left = {kind: [_find(rules.kinds[kind], shown) for shown in listed] for kind, listed in faces.items()}
        self._said = {kind: len(listed) for kind, listed in faces.items()}

    def throw(self, die: Die) -> int:
        left = self._left.get(die.name)
        if not left:
            said = self._said.get(die.name, 0)
            given = f"only {said} {'face is' if said == 1 else 'faces are'} given" if said else "no faces are given"
            raise fail("faces-too-few", f"`{die.name}` is thrown more often than faces are said for it: {given}")
        return left.pop(0)

    def finish(self) -> None:
        """Raise when something that was said never came up."""
        problems = [
            Problem(
                "faces-too-many",
                f"{len(left)} of the {self._said[kind]} faces said for `{kind}` never came up"
                if len(left) < self._said[kind]
                else f"`{kind}` was never thrown, though faces are said for it",
            )
            for kind, left in self._left.items()
            if left
        ]
        if problems:
            raise DicewrightError(problems)
