"""The same steps read backwards: what each answer of a player is worth, looked at to the end.

Worth is a tuple, one number a goal, compared in order. Where a later decision has a standing answer, that is
followed; everywhere else the player is taken to go on as well as can be done. States are valued once, deepest
first, without recursion, so that long chains need no deep stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from operator import add, mul
from typing import Any

from .ask import Again, Choose, Cut, Draw, Many, Offer, Pick, Step
from .offer import Takings, takings
from .patience import Patience
from .pour import Odds
from .rows import BLOCK

Worth = tuple[Fraction, ...]


class Even(Odds):
    """Exact odds where every option of a decision is as likely as any other."""

    def decide(self, ask: Choose) -> tuple[Iterable[tuple[Any, int]], int]:
        options = ask.options()
        return [(option, 1) for option in options], len(options)


class Foresight:
    """Values of states under best play, remembered by state.

    A chain that is not followed to its end is valued as if it were left there, so that what is sure stays sure.
    Standing answers are followed, unless the player is `free` to do better. `level` gives the state that is looked into
    in place of another one, and how much more that one is worth, where it is.
    """

    def __init__(
        self,
        step: Step,
        worth: Callable[[Any], Worth],
        nothing: Worth,
        odds: Odds,
        free: bool = False,
        level: Callable[[Any], tuple[Any, Sequence[int] | None]] = lambda state: (state, None),
    ) -> None:
        self._step, self._worth, self._nothing, self._odds = step, worth, nothing, odds
        self._free, self._level = free, level
        self._known: dict[Any, Worth] = {}
        self._chosen: dict[Any, int] = {}  # the number of the best option, where somebody decides
        self._ways = self._settled = 0  # how many lead on from states that were grown, and from those done with

    @property
    def patience(self) -> Patience:
        """What looking ahead may cost."""
        return self._odds.patience

    def choose(self, ask: Choose) -> Any:
        """The standing answer, or else the option with the greatest worth; the first one, among equals."""
        if ask.preferred is not None and not self._free:
            return ask.preferred
        options = list(ask.options())
        known = self._answer(ask.state)
        if known is not None:
            return options[known]
        worths = [self.worth(ask.then(option)) for option in options]
        return options[worths.index(max(worths))]

    def _answer(self, state: Any) -> int | None:
        """The number of the best option where odds have come to a decision; None where it has to be looked for."""
        if state is None or self._odds.key(state) != state:
            return None
        level, _ = self._level(state)
        self._settle(("state", level, None))
        return self._chosen.get(level)

    def offered(self, ask: Offer) -> tuple[list[tuple[Any, int]], int] | None:
        """How it goes on from the best of what can be taken, by weight; None where the choice has to be asked for."""
        for merged in (True, False):
            found = self._takings(ask, merged)
            if found is None:
                return None
            laws = [self._shares(each, merged) for each in found[0]]
            if None not in laws:
                return [row for law in laws for row in law or ()], found[1]
        raise AssertionError("the order of options settles which one is taken")

    def _shares(self, each: Takings, merged: bool) -> list[tuple[Any, int]] | None:
        worths = [self.worth(way) for way in each.asks]
        shares = each.shares(worths, self.patience.check, self._goes_on if merged else None)
        if shares is None:
            return None
        return [(way, weight) for way, weight in zip(each.asks, shares, strict=True) if weight]

    def _goes_on(self, ask: Any) -> Any:
        return self._odds.key(ask.state)

    def _takings(self, ask: Offer, merged: bool = True) -> tuple[list[Takings], int] | None:
        return takings(ask, self._law, self._odds.room, merged)

    def _law(self, many: Many) -> tuple[Any, int]:
        return self._odds.many(many)

    def worths(self, ask: Choose) -> list[Worth]:
        """What each option is worth, in their order."""
        return [self.worth(ask.then(option)) for option in ask.options()]

    def worth(self, ask: Any) -> Worth:
        """What it is worth to stand before this."""
        tree = self._grow(ask)
        self._settle(tree)
        return self._value(tree)

    def _grow(self, ask: Any) -> Any:
        """What lies between here and the next states, as a tree of chances and decisions."""
        match ask:
            case Again(state, _):
                return "state", *self._level(self._odds.key(state))
            case Draw(_, then):
                rows, out_of = self._odds.draw(ask)
                return "chance", [(w, self._grow(then(face))) for face, w in rows], out_of
            case Many(_, _, _, then):
                laws = list(self._odds.many(ask)[0])
                self._ways += len(laws)
                resolved = sum(w for _, w in laws)
                grown = []
                for n, (value, w) in enumerate(laws, 1):
                    if n % BLOCK == 0:
                        self.patience.check()
                    grown.append((w, self._grow(then(*value))))
                return "chance", grown, resolved
            case Offer(many):
                found = self._takings(ask)
                if found is None:
                    return self._grow(many)
                return "offer", [(each, [self._grow(way) for way in each.asks]) for each in found[0]]
            case Pick(_, _, _, _, then):
                takings, out_of = self._odds.pick(ask)
                return "chance", [(w, self._grow(then(taken))) for taken, w in takings], out_of
            case Choose(_, options, then, preferred):
                if preferred is not None and not self._free:
                    return self._grow(then(preferred))
                answers = options()
                self._ways += len(answers)
                self._odds.room(self._ways - self._settled)
                return "choice", [self._grow(then(option)) for option in answers]
            case Cut(instead):
                return self._grow(instead)
            case done:
                return "worth", self._worth(done)

    def _settle(self, tree: Any) -> None:
        """Value every state below `tree`."""
        waiting = [state for state in _states(tree) if state not in self._known]
        grown: dict[Any, Any] = {}
        sizes: dict[Any, int] = {}
        while waiting:
            state = waiting[-1]
            if state in self._known:
                waiting.pop()
                continue
            if state not in grown:
                before = self._ways
                grown[state] = self._grow(self._step(state))
                sizes[state] = self._ways - before
                self._odds.reached(len(self._known) + len(grown))
                self.patience.holds(self._known)
                missing = [below for below in _states(grown[state]) if below not in self._known]
                if missing:
                    waiting += missing
                    continue
            match grown.pop(state):
                case ("choice", trees):
                    worths = [self._value(below) for below in trees]
                    self._known[state] = max(worths)
                    self._chosen[state] = worths.index(self._known[state])
                case tree:
                    self._known[state] = self._value(tree)
            self._settled += sizes.pop(state)
            waiting.pop()

    def _value(self, tree: Any) -> Worth:
        match tree:
            case ("state", state, None):
                return self._known[state]
            case ("state", state, more):
                return tuple(map(add, self._known[state], more))
            case ("worth", worth):
                return worth  # type: ignore[no-any-return]
            case ("choice", trees):
                return max(self._value(below) for below in trees)
            case ("offer", found):
                shares = [
                    zip(each.shares([self._value(way) for way in ways], self.patience.check) or (), ways, strict=True)
                    for each, ways in found
                ]
                rows = [(weight, way) for shared in shares for weight, way in shared if weight]
                return self._value(("chance", rows, sum(weight for weight, _ in rows)))
            case (_, rows, out_of):
                if not rows:
                    return self._nothing
                values = zip(*(self._value(below) for _, below in rows), strict=True)
                return tuple([_mean(value, [weight for weight, _ in rows], out_of) for value in values])
        raise AssertionError("a tree is a state, a worth, a choice, an offer or a chance")


def _mean(values: Sequence[Fraction], weights: Sequence[int], out_of: int) -> Fraction:
    """The mean of some numbers, in whole numbers up to the end."""
    common = lcm(*{value.denominator for value in values})
    parts = [value.numerator * (common // value.denominator) for value in values]
    return Fraction(sum(map(mul, parts, weights)), common * out_of)


def _states(tree: Any) -> Iterator[Any]:
    match tree:
        case ("state", state, _):
            yield state
        case ("choice", trees):
            for below in trees:
                yield from _states(below)
        case ("offer", found):
            for _, ways in found:
                for below in ways:
                    yield from _states(below)
        case ("chance", rows, _):
            for _, below in rows:
                yield from _states(below)
