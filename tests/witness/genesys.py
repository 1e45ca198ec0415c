"""Genesys: narrative dice rolled together, symbols cancelled in pairs; and the percentile roll."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

# s success, f failure, a advantage, h threat, T triumph, X despair, - blank
FACES = {
    "boost": ["-", "-", "s", "sa", "aa", "a"],
    "setback": ["-", "-", "f", "f", "h", "h"],
    "ability": ["-", "s", "s", "ss", "a", "a", "sa", "aa"],
    "difficulty": ["-", "f", "ff", "h", "h", "h", "hh", "fh"],
    "proficiency": ["-", "s", "s", "ss", "ss", "a", "sa", "sa", "sa", "aa", "aa", "T"],
    "challenge": ["-", "f", "f", "ff", "ff", "h", "h", "fh", "fh", "hh", "hh", "X"],
}


class Check(NamedTuple):
    """The key of the laws of `skill` and `pool`: symbols left after cancelling; outcome success or failure."""

    outcome: str
    success: int
    failure: int
    advantage: int
    threat: int
    triumph: int
    despair: int


class Percentile(NamedTuple):
    """The key of the law of `percentile`."""

    outcome: None
    result: int


def skill(
    characteristic: int,
    skill: int = 0,
    difficulty: int = 2,
    boost: int = 0,
    setback: int = 0,
    upgrade_ability: int = 0,
    downgrade_ability: int = 0,
    upgrade_difficulty: int = 0,
    downgrade_difficulty: int = 0,
) -> dict[Check, Fraction]:
    """A skill check, both sides upgraded first and downgraded after."""
    ability, proficiency = upgrade(*skill_dice(characteristic, skill), upgrade_ability)
    purple, challenge = upgrade(difficulty, 0, upgrade_difficulty)
    ability, proficiency = downgrade(ability, proficiency, downgrade_ability)
    purple, challenge = downgrade(purple, challenge, downgrade_difficulty)
    return pool(ability, proficiency, boost, purple, challenge, setback)


def skill_dice(characteristic: int, skill: int) -> tuple[int, int]:
    """(ability, proficiency): the higher number of ability dice, the lower number of them upgraded."""
    return upgrade(max(characteristic, skill), 0, min(characteristic, skill))


def upgrade(lower: int, higher: int, times: int) -> tuple[int, int]:
    """Each upgrade turns a lower die into a higher one; with no lower die left it adds one."""
    for _ in range(times):
        lower, higher = (lower - 1, higher + 1) if lower else (1, higher)
    return lower, higher


def downgrade(lower: int, higher: int, times: int) -> tuple[int, int]:
    """Each downgrade turns a higher die into a lower one; with no higher die left it does nothing."""
    for _ in range(times):
        if higher:
            lower, higher = lower + 1, higher - 1
    return lower, higher


def pool(
    ability: int = 0, proficiency: int = 0, boost: int = 0, difficulty: int = 0, challenge: int = 0, setback: int = 0
) -> dict[Check, Fraction]:
    """Roll these dice together."""
    dice = ["ability"] * ability + ["proficiency"] * proficiency + ["boost"] * boost
    dice += ["difficulty"] * difficulty + ["challenge"] * challenge + ["setback"] * setback
    # One die at a time: a pool of eight dice has too many faces for a product.
    ways = Counter({(0, 0, 0, 0): 1})
    for die in dice:
        longer: Counter[tuple[int, int, int, int]] = Counter()
        for (success, advantage, triumph, despair), count in ways.items():
            for face in FACES[die]:
                more = success + net_success(face), advantage + net_advantage(face)
                longer[*more, triumph + face.count("T"), despair + face.count("X")] += count
        ways = longer
    every = ways.total()
    return {_check(*totals): Fraction(count, every) for totals, count in ways.items()}


def net_success(face: str) -> int:
    """A triumph is also a success, a despair also a failure."""
    return face.count("s") + face.count("T") - face.count("f") - face.count("X")


def net_advantage(face: str) -> int:
    return face.count("a") - face.count("h")


def _check(success: int, advantage: int, triumph: int, despair: int) -> Check:
    outcome = "success" if success >= 1 else "failure"
    return Check(outcome, max(success, 0), max(-success, 0), max(advantage, 0), max(-advantage, 0), triumph, despair)


def percentile(bonus: int = 0) -> dict[Percentile, Fraction]:
    """A tens die and a units die, 00 and 0 read as 100; the bonus is added."""
    law = {}
    for tens, units in product(range(10), range(10)):
        shown = 10 * tens + units
        law[Percentile(None, (shown or 100) + bonus)] = Fraction(1, 100)
    return law
