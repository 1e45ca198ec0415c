"""A die: a name and how likely each of its faces is. Nothing else in the engine is random."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Die:
    """Faces are numbered from 0; `weights[i]` is the whole-number weight of face i."""

    name: str
    weights: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        return sum(self.weights)

    def face_at(self, share: float) -> int:
        """The face that a number from [0, 1) falls on."""
        left = int(share * self.total)
        for face, weight in enumerate(self.weights):
            left -= weight
            if left < 0:
                return face
        raise ValueError("share must be below 1")
