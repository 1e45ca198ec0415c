"""Rolls that are not told: only how they end.

The steps are those of any roll, and so are the throws: from the same source of chance the same faces come in the same
order, and the end is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..build.single import Single
from ..build.tail import Ending
from ..chance.ask import Choose, Cut
from ..chance.walk import Roll
from ..errors import fail
from .bind import Setting
from .costs import glance
from .throw import Throw, within

if TYPE_CHECKING:
    from ..chance.decide import Foresight

NO_END = "it did not end within the rounds that are followed"


@dataclass(frozen=True, slots=True)
class Thrown:
    """How a roll ended: the verdict's name (None where there are no outcomes) and the results."""

    outcome: str | None
    results: Mapping[str, int] = field(hash=False)

    def to_dict(self) -> dict[str, Any]:
        """The end of the roll as JSON data."""
        return {"outcome": self.outcome, "results": dict(self.results)}


class Brief:
    """One check, rolled any number of times. `choose` answers where a player decides; without it the file does."""

    def __init__(
        self, setting: Setting, single: Single | None = None, choose: Callable[[Choose], Any] | None = None
    ) -> None:
        self._setting, self._single = setting, single or setting.single
        self._choose = choose or self._by_file
        self._limit, self._names = setting.limits.draws, self._single.program.results
        self._held = glance(setting.limits)

    def ending(self, throw: Throw) -> Ending | Cut:
        """One roll; a Cut where a chain was given up."""
        single = self._single
        self._held.renew()
        token = Roll(within(throw, self._limit), self._choose, self._setting.limits.steps)
        found: Ending | Cut = token.walk(single.strides(), single.opening[1])
        return found

    def ended(self, throw: Throw) -> Ending:
        """One roll; it has to come to its end."""
        found = self.ending(throw)
        if isinstance(found, Cut):
            raise fail("limit", NO_END)
        return found

    def thrown(self, throw: Throw) -> Thrown:
        """One roll for those who read results by their names."""
        end = self.ended(throw)
        return Thrown(end.outcome, dict(zip(self._names, end.results, strict=True)))

    def _by_file(self, ask: Choose) -> Any:
        """The standing answer, or else what the aim finds."""
        return self._sight.choose(ask) if ask.preferred is None else ask.preferred

    @cached_property
    def _sight(self) -> Foresight:
        from ..build.program import Program  # few rolls look ahead
        from .foresight import foresight

        program = self._single.program
        return foresight(self._setting, self._held, program if isinstance(program, Program) else None)
