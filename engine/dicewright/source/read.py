"""YAML text to nodes: every value with its place, read by the YAML 1.2 core rules.

Built from parser events, because a YAML loader forgets places, keeps the last of two equal keys and
reads `on`, `1:30` and `012` by rules that no editor shares.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import yaml

from ..errors import DicewrightError, Edit, Fix, Problem, Span, fail
from .written import LOST, ODD_SPACE, Place, place_of, quoted, short

Scalar = str | int | float | bool | None
SCALARS = (str, int, float, type(None))
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
# Without what takes no room, or turns what stands beside it around: the eye would read something else than the program.
_READABLE = (
    *(("\t", "\n"), ("\r", "\r"), ("\x20", "\x7e"), ("\xa0", "\u200a"), ("\u200c", "\u2027"), ("\u202f", "\u205f")),
    *(("\u2070", "\ud7ff"), ("\ue000", "\ufefe"), ("\uff00", "\ufffd"), ("\U00010000", "\U0010fffe")),
)
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2060-\u206f\ud800-\udfff]")
_TO_THE_LEFT = re.compile(r"[\r\n][^ \t\r\n#]")
_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*%")
FASTEST: Any = getattr(yaml, "CSafeLoader", None)
_PARSER_ERRORS = (yaml.YAMLError, ValueError, OverflowError, LookupError, TypeError, RecursionError)
# The pure parser cannot read `?` in unquoted text between brackets; it is shown this instead, which is no character.
_STAND_IN = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands, and where each key of a mapping stands; `raw` is a scalar as written."""

    value: Scalar | tuple[Node, ...] | Mapping[str, Node]
    span: Span
    keys: Mapping[str, Span] = field(default_factory=dict)
    raw: str = ""
    partial: bool = False

    def plain(self) -> Any:
        """The value as ordinary data: dict, list and scalars."""
        if isinstance(self.value, SCALARS):
            return self.value
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
    """How much a file may ask for: bytes, values and keys, levels, the largest number, mistakes."""

    size: int = 1_048_576
    nodes: int = 50_000
    depth: int = 32
    number: int = 10**9
    problems: int = 1_000


def decoded(text: str | bytes, file: str, caps: Caps) -> str:
    """The text without its byte order mark, made of characters that both parsers take alike."""
    data = (text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text).removeprefix(b"\xef\xbb\xbf")
    if len(data) > caps.size:
        message = f"the file has more than {caps.size:,} bytes; that is the limit"
        raise fail("file-too-large", message, Span(file, 1, 1), "split it, or raise the limit: size")
    try:
        out = data.decode("utf-8", "surrogatepass" if isinstance(text, str) else "strict")
    except UnicodeDecodeError as error:
        where = _end_of(data[: error.start].decode("utf-8"), file)
        raise fail("not-utf8", "the file is not UTF-8 text from here on", where, "save it as UTF-8") from None
    # each character is judged once: a pattern with such ranges takes longer to make than most files to read
    if bad := {char for char in set(out) if not any(low <= char <= high for low, high in _READABLE)}:
        at = next(i for i, char in enumerate(out) if char in bad)
        message = f"a character that cannot be shown stands here (U+{ord(out[at]):04X})"
        raise fail("bad-character", message, _end_of(out[:at], file), "take it out")
    return out


def _end_of(before: str, file: str) -> Span:
    lines = (before + "|").splitlines()
    return Span(file, len(lines), len(lines[-1]))


def by_place(problem: Problem) -> tuple[str, int, int]:
    """The order in which problems are told."""
    return (problem.where.file, problem.where.line, problem.where.column) if problem.where else ("", 0, 0)


def _restored(events: Iterator[Any]) -> Iterator[Any]:
    for event in events:
        if isinstance(event, yaml.ScalarEvent):
            event.value = event.value.replace(_STAND_IN, "?")
        yield event


def _pass_over(events: Iterator[Any]) -> None:
    """The events of one value."""
    level = 0
    for event in events:
        level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if level == 0:
            return


def _is_open(node: Node) -> bool:
    """Whether unquoted text has a bracket that is not closed in it."""
    return node.value == node.raw and node.raw.count("(") > node.raw.count(")")


