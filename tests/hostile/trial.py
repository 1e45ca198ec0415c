"""One attack, tried in a process of its own with its time and memory measured."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .attack import Attack

ENGINE = Path(__file__).parents[2] / "engine"
CODE = re.compile(r'(?:error|warning)\[([a-z0-9-]+)\]|"code": "([a-z0-9-]+)"')


def codes(told: str) -> list[str]:
    """The problem codes in what a command printed."""
    return list(dict.fromkeys(found[1] or found[2] for found in CODE.finditer(told)))


@dataclass(frozen=True)
class Trial:
    """What came of it."""

    attack: Attack
    words: tuple[str, ...]
    wanted: str
    exit: int | None  # None: it had to be stopped
    seconds: float
    mebibytes: float
    out: str
    err: str
    left: tuple[str, ...]

    @property
    def codes(self) -> list[str]:
        return codes(self.out + self.err)

    def faults(self, seconds: float, mebibytes: float) -> list[str]:
        """What does not hold."""
        found = []
        told = self.out + self.err
        if self.exit is None:
            found.append("does not end")
        elif self.exit not in (0, 1, 2):
            found.append(f"exit code {self.exit}")
        if "Traceback" in told or "Warning:" in told:
            found.append("a traceback: " + told.strip().splitlines()[-1][:150])
        if self.wanted and self.wanted not in self.codes:
            found.append(f"no {self.wanted}, but {', '.join(self.codes[:6]) or 'nothing'}: {told[:150]!r}")
        if not self.wanted and self.codes and self.exit is not None:
            found.append(f"refused: {', '.join(self.codes)}: {told[:200]!r}")
        if self.seconds > seconds:
            found.append(f"{self.seconds:.1f} s")
        if self.mebibytes > mebibytes:
            found.append(f"{self.mebibytes:.0f} MiB")
        if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", told):
            found.append("control characters get through")
        if re.search(r"(?m)^\s*::|##\[", told):
            found.append("a workflow command gets through")
        if self.attack.name.startswith("a page") and re.search(r"(?<!\\)<(?:script|img|b)>", told):
            found.append("a tag gets through")
        if self.left:
            found.append(f"left behind: {', '.join(self.left)}")
        return found


def _waited(process: subprocess.Popen[bytes], most: float) -> tuple[int | None, resource.struct_rusage]:
    """The exit code, and what was used; a process that takes too long is stopped."""
    until = time.monotonic() + most
    while time.monotonic() < until:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, used
        time.sleep(0.005)
    process.kill()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = -9
    return None, used


def tried(attack: Attack, words: tuple[str, ...], wanted: str, most: float = 10, room: int = 1 << 30) -> Trial:
    """Lay the attack down in a folder of its own, ask, and measure."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        attack.written(folder)
        before = {path.name for path in folder.iterdir()}
        env = {
            **os.environ,
            "PYTHONPATH": str(ENGINE),
            "PYTHONIOENCODING": "utf-8",
            "HOME": home,
            "XDG_CACHE_HOME": home,
        }

        def bounds() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (room, room))
            resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, int(most) + 2))

        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as wrong:
            asked.write(attack.stdin)
            asked.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-m", "dicewright", *words],
                cwd=folder, env=env, stdin=asked, stdout=told, stderr=wrong, preexec_fn=bounds,
            )  # fmt: skip
            code, used = _waited(process, most * 12)
            for file in (told, wrong):
                file.seek(0)
            out, err = told.read(), wrong.read()
        left = tuple(sorted({path.name for path in folder.iterdir()} - before))
    seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    return Trial(attack, words, wanted, code, seconds, memory, out.decode(errors="replace"),
        err.decode(errors="replace"), left)  # fmt: skip
