"""A die: a name and how likely each of its faces is. Nothing else in the engine is random; an urn is one, too."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

DRAWN = "drawn"  # the name of every urn
LISTED = 1_000


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
        at = int(share * self.total)
        try:
            return self._faces[at]
        except IndexError:
            if at >= self.total:
                raise ValueError("share must be below 1") from None
            return bisect(self._bounds, at)

    @cached_property
    def _faces(self) -> tuple[int, ...]:
        """The faces, each as often as it weighs, where that is not too often."""
        if self.total > LISTED:
            return ()
        return tuple(face for face, weight in enumerate(self.weights) for _ in range(weight))

    @cached_property
    def _bounds(self) -> tuple[int, ...]:
        """Of each face where the next one begins."""
        return tuple(accumulate(self.weights))


@dataclass(frozen=True)
class Urn(Die):
    """Things of which one is drawn, each as likely as any other: `looks[i]` is what `weights[i]` of them look like."""

    looks: tuple[Hashable, ...] = ()
