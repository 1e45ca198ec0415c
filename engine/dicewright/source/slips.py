"""Slips in YAML: what the parser stumbled over, in the author's words.

The two parsers word a complaint differently, at the same places; what is told depends on the words that they share
and on how the text looks there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import Edit, Fix, Problem, Span
from . import mend
from .mend import Mend, Slipped
from .written import ODD_SPACE, Place, place_of, quoted, short


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a reader stood when its parser gave up: the text, the last scalar, the brackets that are open."""

    text: str
    lines: Sequence[str]
    last: tuple[Place, Place]
    open: Sequence[Place]
    span: Callable[[Place, Place], Span]

    def slip(self, error: Exception) -> Problem:
        """A parser's complaint in the author's words. The two parsers word it differently, at the same places."""
        mark, context = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
        place = place_of(mark) if mark else self.last[1]
        outer = place_of(context) if context else place
        said = f"{getattr(error, 'context', '')}, {getattr(error, 'problem', '')}{self.setting(place, outer)}"
        if isinstance(error, RecursionError) or "nesting" in said:
            return Problem("too-deep", "lists and blocks stand too deep in each other", self.span(place, place))
        seen = outer if _FROM_OUTER.search(said) else place
        line = self.lines[seen.line] if seen.line < len(self.lines) else ""
        above = next((n for n in reversed(range(seen.line)) if self.lines[n].strip()), 0)
        view = f"{self.lines[above] if seen.line else ''}\n{line[: seen.column]}¦{line[seen.column :]}"
        if len(view) > _LONG:  # a search through a very long line takes too long
            view = f"\n¦{line[seen.column :][:100]}"
        sentence, note, found = next(
            (sentence, note, found)
            for words, sight, sentence, note in _SLIPS
            if re.search(words, said) and (found := re.search(sight, view))
        )
        if sentence == _OPEN_QUOTE:
            seen = outer if "quoted sc" in said else self.last[0]
        elif sentence == _OPEN_BRACKET:
            seen = self.open[-1]
            bare = mend.unquoted(self.lines[seen.line][:_LONG])
            if sign := _SWALLOWED.search(bare, seen.column):
                sentence, note = _HASH, "quote it: {quoted}"
                seen, found = Place(seen.line, sign.start("text"), 0), sign
        elif "at" in found.groupdict():
            start = found.start("at") - view.index("\n") - 1
            seen = Place(seen.line, start, 0) if start >= 0 else Place(above, found.start("at"), 0)
        words = {key: short(text) for key, text in found.groupdict(default="").items()}
        words["quoted"] = quoted(words.get("text", ""))
        notes = (note.format(**words), *(hint for pattern, hint in _HINTS if re.search(pattern, line)))
        said = sentence.format(**words)
        return Problem("not-yaml", said, self.span(seen, seen), notes, fixes=tuple(self.mended(sentence, seen)))

    def mended(self, sentence: str, at: Place) -> Iterator[Fix]:
        """What was most likely meant."""
        mend = _MENDS.get(sentence)
        if mend is None or at.line >= len(self.lines) or len(self.lines[at.line]) > _LONG:
            return
        if change := mend(Slipped(self.lines, at.line, at.column)):
            place = Place(change.line, change.column, 0)
            yield Fix((Edit(replace(self.span(place, place), width=change.width), change.text),), change.sure)

    def setting(self, place: Place, outer: Place) -> str:
        """What was read before a complaint, in words that the list of slips looks for."""
        out = ", same column" if outer.column == place.column else ""
        start, end = self.last
        between = re.sub("(?m)#.*$", "", self.text[end.offset : place.offset])
        if self.text[start.offset : start.offset + 1] in ("'", '"') and not between.strip():
            lines = start.line < end.line and (end.line == place.line or bool(self.open))
            out += ", after quoted lines" if lines else ", after quoted text"
        if self.open:
            out += ", inside brackets" + (" opened above" if self.open[-1].line < place.line else "")
        return out


