"""From the checked tree to linked rules: every name found, every expression compiled, every problem reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import Problem, Span, did_you_mean
from ..model.system import (
    Face,
    Kind,
    Ladder,
    Look,
    NumberTable,
    Property,
    PropertyRules,
    Rules,
    Symbol,
)
from ..ops.schema import document
from ..source.read import Node
from .cases import cases
from .checks import CheckLinker
from .contests import contests
from .effects import brought, effect
from .steps import Known, StepLinker
from .tree import Block, Problems, title, word

TOP = tuple(document()["properties"])


def link(node: Node, file: str, sha256: str) -> tuple[Rules, tuple[Problem, ...]]:
    """The rules that a tree says, and everything wrong with its names. The rules are whole only without problems."""
    problems = Problems()
    top = Block(node, TOP)
    symbols = _symbols(top, problems)
    kinds = _kinds(top, symbols, problems)
    properties = {name: (value, span) for name, value, span in top.entries("properties")}
    ladders = _ladders(top, kinds, properties, problems)
    tables = _tables(top, problems)
    known = Known(symbols, kinds, ladders, tables, frozenset(properties))
    steps = StepLinker(known, problems)
    checks = CheckLinker(steps, problems)
    linked = {name: checks.check(name, value) for name, value, _ in top.entries("checks")}
    owned = _properties(properties, steps, checks, problems)
    effects = {name: effect(name, value, steps, checks, problems) for name, value, _ in top.entries("effects")}
    finished = {name: checks.finish(check) for name, check in linked.items()}
    held = contests(top, finished, checks, problems)
    rules = Rules(
        top.text("id"),
        top.text("name"),
        top.text("summary"),
        top.text("source"),
        file,
        sha256,
        symbols,
        _cancels(top, symbols, problems),
        kinds,
        ladders,
        owned,
        _property_rules(top),
        effects,
        tables,
        finished,
        cases(top, finished, known, problems, held),
        held,
    )
    return rules, tuple(problems.found)


def _symbols(top: Block, problems: Problems) -> Mapping[str, Symbol]:
    names = [name for name, _, _ in top.entries("symbols")]
    found: dict[str, Symbol] = {}
    counted: dict[str, tuple[str, ...]] = {}
    spans: dict[str, Span] = {}
    for name, node, span in top.entries("symbols"):
        block = Block(node, ("glyph", "label", "counts_as"))
        spans[name] = span
        as_well = []
        for listed in block.items("counts_as"):
            target = word(listed)
            if target in names:
                as_well.append(target)
            elif target:
                problems.add(
                    "unknown-symbol", f"there is no symbol `{target}`{did_you_mean(target, names)}", listed.span
                )
        counted[name] = tuple(as_well)
        found[name] = Symbol(name, block.text("label", title(name)), block.text("glyph", name))
        if name in ("blank", "total", "dice"):
            problems.add("reserved-name", f"`{name}` has a meaning of its own; name the symbol otherwise", span)
    for name in names:
        closed: list[str] = []
        waiting = list(counted[name])
        while waiting:
            other = waiting.pop(0)
            if other == name:
                problems.add(
                    "cycle",
                    f"`{name}` counts as itself in the end",
                    spans[name],
                    f"{name} → {' → '.join(closed)} → {name}",
                )
                break
            if other not in closed:
                closed.append(other)
                waiting += counted[other]
        old = found[name]
        found[name] = Symbol(name, old.label, old.glyph, tuple(closed))
    return found


def _kinds(top: Block, symbols: Mapping[str, Symbol], problems: Problems) -> Mapping[str, Kind]:
    found: dict[str, Kind] = {}
    for name, node, span in top.entries("dice"):
        block = Block(node, ("sides", "faces", "label"))
        if ("sides" in block) == ("faces" in block):
            problem = (
                "has both `sides` and `faces`; it takes one of them" if "sides" in block else "needs `sides` or `faces`"
            )
            problems.add(
                "die-faces",
                f"the die `{name}` {problem}",
                span,
                "a die with no symbol on a face says blank: faces: [blank, hit]",
            )
        sides = block.whole("sides")
        if sides:
            faces = tuple(Face(Look(n)) for n in range(1, min(sides, 1000) + 1))
        else:
            faces = _faces(name, block, symbols, problems)
        counts = tuple(_counts(face, symbols) for face in faces)
        found[name] = Kind(name, block.text("label", name), faces or (Face(Look(None)),), counts or ({},))
    return found


def _faces(die: str, block: Block, symbols: Mapping[str, Symbol], problems: Problems) -> tuple[Face, ...]:
    faces: list[Face] = []
    for n, node in enumerate(block.items("faces"), 1):
        weight = 1
        shown = node
        if isinstance(node.value, Mapping):
            inner = Block(node, ("face", "weight"))
            weight = inner.whole("weight") or 1
            shown = inner.node_at("face") or node
        parts = shown.value if isinstance(shown.value, tuple) else (shown,)
        number: int | None = None
        printed: list[str] = []
        for part in parts:
            if type(part.value) is int:
                number = part.value
            elif isinstance(part.value, str) and part.value in symbols:
                printed.append(part.value)
            elif isinstance(part.value, str) and part.value != "blank":
                problems.add(
                    "unknown-symbol",
                    f"face {n} of `{die}` shows `{part.value}`, which is no symbol of this system"
                    f"{did_you_mean(part.value, symbols)}",
                    part.span,
                    f"symbols: {', '.join(symbols) or 'none'}; `blank` is always there",
                )
        faces.append(Face(Look(number, tuple(sorted(printed))), weight))
    return tuple(faces)


def _counts(face: Face, symbols: Mapping[str, Symbol]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for printed in face.symbols:
        for counted in (printed, *symbols[printed].counts_as):
            counts[counted] = counts.get(counted, 0) + 1
    return counts


def _cancels(top: Block, symbols: Mapping[str, Symbol], problems: Problems) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    taken: dict[str, Span] = {}
    for node in top.items("cancels"):
        parts = node.value if isinstance(node.value, tuple) else ()
        names = [word(part) for part in parts]
        for part, name in zip(parts, names, strict=True):
            if name and name not in symbols:
                problems.add("unknown-symbol", f"there is no symbol `{name}`{did_you_mean(name, symbols)}", part.span)
            elif name and name in taken:
                problems.add(
                    "cancel-conflict",
                    f"`{name}` cancels already; a symbol stands in one pair",
                    part.span,
                    also=("first here", taken[name]),
                )
            elif name:
                taken[name] = part.span
        if len(names) == 2 and names[0] in symbols and names[1] in symbols:
            pairs.append((str(names[0]), str(names[1])))
    return tuple(pairs)


def _ladders(
    top: Block, kinds: Mapping[str, Kind], properties: Mapping[str, Any], problems: Problems
) -> Mapping[str, Ladder]:
    found: dict[str, Ladder] = {}
    standing: dict[str, Span] = {}
    for name, node, span in top.entries("ladders"):
        rungs, of = [], set()
        for rung in node.value if isinstance(node.value, tuple) else ():
            text = word(rung)
            if text is None:
                continue
            if text in kinds:
                of.add("dice")
            elif text in properties:
                of.add("properties")
                if text in standing:
                    problems.add(
                        "ladder-conflict",
                        f"the property `{text}` stands on a ladder already",
                        rung.span,
                        also=("first here", standing[text]),
                    )
                standing[text] = rung.span
            else:
                near = did_you_mean(text, [*kinds, *properties])
                problems.add(
                    "unknown-rung", f"`{text}` is neither a die nor a property of this system{near}", rung.span
                )
                continue
            if text in rungs:
                problems.add("ladder-conflict", f"`{text}` stands on this ladder twice", rung.span)
            rungs.append(text)
        if len(of) == 2:
            problems.add(
                "ladder-conflict", f"the ladder `{name}` mixes dice and properties; it takes one or the other", span
            )
        found[name] = Ladder(name, tuple(rungs), "dice" if "dice" in of else "properties")
    return found


def _tables(top: Block, problems: Problems) -> Mapping[str, NumberTable]:
    found: dict[str, NumberTable] = {}
    for name, node, _ in top.entries("tables"):
        rows: list[tuple[int | None, int | None, int]] = []
        last: int | None = None
        nodes = Block(node, ("rows",)).items("rows")
        for n, row in enumerate(nodes):
            block = Block(row, ("from", "to", "value"))
            low, high = block.whole("from"), block.whole("to")
            if low is not None and high is not None and low > high:
                problems.add("table-rows", f"this row of `{name}` runs from {low} down to {high}", row.span)
            if n and (low is None or last is None):
                problems.add(
                    "table-rows", f"only the first row of `{name}` is open below, and only the last one above", row.span
                )
            elif n and low != (last or 0) + 1:
                what = "overlaps the row before" if low <= (last or 0) else "leaves a gap after the row before"  # type: ignore[operator]
                problems.add("table-rows", f"this row of `{name}` {what}, which ends at {last}", row.span)
            last = high
            rows.append((low, high, block.whole("value") or 0))
        found[name] = NumberTable(name, tuple(rows))
    return found


def _property_rules(top: Block) -> PropertyRules:
    block = Block(top.node_at("property_rules"), ("opposition", "repeats", "upgrade", "below"))
    return PropertyRules(
        block.text("opposition", "presence"),
        block.text("repeats", "once"),
        block.text("upgrade", "one"),
        block.text("below", "remove"),
    )


def _properties(
    nodes: Mapping[str, tuple[Node, Span]], steps: StepLinker, checks: CheckLinker, problems: Problems
) -> Mapping[str, Property]:
    found: dict[str, Property] = {}
    opposed: dict[str, tuple[str, Span]] = {}
    blocks = {name: Block(node, ("label", "summary", "opposes", "triggers")) for name, (node, _) in nodes.items()}
    for name, block in blocks.items():
        other = block.text("opposes")
        where = block.span("opposes")
        if not other:
            continue
        if other not in blocks:
            problems.add("unknown-property", f"there is no property `{other}`{did_you_mean(other, blocks)}", where)
            continue
        if other == name:
            problems.add("opposes-conflict", f"`{name}` cannot oppose itself", where)
            continue
        for one, against in ((name, other), (other, name)):
            known = opposed.setdefault(one, (against, where))
            if known[0] != against:
                problems.add(
                    "opposes-conflict",
                    f"`{one}` opposes `{known[0]}` already; a property has one opposite",
                    where,
                    also=("first here", known[1]),
                )
                break
    for name, block in blocks.items():
        triggers = brought(block, steps, checks, problems)
        opposite = opposed.get(name, (None, None))[0]
        found[name] = Property(
            name, block.text("label", title(name)), block.text("summary"), opposite, triggers, nodes[name][1]
        )
    return found
