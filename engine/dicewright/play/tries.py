"""Running a sequence: the exact odds of the whole, and the story of one run.

Odds keep only what later tries and the end can tell apart: how many tries there were and what has accumulated. Each
try pours the law of its check over that; laws of equal settings are worked out once. Mass is whole numbers, out of a
base that grows from try to try.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any

from ..chance.pour import OVER
from ..errors import DicewrightError, fail
from ..version import __version__
from .bind import Setting
from .costs import patience
from .course import Course, Stopped, Totals
from .faces import Forced, Shown
from .law import Law, Row
from .odds import odds
from .outcome import DieShown, Event, Outcome
from .roll import roll
from .throw import Throw
from .tried import Tried

NEGLIGIBLE = Fraction(1, 10**15)
FAR = 4  # where so many times the work would be too much they look ahead, how much more there is to come

Layer = dict[Totals, int]  # what a side may have got, by weight
Moves = dict[tuple[Totals, bool], int]  # and whether that was the last try
Ends = list[tuple[Stopped, int]]
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
    """The exact joint law of a sequence. What is left of one that need not end is its `unresolved`.

    Nothing that happens to one side touches another until one of them ends it for all. So each is followed alone, and
    only what they have got in the last try is put together.
    """
    laws, sides = Laws(course), range(len(course.series.sides))
    layers: list[Layer] = [{course.start: 1} for _ in sides]
    bases = [1 for _ in sides]
    found: list[tuple[dict[Row, int], int]] = []
    number, most = 0, course.limits.rounds if course.times is None else course.times
    while number < most and all(layers):
        if course.times is None and _left(layers, bases) < NEGLIGIBLE:
            break
        number += 1
        ended: list[Layer] = []
        for side in sides:
            met, layers[side], bases[side] = _tried(laws, (side, number), layers[side], bases[side])
            ended.append(met)
        found.append((_last(laws, number, ended, layers), prod(bases)))
    if course.times is not None:
        found.append(
            (laws.joined(number, [laws.stopped(side, number, False, layers[side]) for side in sides]), prod(bases))
        )
    out_of = prod(bases)
    rows: dict[Row, int] = {}
    for ends, base in found:
        for row, weight in ends.items():
            rows[row] = rows.get(row, 0) + weight * (out_of // base)
    unresolved = Fraction(out_of - sum(rows.values()), out_of)
    shared = gcd(out_of, *rows.values())
    rows = {row: weight // shared for row, weight in rows.items()}
    series = course.series
    verdicts = tuple((o.name, o.label) for o in series.outcomes)
    return Law(*course.head, verdicts, series.results, rows, out_of // shared, unresolved)


def _left(layers: Sequence[Layer], bases: Sequence[int]) -> Fraction:
    """The probability that it is not over yet."""
    return Fraction(prod(sum(layer.values()) for layer in layers), prod(bases))


def _last(laws: Laws, number: int, ended: Sequence[Layer], layers: Sequence[Layer]) -> dict[Row, int]:
    """Every way in which this try is the last: those before the first side that ends it would have gone on."""
    met, on = ([laws.stopped(n, number, True, each[n]) for n in range(len(each))] for each in (ended, layers))
    rows: dict[Row, int] = {}
    for first in range(len(met)):
        either = [a + b for a, b in zip(met[first + 1 :], on[first + 1 :], strict=True)]
        for row, weight in laws.joined(number, [*on[:first], met[first], *either]).items():
            rows[row] = rows.get(row, 0) + weight
    return rows


class Laws:
    """The laws of single tries, each worked out once, and a tally of the work."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._seen: dict[Setting, tuple[Seen, int]] = {}
        self._moves: dict[tuple[int, int, Totals], tuple[Moves, int]] = {}
        self._work, self._foreseen = 0, False
        self._patience = patience(course.limits)

    def moves(self, side: int, number: int, totals: Totals) -> tuple[Moves, int]:
        """What may have been got behind a try, each with a weight, and what the weights are out of."""
        key = side, self.course.place(number), totals
        if key not in self._moves:
            seen, out_of = self._of(self.course.setting(side, number, totals))
            self.room(len(seen))
            behind: Moves = {}
            for names, share in seen:
                after = self.course.after(side, number, totals, names)
                behind[after] = behind.get(after, 0) + share
            self._moves[key] = behind, out_of
        return self._moves[key]

    def _of(self, setting: Setting) -> tuple[Seen, int]:
        """What a try can give as far as it is read."""
        if setting not in self._seen:
            self._seen[setting] = self._read(odds(setting, only=self.course.read, held=self._patience))
        return self._seen[setting]

    def _read(self, law: Law) -> tuple[Seen, int]:
        names = [name for name in law.names if name in self.course.read]
        verdicts = [name for name, _ in law.verdicts if name in self.course.read and name not in law.names]
        places = [law.names.index(name) for name in names]
        found: dict[tuple[int, ...], int] = {}
        for (outcome, results), weight in law.weights.items():
            key = (*(results[place] for place in places), *(int(name == outcome) for name in verdicts))
            found[key] = found.get(key, 0) + weight
        words = (*names, *verdicts)
        return [(dict(zip(words, key, strict=True)), weight) for key, weight in found.items()], law.out_of

    def stopped(self, side: int, number: int, done: bool, layer: Layer) -> Ends:
        """What is said of a side at the end, for all that it may have got."""
        found: dict[Stopped, int] = {}
        for totals, weight in layer.items():
            end = self.course.stopped(side, number, done, totals)
            found[end] = found.get(end, 0) + weight
        return list(found.items())

    def joined(self, number: int, ends: Sequence[Ends]) -> dict[Row, int]:
        """All ends of each side with those of the others."""
        self.room(prod(map(len, ends)))
        rows: dict[Row, int] = {}
        for ways in product(*ends):
            row = self.course.verdict(number, [end for end, _ in ways])
            rows[row] = rows.get(row, 0) + prod([weight for _, weight in ways])
        return rows

    def room(self, states: int) -> None:
        """Refuse work beyond the limit; after some of it, what is far beyond."""
        self._work += states
        self._patience.check()
        limit = self.course.limits.states
        if self._work > limit:
            raise self._too_many(f"{self._work:,} states or more")
        if self._work > limit // FAR and not self._foreseen:
            self._foreseen = True
            expected = Tried(self.course, self._patience).work
            if expected > OVER * limit:
                raise self._too_many(f"about {expected:,} states")

    def _too_many(self, states: str) -> DicewrightError:
        return fail(
            "limit",
            f"the exact odds need {states}; the limit is {self.course.limits.states:,}",
            None,
            "ask for fewer tries or dice, or raise the limit: --limit states=N (in Python: Limits(states=N))",
        )


def _tried(laws: Laws, turn: tuple[int, int], layer: Layer, base: int) -> tuple[Layer, Layer, int]:
    """What a side may have got behind one more try: where it was the last one, and where not; and out of what."""
    moves = {totals: laws.moves(*turn, totals) for totals in layer}
    shared = lcm(*{out_of for _, out_of in moves.values()})
    met: Layer = {}
    onward: Layer = {}
    for totals, weight in layer.items():
        behind, out_of = moves[totals]
        laws.room(len(behind))
        scale = weight * (shared // out_of)
        for (after, last), share in behind.items():
            into = met if last else onward
            into[after] = into.get(after, 0) + share * scale
    return met, onward, base * shared
