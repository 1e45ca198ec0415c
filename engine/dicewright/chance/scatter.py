"""Many rolls at once: each goes its own way, and those that stand in the same place are moved together.

Where a handful is thrown, its exact law is found once and every roll draws from it. That is quick, and it is no
evidence for the law itself: for that, throw die by die.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any

from .ask import Again, Choose, Cut, Draw, Many, Offer, Pick, Step
from .pour import Odds

Chance = Callable[[], float]
Law = tuple[Iterable[tuple[Any, int]], int]


def scatter(step: Step, start: Again, runs: int, odds: Odds, chance: Chance) -> Counter[Any]:
    """How many of so many rolls end where; under None those that were cut off.

    `odds` gives the laws and the answers, `chance` numbers from 0 up to 1.
    """
    odds.patience.renew()
    done: Counter[Any] = Counter()
    waiting: dict[int, Counter[Any]] = {start.at: Counter({odds.key(start.state): runs})}
    steps = 0
    while waiting:
        steps += 1
        odds.walked(steps)
        odds.patience.check()
        for state, number in waiting.pop(min(waiting)).items():
            stack: list[tuple[Any, int]] = [(step(state), number)]
            while stack:
                ask, tokens = stack.pop()
                match ask:
                    case Again(following, place):
                        waiting.setdefault(place, Counter())[odds.key(following)] += tokens
                        continue
                    case Cut(_):
                        done[None] += tokens
                        continue
                    case Draw():
                        law: Law = odds.draw(ask)
                    case Many():
                        rows, out_of = odds.many(ask)
                        stack += [(ask.then(*left), n) for left, n in shared(rows, out_of, tokens, chance, done)]
                        continue
                    case Offer(many):
                        offered = odds.offered(ask)
                        asks = [(many, tokens)] if offered is None else shared(*offered, tokens, chance, done)
                        stack += asks
                        continue
                    case Pick():
                        law = odds.pick(ask)
                    case Choose():
                        law = odds.decide(ask)
                    case value:
                        done[value] += tokens
                        continue
                stack += [(ask.then(answer), n) for answer, n in shared(*law, tokens, chance, done)]
    return done


def shared(
    rows: Iterable[tuple[Any, int]], out_of: int, runs: int, chance: Chance, done: Counter[Any]
) -> Iterator[tuple[Any, int]]:
    """The rolls shared out over the rows, each by a draw of its own; what the rows leave open is cut off."""
    listed = list(rows)
    if len(listed) == 1 and listed[0][1] == out_of:
        yield listed[0][0], runs
        return
    bounds = [sofar / out_of for sofar in accumulate(weight for _, weight in listed)]
    for place, number in Counter([bisect(bounds, chance()) for _ in range(runs)]).items():
        if place < len(listed):
            yield listed[place][0], number
        else:
            done[None] += number
