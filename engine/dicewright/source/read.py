"""YAML text to nodes: every value with its place, read by the YAML 1.2 core rules.

Built from parser events, because a YAML loader forgets places, keeps the last of two equal keys and
reads `on`, `1:30` and `012` by rules that no editor shares.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

import yaml

from ..errors import DicewrightError, Problem, Span, fail

Scalar = str | int | float | bool | None
_WORDS: Mapping[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010fffe]")
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_ODD_SPACE = re.compile("[\xa0\u2000-\u200b\u202f\u205f\u2060\u3000]")
_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*%")
_FASTEST: Any = getattr(yaml, "CSafeLoader", None)
_PARSER_ERRORS = (yaml.YAMLError, ValueError, OverflowError, LookupError, TypeError, RecursionError)
# The pure parser cannot read `?` in unquoted text between brackets; it is shown this instead, which is no character.
_STAND_IN = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands, and where each key of a mapping stands; `raw` is a scalar as written.

    `inner` is how many columns right of the span the text itself begins, if it stands there verbatim on one line.
    """

    value: Scalar | tuple[Node, ...] | Mapping[str, Node]
    span: Span
    keys: Mapping[str, Span] = field(default_factory=dict)
    inner: int | None = None
    raw: str = ""

    def plain(self) -> Any:
        """The value as ordinary data: dict, list and scalars."""
        if isinstance(self.value, Mapping):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value

    def get(self, key: str | int) -> Node | None:
        """The node under a key of a mapping or at a place of a list, or None."""
        if isinstance(self.value, Mapping):
            return self.value.get(cast(str, key))
        if isinstance(self.value, tuple) and isinstance(key, int) and 0 <= key < len(self.value):
            return self.value[key]
        return None

    def at(self, path: tuple[str | int, ...]) -> Node:
        """The node at the end of a path; a key that is not there is passed over."""
        node = self
        for key in path:
            node = node.get(key) or node
        return node


@dataclass(frozen=True, slots=True)
class Caps:
    """How much a file may ask for: bytes, values and keys, levels, the largest number."""

    size: int = 1_048_576
    nodes: int = 50_000
    depth: int = 32
    number: int = 10**9


class _Place(NamedTuple):
    """A position in the text, counted from zero as the parser does."""

    line: int
    column: int
    offset: int


def read(text: str | bytes, file: str, caps: Caps = Caps(), *, loader: Any = _FASTEST) -> Node:
    """The nodes of the one document in a text. Raises DicewrightError with every problem found."""
    return _Reader(_decoded(text, file, caps), file, caps).run(loader)


def _decoded(text: str | bytes, file: str, caps: Caps) -> str:
    """The text without its byte order mark, made of characters that both parsers take alike."""
    data = (text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text).removeprefix(b"\xef\xbb\xbf")
    if len(data) > caps.size:
        message = f"the file has {len(data):,} bytes; the limit is {caps.size:,}"
        raise fail("file-too-large", message, Span(file, 1, 1), "split it, or raise the limit")
    try:
        out = data.decode("utf-8", "surrogatepass" if isinstance(text, str) else "strict")
    except UnicodeDecodeError as error:
        where = _end_of(data[: error.start].decode("utf-8"), file)
        raise fail("not-utf8", "the file is not UTF-8 text from here on", where, "save it as UTF-8") from None
    if found := _UNREADABLE.search(out):
        message = f"a character that cannot be shown stands here (U+{ord(found[0]):04X})"
        raise fail("bad-character", message, _end_of(out[: found.start()], file), "take it out")
    return out


def _end_of(before: str, file: str) -> Span:
    lines = (before + "|").splitlines()
    return Span(file, len(lines), len(lines[-1]))


def by_place(problem: Problem) -> tuple[int, int]:
    """The order in which problems are told."""
    return (problem.where.line, problem.where.column) if problem.where else (0, 0)


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text and '"' not in text else "'" + text.replace("'", "''") + "'"


def _place(mark: Any) -> _Place:
    return _Place(mark.line, mark.column, mark.index)


def _restored(events: Iterator[Any]) -> Iterator[Any]:
    for event in events:
        if isinstance(event, yaml.ScalarEvent):
            event.value = event.value.replace(_STAND_IN, "?")
        yield event


