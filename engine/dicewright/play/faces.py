"""Faces that somebody says: for dice thrown at a table, for tests, for a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..chance.dice import Die
from ..errors import DicewrightError, Problem, did_you_mean, fail
from ..model.rules import Rules
from ..model.system import Kind, Look

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


def as_written(look: Look) -> Shown:
    """A look as files and logs write it: a number, blank, a symbol or a list."""
    return look.parts[0] if len(look.parts) == 1 else list(look.parts) or "blank"


def read(shown: Shown) -> Look:
    """What a written face looks like."""
    parts = list(shown) if isinstance(shown, list | tuple) else [shown]
    number = next((part for part in parts if isinstance(part, int)), None)
    return Look(number, tuple(sorted(part for part in parts if isinstance(part, str) and part != "blank")))


def _find(kind: Kind, shown: Shown) -> int:
    look = read(shown)
    face = kind.looking(look)
    if face is not None:
        return face
    looks = dict.fromkeys(str(face.look) for face in kind.faces)
    numbers = all(face.look.number is not None and not face.symbols for face in kind.faces)
    known = f"its faces run from {kind.minimum} to {kind.maximum}" if numbers else f"its faces: {', '.join(looks)}"
    near = did_you_mean(str(look), looks) if look.symbols else ""
    raise fail("unknown-face", f"`{kind.name}` has no face {look}{near}", None, known)


class Forced:
    """Hands out said faces, in order for each kind; says which are too few, and afterwards which were too many."""

    def __init__(self, rules: Rules, faces: Mapping[str, Sequence[Shown]], whose: str = "") -> None:
        unknown = [kind for kind in faces if kind not in rules.kinds]
        if unknown:
            near = did_you_mean(unknown[0], rules.kinds)
            raise fail(
                "unknown-die", f"{rules.id} has no die `{unknown[0]}`{near}", None, f"dice: {', '.join(rules.kinds)}"
            )
        self._left = {kind: [_find(rules.kinds[kind], shown) for shown in listed] for kind, listed in faces.items()}
        self._whose = f"{whose}." if whose else ""
        self._said = {kind: len(listed) for kind, listed in faces.items()}

    def throw(self, die: Die) -> int:
        left = self._left.get(die.name)
        if not left:
            said = self._said.get(die.name, 0)
            given = f"only {said} {'face is' if said == 1 else 'faces are'} given" if said else "no faces are given"
            raise fail(
                "faces-too-few", f"`{self._whose}{die.name}` is thrown more often than faces are said for it: {given}"
            )
        return left.pop(0)

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
