"""Rules with one slip: what tests have to notice.

A mutant is a change of the tree that the file is read to, so that it is linked and run like any file. Which places
hold expressions is asked of the linked rules; for the rest, lists and blocks are looked at by their keys. Only what
stands in the file itself is changed: a base has tests of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

from ..errors import Span
from ..model.formula import Formula, PerDie
from ..model.rules import Rules
from ..source.read import Node
from .turns import turns

# A word that stands for the other one, wherever a step says it.
_OPPOSITE = {
    ("pick", "highest"): "lowest",
    ("pick", "lowest"): "highest",
    ("to", "max"): "min",
    ("to", "min"): "max",
    ("prefer", "always"): "never",
    ("prefer", "never"): "always",
}
# Who the system is, what people read, and what bounds an input: no roll is made otherwise by any of it.
_IDLE = ("tests", "format", "id", "name", "summary", "source", "extends", "label", "because", "glyph", "min", "max")


@dataclass(frozen=True)
class Mutant:
    """A slip: in words, where it stands, and what is put there instead; None takes it out.

    `local` says that it can only be felt where a step, a condition or a result is read; not in every roll. `swapped`
    are two steps that change places.
    """

    what: str
    where: Span
    change: Mapping[Span, Node | None]
    local: bool = False
    swapped: tuple[Span, ...] = ()

    def of(self, node: Node) -> Node:
        """The tree with the slip, without the tests."""
        left = {key: value for key, value in _block(node).items() if key != "tests"}
        return _edited(replace(node, value=left), self.change) or node


def mutants(node: Node, rules: Rules) -> tuple[Mutant, ...]:
    """Every slip that is tried on a file, in the order of the lines."""
    found: dict[tuple[str, Span], Mutant] = {}
    expressions = frozenset(
        _expressions((rules.checks, rules.properties, rules.effects, rules.contests, rules.sequences))
    )
    for mutant in _Maker(expressions).block(node, ""):
        if mutant.where.file == node.span.file:
            found.setdefault((mutant.what, mutant.where), mutant)
    return tuple(sorted(found.values(), key=lambda m: (m.where.line, m.where.column)))


def _edited(node: Node, change: Mapping[Span, Node | None]) -> Node | None:
    if node.span in change:
        return change[node.span]
    if isinstance(node.value, Mapping):
        inner = {key: _edited(value, change) for key, value in node.value.items()}
        return replace(node, value={key: value for key, value in inner.items() if value is not None})
    if isinstance(node.value, tuple):
        items = [_edited(item, change) for item in node.value]
        return replace(node, value=tuple(item for item in items if item is not None))
    return node


def _expressions(value: Any) -> Iterator[Span]:
    """Where the expressions of linked rules stand."""
    if isinstance(value, Formula | PerDie):
        if value.span is not None:
            yield value.span
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _expressions(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _expressions(each)
    elif is_dataclass(value) and not isinstance(value, Span | type):
        for field in fields(value):
            yield from _expressions(getattr(value, field.name))


def _block(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, Mapping) else {}


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.value if node is not None and isinstance(node.value, tuple) else ()


def _text(node: Node | None, key: str) -> str:
    inner = _block(node).get(key)
    return str(inner.value) if inner is not None else ""


def _scalar(node: Node, value: str | int | bool) -> Node:
    return Node(value, node.span, raw=str(value))


@dataclass(frozen=True)
class _Maker:
    expressions: frozenset[Span]

    def block(self, node: Node, key: str) -> Iterator[Mutant]:
        """The slips of a block of keys, of a list, or of a single value that stands under a key."""
        if isinstance(node.value, Mapping):
            for name, inner in node.value.items():
                if name not in _IDLE or key in ("results", "let", "inputs"):
                    yield from self.entry(name, inner, key)
        elif isinstance(node.value, tuple):
            for inner in node.value:
                yield from self.block(inner, key)
        elif node.span in self.expressions:
            yield from self.expression(node, key)

    def entry(self, name: str, inner: Node, within: str) -> Iterator[Mutant]:
        match name:
            case "cancels" | "pairs":
                for pair in _items(inner):
                    words = " and ".join(str(word.value) for word in _items(pair))
                    yield Mutant(f"{words} do not cancel", pair.span, {pair.span: None})
            case "faces" if within != "given":
                yield from self.faces(inner)
            case "sides" if isinstance(inner.value, int) and inner.value > 1:
                yield self.number(inner, inner.value - 1, "sides")
            case "opposes":
                yield Mutant(f"`{inner.value}` is no opposite", inner.span, {inner.span: None})
            case "counts_as":
                for item in _items(inner) or (inner,):
                    alone = len(_items(inner)) < 2
                    yield Mutant(
                        f"it does not count as `{item.value}`", item.span, {(inner if alone else item).span: None}
                    )
            case "default" if type(inner.value) is int:
                yield self.number(inner, inner.value + 1, "default")
            case "names" if within != "expect":
                numbers = [node for node in _block(inner).values() if type(node.value) is int]
                change = {each.span: _scalar(each, int(str(each.value)) + 1) for each in numbers}
                if numbers:
                    yield Mutant("its words stand for one more", inner.span, change)
            case "rows":
                for row in _items(inner):
                    value = _block(row).get("value")
                    if value is not None and type(value.value) is int:
                        yield self.number(value, value.value + 1, "value")
            case "steps" | "triggers":
                yield from self.steps(inner)
                yield from self.block(inner, name)
            case "outcomes":
                yield from self.outcomes(inner)
                yield from self.block(inner, name)
            case _ if (name, inner.value if isinstance(inner.value, str) else "") in _OPPOSITE:
                other = _OPPOSITE[name, str(inner.value)]
                what = f"`{name}: {inner.value}` becomes `{other}`"
                yield Mutant(what, inner.span, {inner.span: _scalar(inner, other)}, local=True)
            case _:
                yield from self.block(inner, name)

    def number(self, node: Node, other: int, name: str) -> Mutant:
        return Mutant(f"`{name}: {node.value}` becomes {other}", node.span, {node.span: _scalar(node, other)})

    def expression(self, node: Node, key: str) -> Iterator[Mutant]:
        if isinstance(node.value, bool):
            others = [str(not node.value).lower()]
            texts: list[str | int | bool] = [not node.value]
        else:
            texts = list(dict.fromkeys(turns(" ".join(str(node.value).split()), key)))
            others = [str(text) for text in texts]
        for other, text in zip(others, texts, strict=True):
            change = {node.span: _scalar(node, text)}
            yield Mutant(
                f"`{' '.join(node.raw.split()) or node.value}` becomes `{other}`", node.span, change, local=True
            )

    def faces(self, node: Node) -> Iterator[Mutant]:
        """Each look is blank once; each weight is one more."""
        seen: set[str] = set()
        for face in _items(node):
            weighed = _block(face)
            shown = weighed.get("face", face)
            look = str(shown.plain())
            if look not in seen and look != "blank" and len(_items(node)) > 1:
                seen.add(look)
                words = " ".join(str(part.value) for part in _items(shown)) or str(shown.value)
                yield Mutant(f"a face {words} is blank", shown.span, {shown.span: _scalar(shown, "blank")})
            weight = weighed.get("weight")
            if weight is not None and type(weight.value) is int:
                yield self.number(weight, weight.value + 1, "weight")

    def steps(self, node: Node) -> Iterator[Mutant]:
        items = _items(node)
        for item in items:
            if "do" in _block(item):
                name = _text(item, "name") if _text(item, "do") == "phase" else ""
                what = f"the step `{_text(item, 'do')}{' ' * bool(name)}{name}` is left out"
                yield Mutant(what, item.span, {item.span: None}, local=True)
        for a, b in pairwise(items):
            adding = "die" in _block(a) and "die" in _block(b)  # in which order dice are brought shows in no roll
            if "do" in _block(a) and "do" in _block(b) and _text(a, "at") == _text(b, "at") and not adding:
                what = f"the steps `{_text(a, 'do')}` and `{_text(b, 'do')}` change places"
                yield Mutant(what, b.span, {a.span: b, b.span: a}, local=True, swapped=(a.span, b.span))

    def outcomes(self, node: Node) -> Iterator[Mutant]:
        """Two that follow each other are asked in the other order; the last one, which has no condition, is told
        in place of the one before it."""
        for a, b in pairwise(_items(node)):
            x, y = _block(a), _block(b)
            if "name" not in x or "name" not in y:
                continue
            if "when" in x and "when" in y:
                change: Mapping[Span, Node | None] = {a.span: b, b.span: a}
            else:
                change = {x["name"].span: y["name"], y["name"].span: x["name"]}
            yield Mutant(
                f"the outcomes `{x['name'].value}` and `{y['name'].value}` change places", b.span, change, local=True
            )
