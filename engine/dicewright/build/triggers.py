"""Linking triggers: steps that run at a phase of a check, brought by properties and by effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..model.system import Kind, Trigger
from ..source.read import Node
from .checks import CheckLinker, nameless, names_given
from .scope import Scope, Use, is_list_of_blocks
from .tree import Block, Problems, inside


class TriggerLinker:
    """`scopes` says of each trigger at which phase it runs, and what it adds and asks for."""

    def __init__(self, checks: CheckLinker, problems: Problems) -> None:
        self.checks, self.problems = checks, problems
        self.phases = checks.phases
        self.scopes: list[tuple[str, Scope]] = []

    def triggers(self, owner: str, nodes: Iterable[Node]) -> tuple[Trigger, ...]:
        """The triggers of one property or effect, which see the numbers that those before them have named."""
        given: set[str] = set()
        return tuple(filter(None, (self._trigger(owner, node, given) for node in nodes)))

    def _trigger(self, owner: str, node: Node, given: set[str]) -> Trigger | None:
        block = Block(node, ("at", "do"))
        at, phases, drafts = block.text("at"), self.phases, self.checks.drafts
        if at and at not in phases and drafts and not any(draft.scope.open for draft in drafts):
            note = f"phases: {', '.join(list(phases)[:20])}" if phases else "a phase is a step: {do: phase, name: ...}"
            self.problems.unknown("phase", at, phases, block.span("at"), note, said="no check has a {}")
        scope = self.checks.scope_at(at, owner)
        before = set(scope.names)
        scope.names |= given
        step = self.checks.steps.step(node, scope, ("at",))
        given |= scope.names - before
        self.scopes.append((at, scope))
        return Trigger(at, step) if step is not None and at else None


def brought(blocks: Iterable[Block]) -> tuple[Mapping[str, frozenset[str]], bool]:
    """The names that triggers give a number at each phase; and whether one of them is broken, so that some may miss."""
    found: dict[str, frozenset[str]] = {}
    lost = False
    for block in blocks:
        lost |= block.astray or ("triggers" in block and not is_list_of_blocks(block.node_at("triggers")))
        for node in block.items("triggers"):
            at = Block(node, ("at", "do")).text("at")
            found[at] = found.get(at, frozenset()).union(name for name, _ in names_given([node]))
            lost |= any(nameless(step) for step in inside(node))
    return found, lost


def asked_in_vain(triggers: TriggerLinker, dice: Mapping[str, Kind], problems: Problems) -> None:
    """Dice that a step selects and nothing adds; tags that a step selects and nothing gives."""
    scopes = [draft.scope for draft in triggers.checks.drafts]
    brought: dict[str, set[str]] = {}
    for at, scope in triggers.scopes:
        brought.setdefault(at, set()).update(scope.added)
    added: dict[str, set[str]] = {}
    for scope in scopes:
        added[scope.owner] = scope.added.union(*(brought[at] for at in scope.phases if at in brought))
        if not scope.open:
            _never_added(scope.asked, added[scope.owner], f"no step of the check `{scope.owner}`", problems)
    known: dict[str, set[str] | None] = {}  # at each phase; None where it cannot be known
    for at in brought:
        here = [each for each in scopes if at in each.phases]
        whole = here and not any(each.open for each in here)
        known[at] = set[str]().union(*(added[each.owner] for each in here)) if whole else None
    for at, scope in triggers.scopes:
        if (every := known[at]) is not None:
            _never_added(scope.asked, every, f"no check with the phase `{at}`", problems)
    every_scope = [*scopes, *(scope for _, scope in triggers.scopes)]
    given = set[str]().union(*(scope.tags for scope in every_scope))
    for scope in every_scope if not any(each.open for each in every_scope) else ():
        for use in scope.tagged:
            if use.name not in given:
                problems.unknown("tag", use.name, sorted(given), use.span, said="no step gives dice the {}")


def _never_added(asked: Iterable[Use], added: set[str], who: str, problems: Problems) -> None:
    for use in asked:
        if use.name not in added:
            message = f"{who} adds a `{use.name}`, so there is none to select"
            problems.add("die-never-added", message, use.span, same=("never-added", who, use.name))
