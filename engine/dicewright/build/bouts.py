"""Linking the tests of contests: their sides, inputs, dice, properties and expectations are known names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..chance.dice import DRAWN
from ..errors import DicewrightError, Span
from ..model.contest import DECLINES, TIE, Contest, Side
from ..model.expression import formula
from ..model.system import Check, Kind
from ..model.words import Words
from ..source.read import Node
from .checks import at_key
from .tree import Block, Problems, word


class ContestCase:
    """A test of a contest. Whatever belongs to a side has the side's name before a dot, or stands in its block."""

    def __init__(self, block: Block, contest: Contest, checks: Mapping[str, Check], problems: Problems) -> None:
        self.block, self.contest, self.checks, self.problems = block, contest, checks, problems

    def given(self, kinds: Mapping[str, Kind]) -> None:
        """The inputs of the sides, and the faces of their dice."""
        for name, node, span in self.block.entries("given"):
            of, dot, item = name.partition(".")
            side = self.contest.side(of)
            if side is None:
                self._no_side(of, span)
            elif dot or isinstance(node.value, Mapping):
                for asked, place in _asked(item, node, span):
                    if asked not in self._inputs(side):
                        said = f"the side `{of}` has no {{}}"
                        self.problems.unknown("input", asked, self._inputs(side), place, said=said)
            elif node.value != DECLINES:
                self.problems.add("input-type", f"`{name}` is a side; write its inputs as {name}.INPUT", span)
        for name, _, span in self.block.entries("faces"):
            of, dot, kind = name.partition(".")
            if dot and self.contest.side(of) is not None:
                if kind not in (*kinds, DRAWN):
                    self.problems.unknown("die", kind, kinds, span)
            else:
                message = "the faces of a contest are said for a die of a side"
                example = f"as in: {next(iter(self.contest.sides), 'side')}.{next(iter(kinds), 'die')}"
                self.problems.add("unknown-side", message, span, example)

    def _no_side(self, name: str, span: Span) -> None:
        said = f"the contest `{self.contest.name}` has no {{}}"
        self.problems.unknown("side", name, self.contest.sides, span, said=said)

    def _inputs(self, side: Side) -> Collection[str]:
        return self.checks[side.check].inputs if side.check in self.checks else side.inputs

    def brought(self, effects: Collection[str], properties: Collection[str]) -> None:
        """The properties and effects of the sides."""
        for key in ("properties", "upgrade", "downgrade", "effects"):
            names, what = (effects, "effect") if key == "effects" else (properties, "property")
            for node in self.block.items(key):
                of, dot, name = (word(node) or "").partition(".")
                if not dot:
                    self._no_side(of, node.span)
                elif name not in names:
                    self.problems.unknown(what, name, names, node.span)

    def expected(self, expect: Block, odds: Block, results: Collection[str]) -> None:
        """What the test expects of the winner, and of the results where there is only one roll."""
        contest = self.contest
        told = dict.fromkeys(name.partition(".")[0] for name, _, _ in self.block.entries("given"))
        further = (name for name in told if contest.side(name) is not None)
        winners = dict.fromkeys((*contest.sides, *further, *((TIE,) if contest.may_tie else ())))
        said = f"the contest `{contest.name}` has no {{}}"
        for name, _, span in expect.entries("results"):
            if name not in results:
                self.problems.unknown("result", name, results, span, said=said)
        verdict = expect.text("outcome")
        if verdict and verdict not in winners:
            self.problems.unknown("outcome", verdict, winners, expect.span("outcome"), said=said)
        for name, _, span in odds.entries("outcomes"):
            if name not in winners:
                self.problems.unknown("outcome", name, winners, span, said=said)
        for key in ("probability", "mean"):
            for text, _, span in odds.entries(key):
                try:
                    formula(at_key(text, span), Words(frozenset((*results, *winners))))
                except DicewrightError as error:
                    for problem in error.problems:
                        self.problems.keep(problem)


def _asked(item: str, node: Node, span: Span) -> Iterator[tuple[str, Span]]:
    """The inputs of a side, each with its place."""
    if isinstance(node.value, Mapping):
        for name, value in node.value.items():
            yield name, node.keys.get(name, value.span)
    else:
        yield item, span
