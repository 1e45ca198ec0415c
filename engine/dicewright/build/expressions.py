"""Linking expressions: what is known at a place of a check, and what is told of a name that is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from ..errors import DicewrightError
from ..model.expression import formula, per_die
from ..model.formula import Formula, PerDie
from ..model.text import Text
from ..model.words import DIE_NAMES, MEASURES, OF_KIND, Said, Words
from ..source.guess import cost
from ..source.read import Node
from .scope import Known, Scope, Use
from .tree import NAME, Problems, expression

_NOT_HERE = re.compile("`([^`]*)` is not a name that can be used here")
_WORD = re.compile(r"\w+")
_HELD = 100_000  # names for which compiled expressions are kept
_MEANT = re.compile("did you mean `([^`]*)`")

Linked = TypeVar("Linked", Formula, PerDie)


class Expressions:
    def __init__(self, known: Known, problems: Problems) -> None:
        self.known, self.problems = known, problems
        self._words: tuple[frozenset[str], frozenset[Said], Words] | None = None
        self._linked: dict[tuple[str, Words, bool], Any] = {}
        self._held = 0

    def words(self, scope: Scope) -> Words:
        if self._words is None or self._words[0] != scope.names or self._words[1] != scope.said:
            names, symbols = frozenset(scope.names), self.known.symbols
            words = Words(
                frozenset({*names, *MEASURES, *symbols}),
                frozenset({*DIE_NAMES, *symbols}),
                self.known.properties,
                frozenset(self.known.kinds),
                self.known.tags,
                scope.said,
            )
            self._words = names, scope.said, words
            self._held += len(names)
            if self._held > _HELD:  # where each step brings a name, hardly any expression comes again
                self._held = 0
                self._linked.clear()
        return self._words[2]

    def formula(self, node: Node | None, scope: Scope) -> Formula | None:
        return self._expression(node, scope, formula)

    def per_die(self, node: Node | None, scope: Scope) -> PerDie | None:
        return self._expression(node, scope, per_die)

    def _expression(
        self, node: Node | None, scope: Scope, make: Callable[[Text, Words], Linked], words: Words | None = None
    ) -> Linked | None:
        text = expression(node) if node is not None else None
        return None if text is None else self.linked(text, words or self.words(scope), scope, make)

    def linked(self, text: Text, words: Words, scope: Scope, make: Callable[[Text, Words], Linked]) -> Linked | None:
        """The compiled expression; equal ones are compiled once. Its problems are told as an author meets them."""
        key = text.text, words, make is per_die
        known: Linked | None = self._linked.get(key)
        if known is not None:
            self._asks_by_name(known, scope)
            return replace(known, span=text.span)
        if self.problems.guess.left <= 0 and (self.problems.many or len(words.names) > 200):
            return None  # enough is wrong already, and looking for what was meant takes long
        try:
            made = make(text, words)
            if not made.tallies:  # a tally knows its place, too
                self._linked[key] = made
            self._asks_by_name(made, scope)
            return made
        except DicewrightError as error:
            longest = max(_WORD.findall(text.text), key=len, default="")
            self.problems.guess.left -= len(error.problems) * cost(longest, len(words.names))
            self._tell(error, scope)
            return None

    def _asks_by_name(self, made: Formula | PerDie, scope: Scope) -> None:
        """Note the kinds of dice that an expression asks for by their names."""
        span = made.span
        scope.asked += [Use(name, span) for name in sorted(_kinds(made)) if span is not None]

    def _tell(self, error: DicewrightError, scope: Scope) -> None:
        for problem in error.problems:
            unknown = _NOT_HERE.match(problem.message) if problem.code == "unknown-name" else None
            if unknown is None:
                if problem.code != "unknown-property" or "properties" not in self.known.open:
                    self.problems.keep(problem, problem.message if problem.code == "ambiguous-name" else None)
                continue
            name = unknown[1]
            near = _MEANT.search(problem.message)
            if scope.open or self.known.open & {"symbols", "dice"} or (near and not NAME.fullmatch(near[1])):
                continue
            if self.problems.knows(("symbol", name)):
                self.problems.keep(problem, ("symbol", name))
                continue
            if name in scope.later:
                message = f"`{name}` has no number yet here"
                also = ("it gets one here", scope.later[name])
                problem = replace(problem, code="name-too-early", message=message, notes=problem.notes[:-1], also=also)
            self.problems.keep(problem, ("name", scope.owner, name))


def _kinds(made: Formula | PerDie) -> Iterator[str]:
    if isinstance(made, PerDie):
        yield from (name.removeprefix(OF_KIND) for name in made.dies if name.startswith(OF_KIND))
    for tally in made.tallies:
        yield from _kinds(tally.of)
