"""A die on its way through stages in which the dice that count bring others, and then all that it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from ..chance.ask import Again, Lot, Many
from ..model.formula import Tally
from ..model.system import Selector
from ..ops.state import State
from .alike import Counting
from .apart import Taker, Thrown, as_they_lie

Share = tuple[int, ...]
Entry = tuple[Tally, Selector | None, int | None, Share]  # and the place of the sum of dice that are laid aside


class UnfitError(Exception):
    """Something of which less than nothing would come."""


@dataclass(frozen=True)
class Ledger:
    """What each die adds that a tally counts: so many to the dice of each birth, and so many to each counter.

    `births` are the dice that come in, where they do. Dice go from stop to stop, act where `acts` says so and count
    where there are `entries`; `most` keeps how many they bring. The `posts` tell of entries by numbers alone.
    """

    end: int
    counting: Counting
    births: tuple[State, ...]
    posts: tuple[tuple[int, Share], ...]
    entries: Mapping[int, Sequence[Entry]] = field(compare=False)
    acts: Set[int] = field(compare=False)
    stops: Mapping[int, int] = field(compare=False)  # from each place the first one from there on
    most: dict[int, Share] = field(default_factory=dict, compare=False)  # by where a die came in; last, how many stay

    def notes(self, at: int, brought: Share) -> None:
        """Keep what a die brings that came in at this place."""
        self.most[at] = tuple(map(max, self.most.get(at, brought), brought))

    def lying(self, start: int, dice: int, come: Share) -> int:
        """How many dice may lie there at once, of so many at the start, and so many of each birth that none brings.

        Unless some of them stay, those of one birth are gone before those of the next one come.
        """
        there, stay = [dice, *come], False
        for n, at in enumerate((start, *(born.at for born in self.births))):
            *brought, left = self.most.get(at, (0,))
            stay = stay or left > 0
            for later, more in enumerate(brought, 1):
                there[later] += there[n] * more
        return sum(there) if stay else dice + max(there[1:], default=0)


@dataclass(frozen=True)
class Descent:
    """A die, or a group of twins, from where it comes in to where it and all that it brings have been through.

    What it adds stands behind the names of its state. What is left are the dice that stay, and the sums of the others,
    and behind them what is added to each counter.
    """

    program: Taker
    state: State
    ledger: Ledger

    @property
    def chain(self) -> bool:
        return False

    @property
    def laid(self) -> bool:
        return True

    @property
    def birth(self) -> Again:
        return Again(self.state, self.state.at)

    def key(self, state: Any) -> Any:
        if not isinstance(state, State):
            return state
        own = len(self.program.frame.slots)
        keyed = self.program.key(state._replace(names=state.names[:own]))
        return keyed._replace(names=keyed.names + state.names[own:])

    def step(self, state: State) -> Any:
        ledger, at = self.ledger, self.ledger.stops[state.at]
        while at < ledger.end and state.pool:
            state = self._counted(state, at)
            if at in ledger.acts:
                asked = self.program.leanly(state)
                if not isinstance(asked, Again):
                    return asked
                state = asked.state  # type: ignore[assignment]
                at = ledger.stops[state.at]
            else:
                at = ledger.stops[at + 1]
        for place in ledger.entries:
            state = self._counted(state, place) if place >= at else state  # dice that have been laid aside
        return self._left(state._replace(at=ledger.end))

    def _counted(self, state: State, at: int) -> State:
        """The state at this place, with what the die adds there."""
        names = state.names
        for tally, select, slot, share in self.ledger.entries.get(at, ()):
            laid = state.sums[slot] if slot is not None and not state.pool else None
            number = self.program.frame.tally(tally, select, state) if laid is None else laid
            if number:
                own = len(names) - len(share)
                names = (*names[:own], *[(n or 0) + number * m for n, m in zip(names[own:], share, strict=True)])
        return state._replace(at=at, names=names)

    def _left(self, state: State) -> Any:
        """What is left in the end, together with that of the dice that it has brought."""
        ledger, births = self.ledger, self.ledger.births
        pool, sums = state.pool, state.sums
        if pool:
            _, _, pool, sums = self.key(state)
        given: Any = state.names[len(self.program.frame.slots) :]
        brought: Share = given[: len(births)]
        if any(number < 0 for number in brought):
            raise UnfitError
        ledger.notes(self.state.at, (*brought, len(pool)))
        mine = (*ledger.counting.aside.of(sums), *given[len(births) :])
        if not any(brought):
            return pool, mine
        dice = zip(births, brought, strict=True)
        bag = tuple([Lot(Descent(self.program, born, ledger), number, None) for born, number in dice if number])

        def joined(thrown: Thrown, more: tuple[Any, ...]) -> Any:
            pieces = [piece for lot in thrown for left in lot for piece in left]
            return tuple(sorted((*pool, *pieces))), ledger.counting.join(mine, more)

        return Many(bag, as_they_lie, ledger.counting, joined)  # type: ignore[arg-type]
