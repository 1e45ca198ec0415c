"""One block laid over another: keys meet by name, and a list is replaced unless it says where it changes.

Every value keeps the place where it was written, so that a mistake is told where it stands. Nothing is lost in
silence: what is taken out, and what an edit hangs on, has to be there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from ..errors import Problem, Span, did_you_mean
from ..ops.building import EDITS
from ..source.guess import Guesses
from ..source.read import Node

_HANDLES = ("id", "name", "do")


@dataclass(slots=True)
class _Edit:
    """What is done to one item of a list, where that is first said, and which word settles the item itself."""

    at: tuple[str, Span]
    before: list[Node] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)
    instead: tuple[Node, ...] | None = None
    change: Node | None = None
    by: tuple[str, Span] | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class _Handles:
    """The items of a list, and of lists inside it, by what they go by: their ids, their names, the words of steps.

    `known` are all of these, in the order of the items.
    """

    ranks: tuple[Mapping[str, list[Node]], ...]
    known: Collection[str]

    @staticmethod
    def of(base: Node) -> _Handles:
        ranks = tuple(defaultdict[str, list[Node]](list) for _ in _HANDLES)
        known: dict[str, None] = {}
        for item in _all_items(base):
            for named, handle in zip(ranks, _handles(item), strict=False):
                if handle:
                    named[handle].append(item)
                    known[handle] = None
        return _Handles(ranks, known.keys())


class Merger:
    """Lays blocks over others and gathers what cannot be done. `source` names in messages what lies below."""

    def __init__(self, source: str, guess: Guesses, whole: Collection[tuple[str, ...]] = ()) -> None:
        self.source, self.guess, self.whole = source, guess, whole
        self.problems: list[Problem] = []

    def over(self, own: Node, base: Node, path: tuple[str, ...] = ()) -> Node:
        """`own` over `base`. Blocks at a path of `whole` (`*` is any name) are replaced whole."""
        if isinstance(own.value, Mapping) and isinstance(base.value, Mapping):
            return own if self._replaced(path) else self._block(own, base, path)
        if isinstance(own.value, Mapping) and isinstance(base.value, tuple) and _edits(own.value):
            return self._list(own, base)
        return own

    def _replaced(self, path: tuple[str, ...]) -> bool:
        return any(
            len(path) == len(each) and all(a in ("*", b) for a, b in zip(each, path, strict=True))
            for each in self.whole
        )

    def _block(self, own: Node, base: Node, path: tuple[str, ...]) -> Node:
        below, above = _inner(base), _inner(own)
        values, keys = dict(below), dict(base.keys)
        for key, node in above.items():
            if not taken_out(node):
                values[key] = self.over(node, below[key], (*path, key)) if key in below else node
                keys[key] = own.keys[key]
            elif key in below:
                del values[key]
                keys.pop(key, None)
            else:
                self._missing(key, below, node.span, "taken out")
        return replace(own, value=values, keys=keys)

    def _list(self, own: Node, base: Node) -> Node:
        edits: dict[int, _Edit] = {}
        handles = _Handles.of(base)
        first: tuple[Node, ...] = ()
        last: tuple[Node, ...] = ()
        for word, node in _inner(own).items():
            match word:
                case "first":
                    first = self._listed(word, node)
                case "last":
                    last = self._listed(word, node)
                case "without":
                    for name in self._listed(word, node):
                        self._edit(edits, handles, word, str(name.value), name.span, name)
                case "before" | "after" | "instead" | "change" if isinstance(node.value, Mapping):
                    for handle, payload in node.value.items():
                        self._edit(edits, handles, word, handle, node.keys[handle], payload)
                case _ if word in EDITS:
                    note = f"write {word}: {{NAME: {'{...}' if word == 'change' else '[...]'}}}"
                    self.refuse("list-edit", f"`{word}` says by name which item is meant", node.span, note)
                case _:
                    message = f"`{word}` is no way to change a list{did_you_mean(word, EDITS)}"
                    self.refuse("list-edit", message, own.keys[word], f"ways: {', '.join(EDITS)}")
        rebuilt = tuple(self._rebuilt(_items(base), edits))
        for edit in edits.values():
            self._lost(edit)
        return replace(own, value=(*first, *rebuilt, *last), keys={})

    def _lost(self, edit: _Edit) -> None:
        if not edit.done:
            handle, where = edit.at
            message = f"`{handle}` stands inside something that is replaced or left out, so this changes nothing"
            self.refuse("list-edit", message, where)

    def _edit(
        self, edits: dict[int, _Edit], handles: _Handles, word: str, handle: str, where: Span, payload: Node
    ) -> None:
        item = self._found(handles, handle, where)
        if item is None:
            return
        edit = edits.setdefault(id(item), _Edit((handle, where)))
        if word in ("instead", "change", "without"):
            if edit.by:
                first, place = edit.by
                message = f"`{handle}` is under `{first}` already; one of the two would be lost"
                self.refuse("list-edit", message, where, also=("first here", place))
                return
            edit.by = word, where
        match word:
            case "before":
                edit.before += self._listed(word, payload)
            case "after":
                edit.after += self._listed(word, payload)
            case "instead":
                edit.instead = self._listed(word, payload)
            case "without":
                edit.instead = ()
            case _:
                edit.change = payload

    def _listed(self, word: str, node: Node) -> tuple[Node, ...]:
        if isinstance(node.value, tuple):
            return node.value
        self.refuse("list-edit", f"`{word}` takes a list", node.span, "put it in brackets: [...]")
        return ()

    def _rebuilt(self, items: tuple[Node, ...], edits: Mapping[int, _Edit]) -> Iterator[Node]:
        """The items with what was said about each of them, and about those inside them."""
        for item in items:
            edit = edits.get(id(item))
            if edit is None:
                yield self._inside(item, edits)
                continue
            edit.done = True
            yield from edit.before
            if edit.instead is not None:
                yield from edit.instead
            else:
                kept = self._inside(item, edits)
                yield self.over(edit.change, kept) if edit.change is not None else kept
            yield from edit.after

    def _inside(self, item: Node, edits: Mapping[int, _Edit]) -> Node:
        if not isinstance(item.value, Mapping):
            return item
        inner = {
            key: replace(node, value=tuple(self._rebuilt(node.value, edits)))
            for key, node in item.value.items()
            if isinstance(node.value, tuple)
        }
        return replace(item, value={**item.value, **inner}) if inner else item

    def _found(self, handles: _Handles, handle: str, where: Span) -> Node | None:
        """The one item that goes by this id, else by this name, else by this word."""
        for named in handles.ranks:
            found = named.get(handle, ())
            if len(found) == 1:
                return found[0]
            if found:
                message = f"`{handle}` stands {len(found)} times in this list of {self.source}"
                self.refuse("ambiguous-item", message, where, "give the one that is meant an `id:` there")
                return None
        self._missing(handle, handles.known, where, "named")
        return None

    def _missing(self, name: str, known: Collection[str], where: Span, done: str) -> None:
        message = f"`{name}` is {done} here, but {self.source} has nothing of this name{self.guess.asked(name, known)}"
        self.refuse("not-inherited", message, where, f"it has: {', '.join(islice(known, 15)) or 'nothing'}")

    def refuse(self, code: str, message: str, where: Span, *notes: str, also: tuple[str, Span] | None = None) -> None:
        self.problems.append(Problem(code, message, where, notes, also))


def taken_out(node: Node) -> bool:
    """Whether a key says that what it names is left out: `null` written out, not a value that is missing."""
    return node.value is None and bool(node.raw)


def _edits(value: Mapping[str, Node]) -> bool:
    return any(word in EDITS for word in value)


def _inner(node: Node) -> Mapping[str, Node]:
    return node.value if isinstance(node.value, Mapping) else {}


def _items(node: Node) -> tuple[Node, ...]:
    """The items of a list; anything else is a list of one."""
    return node.value if isinstance(node.value, tuple) else (node,)


def _all_items(node: Node) -> Iterator[Node]:
    for item in _items(node):
        yield item
        for inner in _inner(item).values():
            if isinstance(inner.value, tuple):
                yield from _all_items(inner)


def _handles(item: Node) -> tuple[str, ...]:
    """What an item goes by: its id, its name, the word of its step; of a plain item, itself."""
    if not isinstance(item.value, Mapping):
        return ("", str(item.value)) if isinstance(item.value, str | int) else ()
    parts = (item.value.get(key) for key in _HANDLES)
    return tuple(str(part.value) if part is not None else "" for part in parts)
