"""Linking checks: inputs, derived names, steps, and then results, outcomes and aim, which see every name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from ..errors import Span
from ..model.expression import formula
from ..model.formula import Formula
from ..model.system import Check, Goal, Input, Outcome, Step
from ..model.text import Text
from ..model.words import DIE_NAMES, MEASURES, SHAPES, TALLIES, Words
from ..ops import OPS, binding
from ..source.read import Node
from .inputs import link_input
from .scope import RESERVED, Scope, is_list_of_blocks, new_name, spoken
from .steps import NAMING, StepLinker
from .tree import NAME, Block, Problems, expression, inside, title, word

KEYS = ("label", "summary", "inputs", "let", "steps", "results", "outcomes", "aim", "watch")
GOALS = ("chance", "most", "least")
# Stands for an expression that cannot be read.
NOTHING = Formula("0", frozenset(), frozenset(), (), ast.Constant(0))


@dataclass
class Draft:
    """A check whose steps are linked; results wait until triggers are linked, too."""

    block: Block
    check: Check
    scope: Scope
    outcomes: frozenset[str] = frozenset()


class CheckLinker:
    """`brought` are the names that triggers give a number at each phase; `lost` says that some may be missing there."""

    def __init__(
        self,
        steps: StepLinker,
        problems: Problems,
        brought: Mapping[str, frozenset[str]] = MappingProxyType({}),
        lost: bool = False,
    ) -> None:
        self.steps, self.problems, self.brought, self.lost = steps, problems, brought, lost
        self.drafts: list[Draft] = []
        self._met: dict[str, Scope] = {}

    @property
    def phases(self) -> Mapping[str, None]:
        """The phases of all checks, in their order."""
        return dict.fromkeys(phase for draft in self.drafts for phase in draft.scope.phases)

    def scope_at(self, phase: str, owner: str) -> Scope:
        """What a trigger of this owner can rely on at a phase, once all checks are linked."""
        if phase not in self._met:
            self._met[phase] = self._at(phase)
        met = self._met[phase]
        return Scope(owner, met.inputs, {*met.names}, met.aim, met.open, said=met.said, trigger=True)

    def _at(self, phase: str) -> Scope:
        """What is known at a phase, in every check that has it.

        A name that only triggers give a number is 0 before the first of them does, so that several can add to it.
        """
        here = [draft.scope for draft in self.drafts if phase in draft.scope.phases]
        if not here:
            return Scope("", {}, set(), aim=True, open=True)
        known = frozenset.intersection(*(scope.phases[phase] for scope in here))
        names = {*known, *self.brought.get(phase, ())}
        inputs = {n: i for n, i in here[0].inputs.items() if all(n in scope.inputs for scope in here)}
        aim, is_open = all(scope.aim for scope in here), any(scope.open for scope in here)
        said = frozenset.intersection(*(scope.said for scope in here))
        return Scope("", inputs, names, aim, is_open, said=said)

    def knows(self, check: Check) -> None:
        """Take a check that was linked before as it is."""
        names = {*check.inputs, *check.lets, *bound(check.steps)}
        phases = dict.fromkeys(check.phases, frozenset(names))
        said = spoken(check.inputs.values())
        scope = Scope(check.name, check.inputs, names, bool(check.aim), said=said, phases=phases)
        self.drafts.append(Draft(Block(None), check, scope))

    # -- the first half ------------------------------------------------------------------------------------------

    def check(self, name: str, node: Node) -> Check:
        block = Block(node, KEYS)
        known = self.steps.known
        inputs = {n: link_input(n, value, span, known, self.problems) for n, value, span in block.entries("inputs")}
        lost = self.lost or any(key in block and block.names_open(key) for key in ("inputs", "let"))
        lost |= block.astray or not is_list_of_blocks(block.node_at("steps"))
        later = dict(names_given(node for node in block.items("steps")))
        inputs_open = block.astray or ("inputs" in block and block.names_open("inputs"))
        said, aim = spoken(inputs.values()), "aim" in block
        scope = Scope(name, inputs, set(inputs), aim, lost, inputs_open, said, later=later, brought=self.brought)
        lets = self._lets(block, inputs, scope)
        steps = self.steps.steps(block.items("steps"), scope)
        check = Check(
            name,
            block.text("label", title(name)),
            block.text("summary"),
            inputs,
            lets,
            steps,
            {},
            (),
            (),
            tuple(scope.places),
            node.span,
        )
        self.drafts.append(Draft(block, check, scope))
        return check

    def _lets(self, block: Block, inputs: Mapping[str, Input], scope: Scope) -> Mapping[str, Formula]:
        """Names for numbers that the inputs alone decide, each from those before it."""
        entries = list(block.entries("let"))
        steps_later = scope.later
        scope.later = {**steps_later, **{let: span for let, _, span in entries}}
        lets: dict[str, Formula] = {}
        for let, value, span in entries:
            new_name(self.problems, let, span, self.steps.known, inputs)
            linked = self.steps.formula(value, scope)
            if linked is not None:
                self._needs_no_dice(value, linked, scope)
            scope.names.add(let)
            lets[let] = linked or NOTHING
        scope.later = steps_later
        return lets

    def _needs_no_dice(self, node: Node, linked: Formula, scope: Scope) -> None:
        names = (linked.names & {*MEASURES, *self.steps.known.symbols}) - scope.names
        if not (names or linked.tallies or linked.whole):
            return
        where, frame, found = _token(node, names or {*TALLIES, *SHAPES})
        message = f"`{found}` looks at the dice, and a `let:` of a check is worked out before there are any"
        self.problems.add("let-reads-dice", message, where, *frame, "use a step: {do: let, name: ..., value: ...}")

    # -- the second half -----------------------------------------------------------------------------------------

    def finish(self, draft: Draft) -> Check:
        """The check with its results, outcomes and aim."""
        block, scope = draft.block, draft.scope
        entries = list(block.entries("results"))
        scope.later = {name: span for name, _, span in entries}
        scope.open |= "results" in block and block.names_open("results")
        results: dict[str, Formula] = {}
        before = scope.names | MEASURES.keys() | self.steps.known.symbols.keys()
        for name, node, span in entries:
            if name in RESERVED or name in DIE_NAMES:
                message = f"`{name}` already has a meaning in expressions; choose another name"
                self.problems.add("reserved-name", message, span)
            linked = self.steps.formula(node, scope) or NOTHING
            self._of_two_meanings(node, linked, results, before)
            results[name] = linked
            scope.names.add(name)
        scope.later = {}
        outcomes = self.outcomes(block, scope)
        goals = (self._goal(node, block, outcomes, frozenset(results), scope) for node in block.items("aim"))
        aim = tuple(goal for goal in goals if goal is not None)
        draft.outcomes = frozenset(outcome.name for outcome in outcomes)
        watch = tuple(node.plain() for node in block.items("watch") if isinstance(node.value, Mapping))
        draft.check = replace(draft.check, results=results, outcomes=outcomes, aim=aim, watch=watch)
        return draft.check

    def _of_two_meanings(self, node: Node, linked: Formula, results: Mapping[str, Formula], before: Set[str]) -> None:
        """A result may read the results above it, but not where their name means something else on the table."""
        for name in sorted(linked.names & results.keys() & before):
            if results[name].text != name and results[name] is not NOTHING:
                where, frame, _ = _token(node, {name})
                message = f"`{name}` is a result above and also a name that is known before; which is meant?"
                note = f"give the result another name, or write what it stands for: {results[name].text}"
                self.problems.add("ambiguous-name", message, where, *frame, note)

    def outcomes(self, block: Block, scope: Scope) -> tuple[Outcome, ...]:
        """The verdicts that a block lists."""
        found: list[Outcome] = []
        firsts: dict[str, Span] = {}
        conditions: dict[str, Outcome] = {}
        sure: Outcome | None = None
        for node in block.items("outcomes"):
            inner = Block(node, ("name", "label", "when"))
            name = inner.text("name")
            if name and name in firsts:
                message = f"the outcome `{name}` stands here twice"
                self.problems.add("duplicate-outcome", message, inner.span("name"), also=("first here", firsts[name]))
            when = self.steps.formula(inner.node_at("when"), scope)
            if "when" in inner and when is None:
                when = NOTHING
            elif name and name not in firsts:
                self._reached(name, inner, when, sure, conditions)
            if not name:
                continue
            firsts.setdefault(name, inner.span("name"))
            found.append(Outcome(name, inner.text("label", name.replace("_", " ")), when, inner.span("name")))
            always = not inner.astray if when is None else when is not NOTHING and constant(when) not in (None, 0)
            sure = sure or (found[-1] if always else None)
            if when is not None and when is not NOTHING:
                conditions.setdefault(when.text, found[-1])
        return tuple(found)

    def _reached(
        self, name: str, inner: Block, when: Formula | None, sure: Outcome | None, conditions: Mapping[str, Outcome]
    ) -> None:
        """Whether anything can come to this outcome."""
        never = f"the outcome `{name}` is never reached"
        if sure is not None:
            why = "has no condition" if sure.when is None else "always holds"
            message = f"{never}: `{sure.name}` before it {why}"
            note = "the first outcome that holds is taken; the one without a condition comes last"
            also = ("the one before it", sure.span)
            same = ("unreachable", sure.span)
            self.problems.add("unreachable-outcome", message, inner.span("name"), note, also=also, same=same)
        elif when is not None and constant(when) == 0:
            self.problems.add("unreachable-outcome", f"{never}: this never holds", inner.span("when"))
        elif when is not None and when.text in conditions:
            before = conditions[when.text]
            message = f"{never}: `{before.name}` before it has the same condition"
            self.problems.add("unreachable-outcome", message, inner.span("when"), also=("the same here", before.span))

    def _goal(
        self, node: Node, block: Block, outcomes: Iterable[Outcome], results: frozenset[str], scope: Scope
    ) -> Goal | None:
        goal = Block(node, GOALS)
        here = [how for how in GOALS if how in goal]
        if len(here) != 1:
            if not goal.astray and isinstance(node.value, Mapping):
                where = goal.key_span(here[1]) if here else node.span
                self.problems.add("one-of", "a goal is one of `chance`, `most` or `least`", where)
            return None
        inner = goal.node_at(here[0])
        assert inner is not None
        said, names_of = word(inner), [outcome.name for outcome in outcomes]
        outcome = said in names_of or (said is not None and NAME.fullmatch(said) and said not in results)
        if here[0] == "chance" and said is not None and outcome:
            if said not in names_of and outcomes_known(block):
                self.problems.unknown("outcome", said, names_of, inner.span, same=(scope.owner, said))
            return Goal("chance", said)
        text = expression(inner)
        linked = self.steps.linked(text, Words(results), scope, formula) if text is not None else None
        if linked is not None and (linked.tallies or linked.whole):
            message = f"`{linked.text}` asks about dice; a goal has only the results and outcomes"
            self.problems.add("expression", message, linked.span, "give it a name under `results`")
        return Goal(here[0], linked) if linked is not None else None


def _token(node: Node, names: Set[str]) -> tuple[Span | None, tuple[str, ...], str]:
    """Where one of these names stands in an expression, and which it is."""
    text = expression(node) or Text("")
    found = next((m for m in re.finditer(r"[a-z_]\w*", text.text) if m[0] in names), None)
    start, name = (found.start(), found[0]) if found else (0, text.text)
    return *text.at(start, len(name)), name


def outcomes_known(block: Block) -> bool:
    """Whether the outcomes of a check can all be read."""
    if "outcomes" not in block:
        return not block.astray
    blocks = [Block(node, ("name", "label", "when")) for node in block.items("outcomes")]
    return is_list_of_blocks(block.node_at("outcomes")) and all(NAME.fullmatch(each.text("name")) for each in blocks)


def constant(formula: Formula) -> int | None:
    """What an expression is worth that reads nothing; None for one that reads something."""
    if formula.names or formula.owned or formula.tallies or formula.whole:
        return None
    try:
        return int(formula.code(lambda name: 0, lambda tally: 0))
    except (ZeroDivisionError, ValueError, OverflowError):
        return None


def nameless(node: Node) -> bool:
    """Whether a block may be a step that gives something a name, and does not say which."""
    block = Block(node)
    op = OPS.get(block.text("do"))
    if op is None:
        return "do" in block
    return op.name in NAMING and not Block(node, ("do", *op.key_names)).text("name")


def bound(steps: Iterable[Step]) -> Iterator[str]:
    """The names that linked steps, and the steps inside them, give a number."""
    for step in steps:
        if (name := binding(step)) is not None:
            yield name
        yield from bound(step.keys.get("steps", ()))
        for option in step.keys.get("options", ()):
            yield from bound(option["steps"])


def names_given(nodes: Iterable[Node]) -> Iterator[tuple[str, Span]]:
    """The names that steps give a number to, and where."""
    for step in nodes:
        for node in inside(step):
            block = Block(node)
            op = OPS.get(block.text("do"))
            name = Block(node, ("do", *op.key_names)).text("name") if op else ""
            if op and name and op.binds:
                yield name, Block(node, ("do", *op.key_names)).span("name")


def names_said(results: Iterable[str], outcomes: Iterable[str]) -> Words:
    """What an expression about a finished roll may read."""
    return Words(frozenset((*results, *outcomes)))


def at_key(text: str, span: Span) -> Text:
    """An expression that stands as a key, plain or in quotes."""
    return Text(text, span, {0: text, 2: f"'{text}'"}.get(span.width - len(text), ""))
