"""Binding a check: inputs checked, properties counted, triggers put into their phases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..build.checks import bound
from ..build.course import Course
from ..build.flatten import flatten
from ..build.single import Single
from ..errors import DicewrightError, Problem, did_you_mean, fail
from ..model.formula import LARGEST, Formula
from ..model.rules import Rules
from ..model.system import Check, Effect, Input, Step
from ..ops.state import Limits
from .telling import Telling

if TYPE_CHECKING:
    from ..build.program import Program

Given = int | str | bool


# What laws and samples begin with: system, check, and the inputs, properties and effects as a caller would write them.
Head = tuple[str, str, dict[str, Any], tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Setting:
    """A check with everything that the caller says about it. Equal settings roll alike."""

    rules: Rules = field(compare=False, repr=False)
    sha256: str
    check: Check = field(compare=False, repr=False)
    name: str
    inputs: tuple[tuple[str, int], ...]
    properties: tuple[str, ...]
    effects: tuple[Effect, ...]
    limits: Limits

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; the program is built anew there."""
        return {each.name: self.__dict__[each.name] for each in fields(self)}

    @cached_property
    def program(self) -> Program:
        """The moves of the check as odds take them."""
        return self.built()

    def forget(self) -> None:
        """Give up what odds found out on the way, which may be much; it is found again where it is needed."""
        for made in ("program", "single", "telling"):
            self.__dict__.pop(made, None)

    @cached_property
    def single(self) -> Single:
        """The same as a single roll goes through it. Who decides may look ahead, by the odds."""
        return Single(self.program if self.course.decides else self.course)

    @cached_property
    def telling(self) -> Telling:
        """What tells the story of its rolls."""
        return Telling(self.rules, self.single)

    def telling_also(self, more: Mapping[str, Formula]) -> Setting:
        """The same, with more results, each of which may read those of the check."""
        new = {text: of for text, of in more.items() if text not in self.check.results}
        if not new:
            return self
        return replace(self, check=replace(self.check, results={**self.check.results, **new}))

    def built(
        self,
        lean: bool = True,
        free: bool = False,
        dice: bool = False,
        only: Iterable[str] | None = None,
        even: bool = False,
    ) -> Program:
        """The program, with or without the rewrites that make odds lean.

        `free` leaves every decision open; with `dice` its ending tells the dice that count. With `only` it tells just
        these results, the outcome if one is among them, and what the aim looks at. It is `even` where of equal options
        it makes no difference which one a player takes.
        """
        from ..build.program import Program  # it takes long to load, and a roll does not need it

        told = None if only is None else frozenset(only).union(*(goal.names for goal in self.check.aim))
        course = {each.name: getattr(self.course, each.name) for each in fields(self.course)}
        return Program(**course | {"dice": dice, "only": told}, lean=lean, free=free, even=even)

    @cached_property
    def course(self) -> Course:
        """The moves of the check as a roll takes them."""
        rules, check = self.rules, self.check
        have = Counter(self.properties)
        active = _active(rules, have)
        constants = dict(self.inputs)
        for name in rules.properties:
            constants[f"has {name}"] = int(have[name] > 0)
            constants[f"instances {name}"] = have[name]
            constants[f"active {name}"] = int(active[name] > 0)
        for name, formula in check.lets.items():
            constants[name] = formula.given(constants)
        measures = rules.measures
        triggers = _triggers(rules, active, self.effects)
        steps = (*check.steps, *(step for here in triggers.values() for _, _, step in here))
        changing = (measures.keys() - constants.keys()) | {*rules.symbols, *bound(steps)}
        words = {name: item for name, item in check.inputs.items() if item.type == "choice"}
        choices = {name: _word(item, constants[name]) for name, item in words.items()}
        moves = flatten(check.steps, triggers, lambda formula: _decided(formula, constants, changing))
        return Course(rules, check, constants, choices, moves, measures, self.limits)

    @property
    def head(self) -> Head:
        return self.rules.id, self.name, self.shown_inputs(), self.properties, tuple(each.text for each in self.effects)

    def shown_inputs(self) -> dict[str, Given]:
        """The inputs as a caller would write them."""
        return dict(self._shown)

    @cached_property
    def _shown(self) -> dict[str, Given]:
        return shown(self.check.inputs, self.inputs)


