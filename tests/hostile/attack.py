"""What an attack is, and the little systems that attacks are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

FILE = "x.system.yaml"
HEAD = "format: 1\nid: x\nname: X\n"
FINE = ""  # instead of a code: nothing is wrong with it, it only has to end in time
# A bot that answers strangers says how long it waits.
WITH = {
    **{"play": ("--json",), "roll": ("--limit", "ahead=1")},
    **dict.fromkeys(("odds", "simulate", "test"), ("--limit", "seconds=1")),
}
EVERY = ("validate", "show", "test", "roll", "odds", "simulate", "play")


@dataclass(frozen=True)
class Attack:
    """Files, what is asked of them, and the code of the refusal.

    `words` is a command line; without one, every command in `commands` is asked about the file. `answers` gives other
    codes for some of the commands. `lay` puts into the folder what cannot be written down as bytes.
    """

    name: str
    code: str
    text: str | bytes = ""
    words: tuple[str, ...] = ()
    commands: tuple[str, ...] = ("validate",)
    answers: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str | bytes] = field(default_factory=dict)
    lay: Callable[[Path], object] | None = None
    stdin: bytes = b""

    def written(self, folder: Path) -> None:
        """Lay it all down."""
        for name, text in {FILE: self.text, **self.beside}.items():
            if text:
                (folder / name).write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        if self.lay is not None:
            self.lay(folder)

    def asked(self) -> list[tuple[tuple[str, ...], str]]:
        """The command lines, each with the code that it has to give."""
        if self.words:
            return [(self.words, self.code)]
        return [
            ((command, FILE, *WITH.get(command, ())), self.answers.get(command, self.code)) for command in self.commands
        ]


def check(steps: str, more: str = "", results: str = "n: total", top: str = "") -> str:
    """A system of one check with a d6."""
    dice = "" if top.startswith("dice:") else "dice: {d6: {sides: 6}}\n"
    return f"{HEAD}{dice}{top}checks:\n  c:\n{more}    steps: [{steps}]\n    results: {{{results}}}\n"


def expression(text: str) -> str:
    """A system with an expression in it that is hostile."""
    quoted = text.replace("'", "''")
    return check("{do: add, die: d6}, {do: roll}", results=f"n: '{quoted}'")
