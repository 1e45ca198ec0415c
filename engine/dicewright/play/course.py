"""A sequence, bound: what each try is, what it leaves behind, and what is said in the end.

Nothing here rolls or weighs; `tries` does both by asking a Course.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import DicewrightError, Problem, fail
from ..model.rules import Rules
from ..model.sequence import Series, Side
from ..ops.state import Limits
from .bind import Given, Head, Setting, asked, bind, shown
from .law import Row

Totals = tuple[int, ...]


class Stopped(NamedTuple):
    """A side at the end: its results, what it is compared by (greater is better), its verdict where it is alone."""

    results: tuple[int, ...]
    standing: tuple[int, ...]
    verdict: str | None


@dataclass(frozen=True)
class Course:
    """A sequence with everything that the caller says about it. Equal courses run alike."""

    rules: Rules = field(compare=False, repr=False)
    sha256: str
    series: Series = field(compare=False, repr=False)
    name: str
    inputs: tuple[tuple[str, int], ...]
    properties: tuple[str, ...]
    upgrade: tuple[str, ...]
    downgrade: tuple[str, ...]
    effects: tuple[str | Mapping[str, Any], ...] = field(hash=False)
    limits: Limits

    @cached_property
    def known(self) -> tuple[Mapping[str, int], ...]:
        """For each side the numbers that no try changes: its inputs, the sequence's, what is worked out from them."""
        return tuple(self._known(side) for side in self.series.sides)

    def _known(self, side: Side) -> Mapping[str, int]:
        given = dict(self.inputs)
        names = {name: given[name] for name in self.series.own}
        for name in side.check.inputs:
            if name not in names and side.named(name) in given:
                names[name] = given[side.named(name)]
        for name, formula in self.series.lets.items():
            names[name] = formula.given(names)
        return names

    @cached_property
    def times(self) -> int | None:
        """How many tries there are at most; None where only a condition ends them."""
        return None if self.series.times is None else max(0, self.series.times.given(self.known[0]))

    @property
    def start(self) -> Totals:
        """What has accumulated before the first try."""
        return (0,) * len(self.series.totals)

    def changed(self, side: int, number: int, totals: Totals) -> dict[str, int]:
        """The inputs that a try sets anew."""
        if not self.series.changes:
            return {}
        names = self._before(side, number, totals)
        return {name: formula.given(names) for name, formula in self.series.changes.items()}

    def setting(self, side: int, number: int, totals: Totals) -> Setting:
        """The check as a try rolls it."""
        changed = self.changed(side, number, totals)
        key = side, tuple(changed.values())
        if key not in self._settings:
            self._settings[key] = self._bound(side, number, changed)
        return self._settings[key]

    @cached_property
    def _settings(self) -> dict[tuple[int, tuple[int, ...]], Setting]:
        return {}

    def _bound(self, side: int, number: int, changed: Mapping[str, int]) -> Setting:
        check = self.series.sides[side].check
        known = {name: value for name, value in self.known[side].items() if name in check.inputs}
        values = {**known, **changed}
        given: dict[str, Given] = {}
        for name, value in values.items():
            item = check.inputs[name]
            if item.type == "choice" and value not in item.options.values():
                raise self._off(name, f"`{name}` is from 1 to {len(item.options)}, not {value}", number)
            given |= shown(check.inputs, [(name, value)])
        have, up, down = (self._of(side, names) for names in (self.properties, self.upgrade, self.downgrade))
        try:
            return bind(self.rules, check.name, given, have, up, down, self._effects(side), self.limits)
        except DicewrightError as error:
            for name in changed:
                for problem in error.problems:
                    if problem.code == "input-range" and f"`{name}`" in problem.message:
                        raise self._off(name, problem.message, number) from None
            raise

    def _of(self, side: int, names: Iterable[str]) -> list[str]:
        """Those of these names that are this side's, without it."""
        before = self.series.sides[side].named("")
        return [name.removeprefix(before) for name in names if name.startswith(before)]

    def _effects(self, side: int) -> list[str | Mapping[str, Any]]:
        return [name for each in self.effects for name in (self._of(side, [each]) if isinstance(each, str) else [each])]

    def _off(self, name: str, message: str, number: int) -> DicewrightError:
        formula = self.series.changes.get(name)
        note = (f"`with` gives it: {formula.text}",) if formula else ()
        return fail("input-range", f"in try {number} {message}", None, *note)

    @cached_property
    def read(self) -> frozenset[str]:
        """The names that are read of a try once it is over."""
        formulas = [*self.series.totals.values(), *([self.series.until] if self.series.until else [])]
        return frozenset(name for formula in formulas for name in formula.names)

    def place(self, number: int) -> int:
        """The number of a try, as far as it makes a difference to what a try is and leaves behind."""
        return number if self._counts else 0

    @cached_property
    def _counts(self) -> bool:
        series = self.series
        read = (*series.changes.values(), *series.totals.values(), *([series.until] if series.until else []))
        return any("tries" in formula.names for formula in read)

    def after(self, side: int, number: int, totals: Totals, seen: Mapping[str, int]) -> tuple[Totals, bool]:
        """What has accumulated behind a try that gave this, and whether it is the last one."""
        names = self._before(side, number, totals)
        names.update(seen)
        for name, formula in self.series.totals.items():
            names[name] = formula.given(names)
        met = self.series.until is not None and bool(self.series.until.given(names))
        return tuple(names[name] for name in self.series.totals), met

    def _before(self, side: int, number: int, totals: Totals) -> dict[str, int]:
        return {**self.known[side], **dict(zip(self.series.totals, totals, strict=True)), "tries": number}

    def stopped(self, side: int, tries: int, done: bool, totals: Totals) -> Stopped:
        """What is said of a side in the end."""
        series = self.series
        names = {**self._before(side, tries, totals), "done": int(done)}
        for name, formula in series.told.items():
            names[name] = formula.given(names)
        results = tuple(names[name] for name in (*series.totals, *series.told))
        if series.compare:
            values = (c.of.given(names) if c.how == "most" else -c.of.given(names) for c in series.compare)
            return Stopped(results, tuple(values), None)
        verdict = (o.name for o in series.outcomes if o.when is None or o.when.given(names))
        return Stopped(results, (), next(verdict, None))

    def verdict(self, tries: int, sides: Sequence[Stopped]) -> Row:
        """Outcome and results of the whole: the greatest standing is ahead."""
        told = (tries, *(number for side in sides for number in side.results))
        if not self.series.compare:
            return sides[0].verdict, told
        best = max(side.standing for side in sides)
        first = [side.name for side, end in zip(self.series.sides, sides, strict=True) if end.standing == best]
        return (first[0] if len(first) == 1 else "tie"), told

    @property
    def head(self) -> Head:
        return self.rules.id, self.name, self.shown_inputs(), self.shown_properties(), tuple(self.shown_effects())

    def shown_inputs(self) -> dict[str, Any]:
        """The inputs as a caller would write them, those of a side together."""
        flat = shown(self.series.inputs, self.inputs)
        told: dict[str, Any] = {name: flat[name] for name in flat if "." not in name}
        for side in self.series.sides:
            if side.name:
                before = side.named("")
                told[side.name] = {n.removeprefix(before): v for n, v in flat.items() if n.startswith(before)}
        return told

    def shown_properties(self) -> tuple[str, ...]:
        """The properties of each side, all upgrades and downgrades made; with sides, the side before a dot."""
        sides = enumerate(self.series.sides)
        return tuple(side.named(name) for n, side in sides for name in self.setting(n, 1, self.start).properties)

    def shown_effects(self) -> list[str]:
        """The effects as a caller would write them; with sides, the side before a dot."""
        sides = enumerate(self.series.sides)
        return [side.named(each.text) for n, side in sides for each in self.setting(n, 1, self.start).effects]


