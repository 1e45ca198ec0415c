"""Words that bring dice in, take them away or change their kind, before and after they are thrown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import fail
from ..model.system import Look
from .frame import Frame
from .op import ALL_SELECT, Example, Key, Op
from .select import Positions, taking
from .state import Move, Piece, State


def _fits_in(frame: Frame, move: Move, state: State, more: int) -> None:
    asked = more + sum(piece.state != "removed" for piece in state.pool)
    if asked > frame.limits.dice:
        raise fail(
            "limit",
            f"{asked:,} dice; a pool holds at most {frame.limits.dice:,}",
            move.step.span,
            "raise the limit: --limit dice=N (in Python: Limits(dice=N))",
        )


def kind_of(frame: Frame, name: str) -> str:
    """The die that a step names, where need be through an input that chooses between dice."""
    return frame.choices.get(name, name)


def showing(frame: Frame, kind: str, look: Look, move: Move) -> int:
    """The first face of a die that shows just this."""
    face = frame.rules.kinds[kind].looking(look)
    if face is None:
        raise fail("unknown-face", f"`{kind}` has no face that shows {look}", move.step.span)
    return face


def _add(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    if "twin" in keys:
        return taking(frame, move, state, lambda taken: _twin(frame, move, state, taken))
    kind = kind_of(frame, keys["die"] if "die" in keys else keys["deck"])
    count = max(0, frame.value(keys["count"], state)) if "count" in keys else 1
    if "deck" in keys:
        return _deck(frame, move, state, kind, count)
    _fits_in(frame, move, state, count)
    piece = Piece(kind, state=keys.get("state", "pool"), tags=(keys["tag"],) if "tag" in keys else ())
    if "face" in keys:
        face = showing(frame, kind, keys["face"], move)
        value = frame.rules.kinds[kind].values[face]
        piece = piece._replace(face=face, value=value, state=keys.get("state", "rolled"))
        piece = piece._replace(card=piece.state == "bag")
    return move.next(state, pool=state.pool + (piece,) * count)


def _deck(frame: Frame, move: Move, state: State, name: str, count: int) -> Any:
    kind = frame.rules.kinds[name]
    _fits_in(frame, move, state, count * kind.die.total)
    tags = (move.step.keys["tag"],) if "tag" in move.step.keys else ()
    cards = [
        Piece(name, same, face.value, "bag", tags=tags, card=True)
        for face, same in zip(kind.faces, kind.same, strict=True)
        for _ in range(face.weight * count)
    ]
    return move.next(state, pool=(*state.pool, *cards))


def _twin(frame: Frame, move: Move, state: State, taken: Positions) -> Any:
    more = max(0, frame.value(move.step.keys["twin"], state))
    _fits_in(frame, move, state, more * len(taken))
    pool = list(state.pool)
    group = max((piece.twin for piece in pool), default=0)
    born: list[Piece] = []
    for i in taken:
        group += not pool[i].twin
        pool[i] = pool[i]._replace(twin=pool[i].twin or group)
        born += [pool[i]] * more
    return move.next(state, pool=(*pool, *born))


ADD = Op(
    name="add",
    title="an add step",
    doc="Brings dice into the pool, to be thrown by the next roll step; or dice that already show a face. "
    "With `state: bag` they go into the bag, from which a draw step takes them; with `deck` every face of a die lies "
    "there as a card. With `twin`, each selected die gets that many more of its kind beside it, and they belong "
    "together.",
    run=_add,
    keys=(
        Key("die", "die", "The die to add: its name, or an input that chooses between dice.", "d6"),
        Key(
            "deck",
            "die",
            "Put a card for each face of this die into the bag, for a face of weight 3 three of them; with `count` so "
            "many such decks.",
            "card",
        ),
        Key("count", "expression", "How many; 1 if it is left out. Below zero is none.", "skill + 1"),
        Key("face", "showing", "The face that it shows at once, without a throw.", "success"),
        Key(
            "state",
            "word",
            "Its state: `bag`, or with `face` also `rolled` or `kept`. Left out it is rolled with a face, and waits "
            "for the next roll without one.",
            "bag",
            words={
                "rolled": "it counts, and later steps may keep or drop it",
                "kept": "it counts, and stays when others are dropped",
                "bag": "it lies in the bag until it is drawn",
            },
        ),
        Key("tag", "mark", "A word to find these dice by.", "wild"),
        Key("twin", "expression", "How many dice to put beside each selected die.", "1"),
    ),
    selects=("dice", "where"),
    one_of=("die", "deck", "twin"),
    scope="selected",
    acts_on=("pool",),
    examples=(
        Example(
            ({"do": "add", "die": "d6", "count": 2}, {"do": "roll"}),
            "min(total, 4)",
            {2: "1/36", 3: "1/18", 4: "11/12"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "add", "twin": 1},
                {"do": "roll"},
                {"do": "keep", "count": 1, "pick": "highest", "per": "twin"},
            ),
            "total",
            {1: "1/16", 2: "3/16", 3: "5/16", 4: "7/16"},
        ),
    ),
)


def _remove(frame: Frame, move: Move, state: State) -> Any:
    return moving(frame, move, state, lambda piece: piece._replace(state="removed"))


def moving(frame: Frame, move: Move, state: State, change: Callable[[Piece], Piece]) -> Any:
    """Change each die that the step takes, all at once."""

    def act(taken: Positions) -> Any:
        pool = list(state.pool)
        for i in taken:
            pool[i] = change(pool[i])
        return move.next(state, pool=tuple(pool))

    return taking(frame, move, state, act, lambda piece, taken: change(piece) if taken else piece)


def moved(state: State, taken: Positions, where: str) -> tuple[Piece, ...]:
    if not taken:
        return state.pool
    pool = list(state.pool)
    for i in taken:
        pool[i] = pool[i]._replace(state=where)
    return tuple(pool)


REMOVE = Op(
    name="remove",
    title="a remove step",
    doc="Takes dice out of the pool for good: they count for nothing any more.",
    run=_remove,
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "remove", "where": "value == sides"}),
            "total",
            {0: "1/4", 1: "1/4", 2: "1/4", 3: "1/4"},
        ),
    ),
)


def _upgrade(frame: Frame, move: Move, state: State) -> Any:
    rungs = frame.rules.ladders[move.step.keys["ladder"]].rungs
    pool = list(state.pool)
    for _ in range(max(0, frame.value(move.step.keys["times"], state))):
        lower = [i for i, p in enumerate(pool) if p.state == "pool" and p.kind in rungs[:-1]]
        if lower:
            i = min(lower, key=lambda i: (rungs.index(pool[i].kind), i))
            pool[i] = pool[i]._replace(kind=rungs[rungs.index(pool[i].kind) + 1])
        elif move.step.keys.get("if_none") == "add":
            _fits_in(frame, move, state._replace(pool=tuple(pool)), 1)
            pool.append(Piece(rungs[0]))
        else:
            break
    return move.next(state, pool=tuple(pool))


UPGRADE = Op(
    name="upgrade",
    title="an upgrade step",
    doc="Moves dice up a ladder before they are thrown: each time, one die of the lowest rung present goes up by one.",
    run=_upgrade,
    keys=(
        Key("ladder", "ladder", "The ladder of dice.", "steps", required=True),
        Key("times", "expression", "How many times.", "min(rank, skill)", required=True),
        Key(
            "if_none",
            "word",
            "What happens when no die is left below the top: nothing, or a die of the lowest rung is added.",
            "add",
            words={"nothing": "the rest is lost", "add": "a die of the lowest rung comes in"},
        ),
    ),
    scope="pool",
    examples=(
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "upgrade", "ladder": "steps", "times": 2, "if_none": "add"},
                {"do": "roll"},
            ),
            "count(sides == 6) * 10 + count(sides == 4)",
            {11: "1"},
        ),
    ),
)


def _downgrade(frame: Frame, move: Move, state: State) -> Any:
    rungs = frame.rules.ladders[move.step.keys["ladder"]].rungs
    bottom = move.step.keys.get("below") == "remove"
    pool = list(state.pool)
    for _ in range(max(0, frame.value(move.step.keys["times"], state))):
        higher = [i for i, p in enumerate(pool) if p.state == "pool" and p.kind in rungs[0 if bottom else 1 :]]
        if not higher:
            break
        i = max(higher, key=lambda i: (rungs.index(pool[i].kind), -i))
        rung = rungs.index(pool[i].kind)
        pool[i] = pool[i]._replace(kind=rungs[rung - 1]) if rung else pool[i]._replace(state="removed")
    return move.next(state, pool=tuple(pool))


DOWNGRADE = Op(
    name="downgrade",
    title="a downgrade step",
    doc="Moves dice down a ladder before they are thrown: each time, one die of the highest rung goes down by one.",
    run=_downgrade,
    keys=(
        Key("ladder", "ladder", "The ladder of dice.", "steps", required=True),
        Key("times", "expression", "How many times.", "penalty", required=True),
        Key(
            "below",
            "word",
            "What happens to a die on the lowest rung: it stays, or it is removed.",
            "remove",
            words={"stay": "it stays as it is", "remove": "it leaves the pool"},
        ),
    ),
    scope="pool",
    examples=(
        Example(
            ({"do": "add", "die": "d6"}, {"do": "downgrade", "ladder": "steps", "times": 3}, {"do": "roll"}),
            "total",
            {1: "1/4", 2: "1/4", 3: "1/4", 4: "1/4"},
        ),
    ),
)


def fresh(piece: Piece, face: int, value: int) -> Piece:
    """The die, thrown."""
    kind, _, _, state, _, twin, exploded, rerolled, negated, tags, _ = piece
    state = "rolled" if state == "pool" else state
    return Piece(kind, face, value, state, 1, twin, exploded, rerolled, negated, tags)
