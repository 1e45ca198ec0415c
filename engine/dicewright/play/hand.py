"""Two sides of a contest whose dice are compared one by one, where nothing is done with them but one throw.

Then neither hand has to be listed: see `chance.lead`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..chance.ask import Again, Many
from ..chance.lead import Die, lead
from ..chance.patience import Patience
from ..model.contest import Chain
from ..ops.state import COUNTED
from .ahead import Sides
from .bind import Setting
from .policy import FILE, weighing

Hand = tuple[list[tuple[int, Die]], int]


def one_by_one(
    settings: Sequence[tuple[str, Setting]], chain: Chain, held: Patience
) -> Mapping[Sides, Fraction] | None:
    """The probability of each side, and of both, to have the first place; None where the hands have to be listed."""
    both = hands(settings, chain, held)
    if both is None:
        return None
    (dice, mine), (others, theirs) = both
    (one, _), (other, _) = settings
    shares = zip(({one}, {other}, {one, other}), lead(dice, others, held.room), strict=True)
    return {frozenset(sides): Fraction(weight, mine * theirs) for sides, weight in shares if weight}


def hands(settings: Sequence[tuple[str, Setting]], chain: Chain, held: Patience) -> tuple[Hand, Hand] | None:
    """The dice of both sides; None where there are more sides, or more is done or compared than the dice of a throw."""
    if len(settings) != 2 or len(chain) != 1 or chain[0].of is not None or chain[0].how in ("most", "least"):
        return None
    sign = 1 if chain[0].how == "highest_first" else -1
    (_, mine), (_, theirs) = settings
    one = _hand(mine, sign, held)
    other = one if theirs == mine else _hand(theirs, sign, held)
    return None if one is None or other is None else (one, other)


def _hand(setting: Setting, sign: int, held: Patience) -> Hand | None:
    """The dice of a side by how many of them there are, and what the weights of all of them are out of."""
    program = setting.built(dice=True, only=())
    way = weighing(setting, program, FILE, held)
    asked: Any = program.start
    while isinstance(asked, Again) and asked.at not in program.chains:
        asked = program.run(asked.state, held)  # type: ignore[arg-type]
    if not isinstance(asked, Many) or asked.groups or asked.order:
        return None
    thrown = asked.then(((),) * len(asked.bag), asked.lay.empty)
    if not isinstance(thrown, Again) or thrown.state.pool:  # type: ignore[attr-defined]
        return None
    if any(move.step.op != "phase" for move in program.moves[thrown.at :]):
        return None
    dice: list[tuple[int, Die]] = []
    out_of = 1
    for lot in asked.bag:
        law, whole = way.unit(lot.life)
        out_of *= whole**lot.count
        found: dict[int | None, int] = {}
        for left, weight in law.items():
            pieces = left[0] if lot.life.laid else asked.make(lot.tag, left)
            values = [sign * piece.value for piece in pieces if piece.state in COUNTED]
            if len(values) > 1:
                return None
            value = values[0] if values else None
            found[value] = found.get(value, 0) + weight
        dice.append((lot.count, found))
    return dice, out_of
