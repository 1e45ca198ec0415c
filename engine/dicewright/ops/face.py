"""Words that change what a die on the table shows or counts for, without a throw."""

from __future__ import annotations

from typing import Any

from ..errors import fail
from ..model.formula import LARGEST
from .dice import moving, showing
from .frame import Frame
from .op import ALL_SELECT, Example, Key, Op
from .state import Move, Piece, State


def _set(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys

    def change(piece: Piece) -> Piece:
        kind = frame.rules.kinds[piece.kind]
        if "face" in keys:
            face = showing(frame, piece.kind, keys["face"], move)
            return piece._replace(face=face, value=kind.values[face])
        if "to" in keys:
            value = kind.minimum if keys["to"] == "min" else kind.maximum
        else:
            value = frame.on(keys["value"], piece, state)
        shown = kind.face_of(value)
        return piece._replace(value=value, face=piece.face if shown is None else kind.same[shown])

    return moving(frame, move, state, change)


SET = Op(
    name="set",
    title="a set step",
    doc="Turns dice to another face, or gives them another value, without a throw. All at once: what one die becomes "
    "does not change what the others are compared with.",
    run=_set,
    keys=(
        Key(
            "to",
            "word",
            "The lowest or the highest face of the die itself.",
            "max",
            words={"min": "the lowest face", "max": "the highest face"},
        ),
        Key("face", "showing", "The face to show: symbols, blank, or a number.", ["hit", "flaw"]),
        Key("value", "per_die", "The new value; it may read the die's own names.", "value + bonus"),
    ),
    selects=ALL_SELECT,
    one_of=("to", "face", "value"),
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "set", "where": "value == 1", "to": "max"}),
            "total",
            {2: "1/4", 3: "1/4", 4: "1/2"},
        ),
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "set", "value": "value * 2 + 1"}),
            "total",
            {3: "1/4", 5: "1/4", 7: "1/4", 9: "1/4"},
        ),
        Example(
            ({"do": "add", "die": "sign"}, {"do": "roll"}, {"do": "set", "containing": "moon", "face": "sun"}),
            "sun * 10 + moon",
            {0: "1/4", 10: "3/4"},
        ),
    ),
)


def _negate(frame: Frame, move: Move, state: State) -> Any:
    symbols = move.step.keys["symbols"]
    return moving(frame, move, state, lambda piece: piece._replace(negated=tuple(sorted({*piece.negated, *symbols}))))


NEGATE = Op(
    name="negate",
    title="a negate step",
    doc="Ignores symbols on the selected dice when symbols are counted. The face stays as it is, and so do its other "
    "symbols.",
    run=_negate,
    keys=(Key("symbols", "symbols", "The symbol, or symbols, to ignore.", "flaw", required=True),),
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "sign"}, {"do": "roll"}, {"do": "negate", "symbols": "moon"}),
            "sun * 10 + moon",
            {0: "1/2", 10: "1/2"},
        ),
    ),
)


def _multiply(frame: Frame, move: Move, state: State) -> Any:
    times = frame.value(move.step.keys["times"], state)

    def change(piece: Piece) -> Piece:
        factor = piece.factor * times
        if abs(factor) > LARGEST:
            raise fail("limit", f"a die would count more than {LARGEST:,} times; that is the limit", move.step.span)
        return piece._replace(factor=factor)

    return moving(frame, move, state, change)


MULTIPLY = Op(
    name="multiply",
    title="a multiply step",
    doc="Lets dice count several times in totals and symbols. What they show stays the same.",
    run=_multiply,
    keys=(Key("times", "expression", "How many times the die counts.", "2", required=True),),
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            ({"do": "add", "die": "d4"}, {"do": "roll"}, {"do": "multiply", "times": 2, "where": "value == sides"}),
            "total",
            {1: "1/4", 2: "1/4", 3: "1/4", 8: "1/4"},
        ),
    ),
)


def _tag(frame: Frame, move: Move, state: State) -> Any:
    tag = move.step.keys["name"]
    return moving(frame, move, state, lambda piece: piece._replace(tags=tuple(sorted({*piece.tags, tag}))))


TAG = Op(
    name="tag",
    title="a tag step",
    doc="Marks dice with a word, so that later steps can find just these.",
    run=_tag,
    keys=(Key("name", "mark", "The word.", "wild", required=True),),
    selects=ALL_SELECT,
    scope="selected",
    examples=(
        Example(
            (
                {"do": "add", "die": "d4", "count": 2},
                {"do": "roll"},
                {"do": "tag", "name": "best", "count": 1, "pick": "highest"},
                {"do": "drop", "tag": "best"},
            ),
            "total",
            {1: "7/16", 2: "5/16", 3: "3/16", 4: "1/16"},
        ),
    ),
)
