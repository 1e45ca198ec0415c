"""A check with its inputs and properties as a flat list of moves, as a single roll takes them.

What only odds need, the ways to leave things out, is the program's, which is loaded only for odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..model.formula import Formula, Tally
from ..model.rules import Rules
from ..model.system import Check, Outcome
from ..ops import binding
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.state import COUNTED, PLAYERS, Limits, Move, State
from .lay import Everything
from .live import Live
from .reads import Reader, remembering
from .tail import Ending, Shown

EVERYTHING = Everything()


@dataclass(eq=False)
class Course:
    """The moves of a check, and all that stays the same while they are made.

    Its endings tell the outcome and all results, or `only` those that are named; with `dice` also the dice that count.
    """

    rules: Rules
    check: Check
    constants: Mapping[str, int]
    choices: Mapping[str, str]
    moves: tuple[Move, ...]
    measures: Mapping[str, Tally]
    limits: Limits
    dice: bool = False
    only: frozenset[str] | None = None

    def make(self, frame: Frame, move: Move, state: State) -> Any:
        when = move.step.when
        if when is not None and not move.guarded and move.run not in (guard, back) and not frame.value(when, state):
            return move.next(state)
        return move.run(frame, move, state)

    def ending(self, state: State, frame: Frame) -> Ending | Shown:
        """What is told in the end."""
        told: dict[str, int] = {}
        found: dict[str, int] = {}
        for name, formula in self.wanted.items():
            found[name] = frame.value(formula, state, told)
            if formula.text != name:
                told[name] = found[name]
        outcome = next((o.name for o in self.verdicts if o.when is None or frame.value(o.when, state, told)), None)
        results = tuple([found[name] for name in self.results])
        return Shown(outcome, results, self.hand(state)) if self.dice else Ending(outcome, results)

    def hand(self, state: State) -> tuple[int, ...]:
        """The values of the dice that count, highest first."""
        return tuple(sorted((p.value for p in state.pool if p.state in COUNTED), reverse=True))

    @cached_property
    def results(self) -> tuple[str, ...]:
        """The results that an ending tells."""
        return tuple(name for name in self.check.results if self.only is None or name in self.only)

    @cached_property
    def verdicts(self) -> tuple[Outcome, ...]:
        """The outcomes, where an ending tells one."""
        asked = self.only is None or any(outcome.name in self.only for outcome in self.check.outcomes)
        return self.check.outcomes if asked else ()

    @cached_property
    def wanted(self) -> Mapping[str, Formula]:
        """The results that are told, and those that they and the outcome read."""
        wanted = {*self.results, *(name for o in self.verdicts if o.when is not None for name in o.when.names)}
        for name, formula in reversed(tuple(self.check.results.items())):
            wanted |= formula.names if name in wanted else set()
        return {name: formula for name, formula in self.check.results.items() if name in wanted}

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """Where each name that changes on the way stands in a state."""
        names = [*self.rules.symbols]
        names += [name for m in self.moves if (name := binding(m.step)) is not None]
        names += [m.slot for m in self.moves if m.slot]
        return {name: i for i, name in enumerate(dict.fromkeys(names))}

    @cached_property
    def decides(self) -> bool:
        """Whether a player may have to decide something on the way."""
        return any(map(_decides, self.moves))

    @property
    def frame(self) -> Frame:
        """What the moves look at."""
        return self.bare

    @cached_property
    def bare(self) -> Frame:
        """The same where no die is laid aside, so that there are no sums, and every value is told as it is."""
        return Frame(
            self.rules,
            self.constants,
            self.choices,
            self.slots,
            self.measures,
            {},
            self.limits,
            lambda at, state: EVERYTHING,
            self.asked,
            as_it_is,
        )

    def asked(self, at: int) -> frozenset[str]:
        """Which of a die's memories (exploded, rerolled, twin, card) something asks about from this place on."""
        return self.asked_at[at]

    @cached_property
    def asked_at(self) -> tuple[frozenset[str], ...]:
        """Of ties between dice their memories decide, so it makes no difference here what is told in the end."""
        if not remembering(self.moves, self.check.results.values(), self.check.outcomes):
            return (frozenset(),) * (len(self.moves) + 1)
        all_of_it = self.living(Reader(self.rules, self.measures, {}), self.check.results, self.check.outcomes)
        return tuple(reads.remembers for reads in all_of_it.whole)

    def living(self, reader: Reader, results: Mapping[str, Formula], outcomes: tuple[Outcome, ...]) -> Live:
        """What the moves read, and an end that tells these."""
        end = reader.check_end(results, outcomes)
        end.whole |= set(COUNTED) if self.dice else set()
        return Live(self.moves, reader, end)


def _decides(move: Move) -> bool:
    """Whether a player may have to decide something there."""
    select = move.step.select
    return move.step.op == "choose" or select.may is not None or select.pick in PLAYERS


def as_it_is(at: int) -> None:
    """No value is as good as another: a roll tells each as it is, however much of it is read."""
    return None
