"""Savage Worlds: the better of a trait die and a d6, both rolled on and added up at their highest face."""

from fractions import Fraction


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