class _Reader:
    """One pass over the events of one text. Gathers problems and goes on after each that it can."""

    def __init__(self, text: str, file: str, caps: Caps) -> None:
        # A last line without its end makes the two parsers disagree about where the text stops.
        self.text = text if text.endswith(("\n", "\r")) else text + "\n"
        self.lines = self.text.splitlines()
        self.file, self.caps = file, caps
        self.problems: list[Problem] = []
        self.count = 0
        self.open: list[_Place] = []
        self.last = (_Place(0, 0, 0), _Place(0, 0, 0))

    def run(self, loader: Any) -> Node:
        try:
            root = self.document(self.events(loader))
            if not self.problems:
                return root
        except DicewrightError as stop:
            self.problems.extend(stop.problems)
        except _PARSER_ERRORS as error:
            self.problems.append(self.slip(error))
        raise DicewrightError(sorted(self.problems, key=by_place))

    def events(self, loader: Any) -> Iterator[Any]:
        if found := _DIRECTIVE.match(self.text):
            where = _end_of(self.text[: found.end() - 1], self.file)
            raise fail("directive", "a line cannot begin with % here", where, "take the line out")
        # The pure parser refuses tabs between words. So that they are always refused, it reads every text with a tab.
        if loader is not None and "\t" not in self.text:
            return iter(yaml.parse(self.text, Loader=loader))
        return _restored(yaml.parse(re.sub(r"\?(?=\S)", _STAND_IN, self.text), Loader=yaml.SafeLoader))

    def document(self, events: Iterator[Any]) -> Node:
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    where = self.span(event.start_mark, event.end_mark)
                    raise fail(
                        "second-document", "a second document begins here; a file holds one", where, "take it out"
                    )
                root = self.node(next(events), events, 0)[0]
        if root is None or (root.value is None and not self.problems):
            raise fail("empty-file", "the file holds nothing", Span(self.file, 1, 1))
        return root

    def node(self, event: Any, events: Iterator[Any], depth: int) -> tuple[Node, _Place]:
        """The node that begins with `event`, and where it ends."""
        start, end = _place(event.start_mark), _place(event.end_mark)
        span = self.span(start, end)
        self.count += 1
        if self.count > self.caps.nodes:
            raise fail(
                "too-many-nodes", f"the file holds more than {self.caps.nodes:,} keys and values", span, "split it"
            )
        if event.anchor is not None:
            self.shared("alias" if isinstance(event, yaml.AliasEvent) else "anchor", event.anchor, span)
        if isinstance(event, yaml.AliasEvent):
            return Node(None, span), end
        if event.tag is not None:
            word = _short(self.text[start.offset : start.offset + 80].split()[0])
            note = f"for text that begins with !, quote it: {_quoted(word)}"
            self.refuse("tag", f"`{word}` is a tag, which cannot be used here", span, note)
        if isinstance(event, yaml.ScalarEvent):
            self.last = start, end
            return self.scalar(event, start, end), end
        if depth >= self.caps.depth:
            raise fail("too-deep", f"this stands more than {self.caps.depth} levels deep", span, "flatten it")
        return self.collection(event, events, depth + 1)

    def collection(self, event: Any, events: Iterator[Any], depth: int) -> tuple[Node, _Place]:
        start, end = _place(event.start_mark), _place(event.end_mark)
        keys: dict[str, Span] = {}
        pairs: dict[str, Node] = {}
        items: list[Node] = []
        if event.flow_style:
            self.open.append(start)
        in_order = isinstance(event, yaml.SequenceStartEvent)
        while not isinstance(part := next(events), yaml.CollectionEndEvent):
            if in_order:
                item, end = self.node(part, events, depth)
                items.append(item)
                continue
            key, where = self.key(part, events, depth)
            item, end = self.node(next(events), events, depth)
            if key in keys:
                self.duplicate(key, where, keys[key])
            elif key is not None:
                keys[key], pairs[key] = where, item
        if event.flow_style:
            self.open.pop()
            end = _place(part.end_mark)
        return Node(tuple(items) if in_order else pairs, self.span(start, end), keys), end

    def key(self, event: Any, events: Iterator[Any], depth: int) -> tuple[str | None, Span]:
        """A key as text: whatever is written there is its name, so that `on: 6` and `20: x` work."""
        known = len(self.problems)
        event.implicit = (False, True)
        node = self.node(event, events, depth)[0]
        if not isinstance(node.value, str):
            if not isinstance(event, yaml.AliasEvent):
                what = "a list" if isinstance(node.value, tuple) else "a block of keys"
                self.refuse("bad-key", f"a key is a piece of text, not {what}", node.span, "quote text that begins so")
            return None, node.span
        if not node.value.strip():
            self.refuse("bad-key", "there is no key before this colon", node.span, "write one, or take the line out")
        elif node.raw == "<<":
            self.refuse(
                "merge-key", "`<<` would merge another block into this one", node.span, "write its keys out here"
            )
        elif found := _ODD_SPACE.search(node.raw):
            where = node.span.shifted(found.start(), 1)
            self.refuse("bad-key", "a no-break space stands in this key", where, "write an ordinary space")
        return (node.value if len(self.problems) == known else None), node.span

    def scalar(self, event: Any, start: _Place, end: _Place) -> Node:
        raw, span, value = self.text[start.offset : end.offset], self.span(start, end), event.value
        if found := _UNSHOWABLE.search(value):
            message = f"this text holds a character that cannot be shown (U+{ord(found[0]):04X})"
            self.refuse("bad-character", message, span, "take its escape out")
        verbatim = start.line == end.line and (not event.style or raw[1:-1] == value)
        inner = int(bool(event.style)) if verbatim else None
        return Node(self.resolved(value, span) if event.implicit[0] else value, span, inner=inner, raw=raw)

    def resolved(self, raw: str, span: Span) -> Scalar:
        """What unquoted text means by the YAML 1.2 core rules, less what readers do not agree about."""
        if raw in _WORDS:
            return _WORDS[raw]
        if raw[0] not in "-+.0123456789":
            return raw
        shown = _short(raw)
        quoted = f'for text, quote it: "{shown}"'
        if _LEADING_ZERO.fullmatch(raw):
            message = f"`{shown}` begins with a zero, which readers of YAML take differently"
            self.refuse("leading-zero", message, span, "take the zero out", quoted)
        elif _OTHER_BASE.fullmatch(raw):
            note = f"write {int(raw, 0)}" if len(raw) < 20 else "write it in base ten"
            self.refuse("octal-or-hex", f"`{shown}` is not written in base ten", span, note, quoted)
        elif _NO_NUMBER.fullmatch(raw):
            self.refuse("not-a-number", f"`{raw}` is not a number to count with", span, quoted)
        elif (whole := _WHOLE.fullmatch(raw)) or _FLOAT.fullmatch(raw):
            size = float(raw)
            if math.isfinite(size) and abs(size) <= self.caps.number:
                return int(raw) if whole else size
            message = f"`{shown}` is beyond {'-' * (size < 0)}{self.caps.number:,}, the limit for numbers"
            self.refuse("number-too-large", message, span, quoted)
        return raw

    def shared(self, code: str, name: str, span: Span) -> None:
        word = _short(("*" if code == "alias" else "&") + name)
        notes = ("write the value out in each place", f"for text that begins with {word[0]}, quote it: {_quoted(word)}")
        self.refuse(code, f"`{word}` is an {code}, which cannot be used here", span.shifted(0, 1 + len(name)), *notes)

    def duplicate(self, key: str, where: Span, first: Span) -> None:
        message = f"`{_short(key)}` is written twice in the same block; YAML readers keep only the last"
        note = "join the two, or give one of them another name"
        self.problems.append(Problem("duplicate-key", message, where, (note,), ("first here", first)))

    def refuse(self, code: str, message: str, where: Span, *notes: str) -> None:
        self.problems.append(Problem(code, message, where, notes))

    def span(self, start: Any, end: Any) -> Span:
        """From start to end, or to the end of the first line."""
        line = self.lines[start.line] if start.line < len(self.lines) else ""
        stop = end.column if end.line == start.line else len(line.rstrip())
        return Span(self.file, start.line + 1, start.column + 1, max(1, stop - start.column))

    def slip(self, error: Exception) -> Problem:
        """A parser's complaint in the author's words. The two parsers word it differently, at the same places."""
        mark, context = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
        place = _place(mark) if mark else self.last[1]
        outer = _place(context) if context else place
        said = f"{getattr(error, 'context', '')}, {getattr(error, 'problem', '')}{self.setting(place, outer)}"
        if isinstance(error, RecursionError) or "nesting" in said:
            return Problem("too-deep", "lists and blocks stand too deep in each other", self.span(place, place))
        seen = outer if _FROM_OUTER.search(said) else place
        line = self.lines[seen.line] if seen.line < len(self.lines) else ""
        above = next((n for n in reversed(range(seen.line)) if self.lines[n].strip()), 0)
        view = f"{self.lines[above] if seen.line else ''}\n{line[: seen.column]}¦{line[seen.column :]}"
        if len(view) > 2_000:  # a search through a very long line takes too long
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
        elif "at" in found.groupdict():
            start = found.start("at") - view.index("\n") - 1
            seen = _Place(seen.line, start, 0) if start >= 0 else _Place(above, found.start("at"), 0)
        words = {key: _short(text) for key, text in found.groupdict(default="").items()}
        words["quoted"] = _quoted(words.get("text", ""))
        notes = (note.format(**words), *(hint for pattern, hint in _HINTS if re.search(pattern, line)))
        return Problem("not-yaml", sentence.format(**words), self.span(seen, seen), notes)

    def setting(self, place: _Place, outer: _Place) -> str:
        """What was read before a complaint, in words that the list of slips looks for."""
        out = ", same column" if outer.column == place.column else ""
        start, end = self.last
        if (
            self.text[start.offset : start.offset + 1] in ("'", '"')
            and not self.text[end.offset : place.offset].strip()
        ):
            out += ", after quoted lines" if start.line < end.line == place.line else ", after quoted text"
        if self.open:
            out += ", inside brackets" + (" opened above" if self.open[-1].line < place.line else "")
        return out


