"""Linking sequences: the checks that are tried, and every expression that changes, carries on or ends them.

Their expressions are about numbers alone: inputs, the results of a try, what has accumulated. No die is in reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from ..errors import DicewrightError, Problem, Span, fail
from ..model.expression import formula
from ..model.formula import Formula
from ..model.sequence import Comparison, Demand, Series, Side
from ..model.system import Check, Input, Outcome
from ..model.text import Text
from ..model.words import Words
from ..source.read import Node
from .checks import CheckLinker, outcomes_known
from .inputs import link_input
from .scope import RESERVED, Scope, new_name, spoken
from .steps import StepLinker
from .tree import Block, Problems, expression, title

KEYS = (
    "label", "summary", "check", "sides", "inputs", "let", "requires", "times", "with", "accumulate", "until",
    "compare", "results", "outcomes",
)  # fmt: skip
MOST_TOLD = 10_000
SPOKEN = frozenset({"tries", "done", "tie"})


@dataclass
class SeriesDraft:
    """A linked sequence, and what tests of it are held against."""

    block: Block
    check: Series
    scope: Scope
    outcomes: frozenset[str]


class Numbers(StepLinker):
    """Links expressions on numbers that have names, and on nothing else.

    `passing` are names that only what stands right behind a try can read.
    """

    passing: frozenset[str] = frozenset()

    def words(self, scope: Scope) -> Words:
        return Words(frozenset(scope.names), said=scope.said)

    def formula(self, node: Node | None, scope: Scope) -> Formula | None:
        text = expression(node) if node is not None else None
        return None if text is None else self.linked(text, self.words(scope), scope, self._numeric)

    def _numeric(self, text: Text, words: Words) -> Formula:
        try:
            read = formula(text, words)
        except DicewrightError as error:
            raise DicewrightError([self._hinted(problem, text, words) for problem in error.problems]) from None
        if read.tallies or read.whole:
            raise fail(
                "expression",
                f"`{read.text}` asks about dice; a sequence has only the results of its check",
                text.span,
                "give the check a result for it, and read that here",
            )
        return read

    def _hinted(self, problem: Problem, text: Text, words: Words) -> Problem:
        """The problem with a way out where what was meant is plain."""
        gone = next((n for n in self.passing - words.names if problem.message.startswith(f"`{n}` is not a name")), None)
        if gone:
            hint = f"`{gone}` is what one try gave; carry it on under `accumulate` and read that here"
            return replace(problem, notes=(*problem.notes, hint))
        if problem.code == "expression" and "try" in text.text.replace("(", " ").replace(")", " ").split():
            return replace(problem, notes=(*problem.notes, "the number of a try is `tries`"))
        return problem


class SequenceLinker:
    def __init__(self, checks: CheckLinker, problems: Problems) -> None:
        self.known, self.problems = checks.steps.known, problems
        self.drafts = {draft.check.name: draft for draft in checks.drafts}
        self.checks = {name: draft.check for name, draft in self.drafts.items()}
        self.numbers = Numbers(self.known, problems)
        self.linker = CheckLinker(self.numbers, problems)

    def sequence(self, name: str, node: Node) -> SeriesDraft | None:
        """A sequence of the file; None where it has nothing to try."""
        block = Block(node, KEYS)
        if name in self.checks:
            first = self.checks[name].span
            self.problems.add(
                "name-clash", f"`{name}` is a check already; name the sequence otherwise", node.span,
                also=("the check", first),
            )  # fmt: skip
        sides = self._sides(name, block) if node.value is not None else ()
        if not sides:
            return None
        return self._linked(name, node, block, sides)

    def _linked(self, name: str, node: Node, block: Block, sides: tuple[Side, ...]) -> SeriesDraft:
        own = {n: link_input(n, value, span, self.known, self.problems) for n, value, span in block.entries("inputs")}
        shared = _shared(side.check.inputs for side in sides)
        self._own(block, own, sides)
        given = _shared({**side.check.results, **{o.name: o for o in side.check.outcomes}} for side in sides)
        self.numbers.passing = frozenset(given)
        drafts = [self.drafts[side.check.name] for side in sides]
        is_open = (
            any(d.scope.open or d.scope.inputs_open or not outcomes_known(d.block) for d in drafts) or block.astray
        )

        theirs = (spoken(side.check.inputs.values()) for side in sides)
        said = spoken(own.values()) | frozenset.intersection(*theirs)

        def known(names: set[str]) -> Scope:
            return Scope(name, {}, names, False, is_open, said=said)

        scope = known({*own, *shared})
        lets = self._named(block, "let", scope, tuple(scope.names))
        alone = known(set(own) if sides[0].name else scope.names)
        times = self.numbers.formula(block.node_at("times"), alone)
        requires = tuple(demand for item in block.items("requires") if (demand := self._demand(item, scope)))
        totals_named = [total for total, _, _ in block.entries("accumulate")]
        before = {*scope.names, *totals_named, "tries"}
        changes: dict[str, Formula] = {}
        for changed, value, place in block.entries("with"):
            self._input_of_every(changed, sides, place)
            linked = self.numbers.formula(value, known(before))
            if linked is not None:
                changes[changed] = linked
        behind = known({*before, *given})
        totals = self._named(block, "accumulate", behind, (*scope.names, *given))
        until = self.numbers.formula(block.node_at("until"), behind)
        ended = known({*before, "done"})
        compare = self._compare(block, sides, ended)
        told = self._named(block, "results", ended, tuple(ended.names))
        outcomes = self._outcomes(block, sides, ended)
        if "times" not in block and "until" not in block:
            self.problems.add(
                "no-end", f"the sequence `{name}` never ends", node.span, "give it `times:`, `until:` or both"
            )
        label = block.text("label", title(name))
        series = Series(
            name, label, block.text("summary"), sides, {}, tuple(own), lets, requires, times, changes, totals, until,
            compare, told, outcomes, node.span, node.keys,
        )  # fmt: skip
        self._told_once(series, block)
        series = replace(series, inputs=_inputs(series, own))
        return SeriesDraft(block, series, ended, frozenset(outcome.name for outcome in outcomes))

    def _told_once(self, series: Series, block: Block) -> None:
        """With sides, a result has the name of its side before it: what comes out may not mean two things."""
        if not series.sides[0].name:
            return
        told = len(series.sides) * (len(series.totals) + len(series.told))
        if told > MOST_TOLD:
            message = f"`{series.name}` has {told:,} results, those of each side; {MOST_TOLD:,} is the limit"
            self.problems.add("too-many-nodes", message, block.key_span("sides"), "let it have fewer sides or numbers")
            return
        for name in sorted(name for name, times in Counter(series.results).items() if times > 1):
            self.problems.add("name-clash", f"`{name}` would be two results; name one otherwise", block.span())
        for side in series.sides:
            if side.name in series.own:
                self.problems.add(
                    "name-clash", f"`{side.name}` is a side; name the input otherwise", block.key_span("inputs")
                )

    def _sides(self, name: str, block: Block) -> tuple[Side, ...]:
        if ("check" in block) == ("sides" in block):
            has = "both `check` and `sides`; it takes one of them" if "check" in block else "no `check` and no `sides`"
            self.problems.add("one-of", f"the sequence `{name}` has {has}", block.span())
            return ()
        if "check" in block:
            check = self._check(block)
            return (Side("", "", check),) if check else ()
        found = []
        entries = list(block.entries("sides"))
        for side, node, span in entries:
            inner = Block(node, ("check", "label"))
            if side in SPOKEN or side in RESERVED:
                self.problems.add("reserved-name", f"`{side}` has a meaning of its own; name the side otherwise", span)
            check = self._check(inner)
            if check is not None:
                found.append(Side(side, inner.text("label", title(side)), check))
        if len(entries) == 1:
            self.problems.add("one-side", "one side has nobody to be compared with", block.key_span("sides"),
                "name a second side, or give `check:` instead of `sides:`")  # fmt: skip
        return tuple(found) if len(found) == len(entries) else ()

    def _check(self, block: Block) -> Check | None:
        at = block.text("check")
        if at and at not in self.checks:
            listed = ", ".join(islice(self.checks, 20)) or "none"
            self.problems.unknown("check", at, self.checks, block.span("check"), f"checks: {listed}")
        return self.checks.get(at)

    def _own(self, block: Block, own: Mapping[str, Input], sides: Iterable[Side]) -> None:
        """Inputs of the sequence: none has a word of the sequence; one that stands for a check's is of its kind."""
        for name, item in own.items():
            if name in SPOKEN:
                self._spoken(name, item.span)
            for side in sides:
                theirs = side.check.inputs.get(name)
                if theirs is not None and (theirs.type, theirs.options) != (item.type, item.options):
                    self.problems.add(
                        "name-clash", f"`{name}` is another kind of input in the check `{side.check.name}`", item.span,
                        also=("there", theirs.span),
                    )  # fmt: skip
                    break

    def _spoken(self, name: str, span: Span) -> None:
        self.problems.add(
            "reserved-name", f"`{name}` has a meaning of its own in a sequence; choose another name", span
        )

    def _named(self, block: Block, key: str, scope: Scope, taken: Iterable[str]) -> dict[str, Formula]:
        """Numbers with names of their own, each seeing those before it."""
        found: dict[str, Formula] = {}
        for name, node, span in block.entries(key):
            if name in SPOKEN:
                self._spoken(name, span)
            elif name in taken:
                self.problems.add("name-clash", f"`{name}` is known here already; choose another name", span)
            else:
                new_name(self.problems, name, span, self.known)
            linked = self.numbers.formula(node, scope)
            if linked is not None:
                found[name] = linked
            scope.names.add(name)
        return found

    def _demand(self, node: Node, scope: Scope) -> Demand | None:
        block = Block(node, ("that", "because"))
        that = self.numbers.formula(block.node_at("that"), scope)
        return Demand(that, block.text("because")) if that is not None else None

    def _input_of_every(self, name: str, sides: Iterable[Side], span: Span) -> None:
        for side in sides:
            if name not in side.check.inputs:
                listed = f"inputs: {', '.join(islice(side.check.inputs, 20)) or 'none'}"
                said = f"the check `{side.check.name}` has no {{}}"
                self.problems.unknown("input", name, side.check.inputs, span, listed, said=said, same=(said, name))
                break

    def _compare(self, block: Block, sides: tuple[Side, ...], scope: Scope) -> tuple[Comparison, ...]:
        if ("compare" in block) != bool(sides[0].name):
            message = (
                "the sides are not told apart; give the sequence `compare:`"
                if sides[0].name
                else "`compare` tells sides apart; this sequence has none"
            )
            self.problems.add("one-of", message, block.key_span("sides" if sides[0].name else "compare"))
        found = []
        for node in block.items("compare"):
            inner = Block(node, ("most", "least"))
            here = [how for how in ("most", "least") if how in inner]
            if len(here) != 1:
                self.problems.add("one-of", "a comparison is one of `most` or `least`", node.span)
                continue
            linked = self.numbers.formula(inner.node_at(here[0]), scope)
            if linked is not None:
                found.append(Comparison(here[0], linked))
        return tuple(found)

    def _outcomes(self, block: Block, sides: tuple[Side, ...], scope: Scope) -> tuple[Outcome, ...]:
        if not sides[0].name:
            return self.linker.outcomes(block, scope)
        if "outcomes" in block:
            self.problems.add(
                "one-of", "with sides the verdict is the side that is ahead; `outcomes` has no place here",
                block.key_span("outcomes"),
            )  # fmt: skip
        ahead = (Outcome(side.name, side.label, None, block.span()) for side in sides)
        return (*ahead, Outcome("tie", "tie", None, block.span()))


def _shared(found: Iterable[Mapping[str, object]]) -> set[str]:
    """The names that all sides have."""
    return set.intersection(*(set(names) for names in found))


def _inputs(series: Series, own: Mapping[str, Input]) -> Mapping[str, Input]:
    """What a caller is asked for; what every try sets and nothing reads is not."""
    read = {name for formula in series.formulas() for name in formula.names}
    found = {
        side.named(name): replace(item, name=side.named(name))
        for side in series.sides
        for name, item in side.check.inputs.items()
        if name not in own and (name in read or name not in series.changes)
    }
    return {**found, **own}


def sequences(top: Block, checks: CheckLinker, problems: Problems) -> Mapping[str, SeriesDraft]:
    """The sequences of a file."""
    linker = SequenceLinker(checks, problems)
    linked = {name: linker.sequence(name, value) for name, value, _ in top.entries("sequences")}
    return {name: draft for name, draft in linked.items() if draft is not None}
