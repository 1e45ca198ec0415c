"""A program as a single roll goes through it, ready for many of them.

What is the same in every roll is found out once: the way to the first throw, which no die has changed yet, and where
nothing but arithmetic is left a function that does it. All between goes move by move, dice and all: where nobody
decides, no die is laid aside, and no table of the odds is looked at. (Who decides may look ahead, by the odds.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..chance.ask import Again
from ..chance.patience import too_long
from ..errors import DicewrightError
from ..ops.frame import Frame, identity
from ..ops.state import State
from .course import Course, as_it_is
from .tail import Ended, Ending, Shown, arithmetic, finish


class Single:
    """The way of one roll through a program. The limits and the problems are those of the moves."""

    def __init__(self, program: Course) -> None:
        self.program = program
        self._finishes: dict[tuple[int, tuple[bool, ...]], Ended | None] = {}

    @cached_property
    def frame(self) -> Frame:
        """The frame of the moves: without sums where no die is laid aside."""
        program = self.program
        return replace(program.frame, roof=as_it_is) if program.decides else program.bare

    @cached_property
    def opening(self) -> tuple[tuple[State, ...], Any]:
        """The states on the way to what is asked for first, and that."""
        states: list[State] = []
        steps = self.program.limits.steps
        sums = tuple(identity(tally.how) for tally, _ in self.frame.tallies)
        asked: Any = Again(State(0, (None,) * len(self.program.slots), (), sums))
        while isinstance(asked, Again):
            if len(states) >= steps:
                raise too_long(steps)
            states.append(asked.state)  # type: ignore[arg-type]
            asked = self.step(states[-1])
        return tuple(states), asked

    def step(self, state: State) -> Any:
        """One move, or the ending."""
        program, at = self.program, state.at
        if at < len(program.moves):
            return program.make(self.frame, program.moves[at], state)
        return self._finished(state) or program.ending(state, self.frame)

    def strides(self) -> Callable[[State], Any]:
        """For one roll: moves up to what is asked for next, or to the ending; so many in all as the limit allows."""
        left = self.program.limits.steps

        def stride(state: State) -> Any:
            nonlocal left
            while left > 0:
                left -= 1
                if state.at >= self._last and (ending := self._finished(state)) is not None:
                    return ending
                asked = self.step(state)
                if not isinstance(asked, Again):
                    return asked
                state = asked.state  # type: ignore[assignment]
            raise too_long(self.program.limits.steps)

        return stride

    @cached_property
    def _last(self) -> int:
        """Where the last stretch begins that is arithmetic."""
        return max((move.at + 1 for move in self.program.moves if not arithmetic(move)), default=0)

    def _finished(self, state: State) -> Ending | Shown | None:
        """The ending at once; None where the moves themselves have to find it, or say what is wrong."""
        program = self.program
        key = state.at, tuple([number is not None for number in state.names]) if state.names else ()
        try:
            found = self._finishes[key]
        except KeyError:
            end = program.wanted, program.verdicts, program.results
            found = self._finishes[key] = finish(self.frame, end, program.moves[state.at :], key[1])
        if found is None:
            return None
        try:
            ending: Ending | None = found(state)
        except DicewrightError:
            return None
        return Shown(*ending, program.hand(state)) if ending and program.dice else ending