def bind(
    rules: Rules,
    name: str,
    given: Mapping[str, Given],
    properties: Iterable[str] = (),
    upgrade: Iterable[str] = (),
    downgrade: Iterable[str] = (),
    effects: Iterable[str | Mapping[str, Any]] = (),
    limits: Limits = Limits(),
    side: str = "",
) -> Setting:
    """A check, bound. Raises with every problem in what the caller gave; `side` is whose check it is in a contest."""
    check = rules.checks.get(name)
    if check is None:
        near = did_you_mean(name, rules.checks)
        raise fail(
            "unknown-check", f"{rules.id} has no check `{name}`{near}", None, f"checks: {', '.join(rules.checks)}"
        )
    problems: list[Problem] = []
    inputs = asked(check.inputs, given, f"the side `{side}`" if side else f"the check `{name}`", problems, side)
    brought: list[Effect] = []
    for each in effects:
        from ..build.effects import given as effect  # few rolls have any

        try:
            brought.append(effect(rules, name, each))
        except DicewrightError as error:
            problems += error.problems
    have = _changed(rules, _named(properties), _named(upgrade), _named(downgrade), problems)
    if problems:
        raise DicewrightError(problems)
    return Setting(rules, rules.sha256, check, name, tuple(inputs), tuple(have), tuple(brought), limits)


def asked(
    items: Mapping[str, Input], given: Mapping[str, Given], of: str, problems: list[Problem], side: str = ""
) -> list[tuple[str, int]]:
    """What is asked for, out of what the caller gave; every problem with it is noted."""
    inputs: list[tuple[str, int]] = []
    for key in given:
        if key not in items:
            near = did_you_mean(key, items)
            listed = ", ".join(items) or "none"
            problems.append(Problem("unknown-input", f"{of} has no input `{key}`{near}", None, (f"inputs: {listed}",)))
    for item in items.values():
        named = replace(item, name=f"{side}.{item.name}") if side else item
        value = _input(named, given.get(item.name), problems)
        if value is not None:
            inputs.append((item.name, value))
    return inputs


def shown(items: Mapping[str, Input], inputs: Iterable[tuple[str, int]]) -> dict[str, Given]:
    """Inputs as a caller would write them."""
    told: dict[str, Given] = {}
    for name, value in inputs:
        item = items[name]
        told[name] = bool(value) if item.type == "boolean" else _word(item, value) if item.type == "choice" else value
    return told


def _input(item: Input, given: Given | None, problems: list[Problem]) -> int | None:
    def wrong(code: str, message: str, *notes: str) -> None:
        problems.append(Problem(code, message, None, notes))

    if given is None:
        if item.default is None:
            wrong("missing-input", f"the input `{item.name}` is missing", f"give it: {item.name}={_example(item)}")
            return None
        return int(item.default)
    if not isinstance(given, int | str):
        wrong("input-type", f"`{item.name}` is {_wanted(item)}, not {given!r}")
        return None
    if isinstance(given, str):
        if given in item.options:
            return item.options[given]
        if not re.fullmatch(r" *[-+]?[0-9]{1,400} *", given):
            wrong("input-type", f"`{item.name}` is {_wanted(item)}, not `{given}`{did_you_mean(given, item.options)}")
            return None
    number = int(given)
    if item.type == "choice":
        wrong("input-type", f"`{item.name}` is {_wanted(item)}, not `{given}`")
        return None
    low, high = item.minimum, item.maximum
    if (low is not None and number < low) or (high is not None and number > high) or abs(number) > 10**9:
        shown = str(number) if abs(number) <= LARGEST else "a number so large"
        wrong("input-range", f"`{item.name}` is {_range(low, high)}, not {shown}")
        return None
    return number


