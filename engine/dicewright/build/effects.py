"""Linking effects: what a player brings to a roll.

An effect stands in the file under a name, or a caller writes it out; both are checked against the same schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import DicewrightError, did_you_mean, fail
from ..model.rules import Rules
from ..model.system import Effect
from ..source.read import Node
from .checks import CheckLinker
from .scope import Known, tags_given
from .steps import StepLinker
from .tree import Block, Problems, inside, title
from .triggers import TriggerLinker, brought

KEYS = ("label", "summary", "owner", "triggers")


def effect(name: str, block: Block, linker: TriggerLinker) -> Effect:
    """An effect as the file says it."""
    triggers = linker.triggers(f"effect {name}", block.items("triggers"))
    label = block.text("label", title(name))
    return Effect(name, label, block.text("summary"), block.text("owner", "roller"), triggers, name)


def given(rules: Rules, check: str, asked: str | Mapping[str, Any]) -> Effect:
    """An effect that a caller asks for: by its name in the file, or written out as JSON text or a mapping.

    Written out it is {"owner": ..., "triggers": [steps with `at`]}, or just one such step, with an owner if need be.
    """
    if not isinstance(asked, str | Mapping):
        raise fail("unknown-effect", f"an effect is a name or is written out, not {asked!r}")
    if isinstance(asked, str) and not asked.lstrip().startswith("{"):
        if asked not in rules.effects:
            near, listed = did_you_mean(asked, rules.effects), ", ".join(rules.effects) or "none"
            raise fail("unknown-effect", f"{rules.id} has no effect `{asked}`{near}", None, f"effects: {listed}")
        return rules.effects[asked]
    import json  # few rolls need what follows

    from ..ops.schema import whole
    from ..source.read import read
    from ..source.shape import misfits

    try:
        text = asked if isinstance(asked, str) else json.dumps(asked, default=_plain)
    except (TypeError, ValueError, RecursionError):
        raise fail("unknown-effect", "an effect that is written out holds what JSON can hold, and no more") from None
    node = read(text, "effect")
    if {"do", "at"} & node.plain().keys():
        node = _wrapped(node)
    schema = whole()
    found = misfits(node, {word: schema[word] for word in ("$schema", "$defs")} | {"$ref": "#/$defs/effect"})
    if found:
        raise DicewrightError(found)
    problems = Problems()
    tags = rules.tags | tags_given(inside(node))
    known = Known(rules.symbols, rules.kinds, rules.ladders, rules.tables, frozenset(rules.properties), tags)
    steps = StepLinker(known, problems)
    block = Block(node, KEYS)
    checks = CheckLinker(steps, problems, *brought([block]))
    checks.knows(rules.checks[check])
    linked = effect("effect", block, TriggerLinker(checks, problems))
    if problems.found:
        raise DicewrightError(problems.found)
    return Effect(linked.name, linked.label, linked.summary, linked.owner, linked.triggers, text)


def _plain(value: object) -> object:
    """What JSON knows of a value that it cannot write."""
    return dict(value) if isinstance(value, Mapping) else str(value)


def _wrapped(node: Node) -> Node:
    """A single step as an effect: its owner, if it names one, is the effect's."""
    assert isinstance(node.value, Mapping)
    step = {key: value for key, value in node.value.items() if key not in ("owner", "label")}
    outer = {key: value for key, value in node.value.items() if key in ("owner", "label")}
    one = Node(step, node.span, node.keys)
    return Node({**outer, "triggers": Node((one,), node.span)}, node.span, {**node.keys, "triggers": node.span})
