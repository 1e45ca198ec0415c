"""What the tests of a file reach of it: faces, symbols, pairs that cancel, properties, steps and outcomes.

Read from the stories of the rolls that the tests make. A test of the odds reaches whatever its rolls can come to; that
is found by rolling it, so what is rare may be missed, and nothing is reached that no roll could reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any

from ..chance.dice import DRAWN
from ..errors import DicewrightError, Span
from ..model.contest import TIE
from ..model.rules import Rules
from ..model.system import Kind, Step
from ..play.faces import read as looked
from ..play.outcome import Outcome
from ..play.tries import Told
from ..play.verify import Bound, Ended, Verdict
from ..source.read import Node

ROLLED = 40  # rolls of a test that asks for odds


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a file that tests should reach; in words, what has not happened if they do not."""

    what: str
    missing: str
    where: Span
    reached: bool

    def to_dict(self) -> dict[str, Any]:
        return {"what": self.what, "line": self.where.line, "column": self.where.column, "missing": self.missing}


@dataclass
class Seen:
    """What has come up in rolls."""

    faces: set[tuple[str, int]] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    pairs: set[frozenset[str]] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)
    acted: set[Span] = field(default_factory=set)
    idle: set[Span] = field(default_factory=set)
    chosen: set[tuple[Span, str]] = field(default_factory=set)
    outcomes: set[tuple[str, str]] = field(default_factory=set)


def coverage(node: Node, rules: Rules, verdicts: Iterable[Verdict]) -> tuple[Item, ...]:
    """Everything of the file itself, in the order of its lines; what a base says, its own tests reach.

    Rolls by known faces are looked at first; tests of the odds only as long as something is missing.
    """
    seen = Seen()
    weighed: dict[Bound, Verdict] = {}
    for verdict in verdicts:
        if verdict.ended is not None:
            _look(rules, verdict.ended, seen)
        if verdict.law is not None and verdict.bound is not None:
            weighed[verdict.bound] = verdict
            seen.outcomes |= {(verdict.case.check, name) for name, p in verdict.law.outcomes.items() if p}
    found = _items(node, rules, seen)
    for verdict in weighed.values():
        if all(item.reached for item in found):
            break
        odds = Seen()
        for ended in _rolls(verdict):
            _look(rules, ended, odds)
        odds.faces |= {(name, face) for name in odds.kinds for face in range(len(rules.kinds[name].faces))}
        for part in fields(Seen):
            getattr(seen, part.name).update(getattr(odds, part.name))
        found = _items(node, rules, seen)
    return found


def _items(node: Node, rules: Rules, seen: Seen) -> tuple[Item, ...]:
    items = (*_faces(node, rules, seen), *_symbols(node, rules, seen), *_steps(rules, seen), *_outcomes(rules, seen))
    own = {(item.what, item.missing, item.where): item for item in items if item.where.file == node.span.file}
    return tuple(sorted(own.values(), key=lambda item: (item.where.line, item.where.column)))


def _rolls(verdict: Verdict) -> Iterator[Ended]:
    assert verdict.bound is not None
    for seed in range(ROLLED):
        try:
            yield verdict.bound.roll(Random(seed))
        except DicewrightError:
            continue


def _look(rules: Rules, ended: Ended, seen: Seen) -> None:
    for outcome in _each(ended):
        check = str(outcome.log["check"])
        seen.properties.update(outcome.log["properties"])
        for name, listed in outcome.log["faces"].items():
            if name in rules.kinds:
                kind = rules.kinds[name]
                seen.kinds.add(name)
                seen.faces |= {(name, face) for shown in listed if (face := kind.looking(looked(shown))) is not None}
        if DRAWN in outcome.log["faces"]:
            seen.kinds |= {die.die for die in outcome.dice}
        changes = [die for event in outcome.trace for c in event.changes for die in (c.before, c.after) if die]
        for die in (*outcome.dice, *changes):
            if die.face:
                seen.faces.add((die.die, rules.kinds[die.die].same[die.face - 1]))
        acted = {event.where for event in outcome.trace if event.where is not None}
        seen.acted |= acted
        brought = {*outcome.log["properties"], *outcome.log["effects"]}
        for place in rules.places():
            if place.step.span not in acted and (place.check == check or place.owner in brought):
                seen.idle.add(place.step.span)
        for event in outcome.trace:
            if event.where is not None and event.chosen:
                seen.chosen.add((event.where, event.chosen))
            if event.step == "cancel":
                fell = [name for name, old, new in event.numbers if old is not None and new < old]
                seen.pairs |= {frozenset((a, b)) for a in fell for b in fell}
        if outcome.outcome is not None:
            seen.outcomes.add((check, outcome.outcome))
    if not isinstance(ended, Outcome) or isinstance(ended, Told):
        seen.outcomes.add((str(ended.log["check"]), str(ended.outcome)))


