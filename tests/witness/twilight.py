"""Twilight: 2000: two dice of several sizes; 6 is a success and 10 are two, and all but these and 1s are pushed."""

from fractions import Fraction

from .year_zero import Roll, Throw, decided, throws, verdict

SIZES = (6, 8, 10, 12)


def push(attribute: str, skill: str = "none", modifier: int = 0, edge: int = 0, need: int = 1) -> dict[Roll, Fraction]:
    """A roll with these dice; a modifier moves sizes, an edge above 0 is an advantage and below 0 a disadvantage."""
    sides = sorted(int(die[1:]) for die in (attribute, skill) if die != "none")
    if edge > 0:
        sides.append(sides[0])
    elif edge < 0 and len(sides) > 1:
        sides.pop(0)
    for _ in range(abs(modifier)):
        sides = _grown(sorted(sides)) if modifier > 0 else _shrunk(sorted(sides))

    def again(throw: Throw) -> dict[Throw, Fraction] | None:
        loose = [(kind, int(kind[1:])) for kind, face in throw if 1 < face < 6]
        return throws(loose, tuple(die for die in throw if not 1 < die[1] < 6)) if loose else None

    def told(throw: Throw, pushed: int) -> Roll:
        faces = [face for _, face in throw]
        successes = sum((face >= 6) + (face >= 10) for face in faces)
        return Roll(verdict(successes, need), successes, faces.count(1) * pushed, pushed)

    return decided(throws((f"d{number}", number) for number in sides), again, told, "harm")


def _grown(sides: list[int]) -> list[int]:
    if sides[0] < 12:
        return [SIZES[SIZES.index(sides[0]) + 1], *sides[1:]]
    return [*sides, 6] if len(sides) == 1 else sides


def _shrunk(sides: list[int]) -> list[int]:
    if sides[-1] > 6:
        return [*sides[:-1], SIZES[SIZES.index(sides[-1]) - 1]]
    return sides[:-1] if len(sides) > 1 else sides
