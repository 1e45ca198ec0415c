"""Linking contests: their sides, checks, comparisons and winners are known names, and fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from ..errors import DicewrightError, Span
from ..model.contest import AGAIN, DRAW, TIE, Chain, Comparison, Contest, OneRoll, RollOff, Side, numbered
from ..model.expression import formula
from ..model.formula import Formula
from ..model.system import Check, Input
from ..model.words import Words
from ..source.read import Node
from .inputs import link_input
from .scope import RESERVED, Known, spoken
from .tree import Block, Problems, expression, title, word

KEYS = ("label", "summary", "sides", "needs", "compare", "tie", "results", "roll", "winner")
SIDE = ("label", "check", "inputs", "may_decline", "more")
HOWS = ("most", "least", "dice")


def contests(top: Block, checks: Mapping[str, Check], known: Known, problems: Problems) -> Mapping[str, Contest]:
    """The contests of a system."""
    reader = _Linker(checks, known, problems)
    repeated = {name for name, _, _ in top.entries("sequences")}
    for name, _, span in top.entries("contests"):
        if name in repeated:
            problems.add("name-clash", f"`{name}` is a sequence already; name the contest otherwise", span)
    return {name: reader.contest(name, node) for name, node, _ in top.entries("contests")}


def names_of(check: Check) -> frozenset[str]:
    """What a comparison may read of a side: results, inputs, outcomes."""
    return frozenset({*check.results, *check.inputs, *(outcome.name for outcome in check.outcomes)})


class _Linker:
    def __init__(self, checks: Mapping[str, Check], known: Known, problems: Problems) -> None:
        self.checks, self.known, self.problems = checks, known, problems

    def contest(self, name: str, node: Node) -> Contest:
        block = Block(node, KEYS)
        if name in self.checks:
            self.problems.add("name-clash", f"`{name}` is a check already; name the contest otherwise", node.span)
        alone = "roll" in block
        sides = {n: self._side(n, value, alone) for n, value, _ in block.entries("sides")}
        self._fit(block, sides, alone)
        rolled = [self.checks[side.check] for side in sides.values() if side.check in self.checks]
        words = Words(_shared(map(names_of, rolled)), said=_shared(spoken(c.inputs.values()) for c in rolled))
        return Contest(
            name,
            block.text("label", title(name)),
            block.text("summary"),
            sides,
            None if alone or not rolled else self._formula(block.node_at("needs"), words),
            () if alone or not rolled else self._chain(block, words),
            DRAW if alone else self._tie(block.node_at("tie"), sides),
            self._roll(block, sides) if alone else None,
            self._results(block, sides) if "results" in block and not alone else {},
            node.span,
            node.keys,
        )

    def _fit(self, block: Block, sides: Mapping[str, Side], alone: bool) -> None:
        """What a contest must say, and what does not go together."""
        if block.node_at("sides") is not None and len(sides) < 2 and not any(side.more for side in sides.values()):
            self.problems.add("one-side", "a contest has two sides or more", block.key_span("sides"))
        wrong = ("needs", "compare", "tie", "results") if alone else ("winner",)
        for key in wrong:
            if key in block:
                why = "the outcome of the one `roll` decides" if alone else "`winner` goes with `roll`"
                why = "the results of the one `roll` are those of the contest" if key == "results" else why
                self.problems.add("one-of", f"`{key}` has no place here: {why}", block.key_span(key))
        if "sides" not in block:
            return
        if alone and "winner" not in block:
            message = "this contest needs `winner`: the side that wins by each outcome"
            self.problems.add("missing-key", message, block.key_span("roll"))
        if not alone and "compare" not in block:
            message = "this contest needs `compare`: what decides between the sides"
            self.problems.add("missing-key", message, block.span(), "or `roll` and `winner`, where one roll decides")

    def _side(self, name: str, node: Node, alone: bool) -> Side:
        block = Block(node, SIDE)
        check = block.text("check")
        if name == TIE:
            self.problems.add("reserved-name", f"`{TIE}` is what a contest without a winner is called", node.span)
        if name in (DRAW, AGAIN):
            self.problems.add(
                "reserved-name", f"`{name}` says what becomes of a tie; name the side otherwise", node.span
            )
        if alone:
            for key in ("check", "may_decline", "more"):
                if key in block:
                    self.problems.add(
                        "one-of",
                        f"a side has no `{key}` where one roll decides; it only has `inputs`",
                        block.key_span(key),
                    )
        elif "inputs" in block:
            self.problems.add(
                "one-of", "the inputs of a side are those of its check; leave out `inputs`", block.key_span("inputs")
            )
        elif not check:
            self.problems.add("missing-key", f"the side `{name}` needs `check`: what it rolls", block.span())
        else:
            self._known_check(check, block)
        inputs = self._asked(block) if alone else {}
        kind, number = numbered(name)
        if number and not alone:
            self.problems.add("reserved-name", f"`{name}` ends in a number, as further sides like {kind} do", node.span)
        label = block.text("label", title(name))
        return Side(
            name, label, "" if alone else check, inputs, _flag(block, "may_decline"), _flag(block, "more"), node.span
        )

    def _asked(self, block: Block) -> Mapping[str, Input]:
        entries = block.entries("inputs")
        return {name: link_input(name, node, span, self.known, self.problems) for name, node, span in entries}

    def _keep(self, error: DicewrightError) -> None:
        for problem in error.problems:
            self.problems.keep(problem)

    def _known_check(self, check: str, block: Block) -> None:
        if check not in self.checks:
            listed = f"checks: {', '.join(islice(self.checks, 20)) or 'none'}"
            self.problems.unknown("check", check, self.checks, block.span("check"), listed)

    def _formula(self, node: Node | None, words: Words) -> Formula | None:
        text = expression(node) if node is not None else None
        if text is None:
            return None
        try:
            found = formula(text, words)
        except DicewrightError as error:
            self._keep(error)
            return None
        if found.tallies or found.whole:
            self.problems.add(
                "expression",
                f"`{found.text}` asks about dice; a contest reads results, inputs and outcomes",
                found.span,
                "give it a name under `results` of the check",
            )
        return found

    def _chain(self, block: Block, words: Words) -> Chain:
        found = []
        for node in block.items("compare"):
            inner = Block(node, (*HOWS, "without"))
            here = [how for how in HOWS if how in inner]
            if len(here) != 1:
                self.problems.add("one-of", "a comparison is one of `most`, `least` or `dice`", node.span)
                continue
            if "without" in inner and here[0] != "dice":
                self.problems.add("one-of", "`without` goes with `dice`", inner.key_span("without"))
            how = inner.text("dice") if here[0] == "dice" else here[0]
            value = inner.node_at("without" if here[0] == "dice" else here[0])
            found.append(Comparison(how, self._formula(value, words)))
        return tuple(found)

    def _tie(self, node: Node | None, sides: Mapping[str, Side]) -> str | RollOff:
        if node is None:
            return DRAW
        if isinstance(node.value, str):
            ways = (DRAW, AGAIN, *sides)
            if node.value not in ways:
                self.problems.add(
                    "unknown-word",
                    f"a tie is `draw`, `again`, the name of a side or a roll-off, not `{node.value}`"
                    f"{self.problems.guess.asked(node.value, ways)}",
                    node.span,
                    "a roll-off is a block: {check: ..., compare: [...]}",
                )
            return node.value
        block = Block(node, ("check", "inputs", "compare"))
        check = self.checks.get(block.text("check"))
        if check is None:
            if "check" in block:
                self._known_check(block.text("check"), block)
            return DRAW
        own = [self.checks[side.check].inputs for side in sides.values() if side.check in self.checks]
        words = Words(_shared(map(frozenset, own)), said=_shared(spoken(inputs.values()) for inputs in own))
        theirs = Words(names_of(check), said=spoken(check.inputs.values()))
        return RollOff(check.name, self._inputs(block, check, words), self._chain(block, theirs))

    def _results(self, block: Block, sides: Mapping[str, Side]) -> Mapping[str, Formula]:
        """Numbers about all sides at once; each may read those above it, and who has won."""
        rolling = {side.name: self.checks[side.check] for side in sides.values() if side.check in self.checks}
        owned = [(side, word) for side, check in rolling.items() for word in sorted(names_of(check))]
        said = frozenset(word for check in rolling.values() for word in spoken(check.inputs.values()))
        names = {*self._joined(owned, block.key_span("results")), *sides, TIE}
        found: dict[str, Formula] = {}
        for name, node, span in block.entries("results"):
            if name in RESERVED or name in names:
                self.problems.add("name-clash", f"`{name}` means something else here; choose another name", span)
            linked = self._formula(node, Words(frozenset(names), said=said))
            if linked is not None:
                found[name] = linked
            names.add(name)
        return found

    def _joined(self, owned: Iterable[tuple[str, str]], span: Span) -> Mapping[str, str]:
        """The names of all sides, each with its side before it; and whose each of them is."""
        words: dict[str, str] = {}
        for side, name in owned:
            joined = f"{side}_{name}"
            if joined in words:
                clash = f"`{joined}` could mean `{name}` of `{side}` or something of `{words[joined]}`; rename one"
                self.problems.add("name-clash", clash, span)
            words[joined] = side
        return words

    def _inputs(self, block: Block, check: Check, words: Words) -> Mapping[str, Formula]:
        """Inputs of a check out of other inputs; the words of the input itself may stand there, too."""
        found = {}
        told = {name: (node, span) for name, node, span in block.entries("inputs")}
        for name, (node, span) in told.items():
            if name not in check.inputs:
                said = f"the check `{check.name}` has no {{}}"
                self.problems.unknown("input", name, check.inputs, span, said=said, same=(said, name))
            own = spoken(item for item in (check.inputs.get(name),) if item)
            linked = self._formula(node, replace(words, said=words.said | own))
            if linked is not None:
                found[name] = linked
        for item in check.inputs.values():
            if item.default is None and item.name not in told and told.keys() <= check.inputs.keys():
                self.problems.add(
                    "missing-input",
                    f"the check `{check.name}` needs its input `{item.name}`",
                    block.span("check"),
                    f"say it under `inputs`: {item.name}: ...",
                )
        return found

    def _roll(self, block: Block, sides: Mapping[str, Side]) -> OneRoll | None:
        inner = Block(block.node_at("roll"), ("side", "check", "inputs"))
        side, name = inner.text("side"), inner.text("check")
        if side and side not in sides:
            self.problems.unknown("side", side, sides, inner.span("side"), same=(block, side))
        check = self.checks.get(name)
        if check is None:
            if name:
                self._known_check(name, inner)
            return None
        owned = [(each.name, item) for each in sides.values() for item in each.inputs]
        asked = [item for each in sides.values() for item in each.inputs.values()]
        words = Words(frozenset(self._joined(owned, inner.span("inputs"))), said=spoken(asked))
        return OneRoll(side, name, self._inputs(inner, check, words), self._winner(block, check, sides))

    def _winner(self, block: Block, check: Check, sides: Mapping[str, Side]) -> Mapping[str, str]:
        found = {}
        outcomes = [outcome.name for outcome in check.outcomes]
        for name, node, span in block.entries("winner"):
            winner = word(node) or ""
            if name not in outcomes:
                said = f"the check `{check.name}` has no {{}}"
                self.problems.unknown("outcome", name, outcomes, span, said=said, same=(said, name))
            if winner and winner not in (*sides, TIE):
                self.problems.unknown("side", winner, (*sides, TIE), node.span, same=(block, winner))
            found[name] = winner
        missing = [name for name in outcomes if name not in found]
        if "winner" in block and missing and found.keys() <= set(outcomes):
            self.problems.add(
                "missing-key",
                f"nothing says who wins by the outcome {', '.join(f'`{name}`' for name in missing)}",
                block.key_span("winner"),
                f"name a side, or `{TIE}`",
            )
        return found


Shared = TypeVar("Shared")


def _shared(found: Iterable[frozenset[Shared]]) -> frozenset[Shared]:
    """What all have."""
    each = list(found)
    return frozenset.intersection(*each) if each else frozenset()


def _flag(block: Block, key: str) -> bool:
    node = block.node_at(key)
    return node is not None and node.value is True
