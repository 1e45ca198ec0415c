"""A loop that is solved, and not followed round by round.

Every state inside of a loop leads to others, and out of it. Where only so many states are ever come to, how often each
is come to follows from linear equations, in fractions: however long the loop may run, nothing is left open but what
never leaves it. What is solved equals what is followed without end. Most loops hardly ever come back: equations are
solved only among states that lead to each other, and the other states are gone through in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from .ask import Again
from .equations import solution

Shares = dict[Any, Fraction]
Sums = dict[int, int]  # by their denominators

MOST = 100_000  # states inside of a loop that is solved
WIDEST = 600_000  # ways that lead on from them
ROUNDS = 400  # after which no state may come up that was not there before
FEW, SOME = 10_000, 100  # beyond so many ways it has to be after fewer rounds,
LITTLE = 1e-15  # and as long as such states are at all likely


@dataclass(frozen=True, slots=True)
class Loop:
    """The places of a loop behind its head, and what makes of a state that comes round the one that came first."""

    inside: range
    fresh: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Counted:
    """A loop that is gone through at most so many `times`: its places, and those of its head that states have done.

    `done` is how many times a state at the head has gone through, `again` makes of it one that has done so often.
    """

    inside: range
    times: int
    done: Callable[[Any], int]
    again: Callable[[Any, int], Any]


class Leads(NamedTuple):
    """Where a state leads, by weight, and what the weights are out of; the rest is lost."""

    ways: Mapping[Any, int]
    out_of: int


def belongs(head: int, places: range, end: Any) -> bool:
    """Whether something is a state of the loop with its head there."""
    return isinstance(end, Again) and (end.at == head or end.at in places)


def begun(at: int, fresh: Callable[[Any], Any], level: Mapping[Any, tuple[int, int]]) -> dict[Again, Fraction]:
    """The states with which a loop begins, as if they came there first."""
    begin: dict[Again, Fraction] = {}
    for state, mass in level.items():
        head = Again(fresh(state), at)
        begin[head] = begin.get(head, Fraction()) + Fraction(*mass)
    return begin


def solved(
    begin: Mapping[Again, Fraction],
    row: Callable[[Again], Leads],
    inside: Callable[[Any], bool],
    most: int = MOST,
    check: Callable[[], None] = lambda: None,
) -> Shares | None:
    """What leaves a loop that begins with these shares; None where it has more states, or it takes too much work.

    `row` tells where a state leads, `inside` whether something that is led to is a state of the loop.
    """
    rows = _explored(begin, row, inside, most, check)
    if rows is None:
        return None
    coming = _sums(begin)
    leaving: dict[Any, Sums] = {}
    for part in _parts(rows, check):
        visits = _visits(part, rows, coming, check)
        if visits is None:
            return None
        here = set(part)
        for state, (num, den) in zip(part, visits, strict=True):
            for end, weight in rows[state].ways.items() if num else ():
                if end not in here:
                    _add(coming if end in rows else leaving, end, num * weight, den)
    return _shares(leaving)


def repeated(
    begin: Mapping[Again, Fraction],
    times: int,
    row: Callable[[Again], Leads],
    inside: Callable[[Any], bool],
    check: Callable[[], None] = lambda: None,
) -> tuple[Shares, Shares]:
    """What stands at the head of a loop that is gone through so many times, and what has left it by then.

    It begins with these shares; each state is asked but once where it leads.
    """
    leaving: dict[Any, Sums] = {}
    coming = _sums(begin)
    head = next(iter(begin)).at
    before: dict[Any, tuple[int, int]] = {}
    for _ in range(times):
        now = {state: _sum(sums) for state, sums in coming.items()}
        if now == before and not leaving:
            break  # so it stays
        before, waiting, coming = now, {head: coming}, {}
        while waiting:
            check()
            for state, sums in waiting.pop(min(waiting)).items():
                num, den = _sum(sums)
                leads, out_of = row(state)
                for end, weight in leads.items():
                    if not inside(end):
                        _add(leaving, end, num * weight, den * out_of)
                    else:
                        into = coming if end.at == head else waiting.setdefault(end.at, {})
                        _add(into, end, num * weight, den * out_of)
    return _shares(coming), _shares(leaving)


def _explored(
    begin: Iterable[Again],
    row: Callable[[Again], Leads],
    inside: Callable[[Any], bool],
    most: int,
    check: Callable[[], None],
) -> dict[Again, Leads] | None:
    """Where each state leads that is ever come to; lower places first, so that they are gone by in rounds.

    How likely it is that new states come up is told as if whoever comes back went on to others at once: so it becomes
    little where a loop counts without end, and does not where it is only long.
    """
    found: dict[Again, Leads] = {}
    waiting: dict[int, dict[Again, float]] = {}
    for state in begin:
        waiting.setdefault(state.at, {})[state] = 1.0
    head, rounds, ways = min(waiting), 0, 0
    while waiting:
        at = min(waiting)
        level = waiting.pop(at)
        if at == head:
            rounds += 1
            if too_much(rounds, len(found), ways) or (ways > FEW and sum(level.values()) < LITTLE):
                return None
        check()
        for state, likely in level.items():
            if len(found) >= most or ways > WIDEST:
                return None
            found[state] = row(state)
            leads = found[state].ways
            ways += len(leads)
            new = {end: weight for end, weight in leads.items() if end not in found}
            each = likely / sum(new.values()) if new else 0.0
            for end, weight in new.items():
                if inside(end):
                    there = waiting.setdefault(end.at, {})
                    there[end] = there.get(end, 0.0) + weight * each
    return found


def too_much(rounds: int, states: int, ways: int) -> bool:
    """Whether a loop is not looked into any further, of which so much has been found in so many rounds."""
    return rounds > ROUNDS or states > MOST or ways > WIDEST or (ways > FEW and rounds > SOME)


def _parts(rows: Mapping[Any, Leads], check: Callable[[], None]) -> list[list[Any]]:
    """The states that lead to each other, in parts: each before those to which it leads."""
    number: dict[Any, int] = {}
    low: dict[Any, int] = {}
    path: list[Any] = []
    found: list[list[Any]] = []
    parted: set[Any] = set()
    for root in rows:
        if root in number:
            continue
        check()
        number[root] = low[root] = len(number)
        path.append(root)
        stack = [(root, iter(rows[root].ways))]
        while stack:
            state, onward = stack[-1]
            for end in onward:
                if end not in rows or end in parted:
                    continue
                if end in number:
                    low[state] = min(low[state], number[end])
                    continue
                number[end] = low[end] = len(number)
                path.append(end)
                stack.append((end, iter(rows[end].ways)))
                break
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[state])
                if low[state] == number[state]:
                    part = [path.pop()]
                    while part[-1] != state:
                        part.append(path.pop())
                    found.append(part)
                    parted.update(part)
    return found[::-1]


def _visits(
    part: list[Any], rows: Mapping[Any, Leads], coming: Mapping[Any, Sums], check: Callable[[], None]
) -> list[tuple[int, int]] | None:
    """How often each state of a part is come to, by what its weights are out of; never, where none is ever left."""
    check()
    places = {state: n for n, state in enumerate(part)}
    here = [{places[end]: weight for end, weight in rows[state].ways.items() if end in places} for state in part]
    if all(sum(ways.values()) == rows[state].out_of for state, ways in zip(part, here, strict=True)):
        return [(0, 1)] * len(part)
    begin = [_sum(coming.get(state, {})) for state in part]
    if len(part) == 1:
        num, den = begin[0]
        return [(num, den * (rows[part[0]].out_of - here[0].get(0, 0)))]
    lines: list[dict[int, int]] = [{n: rows[state].out_of} for n, state in enumerate(part)]
    for n, ways in enumerate(here):
        for end, weight in ways.items():
            lines[end][n] = lines[end].get(n, 0) - weight
    whole = lcm(*(den for _, den in begin))
    found = solution(lines, [num * (whole // den) for num, den in begin], check)
    if found is None:
        return None
    visits, of = found
    return [(visit, of * whole) for visit in visits]


def _sums(shares: Mapping[Any, Fraction]) -> dict[Any, Sums]:
    return {state: {share.denominator: share.numerator} for state, share in shares.items()}


def _shares(found: Mapping[Any, Sums]) -> Shares:
    return {end: Fraction(*_sum(sums)) for end, sums in found.items()}


def _add(into: dict[Any, Sums], state: Any, num: int, den: int) -> None:
    sums = into.setdefault(state, {})
    sums[den] = sums.get(den, 0) + num


def _sum(sums: Sums) -> tuple[int, int]:
    """The sum of fractions, reduced."""
    den = lcm(*sums)
    num = sum(n * (den // d) for d, n in sums.items())
    shared = gcd(num, den)
    return num // shared, den // shared
