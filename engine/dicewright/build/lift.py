"""Dice that are about to be thrown again: what they showed is forgotten before they fall.

Between the choice of the dice and the throw stands a state of its own, in which those that were taken are in the air:
their state says so, and they show no face. Two choices that leave the same dice on the table lead to the same state,
and to one throw. Odds with such states equal odds without them.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from ..chance.ask import Again
from ..ops.control import back, guard
from ..ops.frame import Frame
from ..ops.select import Positions, taking
from ..ops.state import UNROLLED, Move, Piece, State
from ..ops.throw import thrown_again
from .apart import alone, fixed

AIR = "in the air, "


def lifts(move: Move, pool_names: frozenset[str], asked: Set[str]) -> bool:
    """Whether the faces of the dice that a move throws again are never looked at any more."""
    step, times = move.step, move.step.keys.get("times")
    if step.op != "reroll" or move.run in (guard, back) or step.keys.get("keep", "new") != "new" or "twin" in asked:
        return False
    return (times is None or fixed(times, pool_names)) and alone(step.select.where)


def falls(move: Move) -> bool:
    """Whether a move throws whatever has not been thrown."""
    select = move.step.select
    plain = move.step.op == "roll" and move.run not in (guard, back) and move.step.when is None
    return plain and select.dice is None and select.tag is None


def lifted(frame: Frame, move: Move, state: State, falling: bool = False) -> Any:
    """Take the dice into the air; where they are there already, throw them.

    Where all that lies there unthrown is `falling` next, dice that count wait for that.
    """
    air = tuple(i for i, piece in enumerate(state.pool) if flies(piece))
    if air:
        fallen = [p._replace(state=p.state.removeprefix(AIR)) if flies(p) else p for p in state.pool]
        return thrown_again(frame, move, state._replace(pool=tuple(fallen)), air)
    if "times" in move.step.keys and frame.value(move.step.keys["times"], state) < 1:
        return move.run(frame, move, state)
    asked = frame.asked(move.at + 1)
    wait = falling and "rerolled" not in asked and not move.step.keys.keys() & {"times", "until_clear"}

    def act(taken: Positions) -> Any:
        if not taken:
            return move.next(state)
        pool = list(state.pool)
        for i in taken:
            piece = pool[i].forgetting(asked)
            waits = "pool" if wait and piece.state == "rolled" else AIR + piece.state
            pool[i] = piece._replace(face=UNROLLED, value=0, state=waits, factor=1, card=False)
        flying = any(map(flies, pool))
        return Again(state._replace(pool=tuple(pool)), move.at) if flying else move.next(state, pool=tuple(pool))

    return taking(frame, move, state, act)


def flies(piece: Piece) -> bool:
    """Whether a die is in the air."""
    return piece.state.startswith(AIR)
