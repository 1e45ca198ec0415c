"""Linking the inputs of a check: their types, what they allow, and what they are when nobody says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import Edit, Fix, Span
from ..model.system import Input
from ..source.read import Node
from .scope import Known, new_name
from .tree import Block, Problems, word

KEYS = ("type", "default", "min", "max", "names", "options", "label")
# Which keys say something about which type.
FITTING = {"min": "integer", "max": "integer", "names": "integer", "options": "choice"}
# The type of an input that cannot be read.
BROKEN = ""
WANTED = {"integer": "a whole number", "boolean": "true or false"}
TYPES = (*WANTED, "choice")
YES_NO = {**dict.fromkeys(("y", "yes", "on"), "true"), **dict.fromkeys(("n", "no", "off"), "false")}


@dataclass(frozen=True, slots=True)
class _Allowed:
    """What an input can be: the numbers from low to high, and words for some of them."""

    low: int | None
    high: int | None
    options: Mapping[str, int]

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return f"from {self.low} to {self.high}"
        low = f"of at least {self.low}" if self.low is not None else ""
        high = f"of at most {self.high}" if self.high is not None else ""
        return low or high

    def holds(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


def link_input(name: str, node: Node, span: Span, known: Known, problems: Problems) -> Input:
    block = Block(node, KEYS)
    new_name(problems, name, span, known, what="name for the input")
    label = block.text("label", name.replace("_", " "))
    kind = block.text("type")
    if kind not in TYPES:
        kind = problems.guess.near(kind, TYPES) or BROKEN
    if kind == BROKEN:
        return Input(name, BROKEN, label, None, None, None, {}, span)
    _fitting(name, kind, block, problems)
    allowed = _allowed(name, kind, block, problems)
    default = _default(name, kind, block, allowed, problems)
    return Input(name, kind, label, default, allowed.low, allowed.high, allowed.options, span)


def _fitting(name: str, kind: str, block: Block, problems: Problems) -> None:
    for key, wanted in FITTING.items():
        if key in block and kind != wanted:
            what = {"integer": "whole numbers", "choice": "a choice"}[wanted]
            message = f"`{key}` does nothing here: it goes with {what}, and `{name}` is of type {kind}"
            problems.add("idle-key", message, block.key_span(key))


def _allowed(name: str, kind: str, block: Block, problems: Problems) -> _Allowed:
    if kind == "boolean":
        return _Allowed(0, 1, {"false": 0, "true": 1})
    if kind == "choice":
        return _choice(name, block, problems)
    low, high = block.whole("min"), block.whole("max")
    if low is not None and high is not None and low > high:
        problems.add("input-range", f"`min` is {low} and `max` is {high}: no number fits", block.span("min"))
        low = high = None
    allowed = _Allowed(low, high, {n: v.value for n, v, _ in block.entries("names") if type(v.value) is int})
    for word_, node, _ in block.entries("names"):
        if type(node.value) is int and not allowed.holds(node.value):
            message = f"`{word_}` stands for {node.value}, which `{name}` does not allow"
            problems.add("input-range", message, node.span, f"it allows numbers {allowed}")
    return allowed


def _choice(name: str, block: Block, problems: Problems) -> _Allowed:
    if "options" not in block and not block.astray:
        note = "write options: [first, second]"
        problems.add("input-options", f"the choice `{name}` needs its `options`", block.span("type"), note)
    first: dict[str, Span] = {}
    for node in block.items("options"):
        option = word(node)
        if option and option in first:
            message = f"the option `{option}` stands here twice"
            problems.add("duplicate-option", message, node.span, also=("first here", first[option]))
        elif option:
            first[option] = node.span
    whole = len(first) == len(block.items("options"))
    return _Allowed(1, len(first), {option: n for n, option in enumerate(first, 1)} if whole else {})


def _default(name: str, kind: str, block: Block, allowed: _Allowed, problems: Problems) -> int | None:
    node = block.node_at("default")
    if node is None or node.value is None or isinstance(node.value, float | tuple | Mapping):
        return None
    value = node.value
    if isinstance(value, str) and value in allowed.options:
        return allowed.options[value]
    if kind == "boolean" and isinstance(value, bool):
        return int(value)
    if kind == "integer" and type(value) is int:
        if not allowed.holds(value):
            message = f"the default {value} of `{name}` is out of its own range"
            problems.add("input-range", message, node.span, f"write a number {allowed}, or change `min` or `max`")
        return value
    if kind == "choice" and not allowed.options:
        return None
    wanted = WANTED.get(kind, f"one of {', '.join(list(allowed.options)[:15])}")
    near = problems.guess.asked(value, allowed.options) if isinstance(value, str) else ""
    message = f"the default of `{name}` is {wanted}, not {node.raw or 'this'}{near}"
    meant = YES_NO.get(str(value).lower()) if kind == "boolean" else None
    notes = [f"write {meant}"] if meant else []
    fixes = (Fix((Edit(node.span, meant),)),) if meant else ()
    problems.add("input-default", message, node.span, *notes, fixes=fixes)
    return None
