"""Two versions of a system, compared, and the version step that the difference asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..chance.patience import Patience
from ..model.rules import Rules
from ..ops.state import Limits
from ..play.check import System
from ..play.costs import patience
from .given import least, small, watched
from .odds import Question, asked
from .parts import MAJOR, MINOR, NEW, NONE, PATCH, SHARED, Part, parts
from .smallest import Asked, Search, Witness, smallest

STEPS = (NONE, PATCH, MINOR, MAJOR)
# Enough for what people watch; more would be waited for.
LIMITS = Limits(states=300_000, seconds=20)
ROLLS = 5_000  # that are tried, among all checks
ALONE, VARIED = 12, 24  # properties, and effects, that are each tried alone; with so many sets of inputs


@dataclass(frozen=True)
class Difference:
    """How a system differs from what it was. `old` or `new` is None where there is none."""

    name: str
    old: Rules | None
    new: Rules | None
    parts: tuple[Part, ...] = ()
    odds: tuple[Question, ...] = ()
    searches: tuple[Search, ...] = ()
    words: bool = False

    @cached_property
    def witness(self) -> Witness | None:
        """The smallest roll that changed."""
        found = [search.witness for search in self.searches if search.witness]
        return min(found, key=lambda witness: witness.dice, default=None)

    @property
    def is_change(self) -> bool:
        """Whether anything but words is different."""
        return bool(self.parts) or self.old is None or self.new is None

    @property
    def step(self) -> str:
        """The version step: major where an old roll changes or something is gone, minor for what is new."""
        if self.old is None:
            return MINOR
        if self.new is None or self.witness or any(question.moved for question in self.odds):
            return MAJOR
        return max((*(part.step for part in self.parts), PATCH if self.words else NONE), key=STEPS.index)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"system": self.name, "step": self.step, "parts": [part.to_dict() for part in self.parts]}
        out["odds"] = [question.to_dict() for question in self.odds]
        out["tried"] = {"rolls": sum(search.rolls for search in self.searches)}
        if witness := self.witness:
            out["smallest"] = {
                "check": witness.check,
                "before": witness.before.to_dict(),
                "after": witness.after.to_dict() if witness.after else {"refused": witness.reason},
            }
        return out


def compare(name: str, old: Rules | None, new: Rules | None, rolls: int = ROLLS, limits: Limits = LIMITS) -> Difference:
    """What is different, told by odds and by about so many rolls as far as they can tell it, and as the time lasts."""
    if old is None or new is None:
        return Difference(name, old, new)
    found = tuple(parts(old, new))
    if not found:
        return Difference(name, old, new, words=old.sha256 != new.sha256)
    before, after, held = System(old, limits), System(new, limits), patience(limits)
    touched = list(_touched(old, new, found))
    tries = -(-rolls // max(1, len(touched)))
    searches = [smallest(before, after, check, _asked(old, new, check, found), tries, held) for check in touched]
    held.renew()
    odds = tuple(_odds(before, after, touched, held))
    held.renew()
    if not any(search.witness for search in searches):
        # what is watched is larger than the small rolls; where its odds moved, it alone is looked into more deeply
        moved = [question for question in odds if question.moved and question.name in touched]
        searches += [smallest(before, after, each.name, [Asked(each.inputs)], tries, held) for each in moved]
    return Difference(name, old, new, found, odds, tuple(searches))


def _touched(old: Rules, new: Rules, found: Sequence[Part]) -> Iterator[str]:
    """The checks that may roll otherwise."""
    shared = any(part.section in SHARED and (part.how != NEW or part.section == "cancels") for part in found)
    sections = {part.section for part in found}
    for name in old.checks:
        if name in new.checks and (shared or f"check {name}" in sections):
            yield name


def _asked(old: Rules, new: Rules, check: str, found: Sequence[Part]) -> Iterator[Asked]:
    """The small rolls that are tried: plain ones, and those with what brings steps of its own."""
    sets = small(old.checks[check])
    sets += tuple(each for each in old.checks[check].watch if each not in sets)
    yield from (Asked(inputs) for inputs in sets)
    changed = {(part.section, part.name) for part in found}
    for inputs in sets[:VARIED]:
        for name in _few("properties", old.properties, new.properties, changed):
            yield Asked(inputs, (name,))
        for name in _few("effects", old.effects, new.effects, changed):
            yield Asked(inputs, (), (name,))


def _few(section: str, old: Iterable[str], new: Collection[str], changed: Set[tuple[str, str]]) -> list[str]:
    """Names that both have: those that changed, or else some of all."""
    both = [name for name in old if name in new]
    return [name for name in both if (section, name) in changed] or both[:ALONE]


def _odds(old: System, new: System, checks: Sequence[str], held: Patience) -> Iterator[Question]:
    for name in checks:
        for inputs in watched(old.rules.checks[name], new.rules.checks[name]):
            yield asked(old, new, name, inputs, held)
    for name, contest in new.rules.contests.items():
        if name in old.rules.contests:
            given = {
                f"{side.name}.{key}": value
                for side in contest.sides.values()
                for key, value in least(new.rules.inputs_of(side)).items()
            }
            yield asked(old, new, name, given, held)
    for name, series in old.rules.sequences.items():
        if name in new.rules.sequences:
            yield asked(old, new, name, least(series.inputs), held)
