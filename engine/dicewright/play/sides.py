"""Binding a contest: who takes part, what each side rolls, and what those roll who are still tied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import DicewrightError, Problem, did_you_mean, fail
from ..model.contest import DECLINES, TIE, Contest, OneRoll, RollOff, Side, numbered
from ..model.formula import Formula
from ..model.rules import Rules
from ..model.system import Check
from ..ops.state import Limits
from .bind import Given, Head, Setting, asked, bind, shown

Brought = Given | Mapping[str, Given]
Inputs = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Lineup:
    """A contest with everything that the caller says about it. Equal lineups go alike.

    `rolling` are the sides that roll, `declined` those that do not, `offs` what each rolls in a roll-off; `brought`
    are inputs of sides that only bring inputs.
    """

    rules: Rules = field(compare=False, repr=False)
    sha256: str
    contest: Contest = field(compare=False, repr=False)
    name: str
    rolling: tuple[tuple[str, Setting], ...]
    declined: tuple[str, ...]
    offs: tuple[tuple[str, Setting], ...]
    brought: tuple[tuple[str, Inputs], ...]
    limits: Limits

    def sides(self) -> tuple[Side, ...]:
        """Everybody who takes part, in order."""
        names = [name for name, _ in self.brought] or [*dict(self.rolling), *self.declined]
        ordered = sorted(names, key=lambda name: (numbered(name)[1], list(self.contest.sides).index(_kind(name))))
        return tuple(side for name in ordered if (side := self.contest.side(name)) is not None)

    def verdicts(self) -> list[tuple[str, str]]:
        """What it can end with: names and labels."""
        return [(side.name, side.label) for side in self.sides()] + ([(TIE, TIE)] if self.contest.may_tie else [])

    @property
    def results(self) -> tuple[str, ...]:
        """The names of its results: its own, or those of the one roll."""
        return tuple(self.rolling[0][1].check.results if self.contest.roll else self.contest.results)

    @property
    def head(self) -> Head:
        return self.rules.id, self.name, self.shown_inputs(), self.shown_properties(), self.shown_effects()

    def shown_inputs(self) -> dict[str, Any]:
        """The inputs of each side as a caller would write them."""
        rolling, brought = dict(self.rolling), dict(self.brought)
        told: dict[str, Any] = {}
        for side in self.sides():
            if side.name in self.declined:
                told[side.name] = DECLINES
            elif side.name in brought:
                told[side.name] = shown(side.inputs, brought[side.name])
            else:
                told[side.name] = rolling[side.name].shown_inputs()
        return told

    def shown_properties(self) -> tuple[str, ...]:
        """The properties of each side, the side before a dot."""
        return tuple(f"{name}.{owned}" for name, setting in self.rolling for owned in setting.properties)

    def shown_effects(self) -> tuple[str, ...]:
        """The effects that come to each side, the side before a dot."""
        return tuple(f"{name}.{effect.text}" for name, setting in self.rolling for effect in setting.effects)


def _kind(name: str) -> str:
    return numbered(name)[0]


def line_up(
    rules: Rules,
    name: str,
    given: Mapping[str, Brought],
    properties: Iterable[str] = (),
    upgrade: Iterable[str] = (),
    downgrade: Iterable[str] = (),
    effects: Iterable[str | Mapping[str, Any]] = (),
    limits: Limits = Limits(),
) -> Lineup:
    """A contest, bound. Raises with every problem in what the caller gave.

    A side is given as a mapping of its inputs, as the word `declines`, or input by input with a dot: `attacker.skill`.
    Properties and effects have their side before a dot as well; an effect that comes as a mapping, under `side`.
    """
    contest = rules.contests[name]
    problems: list[Problem] = []
    told, declined = _told(contest, given, problems)
    owned = [_owned(contest, names, told, problems) for names in (properties, upgrade, downgrade, effects)]
    if problems:
        raise DicewrightError(problems)
    rolling: list[tuple[str, Setting]] = []
    offs: list[tuple[str, Setting]] = []
    brought: list[tuple[str, Inputs]] = []
    if contest.roll is not None:
        brought = [(n, tuple(asked(contest.sides[n].inputs, told[n], f"the side `{n}`", problems, n))) for n in told]
        if problems:
            raise DicewrightError(problems)
        rolling = [(contest.roll.side, _one(rules, contest.roll, brought, owned, limits))]
    else:
        for side_name in told:
            side = contest.side(side_name)
            assert side is not None
            if side_name in declined:
                continue
            try:
                have, up, down, effects = (each.get(side_name, []) for each in owned)
                setting = bind(rules, side.check, told[side_name], have, up, down, effects, limits, side_name)
                rolling.append((side_name, setting))
                if isinstance(contest.tie, RollOff):
                    offs.append((side_name, _off(rules, contest.tie, setting, limits)))
            except DicewrightError as error:
                problems += _kindly(side, error.problems)
        if not problems and not rolling:
            problems.append(Problem("nobody-rolls", "everybody declines; at least one side has to roll"))
        if problems:
            raise DicewrightError(problems)
    return Lineup(
        rules, rules.sha256, contest, name, tuple(rolling), tuple(declined), tuple(offs), tuple(brought), limits
    )


def _told(
    contest: Contest, given: Mapping[str, Brought], problems: list[Problem]
) -> tuple[dict[str, dict[str, Given]], list[str]]:
    """What is given for each side, the sides in order; and who declines."""
    told: dict[str, dict[str, Given]] = {name: {} for name in contest.sides}
    declined: list[str] = []
    for key, value in given.items():
        name, dot, item = key.partition(".")
        side = contest.side(name)
        if side is None:
            problems.append(_no_side(contest, name))
            continue
        into = told.setdefault(name, {})
        if dot and not isinstance(value, Mapping):
            into[item] = value
        elif isinstance(value, Mapping):
            into.update(value)
        elif value == DECLINES and side.may_decline:
            declined.append(name)
        elif value == DECLINES:
            problems.append(Problem("may-not-decline", f"the side `{name}` may not decline in this contest"))
        else:
            problems.append(
                Problem("input-type", f"`{name}` is a side; give its inputs one by one: {name}.INPUT=VALUE")
            )
    for name in declined:
        if told[name]:
            problems.append(Problem("may-not-decline", f"the side `{name}` declines and has inputs; it is one of them"))
    for kind in contest.further():
        numbers = {numbered(name)[1] for name in told if numbered(name)[0] == kind} - {0}
        gap = next((n for n in range(2, max(numbers, default=1)) if n not in numbers), None)
        if gap is not None:
            problems.append(Problem("unknown-side", f"there is no `{kind}{gap}`; further sides are numbered in order"))
    ordered = sorted(told, key=lambda n: numbered(n)[1])
    return {name: told[name] for name in ordered}, declined


def _no_side(contest: Contest, name: str) -> Problem:
    listed = ", ".join(contest.sides)
    notes = [f"sides: {listed}"]
    notes += [f"there may be more: {kind}2, {kind}3 and so on" for kind in contest.further()]
    near = did_you_mean(name, contest.sides)
    return Problem("unknown-side", f"the contest `{contest.name}` has no side `{name}`{near}", None, tuple(notes))


def _owned(
    contest: Contest, names: Iterable[str | Mapping[str, Any]], told: Mapping[str, object], problems: list[Problem]
) -> dict[str, list[Any]]:
    """Properties or effects by side."""
    found: dict[str, list[Any]] = {}
    rollers = list(told) if contest.roll is None else [contest.roll.side]
    for text in names:
        side, dot, name = ("", "", "") if isinstance(text, Mapping) else text.partition(".")
        if isinstance(text, Mapping) and text.get("side") in rollers:
            found.setdefault(text["side"], []).append({key: text[key] for key in text if key != "side"})
        elif not dot or side not in rollers:
            say = f"{rollers[0]}.{name or side}"
            problems.append(Problem("unknown-side", f"`{text}` names no side that rolls; say whose it is: {say}"))
        else:
            found.setdefault(side, []).append(name)
    return found


def _kindly(side: Side, problems: Iterable[Problem]) -> Iterator[Problem]:
    for problem in problems:
        if problem.code == "missing-input" and side.may_decline:
            notes = (*problem.notes, f"or, where it does not roll: {side.name}={DECLINES}")
            yield Problem(problem.code, problem.message, problem.where, notes, problem.also)
        else:
            yield problem


def _off(rules: Rules, off: RollOff, setting: Setting, limits: Limits) -> Setting:
    given = _worked_out(rules.checks[off.check], off.inputs, dict(setting.inputs))
    return bind(rules, off.check, given, limits=limits)


def _one(
    rules: Rules,
    roll: OneRoll,
    brought: Iterable[tuple[str, Inputs]],
    owned: Iterable[Mapping[str, list[Any]]],
    limits: Limits,
) -> Setting:
    names = {f"{side}_{name}": value for side, inputs in brought for name, value in inputs}
    given = _worked_out(rules.checks[roll.check], roll.inputs, names)
    have, up, down, effects = (each.get(roll.side, []) for each in owned)
    return bind(rules, roll.check, given, have, up, down, effects, limits)


def _worked_out(check: Check, inputs: Mapping[str, Formula], names: Mapping[str, int]) -> dict[str, Given]:
    """Inputs of a check by their expressions; a choice, which is the place of its word, is turned into the word."""
    found: dict[str, Given] = {}
    for name, formula in inputs.items():
        value = formula.given(names)
        item = check.inputs[name]
        if item.type == "choice":
            word = next((word for word, place in item.options.items() if place == value), None)
            if word is None:
                raise fail("input-range", f"`{name}` has no choice number {value}", formula.span)
            found[name] = word
        else:
            found[name] = value
    return found
