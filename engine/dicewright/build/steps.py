"""Linking steps: every name that a step uses, and every expression in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ..errors import Span
from ..model.expression import per_die
from ..model.formula import PerDie
from ..model.system import Selector, Step
from ..model.words import PAIR_NAMES
from ..ops import OPS
from ..ops.number import measuring
from ..ops.op import SELECT, WHICH, Key, Op
from ..source.read import Node
from .expressions import Expressions
from .faces import FaceReader
from .fit import together
from .inputs import BROKEN
from .parts import unknown_symbol
from .scope import Known, Scope, Use, new_name
from .tree import Block, Problems, inside, word

# A step's steps come after the numbers that stand beside them, and its own new name after all that it reads.
_LAST: Mapping[str, int] = {"steps": 1, "options": 1, "binds": 2, "phase": 2}
# The words of steps that give something a name: a number, a phase, a tag.
NAMING = frozenset(op.name for op in OPS.values() if any(key.name == "name" and key.required for key in op.keys))


class StepLinker(Expressions):
    def __init__(self, known: Known, problems: Problems) -> None:
        super().__init__(known, problems)
        self.faces = FaceReader(known, problems)

    # -- steps ---------------------------------------------------------------------------------------------------

    def steps(self, nodes: Iterable[Node], scope: Scope) -> tuple[Step, ...]:
        return tuple(step for node in nodes if (step := self.step(node, scope)) is not None)

    def step(self, node: Node, scope: Scope, extra: tuple[str, ...] = ()) -> Step | None:
        op = OPS.get(Block(node, ("do",)).text("do"))
        if op is None:
            self._lost(node, scope)
            return None
        block = Block(node, ("do", *extra, *op.key_names))
        if scope.trigger and op.name in ("phase", "stop"):
            message = f"a trigger cannot be a {op.name} step, nor hold one"
            self.problems.add("trigger-step", message, block.span("do"))
            return None
        with self.problems.muted(block.guessed("when")):
            when = self.formula(block.node_at("when"), scope)
        select = self._select(op, block, scope)
        keys: dict[str, Any] = {}
        for key in sorted(op.keys, key=lambda key: _LAST.get(key.kind, 0)):
            if key.name in block:
                with self.problems.muted(block.guessed(key.name)):
                    value = self._key(op, key, block, scope, select)
                if value is not None:
                    keys[key.name] = value
        keys = {key.name: keys[key.name] for key in op.keys if key.name in keys}
        scope.open |= op.name in NAMING and not keys.get("name")
        together(self.problems, self.known, op, block, scope, select, keys)
        self._noted(op, block, scope, select, keys)
        if op.name == "tally" and (tally := measuring(keys.get("measure"), keys.get("size"))) is not None:
            keys["tally"] = tally
        return Step(op.name, keys, node.span, select, when, block.text("because"), block.text("id"))

    def _lost(self, node: Node, scope: Scope) -> None:
        """A step that cannot be read may name a number, add dice, be a phase: nothing that asks for it is told."""
        if not isinstance(node.value, Mapping):
            scope.open = True
        for block in map(Block, inside(node)):
            name = block.text("name")
            if name:
                scope.names.add(name)
                scope.phases.setdefault(name, frozenset(scope.names if name in scope.brought else ()))
            scope.tags |= {block.text("tag"), block.text("tagged"), name}
        scope.added.update(self.known.kinds)

    def _noted(self, op: Op, block: Block, scope: Scope, select: Selector, keys: Mapping[str, Any]) -> None:
        """What a step adds and asks for, so that later it can be seen what was asked for in vain."""
        if given := block.text("id"):
            first = scope.ids.setdefault(given, block.span("id"))
            if first is not block.span("id"):
                message = f"two steps have the id `{given}`"
                self.problems.add("duplicate-id", message, block.span("id"), also=("first here", first))
        adds = [key.name for key in op.keys if key.kind == "die" and key.name in block]
        if block.astray or (op.name == "add" and not adds and "twin" not in block):
            scope.added.update(self.known.kinds)
        for die in adds:
            scope.added.update(self.kinds_of(keys.get(die), scope))
        if op.name in ("upgrade", "downgrade"):
            ladder = self.known.ladders.get(keys.get("ladder", ""))
            scope.added.update(ladder.rungs if ladder else self.known.kinds)
        scope.tags |= {keys[key.name] for key in op.keys if key.kind == "mark" and key.name in keys}
        if "dice" in op.selects and not (op.name == "add" and adds):
            self._asks(block, scope, tags=op.name != "add")

    def _asks(self, block: Block, scope: Scope, tags: bool = True) -> None:
        """The dice and the tag that a selector asks for."""
        for node in block.items("dice") if not block.guessed("dice") else ():
            if (name := word(node)) and name in self.known.kinds:
                scope.asked.append(Use(name, node.span))
        if tags and (tag := block.text("tag")):
            scope.tagged.append(Use(tag, block.span("tag")))

    def kinds_of(self, name: str | None, scope: Scope) -> Iterable[str]:
        """The dice that a name stands for: a die, or those of a choice; all of them, where it is broken."""
        if name is None:
            return self.known.kinds
        item = scope.inputs.get(name)
        if item and item.type == BROKEN:
            return self.known.kinds
        return item.options if item and item.type == "choice" else (name,)

    # -- keys ----------------------------------------------------------------------------------------------------

    def _key(self, op: Op, key: Key, block: Block, scope: Scope, select: Selector) -> Any:
        node = block.node_at(key.name)
        assert node is not None
        match key.kind:
            case "expression":
                return self.formula(node, scope)
            case "per_die":
                return self.per_die(node, scope)
            case "of_pair":
                words = self.words(scope)
                return self._expression(node, scope, per_die, replace(words, dies=words.dies.union(PAIR_NAMES)))
            case "option" if "name" in block:
                return self.formula(node, scope)
            case "group":
                return self._group(Block(node, WHICH), scope)
            case "die":
                return self._die(node, scope)
            case "ladder":
                return self._ladder(node)
            case "table":
                return self._among(node, self.known.tables, "table", "tables")
            case "binds":
                return self._binds(node, scope)
            case "phase":
                return self._phase(node, scope)
            case "symbols":
                symbols = tuple(s for s in (self.symbol(n) for n in block.items(key.name)) if s)
                self.faces.printed(block.items(key.name), select.dice)
                return symbols
            case "showing":
                face = self.faces.look(node)
                dice = select.dice if op.name != "add" else self._one_die(block, scope)
                self.faces.there(face, node, dice)
                return face
            case "pairs":
                pairs = (tuple(self.symbol(n) for n in _pair(pair)) for pair in block.items(key.name))
                return tuple(pair for pair in pairs if len(pair) == 2 and all(pair))
            case "steps":
                return self.steps(block.items(key.name), scope)
            case "players":
                return tuple(p for p in (word(n) for n in block.items(key.name)) if p)
            case "options":
                return self._options(block.items(key.name), scope)
            case _:
                return node.value if isinstance(node.value, str | bool) else None

    def _one_die(self, block: Block, scope: Scope) -> tuple[str, ...] | None:
        name = block.text("die")
        known = self.known.kinds.keys() | scope.inputs.keys()
        return tuple(self.kinds_of(name, scope)) if name in known else None

    def _binds(self, node: Node, scope: Scope) -> str | None:
        name = word(node)
        if name:
            new_name(self.problems, name, node.span, self.known, scope.inputs)
            scope.names.add(name)
        return name

    def _phase(self, node: Node, scope: Scope) -> str | None:
        name = word(node)
        if name and name in scope.places:
            message = f"the phase `{name}` stands in this check twice"
            self.problems.add("phase-twice", message, node.span, also=("first here", scope.places[name]))
        elif name:
            scope.places[name] = node.span
            scope.phases[name] = frozenset(scope.names if name in scope.brought else ())
            scope.names |= scope.brought.get(name, frozenset())
        return name

    def _options(self, nodes: tuple[Node, ...], scope: Scope) -> tuple[Mapping[str, Any], ...]:
        """The options of a choice. None of them sees the names of another; what follows sees them all."""
        found: list[Mapping[str, Any]] = []
        names, before = set(scope.names), frozenset(scope.names)
        first: dict[str, Span] = {}
        for node in nodes:
            block = Block(node, ("name", "when", "prefer", "steps"))
            name = block.text("name")
            if name and name in first:
                message = f"the option `{name}` stands here twice"
                self.problems.add("duplicate-option", message, block.span("name"), also=("first here", first[name]))
            first.setdefault(name, block.span("name"))
            scope.names = set(before)
            when, prefer = (self.formula(block.node_at(key), scope) for key in ("when", "prefer"))
            steps = self.steps(block.items("steps"), scope)
            found.append({"name": name, "when": when, "prefer": prefer, "steps": steps})
            names |= scope.names
        scope.names = names
        return tuple(found)

    def _among(self, node: Node, known: Collection[str], what: str, section: str) -> str | None:
        name = word(node)
        if name is None or name in known:
            return name
        if section not in self.known.open:
            listed = (f"{section}: {', '.join(islice(known, 20))}",) if known else (f"the file has no `{section}`",)
            self.problems.unknown(what, name, known, node.span, *listed)
        return None

    def _ladder(self, node: Node) -> str | None:
        name = word(node)
        ladder = self.known.ladders.get(name or "")
        if name and ladder and ladder.rungs and ladder.of == "properties":
            message = f"`{name}` is a ladder of properties, and this step takes a ladder of dice"
            self.problems.add("unknown-ladder", message, node.span, same=("ladder", name))
            return None
        return self._among(node, self.known.ladders, "ladder", "ladders")

    def _die(self, node: Node, scope: Scope) -> str | None:
        name = word(node)
        item = scope.inputs.get(name or "")
        if (item and item.type == BROKEN) or (scope.inputs_open and name not in self.known.kinds):
            return None
        if name is None or item is None or (item.type != "choice" and name in self.known.kinds):
            return self._among(node, self.known.kinds, "die", "dice")
        if item.type != "choice" and "dice" in self.known.open:
            return None
        if item.type != "choice":
            message = f"`{name}` is neither a die nor a choice between dice"
            note = f"the input `{name}` is of type {item.type}"
            self.problems.add("unknown-die", message, node.span, note, same=("unknown-die", name))
            return None
        wrong = [option for option in item.options if option not in self.known.kinds]
        if wrong and "dice" not in self.known.open:
            said, then = f"the input `{name}` offers", ", which is no die of this system"
            note = f"dice: {', '.join(islice(self.known.kinds, 20))}"
            self.problems.unknown("die", wrong[0], self.known.kinds, node.span, note, said=said, then=then)
        return None if wrong else name

    def _kind(self, node: Node, scope: Scope) -> str | None:
        """A die that a selector names; a choice between dice cannot stand here."""
        name = word(node)
        if name in scope.inputs and name not in self.known.kinds:
            message = f"`{name}` is an input; `dice` takes the names of dice"
            self.problems.add("unknown-die", message, node.span, same=("unknown-die", name))
            return None
        return self._among(node, self.known.kinds, "die", "dice")

    def symbol(self, node: Node) -> str | None:
        name = word(node)
        if name is None or name in self.known.symbols:
            return name
        if "symbols" not in self.known.open:
            unknown_symbol(self.problems, name, self.known.symbols, node.span)
        return None

    # -- selectors -----------------------------------------------------------------------------------------------

    def _select(self, op: Op, block: Block, scope: Scope) -> Selector:
        taken = {key.name for key in op.keys}
        found: dict[str, Any] = {"state": op.acts_on, "pick": op.picks}
        for key in SELECT:
            if key.name not in op.selects or key.name in taken - {"state", "tag"} or key.name not in block:
                continue
            with self.problems.muted(block.guessed(key.name)):
                self._selecting(key.name, block, scope, found)
        return Selector(**found)

    def _group(self, block: Block, scope: Scope) -> Selector:
        """Dice chosen by a block of selector keys."""
        found: dict[str, Any] = {}
        for key in WHICH:
            if key in block:
                self._selecting(key, block, scope, found)
        self._asks(block, scope)
        return Selector(**found)

    def _selecting(self, key: str, block: Block, scope: Scope, found: dict[str, Any]) -> None:
        node = block.node_at(key)
        assert node is not None
        match key:
            case "dice":
                found["dice"] = tuple(d for d in (self._kind(n, scope) for n in block.items("dice")) if d) or None
            case "where" | "by":
                found[key] = self.per_die(node, scope)
            case "showing":
                found["showing"] = self.faces.look(node)
                self.faces.there(found["showing"], node, found.get("dice"), moving=True)
            case "containing":
                items = block.items("containing")
                found["containing"] = tuple(s for s in (self.symbol(n) for n in items) if s)
                self.faces.printed(items, found.get("dice"))
            case "state":
                found["state"] = (block.text("state"),)
            case "at_most" | "at_least" | "count":
                found[key] = self.formula(node, scope)
            case "prefer":
                found["prefer"] = self._prefer(node, scope)
            case _:
                found[key] = word(node)

    def _prefer(self, node: Node, scope: Scope) -> PerDie | str | None:
        text = word(node)
        if text in ("always", "never"):
            return text
        words = self.words(scope)
        names = words.names | words.dies | words.kinds | words.tags | {said.word for said in words.said}
        if text and text.isidentifier() and text not in names:
            near = self.problems.guess.asked(text, ("always", "never", *names))
            message = f"`prefer` is always, never or a condition on the die, not `{text}`{near}"
            self.problems.add("unknown-name", message, node.span)
            return None
        return self.per_die(node, scope)


def _pair(node: Node) -> tuple[Node, ...]:
    return node.value if isinstance(node.value, tuple) else ()
