"""What a move reads and touches: the ground on which odds leave things out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..model.formula import Formula, PerDie, Tally
from ..model.rules import Rules
from ..model.system import Outcome, Selector, Step
from ..model.words import TOGETHER
from ..ops import OPS, binding
from ..ops.control import back, guard
from ..ops.frame import reads_any
from ..ops.op import Op
from ..ops.pair import PAIR
from ..ops.state import COUNTED, PLAYERS, Move
from .known import Reading, reading, sure

Key = tuple[Tally, Selector | None]
Facts = dict[str, dict[Any, None]]
NONE: Mapping[Any, None] = MappingProxyType({})
UNROLLED = Selector(state=("pool",))
MEMORIES = ("exploded", "rerolled", "card")  # words of a die that ask what it remembers


def _of_kind(kind: str) -> Any:
    """The facts of a kind."""
    return property(lambda reads: reads.facts.get(kind, NONE).keys())


class Reads:
    """Names read and assigned, tallies read, dice looked at: of one move, or of all that may still follow.

    `touches` are selectors of steps that change dice; in the states of `whole` all dice are needed, one by one, in
    those of `alike` all that show the same number, in those of `ordered` these and what lies above or below them.
    `brings` says that more dice may come.

    What tells the faces of a die from each other: `judges` are selectors, `asks` what steps ask besides of the dice
    that they select, `orders` selectors that take dice in an order or let a player choose, `exacts` those for which
    nothing but the face itself will do, `sets` where a die is turned or given a value, `late` the words of a die that
    are read together with numbers which are known only in the end.

    All of these are `facts`, by their kind; what is noted once is shared by all places before it. A move that `settles`
    gives all names that it assigns a number whatever happens.
    """

    __slots__ = ("facts", "settles")

    def __init__(self, facts: Facts | None = None, settles: bool = False) -> None:
        self.facts: Facts = {} if facts is None else facts
        self.settles = settles

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reads) and self.facts == other.facts

    names: Set[str] = _of_kind("names")
    assigned: Set[str] = _of_kind("assigned")
    tallies: Set[Key] = _of_kind("tallies")
    touches: Set[Selector] = _of_kind("touches")
    dies: Set[str] = _of_kind("dies")
    whole: Set[str] = _of_kind("whole")
    alike: Set[str] = _of_kind("alike")
    ordered: Set[str] = _of_kind("ordered")
    twins: Set[bool] = _of_kind("twins")
    brings: Set[bool] = _of_kind("brings")
    asks: Set[tuple[Selector, PerDie]] = _of_kind("asks")
    judges: Set[Selector] = _of_kind("judges")
    orders: Set[Selector] = _of_kind("orders")
    exacts: Set[Selector] = _of_kind("exacts")
    sets: Set[tuple[Selector, PerDie | None]] = _of_kind("sets")
    late: Set[str] = _of_kind("late")

    def note(self, kind: str, *facts: Any) -> None:
        """Take in facts of a kind, in their order."""
        self.facts.setdefault(kind, {}).update(dict.fromkeys(facts))

    def before(self, behind: Sequence[Reads], measures: Mapping[str, Tally]) -> Reads:
        """What is read from a place on: by the move there, and `behind` it, but for what the move has settled then."""
        found = dict(behind[0].facts) if behind else {}
        for later in behind[1:]:
            _take(found, later.facts)
        if self.settles:
            for kind in found.keys() & {"names", "tallies"}:
                found[kind] = self._left(kind, found[kind], measures)
        _take(found, self.facts)
        return Reads(found)

    def _left(self, kind: str, facts: dict[Any, None], measures: Mapping[str, Tally]) -> dict[Any, None]:
        """The facts that are left once the names have their numbers."""
        gone: Set[Any] = set()
        if kind == "names":
            gone = self.assigned
        elif kind == "tallies":
            gone = {(measures[name], None) for name in self.assigned if name in measures}
        return facts if gone.isdisjoint(facts) else {fact: None for fact in facts if fact not in gone}

    def aside_names(self) -> set[str]:
        """The names on which it depends which dice are laid aside, and what they count for."""
        wheres = [*(select for select in self.touches), *(select for _, select in self.tallies if select is not None)]
        names = {name for select in wheres if select.where is not None for name in select.where.names}
        return names.union(*(tally.of.names for tally, _ in self.tallies))

    @property
    def mixed(self) -> Set[str]:
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


def _take(found: Facts, more: Facts) -> None:
    for kind, facts in more.items():
        found[kind] = facts | found[kind] if kind in found else facts


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

    def check_end(self, results: Mapping[str, Formula], outcomes: Iterable[Outcome], dice: bool = False) -> Reads:
        """What results and outcomes read once all moves are made; and where the `dice` are told, these."""
        reads = Reads()
        if dice:
            reads.note("whole", *COUNTED)
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
        """What a move reads; where it cancels, only for the sake of the names that are `wanted` behind it."""
        reads, step = Reads(), move.step
        if move.run is back or self.known_before(move):
            return reads
        if step.when is not None and not move.guarded:
            self._formula(reads, step.when)
        if move.run is guard:
            return reads
        for value in step.keys.values():
            self._value(reads, value)
        if move.slot:
            reads.note("names", move.slot)
            reads.note("assigned", move.slot)
        if (name := binding(step)) is not None:
            reads.note("assigned", name)
        if step.op == "cancel":
            self._names(reads, self._cancelled(step, wanted))
            reads.note("assigned", *self.rules.symbols)
        reads.settles = "assigned" in reads.facts and step.when is None and not move.slot
        op = OPS[step.op]
        if op.selects or op.scope != "none":
            self._select(reads, move, op)
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
                reads.note("exacts", value)
            case Mapping():
                for part in (value.get("when"), value.get("prefer")):
                    self._value(reads, part)
            case tuple():
                for part in value:
                    self._value(reads, part)

    def _select(self, reads: Reads, move: Move, op: Op) -> None:
        select = move.step.select
        for number in (select.at_most, select.at_least, select.count):
            if number is not None:
                self._formula(reads, number)
        if isinstance(select.prefer, PerDie):
            self._per_die(reads, select.prefer)
        if op.selects and "tally" not in move.step.keys:
            self._judge(reads, move.step)
        if select.per == "twin":
            reads.note("twins", True)
        if op.name == "add":
            reads.note("brings", True)
        if op.name == "return":
            reads.note("dies", "card")
        for of_die in (select.where, select.by):
            if of_die is not None:
                self._per_die(reads, of_die)
        if op.name == "tally":
            tally = move.step.keys.get("tally")
            if tally is not None and tally.shaped:
                reads.note("ordered" if tally.in_order else "alike", *(select.state or COUNTED))
            if tally is None:
                reads.note("whole", *(select.state or COUNTED))
            elif select.where is not None:
                self._at_once(reads, select.where, select.state or COUNTED)
            if tally is not None:
                reads.note("tallies", (tally, select))
        elif op.scope == "pool":
            reads.note("touches", UNROLLED)
        elif op.scope != "none" and not (op.name == "add" and "twin" not in move.step.keys):
            self._touch(reads, select, op.scope == "all_in_state")

    def _touch(self, reads: Reads, select: Selector, all_in_state: bool = False) -> None:
        """Note dice that a step changes or looks at one by one."""
        open_where = all_in_state or (select.where is not None and not select.where.alone)
        touched = replace(select, where=None) if open_where else select
        if all_in_state:
            touched = replace(touched, showing=None, containing=None)
        reads.note("touches", touched)

    def _formula(self, reads: Reads, formula: Formula, told: Collection[str] = ()) -> None:
        read = self._reading(formula, told)
        self._names(reads, read.names.difference(told))
        self._tallied(reads, read.tallies, told)
        if read.whole:
            reads.note("whole", *COUNTED)

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
        reads.note("judges", select)
        for asked in (select.by, select.prefer):
            if isinstance(asked, PerDie):
                reads.note("asks", (select, asked))
        some = select.count is not None or select.at_most is not None
        decided = select.may is not None or select.pick in PLAYERS
        unordered = self._even and decided and (self._free or select.prefer is None)
        if not unordered and (decided or (some and select.pick != "random")):
            reads.note("orders", select)
        if step.op == PAIR.name or keys.get("onto") or keys.get("keep", "new") != "new":
            reads.note("exacts", select)
        if step.op == "set":
            reads.note("sets", (select, keys.get("value")))

    def _per_die(self, reads: Reads, per_die: PerDie, told: Collection[str] = ()) -> None:
        read = self._reading(per_die, told)
        self._names(reads, read.names.difference(told))
        if read.dies:
            reads.note("dies", *read.dies)
        self._tallied(reads, read.tallies, told)
        if read.whole or read.dies & TOGETHER:
            self._at_once(reads, per_die)

    def _tallied(self, reads: Reads, tallies: Iterable[Tally], told: Collection[str] = ()) -> None:
        for tally in tallies:
            self._per_die(reads, tally.of, told)
            if reads_any(tally, told):
                reads.note("whole", *COUNTED)
                reads.note("late", *tally.of.dies)
                continue
            reads.note("tallies", (tally, None))
            if tally.shaped:
                reads.note("ordered" if tally.in_order else "alike", *COUNTED)
            self._at_once(reads, tally.of)

    def _at_once(self, reads: Reads, per_die: PerDie, states: Iterable[str] = COUNTED) -> None:
        """Note which dice an expression on one die needs besides."""
        if not per_die.alone:
            needed = "alike" if per_die.among_alike else "ordered" if per_die.in_order else "whole"
            reads.note(needed, *states)

    def _names(self, reads: Reads, names: Set[str]) -> None:
        if names:
            reads.note("names", *names)
        for name in sorted(names & self.measures.keys()):  # tallies have their places in this order
            if name not in self.known:  # an input of that name goes first
                reads.note("tallies", (self.measures[name], None))


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
