"""Colours on a terminal, bars and numbers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction
from typing import TextIO

_BLOCKS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True, slots=True)
class Style:
    """How text may look. Without colour every method gives the text back as it is."""

    colour: bool = False

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def bold(self, text: str) -> str:
        return self._in("1", text)

    def dim(self, text: str) -> str:
        return self._in("2", text)

    def red(self, text: str) -> str:
        return self._in("1;31", text)

    def yellow(self, text: str) -> str:
        return self._in("1;33", text)

    def green(self, text: str) -> str:
        return self._in("32", text)


def style_of(stream: TextIO) -> Style:
    """Colour only on a terminal, and never where NO_COLOR is set."""
    return Style(stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def capital(text: str) -> str:
    """The text as a sentence begins; the rest of it as it is."""
    return text[:1].upper() + text[1:]


def bar(share: float, width: int = 24) -> str:
    """A bar in eighths of a character; anything above zero is seen."""
    eighths = max(round(share * width * 8), 1) if share > 0 else 0
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


def percent(p: Fraction) -> str:
    """A probability in per cent, never rounded to an impossible or a certain one."""
    if p == 0 or p == 1:
        return f"{int(p) * 100} %"
    value = float(p) * 100
    if value < 0.01:
        return "< 0.01 %"
    return "> 99.99 %" if value > 99.99 else f"{value:.2f} %"


def number(x: Fraction) -> str:
    """A mean, with at most four decimals."""
    return f"{round(float(x), 4) + 0.0:.4f}".rstrip("0").rstrip(".")  # a zero of its own, for it may be -0.0
