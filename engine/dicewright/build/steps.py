"""Linking steps: every name that a step uses, every expression in it, and what its keys must say together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import DicewrightError, did_you_mean
from ..model.formula import Formula, PerDie, Tally, Text, formula, per_die
from ..model.system import Input, Kind, Ladder, Look, NumberTable, Selector, Step, Symbol
from ..model.words import DIE_NAMES, MEASURES, TALLIES, Words
from ..ops import OPS
from ..ops.op import SELECT, Key, Op
from ..ops.select import PLAYERS
from ..source.read import Node
from .tree import Block, Problems, expression, word

RESERVED = ("true", "false", "and", "or", "not", "if", "else", "in", "is", "lambda", "for", "none")


@dataclass(frozen=True)
class Known:
    """The names of a system that steps may use."""

    symbols: Mapping[str, Symbol]
    kinds: Mapping[str, Kind]
    ladders: Mapping[str, Ladder]
    tables: Mapping[str, NumberTable]
    properties: frozenset[str]


@dataclass
class Scope:
    """What is known at one place of a check: its inputs, the names that have a number by now, whether it has an aim."""

    inputs: Mapping[str, Input]
    names: set[str]
    aim: bool
    phases: list[str] = field(default_factory=list)


class StepLinker:
    def __init__(self, known: Known, problems: Problems) -> None:
        self.known, self.problems = known, problems

    def words(self, scope: Scope) -> Words:
        symbols = self.known.symbols
        names = frozenset({*scope.names, *MEASURES, *symbols})
        return Words(names, frozenset({*DIE_NAMES, *symbols}), self.known.properties)

    def formula(self, node: Node | None, scope: Scope) -> Formula | None:
        text = expression(node) if node is not None else None
        if text is None:
            return None
        try:
            return formula(text, self.words(scope))
        except DicewrightError as error:
            self.problems.found += error.problems
            return None

    def per_die(self, node: Node | None, scope: Scope) -> PerDie | None:
        text = expression(node) if node is not None else None
        if text is None:
            return None
        try:
            return per_die(text, self.words(scope))
        except DicewrightError as error:
            self.problems.found += error.problems
            return None

    def steps(self, nodes: Iterable[Node], scope: Scope) -> tuple[Step, ...]:
        return tuple(step for node in nodes if (step := self.step(node, scope)) is not None)

    def step(self, node: Node, scope: Scope, extra: tuple[str, ...] = ()) -> Step | None:
        op = OPS.get(Block(node, ("do",)).text("do"))
        if op is None:
            return None
        block = Block(node, ("do", *extra, *op.key_names))
        select = self._select(op, block, scope)
        keys: dict[str, Any] = {}
        when = self.formula(block.node_at("when"), scope)
        for key in op.keys:
            if key.name in block:
                value = self._key(op, key, block, scope, select)
                if value is not None:
                    keys[key.name] = value
        self._together(op, block, scope, select, keys)
        if op.name == "tally" and keys.get("measure") in ("count", "total", "highest", "lowest"):
            keys["tally"] = _tally(keys["measure"])
        return Step(op.name, keys, node.span, select, when, block.text("because"), block.text("id"))

    # -- keys ----------------------------------------------------------------------------------------------------

    def _key(self, op: Op, key: Key, block: Block, scope: Scope, select: Selector) -> Any:
        node = block.node_at(key.name)
        assert node is not None
        match key.kind:
            case "expression":
                return self.formula(node, scope)
            case "per_die":
                return self.per_die(node, scope)
            case "die":
                return self._die(node, scope)
            case "ladder":
                ladders = {name: ladder for name, ladder in self.known.ladders.items() if ladder.of == "dice"}
                return self._among(node, ladders, "ladder of dice", "unknown-ladder")
            case "table":
                return self._among(node, self.known.tables, "table", "unknown-table")
            case "binds":
                name = word(node)
                if name:
                    self.check_name(name, node, scope.inputs)
                    scope.names.add(name)
                return name
            case "phase":
                name = word(node)
                if name:
                    scope.phases.append(name)
                return name
            case "symbols":
                return tuple(s for s in (self._symbol(n) for n in block.items(key.name)) if s)
            case "showing":
                return self.showing(node)
            case "pairs":
                pairs = (tuple(self._symbol(n) for n in _pair(pair)) for pair in block.items(key.name))
                return tuple(pair for pair in pairs if len(pair) == 2 and all(pair))
            case "steps":
                return self.steps(block.items(key.name), scope)
            case "players":
                return tuple(p for p in (word(n) for n in block.items(key.name)) if p)
            case "options":
                return tuple(self._option(n, scope) for n in block.items(key.name))
            case _:
                return node.value if isinstance(node.value, str | bool) else None

    def _option(self, node: Node, scope: Scope) -> Mapping[str, Any]:
        block = Block(node, ("name", "when", "steps"))
        return {
            "name": block.text("name"),
            "when": self.formula(block.node_at("when"), scope),
            "steps": self.steps(block.items("steps"), scope),
        }

    def _among(self, node: Node, known: Iterable[str], what: str, code: str) -> str | None:
        name = word(node)
        if name is None or name in known:
            return name
        listed = ", ".join(known)
        notes = (f"{what}s: {listed}",) if listed else ()
        self.problems.add(code, f"there is no {what} `{name}`{did_you_mean(name, known)}", node.span, *notes)
        return None

    def _die(self, node: Node, scope: Scope) -> str | None:
        name = word(node)
        if name is not None and name in scope.inputs and scope.inputs[name].type == "choice":
            for option in scope.inputs[name].options:
                if option not in self.known.kinds:
                    self.problems.add(
                        "unknown-die",
                        f"the input `{name}` offers `{option}`, which is no die of this system",
                        node.span,
                    )
                    return None
            return name
        return self._among(node, self.known.kinds, "die", "unknown-die")

    def _symbol(self, node: Node) -> str | None:
        return self._among(node, self.known.symbols, "symbol", "unknown-symbol")

    def showing(self, node: Node) -> Look | None:
        """A face as it is written: a number, blank, symbols, or a number and symbols."""
        parts = node.value if isinstance(node.value, tuple) else (node,)
        number = next((part.value for part in parts if type(part.value) is int), None)
        named = [part for part in parts if type(part.value) is not int and part.value != "blank"]
        symbols = [self._symbol(part) for part in named]
        return Look(number, tuple(sorted(s for s in symbols if s))) if all(symbols) else None

    def check_name(self, name: str, node: Node, inputs: Iterable[str] = ()) -> None:
        """A new name may not mean something else already."""
        if name in DIE_NAMES or name in RESERVED or name in TALLIES:
            self.problems.add(
                "reserved-name", f"`{name}` already has a meaning in expressions; choose another name", node.span
            )
        elif name in self.known.symbols or name in inputs:
            what = "a symbol" if name in self.known.symbols else "an input"
            self.problems.add("name-clash", f"`{name}` is {what} already; choose another name", node.span)

    # -- selectors -----------------------------------------------------------------------------------------------

    def _select(self, op: Op, block: Block, scope: Scope) -> Selector:
        taken = {key.name for key in op.keys}
        found: dict[str, Any] = {"state": op.acts_on}
        for key in SELECT:
            if key.name not in op.selects or key.name in taken - {"state", "tag"} or key.name not in block:
                continue
            node = block.node_at(key.name)
            assert node is not None
            match key.name:
                case "dice":
                    found["dice"] = tuple(d for d in (self._die(n, scope) for n in block.items("dice")) if d)
                case "where":
                    found["where"] = self.per_die(node, scope)
                case "showing":
                    found["showing"] = self.showing(node)
                case "containing":
                    found["containing"] = tuple(s for s in (self._symbol(n) for n in block.items("containing")) if s)
                case "state":
                    found["state"] = (block.text("state"),)
                case "at_most" | "at_least" | "count":
                    found[key.name] = self.formula(node, scope)
                case "prefer":
                    text = word(node)
                    found["prefer"] = text if text in ("always", "never") else self.per_die(node, scope)
                case _:
                    found[key.name] = word(node)
        return Selector(**found)

    def _together(self, op: Op, block: Block, scope: Scope, select: Selector, keys: dict[str, Any]) -> None:
        """What the keys of one step must say together."""
        here = [name for name in op.one_of if name in block]
        if op.one_of and len(here) != 1:
            listed = " or ".join(f"`{name}`" for name in op.one_of)
            if here:
                both = " and ".join(f"`{name}`" for name in here)
                self.problems.add(
                    "one-of", f"{op.title} has {both}; it takes only one of {listed}", block.key_span(here[1])
                )
            else:
                self.problems.add("one-of", f"{op.title} needs {listed}", block.span())
        player = select.may or (select.pick if select.pick in PLAYERS else None)
        if select.per and player:
            self.problems.add(
                "per-player",
                "`per` goes with `pick: highest` or `pick: lowest`, not with a player's decision",
                block.key_span("per"),
            )
        decides = player or (op.name == "choose")
        wish = select.prefer if op.name != "choose" else keys.get("prefer")
        if decides and wish is None and "prefer" not in block and not scope.aim:
            self.problems.add(
                "no-preference",
                "a player decides here, and nothing says how: the step has no `prefer` and the check no `aim`",
                block.span(),
                "add `prefer: always`, `prefer: never` or a condition to the step, or an `aim` to the check",
            )
        if (
            op.name == "choose"
            and isinstance(wish, str)
            and wish not in (names := [o["name"] for o in keys.get("options", ())])
        ):
            self.problems.add(
                "unknown-option", f"there is no option `{wish}`{did_you_mean(wish, names)}", block.span("prefer")
            )
        chained = (op.name == "reroll" and ("times" in block or "until_clear" in block)) or op.name == "explode"
        if chained and select.where is not None and not select.where.alone:
            self.problems.add(
                "where-together",
                f"{op.title} that goes on by itself looks at one die at a time, and this condition looks at others",
                block.span("where"),
                "leave out rank, matches, total and functions over dice; or wrap the step in a repeat step",
            )


def _pair(node: Node) -> tuple[Node, ...]:
    return node.value if isinstance(node.value, tuple) else ()


def _tally(measure: str) -> Tally:
    one = per_die(Text("1" if measure == "count" else "value"), Words(frozenset(), frozenset({"value"})))
    return Tally({"count": "count", "total": "sum"}.get(measure, measure), one)
