"""A roll as a table of players reads it: the pool, each step that changed something and why, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from ..model.rules import Rules
from ..model.system import Input
from ..play.outcome import Change, DieShown, Event, Outcome
from .style import Style, capital

# Steps that prepare the roll or count for later; the story shows them only where the author says why.
QUIET = ("add", "upgrade", "downgrade", "remove", "let", "tally", "table", "tag")
TAGGED = "tagged "


def story(rules: Rules, outcome: Outcome, style: Style) -> str:
    """The whole roll."""
    log = outcome.log
    head = heading(rules, str(log["check"]), log["inputs"], log["properties"], log["effects"], style)
    return "\n".join([head, "", *body(rules, outcome, style)])


def body(rules: Rules, outcome: Outcome, style: Style, judged: bool = True) -> list[str]:
    """The roll without its heading; where it is not `judged`, the outcome is not told."""
    told = steps(rules, outcome.trace, style)
    results = ", ".join(f"{name} {value}" for name, value in outcome.results.items())
    verdict = style.bold(capital((judged and outcome.label) or "Result"))
    return [*told, *[""] * bool(told), f"  {verdict}: {results}" if results else f"  {verdict}"]


def steps(rules: Rules, trace: Iterable[Event], style: Style) -> list[str]:
    """A line for each step that is worth telling."""
    told = tuple(trace)
    labels = Labels(rules, _mixed(rules, told))
    rows: list[tuple[str, str, str]] = []
    for event in told:
        rows += _rows(labels, event)
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
    numbered, glyphs = rules.printed[die.die][die.face - 1]
    if die.negated:
        known = rules.symbols
        glyphs = "".join(f"({known[s].glyph})" if s in die.negated else known[s].glyph for s in die.symbols)
    return f"{die.value}{glyphs}" if numbered else glyphs or "·"


@dataclass(frozen=True)
class Labels:
    """What dice are called. Those of the `mixed` kinds differ by their tags, so these are said."""

    rules: Rules
    mixed: Set[str]

    @staticmethod
    def among(rules: Rules, dice: Iterable[DieShown]) -> Labels:
        """What dice are called that lie there at once."""
        tags: dict[str, set[tuple[str, ...]]] = {}
        for die in dice:
            tags.setdefault(die.die, set()).add(die.tags)
        return Labels(rules, {kind for kind, each in tags.items() if len(each) > 1})

    def of(self, die: DieShown) -> str:
        label = self.rules.kinds[die.die].label
        return f"{label} ({', '.join(die.tags)})" if die.die in self.mixed and die.tags else label

    def face(self, die: DieShown) -> str:
        return face(self.rules, die)


def _mixed(rules: Rules, trace: Sequence[Event]) -> Set[str]:
    """The kinds of which dice with other tags lie on the table at once somewhere in a story."""
    if not any(True for event in trace for change in event.changes if change.after.tags):
        return frozenset()
    table: dict[int, DieShown] = {}
    found: set[str] = set()
    for event in trace:
        table.update((change.place, change.after) for change in event.changes)
        found |= Labels.among(rules, table.values()).mixed
    return found


def _rows(labels: Labels, event: Event) -> list[tuple[str, str, str]]:
    label = event.by or event.step
    if event.step == "roll":
        pool = [c.after for c in event.changes if c.before is not None and c.before.state == "pool" and c.after.face]
        if pool:
            thrown = _faces(labels, pool)
            sizes = ", ".join([f"{len(faces)} {kind}" for kind, faces in thrown.items()])
            return [("pool", sizes, ""), (label, _told(thrown, "   "), event.because)]
    quiet = event.step in QUIET and not event.because
    if quiet and not event.by and all(not c.after.face or c.after.state == "bag" for c in event.changes):
        return []
    told: dict[str, list[Change]] = {}
    for change in event.changes:
        if sort := _sort(change):
            told.setdefault(sort, []).append(change)
    if quiet and not (event.by and told) and _unseen(told):
        return []
    text = ", ".join(filter(None, (_changes(labels, told), _numbers(event))))
    if event.chosen:
        way = event.chosen.replace("_", " ")
        text = f"{event.who} takes {text or way}" if event.who else way
    if event.step == "stop":
        text = "the check ends here"
    return [(label, text, event.because)] if text else []


def _unseen(told: Mapping[str, Iterable[Change]]) -> bool:
    """Whether nothing was done to a die that shows a face, but that it was tagged."""
    return all(
        sort.startswith(TAGGED) or all(not c.after.face or c.after.state == "bag" for c in changes)
        for sort, changes in told.items()
    )


def _faces(labels: Labels, dice: Iterable[DieShown]) -> dict[str, list[str]]:
    """What the dice of each label show."""
    found: dict[str, list[str]] = {}
    like: tuple[str, tuple[str, ...]] | None = None
    for die in dice:
        if like != (die.die, die.tags):
            like, row = (die.die, die.tags), found.setdefault(labels.of(die), [])
        row.append(face(labels.rules, die))
    return found


def _told(faces: Mapping[str, Iterable[str]], between: str = ", ") -> str:
    return between.join([f"{label} {' '.join(each)}" for label, each in faces.items()])


def _changes(labels: Labels, told: Mapping[str, list[Change]]) -> str:
    last_dropped = sorted(told.items(), key=lambda group: group[0] == "dropped")
    return "; ".join([_group(labels, sort, changes) for sort, changes in last_dropped])


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
    if (before.face, before.value, before.die) != (after.face, after.value, after.die):
        return "becomes"
    return TAGGED + ", ".join(tag for tag in after.tags if tag not in before.tags) if before.tags != after.tags else ""


def _group(labels: Labels, sort: str, changes: list[Change]) -> str:
    if sort == "becomes":
        turns = (
            f"{labels.of(c.after)} {labels.face(c.before)} → {labels.face(c.after)}"
            if c.before and c.before.die == c.after.die
            else f"{labels.of(c.before) if c.before else ''} → {labels.of(c.after)}"
            for c in changes
        )
        return ", ".join(turns)
    if sort in ("more", "out of the bag"):
        more = Counter(labels.of(c.after) for c in changes)
        plus = "+" if sort == "more" else ""
        return ", ".join(f"{plus}{n} {label}" for label, n in more.items())
    gone = sort == "back in the bag" or sort.startswith(TAGGED)
    dice = _told(_faces(labels, [c.before if gone and c.before else c.after for c in changes]))
    if sort == "drawn":
        return dice
    if sort in ("kept", "dropped", "removed", "reserved"):
        return f"{sort} {dice}"
    return f"{dice} {sort if gone or len(changes) == 1 else sort.replace('s ', ' ', 1)}"


def _numbers(event: Event) -> str:
    return ", ".join(
        f"{name} {after}" if before is None else f"{name} {before} → {after}" for name, before, after in event.numbers
    )
