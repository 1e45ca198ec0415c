"""Savage Worlds: the better of a trait die and a d6, both rolled on and added up at their highest face; and cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations


def trait_success(sides: int, target: int) -> Fraction:
    """The probability that the better of the trait die and the wild die reaches the target."""
    return 1 - (1 - aced_at_least(sides, target)) * (1 - aced_at_least(6, target))


def aced_at_least(sides: int, target: int) -> Fraction:
    """The probability that one acing die reaches the target, however long it goes on."""
    if target <= 1:
        return Fraction(1)
    reached = Fraction(0)
    for face in range(1, sides):
        if face >= target:
            reached += Fraction(1, sides)
    return reached + Fraction(1, sides) * aced_at_least(sides, target - sides)


def best_card(cards: int) -> dict[int, Fraction]:
    """The best of some action cards: four times its rank and 0 to 3 for clubs to spades; 60 for a joker."""
    deck = [4 * rank + suit for rank in range(2, 15) for suit in range(4)] + [60, 60]
    best = Counter(max(hand) for hand in combinations(deck, cards))
    return {order: Fraction(n, best.total()) for order, n in best.items()}
