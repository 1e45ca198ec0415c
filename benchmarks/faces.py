"""Dice and pools that the hand-written programs and those of the peers share."""

from __future__ import annotations

# (success, advantage, triumph, despair) of each face; failure and threat are negative
SYMBOLS: dict[str, list[tuple[int, int, int, int]]] = {
    "ability": [(0, 0, 0, 0)] + [(1, 0, 0, 0)] * 2 + [(2, 0, 0, 0)] + [(0, 1, 0, 0)] * 2 + [(1, 1, 0, 0), (0, 2, 0, 0)],
    "proficiency": [(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0), (0, 1, 0, 0)]
    + [(1, 1, 0, 0)] * 3
    + [(0, 2, 0, 0)] * 2
    + [(1, 0, 1, 0)],
    "difficulty": [(0, 0, 0, 0), (-1, 0, 0, 0), (-2, 0, 0, 0)] + [(0, -1, 0, 0)] * 3 + [(0, -2, 0, 0), (-1, -1, 0, 0)],
    "challenge": [(0, 0, 0, 0), (-1, 0, 0, 0), (-1, 0, 0, 0), (-2, 0, 0, 0), (-2, 0, 0, 0)]
    + [(0, -1, 0, 0)] * 2
    + [(-1, -1, 0, 0)] * 2
    + [(0, -2, 0, 0)] * 2
    + [(-1, 0, 0, 1)],
    "boost": [(0, 0, 0, 0)] * 2 + [(1, 0, 0, 0), (1, 1, 0, 0), (0, 2, 0, 0), (0, 1, 0, 0)],
    "setback": [(0, 0, 0, 0)] * 2 + [(-1, 0, 0, 0)] * 2 + [(0, -1, 0, 0)] * 2,
}


def pool(ability: int, proficiency: int, difficulty: int, challenge: int, boost: int, setback: int) -> dict[str, int]:
    """How many dice of each kind."""
    return dict(zip(SYMBOLS, (ability, proficiency, difficulty, challenge, boost, setback), strict=True))


POOLS = {
    "G5": pool(2, 1, 1, 1, 0, 0),
    "G8": pool(2, 2, 2, 1, 1, 0),
    "G12": pool(3, 2, 3, 2, 1, 1),
    "G20": pool(5, 4, 4, 3, 2, 2),
    "G40": pool(10, 8, 8, 6, 4, 4),
    "R02": pool(2, 1, 2, 0, 0, 0),
    "B04": pool(3, 2, 3, 1, 1, 1),
}

# (success, opportunity, strife, explosive); an explosive success counts as one success
RING = [(0, 0, 0, 0), (0, 1, 1, 0), (0, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 0), (1, 0, 1, 1)]
SKILL = (
    [(0, 0, 0, 0)] * 2
    + [(0, 1, 0, 0)] * 3
    + [(1, 0, 1, 0)] * 2
    + [(1, 0, 0, 0)] * 2
    + [(1, 1, 0, 0), (1, 0, 1, 1), (1, 0, 0, 1)]
)
NEED, STRAIN, KEEP = 3, 1, 3

MIXED = (4, 6, 8, 10, 12, 20)


def packed(vector: tuple[int, ...], width: int = 12) -> int:
    """A vector as one number: adding the numbers adds the vectors."""
    whole = 0
    for part in reversed(vector):
        whole = (whole << width) + part
    return whole


def unpacked(whole: int, parts: int = 4, width: int = 12) -> tuple[int, ...]:
    """The vector that a number stands for."""
    half, mask = 1 << (width - 1), (1 << width) - 1
    out = []
    for _ in range(parts):
        part = ((whole + half) & mask) - half
        out.append(part)
        whole = (whole - part) >> width
    return tuple(out)
