"""What one die does until it rests: thrown again, thrown in addition, or thrown onto itself.

A life is a step like any other (see `ask`), only small: its law is found by the same driver. Lives compare by
value, so that equal ones share one table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .dice import Die


@dataclass(frozen=True, slots=True)
class Rule:
    """Whenever the die shows a face of `on`, at most `times` times (None: as often as it happens)."""

    on: frozenset[int]
    does: Literal["instead", "another"]
    times: int | None


@dataclass(frozen=True, slots=True)
class Life:
    """Throw `die` until no rule applies. What is left: the faces in order, or their worth added up.

    `instead` forgets the face that it throws again, `another` keeps it and throws on.
    With `worth` (one number a face) a long life is boiled down to one number as it goes.
    """

    die: Die
    rule: Rule | None = None
    worth: tuple[int, ...] | None = None

    @property
    def birth(self) -> tuple[Any, int | None]:
        return ((), 0)[self.worth is not None], self.rule.times if self.rule else 0

    @property
    def endless(self) -> bool:
        """Whether a rule without a limit answers every face that can come up."""
        rule = self.rule
        if rule is None or rule.times is not None:
            return False
        return all(face in rule.on for face, weight in enumerate(self.die.weights) if weight)

    def rest(self, left: Any, face: int) -> Any:
        """What is left when the die rests on `face`."""
        return (*left, face) if self.worth is None else left + self.worth[face]
