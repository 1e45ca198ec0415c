"""Linking checks: inputs, derived names, steps, and then results, outcomes and aim, which see every name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..errors import DicewrightError, did_you_mean
from ..model.formula import Formula, formula
from ..model.system import Check, Goal, Input, Outcome, Step
from ..model.words import DIE_NAMES, MEASURES, TALLIES, Words
from ..ops import OPS
from ..source.read import Node
from .steps import RESERVED, Scope, StepLinker
from .tree import Block, Problems, expression, word

KEYS = ("label", "summary", "inputs", "let", "steps", "results", "outcomes", "aim")
INPUT = ("type", "default", "min", "max", "names", "options", "label")


def bound(steps: Iterable[Step]) -> Iterator[str]:
    """The names that steps, and the steps inside them, give a number."""
    for step in steps:
        if any(key.kind == "binds" for key in OPS[step.op].keys):
            yield step.keys["name"]
        yield from bound(step.keys.get("steps", ()))
        for option in step.keys.get("options", ()):
            yield from bound(option["steps"])


@dataclass
class Draft:
    """A check whose steps are linked; results wait until triggers have named their numbers."""

    block: Block
    check: Check
    scope: Scope


class CheckLinker:
    def __init__(self, steps: StepLinker, problems: Problems) -> None:
        self.steps, self.problems = steps, problems
        self.drafts: list[Draft] = []
        self.bound: set[str] = set()

    @property
    def phases(self) -> list[str]:
        return list(dict.fromkeys(phase for draft in self.drafts for phase in draft.check.phases))

    def known_at(self, phase: str) -> tuple[frozenset[str], Mapping[str, Input], bool]:
        """The names, the inputs and the aim that a trigger can rely on at a phase, in every check that has it."""
        here = [draft for draft in self.drafts if phase in draft.check.phases] or self.drafts
        if not here:
            return frozenset(), {}, False
        names = frozenset.intersection(*(frozenset(draft.scope.names) for draft in here))
        inputs = {n: i for n, i in here[0].scope.inputs.items() if all(n in draft.scope.inputs for draft in here)}
        return names, inputs, all(draft.scope.aim for draft in here)

    def knows(self, check: Check) -> None:
        """Take a check that was linked before as it is."""
        names = {*check.inputs, *check.lets, *bound(check.steps)}
        self.drafts.append(Draft(Block(None), check, Scope(check.inputs, names, bool(check.aim), list(check.phases))))

    def check(self, name: str, node: Node) -> Check:
        block = Block(node, KEYS)
        inputs = {n: self.input(n, value) for n, value, _ in block.entries("inputs")}
        scope = Scope(inputs, set(inputs), "aim" in block)
        lets: dict[str, Formula] = {}
        for let, value, span in block.entries("let"):
            self.steps.check_name(let, replace(value, span=span), inputs)
            linked = self._let(value, scope)
            if linked is not None:
                lets[let] = linked
            scope.names.add(let)
        steps = self.steps.steps(block.items("steps"), scope)
        twice = {phase for phase in scope.phases if scope.phases.count(phase) > 1}
        for phase in sorted(twice):
            self.problems.add("phase-twice", f"the phase `{phase}` stands in this check twice", block.key_span("steps"))
        check = Check(
            name,
            block.text("label", name.replace("_", " ").replace("-", " ").capitalize()),
            block.text("summary"),
            inputs,
            lets,
            steps,
            {},
            (),
            (),
            tuple(scope.phases),
            node.span,
        )
        self.drafts.append(Draft(block, check, scope))
        return check

    def _let(self, node: Node, scope: Scope) -> Formula | None:
        """A derived name: worked out before any die lies on the table."""
        text = expression(node)
        if text is None:
            return None
        try:
            linked = formula(text, Words(frozenset(scope.names), properties=self.steps.known.properties))
        except DicewrightError as error:
            self.problems.found += error.problems
            return None
        if linked.tallies or linked.whole:
            self.problems.add(
                "let-reads-dice",
                "a name under `let` is worked out before the roll, so it cannot look at dice",
                node.span,
                "it may read the inputs and the names before it; use a let step, or `results`, for what the dice show",
            )
            return None
        return linked

    def finish(self, check: Check) -> Check:
        """The check with its results, outcomes and aim."""
        draft = next(draft for draft in self.drafts if draft.check is check)
        block, scope = draft.block, draft.scope
        scope = Scope(scope.inputs, scope.names | self.bound, scope.aim)
        results: dict[str, Formula] = {}
        told: set[str] = set()
        for name, node, span in block.entries("results"):
            if name in RESERVED or name in DIE_NAMES:
                self.problems.add("reserved-name", f"`{name}` already has a meaning; choose another name", span)
            linked = self.steps.formula(node, Scope(scope.inputs, scope.names | told, scope.aim))
            if linked is not None:
                self._shadowed(linked, results, scope)
                results[name] = linked
            told.add(name)
        scope.names |= told
        outcomes = self._outcomes(block, scope)
        aim = tuple(goal for node in block.items("aim") if (goal := self._goal(node, outcomes, told)) is not None)
        return replace(check, results=results, outcomes=outcomes, aim=aim)

    def _shadowed(self, linked: Formula, results: Mapping[str, Formula], scope: Scope) -> None:
        """A result may read the results above it, but not where their name means something else on the table."""
        for name in sorted(linked.names & results.keys()):
            known = name in scope.names or name in MEASURES or name in self.steps.known.symbols
            if known and results[name].text != name:
                self.problems.add(
                    "ambiguous-name",
                    f"`{name}` is a result above and also a name that is known before; which is meant?",
                    linked.span,
                    f"give the result another name, or write what it stands for: {results[name].text}",
                )

    def _outcomes(self, block: Block, scope: Scope) -> tuple[Outcome, ...]:
        found: list[Outcome] = []
        for node in block.items("outcomes"):
            inner = Block(node, ("name", "label", "when"))
            name = inner.text("name")
            if any(outcome.name == name for outcome in found):
                first = next(outcome.span for outcome in found if outcome.name == name)
                self.problems.add(
                    "duplicate-outcome",
                    f"the outcome `{name}` stands here twice",
                    inner.span("name"),
                    also=("first here", first),
                )
            always = next((outcome for outcome in found if outcome.when is None), None)
            if always is not None:
                self.problems.add(
                    "unreachable-outcome",
                    f"the outcome `{name}` is never reached: `{always.name}` before it has no condition",
                    inner.span("name"),
                )
            when = self.steps.formula(inner.node_at("when"), scope)
            if when is not None and when.text in ("0", "False", "false"):
                self.problems.add("unreachable-outcome", f"the outcome `{name}` is never reached", inner.span("when"))
            if "when" in inner and when is None:
                when = Formula("0", frozenset(), frozenset(), (), lambda name, tally: 0)
            if name:
                found.append(Outcome(name, inner.text("label", name.replace("_", " ")), when, inner.span("name")))
        return tuple(found)

    def _goal(self, node: Node, outcomes: tuple[Outcome, ...], results: set[str]) -> Goal | None:
        block = Block(node, ("chance", "most", "least"))
        here = [how for how in ("chance", "most", "least") if how in block]
        if len(here) != 1:
            self.problems.add("one-of", "a goal is one of `chance`, `most` or `least`", node.span)
            return None
        inner = block.node_at(here[0])
        assert inner is not None
        if here[0] == "chance":
            name, names = word(inner), [outcome.name for outcome in outcomes]
            if name is not None and name not in names:
                self.problems.add(
                    "unknown-outcome", f"there is no outcome `{name}`{did_you_mean(name, names)}", inner.span
                )
            return Goal("chance", name or "")
        text = expression(inner)
        if text is None:
            return None
        try:
            return Goal(here[0], formula(text, Words(frozenset(results))))
        except DicewrightError as error:
            self.problems.found += error.problems
            return None

    def input(self, name: str, node: Node) -> Input:
        """What a check, or a side of a contest, asks for."""
        block = Block(node, INPUT)
        kind = block.text("type", "integer")
        if name in DIE_NAMES or name in RESERVED or name in TALLIES:
            self.problems.add(
                "reserved-name", f"`{name}` already has a meaning in expressions; choose another name", node.span
            )
        elif name in self.steps.known.symbols:
            self.problems.add("name-clash", f"`{name}` is a symbol already; name the input otherwise", node.span)
        low, high = block.whole("min"), block.whole("max")
        options = {n: v.value for n, v, _ in block.entries("names") if type(v.value) is int}
        if kind == "boolean":
            low, high, options = 0, 1, {"false": 0, "true": 1}
        if kind == "choice":
            words = [w for w in (word(n) for n in block.items("options")) if w]
            options = {w: n for n, w in enumerate(words, 1)}
            low, high = 1, len(words)
            if not words:
                self.problems.add("input-options", f"the choice `{name}` needs its `options`", node.span)
        if low is not None and high is not None and low > high:
            self.problems.add("input-range", f"`min` is {low} and `max` is {high}: no number fits", block.span("min"))
        default = self._default(name, kind, block, low, high, options)
        return Input(name, kind, block.text("label", name.replace("_", " ")), default, low, high, options, node.span)

    def _default(
        self, name: str, kind: str, block: Block, low: int | None, high: int | None, options: Mapping[str, int]
    ) -> int | None:
        node = block.node_at("default")
        if node is None:
            return None
        value = node.value
        if isinstance(value, str) and value in options:
            return options[value]
        if kind == "boolean" and isinstance(value, bool):
            return int(value)
        if kind == "integer" and type(value) is int:
            if (low is not None and value < low) or (high is not None and value > high):
                self.problems.add("input-range", f"the default {value} of `{name}` is out of its own range", node.span)
            return value
        wanted = {"integer": "a whole number", "boolean": "true or false"}.get(kind, f"one of {', '.join(options)}")
        self.problems.add("input-default", f"the default of `{name}` is {wanted}, not {node.raw or 'this'}", node.span)
        return None