class Reader:
    """One pass over the events of one text. Gathers problems and goes on after each that it can."""

    def __init__(
        self,
        text: str,
        file: str,
        caps: Caps,
        shifts: Mapping[int, tuple[int, int]] = {},
        passed: Collection[str] = (),
    ) -> None:
        self.text, self.lines = text, text.splitlines()
        self.shifts = shifts  # by how many columns a line was moved, and from which on
        self.passed = passed
        self.file, self.caps = file, caps
        self.problems: list[Problem] = []
        self.count = 0
        self.open: list[Place] = []
        self.last = (Place(0, 0, 0), Place(0, 0, 0))
        self.read_enough = False
        self.broken = 0  # the line in which begins what cannot be read

    def run(self, loader: Any) -> tuple[Node | None, tuple[Problem, ...]]:
        """The whole tree, or why there is none."""
        try:
            return self.document(self.events(loader)), ()
        except DicewrightError as stop:
            return None, stop.problems
        except _PARSER_ERRORS as error:
            from .slips import Seen  # a file that can be read needs neither this nor what it leads to

            problem = Seen(self.text, self.lines, self.last, self.open, self.span).slip(error)
            starts = [place.line for place in self.open[:1]]
            self.broken = min([problem.where.line - 1, *starts] if problem.where else starts, default=0)
            return None, (problem,)

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
                if self.read_enough:
                    break
        if root is None or (root.value is None and not self.problems):
            raise fail("empty-file", "the file holds nothing", Span(self.file, 1, 1))
        return root

    def node(self, event: Any, events: Iterator[Any], depth: int) -> tuple[Node, Place]:
        """The node that begins with `event`, and where it ends."""
        start, end = place_of(event.start_mark), place_of(event.end_mark)
        span = self.span(start, end)
        self.count += 1
        if self.count > self.caps.nodes:
            raise fail(
                "too-many-nodes", f"the file holds more than {self.caps.nodes:,} keys and values", span, "split it"
            )
        if event.anchor is not None:
            self.shared("alias" if isinstance(event, yaml.AliasEvent) else "anchor", event.anchor, span)
        if isinstance(event, yaml.AliasEvent):
            return Node(None, span, raw=f"*{event.anchor}"), end
        if event.tag is not None:
            word = short(self.text[start.offset : start.offset + 80].split()[0])
            note = f"for text that begins with !, quote it: {quoted(word)}"
            self.refuse("tag", f"`{word}` is a tag, which cannot be used here", span, note)
        if isinstance(event, yaml.ScalarEvent):
            self.last = start, end
            return self.scalar(event, start, end, span), end
        if depth >= self.caps.depth:
            raise fail("too-deep", f"this stands more than {self.caps.depth} levels deep", span, "flatten it")
        return self.collection(event, events, depth + 1, start, end)

    def collection(self, event: Any, events: Iterator[Any], depth: int, start: Place, end: Place) -> tuple[Node, Place]:
        keys: dict[str, Span] = {}
        pairs: dict[str, Node] = {}
        items: list[Node] = []
        if event.flow_style:
            self.open.append(start)
        in_order, partial = isinstance(event, yaml.SequenceStartEvent), False
        latest, begun = "", event  # the key before, and with what its value begins
        while not isinstance(part := next(events), yaml.CollectionEndEvent):
            if in_order:
                item, end = self.node(part, events, depth)
                partial |= item.raw == LOST
                items += [item] if item.raw != LOST else []
                continue
            key, where = self.key(part, events, depth)
            if depth == 1 and key in self.passed:
                below = not event.flow_style and start.column == 0
                self.read_enough = below and not _TO_THE_LEFT.search(self.text, self.last[1].offset)
                if self.read_enough:  # all that follows stands under this key
                    break
                _pass_over(events)
                continue
            key_end, value = self.last[1], next(events)
            item, end = self.node(value, events, depth)
            if event.flow_style and latest and item.value is None and not item.raw and _is_open(pairs[latest]):
                pairs[latest] = self.rejoined(place_of(begun.start_mark), key_end)
                continue
            latest, begun = "", value
            if key in keys:
                self.duplicate(key, where, keys[key])
            elif key is not None and key != LOST:
                latest, keys[key], pairs[key] = key, where, item
            partial |= key is None or key == LOST or keys.get(key) != where
        if event.flow_style:
            self.open.pop()
            end = place_of(part.end_mark)
        return Node(tuple(items) if in_order else pairs, self.span(start, end), keys, "", partial), end

    def rejoined(self, start: Place, end: Place) -> Node:
        """A value that was cut by the comma between its brackets, as `min(a` and a key `b)`."""
        raw = self.text[start.offset : end.offset]
        node = Node(raw, self.span(start, end), raw=raw)
        if not _is_open(node):
            note = f"quote the whole value: {quoted(raw)}"
            sure = quoted(raw) if start.line == end.line else None
            self.refuse("bare-comma", "between { and } a comma ends this value too early", node.span, note, write=sure)
        return node

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
        elif found := ODD_SPACE.search(node.raw):
            where = node.span.shifted(found.start(), 1)
            note, write = "write an ordinary space", " " if found.start() else ""
            self.refuse("bad-key", "a no-break space stands in this key", where, note, write=write)
        return (node.value if len(self.problems) == known else None), node.span

    def scalar(self, event: Any, start: Place, end: Place, span: Span) -> Node:
        raw, value = self.text[start.offset : end.offset], event.value
        if found := _UNSHOWABLE.search(value):
            message = f"this text holds a character that cannot be shown (U+{ord(found[0]):04X})"
            self.refuse("bad-character", message, span, "take its escape out")
        return Node(self.resolved(value, span) if event.implicit[0] else value, span, raw=raw)

    def resolved(self, raw: str, span: Span) -> Scalar:
        """What unquoted text means by the YAML 1.2 core rules; what readers do not agree about is refused."""
        if raw in _WORDS:
            return _WORDS[raw]
        if raw[0] not in "-+.0123456789":
            return raw
        shown = short(raw)
        as_text = f'for text, quote it: "{shown}"'
        if _LEADING_ZERO.fullmatch(raw):
            message = f"`{shown}` begins with a zero, which readers of YAML take differently"
            plain = re.sub("^([-+]?)0+(?=[0-9])", r"\1", raw)
            self.refuse("leading-zero", message, span, "take the zero out", as_text, maybe=(plain, f'"{raw}"'))
            return int(raw) if len(raw) < 20 else None
        elif _OTHER_BASE.fullmatch(raw):
            note = f"write {int(raw, 0)}" if len(raw) < 20 else "write it in base ten"
            self.refuse("octal-or-hex", f"`{shown}` is not written in base ten", span, note, as_text)
            return int(raw, 0) if len(raw) < 20 else None
        elif _NO_NUMBER.fullmatch(raw):
            self.refuse("not-a-number", f"`{raw}` is not a number to count with", span, as_text)
            return None
        elif (whole := _WHOLE.fullmatch(raw)) or _FLOAT.fullmatch(raw):
            size = float(raw)
            if math.isfinite(size) and abs(size) <= self.caps.number:
                return int(raw) if whole else size
            message = f"`{shown}` is beyond {'-' * (size < 0)}{self.caps.number:,}, the limit for numbers"
            self.refuse("number-too-large", message, span, as_text)
            return None
        return raw

    def shared(self, code: str, name: str, span: Span) -> None:
        word = short(("*" if code == "alias" else "&") + name)
        notes = ("write the value out in each place", f"for text that begins with {word[0]}, quote it: {quoted(word)}")
        self.refuse(code, f"`{word}` is an {code}, which cannot be used here", span.shifted(0, 1 + len(name)), *notes)

    def duplicate(self, key: str, where: Span, first: Span) -> None:
        message = f"`{short(key)}` is written twice in the same block; YAML readers keep only the last"
        note = "join the two, or give one of them another name"
        self.tell(Problem("duplicate-key", message, where, (note,), ("first here", first)))

    def tell(self, problem: Problem) -> None:
        """Note a problem. With so many the rest is not read: nobody mends a thousand, and each takes its time."""
        self.problems.append(problem)
        if len(self.problems) >= self.caps.problems:
            note = f"{self.caps.problems:,} things are wrong up to here, and the rest is not read; mend these first"
            self.problems[-1] = replace(problem, notes=(*problem.notes, note))
            raise DicewrightError(self.problems[-1:])

    def refuse(
        self, code: str, message: str, where: Span, *notes: str, write: str | None = None, maybe: Sequence[str] = ()
    ) -> None:
        """Note what cannot be read; `write` is what to write for it for sure, `maybe` what may be meant."""
        sure = () if write is None else (Fix((Edit(where, write),)),)
        fixes = (*sure, *(Fix((Edit(where, text),), sure=False) for text in maybe))
        self.tell(Problem(code, message, where, notes, fixes=fixes))

    def span(self, start: Any, end: Any) -> Span:
        """From start to end, or to the end of the first line."""
        line = self.lines[start.line] if start.line < len(self.lines) else ""
        stop = end.column if end.line == start.line else len(line.rstrip())
        first, moved = self.shifts.get(start.line, (0, 0))
        column = max(first, start.column - moved) if start.column > first else start.column
        return Span(self.file, start.line + 1, column + 1, max(1, stop - start.column))


def reader(text: str | bytes, file: str, caps: Caps, passed: Collection[str] = ()) -> Reader:
    """What reads a text as it is written."""
    whole = decoded(text, file, caps)
    # A last line without its end makes the two parsers disagree about where the text stops.
    return Reader(whole if whole.endswith(("\n", "\r")) else whole + "\n", file, caps, passed=passed)


def read(
    text: str | bytes, file: str, caps: Caps = Caps(), *, loader: Any = FASTEST, without: Collection[str] = ()
) -> Node:
    """The nodes of the one document in a text. Raises DicewrightError with every problem found.

    What stands under the keys `without` is passed over, unread.
    """
    first = reader(text, file, caps, without)
    root = first.run(loader)[0]
    if root is None or first.problems:
        from .survey import survey  # it reads on behind what cannot be read, and tells of all that is there

        raise DicewrightError(survey(text, file, caps, loader=loader, without=without).problems)
    return root
