"""Dice set against dice within one roll: lined up in pairs, counted, dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .dice import moved
from .frame import Frame
from .op import WHICH, Example, Key, Op
from .select import looks, worth_of
from .state import Move, Piece, State

Pair = tuple[int, int]


def _pair(frame: Frame, move: Move, state: State) -> Any:
    keys, select = move.step.keys, move.step.select
    ours = frame.fitting(select, state)
    theirs = [i for i in frame.fitting(keys["against"], state) if i not in ours]
    worth = {i: worth_of(frame, select, state.pool[i], state) for i in (*ours, *theirs)}
    look = looks(frame, move, state)
    sign = 1 if keys["line_up"] == "lowest" else -1

    def in_order(dice: Sequence[int]) -> list[int]:
        return sorted(dice, key=lambda i: (sign * worth[i], look(i)))

    found: list[Pair] = []
    for i, j in _lined_up(in_order(ours), in_order(theirs), worth if keys["line_up"] == "alike" else None):
        if holds(frame, move, state.pool[i], worth[j], state):
            found.append((i, j))
        elif keys.get("unbroken"):
            break
    names = frame.named(state, keys["name"], len(found)) if "name" in keys else state.names
    return move.next(state, names=names, pool=moved(state, _dropped(found, keys.get("drops")), "dropped"))


def holds(frame: Frame, move: Move, ours: Piece, theirs: int, state: State) -> bool:
    """Whether a pair counts: a die, and what its partner is lined up by."""
    asked = move.step.keys.get("holds")
    return asked is None or bool(frame.on_pair(asked, ours, theirs, state))


def _lined_up(ours: list[int], theirs: list[int], worth: dict[int, int] | None) -> Iterator[Pair]:
    """First with first, as far as both reach; or each with one of the same worth."""
    if worth is None:
        yield from zip(ours, theirs, strict=False)
        return
    for same in dict.fromkeys(worth[i] for i in ours):
        yield from zip([i for i in ours if worth[i] == same], [j for j in theirs if worth[j] == same], strict=False)


def _dropped(pairs: Sequence[Pair], which: str | None) -> tuple[int, ...]:
    match which:
        case "both":
            return tuple(i for pair in pairs for i in pair)
        case "selected":
            return tuple(i for i, _ in pairs)
        case "against":
            return tuple(j for _, j in pairs)
    return ()


PAIR = Op(
    name="pair",
    title="a pair step",
    doc="Lines the selected dice up with other dice, each with one partner as far as both reach, and counts the pairs, "
    "or drops their dice. Dice without a partner are left alone.",
    run=_pair,
    keys=(
        Key(
            "against",
            "group",
            "The other dice, chosen by the same keys as those of the step. A die that the step selects is not "
            "its own partner.",
            {"dice": ["defence"]},
            required=True,
        ),
        Key(
            "line_up",
            "word",
            "Who meets whom: the highest the highest, the second the second and so on; the same from the lowest up; "
            "or dice that are alike, one for one. They are compared by their value, unless `by` says otherwise.",
            "highest",
            required=True,
            words={
                "highest": "the highest with the highest, and so on down",
                "lowest": "the lowest with the lowest, and so on up",
                "alike": "only dice of the same value",
            },
        ),
        Key(
            "holds",
            "of_pair",
            "Only pairs for which this holds count; it may read the names of the selected die, and `other`, which is "
            "what its partner is lined up by.",
            "value > other",
        ),
        Key("unbroken", "flag", "The first pair for which `holds` does not hold ends the line.", True),
        Key("name", "binds", "A name for the number of pairs.", "wins"),
        Key(
            "drops",
            "word",
            "Drops dice of the pairs: both, the selected ones, or those that they stand against.",
            "both",
            words={
                "both": "both dice of the pair",
                "selected": "those that the step selects",
                "against": "those that they stand against",
            },
        ),
    ),
    selects=(*WHICH, "by"),
    scope="selected",
    examples=(
        Example(
            (
                {"do": "add", "die": "d4", "count": 2},
                {"do": "add", "die": "d6"},
                {"do": "roll"},
                {
                    "do": "pair",
                    "dice": ["d4"],
                    "against": {"dice": ["d6"]},
                    "line_up": "highest",
                    "holds": "value > other",
                    "name": "wins",
                },
            ),
            "wins",
            {0: "31/48", 1: "17/48"},
        ),
        Example(
            (
                {"do": "add", "die": "d4", "count": 2},
                {"do": "add", "die": "d6"},
                {"do": "roll"},
                {"do": "pair", "dice": ["d4"], "against": {"dice": ["d6"]}, "line_up": "alike", "drops": "both"},
            ),
            "dice",
            {1: "7/24", 3: "17/24"},
        ),
        Example(
            (
                {"do": "add", "die": "d4", "count": 2, "tag": "us"},
                {"do": "add", "die": "d4", "count": 2, "tag": "foe"},
                {"do": "roll"},
                {
                    "do": "pair",
                    "against": {"tag": "foe"},
                    "tag": "us",
                    "line_up": "lowest",
                    "holds": "value == other",
                    "unbroken": True,
                    "drops": "against",
                },
            ),
            "dice",
            {2: "7/64", 3: "7/32", 4: "43/64"},
        ),
    ),
)
