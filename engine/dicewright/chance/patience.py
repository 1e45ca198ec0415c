"""How long the exact odds may take, for those who answer strangers: counted states bound the work only roughly."""

from __future__ import annotations

from time import thread_time

from ..errors import fail


class Patience:
    """So many seconds of computing from now on; without a number, as long as it takes."""

    def __init__(self, seconds: int = 0) -> None:
        self.seconds = seconds
        self._until = thread_time() + seconds

    def check(self) -> None:
        """Refuse to go on once the time is over."""
        if self.seconds and thread_time() > self._until:
            note = "ask for fewer dice, or raise the limit: --limit seconds=N (in Python: Limits(seconds=N))"
            raise fail(
                "limit", f"the exact odds take longer than {self.seconds:,} seconds; that is the limit", None, note
            )
