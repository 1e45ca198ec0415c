"""Reading a node tree that may be broken: what is not of the right shape has been reported already, and is skipped.

A key that is a near miss of a known one is read as that one, so that one slip gives one message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import Problem, Span, nearest
from ..model.formula import Text
from ..source.read import Node


class Block:
    """A mapping of the file, read by its known keys."""

    def __init__(self, node: Node | None, known: Iterable[str] = ()) -> None:
        self.node = node
        self.here: Mapping[str, Node] = node.value if node is not None and isinstance(node.value, Mapping) else {}
        known = tuple(known)
        self._keys = {key: key for key in self.here}
        missing = [key for key in known if key not in self.here]
        for key in self.here:
            near = nearest(key, missing) if known and key not in known else None
            if near:
                self._keys[near] = key

    def __contains__(self, key: str) -> bool:
        return self._keys.get(key) in self.here

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


def title(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ").capitalize()


def word(node: Node) -> str | None:
    return node.value if isinstance(node.value, str) else None


def expression(node: Node) -> Text | None:
    """The expression that stands in a node: text, a number, true or false."""
    match node.value:
        case bool() as value:
            return Text(str(int(value)), node.span, 0)
        case int() as value:
            return Text(str(value), node.span, 0)
        case str() as text:
            return Text(text, node.span, node.inner)
    return None


class Problems:
    """Everything found so far."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, code: str, message: str, where: Span | None, *notes: str, also: Any = None) -> None:
        self.found.append(Problem(code, message, where, notes, also))
