"""A system that builds on another file, and entries that build on others of the same file.

`extends: ID` lays a file over its base; `like: NAME` lays a check, contest or sequence over another one. Both use the
same rules (see `merge`). What says who a system is, and its tests, are never inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..errors import DicewrightError, Problem, fail
from ..ops.building import ALIKE
from ..source.guess import Guesses
from ..source.read import Node

OWN = ("id", "name", "summary", "source", "tests", "extends")
_TOLD = ("label", "summary", "like")
_WHOLE = (("dice", "*"), ("tables", "*"))
DEEPEST = 8
DEEPEST_ALIKE = 32

Find = Callable[[str, Node], Node]


def extended(node: Node, find: Find, most: int) -> Node:
    """The whole system that a tree says. `find` reads the base that a node names. Raises with every problem found.

    `most` is how many keys and values the entries of a section come to that are like others, once they are written out.
    """
    chain = [node]
    names = [_text(node, "id")]
    while base := _text(chain[-1], "extends"):
        said = chain[-1].at(("extends",))
        if base in names:
            ring = " extends ".join(f"`{name}`" for name in (*names, base))
            raise fail("circle", f"this comes round in a circle: {ring}", said.span)
        if len(chain) > DEEPEST:
            raise fail("too-many-bases", f"more than {DEEPEST} files build on each other", said.span, "join some")
        names.append(base)
        chain.append(find(base, said))
    problems: list[Problem] = []
    guess = Guesses()
    whole = chain.pop()
    for above, name in zip(reversed(chain), reversed(names[1:]), strict=True):
        from .merge import Merger  # most files build on nothing

        merger = Merger(f"`{name}`", guess, _WHOLE)
        whole = merger.over(above, _without(whole, OWN))
        problems += merger.problems
    whole = _resolved(whole, problems, guess, most)
    if problems:
        raise DicewrightError(problems)
    return whole


def _resolved(node: Node, problems: list[Problem], guess: Guesses, most: int) -> Node:
    """Every entry that is like another one, written out."""
    if not isinstance(node.value, Mapping):
        return node
    sections = {key: _section(key, node.value[key], problems, guess, most) for key in ALIKE if key in node.value}
    return replace(node, value={**node.value, **sections}) if sections else node


def _section(key: str, section: Node, problems: list[Problem], guess: Guesses, most: int) -> Node:
    if not isinstance(section.value, Mapping):
        return section
    entries = section.value
    done: dict[str, Node] = {}
    held = 0

    def settle(name: str, path: tuple[str, ...]) -> Node:
        nonlocal held
        if name in done:
            return done[name]
        entry = entries[name]
        other, said = _text(entry, "like"), entry.at(("like",))
        if not other:
            return done.setdefault(name, entry)
        own = _without(entry, ("like",))
        if other in (*path, name):
            ring = " is like ".join(f"`{each}`" for each in (*path, name, other))
            problems.append(Problem("circle", f"this comes round in a circle: {ring}", said.span))
        elif len(path) >= DEEPEST_ALIKE:
            message = f"more than {DEEPEST_ALIKE} entries are each like the next"
            problems.append(Problem("too-many-bases", message, said.span, ("let it be like one that is written out",)))
        elif other not in entries:
            near = guess.asked(other, entries)
            message = f"`{name}` is like `{other}`, but there is nothing of this name under `{key}`{near}"
            problems.append(Problem("not-inherited", message, said.span))
        else:
            from .merge import Merger

            merger = Merger(f"`{other}`", guess)
            own = merger.over(own, _without(settle(other, (*path, name)), _TOLD))
            problems.extend(merger.problems)
            held += _size(own)
            if held > most:
                message = f"with all that is `like` something else written out, `{key}` holds more than {most:,} values"
                raise fail("too-many-nodes", message, said.span, "let fewer entries be like a large one")
        return done.setdefault(name, own)

    return replace(section, value={name: settle(name, ()) for name in entries})


def _size(node: Node) -> int:
    """How many values a tree holds."""
    size, waiting = 0, [node]
    while waiting:
        value = waiting.pop().value
        size += 1
        if isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
    return size


def _text(node: Node, key: str) -> str:
    inner = node.get(key)
    return inner.value if inner is not None and isinstance(inner.value, str) else ""


def _without(node: Node, keys: tuple[str, ...]) -> Node:
    """The block less these keys, where they were understood."""
    if not isinstance(node.value, Mapping):
        return node
    left = {k: v for k, v in node.value.items() if k not in keys or not (isinstance(v.value, str) or k == "tests")}
    return replace(node, value=left)
