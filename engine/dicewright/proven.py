"""Files that have been found good: empty notes in the user's cache folder, named after what was read.

A file that has such a note need not be checked again, so that its tests, often the longer part of it, are passed over.
The name covers the file, what it builds on, and the schema itself; so a note never fits anything else. Notes may be
deleted at any time. Where none can be kept, nothing is lost but time.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MOST = 1_000


@dataclass(frozen=True, slots=True)
class Proven:
    """Where the notes are kept."""

    folder: Path

    def knows(self, digest: str, schema: bytes) -> bool:
        with suppress(OSError):
            return self._note(digest, schema).is_file()
        return False

    def remember(self, digest: str, schema: bytes) -> None:
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            notes = list(self.folder.iterdir())
            for note in notes if len(notes) >= MOST else ():
                note.unlink(missing_ok=True)
            self._note(digest, schema).touch()

    def _note(self, digest: str, schema: bytes) -> Path:
        held = hashlib.sha256(schema).hexdigest()
        return self.folder / f"{digest[:32]}-{held[:32]}"


def usual() -> Proven | None:
    """The notes of this user; None for one who has no home."""
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return Proven(home / "dicewright" / "proven")
