"""Linking what comes to a check from outside its steps: triggers of properties, and effects.

An effect stands in the file under a name, or a caller writes it out; both are checked against the same schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import DicewrightError, did_you_mean, fail
from ..model.system import Effect, Rules, Trigger
from ..ops.schema import document
from ..source.read import Node, read
from ..source.validate import validate
from .checks import CheckLinker
from .steps import Known, Scope, StepLinker
from .tree import Block, Problems, title

KEYS = ("label", "summary", "owner", "triggers")


def effect(name: str, node: Node, steps: StepLinker, checks: CheckLinker, problems: Problems) -> Effect:
    """An effect as the file says it."""
    block = Block(node, KEYS)
    triggers = brought(block, steps, checks, problems)
    label = block.text("label", title(name))
    return Effect(name, label, block.text("summary"), block.text("owner", "roller"), triggers, name)


def given(rules: Rules, check: str, asked: str | Mapping[str, Any]) -> Effect:
    """An effect that a caller asks for: by its name in the file, or written out as JSON text or a mapping.

    Written out it is {"owner": ..., "triggers": [steps with `at`]}, or just one such step, with an owner if need be.
    """
    if isinstance(asked, str) and not asked.lstrip().startswith("{"):
        if asked not in rules.effects:
            near, listed = did_you_mean(asked, rules.effects), ", ".join(rules.effects) or "none"
            raise fail("unknown-effect", f"{rules.id} has no effect `{asked}`{near}", None, f"effects: {listed}")
        return rules.effects[asked]
    text = asked if isinstance(asked, str) else json.dumps(asked)
    node = read(text, "effect")
    if "do" in node.plain():
        node = _wrapped(node)
    whole = document()
    schema = {"$schema": whole["$schema"], "$defs": whole["$defs"], "$ref": "#/$defs/effect"}
    found = validate(node, schema)
    if found:
        raise DicewrightError(found)
    problems = Problems()
    known = Known(rules.symbols, rules.kinds, rules.ladders, rules.tables, frozenset(rules.properties))
    steps = StepLinker(known, problems)
    checks = CheckLinker(steps, problems)
    checks.knows(rules.checks[check])
    linked = effect("effect", node, steps, checks, problems)
    if problems.found:
        raise DicewrightError(problems.found)
    return Effect(linked.name, linked.label, linked.summary, linked.owner, linked.triggers, text)


def _wrapped(node: Node) -> Node:
    """A single step as an effect: its owner, if it names one, is the effect's."""
    assert isinstance(node.value, Mapping)
    step = {key: value for key, value in node.value.items() if key not in ("owner", "label")}
    outer = {key: value for key, value in node.value.items() if key in ("owner", "label")}
    one = Node(step, node.span, node.keys)
    return Node({**outer, "triggers": Node((one,), node.span)}, node.span, {**node.keys, "triggers": node.span})


def brought(block: Block, steps: StepLinker, checks: CheckLinker, problems: Problems) -> tuple[Trigger, ...]:
    """The steps that a property or an effect brings."""
    found = (_trigger(node, steps, checks, problems) for node in block.items("triggers"))
    return tuple(trigger for trigger in found if trigger is not None)


def _trigger(node: Node, steps: StepLinker, checks: CheckLinker, problems: Problems) -> Trigger | None:
    """A step that runs at a phase, with the names that every check with this phase knows there."""
    block = Block(node, ("at", "do"))
    at = block.text("at")
    if at and at not in checks.phases:
        listed = ", ".join(checks.phases)
        problems.add(
            "unknown-phase",
            f"no check has a phase `{at}`{did_you_mean(at, checks.phases)}",
            block.span("at"),
            f"phases: {listed}" if listed else "a phase is a step: {do: phase, name: ...}",
        )
    names, inputs, aim = checks.known_at(at)
    scope = Scope(inputs, set(names), aim)
    step = steps.step(node, scope, ("at",))
    if step is None or not at:
        return None
    if step.op in ("phase", "stop"):
        problems.add("trigger-step", f"a trigger cannot be a {step.op} step", node.span)
        return None
    checks.bound |= scope.names - set(names)
    return Trigger(at, step)
