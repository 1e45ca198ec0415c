"""A bound check as a flat list of moves, and what exact odds may leave out on the way.

Rewrites, each a law that the tests state. *Live names*: at each place only those numbers are carried that some
later move or result still reads, and moves that only give numbers which nobody reads are left out. *Laying aside*: a
die that no later step can select any more is counted into the tallies that are still read, and leaves the table; so a
handful of dice that is only counted is never listed die by die. *Meeting*: before dice are thrown, states that are then
equal are put together. Odds with the rewrites equal odds without them (`lean=False`). Others have their own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from ..chance.ask import Again, Choose, Many, Pick
from ..chance.chain import Counted, Loop
from ..chance.patience import Patience
from ..ops.frame import Frame, identity
from ..ops.known import Known
from ..ops.state import Move, Piece, State
from .classes import Classes, Table
from .course import EVERYTHING, Course
from .known import foregone
from .lay import Aside, Sums, cancelling
from .lift import falls, flies, lifted, lifts
from .live import Live
from .offers import keeps, offered
from .rank import ranked, sorts
from .reads import Key, Reader, Reads
from .roof import caps, roofs
from .rounds import counted, endless
from .tail import Ending, Shown, Tail, short
from .ways import Ways


@dataclass(eq=False)
class Program(Course):
    """The moves of a check as odds take them: a state in, what is asked for next out.

    With `free` every decision is open; it is `even` where of equal options it makes no difference which one is taken.
    What is not read for what its endings tell is read by nobody.
    """

    lean: bool = True
    free: bool = False
    even: bool = False
    _lays: dict[Any, Aside] = field(default_factory=dict)
    tails: dict[Any, Tail | None] = field(default_factory=dict)

    # -- running -------------------------------------------------------------------------------------------------

    @cached_property
    def start(self) -> Again:
        return Again(State(0, (None,) * len(self.slots), (), self.nothing), 0)

    @cached_property
    def nothing(self) -> Sums:
        """The sums of a state without any dice."""
        return tuple([identity(tally.how) for tally, _ in self.tallies])

    def move(self, state: State) -> Any:
        """Make one move."""
        at = state.at
        return self.ending(state, self.frame) if at == len(self.moves) else self.make(self.frame, self.moves[at], state)

    def within(self, patience: Patience) -> Callable[[State], Any]:
        """`run` for a question that may cost so much."""
        return partial(self.run, patience=patience)

    def run(self, state: State, patience: Patience | None = None) -> Any:
        """Make moves until something is asked for, a loop comes round, or the check ends.

        Where something is asked for, states that are then equal meet first.
        """
        if not self.lean:
            return self._until(state)
        asked = self._run(state, state.at, patience)
        return offered(self, asked, partial(short, self)) if isinstance(asked, Many) else asked

    def _run(self, state: State, begun: int, patience: Patience | None) -> Any:
        while True:
            if state.at in self.ways:
                if state.at != begun:
                    return Again(state, state.at)
                if (joint := self.ways.joint(state, patience)) is not None:
                    return joint
            asked = self.leanly(state)
            if isinstance(asked, Ending | Shown):
                return asked
            if not isinstance(asked, Again):
                if state.at != begun:
                    return Again(state, state.at)
                if isinstance(asked, Choose):
                    return replace(asked, then=partial(self._answered, asked.then, patience))
                ranks = isinstance(asked, Pick) and state.at in self._ranked
                return ranked(self.frame, state, asked, self.moves[state.at + 1]) if ranks else asked
            if asked.at in self.chains:
                return self._round(asked)
            if asked.at == state.at:
                return asked
            state = asked.state  # type: ignore[assignment]

    def _answered(self, then: Callable[[Any], Any], patience: Patience | None, answer: Any) -> Any:
        """How it goes on from an answer, up to where something else is asked for."""
        asked = then(answer)
        if not isinstance(asked, Again):
            return asked
        return self._round(asked) if asked.at in self.chains else self._run(asked.state, -1, patience)  # type: ignore[arg-type]

    def _round(self, head: Again) -> Again:
        """A loop that comes round; where it is over by then, behind it, where states meet that differ at its head."""
        out = self.leanly(head.state)  # type: ignore[arg-type]
        return out if isinstance(out, Again) and out.at == self.moves[head.at].to else head

    def _until(self, state: State) -> Any:
        while True:
            asked = self.move(state)
            if not isinstance(asked, Again) or asked.at in self.chains:
                return asked
            state = asked.state  # type: ignore[assignment]

    # -- places --------------------------------------------------------------------------------------------------

    @cached_property
    def chains(self) -> frozenset[int]:
        """The heads of loops."""
        return frozenset(m.at for m in self.moves if m.slot)

    @cached_property
    def loops(self) -> Mapping[int, Loop]:
        """The loops that can be solved."""
        return endless(self)

    @cached_property
    def counted(self) -> Mapping[int, Counted]:
        """The loops whose states may come again with another number of rounds."""
        return counted(self)

    @cached_property
    def tallies(self) -> Mapping[Key, int]:
        """Every tally that is read anywhere, with its place in a state's sums."""
        found: dict[Key, None] = {}
        for reads in self.after if self.lean else self.live.each:
            found |= reads.facts.get("tallies", {})
        return {key: i for i, key in enumerate(found)}

    @cached_property
    def frame(self) -> Frame:
        return Frame(
            self.rules,
            {**self.constants, **self._foregone},
            self.choices,
            self.slots,
            self.measures,
            self.tallies,
            self.limits,
            self.lay if self.lean else lambda at, state: EVERYTHING,
            self.asked,
            lambda at: self._roofs.get(at),
        )

    @cached_property
    def plain(self) -> Frame:
        return replace(self.frame, lay=lambda at, state: EVERYTHING)

    # -- what later moves read -----------------------------------------------------------------------------------

    @cached_property
    def live(self) -> Live:
        """What moves and the end read for the sake of what is told."""
        return self.living(
            Reader(self.rules, self.measures, self.known, self.even, self.free), self.wanted, self.verdicts
        )

    @cached_property
    def known(self) -> Mapping[str, int]:
        """The names that never change."""
        return {name: value for name, value in self.constants.items() if name not in self.slots} | self._foregone

    @cached_property
    def _foregone(self) -> dict[str, int]:
        """The names whose number is known before their move gives it to them."""
        reader = Reader(self.rules, self.measures, {})
        slots, of_dice = self.slots.keys(), self.pool_names
        return foregone(self.moves, self.constants, slots, of_dice, reader.move) if self.lean else {}

    @property
    def after(self) -> tuple[Reads, ...]:
        """For each place, what is still read from there on: by its move, and by all that may follow."""
        return self.live.after

    @cached_property
    def pool_names(self) -> frozenset[str]:
        """The names whose number depends on all dice on the table."""
        return frozenset({*self.measures, *self.rules.symbols})

    @cached_property
    def ways(self) -> Ways:
        """The rolls that are joined with the steps behind them."""
        return Ways(self)

    @cached_property
    def _lifts(self) -> frozenset[int]:
        """Where dice are in the air before they are thrown again."""
        return frozenset(m.at for m in self.moves if self.lean and lifts(m, self.pool_names, self.asked_at[m.at + 1]))

    @cached_property
    def _falls(self) -> frozenset[int]:
        """Where all that lies there unthrown is thrown next."""
        return frozenset(m.at - 1 for m in self.moves if falls(m))

    @cached_property
    def _ranked(self) -> frozenset[int]:
        """Where the next move keeps or drops the best of what chance picks here."""
        return frozenset(m.at - 1 for m in self.moves if self.lean and sorts(m, self.pool_names))

    @cached_property
    def keeps(self) -> frozenset[int]:
        """Where a player keeps any of the dice that have just been thrown."""
        return keeps(self.moves, self.pool_names, self.free) if self.lean else frozenset()

    @property
    def idle(self) -> frozenset[int]:
        """Moves that do nothing that anybody looks at."""
        return self.live.idle

    def leanly(self, state: State) -> Any:
        """Make one move, for odds."""
        if state.at in self.idle:
            return self.moves[state.at].next(state)
        if state.at in self._lifts:
            move = self.moves[state.at]
            if move.step.when is None or any(map(flies, state.pool)) or self.frame.value(move.step.when, state):
                return lifted(self.frame, move, state, move.at in self._falls)
        return self.move(state)

    def plainly(self, state: State) -> Any:
        """Make one move, keeping every die on the table."""
        move = self.moves[state.at]
        return move.next(state) if state.at in self.idle else self.makes(move, state)

    def makes(self, move: Move, state: State) -> Any:
        """Make this move in place of the one that stands here, keeping every die on the table."""
        return self.make(self.plain, move, state)

    @cached_property
    def matters(self) -> Mapping[int, tuple[int, ...]]:
        """For each place, the slots on which laying aside depends."""
        return Known(lambda at: self._slots_of(self.after[at].aside_names()))

    @cached_property
    def tells(self) -> Mapping[int, tuple[int, ...]]:
        """For each place, the slots on which laying aside depends, or which dice are alike."""
        return Known(lambda at: self._slots_of(self.after[at].aside_names() | self.after[at].asked_names()))

    def _slots_of(self, names: Set[str]) -> tuple[int, ...]:
        return tuple(sorted([self.slots[name] for name in names if name in self.slots]))

    @cached_property
    def table(self) -> Table:
        return Table.of(self.moves, self.frame)

    def lay(self, at: int, state: State) -> Aside:
        """Which dice can be laid aside from this place on."""
        key = at, tuple([state.names[slot] for slot in self.tells[at]])
        lay = self._lays.get(key)
        if lay is None:
            reads, asked = self.after[at], self.asked_at[at]
            classes = Classes(self, reads, asked, state)
            pairs = cancelling(self.moves[at], self.rules, self.measures, reads) if at < len(self.moves) else ()
            unseen = self.live.unseen[at]
            lay = Aside(self.frame, reads, self.tallies, pairs, asked, classes, state, self._cap, unseen)
            self._lays[key] = lay
        return lay

    @cached_property
    def _roofs(self) -> Mapping[int, int | None]:
        return roofs(self) if self.lean else {}

    def _cap(self, key: Key) -> int | None:
        return self._caps.get(key)

    @cached_property
    def _caps(self) -> Mapping[Key, int]:
        return caps(self)

    def tidied(self, pieces: list[Piece], at: int) -> list[Piece]:
        """The dice without what nobody asks about them from this place on."""
        return [piece.forgetting(self.asked_at[at]) for piece in pieces]

    @cached_property
    def _carried(self) -> Mapping[int, tuple[bool, ...]]:
        return Known(lambda at: tuple([name in self.after[at].names for name in self.slots]))

    def key(self, state: State) -> State:
        """The state as odds tell it from others: without what nobody reads, and in no particular order."""
        if not self.lean:
            return state._replace(pool=tuple(sorted(state.pool)))
        at = state.at
        if at in self._lifts and any(map(flies, state.pool)):
            air = sorted(piece for piece in state.pool if flies(piece))
            rest = self.key(State(at + 1, state.names, tuple(p for p in state.pool if not flies(p)), state.sums))
            return State(at, self._alive(state), (*air, *rest.pool), rest.sums)
        if not state.pool and state.sums == self.nothing:
            return State(at, self._alive(state), (), self.nothing)
        lay = self.lay(at, state)
        stay, more = lay.parted(state.pool, bool(self.after[at].twins))
        return State(at, self._alive(state), stay, lay.onto(state.sums, more))

    def _alive(self, state: State) -> tuple[int | None, ...]:
        """The numbers that are still read."""
        return tuple([n if live else None for n, live in zip(state.names, self._carried[state.at], strict=True)])
