"""A die: a name and how likely each of its faces is. Nothing else in the engine is random; an urn is one, too."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

DRAWN = "drawn"  # the name of every urn


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


@dataclass(frozen=True)
class Urn(Die):
    """Things of which one is drawn, each as likely as any other: `looks[i]` is what `weights[i]` of them look like."""

    looks: tuple[Hashable, ...] = ()
