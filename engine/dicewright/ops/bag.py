"""Words for dice that are not in play: a cup, a bag of tokens, a deck of cards.

What lies in the bag counts for nothing. A die there waits to be thrown, a card shows its face and is never thrown.
"""

from __future__ import annotations

from typing import Any

from .dice import moving
from .frame import Frame
from .op import ALL_SELECT, Example, Op
from .state import UNROLLED, Move, Piece, State

DECK = {"do": "add", "deck": "d4"}


def _draw(frame: Frame, move: Move, state: State) -> Any:
    return moving(
        frame, move, state, lambda piece: piece._replace(state="pool" if piece.face == UNROLLED else "rolled")
    )


DRAW = Op(
    name="draw",
    title="a draw step",
    doc="Takes dice out of the bag, at random unless `pick` says otherwise. A die waits for the next roll; a card "
    "counts at once. If the bag holds too few, all of them come.",
    run=_draw,
    selects=tuple(name for name in ALL_SELECT if name != "state"),
    scope="selected",
    acts_on=("bag",),
    picks="random",
    examples=(
        Example(
            (
                {"do": "add", "die": "d4", "count": 3, "state": "bag"},
                {"do": "add", "die": "d6", "count": 1, "state": "bag"},
                {"do": "draw", "count": 2},
                {"do": "roll"},
            ),
            "dice * 10 + count(sides == 6)",
            {20: "1/2", 21: "1/2"},
        ),
        Example(
            (DECK, {"do": "draw", "count": 2}),
            "total",
            {3: "1/6", 4: "1/6", 5: "1/3", 6: "1/6", 7: "1/6"},
        ),
    ),
)


def _return(frame: Frame, move: Move, state: State) -> Any:
    def back(piece: Piece) -> Piece:
        lying = Piece(piece.kind, state="bag", tags=piece.tags)
        if not piece.card:
            return lying
        return lying._replace(face=piece.face, value=frame.rules.kinds[piece.kind].values[piece.face], card=True)

    return moving(frame, move, state, back)


RETURN = Op(
    name="return",
    title="a return step",
    doc="Puts dice back into the bag. A die waits there to be drawn and thrown again; a card keeps its face.",
    run=_return,
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            (
                DECK,
                {"do": "draw", "count": 1},
                {"do": "return", "where": "value <= 2"},
                {"do": "draw", "count": 1},
            ),
            "total",
            {1: "1/8", 2: "1/8", 3: "1/8", 4: "5/24", 5: "1/6", 6: "1/12", 7: "1/6"},
        ),
    ),
)