def _each(ended: Ended) -> Sequence[Outcome]:
    """The rolls of checks in it."""
    if isinstance(ended, Told):
        return [each.outcome for each in ended.tries]
    if isinstance(ended, Outcome):
        return [ended]
    return [outcome for each in ended.rounds for _, outcome in each.rolls]


def _faces(node: Node, rules: Rules, seen: Seen) -> Iterator[Item]:
    """Each look with symbols or blank; of plain numbers the ends, as those between differ only by their number."""
    for name, kind in rules.kinds.items():
        die = node.at(("dice", name))
        numbers = [face.value for face in kind.faces if face.look.number is not None and not face.symbols]
        for at, face in enumerate(kind.faces):
            plain = face.look.number is not None and not face.symbols
            if kind.same[at] == at and (not plain or face.value in (min(numbers), max(numbers))):
                place = die.at(("faces", at)) if die.get("faces") else die.at(("sides",))
                yield Item(
                    "face", f"the face {face.look} of `{name}` never comes up", place.span, (name, at) in seen.faces
                )


def _symbols(node: Node, rules: Rules, seen: Seen) -> Iterator[Item]:
    shown = {symbol for name, face in seen.faces for symbol in _counted(rules, rules.kinds[name], face)}
    symbols = node.get("symbols")
    for name in rules.symbols:
        where = (symbols.keys.get(name) if symbols else None) or node.span
        yield Item("symbol", f"the symbol `{name}` never comes up", where, name in shown)
    for at, (a, b) in enumerate(rules.cancels):
        where = node.at(("cancels", at)).span
        missing = f"`{a}` and `{b}` never cancel each other"
        yield Item("cancels", missing, where, frozenset((a, b)) in seen.pairs)
    for prop in rules.properties.values():
        missing = f"no roll has the property `{prop.name}`"
        yield Item("property", missing, prop.span, prop.name in seen.properties)


def _counted(rules: Rules, kind: Kind, face: int) -> set[str]:
    """The symbols of a face, and those that they count as."""
    found = set(kind.faces[face].symbols)
    return found | {other for name in found for other in rules.symbols[name].counts_as}


def _steps(rules: Rules, seen: Seen) -> Iterator[Item]:
    for place in rules.places():
        step = place.step
        what = "trigger" if place.owner else "step"
        of = f" of `{place.owner}`" if place.owner else ""
        inside = any(inner.span in seen.acted for inner in step.all())
        if step.op != "phase":
            yield Item(what, f"the {what} `{step.op}`{of} never does anything", step.span, inside)
            if step.when is not None:
                missing = f"the {what} `{step.op}`{of} is never left out for its `when`"
                yield Item(what, missing, step.when.span or step.span, step.span in seen.idle)
        yield from _options(step, seen)


def _options(step: Step, seen: Seen) -> Iterator[Item]:
    for option in step.keys.get("options", ()):
        inside = any(inner.span in seen.acted for each in option["steps"] for inner in each.all())
        chosen = inside or (step.span, str(option["name"])) in seen.chosen
        yield Item("option", f"nobody chooses `{option['name']}`", step.span, chosen)


def _outcomes(rules: Rules, seen: Seen) -> Iterator[Item]:
    judged = {name: check.outcomes for name, check in rules.checks.items()}
    judged |= {name: series.outcomes for name, series in rules.sequences.items()}
    for of, outcomes in judged.items():
        for outcome in outcomes:
            missing = f"`{of}` never ends in `{outcome.name}`"
            yield Item("outcome", missing, outcome.span, (of, outcome.name) in seen.outcomes)
    for contest in rules.contests.values():
        for name in (*contest.sides, *((TIE,) if contest.may_tie else ())):
            missing = (
                f"`{contest.name}` never ends in `{name}`" if name == TIE else f"`{name}` never wins `{contest.name}`"
            )
            where = contest.sides[name].span if name in contest.sides else contest.span
            yield Item("outcome", missing, where, (contest.name, name) in seen.outcomes)
