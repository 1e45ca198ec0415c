"""What a move reads and touches: the ground on which odds leave things out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.formula import Formula, PerDie, Tally
from ..model.rules import Rules
from ..model.system import Check, Selector
from ..model.words import TOGETHER
from ..ops import OPS, binding
from ..ops.control import back, guard
from ..ops.frame import reads_any
from ..ops.state import COUNTED, Move

Key = tuple[Tally, Selector | None]
UNROLLED = Selector(state=("pool",))


@dataclass
class Reads:
    """Names read and assigned, tallies read, dice looked at: of one move, or of all that may still follow.

    `settled` are the names that the move gives a number whatever happens. `touches` are selectors of steps that change
    dice; in the states of `whole` all dice are needed, one by one, in those of `alike` all that show the same number.
    `brings` says that more dice may come.
    """

    names: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    tallies: dict[Key, None] = field(default_factory=dict)
    touches: dict[Selector, None] = field(default_factory=dict)
    dies: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    alike: set[str] = field(default_factory=set)
    twins: bool = False
    brings: bool = False

    def merge(self, later: Reads, own: Reads, measures: Mapping[str, Tally]) -> None:
        """Take in what a place behind this one reads, but for the names that this move has settled by then."""
        gone = {(measures[name], None) for name in own.settled if name in measures}
        self.names |= later.names - own.settled
        self.tallies |= {key: None for key in later.tallies if key not in gone}
        self._take(later)

    def use(self, own: Reads) -> None:
        """Take in what the move at this place reads itself."""
        self.names |= own.names
        self.tallies |= own.tallies
        self._take(own)

    def _take(self, other: Reads) -> None:
        self.assigned |= other.assigned
        self.touches |= other.touches
        self.dies |= other.dies
        self.whole |= other.whole
        self.alike |= other.alike
        self.twins |= other.twins
        self.brings |= other.brings


class Reader:
    """Collects what formulas and moves of one system read."""

    def __init__(self, rules: Rules, measures: Mapping[str, Tally]) -> None:
        self.rules, self.measures = rules, measures

    def check_end(self, check: Check) -> Reads:
        """What results and outcomes read once all moves are made."""
        reads = Reads()
        told: set[str] = set()
        for name, formula in check.results.items():
            self._formula(reads, formula, told)
            if formula.text != name:  # a result that only tells a name hides nothing
                told.add(name)
        for outcome in check.outcomes:
            if outcome.when is not None:
                self._formula(reads, outcome.when, told)
        return reads

    def move(self, move: Move) -> Reads:
        reads = Reads()
        step = move.step
        if move.run is back:
            return reads
        if step.when is not None and not move.guarded:
            self._formula(reads, step.when)
        if move.run is guard:
            return reads
        for value in step.keys.values():
            self._value(reads, value)
        if move.slot:
            reads.names.add(move.slot)
            reads.assigned.add(move.slot)
        if (name := binding(step)) is not None:
            reads.assigned.add(name)
        if step.op == "cancel":
            for symbol in self.rules.symbols:
                self._name(reads, symbol)
            reads.assigned |= set(self.rules.symbols)
        if step.when is None and not move.slot:
            reads.settled |= reads.assigned
        self._select(reads, move)
        return reads

    def _value(self, reads: Reads, value: Any) -> None:
        match value:
            case Formula():
                self._formula(reads, value)
            case PerDie():
                self._per_die(reads, value)
            case Selector():
                if value.where is not None:
                    self._per_die(reads, value.where)
                self._touch(reads, value)
            case Mapping():
                self._value(reads, value.get("when"))
            case tuple():
                for part in value:
                    self._value(reads, part)

    def _select(self, reads: Reads, move: Move) -> None:
        select, op = move.step.select, OPS[move.step.op]
        for number in (select.at_most, select.at_least, select.count):
            if number is not None:
                self._formula(reads, number)
        if isinstance(select.prefer, PerDie):
            self._per_die(reads, select.prefer)
        reads.twins |= select.per == "twin"
        reads.brings |= op.name == "add"
        if op.name == "return":
            reads.dies |= {"card"}
        for of_die in (select.where, select.by):
            if of_die is not None:
                self._per_die(reads, of_die)
        if op.name == "tally":
            tally = move.step.keys.get("tally")
            if tally is not None and tally.shaped:
                reads.alike |= set(select.state or COUNTED)
            if tally is None:
                reads.whole |= set(select.state or COUNTED)
            elif select.where is not None:
                self._at_once(reads, select.where, select.state or COUNTED)
            if tally is not None:
                reads.tallies[tally, select] = None
        elif op.scope == "pool":
            reads.touches[UNROLLED] = None
        elif op.scope != "none" and not (op.name == "add" and "twin" not in move.step.keys):
            self._touch(reads, select, op.scope == "all_in_state")

    def _touch(self, reads: Reads, select: Selector, all_in_state: bool = False) -> None:
        """Note dice that a step changes or looks at one by one."""
        open_where = all_in_state or (select.where is not None and not select.where.alone)
        touched = replace(select, where=None) if open_where else select
        if all_in_state:
            touched = replace(touched, showing=None, containing=None)
        reads.touches[touched] = None

    def _formula(self, reads: Reads, formula: Formula, told: Collection[str] = ()) -> None:
        for name in formula.names - set(told):
            self._name(reads, name)
        self._tallied(reads, formula.tallies, told)
        if formula.whole:
            reads.whole |= set(COUNTED)

    def _per_die(self, reads: Reads, per_die: PerDie, told: Collection[str] = ()) -> None:
        for name in per_die.names - set(told):
            self._name(reads, name)
        reads.dies |= per_die.dies
        self._tallied(reads, per_die.tallies, told)
        if per_die.whole or per_die.dies & TOGETHER:
            self._at_once(reads, per_die)

    def _tallied(self, reads: Reads, tallies: Iterable[Tally], told: Collection[str] = ()) -> None:
        for tally in tallies:
            self._per_die(reads, tally.of, told)
            if reads_any(tally, told):
                reads.whole |= set(COUNTED)
                continue
            reads.tallies[tally, None] = None
            if tally.shaped:
                reads.alike |= set(COUNTED)
            self._at_once(reads, tally.of)

    def _at_once(self, reads: Reads, per_die: PerDie, states: Iterable[str] = COUNTED) -> None:
        """Note which dice an expression on one die needs besides."""
        if not per_die.alone:
            (reads.alike if per_die.among_alike else reads.whole).update(states)

    def _name(self, reads: Reads, name: str) -> None:
        reads.names.add(name)
        if name in self.measures:
            reads.tallies[self.measures[name], None] = None
