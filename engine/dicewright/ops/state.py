"""What lies on the table while a check runs.

A state is plain data: where the check stands, the numbers that have names, the dice. `sums` holds what dice that
were laid aside still count for, one entry a tally of the check (None: nothing laid aside yet).
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..chance.ask import Again
from ..model.system import Step

UNROLLED = -1
COUNTED = ("rolled", "kept")
PLAYERS = ("roller", "gm", "others")


class Piece(NamedTuple):
    """A die on the table. Its value is what it counts for; `factor` how often it counts.

    A `card` lay in the bag with the face that it shows, and goes back there with it.
    """

    kind: str
    face: int = UNROLLED
    value: int = 0
    state: str = "pool"
    factor: int = 1
    twin: int = 0
    exploded: int = 0
    rerolled: int = 0
    negated: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    card: bool = False

    def forgetting(self, asked: Set[str]) -> Piece:
        """The die without those of its memories that nobody asks about."""
        if not (self.exploded or self.rerolled or self.twin or self.card):
            return self
        return self._replace(
            exploded=self.exploded if "exploded" in asked else 0,
            rerolled=self.rerolled if "rerolled" in asked else 0,
            twin=self.twin if "twin" in asked else 0,
            card=self.card and "card" in asked,
        )


class State(NamedTuple):
    """A check on its way: the next move, the named numbers, the dice, the sums of dice laid aside."""

    at: int
    names: tuple[int | None, ...]
    pool: tuple[Piece, ...]
    sums: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a system and its checks may cost. Each is an argument; the refusal names it.

    Of a roll: `dice` in a pool, `draws` in all (dice thrown or drawn), `rounds` of a loop with `while`, `steps` one
    after another, `options` of a decision, `ahead` the seconds that it may look ahead for the best answer. Of the odds:
    `states` to follow, `memory` in MiB, `seconds` of computing. Of a simulation: `runs`. Of a file: `size` in bytes,
    `nodes` (keys and values, also once what is `like` something else is written out). No `memory`, `seconds` or
    `ahead`, a 0, is no limit.
    """

    dice: int = 1_000
    draws: int = 10_000
    rounds: int = 100
    steps: int = 100_000
    states: int = 2_000_000
    memory: int = 2_048
    seconds: int = 120
    ahead: int = 2
    options: int = 10_000
    runs: int = 10_000_000
    size: int = 1_048_576
    nodes: int = 50_000


@dataclass(frozen=True, slots=True)
class Move:
    """A step at its place in a running check.

    `to` is where a jump leads, `blocks` where the options of a choice begin, `slot` names a loop's counter, `cause` is
    the label of the property or effect that brought the step. A step that opens a block has its condition in a move
    of its own (`guarded`).
    """

    at: int
    step: Step
    run: Callable[[Any, Move, State], Any]
    to: int = -1
    slot: str = ""
    cause: str = ""
    blocks: tuple[int, ...] = ()
    guarded: bool = False

    def next(
        self,
        state: State,
        names: tuple[int | None, ...] | None = None,
        pool: tuple[Piece, ...] | None = None,
        sums: tuple[int | None, ...] | None = None,
    ) -> Again:
        """Go on behind this move, with whatever is changed."""
        _, had, lay, laid = state
        to = self.at + 1
        names, pool, sums = (
            had if names is None else names,
            lay if pool is None else pool,
            laid if sums is None else sums,
        )
        return Again(State(to, names, pool, sums), to)

    def jump(
        self,
        state: State,
        to: int,
        names: tuple[int | None, ...] | None = None,
    ) -> Again:
        """Go on elsewhere."""
        return Again(State(to, state.names if names is None else names, state.pool, state.sums), to)