def _flat(given: Mapping[str, Given | Mapping[str, Given]]) -> dict[str, Given]:
    """Inputs of a side that come together, with its name before a dot."""
    flat: dict[str, Given] = {}
    for name, value in given.items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{inner}": one for inner, one in value.items()}
        else:
            flat[name] = value
    return flat


def _belongs(series: Series, each: str | Mapping[str, Any], problems: list[Problem]) -> None:
    """With sides, a property or an effect says whose it is."""
    sides = [side.name for side in series.sides if side.name]
    if not sides or (isinstance(each, str) and each.partition(".")[0] in sides and "." in each):
        return
    if isinstance(each, str):
        say = f"{sides[0]}.{each.rpartition('.')[2]}"
        problems.append(Problem("unknown-side", f"`{each}` names no side that rolls; say whose it is: {say}"))
    else:
        note = "give it a name under `effects:` in the file, and pass side.name"
        problems.append(Problem("unknown-side", "an effect that is written out belongs to no side", None, (note,)))


def course(
    rules: Rules,
    name: str,
    given: Mapping[str, Given | Mapping[str, Given]],
    properties: Iterable[str] = (),
    upgrade: Iterable[str] = (),
    downgrade: Iterable[str] = (),
    effects: Iterable[str | Mapping[str, Any]] = (),
    limits: Limits = Limits(),
) -> Course:
    """A sequence, bound. Raises with every problem in what the caller gave, and where it is refused."""
    series = rules.sequences[name]
    problems: list[Problem] = []
    inputs = asked(series.inputs, _flat(given), f"the sequence `{name}`", problems)
    owned = tuple(properties), tuple(upgrade), tuple(downgrade), tuple(effects)
    for each in (each for names in owned for each in names):
        _belongs(series, each, problems)
    if problems:
        raise DicewrightError(problems)
    found = Course(rules, rules.sha256, series, name, tuple(inputs), *owned, limits)
    for side, names in zip(series.sides, found.known, strict=True):
        for demand in series.requires:
            if not demand.that.given(names):
                what = f"`{name}`" + (f" for {side.name}" if side.name else "")
                problems.append(Problem("refused", f"{what} is refused: {demand.because}", None,
                    (f"it needs: {demand.that.text}",)))  # fmt: skip
        if problems:
            raise DicewrightError(problems)
    if found.times is not None and found.times > limits.rounds:
        raise fail(
            "limit",
            f"`{name}` asks for {found.times:,} tries; the limit is {limits.rounds:,}",
            None,
            "ask for fewer, or raise the limit: --limit rounds=N (in Python: Limits(rounds=N))",
        )
    for number in range(len(series.sides)):
        if found.times != 0:
            found.setting(number, 1, found.start)
    return found
