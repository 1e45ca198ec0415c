"""The command line as a whole process, beside a bare interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from statistics import median

from .run import ROOT

BARE = "a bare `python -c pass`"
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    BARE: ("", ("-c", "pass")),
    "`dicewright roll genesys pool ability=2 proficiency=1 difficulty=2`": (
        "",
        ("-m", "dicewright", "roll", "genesys", "pool", "ability=2", "proficiency=1", "difficulty=2"),
    ),
    "`dicewright odds genesys pool ability=2 proficiency=1 difficulty=2`": (
        "",
        ("-m", "dicewright", "odds", "genesys", "pool", "ability=2", "proficiency=1", "difficulty=2"),
    ),
    "`dicewright --version`": ("", ("-m", "dicewright", "--version")),
    "a script that imports d20 and rolls 5d6e6": ("d20", ("-c", "import d20; print(d20.roll('5d6e6'))")),
    "a script that imports icepool and rolls 2d6": (
        "icepool",
        ("-c", "import icepool as i; print((2 @ i.d6).sample())"),
    ),
    "a script that imports dyce and rolls 2d6": ("dyce", ("-c", "import dyce; print(dyce.P(6, 6).sample())")),
}


def measured(peers: Iterable[str], rounds: int) -> dict[str, float]:
    """Milliseconds for each command, all in turn; each had run before, as whatever is installed is compiled."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    there = set(peers)
    wanted = {name: words for name, (needs, words) in COMMANDS.items() if not needs or needs in there}
    times: dict[str, list[float]] = {name: [] for name in wanted}
    for number in range(rounds + 1):
        for name, words in wanted.items():
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, *words], cwd=ROOT, env=compiled, check=True, capture_output=True, timeout=60
            )
            if number:
                times[name].append(1000 * (time.perf_counter() - begun))
    return {name: median(all_times) for name, all_times in times.items()}