_LONG = 2_000
_FROM_OUTER = re.compile("simple key|alias|anchor|block scalar|a tag|quoted scalar")
_ASTRAY = "block end|expected key|'-' indicator"
_SPACELESS = r"(?P<key>[\w-]+):(?P<value>[^\s/:,}\]][^\n,}\]]*)"
_SIGN = r"¦(?P<text>(?P<sign>[*&%@`|>!?,\]}])(?:[^\n#]*[^\s#])?)"
_COLON = r"\n\s*(?:- +)*[^\s:#][^:\n]*: +[^\n]*[^\s{\[,]¦"
_NO_SPACE = "`{key}:{value}` has no space after its colon"
_OPEN_QUOTE = "the quote that opens here is never closed"
_OPEN_BRACKET = "the bracket that opens here is never closed"
_HASH = "a # begins a comment here, in which the bracket would be closed"
_KEY_IN_LIST = "indent it like the first key of its item, write `- ` before it, or move it left"
_SWALLOWED = re.compile(r"[\s\[{](?P<text>#[^\s,\]}]*)[^\n]*[\]}]")
_HINTS = (
    ("[\u2018-\u201f]", "curly quotes do not quote in YAML; write straight ones"),
    (ODD_SPACE.pattern, "this line holds a no-break space; write an ordinary one"),
)
# What the parser said; how the text looks (the line above, a line end, the line with ¦ at the place); sentence; note.
# fmt: off
_SLIPS = (
    ("any token", r"\n *¦\t", "this line is indented with a tab", "indent with spaces, two for each level"),
    ("any token", r"¦\t", "a tab stands between the words", "write a space instead"),
    ("quoted.*(escape|hex)", "", "a backslash in this text begins no escape", r"write \\ for it, or use single quotes"),
    ("quoted scalar|after quoted lines", "", _OPEN_QUOTE, "put the same quote at the end of the text"),
    ("after quoted text.*above", r"\n[ ]*¦", _OPEN_BRACKET, "] closes what [ opens, }} what {{ opens"),
    ("after quoted", "'¦[^:,]", "the text goes on after its closing quote", "write an apostrophe twice: 'it''s'"),
    ("after quoted", r"¦:", "there is no space after this colon", "write `key: value`"),
    ("after quoted", r"¦[^\n,\]}]", "the text goes on after its closing quote", "quote all of it"),
    ("inside.*above", r"¦(?![,\]}])", _OPEN_BRACKET, "] closes what [ opens, }} what {{ opens"),
    ("inside", r"¦[\]}]", "this bracket does not fit the one that opens", "] closes what [ opens, }} what {{ opens"),
    ("inside", "¦,", "there is nothing before this comma", "write a value, or take the comma out"),
    ("any token|alias|anchor|block sc|tag|node|keys are", _SIGN, "text cannot begin with {sign}", "quote it: {quoted}"),
    ("mapping values|inside", _COLON, "a colon stands in text without quotes", "quote the whole text"),
    ("mapping values", rf"(?:^|[\s-])(?P<at>{_SPACELESS})\n", _NO_SPACE, "write `{key}: {value}`"),
    ("mapping values", r"^\s*(?P<at>[^\s:#][^:\n]*)\n", "there is no colon after this", "write `key: value`"),
    ("mapping values", r":[^\n]*\n\s*(?P<at>[^\n]*)¦", "the key above this has a value already", "indent both alike"),
    ("simple key", rf"¦{_SPACELESS}", _NO_SPACE, "write `{key}: {value}`"),
    ("simple key", r"¦-(?P<rest>[^\s-][^\n]*)", "there is no space after this dash", "write `- {rest}`"),
    ("simple key", r"¦[^\[{]", "there is no colon after this", "write `key: value`"),
    ("sequence entries", "", "a list cannot begin on the line of its key", "write its items below, or write [a, b]"),
    (f"mapping.*({_ASTRAY}).*same", r"\n\s*¦-\s", "a list item stands among keys", "indent it under its own key"),
    (f"collec.*({_ASTRAY}).*same", r"\n\s*¦[^-]", "a key stands in a list", _KEY_IN_LIST),
    (f"inside|{_ASTRAY}", r"[\n{\[,]\s*¦:", "there is no key before this colon", "write `key: value`"),
    (_ASTRAY, r"\n\s*¦-(?P<rest>[^\s-][^\n]*)", "there is no space after this dash", "write `- {rest}`"),
    (_ASTRAY, r"\n\s*¦", "no block above begins in this column", "keys of one block begin in the same column"),
    ("document start", "", "this does not belong to what stands above", "look for a quote or bracket closed too early"),
    ("", "", "this cannot be read as YAML", "look at the quotes, brackets and colons around it"),
)
# fmt: on


_MENDS: Mapping[str, Mend] = {
    "this line is indented with a tab": mend.indent,
    "a tab stands between the words": mend.space,
    "the text goes on after its closing quote": mend.double,
    "text cannot begin with {sign}": mend.quote,
    "a colon stands in text without quotes": mend.quote_value,
    "there is no colon after this": mend.add_colon,
    "the key above this has a value already": mend.above,
    "there is no space after this dash": mend.part_dash,
    "no block above begins in this column": mend.indent,
    _NO_SPACE: mend.part,
    _OPEN_QUOTE: mend.close_quote,
    _OPEN_BRACKET: mend.close,
    _HASH: mend.quote_sign,
}
