"""Work that takes long: shared out over processors, with a bar that shows how far it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    if jobs < 2:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, os.cpu_count() or 1)) as executor:
        yield executor


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], object] | None]:
    """A bar on a terminal, wiped out in the end; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return

    def told(done: int, of: int) -> None:
        full = 30 * done // max(1, of)
        sys.stderr.write(f"\r{'█' * full}{'░' * (30 - full)} {done:,} of {of:,} {what}")
        sys.stderr.flush()

    try:
        yield told
    finally:
        sys.stderr.write("\r\x1b[K")
