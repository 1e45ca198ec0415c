"""Where a problem stands in the document rather than on which line: that stays the same when lines above change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..errors import DicewrightError, Span
from ..source.read import Node, read

Place = tuple[int, int]


def tree(text: str | None, file: str) -> Node | None:
    """The document, if it can be read as one."""
    try:
        return None if text is None else read(text, file)
    except DicewrightError:
        return None


def path(node: Node | None, span: Span) -> str:
    """The keys and entries around a place, as in `checks/attack/steps/roll 1`."""
    place, words = (span.line, span.column), []
    while node is not None:
        word, node = _inner(node, place)
        if word is None:
            break
        words.append(word)
    return "/".join(words)


def _inner(node: Node, place: Place) -> tuple[str | None, Node | None]:
    """The key or the entry that a place is in, and the value there if it begins no later."""
    if isinstance(node.value, Mapping):
        before = [key for key, span in node.keys.items() if _start(span) <= place and key in node.value]
        if not before:
            return None, None
        key = max(before, key=lambda key: _start(node.keys[key]))
        value = node.value[key]
        return key, value if _start(value.span) <= place else None
    if isinstance(node.value, tuple):
        at = max((at for at, item in enumerate(node.value) if _start(item.span) <= place), default=None)
        return (None, None) if at is None else (_labels(node.value)[at], node.value[at])
    return None, None


def _start(span: Span) -> Place:
    return span.line, span.column


def _labels(items: tuple[Node, ...]) -> list[str]:
    """What entries of a list are called: by their name, or else by what they do; alike ones are counted."""
    seen: Counter[str] = Counter()
    labels = []
    for item in items:
        said = [item.get(key) for key in ("id", "name", "do")] if isinstance(item.value, Mapping) else []
        word = next((str(node.value) for node in said if node and isinstance(node.value, str)), "")
        seen[word] += 1
        labels.append(f"{word} {seen[word]}")
    return labels
