"""Which parts of a system came, went or changed, and what each of them means for those who use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..model.rules import Rules
from ..model.system import Check, Input
from .meaning import meaning

GONE, NEW, CHANGED = "gone", "new", "changed"
MAJOR, MINOR, PATCH, NONE = "major", "minor", "patch", "none"
# Parts that any check may lean on.
SHARED = ("symbols", "cancels", "dice", "ladders", "tables", "properties", "property rules", "effects")


@dataclass(frozen=True, slots=True)
class Part:
    """A part that differs. `step` is what it asks for on its own; a change that only rolls can judge asks for `patch`.

    `name` is what it is called; `section` is the part of the file that it stands in, such as `dice` or `check skill`.
    """

    how: str
    what: str
    section: str
    step: str
    name: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"how": self.how, "what": self.what, "step": self.step}


def parts(old: Rules, new: Rules) -> Iterator[Part]:
    """Everything that differs in meaning, in the order of a file."""
    yield from _named("symbol", "symbols", old.symbols, new.symbols)
    if meaning(old.cancels) != meaning(new.cancels):
        yield from _pairs(old, new)
    yield from _named("die", "dice", old.kinds, new.kinds)
    yield from _named("ladder", "ladders", old.ladders, new.ladders)
    yield from _named("table", "tables", old.tables, new.tables)
    yield from _named("property", "properties", old.properties, new.properties)
    if _order(old, new) != _order(new, old):
        yield Part(CHANGED, "the order of the properties", "properties", PATCH)
    if old.property_rules != new.property_rules:
        yield Part(CHANGED, "the property rules", "property rules", PATCH)
    yield from _named("effect", "effects", old.effects, new.effects)
    for name in dict.fromkeys((*old.checks, *new.checks)):
        before, after = old.checks.get(name), new.checks.get(name)
        if before and after:
            yield from _check(before, after)
        else:
            how = GONE if before else NEW
            yield Part(how, f"check `{name}`", f"check {name}", MAJOR if before else MINOR)
    yield from _named("contest", "contests", old.contests, new.contests)
    yield from _named("sequence", "sequences", old.sequences, new.sequences)


def _named(noun: str, section: str, old: Mapping[str, Any], new: Mapping[str, Any], of: str = "") -> Iterator[Part]:
    for name in dict.fromkeys((*old, *new)):
        what = f"{noun} `{name}`{of}"
        if name not in new:
            yield Part(GONE, what, section, MAJOR, name)
        elif name not in old:
            yield Part(NEW, what, section, MINOR, name)
        elif meaning(old[name]) != meaning(new[name]):
            yield Part(CHANGED, what, section, PATCH, name)


def _pairs(old: Rules, new: Rules) -> Iterator[Part]:
    for one, other in old.cancels:
        if (one, other) not in new.cancels and (other, one) not in new.cancels:
            yield Part(GONE, f"`{one}` and `{other}` cancel", "cancels", PATCH)
    for one, other in new.cancels:
        if (one, other) not in old.cancels and (other, one) not in old.cancels:
            yield Part(NEW, f"`{one}` and `{other}` cancel", "cancels", PATCH)


def _order(rules: Rules, other: Rules) -> list[str]:
    """The properties that act, in order, as far as the other system has them, too."""
    return [name for name, each in rules.properties.items() if each.triggers and name in other.properties]


def _check(old: Check, new: Check) -> Iterator[Part]:
    section, of = f"check {old.name}", f" of check `{old.name}`"
    for part in _named("input", section, old.inputs, new.inputs, of):
        yield replace(part, step=_input(*(check.inputs.get(part.name) for check in (old, new))))
    yield from _named("let", section, old.lets, new.lets, of)
    if meaning(old.steps) != meaning(new.steps):
        yield Part(CHANGED, f"the steps{of}", section, PATCH)
    yield from _named("result", section, old.results, new.results, of)
    before, after = ({outcome.name: outcome for outcome in check.outcomes} for check in (old, new))
    yield from _named("outcome", section, before, after, of)
    if [name for name in before if name in after] != [name for name in after if name in before]:
        yield Part(CHANGED, f"the order of the outcomes{of}", section, PATCH)
    if meaning(old.aim) != meaning(new.aim):
        yield Part(CHANGED, f"the aim{of}", section, PATCH)


def _input(old: Input | None, new: Input | None) -> str:
    """What a difference of an input asks for: whatever could be asked before must still be answered."""
    if new is None:
        return MAJOR
    if old is None:
        return MAJOR if new.default is None else MINOR
    kept = all(new.options.get(word) == number for word, number in old.options.items())
    low = new.minimum is None or (old.minimum is not None and new.minimum <= old.minimum)
    high = new.maximum is None or (old.maximum is not None and new.maximum >= old.maximum)
    asked = old.default is not None and new.default is None
    choice = old.type == new.type == "choice"
    if old.type != new.type or not kept or asked or not (choice or (low and high)):
        return MAJOR
    wider = (old.minimum, old.maximum, old.options) != (new.minimum, new.maximum, new.options)
    return MINOR if wider or (old.default is None and new.default is not None) else PATCH
