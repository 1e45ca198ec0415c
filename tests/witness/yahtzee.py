"""Yahtzee: the best play of one turn, by working back from the last roll over all hands."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

Hand = tuple[int, ...]


def _hands(dice: int) -> Counter[Hand]:
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))


def best(worth: Callable[[Hand], int], rolls: int = 3) -> Fraction:
    """The mean of what a hand is worth in the end if any dice may be kept after every roll."""
    thrown = [_hands(dice) for dice in range(6)]
    value = {hand: Fraction(worth(hand)) for hand in thrown[5]}
    for _ in range(rolls - 1):
        keeps = {kept for hand in thrown[5] for size in range(6) for kept in combinations(hand, size)}
        after = {
            kept: sum(
                (ways * value[tuple(sorted(kept + more))] for more, ways in thrown[5 - len(kept)].items()), Fraction(0)
            )
            / 6 ** (5 - len(kept))
            for kept in keeps
        }
        value = {hand: max(after[kept] for size in range(6) for kept in combinations(hand, size)) for hand in thrown[5]}
    return sum((ways * value[hand] for hand, ways in thrown[5].items()), Fraction(0)) / 6**5


def alike(number: int) -> Callable[[Hand], int]:
    return lambda hand: max(Counter(hand).values()) >= number


def full_house(hand: Hand) -> int:
    return sorted(Counter(hand).values()) == [2, 3]


def straight(length: int) -> Callable[[Hand], int]:
    return lambda hand: any(set(range(low, low + length)) <= set(hand) for low in range(1, 8 - length))