def _wanted(item: Input) -> str:
    words = f"one of {', '.join(item.options)}"
    return words if item.type != "integer" else f"a whole number or {words}" if item.options else "a whole number"


def _example(item: Input) -> str:
    return next(iter(item.options), str(item.minimum if item.minimum is not None else 1))


def _range(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"from {low} to {high}"
    return f"at least {low}" if low is not None else f"at most {high}" if high is not None else "within ±1,000,000,000"


def _word(item: Input, value: int) -> str:
    return next(word for word, number in item.options.items() if number == value)


def _named(names: Iterable[object]) -> list[str]:
    """Names that may come as JSON, and be anything."""
    return [str(name) for name in names]


def _changed(
    rules: Rules, have: list[str], upgrade: Sequence[str], downgrade: Sequence[str], problems: list[Problem]
) -> list[str]:
    """The properties after all upgrades and then all downgrades."""
    for name in dict.fromkeys((*have, *upgrade, *downgrade)):
        if name not in rules.properties:
            near = did_you_mean(name, rules.properties)
            listed = ", ".join(rules.properties) or "none"
            problems.append(
                Problem(
                    "unknown-property", f"{rules.id} has no property `{name}`{near}", None, (f"properties: {listed}",)
                )
            )
    if problems:
        return have
    for names, step, word in ((upgrade, 1, "upgrade"), (downgrade, -1, "downgrade")):
        for name in names:
            have = _moved(rules, have, name, step, word, problems)
    return have


def _moved(rules: Rules, have: list[str], name: str, step: int, word: str, problems: list[Problem]) -> list[str]:
    ladder = next((lad for lad in rules.ladders.values() if lad.of == "properties" and name in lad.rungs), None)
    if name not in have:
        problems.append(Problem("no-instance", f"the roll has no `{name}` to {word}"))
        return have
    if ladder is None:
        problems.append(Problem("no-progression", f"`{name}` stands on no ladder, so it cannot be {word}d"))
        return have
    rung = ladder.rungs.index(name) + step
    if rung == len(ladder.rungs):
        problems.append(Problem("no-progression", f"`{name}` is at the top of its ladder, so it cannot be upgraded"))
        return have
    if rung < 0 and rules.property_rules.below == "stay":
        return have
    new = [] if rung < 0 else [ladder.rungs[rung]]
    if rules.property_rules.upgrade == "all":
        return [n for other in have for n in (new if other == name else [other])]
    at = len(have) - 1 - have[::-1].index(name)
    return [*have[:at], *new, *have[at + 1 :]]


def _active(rules: Rules, have: Mapping[str, int]) -> Counter[str]:
    """How many instances of each property act."""
    active: Counter[str] = Counter()
    for name, prop in rules.properties.items():
        against = have[prop.opposes] if prop.opposes else 0
        if rules.property_rules.opposition == "count":
            active[name] = max(0, have[name] - against)
        else:
            active[name] = 0 if against else have[name]
    return active


def _triggers(
    rules: Rules, active: Mapping[str, int], effects: Sequence[Effect]
) -> Mapping[str, list[tuple[str, str, Step]]]:
    """The steps that run at each phase: (whose name, whose hand, step), those of properties first."""
    at: dict[str, list[tuple[str, str, Step]]] = {}
    for name, prop in rules.properties.items():
        times = min(active[name], 1) if rules.property_rules.repeats == "once" else active[name]
        for _ in range(times):
            for trigger in prop.triggers:
                at.setdefault(trigger.at, []).append((prop.label, "", trigger.step))
    for each in effects:
        for trigger in each.triggers:
            at.setdefault(trigger.at, []).append((each.label, each.owner, trigger.step))
    return at


def _decided(formula: Formula, constants: Mapping[str, int], changing: Set[str]) -> int | None:
    """What a condition says whatever the dice do; None where it depends on them."""
    if formula.tallies or formula.whole or formula.names & changing:
        return None
    try:
        return formula.given(constants)
    except DicewrightError:
        return None
