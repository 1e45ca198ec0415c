"""The cases of a file as BCDice writes them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

FLAGS = ("success", "failure", "critical", "fumble")

REASONS = {
    "table": "a random table that is looked up, without a check",
    "command": "no command of the bot, which stays silent",
    "limit": "a limit of the bot or its way to complain, not a rule",
}


class Rand(NamedTuple):
    """One face that comes up: of a die with that many sides."""

    sides: int
    value: int


@dataclass(frozen=True)
class Case:
    """What was typed, what the bot said, the faces that came up in order, and its verdict as flags."""

    game: str
    number: int
    input: str
    output: str
    rands: tuple[Rand, ...] = ()
    flags: frozenset[str] = frozenset()
    secret: bool = False

    @property
    def command(self) -> str:
        """What was typed without the remark behind it, and without the S of a hidden roll, in capitals."""
        word = self.input.split()[0].upper()
        return word.removeprefix("S") if self.secret else word

    @property
    def told(self) -> str:
        """What the bot says last."""
        return self.output.split("＞")[-1].strip()

    def values(self, sides: int) -> list[int]:
        """All faces, where all are of dice with that many sides. Another die is an error of the mapping."""
        if {rand.sides for rand in self.rands} - {sides}:
            raise ValueError(f"not all dice are d{sides}")
        return [rand.value for rand in self.rands]


class OutOfScope(Exception):  # noqa: N818 - it is no error
    """A case that says nothing of a game's rules; `reason` is a key of REASONS."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


def read(path: Path) -> Iterator[Case]:
    """The cases of a file, numbered from 1."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["test"]
    for number, data in enumerate(listed, start=1):
        yield Case(
            data["game_system"],
            number,
            data["input"],
            data["output"],
            tuple(Rand(rand["sides"], rand["value"]) for rand in data["rands"]),
            frozenset(flag for flag in FLAGS if data.get(flag)),
            data.get("secret", False),
        )
