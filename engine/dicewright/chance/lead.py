"""Who is ahead when two handfuls are compared die by die, the greatest first, without listing either of them.

It goes down through the values. As long as both handfuls have had as many dice of each, all that is carried is how many
dice each has left; where one of them has more of a value, it is ahead whatever the others show, for a die beats none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb, prod

Left = tuple[int, ...]
Die = Mapping[int | None, int]  # the weight of each value; None where the die does not count
Hand = Sequence[tuple[int, Die]]


def lead(one: Hand, other: Hand, limit: Callable[[int], None]) -> tuple[int, int, int]:
    """The weights with which one is ahead, the other is, and neither, out of the product of all dice."""
    values = {value for hand in (one, other) for _, law in hand for value in law if value is not None}
    hands = [[(law, sum(law.values())) for _, law in hand] for hand in (one, other)]
    rest = [[whole for _, whole in hand] for hand in hands]
    ahead, behind = 0, 0
    level: dict[tuple[Left, Left], int] = {(tuple(n for n, _ in one), tuple(n for n, _ in other)): 1}
    for value in sorted(values, reverse=True):
        here = [[law.get(value, 0) for law, _ in hand] for hand in hands]
        rest = [[w - now for w, now in zip(*each, strict=True)] for each in zip(rest, here, strict=True)]
        below: dict[tuple[Left, Left], int] = {}
        for lefts, weight in level.items():
            mine, others = map(_falls, lefts, here, rest)
            for number, left, ways, whole in mine:
                ways *= weight
                for against, theirs, more, their_whole in others:
                    if number > against:
                        ahead += ways * whole * more * their_whole
                    elif number < against:
                        behind += ways * whole * more * their_whole
                    else:
                        below[left, theirs] = below.get((left, theirs), 0) + ways * more
        limit(len(below))
        level = below
    tied = sum(
        weight * prod(prod(map(pow, last, left)) for last, left in zip(rest, lefts, strict=True))
        for lefts, weight in level.items()
    )
    return ahead, behind, tied


def spread(one: Hand, other: Hand) -> tuple[int, int]:
    """Through how many values that goes, and how many states there are at most at each of them."""
    values = {value for hand in (one, other) for _, law in hand for value in law if value is not None}
    gone = [_gone([n for n, _ in hand]) for hand in (one, other)]
    return len(values), sum(a * b for a, b in zip(*gone, strict=False))


def _gone(numbers: Sequence[int]) -> list[int]:
    """In how many ways so many dice can be gone, from none to all."""
    found = [1]
    for n in numbers:
        found = [sum(found[max(0, k - n) : k + 1]) for k in range(len(found) + n)]
    return found


def _falls(left: Left, here: Sequence[int], rest: Sequence[int]) -> list[tuple[int, Left, int, int]]:
    """How many dice of a hand can show a value, what is left then, in how many ways, and the weight of what is left."""
    found: list[tuple[int, Left, int, int]] = [(0, (), 1, 1)]
    for n, now, later in zip(left, here, rest, strict=True):
        most = n if now else 0
        least = 0 if later else n
        shares = [(m, n - m, comb(n, m) * now**m, later ** (n - m)) for m in range(least, most + 1)]
        found = [
            (number + m, (*before, more), ways * mine, whole * theirs)
            for number, before, ways, whole in found
            for m, more, mine, theirs in shares
        ]
    return found
