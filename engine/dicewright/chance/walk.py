"""One token: a single roll on its way through the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .ask import Again, Choose, Draw, Lot, Many, Pick, Step
from .dice import DRAWN, Die, Urn
from .life import Life
from .patience import too_long


class Roll:
    """One token: real throws, in order. It never looks at a table, so it is a witness against one.

    It goes through the same steps, so many of them at most; as it is never divided, no mass has to be kept.
    """

    def __init__(
        self,
        throw: Callable[[Die], int],
        choose: Callable[[Choose], Any] = lambda ask: ask.preferred,
        steps: int = 100_000,
    ) -> None:
        self.throw, self.choose, self._steps = throw, choose, steps

    def key(self, state: Any) -> Any:
        return state

    def walk(self, step: Step, start: Again) -> Any:
        """From `start` to where the steps end; a Cut where a chain was given up."""
        asked: Any = start
        left = self._steps
        while True:
            match asked:
                case Again():
                    left -= 1
                    if left < 0:
                        raise too_long(self._steps)
                    asked = step(self.key(asked.state))
                case Many():
                    asked = asked.then(tuple([self._lot(lot, asked) for lot in asked.bag]), asked.lay.empty)
                case Draw():
                    asked = asked.then(self.throw(asked.die))
                case Choose():
                    asked = asked.then(self.choose(asked))
                case Pick():
                    asked = asked.then(self._picked(asked))
                case end:
                    return end

    def _lot(self, lot: Lot, ask: Many) -> tuple[tuple[Any, ...], ...]:
        life, make, tag, throw = lot.life, ask.make, lot.tag, self.throw
        if not isinstance(life, Life):
            return tuple([make(tag, self.walk(life.step, life.birth)) for _ in range(lot.count)])
        if life.rule is None and life.worth is None:
            die = life.die  # just one throw
            return tuple([make(tag, (throw(die),)) for _ in range(lot.count)])
        return tuple([make(tag, life.lived(throw)) for _ in range(lot.count)])

    def _picked(self, ask: Pick) -> tuple[int, ...]:
        left = [count for _, count in ask.lots]
        for _ in range(ask.number):
            there = [lot for lot, count in enumerate(left) if count]
            urn = Urn(DRAWN, tuple(left[lot] for lot in there), tuple(ask.lots[lot][0] for lot in there))
            left[there[self.throw(urn)]] -= 1
        return tuple(count - n for (_, count), n in zip(ask.lots, left, strict=True))
