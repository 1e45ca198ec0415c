"""Faces that steps and tests speak of: read, and looked for on the dice that are meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.system import Kind, Look
from ..source.read import Node
from .parts import unknown_symbol
from .scope import Known
from .tree import Problems, word


class FaceReader:
    def __init__(self, known: Known, problems: Problems) -> None:
        self.known, self.problems = known, problems
        self.names = [*known.symbols, "blank"]

    def look(self, node: Node) -> Look | None:
        """A face as it is written: a number, symbols, both, or blank. None where it cannot be read."""
        parts = node.value if isinstance(node.value, tuple) else (node,)
        values = [part.value for part in parts]
        if any(isinstance(value, bool) or not isinstance(value, str | int) for value in values):
            return None
        numbers = [value for value in values if isinstance(value, int)]
        named = [part for part in parts if isinstance(part.value, str) and part.value != "blank"]
        if len(numbers) > 1 or (len(parts) > 1 and "blank" in values):
            note = "a face is blank, or shows one number, or symbols, or a number and symbols"
            what = "two numbers" if len(numbers) > 1 else "blank and more"
            self.problems.add("face-parts", f"no face shows {what}", node.span, note)
            return None
        known = [self._symbol(part) for part in named]
        symbols = tuple(sorted(str(part.value) for part in named))
        return Look(numbers[0] if numbers else None, symbols) if all(known) else None

    def _symbol(self, node: Node) -> bool:
        name = str(node.value)
        if name in self.known.symbols:
            return True
        if "symbols" not in self.known.open:
            unknown_symbol(self.problems, name, self.names, node.span)
        return False

    def _meant(self, dice: Iterable[str] | None) -> Sequence[Kind]:
        """The dice that are meant, all where none are named; none where one of them is not wholly known."""
        names = list(self.known.kinds if dice is None else dice)
        if self.known.broken.intersection(names) or (dice is None and "dice" in self.known.open):
            return ()
        return [self.known.kinds[name] for name in names if name in self.known.kinds]

    def there(self, look: Look | None, node: Node, dice: Iterable[str] | None, *, moving: bool = False) -> None:
        """Whether one of these dice has this face. `moving`: numbers count that a step may have set, too."""
        kinds = self._meant(dice)
        if look is None or not kinds or (moving and self.known.values_move and look.number is not None):
            return
        if all(kind.looking(look) is None for kind in kinds):
            self._absent(f"shows just {look}", node, kinds)

    def drawn(self, node: Node) -> None:
        """Something that a test says is drawn: a die, what it shows, or both."""
        parts = node.value if isinstance(node.value, tuple) else (node,)
        words = [part.value for part in parts]
        named = [word for word in words[:1] if isinstance(word, str) and word in self.known.kinds]
        shown = tuple(part for part in parts[len(named) :] if not str(part.value).startswith("#"))
        if shown:
            face = Node(shown, node.span)
            self.there(self.look(face), face, named or None, moving=True)

    def printed(self, nodes: Iterable[Node], dice: Iterable[str] | None) -> None:
        """Whether one of these dice shows each of these symbols."""
        kinds = self._meant(dice)
        for node in nodes if kinds else ():
            name = word(node)
            if name in self.known.symbols and not any(name in face.symbols for kind in kinds for face in kind.faces):
                self._absent(f"shows `{name}`", node, kinds)

    def _absent(self, what: str, node: Node, kinds: Sequence[Kind]) -> None:
        one = f"`{kinds[0].name}`" if len(kinds) == 1 else "the dice that are meant here"
        notes = (f"its faces: {_listed(kinds[0])}",) if len(kinds) == 1 else ()
        self.problems.add("unknown-face", f"no face of {one} {what}", node.span, *notes, same=("face", one, what))

    def said(self, node: Node, kind: Kind, *, moving: bool = False) -> None:
        """A face that a test says of a die."""
        look = self.look(node)
        if look is None or kind.name in self.known.broken or kind.looking(look) is not None:
            return
        if not (moving and self.known.values_move and look.number is not None):
            message = f"`{kind.name}` has no face {look}"
            note = f"its faces: {_listed(kind)}"
            self.problems.add("unknown-face", message, node.span, note, same=("face", kind.name, look))


def _listed(kind: Kind) -> str:
    """The faces of a die in a few words."""
    looks = list(dict.fromkeys(face.look for face in kind.faces))
    if len(looks) > 3 and all(look.number is not None and not look.symbols for look in looks):
        return f"{kind.minimum} to {kind.maximum}"
    return ", ".join(map(str, looks[:15])) + (f" and {len(looks) - 15} more" if len(looks) > 15 else "")
