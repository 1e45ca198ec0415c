"""From the checked tree to linked rules: every name found, every expression compiled, every problem reported.

Sections are linked in the order in which they lean on each other. What is broken is skipped by what leans on it, and
the same mistake met in several places is told once, so that an author reads one message for one mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..errors import Problem, Span
from ..model.rules import Rules
from ..model.system import Check, Kind, Property, PropertyRules, TestCase
from ..ops import OPS
from ..source.read import Node
from .checks import CheckLinker
from .effects import KEYS as EFFECT
from .effects import effect
from .parts import cancels, kinds, ladders, symbols, tables
from .scope import TAKEN, Known, tags_given
from .steps import StepLinker
from .tree import Block, Problems, inside, title
from .triggers import TriggerLinker, asked_in_vain, brought

if TYPE_CHECKING:
    from ..model.contest import Contest
    from .sequences import SeriesDraft

TOP = (
    *("format", "id", "name", "extends", "summary", "source", "symbols", "cancels", "dice", "ladders", "properties"),
    *("property_rules", "effects", "tables", "checks", "contests", "sequences", "tests"),
)
PROPERTY = ("label", "summary", "opposes", "triggers")
NAMED = ("symbols", "dice", "ladders", "tables", "properties", "effects", "checks")


def link(node: Node, file: str, sha256: str) -> tuple[Rules, tuple[Problem, ...]]:
    """The rules that a tree says, and everything wrong with its names. The rules are whole only without problems."""
    problems = Problems()
    top = Block(node, TOP)
    found = symbols(top, problems)
    dice, broken = kinds(top, found, problems)
    owned = {name: (Block(value, PROPERTY), span) for name, value, span in top.entries("properties")}
    effects = {name: Block(value, EFFECT) for name, value, _ in top.entries("effects")}
    known = Known(
        found,
        dice,
        ladders(top, dice, owned, problems),
        tables(top, problems),
        frozenset(owned),
        tags_given(inside(node)),
        "cancels" in top or top.astray,
        frozenset(section for section in NAMED if top.names_open(section)),
        broken,
        _values_move(node, dice),
    )
    brings = (*(block for block, _ in owned.values()), *effects.values())
    checks = CheckLinker(StepLinker(known, problems), problems, *brought(brings))
    for name, value, _ in top.entries("checks"):
        checks.check(name, value)
    triggers = TriggerLinker(checks, problems)
    properties = _properties(owned, triggers, problems)
    linked_effects = {name: effect(name, block, triggers) for name, block in effects.items()}
    finished = {draft.check.name: checks.finish(draft) for draft in checks.drafts}
    asked_in_vain(triggers, dice, problems)
    held = _contests(top, finished, known, problems)
    repeated = _sequences(top, checks, problems)
    rules = Rules(
        top.text("id"),
        top.text("name"),
        top.text("summary"),
        top.text("source"),
        top.text("extends"),
        file,
        sha256,
        found,
        cancels(top, found, problems),
        dice,
        known.ladders,
        properties,
        _property_rules(top),
        linked_effects,
        known.tables,
        finished,
        _cases(top, checks, repeated, held, problems),
        held,
        {name: draft.check for name, draft in repeated.items()},
        known.tags,
    )
    return rules, problems.found


def _contests(top: Block, checks: Mapping[str, Check], known: Known, problems: Problems) -> Mapping[str, Contest]:
    """The contests of a file. What links them is loaded only where there are any; so it is with those below."""
    if "contests" not in top:
        return {}
    from .contests import contests

    return contests(top, checks, known, problems)


def _sequences(top: Block, checks: CheckLinker, problems: Problems) -> Mapping[str, SeriesDraft]:
    if "sequences" not in top:
        return {}
    from .sequences import sequences

    return sequences(top, checks, problems)


def _cases(
    top: Block,
    checks: CheckLinker,
    sequences: Mapping[str, SeriesDraft],
    contests: Mapping[str, Contest],
    problems: Problems,
) -> tuple[TestCase, ...]:
    if "tests" not in top and not any("watch" in draft.block for draft in checks.drafts):
        return ()
    from .cases import linked_cases

    return linked_cases(top, checks, sequences, contests, problems)


def _values_move(root: Node, dice: Mapping[str, Kind]) -> bool:
    """Whether some step lets dice show a number that stands on none of their faces."""
    turns = False
    for block in map(Block, inside(root)):
        match block.text("do"):
            case "":
                continue
            case "set":
                if "value" in block:
                    return True
                turns |= "to" in block
            case "explode":
                if "onto" in block:
                    return True
            case do if do not in OPS:
                return True
    # a die of which some faces have no number: its least or greatest may be the 0 of such a face
    return turns and any(len({face.look.number is None for face in kind.faces}) == 2 for kind in dice.values())


def _property_rules(top: Block) -> PropertyRules:
    block = Block(top.node_at("property_rules"), ("opposition", "repeats", "upgrade", "below"))
    return PropertyRules(
        block.text("opposition", "presence"),
        block.text("repeats", "once"),
        block.text("upgrade", "one"),
        block.text("below", "remove"),
    )


def _properties(
    owned: Mapping[str, tuple[Block, Span]], triggers: TriggerLinker, problems: Problems
) -> Mapping[str, Property]:
    opposed = _opposed(owned, problems)
    found: dict[str, Property] = {}
    for name, (block, span) in owned.items():
        if name in TAKEN:
            message = f"`{name}` already has a meaning in expressions; choose another name"
            problems.add("reserved-name", message, span)
        steps = triggers.triggers(f"property {name}", block.items("triggers"))
        label, summary = block.text("label", title(name)), block.text("summary")
        found[name] = Property(name, label, summary, opposed.get(name), steps, span)
    return found


def _opposed(owned: Mapping[str, tuple[Block, Span]], problems: Problems) -> Mapping[str, str]:
    """Which property opposes which, said by either of the two."""
    opposed: dict[str, str] = {}
    places: dict[str, Span] = {}
    for name, (block, _) in owned.items():
        other, where = block.text("opposes"), block.span("opposes")
        if other and other not in owned:
            problems.unknown("property", other, owned, where)
        elif other == name:
            problems.add("opposes-conflict", f"`{name}` cannot oppose itself", where)
        elif other:
            for one, against in ((name, other), (other, name)):
                if opposed.setdefault(one, against) != against:
                    message = f"`{one}` opposes `{opposed[one]}` already; a property has one opposite"
                    problems.add("opposes-conflict", message, where, also=("first here", places[one]))
                    break
                places.setdefault(one, where)
    return opposed
