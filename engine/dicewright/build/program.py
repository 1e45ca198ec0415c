"""A bound check as a flat list of moves, and what exact odds may leave out on the way.

Rewrites, each a law that the tests state. *Live names*: at each place only those numbers are carried that some
later move or result still reads. *Laying aside*: a die that no later step can select any more is counted into the
tallies that are still read, and leaves the table; so a handful of dice that is only counted is never listed die by
die. Odds with the rewrites equal odds without them (`lean=False`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from ..chance.ask import Again, Many, Pick
from ..model.formula import Formula, Tally
from ..model.rules import Rules
from ..model.system import Check, Step
from ..ops import OPS, binding
from ..ops.control import back, guard
from ..ops.frame import Frame, identity
from ..ops.state import COUNTED, Limits, Move, Piece, State
from .alike import sweeps, swept, together
from .apart import joined, stretches
from .foretold import foretold, read_off
from .lay import Aside, Everything
from .order import in_order, orders
from .rank import ranked, sorts
from .reads import Key, Reader, Reads
from .tail import Ending, Tail, short

EVERYTHING = Everything()
PLAYERS_FIRST_TO_LAST = ("gm", "others", "roller")


def flatten(
    steps: Iterable[Step],
    triggers: Mapping[str, list[tuple[str, str, Step]]],
    fixed: Callable[[Formula], int | None] = lambda formula: None,
) -> tuple[Move, ...]:
    """The moves of a check, each phase followed by the triggers that act in it, in the order of their owners.

    `fixed` knows conditions that the inputs decide for good; steps that can never happen are left out.
    """
    moves: list[Move] = []

    def emit(step: Step, run: Callable[..., Any], **more: Any) -> int:
        moves.append(Move(len(moves), step, run, **more))
        return len(moves) - 1

    def patch(at: int, **more: Any) -> None:
        moves[at] = replace(moves[at], **more)

    def one(step: Step, cause: str = "") -> None:
        known = None if step.when is None else fixed(step.when)
        if known == 0:
            return
        if known is not None:
            step = replace(step, when=None)
        opens = step.op in ("phase", "choose", "repeat")
        gate = emit(step, guard, cause=cause) if opens and step.when is not None else None
        at = emit(step, OPS[step.op].run, cause=cause, guarded=opens)
        match step.op:
            case "phase":
                order = dict.fromkeys(("", *step.keys.get("owners", ()), *PLAYERS_FIRST_TO_LAST))
                here = triggers.get(step.keys["name"], ())
                for owner in order:
                    for label, hand, trigger in here:
                        if hand == owner:
                            one(trigger, label)
            case "repeat":
                for inner in step.keys["steps"]:
                    one(inner, cause)
                emit(step, back, to=at, cause=cause)
                patch(at, to=len(moves), slot=f"round {at}")
            case "choose":
                begins, ends = [], []
                for option in step.keys.get("options", ()):
                    begins.append(len(moves))
                    for inner in option["steps"]:
                        one(inner, cause)
                    ends.append(emit(step, back, cause=cause))
                patch(at, to=len(moves), blocks=tuple(begins))
                for end in ends:
                    patch(end, to=len(moves))
        if gate is not None:
            patch(gate, to=len(moves))

    for step in steps:
        one(step)
    for move in [m for m in moves if m.step.op == "stop"]:
        patch(move.at, to=len(moves))
    return tuple(moves)


@dataclass(eq=False)
class Program:
    """A check with its inputs and properties: a state in, what is asked for next out."""

    rules: Rules
    check: Check
    constants: Mapping[str, int]
    choices: Mapping[str, str]
    moves: tuple[Move, ...]
    measures: Mapping[str, Tally]
    limits: Limits
    lean: bool = True
    free: bool = False
    dice: bool = False
    _lays: dict[Any, Aside] = field(default_factory=dict)
    tails: dict[Any, Tail | None] = field(default_factory=dict)

    # -- running -------------------------------------------------------------------------------------------------

    @property
    def start(self) -> Again:
        sums = tuple(identity(tally.how) for tally, _ in self.tallies)
        return Again(State(0, (None,) * len(self.slots), (), sums), 0)

    def move(self, state: State) -> Any:
        """Make one move."""
        at = state.at
        return self.ending(state) if at == len(self.moves) else self._make(self.frame, self.moves[at], state)

    def _make(self, frame: Frame, move: Move, state: State) -> Any:
        when = move.step.when
        if when is not None and not move.guarded and move.run not in (guard, back) and not frame.value(when, state):
            return move.next(state)
        return move.run(frame, move, state)

    def run(self, state: State) -> Any:
        """Make moves until something is asked for, a loop comes round, or the check ends."""
        asked = self._run(state)
        return replace(asked, short=partial(short, self, asked)) if isinstance(asked, Many) and self.lean else asked

    def _run(self, state: State) -> Any:
        while True:
            if state.at in self.orders and (one_by_one := self._ordered(state)) is not None:
                return one_by_one
            if state.at in self.sweeps and (sweep := self._swept(state)) is not None:
                return sweep
            end = self.stretches.get(state.at)
            if end is not None:
                return joined(self, state, end, self.lay(end, state))
            asked = self.move(state)
            if isinstance(asked, Pick) and state.at in self._ranked:
                return ranked(self.frame, state, asked, self.moves[state.at + 1])
            if not isinstance(asked, Again) or asked.at in self.chains:
                return asked
            state = asked.state  # type: ignore[assignment]

    def ending(self, state: State) -> Ending:
        told: dict[str, int] = {}
        results: list[int] = []
        for name, formula in self.check.results.items():
            results.append(self.frame.value(formula, state, told))
            if formula.text != name:
                told[name] = results[-1]
        outcome = next(
            (o.name for o in self.check.outcomes if o.when is None or self.frame.value(o.when, state, told)), None
        )
        dice = sorted((p.value for p in state.pool if p.state in COUNTED), reverse=True) if self.dice else ()
        return Ending(outcome, tuple(results), tuple(dice))

    # -- places --------------------------------------------------------------------------------------------------

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """Where each name that changes on the way stands in a state."""
        names = [*self.rules.symbols]
        names += [name for m in self.moves if (name := binding(m.step)) is not None]
        names += [m.slot for m in self.moves if m.slot]
        return {name: i for i, name in enumerate(dict.fromkeys(names))}

    @cached_property
    def chains(self) -> frozenset[int]:
        """The heads of loops."""
        return frozenset(m.at for m in self.moves if m.slot)

    @cached_property
    def tallies(self) -> Mapping[Key, int]:
        """Every tally that is read anywhere, with its place in a state's sums."""
        found: dict[Key, None] = {}
        for reads in self._reads:
            found |= reads.tallies
        return {key: i for i, key in enumerate(found)}

    @cached_property
    def frame(self) -> Frame:
        return Frame(
            self.rules,
            self.constants,
            self.choices,
            self.slots,
            self.measures,
            self.tallies,
            self.limits,
            self.lay if self.lean else lambda at, state: EVERYTHING,
            self.asked,
        )

    @cached_property
    def _plain(self) -> Frame:
        return replace(self.frame, lay=lambda at, state: EVERYTHING)

    # -- what later moves read -----------------------------------------------------------------------------------

    @cached_property
    def _reads(self) -> tuple[Reads, ...]:
        reader = Reader(self.rules, self.measures)
        end = reader.check_end(self.check)
        end.whole |= set(COUNTED) if self.dice else set()
        return (*(reader.move(move) for move in self.moves), end)

    @cached_property
    def after(self) -> tuple[Reads, ...]:
        """For each place, what is still read from there on: by its move, and by all that may follow."""
        found = [Reads() for _ in self._reads]
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(found))):
                reads = Reads()
                reads.use(self._reads[at])
                for following in self._following(at):
                    reads.merge(found[following], self._reads[at], self.measures)
                if reads != found[at]:
                    found[at] = reads
                    changed = True
        return tuple(found)

    def _following(self, at: int) -> list[int]:
        if at == len(self.moves):
            return []
        move = self.moves[at]
        onward = [move.to] if move.run is back else [at + 1, *move.blocks]
        return onward if move.to < 0 or move.run is back else [*onward, move.to]

    @cached_property
    def stretches(self) -> Mapping[int, int]:
        """Where stretches begin that each group of dice takes alone, and where they end."""
        if not self.lean:
            return {}
        return stretches(self.moves, frozenset({*self.measures, *self.rules.symbols}), self.free)

    @cached_property
    def sweeps(self) -> Mapping[int, tuple[int, int]]:
        """The same for stretches that the dice of each value take together, where something asks for that."""
        if not self.lean:
            return {}
        found = sweeps(self.moves, frozenset({*self.measures, *self.rules.symbols}))
        alike = [bool(reads.alike) for reads in self._reads], [bool(reads.alike) for reads in self.after]
        return {at: (mid, end) for at, (mid, end) in found.items() if together(self.moves, mid, end, *alike)}

    def _swept(self, state: State) -> Many | None:
        mid, end = self.sweeps[state.at]
        counters = tuple(self.slots[name] for m in self.moves[mid:end] if (name := binding(m.step)) is not None)
        if not set(counters).isdisjoint(self._matters[end]):
            return None
        many = swept(self, state, (mid, end), self.lay(end, state), tuple(dict.fromkeys(counters)))
        if many is None and not counters and end < len(self.moves) and read_off(self.moves[end], self._reads[end]):
            many = foretold(self, state, (mid, end), self._reads[end])
        return many

    def counted(self, reads: Reads, state: State) -> Aside:
        """What dice count for in these tallies alone."""
        return Aside(self.frame, Reads(tallies=reads.tallies), self.tallies, (), state)

    @cached_property
    def orders(self) -> Mapping[int, tuple[int, int]]:
        """The same for stretches in which dice are taken from the highest, or the lowest, down."""
        if not self.lean:
            return {}
        found = orders(self.moves, frozenset({*self.measures, *self.rules.symbols}))
        return {at: (mid, end) for at, (mid, end) in found.items() if not self.after[end].alike}

    def _ordered(self, state: State) -> Many | None:
        mid, end = self.orders[state.at]
        return in_order(self, self._plain, state, self.moves[mid:end], self.lay(end, state))

    @cached_property
    def _ranked(self) -> frozenset[int]:
        """Where the next move keeps or drops the best of what chance picks here."""
        names = frozenset({*self.measures, *self.rules.symbols})
        return frozenset(m.at - 1 for m in self.moves if self.lean and sorts(m, names))

    def plainly(self, state: State) -> Any:
        """Make one move, keeping every die on the table."""
        return self.makes(self.moves[state.at], state)

    def makes(self, move: Move, state: State) -> Any:
        """Make this move in place of the one that stands here, keeping every die on the table."""
        return self._make(self._plain, move, state)

    @cached_property
    def _matters(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the slots on which laying aside depends."""
        found = []
        for reads in self.after:
            names = {n for tally, _ in reads.tallies for n in tally.of.names}
            names |= {n for select in reads.touches if select.where for n in select.where.names}
            names |= {n for _, select in reads.tallies if select and select.where for n in select.where.names}
            found.append(tuple(self.slots[n] for n in sorted(names) if n in self.slots))
        return tuple(found)

    def lay(self, at: int, state: State) -> Aside:
        """Which dice can be laid aside from this place on."""
        key = at, tuple([state.names[slot] for slot in self._matters[at]])
        lay = self._lays.get(key)
        if lay is None:
            lay = self._lays[key] = Aside(self.frame, self.after[at], self.tallies, self._cancelling(at), state)
        return lay

    def asked(self, at: int) -> frozenset[str]:
        """Which of a die's memories (exploded, rerolled, twin, card) something asks about from this place on."""
        return self._asked[at]

    @cached_property
    def _asked(self) -> tuple[frozenset[str], ...]:
        return tuple(
            frozenset(({"exploded", "rerolled", "card"} & reads.dies) | ({"twin"} if reads.twins else set()))
            for reads in self.after
        )

    def tidied(self, pieces: list[Piece], at: int) -> list[Piece]:
        """The dice without what nobody asks about them from this place on."""
        asked = self._asked[at]
        return [piece.forgetting(asked) for piece in pieces]

    def _cancelling(self, at: int) -> list[tuple[Key, Key]]:
        """The pairs of tallies of which only the difference is read, because the next move cancels them."""
        if at == len(self.moves) or self.moves[at].step.op != "cancel" or self.moves[at].step.when is not None:
            return []
        pairs = self.moves[at].step.keys.get("pairs") or self.rules.cancels
        return [((self.measures[a], None), (self.measures[b], None)) for a, b in pairs]

    @cached_property
    def _live(self) -> tuple[tuple[bool, ...], ...]:
        return tuple(tuple(name in reads.names for name in self.slots) for reads in self.after)

    def key(self, state: State) -> State:
        """The state as odds tell it from others: without what nobody reads, and in no particular order."""
        if not self.lean:
            return state._replace(pool=tuple(sorted(state.pool)))
        at = state.at
        lay = self.lay(at, state)
        more = lay.empty
        stay: list[Piece] = []
        for piece in state.pool:
            counted = lay.aside(piece)
            if counted is None:
                stay.append(piece)
            else:
                more = lay.join(more, counted)
        if stay:
            stay = self.tidied(stay, at)
            stay = _twinned(stay) if self.after[at].twins else stay
            stay.sort()
        names = tuple([value if live else None for value, live in zip(state.names, self._live[at], strict=True)])
        return State(at, names, tuple(stay), lay.onto(state.sums, more))


def _twinned(pieces: list[Piece]) -> list[Piece]:
    """Twins numbered anew, so that which pair came first makes no difference."""
    groups: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.twin:
            groups.setdefault(piece.twin, []).append(piece._replace(twin=0))
    alone = [piece for piece in pieces if not piece.twin]
    ordered = sorted(sorted(group) for group in groups.values())
    return alone + [piece._replace(twin=n) for n, group in enumerate(ordered, 1) for piece in group]
