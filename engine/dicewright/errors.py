"""What went wrong, where, and what to do: the one shape of every problem.

A problem is a value, not a sentence with a stack behind it: the command line, an editor,
a chat bot and CI print the same record in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

_ASKED = re.compile("; did you mean `([^`]+)`[?]")
# How alike two words have to be for one to be a slip of the other: a share of their letters.
CUTOFF = 0.65


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in a file. Lines and columns count from one, as editors do; a column is a character."""

    file: str
    line: int
    column: int
    width: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def shifted(self, columns: int, width: int) -> Span:
        """The stretch `width` wide that begins `columns` further right on the same line."""
        return Span(self.file, self.line, self.column + columns, width)


@dataclass(frozen=True, slots=True)
class Edit:
    """Text to write in the place of a stretch of a file."""

    where: Span
    text: str

    def to_dict(self) -> dict[str, Any]:
        at, width = self.where, self.where.width
        start, end = ({"line": at.line, "column": column} for column in (at.column, at.column + width))
        return {"file": at.file, "start": start, "end": end, "text": self.text}


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together and mend a problem; `sure` where nothing else is likely to be meant."""

    edits: tuple[Edit, ...]
    sure: bool = True

    def to_dict(self) -> dict[str, Any]:
        return {"sure": self.sure, "edits": [edit.to_dict() for edit in self.edits]}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what somebody wrote or asked for.

    `code` is a stable word (`unknown-key`), `message` one sentence in the author's words,
    `notes` say what to do, `also` is a second place with a few words about it. An `error` has to be mended before
    anything is rolled; a `warning` is told, and holds nothing up. `fixes` are ways to mend it in the file.
    """

    code: str
    message: str
    where: Span | None = None
    notes: tuple[str, ...] = ()
    also: tuple[str, Span] | None = None
    severity: str = "error"
    fixes: tuple[Fix, ...] = ()

    @property
    def is_error(self) -> bool:
        return self.severity != "warning"

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        notes = "".join(f"\n   {note}" for note in self.notes)
        also = f"\n   {self.also[0]} (line {self.also[1].line})" if self.also else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{also}{notes}"

    def to_dict(self) -> dict[str, Any]:
        """The problem as JSON data."""

        def place(span: Span) -> dict[str, Any]:
            return {"file": span.file, "line": span.line, "column": span.column, "width": span.width}

        out: dict[str, Any] = {"code": self.code, "severity": self.severity, "message": self.message}
        if self.where:
            out["where"] = place(self.where)
        if self.also:
            out["also"] = {"message": self.also[0], "where": place(self.also[1])}
        if self.notes:
            out["notes"] = list(self.notes)
        if self.fixes:
            out["fixes"] = [fix.to_dict() for fix in self.fixes]
        return out


class DicewrightError(Exception):
    """Raised with every problem found, never just the first: `problems` has them; as text they stand line by line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(*self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class NotThereError(DicewrightError, KeyError):
    """Raised by a mapping that has no such key."""


def fail(
    code: str, message: str, where: Span | None = None, *notes: str, also: tuple[str, Span] | None = None
) -> DicewrightError:
    """The error that carries just this one problem."""
    return DicewrightError([Problem(code, message, where, notes, also)])


LONGEST_GUESS, MOST_GUESSED = 64, 500  # comparing words takes long; no name is longer, and nobody has more


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The known word that `word` is most likely a slip of, or None when none is near."""
    if not isinstance(word, str) or len(word) > LONGEST_GUESS:  # what comes as JSON may be anything
        return None
    known = [each for each in islice(words, MOST_GUESSED) if len(each) <= LONGEST_GUESS]
    folded = {w.lower().replace("-", "_"): w for w in reversed(known)}
    # words that share too few letters are never near, as most words of a file that is fine
    plain = word.lower().replace("-", "_")
    letters = {letter: plain.count(letter) for letter in plain}

    def shared(known: str) -> int:
        return sum(min(n, known.count(letter)) for letter, n in letters.items())

    near = [each for each in folded if 2 * shared(each) >= CUTOFF * (len(plain) + len(each))]
    if not near:
        return None
    import difflib  # only slips need it

    found = difflib.get_close_matches(plain, near, n=1, cutoff=CUTOFF)
    return folded[found[0]] if found else None


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """`; did you mean `x`?`, or two of them where they are about as near, or nothing."""
    known = list(dict.fromkeys(words))
    near = nearest(word, known)
    if near is None:
        return ""
    other = nearest(word, (each for each in known if each != near))
    alike = other is not None and _likeness(word, near) - _likeness(word, other) < 0.1
    return f"; did you mean `{near}` or `{other}`?" if alike else f"; did you mean `{near}`?"


def either(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def _likeness(word: str, other: str) -> float:
    import difflib

    one, two = (each.lower().replace("-", "_") for each in (other, word))
    return difflib.SequenceMatcher(None, one, two).ratio()


def with_guess(problem: Problem) -> Problem:
    """The problem with the fix that it asks about, where it asks about a single word."""
    asked = _ASKED.search(problem.message)
    if problem.fixes or problem.where is None or asked is None:
        return problem
    return replace(problem, fixes=(Fix((Edit(problem.where, asked[1]),)),))
