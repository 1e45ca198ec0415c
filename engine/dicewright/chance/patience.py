"""How long the exact odds may take, for those who answer strangers: counted states bound the work only roughly."""

from __future__ import annotations

from time import monotonic, thread_time

from ..errors import DicewrightError, fail


class Patience:
    """So many seconds of computing from now on; without a number, as long as it takes."""

    def __init__(self, seconds: int = 0) -> None:
        self.seconds = seconds
        self._until = thread_time() + seconds
        self._next = monotonic() + seconds  # before that it cannot be over; to ask what was computed takes long

    def check(self) -> None:
        """Refuse to go on once the time is over."""
        if not self.seconds or (now := monotonic()) < self._next:
            return
        left = self._until - thread_time()
        self._next = now + left
        if left <= 0:
            note = "ask for fewer dice, or raise the limit: --limit seconds=N (in Python: Limits(seconds=N))"
            raise fail(
                "limit", f"the exact odds take longer than {self.seconds:,} seconds; that is the limit", None, note
            )


def too_long(steps: int) -> DicewrightError:
    """The refusal to go on for more steps than the limit."""
    note = "let it end sooner, or raise the limit: --limit steps=N (in Python: Limits(steps=N))"
    return fail("limit", f"this takes more than {steps:,} steps; that is the limit", None, note)
