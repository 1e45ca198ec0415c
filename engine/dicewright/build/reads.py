"""What a move reads and touches: the ground on which odds leave things out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from ..model.formula import Formula, PerDie, Tally
from ..model.rules import Rules
from ..model.system import Outcome, Selector, Step
from ..model.words import TOGETHER
from ..ops import OPS, binding
from ..ops.control import back, guard
from ..ops.frame import reads_any
from ..ops.pair import PAIR
from ..ops.state import COUNTED, PLAYERS, Move
from .known import Reading, reading, sure

Key = tuple[Tally, Selector | None]
UNROLLED = Selector(state=("pool",))
MEMORIES = ("exploded", "rerolled", "card")  # words of a die that ask what it remembers


@dataclass
class Reads:
    """Names read and assigned, tallies read, dice looked at: of one move, or of all that may still follow.

    `settled` are the names that the move gives a number whatever happens. `touches` are selectors of steps that change
    dice; in the states of `whole` all dice are needed, one by one, in those of `alike` all that show the same number,
    in those of `ordered` these and what lies above or below them. `brings` says that more dice may come.

    What tells the faces of a die from each other: `judges` are selectors, `asks` what steps ask besides of the dice
    that they select, `orders` selectors that take dice in an order or let a player choose, `exacts` those for which
    nothing but the face itself will do, `sets` where a die is turned or given a value, `late` the words of a die that
    are read together with numbers which are known only in the end.
    """

    names: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    tallies: dict[Key, None] = field(default_factory=dict)
    touches: dict[Selector, None] = field(default_factory=dict)
    dies: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    alike: set[str] = field(default_factory=set)
    ordered: set[str] = field(default_factory=set)
    twins: bool = False
    brings: bool = False
    asks: dict[tuple[Selector, PerDie], None] = field(default_factory=dict)
    judges: dict[Selector, None] = field(default_factory=dict)
    orders: dict[Selector, None] = field(default_factory=dict)
    exacts: dict[Selector, None] = field(default_factory=dict)
    sets: dict[tuple[Selector, PerDie | None], None] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)

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
        self.ordered |= other.ordered
        self.twins |= other.twins
        self.brings |= other.brings
        self.asks |= other.asks
        self.judges |= other.judges
        self.orders |= other.orders
        self.exacts |= other.exacts
        self.sets |= other.sets
        self.late |= other.late

    def aside_names(self) -> set[str]:
        """The names on which it depends which dice are laid aside, and what they count for."""
        wheres = [*(select for select in self.touches), *(select for _, select in self.tallies if select is not None)]
        names = {name for select in wheres if select.where is not None for name in select.where.names}
        return names.union(*(tally.of.names for tally, _ in self.tallies))

    @property
    def mixed(self) -> set[str]:
        """The states in which dice of more than one value are needed at once."""
        return self.whole | self.ordered

    @property
    def remembers(self) -> frozenset[str]:
        """The memories of a die that are asked for."""
        return frozenset((self.dies & {*MEMORIES}) | ({"twin"} if self.twins else set()))

    def asked_names(self) -> set[str]:
        """The names on which it depends what is asked of a die."""
        wheres = [select.where for select in (*self.judges, *self.orders, *self.exacts)]
        wheres += [select.where for _, select in self.tallies if select is not None]
        asked = (*(each for _, each in self.asks), *wheres, *(tally.of for tally, _ in self.tallies))
        return {name for each in asked if each is not None for name in each.names}


class Reader:
    """Collects what formulas and moves of one system read. `known` are the names that never change.

    Where it is `even` which of equal options a player takes, their dice need no order. With `free` every decision is
    open, also those for which the file has a standing answer.
    """

    def __init__(
        self,
        rules: Rules,
        measures: Mapping[str, Tally],
        known: Mapping[str, int],
        even: bool = False,
        free: bool = False,
    ) -> None:
        self.rules, self.measures, self.known, self._even, self._free = rules, measures, known, even, free
        self._readings: dict[int, Reading] = {}  # by the number of an expression that the moves hold

    def check_end(self, results: Mapping[str, Formula], outcomes: Iterable[Outcome]) -> Reads:
        """What results and outcomes read once all moves are made."""
        reads = Reads()
        told: set[str] = set()
        for name, formula in results.items():
            self._formula(reads, formula, told)
            if formula.text != name:  # a result that only tells a name hides nothing
                told.add(name)
        for outcome in outcomes:
            if outcome.when is not None:
                self._formula(reads, outcome.when, told)
        return reads

    def move(self, move: Move, wanted: Set[str] | None = None) -> Reads:
        """What a move reads; only for the sake of those names that are `wanted` behind it, where that is known."""
        reads = Reads()
        step = move.step
        if move.run is back or self.known_before(move) or (wanted is not None and idle(move, wanted, self.rules)):
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
            for symbol in self._cancelled(step, wanted):
                self._name(reads, symbol)
            reads.assigned |= set(self.rules.symbols)
        if step.when is None and not move.slot:
            reads.settled |= reads.assigned
        self._select(reads, move)
        return reads

    def known_before(self, move: Move) -> bool:
        """Whether all that a move does is to give a number to a name that has it already."""
        return move.step.op == "let" and move.step.keys["name"] in self.known

    def _cancelled(self, step: Step, wanted: Set[str] | None) -> Set[str]:
        """The symbols on which those depend that are wanted after cancelling."""
        symbols = set(self.rules.symbols)
        if wanted is None or step.when is not None:
            return symbols
        found = symbols & wanted
        pairs = step.keys.get("pairs") or self.rules.cancels
        for one, other in reversed(pairs):
            if {one, other} & found:
                found |= {one, other}
        return found

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
                reads.exacts[value] = None
            case Mapping():
                for part in (value.get("when"), value.get("prefer")):
                    self._value(reads, part)
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
        if op.selects and "tally" not in move.step.keys:
            self._judge(reads, move.step)
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
                (reads.ordered if tally.in_order else reads.alike).update(select.state or COUNTED)
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
        hidden = set(told)
        read = self._reading(formula, hidden)
        for name in read.names - set(told):
            self._name(reads, name)
        self._tallied(reads, read.tallies, hidden)
        if read.whole:
            reads.whole |= set(COUNTED)

    def _reading(self, of: Formula | PerDie, told: Collection[str]) -> Reading:
        """What an expression reads, where names that are `told` go before those that are known."""
        if told:
            return reading(of, {name: value for name, value in self.known.items() if name not in told})
        found = self._readings.get(id(of))
        if found is None:
            found = self._readings[id(of)] = reading(of, self.known)
        return found

    def _judge(self, reads: Reads, step: Step) -> None:
        """Note what tells the dice from each other that the step looks at."""
        select, keys = step.select, step.keys
        reads.judges[select] = None
        for asked in (select.by, select.prefer):
            if isinstance(asked, PerDie):
                reads.asks[select, asked] = None
        some = select.count is not None or select.at_most is not None
        decided = select.may is not None or select.pick in PLAYERS
        unordered = self._even and decided and (self._free or select.prefer is None)
        if not unordered and (decided or (some and select.pick != "random")):
            reads.orders[select] = None
        if step.op == PAIR.name or keys.get("onto") or keys.get("keep", "new") != "new":
            reads.exacts[select] = None
        if step.op == "set":
            reads.sets[select, keys.get("value")] = None

    def _per_die(self, reads: Reads, per_die: PerDie, told: Collection[str] = ()) -> None:
        read = self._reading(per_die, told)
        for name in read.names - set(told):
            self._name(reads, name)
        reads.dies |= read.dies
        self._tallied(reads, read.tallies, told)
        if read.whole or read.dies & TOGETHER:
            self._at_once(reads, per_die)

    def _tallied(self, reads: Reads, tallies: Iterable[Tally], told: Collection[str] = ()) -> None:
        for tally in tallies:
            self._per_die(reads, tally.of, told)
            if reads_any(tally, told):
                reads.whole |= set(COUNTED)
                reads.late |= tally.of.dies
                continue
            reads.tallies[tally, None] = None
            if tally.shaped:
                (reads.ordered if tally.in_order else reads.alike).update(COUNTED)
            self._at_once(reads, tally.of)

    def _at_once(self, reads: Reads, per_die: PerDie, states: Iterable[str] = COUNTED) -> None:
        """Note which dice an expression on one die needs besides."""
        if not per_die.alone:
            needed = reads.alike if per_die.among_alike else reads.ordered if per_die.in_order else reads.whole
            needed.update(states)

    def _name(self, reads: Reads, name: str) -> None:
        reads.names.add(name)
        if name in self.measures and name not in self.known:  # an input of that name goes first
            reads.tallies[self.measures[name], None] = None


def idle(move: Move, wanted: Set[str], rules: Rules) -> bool:
    """Whether all that a move does is to give numbers to names that nobody reads. What it is worth must be sure."""
    step = move.step
    if step.op == "cancel":
        names = set(rules.symbols)
    elif step.op in ("tally", "let"):
        names = {step.keys["name"]}
    else:
        return False
    if not names.isdisjoint(wanted):
        return False
    asked = (step.when, step.keys.get("size"), step.keys.get("value"), step.select.where)
    return all(each is None or sure(each) for each in asked)


def remembering(moves: Iterable[Move], results: Iterable[Formula], outcomes: Iterable[Outcome]) -> bool:
    """Whether anything could ask for the memories of a die, as far as words go."""
    asked: list[Any] = [*results, *(outcome.when for outcome in outcomes)]
    for move in moves:
        step, select = move.step, move.step.select
        if select.per == "twin" or step.op == "return":
            return True
        asked += (step.when, select.where, select.by, select.prefer, select.at_most, select.at_least, select.count)
        asked += step.keys.values()
    return any(_remembers(each) for each in asked if each is not None and type(each) is not str)


def _remembers(asked: Any) -> bool:
    match asked:
        case Formula(text) | PerDie(text):
            return any(word in text for word in MEMORIES)
        case Tally(_, of):
            return _remembers(of)
        case Selector():
            return _remembers(asked.where)
        case Mapping():
            return any(map(_remembers, asked.values()))
        case tuple():
            return any(map(_remembers, asked))
    return False
