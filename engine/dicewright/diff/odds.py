"""The odds of the same question under two versions of a system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..chance.patience import Patience
from ..errors import DicewrightError
from ..play.check import System
from .given import Inputs

Numbers = Mapping[str, Fraction]


@dataclass(frozen=True)
class Answer:
    """The chances of outcomes and the means of results, or why there are none."""

    chances: Numbers
    means: Numbers
    reason: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked of both versions, and what they answer."""

    name: str
    inputs: Inputs
    before: Answer
    after: Answer

    @property
    def moved(self) -> bool:
        """Whether anything that both can tell is another number, or one of them refuses."""
        if bool(self.before.reason) != bool(self.after.reason):
            return True
        pairs = ((self.before.chances, self.after.chances), (self.before.means, self.after.means))
        return any(old[name] != new[name] for old, new in pairs for name in old.keys() & new.keys())

    def to_dict(self) -> dict[str, Any]:
        def told(answer: Answer) -> dict[str, Any]:
            if answer.reason:
                return {"refused": answer.reason}
            numbers = {"outcomes": answer.chances, "mean": answer.means}
            return {key: {name: str(p) for name, p in each.items()} for key, each in numbers.items()}

        asked = {"name": self.name, "inputs": dict(self.inputs), "moved": self.moved}
        return {**asked, "before": told(self.before), "after": told(self.after)}

    def changes(self) -> Iterator[tuple[str, Fraction | None, Fraction | None, bool]]:
        """What differs: the name, before and after (None: not there), and whether it is a chance rather than a mean."""
        for old, new, chance in (
            (self.before.chances, self.after.chances, True),
            (self.before.means, self.after.means, False),
        ):
            for name in dict.fromkeys((*old, *new)):
                if old.get(name) != new.get(name):
                    yield name, old.get(name), new.get(name), chance


def asked(old: System, new: System, name: str, inputs: Inputs, held: Patience) -> Question:
    return Question(name, inputs, _answer(old, name, inputs, held), _answer(new, name, inputs, held))


def _answer(system: System, name: str, inputs: Inputs, held: Patience) -> Answer:
    try:
        held.check()
        law = system[name].bind(inputs).odds()
    except DicewrightError as error:
        return Answer({}, {}, why(error))
    return Answer(law.outcomes, {result: law.mean(result) for result in law.names})


def why(error: DicewrightError) -> str:
    """What is refused, in a line."""
    return "; ".join(problem.message for problem in error.problems)
