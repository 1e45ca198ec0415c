"""What the catalogue says of a problem code."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """What a code means and what to do; how its sentence reads; what brings it about and what does not.

    `says` has `{words}` where the sentence depends on the file. An example is a few lines of a file: steps of a check
    if it begins with a dash, else keys of a check (`steps:`, `inputs:` ...) or of the file. What is done with that file
    stands below, in lines that begin with `$ ` (a command) or `>>> ` (Python, with the loaded file as `game`).
    """

    means: str
    remedy: str
    says: str = ""
    wrong: str = ""
    right: str = ""
