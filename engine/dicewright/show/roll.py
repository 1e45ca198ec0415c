"""A roll as a table of players reads it: the pool, each step that changed something and why, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..model.rules import Rules
from ..model.system import Input
from ..play.outcome import Change, DieShown, Event, Outcome
from .style import Style

# Steps that prepare the roll or count for later; the story shows them only where the author says why.
QUIET = ("add", "upgrade", "downgrade", "remove", "let", "tally", "table", "tag")


def story(rules: Rules, outcome: Outcome, style: Style) -> str:
    """The whole roll."""
    log = outcome.log
    head = heading(rules, str(log["check"]), log["inputs"], log["properties"], log["effects"], style)
    return "\n".join([head, "", *body(rules, outcome, style)])


def body(rules: Rules, outcome: Outcome, style: Style, judged: bool = True) -> list[str]:
    """The roll without its heading; where it is not `judged`, the outcome is not told."""
    told = steps(rules, outcome.trace, style)
    results = ", ".join(f"{name} {value}" for name, value in outcome.results.items())
    verdict = style.bold(((judged and outcome.label) or "Result").capitalize())
    return [*told, *[""] * bool(told), f"  {verdict}: {results}" if results else f"  {verdict}"]


def steps(rules: Rules, trace: Iterable[Event], style: Style) -> list[str]:
    """A line for each step that is worth telling."""
    table: dict[int, DieShown] = {}
    rows: list[tuple[str, str, str]] = []
    for event in trace:
        rows += _rows(rules, event, table)
        for change in event.changes:
            table[change.place] = change.after
    width = max((len(label) for label, _, _ in rows), default=0)
    return [
        f"  {style.dim(label.ljust(width))}  {text}" + (style.dim(f"  ({why})") if why else "")
        for label, text, why in rows
    ]


def heading(
    rules: Rules,
    check: str,
    inputs: Mapping[str, object],
    properties: Iterable[str],
    effects: Iterable[str],
    style: Style,
) -> str:
    """What was asked for: the system, the check, and what is not as the file has it."""
    item = rules.checks[check]
    said = given(rules, item.inputs, inputs, properties, effects)
    return f"{style.bold(rules.name)}: {item.label}" + (f" ({said})" if said else "")


def given(
    rules: Rules,
    items: Mapping[str, Input],
    inputs: Mapping[str, object],
    properties: Iterable[str] = (),
    effects: Iterable[str] = (),
) -> str:
    """The inputs that are worth saying, the properties and the effects."""
    told = [(items[name], value) for name, value in inputs.items()]
    said = [f"{item.name} {_said(item, value)}" for item, value in told if _worth_saying(item, value)]
    said += [rules.properties[name].label for name in properties]
    said += [rules.effects[text].label if text in rules.effects else "an effect" for text in effects]
    return ", ".join(said)


def _said(given: Input, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return next((word for word, number in given.options.items() if number == value), str(value))


def _worth_saying(given: Input, value: object) -> bool:
    return given.default is None or given.default not in (value, given.options.get(str(value)))


def face(rules: Rules, die: DieShown) -> str:
    """What a die shows: its number, its glyphs, or a dot for blank."""
    if not die.face:
        return "?"
    look = rules.kinds[die.die].faces[die.face - 1].look
    glyphs = "".join(f"({rules.symbols[s].glyph})" if s in die.negated else rules.symbols[s].glyph for s in die.symbols)
    return glyphs or "·" if look.number is None else f"{die.value}{glyphs}"


def _rows(rules: Rules, event: Event, table: Mapping[int, DieShown]) -> list[tuple[str, str, str]]:
    label = event.by or event.step
    thrown = [c for c in event.changes if c.before is not None and c.before.state == "pool" and c.after.face]
    if event.step == "roll" and thrown:
        pool = Counter(c.after.die for c in thrown)
        sizes = ", ".join(f"{n} {rules.kinds[kind].label}" for kind, n in pool.items())
        return [("pool", sizes, ""), (label, _dice(rules, [c.after for c in thrown]), event.because)]
    told = tuple(c for c in event.changes if _sort(c))
    quiet = not told or all(not c.after.face or c.after.state == "bag" for c in told)
    if quiet and not event.because and (not event.by or not told) and event.step in QUIET:
        return []
    text = ", ".join(filter(None, (_changes(rules, told), _numbers(event))))
    if event.step == "stop":
        text = "the check ends here"
    return [(label, text, event.because)] if text else []


def _dice(rules: Rules, dice: Iterable[DieShown], between: str = "   ") -> str:
    by_kind: dict[str, list[str]] = {}
    for die in dice:
        by_kind.setdefault(die.die, []).append(face(rules, die))
    return between.join(f"{rules.kinds[kind].label} {' '.join(faces)}" for kind, faces in by_kind.items())


def _changes(rules: Rules, changes: Iterable[Change]) -> str:
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(_sort(change), []).append(change)
    last_dropped = sorted(groups.items(), key=lambda group: group[0] == "dropped")
    return "; ".join(_group(rules, sort, changes) for sort, changes in last_dropped)


def _sort(change: Change) -> str:
    before, after = change.before, change.after
    if before is None:
        return "comes in" if after.face and after.state != "bag" else "more"
    if before.state != after.state and "bag" in (before.state, after.state):
        return "back in the bag" if after.state == "bag" else "drawn" if after.face else "out of the bag"
    if before.state != after.state and before.face:
        return after.state
    if before.factor != after.factor:
        return f"counts {after.factor} times" if after.factor != 2 else "counts twice"
    if before.negated != after.negated:
        return "ignores " + ", ".join(after.negated)
    return "becomes" if (before.face, before.value, before.die) != (after.face, after.value, after.die) else ""


def _group(rules: Rules, sort: str, changes: list[Change]) -> str:
    if sort == "becomes":
        turns = (
            f"{rules.kinds[c.after.die].label} {face(rules, c.before)} → {face(rules, c.after)}"
            if c.before and c.before.die == c.after.die
            else f"{rules.kinds[c.before.die].label if c.before else ''} → {rules.kinds[c.after.die].label}"
            for c in changes
        )
        return ", ".join(turns)
    if sort in ("more", "out of the bag"):
        more = Counter(c.after.die for c in changes)
        plus = "+" if sort == "more" else ""
        return ", ".join(f"{plus}{n} {rules.kinds[kind].label}" for kind, n in more.items())
    gone = sort == "back in the bag"
    dice = _dice(rules, [c.before if gone and c.before else c.after for c in changes], ", ")
    if sort == "drawn":
        return dice
    if sort in ("kept", "dropped", "removed", "reserved"):
        return f"{sort} {dice}"
    return f"{dice} {sort if gone or len(changes) == 1 else sort.replace('s ', ' ', 1)}"


def _numbers(event: Event) -> str:
    return ", ".join(
        f"{name} {after}" if before is None else f"{name} {before} → {after}" for name, before, after in event.numbers
    )
