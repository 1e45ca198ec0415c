"""The vocabulary: every word of the language, in the order of the manual."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..model.system import Step
from .bag import DRAW, RETURN
from .control import CHOOSE, PHASE, REPEAT, STOP
from .dice import ADD, DOWNGRADE, REMOVE, UPGRADE
from .face import MULTIPLY, NEGATE, SET, TAG
from .keep import DROP, KEEP, RESERVE
from .number import CANCEL, LET, TABLE, TALLY
from .op import Op
from .pair import PAIR
from .throw import EXPLODE, REROLL, ROLL

ALL: tuple[Op, ...] = (
    ADD,
    REMOVE,
    UPGRADE,
    DOWNGRADE,
    ROLL,
    REROLL,
    EXPLODE,
    SET,
    NEGATE,
    MULTIPLY,
    TAG,
    KEEP,
    DROP,
    RESERVE,
    DRAW,
    RETURN,
    LET,
    TALLY,
    PAIR,
    CANCEL,
    TABLE,
    PHASE,
    CHOOSE,
    REPEAT,
    STOP,
)


def binding(step: Step) -> str | None:
    """The name that a step gives a number, if it does."""
    return step.keys.get("name") if step.op in _BINDING else None


OPS: Mapping[str, Op] = MappingProxyType({op.name: op for op in ALL})
_BINDING = frozenset(op.name for op in ALL if op.binds)
