"""The text of an expression, and where each of its characters stands in a file, however it is written there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import Edit, Fix, Span

Stretch = tuple[int, int]
_LINE_END = re.compile(r"\r\n?|\n")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\"/\\ \t]))")


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as it stands in a file: `raw` is how it is written there, from `span` on: with its quotes, its
    escapes and its line ends.
    """

    text: str
    span: Span | None = None
    raw: str = ""

    def at(self, start: int, width: int) -> tuple[Span | None, tuple[str, ...]]:
        """The place of `width` characters from `start` on, and a frame of its own for text that stands in no file."""
        width = max(width, 1)
        if self.span is None:
            return None, (self.text, " " * start + "^" * width)
        spots = aligned(self.raw, self.text)
        if not spots:
            return self.span, ()
        behind = spots[-1][1], spots[-1][1] + 1
        first = spots[start] if start < len(spots) else behind
        last = spots[start + width - 1] if start + width <= len(spots) else first
        return self._between(first[0], last[1]), ()

    def mended(self, changes: Sequence[tuple[int, int, str]]) -> tuple[Fix, ...]:
        """The edits that write each text in the place of so many characters; none where one of them spans lines."""
        spots = aligned(self.raw, self.text)
        if self.span is None or not spots or not changes:
            return ()
        edits = []
        for start, width, text in changes:
            begins, ends = spots[start][0], spots[start + width - 1][1]
            if _LINE_END.search(self.raw, begins, ends):
                return ()
            edits.append(Edit(replace(self._between(begins, ends), width=ends - begins), text))
        return (Fix(tuple(edits)),)

    def _between(self, begins: int, ends: int) -> Span:
        """A stretch of the raw text in the file; of one that spans lines, what stands on the first of them."""
        assert self.span is not None
        above = [end.end() for end in _LINE_END.finditer(self.raw, 0, begins)]
        column = begins - above[-1] + 1 if above else self.span.column + begins
        width = len(_LINE_END.split(self.raw[begins:ends])[0].rstrip())
        return Span(self.span.file, self.span.line + len(above), column, max(1, width))


def aligned(raw: str, text: str) -> tuple[Stretch, ...] | None:
    """Where in the raw text each character of an expression stands; None where that cannot be told.

    What folding, indenting and joining lines change is white space alone, so all else is found by walking along both.
    """
    quote = raw[:1] if raw[:1] in ("'", '"') else ""
    header = _LINE_END.search(raw) if raw[:1] in (">", "|") else None
    at = header.end() if header else len(quote)
    found: list[Stretch] = []
    for char in text:
        if char.isspace() and not (quote == '"' and raw[at : at + 1] == "\\"):
            found.append((at, at + 1))
            at = at + 1 if raw[at : at + 1] == char else at
            continue
        at, end = _next(raw, at, quote)
        if _read(raw[at:end]) != char:
            return None
        found.append((at, end))
        at = end
    return tuple(found)


def _next(raw: str, at: int, quote: str) -> Stretch:
    """The next character that is no white space: its beginning and its end."""
    while True:
        while raw[at : at + 1].isspace():
            at += 1
        if quote == '"' and raw.startswith(("\\\n", "\\\r"), at):  # a line that goes on as if it had not ended
            at += 2
            continue
        if quote == "'" and raw.startswith("''", at):
            return at, at + 2
        if quote == '"' and (escape := _ESCAPE.match(raw, at)):
            return at, escape.end()
        return at, at + 1


def _read(written: str) -> str:
    if written == "''":
        return "'"
    if len(written) > 1 and (escape := _ESCAPE.fullmatch(written)):
        code = escape[1] or escape[2] or escape[3]
        return chr(int(code, 16)) if code else escape[4]
    return written
