"""`python -m tests.hostile [WORD]`: every attack, or those whose name holds a word, each in a process of its own."""

from __future__ import annotations

import sys

from . import ATTACKS
from .trial import tried

SECONDS, MEBIBYTES = 2.0, 256.0


def run(words: list[str]) -> int:
    chosen = [attack for attack in ATTACKS if all(word in attack.name for word in words)]
    trials = []
    for attack in chosen:
        for asked, code in attack.asked():
            trial = tried(attack, asked, code)
            trials.append(trial)
            faults = trial.faults(SECONDS, MEBIBYTES)
            mark = "  ".join(["", "<--", *faults]) if faults else ""
            line = " ".join(asked)[:40]
            print(
                f"{trial.seconds:6.2f} s {trial.mebibytes:5.0f} MiB  {code or '-':18} {attack.name}: {line!r}{mark}",
                flush=True,
            )
    bad = sum(bool(trial.faults(SECONDS, MEBIBYTES)) for trial in trials)
    print(
        f"{len(chosen)} attacks, {len(trials)} trials; longest {max(t.seconds for t in trials):.2f} s, "
        f"largest {max(t.mebibytes for t in trials):.0f} MiB; {bad} do not hold"
    )
    return bool(bad)


if __name__ == "__main__":
    raise SystemExit(run(sys.argv[1:]))
