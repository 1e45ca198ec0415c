"""Dice that nothing later tells apart, and the one that stands for them.

Two faces of a kind are in one class at a place where everything that is still asked of a die gives the same for both:
what it adds to each tally that is read, whether it fits each step, what it is put in order by, what it becomes. A die
that stays on the table is there as the first face of its class, so that a pool of d10 of which only successes, 1s and
the rest are told apart has three looks and not ten. Where dice are taken in an order, or chosen by a player, faces of
a class lie side by side in that order: then whoever takes some takes as many of each class as before. Odds over classes
equal odds over faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Protocol

from ..errors import DicewrightError
from ..model.formula import PerDie
from ..model.system import Selector, Step
from ..model.words import OF_KIND, WITH_TAG
from ..ops.frame import Frame
from ..ops.state import COUNTED, PLAYERS, UNROLLED, Move, Piece, State
from .known import parts
from .reads import Reads

SAME_FOR_ALL = frozenset({"sides", "minimum", "maximum", "kept", "exploded", "rerolled", "other"})
BY_VALUE = frozenset({"value", "matches", "rank"})
MOST_TAGS = 3
WIDEST = 2_000  # looks of dice that an order goes through

STATE = Piece._fields.index("state")  # from there on a die is told by what it is, and not by what it shows

Face = tuple[str, int]


@dataclass(frozen=True)
class Table:
    """What can lie on the table of a check: kinds of dice and tags; whether dice are ever kept.

    It is `plain` where no step gives a die a value that its face does not have, or lets it count in another way.
    """

    kinds: tuple[str, ...]
    tags: tuple[str, ...]
    kept: bool
    plain: bool
    negating: bool
    parts: dict[int, tuple[PerDie, ...]] = field(default_factory=dict, compare=False)

    @staticmethod
    def of(moves: Sequence[Move], frame: Frame) -> Table:
        steps = [move.step for move in moves]
        kinds: dict[str, None] = {}
        tags: dict[str, None] = {}
        for step in steps:
            for key in ("die", "deck"):
                if key in step.keys:
                    kinds[frame.choices.get(step.keys[key], step.keys[key])] = None
            if "ladder" in step.keys:
                kinds |= dict.fromkeys(frame.rules.ladders[step.keys["ladder"]].rungs)
            given = (step.keys.get("tag"), step.keys.get("tagged"), step.keys["name"] if step.op == "tag" else None)
            tags |= {tag: None for tag in given if tag is not None}
        blank = any(face.look.number is None for kind in kinds for face in frame.rules.kinds[kind].faces)
        plain = not any(step.op in ("multiply", "negate") or _moves_value(step, blank) for step in steps)
        kept = any(step.op == "keep" or "kept" in (step.keys.get("into"), step.keys.get("state")) for step in steps)
        return Table(tuple(sorted(kinds)), tuple(sorted(tags)), kept, plain, any(s.op == "negate" for s in steps))


def _moves_value(step: Step, blank: bool) -> bool:
    return (step.op == "set" and ("value" in step.keys or ("to" in step.keys and blank))) or bool(step.keys.get("onto"))


class Tabled(Protocol):
    """A program, as far as this needs it."""

    @property
    def frame(self) -> Frame: ...
    @property
    def table(self) -> Table: ...


class Classes:
    """The classes of a place, for one setting of the names that matter there."""

    def __init__(self, program: Tabled, reads: Reads, asked: frozenset[str], state: State) -> None:
        self._program, self._frame = program, program.frame
        self._reads, self._asked, self._state = reads, asked, state

    @property
    def _table(self) -> Table:
        return self._program.table

    def like(self, piece: Piece) -> Piece:
        """The die that stands for this one; one that shows nothing yet is like no other."""
        if piece.face == UNROLLED:
            return piece
        face = self._stands.get((piece.kind, piece.face))
        if face is None or piece.card or piece.value != self._value((piece.kind, piece.face)):
            return piece
        return piece if face == piece.face else piece._replace(face=face, value=self._value((piece.kind, face)))

    def _value(self, face: Face) -> int:
        return 0 if face[1] == UNROLLED else self._frame.rules.kinds[face[0]].values[face[1]]

    @cached_property
    def _stands(self) -> Mapping[Face, int]:
        """For each face the first one of its class."""
        signs = {face: self._sign(*face) for kind in self._table.kinds for face in self._faces(kind)}
        signs = self._side_by_side(signs)
        first: dict[Any, int] = {}
        for (kind, face), sign in signs.items():
            first.setdefault((kind, sign), face)
        return {(kind, face): first[kind, sign] for (kind, face), sign in signs.items()}

    def _faces(self, kind: str) -> Iterator[Face]:
        for face in (UNROLLED, *dict.fromkeys(self._frame.rules.kinds[kind].same)):
            yield kind, face

    # -- what is asked of one die --------------------------------------------------------------------------------

    def _sign(self, kind: str, face: int) -> Any:
        """All that is still asked of a die that shows this face."""
        piece, reads = self._piece(kind, face), self._reads
        if face == UNROLLED or self._table.negating or any(self._fits(select, piece) for select in reads.exacts):
            return face
        if any(self._fits(select, piece) for select in reads.orders if not self._ordered(select)):
            return face
        sign: list[Any] = [piece.value] if reads.mixed or reads.alike else []
        sign += [self._word(word, piece) for word in sorted(reads.late)]
        for tally, select in reads.tallies:
            if select is None or self._fits(select, piece):
                worth = self._told(tally.of, piece)
                plain = tally.how in ("sum", "highest", "lowest") or not isinstance(worth, int)
                sign += [worth if plain else bool(worth), self._where(select, piece)]
            else:
                sign.append(None)
        sign += [self._where(select, piece) for select in reads.judges]
        sign += [self._told(asked, piece) for select, asked in reads.asks if self._fits(select, piece)]
        for select, value in reads.sets:
            if self._fits(select, piece):
                sign.append(self._set(piece, value))
        return tuple(sign)

    def _piece(self, kind: str, face: int) -> Piece:
        return Piece(kind, face, self._value((kind, face)), "rolled")

    def _set(self, piece: Piece, value: PerDie | None) -> Any:
        """What is left of the face where a step turns the die or gives it another value."""
        kind = self._frame.rules.kinds[piece.kind]
        if value is None:
            return piece.face if any(face.look.number is None for face in kind.faces) else None
        if not self._settled(value):
            return piece.face
        worth = self._told(value, piece)
        return worth if isinstance(worth, int) and kind.face_of(worth) is not None else piece.face

    def _fits(self, select: Selector, piece: Piece) -> bool:
        """Whether a step can look at the die for what it shows, whatever else it is."""
        faces = Selector(select.dice, None, select.showing, select.containing, (piece.state,))
        if not self._frame.fits(faces, piece, self._state):
            return False
        if select.where is None:
            return True
        asked = (select.where,) if self._settled(select.where) else filter(self._settled, self._parts(select.where))
        try:
            return all(any(self._each(each, piece)) for each in asked)
        except DicewrightError:
            return True

    def _parts(self, where: PerDie) -> tuple[PerDie, ...]:
        """The parts of a condition that joins several by `and`."""
        known = self._table.parts.get(id(where))
        if known is None:
            known = self._table.parts[id(where)] = parts(where)
        return known

    def _where(self, select: Selector | None, piece: Piece) -> Any:
        """What tells whether the step looks at the die, as far as it hangs on what it shows."""
        if select is None or not self._fits(replace(select, where=None), piece):
            return None
        return True if select.where is None else self._told(select.where, piece)

    def _settled(self, asked: PerDie) -> bool:
        """Whether an expression is known now: it looks at the die alone, and at names that do not change any more."""
        if asked.names & self._reads.assigned or asked.dies & {"exploded", "rerolled"}:
            return False
        return asked.alone and len(_tags(asked)) <= MOST_TAGS

    def _each(self, asked: PerDie, piece: Piece) -> list[int]:
        """What it says of the die while it is kept, and while it is not; with each of the tags, and without it."""
        states = ("rolled", "kept") if "kept" in asked.dies else ("rolled",)
        return [
            self._frame.on(asked, piece._replace(state=state, tags=tags), self._state)
            for state in states
            for tags in _some(_tags(asked))
        ]

    def _told(self, asked: PerDie, piece: Piece) -> Any:
        """What an expression says of the die; where that is not known yet, all that it looks at."""
        if self._settled(asked):
            try:
                told = self._each(asked, piece)
                return told[0] if len(told) == 1 else tuple(told)
            except DicewrightError:
                pass
        return tuple(self._word(word, piece) for word in sorted(asked.dies))

    def _word(self, word: str, piece: Piece) -> int:
        """A word of a die, as far as it hangs on what the die shows."""
        if word in SAME_FOR_ALL or word.startswith((OF_KIND, WITH_TAG)):
            return 0
        return piece.value if word in BY_VALUE else piece.face if word == "face" else self._frame.symbols(piece, word)

    # -- dice that are taken in an order -------------------------------------------------------------------------

    def _ordered(self, select: Selector) -> bool:
        """Whether all that can lie in that order is known."""
        by = select.by is None or self._settled(select.by)
        return self._table.plain and not self._asked and by and len(self._wide) <= WIDEST

    @cached_property
    def _wide(self) -> list[Piece]:
        """Every look that a die on the table can have, but for its state."""
        tags = _some(self._table.tags) if len(self._table.tags) <= MOST_TAGS else []
        return [
            Piece(*face, self._value(face), tags=some)
            for kind in self._table.kinds
            for face in self._faces(kind)
            for some in tags
        ] or [Piece("")] * (WIDEST + 1)

    def _side_by_side(self, signs: dict[Face, Any]) -> dict[Face, Any]:
        """The classes, parted where others lie between their faces."""
        orders = [order for select in self._reads.orders if self._ordered(select) for order in self._orders(select)]
        while orders:
            parts: dict[Face, list[int]] = {face: [] for face in signs}
            for order in orders:
                run, last = 0, None
                for piece in order:
                    face = piece.kind, piece.face
                    here = piece.state, piece.tags, piece.kind, signs[face]
                    run, last = run + (here != last), here
                    parts[face].append(run)
            parted = {face: (sign, tuple(parts[face])) for face, sign in signs.items()}
            if len(set(parted.values())) == len(set(signs.values())):
                break
            numbers = {sign: n for n, sign in enumerate(dict.fromkeys(parted.values()))}
            signs = {face: numbers[sign] for face, sign in parted.items()}
        return signs

    def _orders(self, select: Selector) -> Iterator[list[Piece]]:
        states = [state for state in select.state or COUNTED if state != "kept" or self._table.kept]
        dice = [
            piece._replace(state=state)
            for piece in self._wide
            for state in states
            if (select.tag is None or select.tag in piece.tags) and self._fits(select, self._piece(*_face(piece)))
        ]
        sign = -1 if select.pick == "highest" else 1
        worth: Callable[[Piece], int] = (
            (lambda piece: piece.value) if select.by is None else (lambda piece: self._by(select, piece))
        )
        yield sorted(dice, key=lambda piece: (sign * worth(piece), piece))
        if select.may or select.pick in PLAYERS:
            yield sorted(dice)

    def _by(self, select: Selector, piece: Piece) -> int:
        assert select.by is not None
        return self._frame.on(select.by, piece, self._state)


def blind(asked: PerDie) -> bool:
    """Whether an expression asks nothing of what a die shows but how many show the same number."""
    return asked.among_alike and all(
        word in ("matches", *SAME_FOR_ALL) or word.startswith((OF_KIND, WITH_TAG)) for word in asked.dies
    )


def blind_to_faces(select: Selector) -> bool:
    """The same of the dice that a step looks at."""
    return select.showing is None and select.containing is None and (select.where is None or blind(select.where))


def _face(piece: Piece) -> Face:
    return piece.kind, piece.face


def _tags(asked: PerDie) -> tuple[str, ...]:
    """The tags that an expression asks for."""
    return tuple(sorted(word.removeprefix(WITH_TAG) for word in asked.dies if word.startswith(WITH_TAG)))


def _some(tags: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All that a die can have of these tags."""
    return [some for n in range(len(tags) + 1) for some in combinations(tags, n)]
