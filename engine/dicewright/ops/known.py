"""Functions that remember what they found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Known(dict[K, T]):
    """A function, such as one of a die, that remembers what it found."""

    def __init__(self, find: Callable[[K], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, asked: K) -> T:
        found = self[asked] = self._find(asked)
        return found
