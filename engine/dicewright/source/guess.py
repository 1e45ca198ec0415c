"""What somebody may have meant: the nearest known word, for as many words as are worth the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..errors import did_you_mean, nearest


@lru_cache(maxsize=4096)
def _nearest(word: str, words: tuple[str, ...]) -> str | None:
    return nearest(word, words)


@lru_cache(maxsize=4096)
def _asked(word: str, words: tuple[str, ...]) -> str:
    return did_you_mean(word, words)


def cost(word: str, known: int) -> int:
    """How much it takes to compare a word with so many; so much longer takes a longer word."""
    return known * (1 + len(word) // 10) ** 3


class Guesses:
    """Guesses for one file. Comparing many words with many takes long, and nobody reads the hundredth guess:
    once so many words have been compared, no more guesses are made.
    """

    def __init__(self, budget: int = 40_000) -> None:
        self.left = budget

    def near(self, word: str, words: Iterable[str]) -> str | None:
        """The known word that is most likely meant, if one is near."""
        if self.left <= 0:
            return None
        known = tuple(words)
        self.left -= cost(word, len(known))
        return _nearest(word, known) if len(known) < 100 else nearest(word, known)

    def asked(self, word: str, words: Iterable[str]) -> str:
        """`; did you mean `x`?`, or two of them, or nothing."""
        if self.left <= 0:
            return ""
        known = tuple(words)
        self.left -= cost(word, len(known))
        return _asked(word, known) if len(known) < 100 else did_you_mean(word, known)

    def slips(self, written: Iterable[str], known: Iterable[str]) -> Mapping[str, str]:
        """Which written keys stand for which known ones: each known key that is not there, for one written key."""
        written, known = list(written), list(known)
        unknown = [key for key in written if key not in known]
        missing = [key for key in known if key not in written]
        found: dict[str, str] = {}
        for key in unknown if missing else ():
            # A key without a space after its colon, `do:roll`, holds its value too.
            near = self.near(key.partition(":")[0], missing)
            if near and near not in found.values():
                found[key] = near
        return found
