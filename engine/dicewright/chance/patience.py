"""What the exact odds may cost: states, memory and time.

One patience goes with a question, from the driver to each table that helps to answer it and to all that is found out on
the way, so that no part of the work is without a bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from sys import getsizeof
from threading import get_ident
from time import monotonic, thread_time
from typing import Any, Protocol

from ..errors import DicewrightError, fail

STATE = 256  # bytes, about, that one state takes in a table: an entry of a mapping
ROW = 200  # bytes, about, that an entry of a mapping takes beside what it holds, and what is made of it in the end
MIB = 1 << 20
OFTEN = 20_000  # rows after which it is asked for the first time how much room they take


class Held(Protocol):
    """Entries that take room."""

    def __len__(self) -> int: ...
    def items(self) -> Iterable[tuple[Any, Any]]: ...


class Patience:
    """So many states, MiB and seconds of computing from now on; no MiB or seconds, a 0, is no limit.

    `task` is what takes so long or so much, `out` what one can do about it.
    """

    def __init__(
        self,
        states: int = 2_000_000,
        memory: int = 0,
        seconds: int = 0,
        task: str = "the exact odds take",
        out: str = "",
    ) -> None:
        self.states, self.memory, self.seconds = states, memory, seconds
        self._task, self._out = task, out
        self._most = min(states, memory * MIB // STATE) if memory else states
        self._heavy = OFTEN
        self.renew()

    def renew(self) -> None:
        """Begin anew to count the seconds."""
        self._thread = get_ident()
        self._until = thread_time() + self.seconds
        self._next = monotonic() + self.seconds  # before that it cannot be over; to ask what was computed takes long

    def over(self) -> bool:
        """Whether the time is over."""
        if not self.seconds or (now := monotonic()) < self._next:
            return False
        if get_ident() != self._thread:
            self.renew()  # what another thread has computed says nothing about this one
        left = self._until - thread_time()
        self._next = now + left
        return left <= 0

    def check(self) -> None:
        """Refuse to go on once the time is over."""
        if self.seconds and self.over():
            seconds = f"{self.seconds:,} second{'s' if self.seconds > 1 else ''}"
            raise self._beyond("seconds", f"longer than {seconds}; that is the limit")

    def room(self, states: int) -> None:
        """Refuse to follow more states than the limit, or to hold more than there is room for."""
        self.check()
        if states <= self._most:
            return
        if states > self.states:
            raise too_many(f"the exact odds need {states:,} states or more; the limit is {self.states:,}")
        raise self._full(states * STATE)

    def holds(self, rows: Held, others: int = 0) -> None:
        """Refuse rows that take more room than there is, beside so many others like them. One stands for all."""
        number = len(rows) + others
        if number < self._heavy or not rows:
            return
        self._heavy = number + number // 4
        size = number * (ROW + sum(map(_size, next(iter(rows.items())))))
        if self.memory and size > self.memory * MIB:
            raise self._full(size)

    def _full(self, size: int) -> DicewrightError:
        return self._beyond("memory", f"about {size // MIB:,} MiB or more; the limit is {self.memory:,} MiB")

    def _beyond(self, name: str, told: str) -> DicewrightError:
        return fail("limit", f"{self._task} {told}", None, self._out or _raised("ask for fewer dice or results", name))


def _size(value: Any) -> int:
    """How many bytes a value takes with all that is in it."""
    return getsizeof(value) + (sum(map(_size, value)) if isinstance(value, tuple) else 0)


def too_many(message: str) -> DicewrightError:
    """The refusal to follow more states than the limit, with the ways out."""
    return fail("limit", message, None, _raised("ask for fewer dice", "states"))


def too_long(steps: int) -> DicewrightError:
    """The refusal to go on for more steps than the limit."""
    told = f"this takes more than {steps:,} steps; that is the limit"
    return fail("limit", told, None, _raised("let it end sooner", "steps"))


def _raised(instead: str, name: str) -> str:
    return f"{instead}, or raise the limit: --limit {name}=N (in Python: Limits({name}=N))"
