"""Words that throw dice: roll, reroll, explode. What one die does until it rests is a `Life`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..chance.ask import Lot, Many
from ..chance.life import Life, Rule
from ..errors import fail
from .dice import fresh, kind_of
from .frame import Frame
from .op import ALL_SELECT, Example, Key, Op
from .select import Positions, taking
from .state import Move, Piece, State


def _throw(frame: Frame, move: Move, state: State, lots: list[tuple[list[int], Life, Piece]], make: Any) -> Any:
    """Throw the dice at these places and go on behind the move."""
    lay = frame.lay(move.at + 1, state)
    bag = tuple(Lot(life, len(places), piece) for places, life, piece in lots)

    def landed(thrown: tuple[tuple[tuple[Piece, ...], ...], ...], sums: tuple[Any, ...]) -> Any:
        pool = list(state.pool)
        born: list[Piece] = []
        aside: list[int] = []
        for (places, _, _), dice in zip(lots, thrown, strict=True):
            for place, pieces in zip(places, dice, strict=False):
                if pieces:
                    pool[place] = pieces[0]
                    if len(pieces) > 1:
                        born += pieces[1:]
                else:
                    aside.append(place)
            if len(dice) < len(places):
                aside += places[len(dice) :]
        if aside:
            gone = set(aside)
            pool = [piece for place, piece in enumerate(pool) if place not in gone]
        return move.next(state, None, (*pool, *born), lay.onto(state.sums, sums))

    return Many(bag, make, lay, landed)


def _lots(state: State, taken: Positions) -> list[tuple[list[int], Piece]]:
    alike: dict[Piece, list[int]] = {}
    for i in taken:
        alike.setdefault(state.pool[i], []).append(i)
    return [(places, piece) for piece, places in alike.items()]


def _roll(frame: Frame, move: Move, state: State) -> Any:
    taken = tuple(frame.fitting(move.step.select, state))
    if not taken:
        return move.next(state)
    lots = [(places, Life(frame.rules.kinds[piece.kind].die), piece) for places, piece in _lots(state, taken)]
    return _throw(frame, move, state, lots, _Each(frame))


@dataclass(frozen=True, slots=True)
class _Each:
    """Lands dice of any kind. Equal for the same frame, so that tables are shared."""

    frame: Frame

    def __call__(self, piece: Piece, left: tuple[int, ...]) -> tuple[Piece, ...]:
        known = self.frame.landed
        key = piece, left[-1]
        try:
            return known[key]
        except KeyError:
            kind = self.frame.rules.kinds[piece.kind]
            face = kind.same[left[-1]]
            landed = known[key] = (fresh(piece, face, kind.values[face]),)
            return landed


ROLL = Op(
    name="roll",
    title="a roll step",
    doc="Throws every die of the pool that has not been thrown yet.",
    run=_roll,
    selects=("dice", "tag"),
    scope="pool",
    acts_on=("pool",),
    examples=(
        Example(({"do": "add", "die": "d4"}, {"do": "roll"}), "total", {1: "1/4", 2: "1/4", 3: "1/4", 4: "1/4"}),
    ),
)


def _on(frame: Frame, move: Move, state: State, kind: str, piece: Piece) -> frozenset[int]:
    """The faces of a kind on which the step would act again."""
    select = move.step.select
    values = frame.rules.kinds[kind].values
    counting = "kept" if piece.state == "kept" else "rolled"
    if select.state is not None:
        counting = select.state[0]
    return frozenset(
        face
        for face in range(len(values))
        if frame.fits(select, Piece(kind, face, values[face], counting, tags=piece.tags), state)
    )


def _reroll(frame: Frame, move: Move, state: State) -> Any:
    return taking(frame, move, state, lambda taken: thrown_again(frame, move, state, taken))


def thrown_again(frame: Frame, move: Move, state: State, taken: Positions) -> Any:
    """Throw these dice again, as the reroll step says."""
    keys = move.step.keys
    until = bool(keys.get("until_clear", False))
    times = frame.value(keys["times"], state) if "times" in keys else 1
    if not taken or times < 1:
        return move.next(state)
    lots: list[tuple[list[int], Life, Piece]] = []
    for places, piece in _lots(state, taken):
        die = frame.rules.kinds[piece.kind].die
        rule = None
        if until or times > 1:
            on = _on(frame, move, state, piece.kind, piece)
            rule = Rule(on, "instead", None if until else times - 1)
        life = Life(die, rule)
        _must_end(life, move)
        lots.append((places, life, piece))
    return _throw(frame, move, state, lots, _Again(frame, keys.get("keep", "new")))


@dataclass(frozen=True, slots=True)
class _Again(_Each):
    """Lands a die that was thrown again: the new face, or the better or worse of old and new."""

    keep: str

    def __call__(self, piece: Piece, left: tuple[int, ...]) -> tuple[Piece, ...]:
        (landed,) = _Each.__call__(self, piece, left)
        if (self.keep == "best" and piece.value > landed.value) or (
            self.keep == "worst" and piece.value < landed.value
        ):
            landed = piece
        return (landed._replace(rerolled=piece.rerolled + 1),)


def _must_end(life: Life, move: Move) -> None:
    if life.endless:
        raise fail(
            "never-ends",
            f"every face of `{life.die.name}` is thrown again here, so this never ends",
            move.step.span,
            "let the condition leave out a face, or give the step a number of `times`",
        )


REROLL = Op(
    name="reroll",
    title="a reroll step",
    doc="Throws dice again. Each die once, unless `times` or `until_clear` says otherwise; the new face stands.",
    run=_reroll,
    keys=(
        Key("times", "expression", "At most this often, as long as the die still fits the step; 1 if left out.", "2"),
        Key("until_clear", "flag", "As often as it takes until the die no longer fits the step.", True),
        Key(
            "keep",
            "word",
            "What stands: the new face, or the better or the worse of old and new by value.",
            "best",
            words={"new": "the new face", "best": "the higher value", "worst": "the lower value"},
        ),
    ),
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "reroll", "where": "value == 1"}),
            "total",
            {1: "1/16", 2: "5/16", 3: "5/16", 4: "5/16"},
        ),
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "reroll", "where": "value == 1", "until_clear": True}),
            "total",
            {2: "1/3", 3: "1/3", 4: "1/3"},
        ),
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "reroll", "where": "value <= 2", "keep": "best"}),
            "total",
            {1: "1/16", 2: "3/16", 3: "3/8", 4: "3/8"},
        ),
    ),
)


def _explode(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    times = frame.value(keys["times"], state) if "times" in keys else None
    most = frame.roof(move.at + 1) if keys.get("onto", False) else None

    def act(taken: Positions) -> Any:
        if not taken or (times is not None and times < 1):
            return move.next(state)
        lots = [
            (places, _bringing(frame, move, state, piece, times, most), piece) for places, piece in _lots(state, taken)
        ]
        return _throw(
            frame, move, state, lots, _Exploded(frame, keys.get("die"), keys.get("into"), keys.get("tagged"), most)
        )

    return taking(frame, move, state, act)


def _bringing(frame: Frame, move: Move, state: State, piece: Piece, times: int | None, most: int | None) -> Life:
    """The life of a die that brings others."""
    keys = move.step.keys

    def find(piece: Piece) -> Life:
        onto = keys.get("onto", False)
        child = kind_of(frame, keys["die"]) if "die" in keys else piece.kind
        kind = frame.rules.kinds[child]
        brought = piece if onto else piece._replace(tags=_tags(piece, keys.get("tagged")))
        rule = Rule(_on(frame, move, state, child, brought), "another", None if times is None else times - 1)
        life = Life(kind.die, rule, kind.values if onto else None, most)
        _must_end(life, move)
        return life

    return frame.once(move.step.select, state, find, ("brings", move.at, times))(piece)


@dataclass(frozen=True, slots=True)
class _Exploded:
    """An exploded die with the dice that it brought, or with their worth put onto it, up to `most`."""

    frame: Frame
    die: str | None
    into: str | None
    tagged: str | None
    most: int | None

    def __call__(self, piece: Piece, left: Any) -> tuple[Piece, ...]:
        known = self.frame.landed
        key = self, piece, left
        try:
            return known[key]
        except KeyError:
            landed = known[key] = self.lands(piece, left)
            return landed

    def lands(self, piece: Piece, left: Any) -> tuple[Piece, ...]:
        parent = self.first(piece)
        if isinstance(left, int):
            value = piece.value + left
            return (parent._replace(value=value if self.most is None else min(value, self.most)),)
        return (parent, *(self.born(piece, face, n < len(left)) for n, face in enumerate(left, 1)))

    def first(self, piece: Piece) -> Piece:
        kind, face, value, state, factor, twin, exploded, rerolled, negated, tags, card = piece
        return Piece(kind, face, value, state, factor, twin, exploded + 1, rerolled, negated, tags, card)

    def born(self, piece: Piece, thrown: int, more: bool) -> Piece:
        name = kind_of(self.frame, self.die) if self.die else piece.kind
        kind = self.frame.rules.kinds[name]
        face = kind.same[thrown]
        state, tags = self.into or piece.state, _tags(piece, self.tagged)
        return Piece(name, face, kind.values[face], state, exploded=int(more), tags=tags)


def _tags(piece: Piece, tagged: str | None) -> tuple[str, ...]:
    """The tags of a die that another one brings."""
    return piece.tags if tagged is None else tuple(sorted({*piece.tags, tagged}))


EXPLODE = Op(
    name="explode",
    title="an explode step",
    doc="Each selected die brings another die of its kind, which explodes in turn if it fits the step, until it stops.",
    run=_explode,
    keys=(
        Key("times", "expression", "At most this many extra throws for each die; as many as come if left out.", "1"),
        Key("onto", "flag", "Add the new throw to the die itself instead of bringing another die.", True),
        Key("die", "die", "Bring this die instead of one of the same kind.", "d6"),
        Key(
            "into",
            "word",
            "The state of the new dice; that of the die they come from if left out.",
            "rolled",
            words={"rolled": "later steps may keep or drop them", "kept": "they stay when others are dropped"},
        ),
        Key("tagged", "mark", "A tag that the new dice get besides those of the die they come from.", "extra"),
    ),
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "explode", "where": "value == 4", "times": 1}),
            "total",
            {1: "1/4", 2: "1/4", 3: "1/4", 5: "1/16", 6: "1/16", 7: "1/16", 8: "1/16"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {"do": "explode", "where": "value == 4", "times": 2, "onto": True},
            ),
            "min(total, 9) * 10 + dice",
            {11: "1/4", 21: "1/4", 31: "1/4", 51: "1/16", 61: "1/16", 71: "1/16", 91: "1/16"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {"do": "explode", "where": "value == 4", "die": "d6", "times": 1},
            ),
            "dice",
            {1: "3/4", 2: "1/4"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {"do": "explode", "where": "value == 4", "times": 1, "tagged": "extra"},
            ),
            "sum(0 if extra else value)",
            {1: "1/4", 2: "1/4", 3: "1/4", 4: "1/4"},
        ),
    ),
)
