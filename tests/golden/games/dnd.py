"""DungeonsAndDragons5: AT attacks, AR checks and saves, 2H damage with a weapon in two hands.

`AT+3@18>=15ADB[1D4]`: modifiers, the lowest critical face, the number to reach, then A advantage, D disadvantage,
B bonus dice, a d4 unless they are written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..case import Case, OutOfScope
from ..trial import Trial, verdicts

ROLL = re.compile(
    r"A(?P<what>[TR])(?P<plus>([+-]?\d+)*)(@(?P<from>\d+))?(>=(?P<to>\d+))?(?P<two>[AD]?)(?P<bonus>B?)(?P<dice>\[.*\])?"
)
DAMAGE = re.compile(r"2H(?P<count>\d+)D(?P<sides>\d+)(?P<plus>([+-]\d+)*)")
ATTACK = {"critical": "success critical", "hit": "success", "miss": "failure"}


def plan(case: Case) -> Iterator[Trial]:
    if not case.output:
        raise OutOfScope("command")
    if found := DAMAGE.fullmatch(case.command):
        kind = f"d{found['sides']}"
        inputs = {"die": kind, "dice": int(found["count"]), "modifier": added(found["plus"])}
        faces = {kind: case.values(int(found["sides"]))}
        yield Trial("dnd5e", "damage", inputs, faces, ["great_weapon"], results={"total": int(case.told)})
        return
    found = ROLL.fullmatch(case.command)
    if not found:
        raise ValueError(case.command)
    attack, target = found["what"] == "T", found["to"]
    inputs: dict[str, Any] = {"modifier": added(found["plus"])}
    if target:
        inputs["ac" if attack else "dc"] = int(target)
    if found["from"]:
        inputs["critical_on"] = int(found["from"])
    faces: dict[str, list[int]] = {}
    for rand in case.rands:
        faces.setdefault(f"d{rand.sides}", []).append(rand.value)
    bonus = [
        {"owner": "others", "at": "pool", "do": "add", "die": kind, "count": len(fallen)}
        for kind, fallen in faces.items()
        if kind != "d20"
    ]
    total = re.findall(r"＞ (-?\d+)(?= ＞|$)", case.output)[-1]
    results = {"total": int(total)}
    if "fumble" in case.flags:
        results["natural"] = 1
    wanted = None
    if target or case.flags:
        flags = case.flags - {"fumble"}
        plain = Case(case.game, case.number, case.input, case.output, flags=flags)
        wanted = verdicts(plain, ATTACK if attack else {"success": "success", "failure": "failure"})
    elif attack:
        wanted = frozenset({"hit", "miss"})
    two = {"A": ["advantage"], "D": ["disadvantage"], "": []}[found["two"]]
    yield Trial("dnd5e", "attack" if attack else "check", inputs, faces, two, bonus, outcome=wanted, results=results)


def added(text: str) -> int:
    """A chain of modifiers; the first may have no sign."""
    return sum(map(int, re.findall(r"[+-]?\d+", text)))
