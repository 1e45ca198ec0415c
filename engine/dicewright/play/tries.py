"""Running a sequence: the exact odds of the whole, and the story of one run.

Odds keep only what later tries and the end can tell apart: how many tries there were and what has accumulated. Each
try pours the law of its check over that; laws of equal settings are worked out once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import lcm, prod
from operator import mul
from typing import Any

from ..errors import fail
from ..version import __version__
from .bind import Setting
from .costs import patience
from .course import Course, Stopped, Totals
from .faces import Forced, Shown
from .law import Law, Row, weighed
from .odds import odds
from .outcome import DieShown, Event, Outcome
from .roll import roll
from .throw import Throw

NEGLIGIBLE = Fraction(1, 10**15)

Standing = tuple[Totals, ...]
Ended = dict[tuple[int, bool, Standing], Fraction]
Seen = list[tuple[dict[str, int], int]]


@dataclass(frozen=True)
class Try:
    """One try of a side: its number, the inputs it changed, how it came out, what has accumulated since."""

    number: int
    side: str
    changed: Mapping[str, int] = field(hash=False)
    outcome: Outcome
    totals: Mapping[str, int] = field(hash=False)

    def to_dict(self) -> dict[str, Any]:
        """The try as JSON data."""
        told = self.outcome.to_dict()
        del told["log"]
        side = {"side": self.side} if self.side else {}
        return {"try": self.number, **side, "with": dict(self.changed), **told, "accumulated": dict(self.totals)}


@dataclass(frozen=True, eq=False, repr=False)
class Told(Outcome):
    """A finished sequence: an outcome whose `trace` runs through all tries, whose `dice` are those of the last one."""

    tries: tuple[Try, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "tries": self.tries}

    def to_dict(self) -> dict[str, Any]:
        """The sequence as JSON data; `tries` tells it try by try."""
        told = super().to_dict()
        log = told.pop("log")
        return {**told, "tries": [each.to_dict() for each in self.tries], "log": log}


def said(course: Course, faces: Mapping[str, Sequence[Shown]]) -> Told:
    """A sequence whose faces are said: in order, try after try; with sides, those of each side by its name."""
    sides = course.series.sides
    split: dict[str, dict[str, Sequence[Shown]]] = {side.name: {} for side in sides}
    for key, listed in faces.items():
        side, _, kind = str(key).rpartition(".")
        if side not in split:
            message = f"the faces of `{key}` are those of no side" if sides[0].name else f"there is no side `{side}`"
            say = sides[0].named(kind)
            raise fail("unknown-side", message, None, f"write them so: {say}: ...")
        split[side][kind] = listed
    forced = [Forced(course.rules, split[side.name]) for side in sides]
    told = run(course, [each.throw for each in forced])
    for each in forced:
        each.finish()
    return told


def run(course: Course, throws: Sequence[Throw]) -> Told:
    """Roll a sequence to its end. A throw gives the number of a face, from 0, for a die; each side has its own."""
    sides = range(len(course.series.sides))
    totals = [course.start for _ in sides]
    tries: list[Try] = []
    number, thrown, done = 0, 0, False
    while not done and (course.times is None or number < course.times):
        number += 1
        if number > course.limits.rounds:
            raise fail(
                "limit",
                f"the sequence did not end within {course.limits.rounds:,} tries; that is the limit",
                None,
                "raise it: --limit rounds=N (in Python: Limits(rounds=N))",
            )
        for side in sides:
            changed = course.changed(side, number, totals[side])
            outcome = roll(course.setting(side, number, totals[side]), throws[side])
            totals[side], met = course.after(side, number, totals[side], _seen(course, side, outcome))
            done = done or met
            carried = dict(zip(course.series.totals, totals[side], strict=True))
            tries.append(Try(number, course.series.sides[side].name, changed, outcome, carried))
            thrown += sum(map(len, outcome.log["faces"].values()))
        if thrown > course.limits.draws:
            raise fail("limit", f"a roll throws at most {course.limits.draws:,} dice; that is the limit")
    ends = [course.stopped(side, number, done, totals[side]) for side in sides]
    return _told(course, tuple(tries), course.verdict(number, ends))


def _seen(course: Course, side: int, outcome: Outcome) -> dict[str, int]:
    verdicts = {o.name: int(o.name == outcome.outcome) for o in course.series.sides[side].check.outcomes}
    return {**verdicts, **outcome.results}


@dataclass(frozen=True)
class _Record:
    """What is remembered of a sequence."""

    course: Course
    tries: tuple[Try, ...]

    def dice(self) -> tuple[DieShown, ...]:
        last = self.tries[-len(self.course.series.sides) :]
        return tuple(die for each in last for die in each.outcome.dice)

    def events(self) -> tuple[Event, ...]:
        return tuple(event for each in self.tries for event in each.outcome.trace)

    def log(self) -> dict[str, Any]:
        course, faces = self.course, dict[str, list[Any]]()
        for each in self.tries:
            for kind, listed in each.outcome.log["faces"].items():
                faces.setdefault(f"{each.side}.{kind}" if each.side else kind, []).extend(listed)
        return {
            "system": course.rules.id,
            "sha256": course.sha256,
            "dicewright": __version__,
            "check": course.name,
            "inputs": course.shown_inputs(),
            "properties": list(course.shown_properties()),
            "effects": course.shown_effects(),
            "faces": faces,
        }


def _told(course: Course, tries: tuple[Try, ...], row: Row) -> Told:
    verdict, results = row
    label = next((o.label for o in course.series.outcomes if o.name == verdict), None)
    told = dict(zip(course.series.results, results, strict=True))
    return Told(verdict, label, told, _Record(course, tries), tries)


def weigh(course: Course) -> Law:
    """The exact joint law of a sequence. What is left of one that need not end is its `unresolved`."""
    sides = range(len(course.series.sides))
    laws = Laws(course)
    rows: dict[Row, Fraction] = {}
    if course.series.until is None:
        # nothing that happens to one side touches another: each is followed alone
        alone = [_ends(course, side, _together(course, laws, (side,))) for side in sides]
        laws.room(prod(map(len, alone)))
        for ways in product(*(ends.items() for ends in alone)):
            row = course.verdict(ways[0][0][0], [end for (_, end), _ in ways])
            p = reduce(mul, (p for _, p in ways))
            rows[row] = rows[row] + p if row in rows else p
    else:
        stopped = cache(course.stopped)
        for (tries, done, standing), p in _together(course, laws, tuple(sides)).items():
            row = course.verdict(tries, [stopped(side, tries, done, totals) for side, totals in enumerate(standing)])
            rows[row] = rows[row] + p if row in rows else p
    series = course.series
    return Law(
        *course.head,
        tuple((o.name, o.label) for o in series.outcomes),
        series.results,
        *weighed(rows),
        1 - _sum(rows.values()),
    )


def _sum(shares: Collection[Fraction]) -> Fraction:
    out_of = lcm(*{p.denominator for p in shares})
    return Fraction(sum(p.numerator * (out_of // p.denominator) for p in shares), out_of)


def _ends(course: Course, side: int, ended: Ended) -> dict[tuple[int, Stopped], Fraction]:
    """The ends of a side that can be told apart."""
    found: dict[tuple[int, Stopped], Fraction] = {}
    for (tries, done, (totals,)), p in ended.items():
        key = tries, course.stopped(side, tries, done, totals)
        found[key] = found.get(key, Fraction()) + p
    return found


class Laws:
    """The laws of single tries, each worked out once, and a tally of the work."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._whole: dict[Setting, Law] = {}
        self._seen: dict[tuple[int, Setting], tuple[Seen, int]] = {}
        self._work = 0
        self._patience = patience(course.limits)

    def of(self, side: int, setting: Setting) -> tuple[Seen, int]:
        """What a try can give as far as it is read, each with a weight, and what the weights are out of."""
        key = side, setting
        if key not in self._seen:
            if setting not in self._whole:
                self._whole[setting] = odds(setting, only=self.course.read, held=self._patience)
            self._seen[key] = self._read(self._whole[setting])
        return self._seen[key]

    def _read(self, law: Law) -> tuple[Seen, int]:
        names = [name for name in law.names if name in self.course.read]
        verdicts = [name for name, _ in law.verdicts if name in self.course.read and name not in law.names]
        places = [law.names.index(name) for name in names]
        found: dict[tuple[int, ...], Fraction] = {}
        for (outcome, results), p in law.rows.items():
            key = (*(results[place] for place in places), *(int(name == outcome) for name in verdicts))
            found[key] = found.get(key, Fraction()) + p
        out_of = lcm(*(p.denominator for p in found.values()))
        words = (*names, *verdicts)
        return [
            (dict(zip(words, key, strict=True)), p.numerator * (out_of // p.denominator)) for key, p in found.items()
        ], out_of

    def room(self, states: int) -> None:
        """Refuse work beyond the limit."""
        self._work += states
        self._patience.room(self._work)


def _together(course: Course, laws: Laws, sides: tuple[int, ...]) -> Ended:
    """How these sides can end, try by try; equal standings are one."""
    ended: Ended = {}
    layer: dict[Standing, int] = {(course.start,) * len(sides): 1}
    base, number = 1, 0
    most = course.limits.rounds if course.times is None else course.times
    while layer and number < most:
        if course.times is None and Fraction(sum(layer.values()), base) < NEGLIGIBLE:
            break
        number += 1
        tried = {(standing, False): weight for standing, weight in layer.items()}
        for place, side in enumerate(sides):
            tried, base = _tried(course, laws, (place, side, number), tried, base)
        layer = {}
        for (standing, met), weight in tried.items():
            if met:
                ended[number, True, standing] = Fraction(weight, base)
            else:
                layer[standing] = weight
    if course.times is not None:
        for standing, weight in layer.items():
            ended[number, False, standing] = Fraction(weight, base)
    return ended


Tried = dict[tuple[Standing, bool], int]


def _tried(course: Course, laws: Laws, turn: tuple[int, int, int], tried: Tried, base: int) -> tuple[Tried, int]:
    """Every standing behind one more try of a side."""
    place, side, number = turn
    chances = {totals: laws.of(side, course.setting(side, number, totals)) for totals in _totals(tried, place)}
    shared = lcm(*(out_of for _, out_of in chances.values()))
    moves = {}
    for totals, (seen, out_of) in chances.items():
        laws.room(len(seen))
        merged: dict[tuple[Totals, bool], int] = {}
        for names, weight in seen:
            behind = course.after(side, number, totals, names)
            merged[behind] = merged.get(behind, 0) + weight * (shared // out_of)
        moves[totals] = merged
    found: Tried = {}
    for (standing, met), weight in tried.items():
        onward = moves[standing[place]]
        laws.room(len(onward))
        for (totals, last), share in onward.items():
            key = (*standing[:place], totals, *standing[place + 1 :]), met or last
            found[key] = found.get(key, 0) + weight * share
    return found, base * shared


def _totals(tried: Tried, place: int) -> Iterator[Totals]:
    return iter(dict.fromkeys(standing[place] for standing, _ in tried))
