"""Linear equations between expected numbers of visits, solved in whole numbers.

The numbers of a solution are long, and of elimination longer ones come in between. So the elimination is done once,
modulo a prime; from it the solution follows digit by digit (after Dixon: each digit is a few sparse products), until
fractions with such digits fit. What fits is put into the equations: only what solves them is given back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import isqrt
from operator import mul
from typing import NamedTuple

PRIMES = tuple((1 << bits) - 1 for bits in (127, 107, 89, 61))
WORK = 12_000_000  # products of two digits: about a second
STEP = 6  # times as long as in a sum takes a product that changes a line
DENSE = 3  # lines are listed in full where a third of what is left stands in them

Rows = Sequence[Mapping[int, int]]  # of each line the places that are not 0
Solution = tuple[list[int], int]  # numerators and the denominator of all
Terms = tuple[tuple[int, ...], tuple[int, ...]]  # places, and the numbers there


class Pivot(NamedTuple):
    """A place that is eliminated: 1 / its own number, and its line on the left and on the right of that."""

    place: int
    inverse: int
    before: Terms
    behind: Terms


class _LongError(Exception):
    """It takes too much work."""


def solution(rows: Rows, right: Sequence[int], check: Callable[[], None]) -> Solution | None:
    """What solves the equations; None where that takes too much work.

    There is one solution, none of its numbers is below 0; on the diagonal stand numbers above 0, and nowhere else.
    """
    for prime in PRIMES:
        try:
            return _lifted(rows, right, prime, _eliminated(rows, prime, check), check)
        except ZeroDivisionError:
            continue
        except _LongError:
            break
    return None


def _eliminated(rows: Rows, prime: int, check: Callable[[], None]) -> list[Pivot]:
    """The elimination modulo the prime, in an order that keeps the lines short."""
    lines = [{j: x % prime for j, x in row.items()} for row in rows]
    above: list[set[int]] = [set() for _ in rows]  # for each place the lines in which it stands
    for i, line in enumerate(lines):
        for j in line:
            above[j].add(i)
    left = dict.fromkeys(range(len(rows)))
    heap = [(len(lines[i]) * len(above[i]), i) for i in left]
    heapify(heap)
    before: list[dict[int, int]] = [{} for _ in rows]
    done: list[Pivot] = []
    work = 0
    while left:
        cost, k = heappop(heap)
        if k not in left:
            continue
        now = len(lines[k]) * len(above[k])
        if now > cost:
            heappush(heap, (now, k))
            continue
        if now * DENSE > len(left) ** 2:
            return done + _in_full(list(left), lines, before, prime, work, check)
        check()
        work += now * STEP
        if work > WORK:
            raise _LongError
        del left[k]
        line = lines[k]
        inverse = _inverse(line.pop(k), prime)
        above[k].discard(k)
        for j in line:
            above[j].discard(k)
        for i in above[k]:
            other = lines[i]
            times = before[i][k] = other.pop(k) * inverse % prime
            for j, x in line.items():
                if j in other:
                    other[j] = (other[j] - times * x) % prime
                else:
                    other[j] = -times * x % prime
                    above[j].add(i)
        done.append(Pivot(k, inverse, _terms(before[k].items()), _terms(line.items())))
    return done


def _in_full(
    left: Sequence[int],
    lines: Sequence[Mapping[int, int]],
    before: Sequence[Mapping[int, int]],
    prime: int,
    work: int,
    check: Callable[[], None],
) -> list[Pivot]:
    """The same for the places that are left, which stand in most of the lines that are left."""
    if work + len(left) ** 3 // 3 > WORK:
        raise _LongError
    lower: list[list[int]] = [[] for _ in left]
    upper: list[list[int]] = [[] for _ in left]  # by columns
    inverses: list[int] = []
    for n, k in enumerate(left):
        check()
        line, mine = lines[k], lower[n]
        for j, column in zip(left[n:], upper[n:], strict=True):
            column.append((line.get(j, 0) - sum(map(mul, mine, column))) % prime)
        inverse = _inverse(upper[n][n], prime)
        inverses.append(inverse)
        for i, other in zip(left[n + 1 :], lower[n + 1 :], strict=True):
            other.append((lines[i].get(k, 0) - sum(map(mul, other, upper[n]))) * inverse % prime)
    return [
        Pivot(
            k,
            inverses[n],
            _terms([*before[k].items(), *zip(left, lower[n], strict=False)]),
            _terms([(j, upper[m][n]) for m, j in enumerate(left[n + 1 :], n + 1)]),
        )
        for n, k in enumerate(left)
    ]


def _inverse(x: int, prime: int) -> int:
    if not x:
        raise ZeroDivisionError
    return pow(x, -1, prime)


def _terms(found: Iterable[tuple[int, int]]) -> Terms:
    listed = list(found)
    return tuple([j for j, _ in listed]), tuple([x for _, x in listed])


def _lifted(
    rows: Rows, right: Sequence[int], prime: int, pivots: Sequence[Pivot], check: Callable[[], None]
) -> Solution | None:
    """The solution from its digits to the base of the prime."""
    lines = [_terms(row.items()) for row in rows]
    great = sum(right).bit_length()
    longest = sum([row[i].bit_length() for i, row in enumerate(rows)])  # no denominator is longer
    most = (2 * longest + great) // (prime.bit_length() - 1) + 2  # digits
    size = sum([len(places) for places, _ in lines]) + sum([len(p.before[0]) + len(p.behind[0]) for p in pivots])
    if most * size > 2 * WORK:
        raise _LongError
    rest, found, base, tried = list(right), [0] * len(rows), 1, 1
    for number in range(1, most + 1):
        check()
        digit = [x % prime for x in rest]
        for k, _, before, _ in pivots:
            digit[k] = (digit[k] - _product(before, digit)) % prime
        for k, inverse, _, behind in reversed(pivots):
            digit[k] = (digit[k] - _product(behind, digit)) * inverse % prime
        rest = [(x - _product(line, digit)) // prime for x, line in zip(rest, lines, strict=True)]
        found = [x + base * y for x, y in zip(found, digit, strict=True)]
        base *= prime
        if number in (tried, most):
            tried += 1 + tried // 2
            if fitting := _fitting(found, base, great):
                tops, whole = fitting
                if all(_product(line, tops) == whole * x for x, line in zip(right, lines, strict=True)):
                    return fitting
    raise AssertionError("no solution is longer than its bound")


def _product(terms: Terms, numbers: Sequence[int]) -> int:
    places, values = terms
    return sum(map(mul, values, map(numbers.__getitem__, places)))


def _fitting(found: Sequence[int], base: int, great: int) -> Solution | None:
    """Fractions with one denominator that are these numbers modulo the base; None where they are too long for it."""
    least = isqrt(base >> great + 1)  # numerators may be longer than denominators: as much as the right side is
    most = base // (2 * least or 1)
    whole = 1
    for x in found:
        over = x * whole % base
        if over > most:
            a, b, s, t = base, over, 0, 1
            while b > most:
                q = a // b
                a, b, s, t = b, a - q * b, t, s - q * t
            whole *= abs(t)
        if whole > least:
            return None
    return [x * whole % base for x in found], whole
