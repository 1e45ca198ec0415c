"""Linking the tests of a file: names, inputs, faces and numbers in them are checked before anything is rolled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..chance.dice import DRAWN
from ..errors import Span
from ..model.contest import Contest
from ..model.expression import formula
from ..model.system import Input, TestCase
from ..source.read import Node
from .bouts import ContestCase
from .checks import CheckLinker, Draft, at_key, names_said, outcomes_known
from .inputs import BROKEN
from .inputs import KEYS as KEYS_OF_INPUT
from .tree import Block, Problems, inside, word

if TYPE_CHECKING:
    from fractions import Fraction

    from .sequences import SeriesDraft

KEYS = (
    *("name", "check", "given", "properties", "upgrade", "downgrade", "effects"),
    *("faces", "answers", "reaches", "expect", "odds", "rules", "source"),
)
EXPECT = ("outcome", "results", "exactly", "dice", "error")
FULL = ("results", "outcomes", "probability", "mean")
ODDS = ("outcomes", "probability", "mean")
_AMOUNT = re.compile(
    r"(?P<about>about )?(?P<number>[-+]?\d{1,40}(?:\.\d{1,40})?)(?:/(?P<over>\d{1,40}))?(?P<percent> ?%)?"
)
DIE = ("die", "face", "value", "state")
# What to do about an input that is out of its range.
EXPECT_REFUSAL = "a test may ask for the refusal: expect: {error: input-range}"
OUT_OF_RANGE = "give it a number that it allows"


class CaseLinker:
    def __init__(
        self,
        top: Block,
        checks: CheckLinker,
        sequences: Mapping[str, SeriesDraft],
        contests: Mapping[str, Contest],
        problems: Problems,
    ) -> None:
        self.top, self.problems, self.contests = top, problems, contests
        self.steps, self.known = checks.steps, checks.steps.known
        self.effects = frozenset(name for name, _, _ in top.entries("effects"))
        drafts: Mapping[str, Draft] = {draft.check.name: draft for draft in checks.drafts}
        self.drafts: Mapping[str, Draft | SeriesDraft] = {**sequences, **drafts}
        self.broken = {name for name, _, _ in top.entries("sequences")} - self.drafts.keys()

    @cached_property
    def _reachable(self) -> frozenset[str]:
        """What a test may say that it reaches: ids of steps, phases, properties and effects."""
        steps = [Block(node) for node in inside(self.top.node) if "do" in node.keys] if self.top.node else []
        named = {name for section in ("properties", "effects") for name, _, _ in self.top.entries(section)}
        return frozenset(named | {s.text(key) for s in steps for key in ("id", "at")} - {""})

    def cases(self) -> tuple[TestCase, ...]:
        found: list[TestCase] = []
        names: dict[str, Span] = {}
        for node in self.top.items("tests"):
            block = Block(node, KEYS)
            name, at = block.text("name"), block.text("check") if "check" in block else self._only(block)
            first = names.setdefault(name, block.span("name"))
            if name and first is not block.span("name"):
                message = f"two tests are called `{name}`"
                self.problems.add("duplicate-test", message, block.span("name"), also=("first here", first))
            for said in block.items("reaches"):
                if (what := word(said)) and what not in self._reachable:
                    note = "a step is known by its `id:`"
                    message = "there is no {} with the id, and no phase, property or effect"
                    self.problems.unknown("step", what, self._reachable, said.span, note, said=message)
            draft = self.drafts.get(at)
            if draft is not None:
                self._case(block, draft)
                found.append(TestCase(name, at, node.plain(), block.span("name"), dict(_leaves(node))))
            elif at in self.contests:
                self._contest(block, self.contests[at])
                found.append(TestCase(name, at, node.plain(), block.span("name"), dict(_leaves(node))))
            elif at and at not in self.broken and self.drafts and not self._names_open():
                self.problems.unknown("check", at, (*self.drafts, *self.contests), block.span("check"))
        return tuple(found)

    def _only(self, block: Block) -> str:
        """The check of a test that names none: the only thing that the file can roll."""
        named = [name for what in ("checks", "contests", "sequences") for name, _, _ in self.top.entries(what)]
        if len(named) == 1 and not self._names_open():
            return named[0]
        if named and not block.astray:
            message = "this test needs `check`: the file has several things that can be rolled"
            note = f"add check: {named[0]}, or another of {', '.join(named[:20])}"
            self.problems.add("missing-key", message, block.span("name"), note, same="no-check")
        return ""

    def _case(self, block: Block, draft: Draft | SeriesDraft) -> None:
        expect, odds = Block(block.node_at("expect"), EXPECT), Block(block.node_at("odds"), ODDS)
        says = block.astray or self._says_something(block, expect, odds)
        unsure = expect.astray or ("expect" in block and block.names_open("expect"))
        self._given(block, draft, refused="error" in expect or unsure or not says)
        sided = draft.check.kind == "sequence"
        self._brought(block, expect.text("error"), sided)
        if sided:
            self._unasked(block, "sequence")
        for name, node, span in block.entries("faces"):
            plain = name.rpartition(".")[2] if sided else name
            kind = self.known.kinds.get(plain)
            if plain == DRAWN:
                for thing in node.value if isinstance(node.value, tuple) and "error" not in expect else ():
                    self.steps.faces.drawn(thing)
            elif kind is None:
                self._die(name, span)
            elif isinstance(node.value, tuple) and "error" not in expect:
                for face in node.value:
                    self.steps.faces.said(face, kind)
        self._expected(expect, draft)
        self._odds(odds, draft)

    def _names_open(self) -> bool:
        contests_open = "contests" in self.top and self.top.names_open("contests")
        return self.top.names_open("checks") or contests_open

    def _contest(self, block: Block, contest: Contest) -> None:
        expect, odds = Block(block.node_at("expect"), EXPECT), Block(block.node_at("odds"), ODDS)
        if not block.astray:
            self._says_something(block, expect, odds)
        checks = {draft.check.name: draft.check for draft in self.drafts.values() if isinstance(draft, Draft)}
        self._unasked(block, "contest")
        case = ContestCase(block, contest, checks, self.problems)
        case.given(self.known.kinds)
        if "error" not in expect:
            case.brought(self.effects, self.known.properties)
        one = self.drafts.get(contest.roll.check) if contest.roll else None
        case.expected(expect, odds, tuple(one.check.results if one else contest.results))
        for key in ODDS:
            for _, node, _ in odds.entries(key):
                self._amount(node, probability=key != "mean")

    def _missed(self, what: str, name: str, known: Collection[str], span: Span, check: str) -> None:
        """A name of a check; if its steps miss it, too, it is the same mistake."""
        as_die = ("unknown-die", name)
        same: object = as_die if self.problems.knows(as_die) else ("name", check, name)
        kind = self.drafts[check].check.kind
        self.problems.unknown(what, name, known, span, said=f"the {kind} `{check}` has no {{}}", same=same)

    def _brought(self, block: Block, error: str, sided: bool) -> None:
        """Properties and effects; a test may show that one which nobody knows is refused.

        In a sequence (`sided`) the side may stand before a dot.
        """
        known = self.known
        for key in ("properties", "upgrade", "downgrade", "effects"):
            what, names, section = "property", known.properties, "properties"
            if key == "effects":
                what, names, section = "effect", self.effects, "effects"
            for node in block.items(key):
                name = word(node)
                name = name.rpartition(".")[2] if name and sided else name
                if name and name not in names and section not in known.open and error != f"unknown-{what}":
                    self.problems.unknown(what, name, names, node.span)

    def _unasked(self, block: Block, what: str) -> None:
        if "answers" in block:
            message = f"a {what} decides as its file says, so nobody asks for answers"
            self.problems.add("idle-key", message, block.key_span("answers"), "take `answers` out, or test its check")

    def _die(self, name: str, span: Span) -> None:
        if "dice" not in self.known.open:
            self.problems.unknown("die", name, self.known.kinds, span)

    def _says_something(self, block: Block, expect: Block, odds: Block) -> bool:
        """A test that could not fail, or that says what nobody looks at, is a mistake."""
        broken = any(b.astray or (b.node is not None and not isinstance(b.node.value, Mapping)) for b in (expect, odds))
        told = [n for b in (expect, odds) for key, n in b.here.items() if key not in FULL or n.value != {}]
        if not told and not broken:
            note = "give it `expect:` with an outcome or results, or `odds:`"
            self.problems.add("no-expectation", "this test expects nothing, so it could not fail", block.span(), note)
        if "error" in expect and len(expect.here) > 1 and not expect.astray:
            other = next(key for key in expect.here if key != "error")
            message = f"`{other}` does nothing here: the test expects an error, so nothing is rolled"
            self.problems.add("idle-key", message, expect.key_span(other))
        return bool(told) or broken

    # -- what is given -------------------------------------------------------------------------------------------

    def watched(self) -> None:
        """The inputs that checks name to be watched must be such as can be rolled."""
        for draft in self.drafts.values():
            for node in draft.block.items("watch") if isinstance(draft, Draft) else ():
                if isinstance(node.value, Mapping):
                    self._inputs(node, node.span, draft, "write {{{}: ...}}", OUT_OF_RANGE)

    def _given(self, block: Block, draft: Draft | SeriesDraft, refused: bool) -> None:
        where = block.key_span("given") if "given" in block else block.span("name")
        node = block.node_at("given") or Node({}, where)
        unsure = refused or block.astray or (block.names_open("given") and "given" in block)
        self._inputs(node, where, draft, "write given: {{{}: ...}}", EXPECT_REFUSAL, refused, unsure)

    def _inputs(
        self,
        given: Node,
        where: Span,
        draft: Draft | SeriesDraft,
        write: str,
        beyond: str,
        refused: bool = False,
        unsure: bool = False,
    ) -> None:
        """Whether a check takes these inputs; what is missing is told at `where`, unless it may be there."""
        check = draft.check
        if draft.block.names_open("inputs") and "inputs" in draft.block:
            return
        entries = given.value if isinstance(given.value, Mapping) else {}
        for name, node in entries.items():
            item = check.inputs.get(name)
            if item is None:
                self._missed("input", name, check.inputs, given.keys.get(name, node.span), check.name)
            elif isinstance(node.value, Mapping):
                message = f"the input `{name}` is not a block of keys; only a side of a contest is"
                self.problems.add("type", message, node.span)
            elif not refused:
                self._value(item, node, beyond)
        named = dict(Block(given, tuple(check.inputs)).here)
        if unsure:
            return
        slips = {name for name in named if name not in check.inputs}
        missing = [item for item in check.inputs.values() if item.default is None and item.name not in named]
        if missing and not slips and not self._broken_default(draft, missing[0]):
            message = f"the input `{missing[0].name}` of `{check.name}` is missing, and has no default"
            note = write.format(missing[0].name)
            self.problems.add("missing-input", message, where, note, same=("missing", missing[0].span))

    def _broken_default(self, draft: Draft | SeriesDraft, item: Input) -> bool:
        node = draft.block.node_at("inputs")
        inner = Block(node.get(item.name) if node else None, KEYS_OF_INPUT)
        return inner.astray or "default" in inner or item.type == BROKEN

    def _value(self, item: Input, node: Node, beyond: str) -> None:
        value = node.value
        readable = item.type != BROKEN and (item.options or item.type != "choice")
        if not readable or value is None or isinstance(value, float | tuple | Mapping):
            return
        if isinstance(value, str) and value in item.options:
            return
        words = ", ".join(list(item.options)[:15])
        if item.type == "choice" or isinstance(value, str):
            number = "a whole number" + (f" or one of {words}" if words else "")
            wanted = number if item.type == "integer" else f"one of {words}"
            near = self.problems.guess.asked(str(value), item.options)
            message = f"`{item.name}` is {wanted}, not {node.raw}{near}"
            self.problems.add("input-type", message, node.span, same=("value", item.span, value))
        elif isinstance(value, bool) != (item.type == "boolean") and not (item.type == "boolean" and value in (0, 1)):
            wanted = "true or false" if item.type == "boolean" else "a whole number"
            message = f"`{item.name}` is {wanted}, not {node.raw}"
            self.problems.add("input-type", message, node.span, same=("value", item.span, value))
        elif (item.minimum is not None and value < item.minimum) or (item.maximum is not None and value > item.maximum):
            low = f"at least {item.minimum}" if item.minimum is not None else ""
            high = f"at most {item.maximum}" if item.maximum is not None else ""
            allowed = " and ".join(filter(None, (low, high)))
            message, same = f"`{item.name}` is {allowed}, not {value}", ("value", item.span, value)
            self.problems.add("input-range", message, node.span, beyond, same=same)

    # -- what is expected ----------------------------------------------------------------------------------------

    def _results_known(self, draft: Draft | SeriesDraft) -> bool:
        return not draft.block.names_open("results") if "results" in draft.block else not draft.block.astray

    def _expected(self, expect: Block, draft: Draft | SeriesDraft) -> None:
        check = draft.check
        for name, _, span in expect.entries("results"):
            if name not in check.results and self._results_known(draft):
                self._missed("result", name, check.results, span, check.name)
        if verdict := expect.text("outcome"):
            self._outcome(verdict, expect.span("outcome"), draft)
        for node in expect.items("dice"):
            block = Block(node, DIE)
            kind = self.known.kinds.get(block.text("die"))
            face = block.node_at("face")
            if kind is None and block.text("die"):
                self._die(block.text("die"), block.span("die"))
            elif kind is not None and face is not None:
                self.steps.faces.said(face, kind, moving=True)

    def _outcome(self, name: str, span: Span, draft: Draft | SeriesDraft) -> None:
        if name not in draft.outcomes and outcomes_known(draft.block):
            check, known = draft.check.name, sorted(draft.outcomes)
            said = f"the {draft.check.kind} `{check}` has no {{}}"
            self.problems.unknown("outcome", name, known, span, said=said, same=(check, name))

    def _odds(self, odds: Block, draft: Draft | SeriesDraft) -> None:
        for name, node, span in odds.entries("outcomes"):
            self._outcome(name, span, draft)
            self._amount(node, probability=True)
        scope = draft.scope
        scope.open |= not (outcomes_known(draft.block) and self._results_known(draft))
        words = names_said(draft.check.results, draft.outcomes)
        for key in ("probability", "mean"):
            for text, node, span in odds.entries(key):
                self.steps.linked(at_key(text, span), words, scope, formula)
                self._amount(node, probability=key == "probability")

    def _amount(self, node: Node, probability: bool) -> None:
        """A number, or a range of two."""
        parts = node.value if isinstance(node.value, tuple) else (node,)
        numbers = []
        for part in parts:
            if isinstance(part.value, str | int | float) and not isinstance(part.value, bool):
                ends = bounds(part.value)
                number = ends and sum(ends) / 2
                if number is None:
                    message = f"{part.raw} is no number; write 3/8, 37.5% or 0.375, or about 37.5% for a rounded one"
                    self.problems.add("number", message, part.span)
                elif probability and not 0 <= number <= 1:
                    message = f"a probability lies between 0 and 1, and {part.raw} does not"
                    self.problems.add("number", message, part.span)
                else:
                    numbers.append(number)
        if isinstance(node.value, tuple) and len(parts) != 2:
            self.problems.add("number", "a range is two numbers: [from, to]", node.span)
        elif len(numbers) == 2 and numbers[0] > numbers[1]:
            self.problems.add("number", "this range runs from a number down to a smaller one", node.span)


def bounds(written: str | int | float) -> tuple[Fraction, Fraction] | None:
    """A number as tests write it, such as 3/8, 37.5%, 0.375 or 1, from where to where it goes; None for what is none.

    `about 43.1%` is whatever is rounded to that, up or down: as many digits as are written are right.
    """
    from fractions import Fraction  # few who load a system look into its tests

    if not isinstance(written, str):
        return Fraction(str(written)), Fraction(str(written))
    found = _AMOUNT.fullmatch(" ".join(written.split()))
    if found is None or (found["over"] and (found["about"] or not int(found["over"]))):
        return None
    out_of = int(found["over"] or 1) * (100 if found["percent"] else 1)
    number = Fraction(found["number"])
    spare = Fraction(1, 2 * 10 ** len(found["number"].partition(".")[2])) if found["about"] else Fraction()
    return (number - spare) / out_of, (number + spare) / out_of


def _leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Everything that a test says, by the keys that lead to it."""
    yield path, node.span
    if isinstance(node.value, Mapping):
        for key, inner in node.value.items():
            yield from _leaves(inner, (*path, key))


def linked_cases(
    top: Block,
    checks: CheckLinker,
    sequences: Mapping[str, SeriesDraft],
    contests: Mapping[str, Contest],
    problems: Problems,
) -> tuple[TestCase, ...]:
    linker = CaseLinker(top, checks, sequences, contests, problems)
    linker.watched()
    return linker.cases()
