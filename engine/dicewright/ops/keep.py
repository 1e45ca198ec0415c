"""Words that sort dice into those that count and those that do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .dice import moved, moving
from .frame import Frame
from .op import ALL_SELECT, Example, Op
from .select import Positions, taking
from .state import Move, Piece, State


def _keep(frame: Frame, move: Move, state: State) -> Any:
    looked_at = move.step.select
    if looked_at.where is not None or looked_at.showing is not None or looked_at.containing is not None:
        looked_at = replace(looked_at, where=None, showing=None, containing=None)
    scope = [i for i, piece in enumerate(state.pool) if frame.fits(looked_at, piece, state)]

    def act(taken: Positions) -> Any:
        others = tuple(i for i in scope if i not in taken)
        return move.next(state, pool=moved(state._replace(pool=moved(state, taken, "kept")), others, "dropped"))

    def becomes(piece: Piece, taken: bool) -> Piece:
        return piece._replace(state="kept" if taken else "dropped")

    return taking(frame, move, state, act, becomes)


KEEP = Op(
    name="keep",
    title="a keep step",
    doc="Keeps some of the dice; the others that were rolled are dropped and no longer count. Dice that were kept "
    "before stay kept.",
    run=_keep,
    selects=ALL_SELECT,
    scope="all_in_state",
    acts_on=("rolled",),
    examples=(
        Example(
            ({"do": "add", "die": "d4", "count": 2}, {"do": "roll"}, {"do": "keep", "count": 1, "pick": "highest"}),
            "total",
            {1: "1/16", 2: "3/16", 3: "5/16", 4: "7/16"},
        ),
        Example(
            (
                {"do": "add", "die": "d6"},
                {"do": "add", "die": "d4", "count": 2},
                {"do": "roll"},
                {"do": "keep", "count": 1, "pick": "highest", "by": "sides"},
            ),
            "total",
            {1: "1/6", 2: "1/6", 3: "1/6", 4: "1/6", 5: "1/6", 6: "1/6"},
        ),
        Example(
            (
                {"do": "add", "die": "d4", "count": 2},
                {"do": "roll"},
                {
                    "do": "keep",
                    "at_most": 2,
                    "at_least": 1,
                    "pick": "roller",
                    "where": "value != 4",
                    "prefer": "always",
                },
            ),
            "dice",
            {0: "1/16", 1: "3/8", 2: "9/16"},
        ),
    ),
)


def _drop(frame: Frame, move: Move, state: State) -> Any:
    return moving(frame, move, state, lambda piece: piece._replace(state="dropped"))


DROP = Op(
    name="drop",
    title="a drop step",
    doc="Drops dice: they stay on the table, and no longer count.",
    run=_drop,
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4", "count": 2}, {"do": "roll"}, {"do": "drop", "count": 1, "pick": "lowest"}),
            "total",
            {1: "1/16", 2: "3/16", 3: "5/16", 4: "7/16"},
        ),
    ),
)


def _reserve(frame: Frame, move: Move, state: State) -> Any:
    return moving(frame, move, state, lambda piece: piece._replace(state="reserved"))


RESERVE = Op(
    name="reserve",
    title="a reserve step",
    doc="Sets dice aside for a later roll, with the face that they show. They are neither kept nor dropped now.",
    run=_reserve,
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "reserve", "where": "value >= 3"}),
            "dice",
            {0: "1/2", 1: "1/2"},
        ),
    ),
)
