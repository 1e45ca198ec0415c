"""Linking what a roll is made of: symbols and what cancels, dice and their faces, ladders, tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from itertools import islice

from ..chance.dice import DRAWN
from ..errors import Span
from ..model.system import Face, Kind, Ladder, Look, NumberTable, Symbol
from ..model.words import MEASURES
from ..source.read import Node
from .scope import TAKEN
from .tree import Block, Problems, title, word, words

MOST_COUNTED = 100
MOST_FACES = 100_000  # of all dice
_NUMBERED = tuple(Face(Look(n)) for n in range(1, 1001))


# -- symbols -----------------------------------------------------------------------------------------------------


def symbols(top: Block, problems: Problems) -> Mapping[str, Symbol]:
    names = {name: None for name, _, _ in top.entries("symbols")}
    found: dict[str, Symbol] = {}
    counted: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span] = {}
    for name, node, span in top.entries("symbols"):
        block = Block(node, ("glyph", "label", "counts_as"))
        spans[name] = span
        for listed in block.items("counts_as"):
            if (target := word(listed)) and target not in names:
                unknown_symbol(problems, target, names, listed.span)
        counted[name] = tuple(target for target in words(block.items("counts_as")) if target in names)
        found[name] = Symbol(name, block.text("label", title(name)), block.text("glyph", name))
        if name == "blank" or name in MEASURES or name in TAKEN:
            problems.add("reserved-name", f"`{name}` has a meaning of its own; name the symbol otherwise", span)
    closed = _counted(counted, spans, problems)
    return {name: Symbol(name, old.label, old.glyph, closed[name]) for name, old in found.items()}


def unknown_symbol(problems: Problems, name: str, known: Collection[str], span: Span) -> None:
    problems.unknown("symbol", name, known, span, same=("symbol", name))


def _counted(
    counted: Mapping[str, tuple[str, ...]], spans: Mapping[str, Span], problems: Problems
) -> Mapping[str, tuple[str, ...]]:
    """What each symbol counts as in the end. A circle is told once, and everything on it counts as nothing more."""
    done: dict[str, tuple[str, ...]] = {}
    for start in counted:
        path = [start] if start not in done else []
        while path:
            name = path[-1]
            waiting = next((other for other in counted[name] if other not in done), None)
            if waiting is None:
                every = dict.fromkeys(c for other in counted[name] for c in (other, *done[other]))
                if len(every) > MOST_COUNTED:
                    message = f"`{name}` counts as more than {MOST_COUNTED} other symbols"
                    problems.add("too-many-symbols", message, spans[name], same="too-many-symbols")
                done[path.pop()] = tuple(every)[:MOST_COUNTED]
            elif waiting in path:
                ring = path[path.index(waiting) :]
                _ring(ring, spans, problems)
                done.update(dict.fromkeys(ring, ()))
                del path[path.index(waiting) :]
            else:
                path.append(waiting)
    return done


def _ring(ring: list[str], spans: Mapping[str, Span], problems: Problems) -> None:
    shown = ring if len(ring) <= 8 else [*ring[:7], "…"]
    problems.add(
        "cycle",
        f"`{ring[0]}` counts as itself in the end",
        spans[ring[0]],
        f"{' → '.join([*shown, ring[0]])}; take one of these `counts_as` out",
    )


def cancels(top: Block, symbols: Mapping[str, Symbol], problems: Problems) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    taken: dict[str, Span] = {}
    for node in top.items("cancels"):
        parts = node.value if isinstance(node.value, tuple) else ()
        names = words(parts)
        for part in parts:
            name = word(part)
            if name and name not in symbols:
                if not top.names_open("symbols"):
                    unknown_symbol(problems, name, symbols, part.span)
            elif name and name in taken:
                message = f"`{name}` cancels already; a symbol stands in one pair"
                problems.add("cancel-conflict", message, part.span, also=("first here", taken[name]))
            elif name:
                taken[name] = part.span
        if len(names) == 2 and names[0] in symbols and names[1] in symbols:
            pairs.append((names[0], names[1]))
    return tuple(pairs)


# -- dice --------------------------------------------------------------------------------------------------------


def kinds(top: Block, symbols: Mapping[str, Symbol], problems: Problems) -> tuple[Mapping[str, Kind], frozenset[str]]:
    """The dice, and which of them are broken."""
    found: dict[str, Kind] = {}
    broken: set[str] = set()
    printed = 0
    for name, node, span in top.entries("dice"):
        block = Block(node, ("sides", "faces", "label"))
        sides = block.whole("sides") or 0
        if name == DRAWN:
            message = f"`{DRAWN}` says in tests what is drawn at random; name the die otherwise"
            problems.add("reserved-name", message, span)
        if "sides" in block and "faces" in block:
            message = f"the die `{name}` has both `sides` and `faces`; it takes one of them"
            problems.add("die-faces", message, block.key_span("faces"))
        elif "sides" not in block and "faces" not in block and not block.astray and isinstance(node.value, Mapping):
            note = "write sides: 6, or faces: [blank, hit]"
            problems.add("die-faces", f"the die `{name}` has neither `sides` nor `faces`", span, note)
        if sides > 0:
            faces, counts = _numbered(sides)
            whole = True
        else:
            reader = _Faces(name, symbols, problems, top.names_open("symbols"))
            faces = tuple(reader.face(n, each) for n, each in enumerate(block.items("faces"), 1))
            whole = reader.whole and bool(faces)
            counts = tuple(_counts(face, symbols) for face in faces)
        printed += len(faces)
        if printed > MOST_FACES:
            message = f"the dice have more than {MOST_FACES:,} faces in all"
            problems.add(
                "too-many-faces", message, span, "take dice out, or give them fewer faces", same="too-many-faces"
            )
        if not whole:
            broken.add(name)
        found[name] = Kind(name, block.text("label", name), faces or (Face(Look(None)),), counts or ({},))
    return found, frozenset(broken)


@cache
def _numbered(sides: int) -> tuple[tuple[Face, ...], tuple[Mapping[str, int], ...]]:
    """The faces of a die numbered from 1, and what they count for; shared, for a file may name many dice."""
    faces = _NUMBERED[:sides]
    return faces, ({},) * len(faces)


class _Faces:
    """Reads the faces of one die; `whole` is lost at the first part that is none."""

    def __init__(self, die: str, symbols: Mapping[str, Symbol], problems: Problems, symbols_open: bool) -> None:
        self.die, self.symbols, self.problems, self.symbols_open = die, symbols, problems, symbols_open
        self.whole, self.names = True, [*symbols, "blank"]

    def face(self, n: int, node: Node) -> Face:
        weight, shown = 1, node
        if isinstance(node.value, Mapping):
            inner = Block(node, ("face", "weight"))
            weight = max(1, inner.whole("weight") or 1)
            shown = inner.node_at("face") or node
        parts = shown.value if isinstance(shown.value, tuple) else (shown,)
        numbers, printed = [], []
        for part in parts:
            match part.value:
                case bool() | float() | None | tuple() | Mapping():
                    self.whole = False
                case int() as number:
                    numbers.append(number)
                case str() as text if text in self.symbols:
                    printed.append(text)
                case str() as text if text != "blank":
                    self._unknown(n, text, part)
                case _ if len(parts) > 1:
                    self._told(n, "is blank and shows something", part.span)
        if len(numbers) > 1:
            self._told(n, "has more than one number", shown.span)
        return Face(Look(numbers[-1] if numbers else None, tuple(sorted(printed))), weight)

    def _told(self, n: int, what: str, span: Span) -> None:
        self.whole = False
        note = "a face is blank, or shows one number, or symbols, or a number and symbols"
        self.problems.add("die-faces", f"face {n} of `{self.die}` {what}", span, note)

    def _unknown(self, n: int, name: str, part: Node) -> None:
        self.whole = False
        if self.symbols_open:
            return
        listed = ", ".join(islice(self.symbols, 20)) or "none"
        note = f"symbols: {listed}; `blank` is always there"
        said, then = f"face {n} of `{self.die}` shows", ", which is no symbol of this system"
        same = ("symbol", name)
        self.problems.unknown("symbol", name, self.names, part.span, note, said=said, then=then, same=same)


def _counts(face: Face, symbols: Mapping[str, Symbol]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for printed in face.symbols:
        for counted in (printed, *symbols[printed].counts_as):
            counts[counted] = counts.get(counted, 0) + 1
    return counts


# -- ladders and tables ------------------------------------------------------------------------------------------


def ladders(
    top: Block, kinds: Mapping[str, Kind], properties: Mapping[str, object], problems: Problems
) -> Mapping[str, Ladder]:
    found: dict[str, Ladder] = {}
    standing: dict[str, Span] = {}
    for name, node, span in top.entries("ladders"):
        rungs: list[str] = []
        for rung in node.value if isinstance(node.value, tuple) else ():
            text = word(rung)
            if text is None:
                continue
            if text not in kinds and text not in properties:
                if not (top.names_open("dice") or top.names_open("properties")):
                    known = [*kinds, *properties]
                    problems.unknown("rung", text, known, rung.span, said="there is no die and no property")
                continue
            if text in rungs:
                problems.add("ladder-conflict", f"`{text}` stands on this ladder twice", rung.span)
            elif text not in kinds:
                _stands(text, rung, standing, problems)
            rungs.append(text)
        dice = [rung in kinds for rung in rungs]
        if any(dice) and not all(dice):
            message = f"the ladder `{name}` mixes dice and properties; it takes one or the other"
            problems.add("ladder-conflict", message, span)
        found[name] = Ladder(name, tuple(rungs), "dice" if any(dice) else "properties")
    return found


def _stands(text: str, rung: Node, standing: dict[str, Span], problems: Problems) -> None:
    """A property goes up one ladder only."""
    first = standing.setdefault(text, rung.span)
    if first is not rung.span:
        message = f"the property `{text}` stands on a ladder already"
        problems.add("ladder-conflict", message, rung.span, also=("first here", first))


def tables(top: Block, problems: Problems) -> Mapping[str, NumberTable]:
    found: dict[str, NumberTable] = {}
    for name, node, _ in top.entries("tables"):
        blocks = [Block(row, ("from", "to", "value")) for row in Block(node, ("rows",)).items("rows")]
        for n, block in enumerate(blocks):
            _row(name, block, blocks[n - 1] if n else None, problems)
        rows = [(block.whole("from"), block.whole("to"), block.whole("value") or 0) for block in blocks]
        found[name] = NumberTable(name, tuple(rows))
    return found


def _row(table: str, block: Block, before: Block | None, problems: Problems) -> None:
    """A row begins where the row before it ends. What is of the wrong shape is not compared."""
    for each, key in ((block, "from"), (block, "to"), (before, "to")):
        if each is not None and (each.astray or not each.here or (key in each and each.whole(key) is None)):
            return
    low, high = block.whole("from"), block.whole("to")
    if low is not None and high is not None and low > high:
        problems.add("table-rows", f"this row of `{table}` runs from {low} down to {high}", block.span("from"))
    if before is None:
        return
    last = before.whole("to")
    if last is None:
        message = f"the row before this one of `{table}` has no end, so this one is never reached"
        problems.add("table-rows", message, block.span(), "give the row before it a `to`")
    elif low is None:
        message = f"this row of `{table}` has no beginning; only the first row may leave out `from`"
        problems.add("table-rows", message, block.span(), f"write from: {last + 1}")
    elif low != last + 1:
        what = "overlaps the row before it" if low <= last else "leaves a gap after the row before it"
        message = f"this row of `{table}` {what}, which ends at {last}"
        problems.add("table-rows", message, block.span("from"), f"write from: {last + 1}")
