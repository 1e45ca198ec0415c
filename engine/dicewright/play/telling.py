"""The story of a roll, made from the states that passed by; the ops know nothing of it.

What does not change from roll to roll is made once: how a die looks that has been seen before, and what happens before
the first throw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import Any

from ..build.single import Single
from ..chance.dice import Die
from ..model.rules import Rules
from ..ops.known import Known
from ..ops.state import UNROLLED, Move, Piece, State
from .faces import as_written
from .outcome import Change, DieShown, Event

Fallen = tuple[Die, int]
Choice = tuple[str, str]


def shown(rules: Rules, piece: Piece) -> DieShown:
    """A die of the table for those who look at it."""
    symbols: Sequence[str] = () if piece.face == UNROLLED else rules.kinds[piece.kind].faces[piece.face].symbols
    return DieShown(
        piece.kind,
        piece.face + 1,
        piece.value,
        tuple(symbols),
        piece.state,
        piece.factor,
        piece.negated,
        piece.tags,
    )


class Telling:
    """Tells the rolls of one check with its inputs."""

    def __init__(self, rules: Rules, single: Single) -> None:
        self.rules, self.single = rules, single
        self.labels: Mapping[str | None, str] = {each.name: each.label for each in single.program.check.outcomes}
        self.looks = Known(partial(shown, rules))
        self._seen: dict[tuple[int, Piece | None, Piece], Change | None] = {}
        self.written = cache(lambda name: [as_written(face.look) for face in rules.kinds[name].faces])
        self._fell = {name: [(name, face + 1) for face in kind.same] for name, kind in rules.kinds.items()}

    def events(
        self, states: Sequence[State], fallen: Sequence[Fallen], marks: Sequence[int], choices: Mapping[int, Choice]
    ) -> tuple[Event, ...]:
        """What changed from state to state, with what was chosen at each and what had fallen by then."""
        found = [*self._opening]
        at = len(self.single.opening[0]) - 1
        before, fell = states[at], 0
        while at < len(states) - 1:
            choice, at = choices.get(at), at + 1
            after, by_now = states[at], marks[at]
            event = self._event(before, after, fallen[fell:by_now] if fell < by_now else (), choice)
            before, fell = after, by_now
            if event is not None:
                found.append(event)
        return tuple(found)

    @cached_property
    def _opening(self) -> tuple[Event, ...]:
        """What happens before the first throw."""
        states, _ = self.single.opening
        found = [self._event(before, after, (), None) for before, after in pairwise(states)]
        return tuple(event for event in found if event is not None)

    def _event(self, before: State, after: State, fallen: Sequence[Fallen], choice: Choice | None) -> Event | None:
        move = self.single.program.moves[before.at]
        changes = self._changes(before.pool, after.pool) if before.pool is not after.pool else ()
        numbers = self._numbers(move, before, after) if before.names != after.names else ()
        who, chosen = choice or ("", _only_way(move, after) if move.blocks else "")
        step = move.step
        if not (changes or numbers or chosen or (step.op == "stop" and after.at == move.to)):
            return None
        fell, where = self._fell, step.span
        seen = tuple([fell[die.name][face] for die, face in fallen if die.name in fell]) if fallen else ()
        return Event(step.op, where.line, step.because, move.cause, changes, numbers, seen, chosen, who, where)

    def _changes(self, before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Change, ...]:
        known, had = self._seen, len(before)
        found = []
        for place, piece in enumerate(after):
            old = before[place] if place < had else None
            if old is piece:
                continue
            key = place, old, piece
            try:
                change = known[key]
            except KeyError:
                change = known[key] = self._change(place, old, piece)
            if change is not None:
                found.append(change)
        return tuple(found)

    def _change(self, place: int, old: Piece | None, new: Piece) -> Change | None:
        if old is not None and old._replace(exploded=new.exploded) == new:
            return None
        return Change(place, old and self.looks[old], self.looks[new])

    def _numbers(self, move: Move, before: State, after: State) -> tuple[tuple[str, int | None, int], ...]:
        program, frame = self.single.program, self.single.frame
        found = []
        counted: Mapping[str, int] = {}
        for name, slot in program.slots.items():
            old, new = before.names[slot], after.names[slot]
            if name == move.slot or " " in name or new is None:
                continue
            if old is None and name in self.rules.symbols:
                counted = counted or frame.counted(before)
                old = counted[name]
            if old != new:
                found.append((name, old, new))
        return tuple(found)


def _only_way(move: Move, after: State) -> str:
    """The option that was taken without a choice, being the only one that was open; not told where it does nothing."""
    options: Any = move.step.keys.get("options", ())
    way = next((option for option, at in zip(options, move.blocks, strict=False) if at == after.at), None)
    return str(way["name"]) if way and way["steps"] else ""
