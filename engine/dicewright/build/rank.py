"""Joining a draw with the step behind it that keeps or drops the best of what came.

Of five cards of which the highest counts, four need not be told apart. The draw goes through its dice in the order of
that step, so it is known of each what becomes of it there. Odds with the joint equal odds without it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..chance.ask import Pick
from ..ops.frame import Frame
from ..ops.state import Move, Piece, State
from .apart import fixed

SORTED = ("highest", "lowest", "any")


def sorts(move: Move, pool_names: frozenset[str]) -> bool:
    """Whether a move keeps or drops a number of the best dice, whatever they are."""
    step, select = move.step, move.step.select
    number = select.count or select.at_most
    if step.op not in ("keep", "drop") or step.when is not None or number is None or not fixed(number, pool_names):
        return False
    open_to_all = (select.dice, select.where, select.showing, select.containing, select.tag, select.by) == (None,) * 6
    return open_to_all and select.per is None and select.may is None and select.pick in SORTED


def ranked(frame: Frame, state: State, pick: Pick, following: Move) -> Pick:
    """The draw, with what the following move makes of each die; as it was where other dice come between."""
    select, op = following.step.select, following.step.op
    becomes, number = pick.becomes, select.count or select.at_most
    assert number is not None
    mixed = "twin" in frame.asked(following.at + 1) or any(
        frame.fits(select, piece, state) for piece in state.pool
    )  # dice that lie there already, or would stay where they are looked at
    if becomes is None or mixed or not all(frame.fits(select, becomes(look, 0), state) for look, _ in pick.lots):
        return pick
    most = max(0, frame.value(number, state))
    sign = -1 if select.pick == "highest" else 1
    asked = frame.asked(following.at + 1)

    def place(lot: int) -> Any:
        piece = becomes(pick.lots[lot][0], 0)
        return sign * piece.value, piece.forgetting(asked)

    def after(look: Piece, before: int | None) -> Piece:
        piece: Piece = becomes(look, before)
        if before is None:
            return piece
        if op == "drop":
            return piece._replace(state="dropped") if before < most else piece
        return piece._replace(state="kept" if before < most else "dropped")

    order = sorted(range(len(pick.lots)), key=place)

    def then(taken: tuple[int, ...]) -> Any:
        numbers = [0] * len(taken)
        for lot, n in zip(order, taken, strict=True):
            numbers[lot] = n
        return pick.then(tuple(numbers))

    lots = tuple(pick.lots[lot] for lot in order)
    return replace(pick, lots=lots, becomes=after, lay=frame.lay(following.at + 1, state), then=then, ranks=most)
