"""What is known at a place of a file: the names of the system, and those of a check as its steps go by."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..errors import Span
from ..model.system import Input, Kind, Ladder, NumberTable, Symbol
from ..model.words import DIE_NAMES, PAIR_NAMES, TALLIES, Said
from ..ops import OPS
from ..source.read import Node
from .tree import Block, Problems

# What an expression cannot take for a name.
RESERVED = frozenset({"true", "false", "none", *map(str.lower, keyword.kwlist)})
TAKEN = RESERVED | DIE_NAMES.keys() | PAIR_NAMES.keys() | TALLIES.keys()


@dataclass(frozen=True)
class Known:
    """The names of a system that steps may use; `tags` are all that some step gives to dice.

    `open` are the sections whose names cannot be known, because they are broken; `broken` are dice whose faces are not
    known for the same reason. `values_move` says that dice may come to show numbers that stand on no face.
    """

    symbols: Mapping[str, Symbol]
    kinds: Mapping[str, Kind]
    ladders: Mapping[str, Ladder]
    tables: Mapping[str, NumberTable]
    properties: frozenset[str]
    tags: frozenset[str] = frozenset()
    cancels: bool = True
    open: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()
    values_move: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """A name that a step uses, and where."""

    name: str
    span: Span


@dataclass
class Scope:
    """What is known at one place of a check: its inputs, the names that have a number by now, whether it has an aim.

    `later` are names that get their number further on, `brought` the names that triggers give a number at a phase,
    `phases` what was known where each phase stands, and `said` the words of inputs. `open` says that steps are broken,
    so names may be missing, `inputs_open` the same of inputs.
    The rest is noted on the way: which dice are added and asked for, which tags are given and asked for.
    """

    owner: str
    inputs: Mapping[str, Input]
    names: set[str]
    aim: bool
    open: bool = False
    inputs_open: bool = False
    said: frozenset[Said] = frozenset()
    trigger: bool = False
    later: Mapping[str, Span] = field(default_factory=dict)
    brought: Mapping[str, frozenset[str]] = field(default_factory=dict)
    phases: dict[str, frozenset[str]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    ids: dict[str, Span] = field(default_factory=dict)
    added: set[str] = field(default_factory=set)
    asked: list[Use] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    tagged: list[Use] = field(default_factory=list)


def new_name(
    problems: Problems, name: str, span: Span, known: Known, inputs: Mapping[str, object] = {}, what: str = "name"
) -> None:
    """A new name may not mean something else already."""
    if name in TAKEN:
        problems.add("reserved-name", f"`{name}` already has a meaning in expressions; choose another {what}", span)
    elif name in known.symbols or name in inputs:
        already = "a symbol" if name in known.symbols else "an input"
        problems.add("name-clash", f"`{name}` is {already} already; choose another {what}", span)


def spoken(inputs: Iterable[Input]) -> frozenset[Said]:
    """The words of inputs, which expressions can use as the numbers that they stand for."""
    return frozenset(
        Said(word, number, item.name)
        for item in inputs
        if item.type != "boolean"
        for word, number in item.options.items()
    )


def tags_given(nodes: Iterable[Node]) -> frozenset[str]:
    """The tags that steps give to dice; of a step that cannot be read, whatever may be one."""
    found = set()
    for node in nodes:
        op = OPS.get(do := Block(node, ("do",)).text("do"))
        if op is not None:
            block = Block(node, ("do", *op.key_names))
            found |= {block.text(key.name) for key in op.keys if key.kind == "mark"}
        elif do:
            found |= {Block(node).text(name) for name in ("tag", "tagged", "name")}
    return frozenset(found - {""})


def is_list_of_blocks(node: Node | None) -> bool:
    """Whether a list of steps is whole enough for all its names to be known."""
    if node is None or node.partial or not isinstance(node.value, tuple):
        return False
    return all(isinstance(each.value, Mapping) and not each.partial for each in node.value)
