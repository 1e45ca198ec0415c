"""Reading a node tree that may be broken: what is not of the right shape has been reported already, and is skipped.

A key that is a near miss of a known one is read as that one, so that one slip gives one message.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from ..errors import Fix, Problem, Span, with_guess
from ..model.text import Text
from ..source.guess import Guesses
from ..source.read import SCALARS, Node, by_place

Also = tuple[str, Span] | None
NAME = re.compile("[a-z][a-z0-9_-]{0,63}")


class Block:
    """A mapping of the file, read by its known keys. `astray` says that it holds a key which stands for nothing."""

    def __init__(self, node: Node | None, known: Iterable[str] = ()) -> None:
        self.node = node
        self.here: Mapping[str, Node] = node.value if node is not None and isinstance(node.value, Mapping) else {}
        self._keys = {key: key for key in self.here}
        self.astray = node is not None and node.partial
        known = tuple(known)
        unknown = [key for key in self.here if key not in known] if known else []
        if unknown:
            slips = Guesses(2_000).slips(self.here, known)
            self._keys.update({meant: key for key, meant in slips.items()})
            self.astray = self.astray or len(slips) < len(unknown)

    def __contains__(self, key: str) -> bool:
        return self._keys.get(key) in self.here

    def guessed(self, key: str) -> bool:
        """Whether a key is there only as a near miss, so that it may have been meant for another one."""
        return key in self and key not in self.here

    def node_at(self, key: str) -> Node | None:
        return self.here.get(self._keys.get(key, ""))

    def span(self, key: str | None = None) -> Span:
        """Where the value of a key stands, or else the block."""
        found = self.node_at(key) if key else None
        node = found or self.node
        return node.span if node else Span("", 1, 1)

    def key_span(self, key: str) -> Span:
        if self.node and (written := self._keys.get(key, key)) in self.node.keys:
            return self.node.keys[written]
        return self.span()

    def text(self, key: str, default: str = "") -> str:
        node = self.node_at(key)
        return node.value if node is not None and isinstance(node.value, str) else default

    def whole(self, key: str) -> int | None:
        node = self.node_at(key)
        return node.value if node is not None and type(node.value) is int else None

    def items(self, key: str) -> tuple[Node, ...]:
        """The items of a list; a single value is a list of one."""
        node = self.node_at(key)
        if node is None or isinstance(node.value, Mapping) or node.value is None:
            return ()
        return node.value if isinstance(node.value, tuple) else (node,)

    def entries(self, key: str) -> Iterator[tuple[str, Node, Span]]:
        """The keys of an inner block with their values and places."""
        node = self.node_at(key)
        if node is not None and isinstance(node.value, Mapping):
            for name, value in node.value.items():
                yield name, value, node.keys.get(name, value.span)

    def names_open(self, key: str) -> bool:
        """Whether an inner block may hold names that nobody can read: it is broken, or a stray key may be it."""
        node = self.node_at(key)
        return self.astray if node is None else node.partial or not isinstance(node.value, Mapping)


def title(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def word(node: Node) -> str | None:
    return node.value if isinstance(node.value, str) else None


def words(nodes: Iterable[Node]) -> list[str]:
    return [node.value for node in nodes if isinstance(node.value, str)]


def inside(node: Node) -> Iterator[Node]:
    """Every mapping in a tree, itself first."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        value = here.value
        # most values are scalars, and asking those whether they are mappings takes long
        if isinstance(value, tuple):
            waiting.extend(reversed(value))
        elif not isinstance(value, SCALARS) and isinstance(value, Mapping):
            yield here
            waiting.extend(reversed(list(value.values())))


def expression(node: Node) -> Text | None:
    """The expression that stands in a node: text, a number, true or false."""
    match node.value:
        case bool() as value:
            return Text(str(int(value)), node.span, node.raw)
        case int() as value:
            return Text(str(value), node.span, node.raw)
        case str() as text:
            return Text(" ".join(text.split()) if "\n" in node.raw else text, node.span, node.raw)
    return None


class Problems:
    """Everything found so far; what is the same mistake over again is told once."""

    def __init__(self) -> None:
        self.guess = Guesses()
        self._found: dict[object, list[Problem]] = {}
        self._muted = False

    def add(
        self,
        code: str,
        message: str,
        where: Span | None,
        *notes: str,
        also: Also = None,
        same: object = None,
        severity: str = "error",
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """`same` is what problems have in common that are one mistake, told where it is first seen."""
        self.keep(Problem(code, message, where, notes, also, severity, fixes), same)

    def unknown(
        self,
        what: str,
        name: str,
        known: Collection[str],
        where: Span,
        *notes: str,
        said: str = "there is no {}",
        then: str = "",
        same: object = None,
    ) -> None:
        """Tell of a name that stands for nothing; but not where it was meant for a name that is a mistake itself."""
        code = f"unknown-{what}"
        near = self.guess.near(name, known)
        if near is None or NAME.fullmatch(near):
            asked = self.guess.asked(name, known) if near else ""
            message = f"{said.replace('{}', what)} `{name}`{then}{asked}"
            self.add(code, message, where, *notes, same=(same or (code, name)) if known else (code, said))

    @contextmanager
    def muted(self, mute: bool) -> Iterator[None]:
        """Nothing is told about the value of a key that may have been meant for another one."""
        before, self._muted = self._muted, self._muted or mute
        yield
        self._muted = before

    def keep(self, problem: Problem, same: object = None) -> None:
        if self._muted:
            return
        self._found.setdefault(same or len(self._found), []).append(problem)

    def has(self, *codes: str) -> bool:
        return any(problem.code in codes for each in self._found.values() for problem in each)

    def knows(self, same: object) -> bool:
        return same in self._found

    @property
    def many(self) -> bool:
        """Whether there are more than anybody is shown at once."""
        return len(self._found) > 20

    @property
    def found(self) -> tuple[Problem, ...]:
        return tuple(_first([with_guess(problem) for problem in each]) for each in self._found.values())


def _first(problems: list[Problem]) -> Problem:
    """The first of the same problems; where the others are becomes a note."""
    first, *others = sorted(problems, key=by_place)
    here = first.where
    places = [p.where for p in others if p.where and here and p.where.file == here.file and p.where.line != here.line]
    lines = list(dict.fromkeys(str(place.line) for place in places))
    if not lines:
        return first
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    fixes = [problem.fixes[0] for problem in problems if problem.fixes]
    edits = tuple(dict.fromkeys(edit for fix in fixes for edit in fix.edits))
    together = (Fix(edits, all(fix.sure for fix in fixes)),) if len(fixes) == len(problems) else ()
    return replace(first, notes=(*first.notes, f"also in line {', '.join(lines[:5])}{more}"), fixes=together)