_FROM_OUTER = re.compile("simple key|alias|anchor|block scalar|a tag|quoted scalar")
_ASTRAY = "block end|expected key|'-' indicator"
_SPACELESS = r"(?P<key>[\w-]+):(?P<value>[^\s/:,}\]][^\n,}\]]*)"
_SIGN = r"¦(?P<text>(?P<sign>[*&%@`|>!?,\]}])(?:[^\n#]*[^\s#])?)"
_COLON = r"\n\s*(?:- +)*[^\s:#][^:\n]*: +[^\n]*[^\s{\[,]¦"
_NO_SPACE = "`{key}:{value}` has no space after its colon"
_OPEN_QUOTE = "the quote that opens here is never closed"
_OPEN_BRACKET = "the bracket that opens here is never closed"
_HINTS = (
    ("[\u2018-\u201f]", "curly quotes do not quote in YAML; write straight ones"),
    (_ODD_SPACE.pattern, "this line holds a no-break space; write an ordinary one"),
)
# What the parser said; how the text looks (the line above, a line end, the line with ¦ at the place); sentence; note.
# fmt: off
_SLIPS = (
    ("any token", r"\n *¦\t", "this line is indented with a tab", "indent with spaces, two for each level"),
    ("any token", r"¦\t", "a tab stands between the words", "write a space instead"),
    ("quoted.*(escape|hex)", "", "a backslash in this text begins no escape", r"write \\ for it, or use single quotes"),
    ("quoted scalar|after quoted lines", "", _OPEN_QUOTE, "put the same quote at the end of the text"),
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
    (f"collec.*({_ASTRAY}).*same", r"\n\s*¦[^-]", "a key stands in a list", "write `- ` before it, or move it left"),
    (f"inside|{_ASTRAY}", r"[\n{\[,]\s*¦:", "there is no key before this colon", "write `key: value`"),
    (_ASTRAY, r"\n\s*¦", "no block above begins in this column", "keys of one block begin in the same column"),
    ("document start", "", "this does not belong to what stands above", "look for a quote or bracket closed too early"),
    ("", "", "this cannot be read as YAML", "look at the quotes, brackets and colons around it"),
)
# fmt: on
