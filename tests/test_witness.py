"""The witnesses against values computed or published elsewhere: the first column says which."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from witness import (
    alien,
    blades,
    cortex,
    cthulhu,
    cyberpunk,
    d20props,
    daggerheart,
    dnd,
    drawsteel,
    genesys,
    ironsworn,
    l5r,
    modiphius,
    mutant,
    neon,
    ore,
    pathfinder,
    rising,
    risk,
    rollkeep,
    savage,
    shadowrun,
    silhouette,
    sirius,
    sorcerer,
    storyteller,
    twilight,
    warhammer,
    yahtzee,
    year_zero,
    zombie,
)

Law = dict[Any, Fraction]
Row = tuple[str, Callable[[], Any], str]


def chance(law: Law, event: Callable[[Any], bool]) -> Fraction:
    return sum((p for key, p in law.items() if event(key)), start=Fraction(0))


def mean(law: Law, *names: str) -> Fraction:
    """The mean of a result; of a second name, subtracted."""
    plus = sum((p * getattr(key, names[0]) for key, p in law.items()), start=Fraction(0))
    return plus - mean(law, *names[1:]) if names[1:] else plus


# d20 properties: `props("fine", d12=1)` is one d20 and one d12, `die(6, ...)` one d6 alone.


def props(*properties: str, d20: int = 1, **others: int) -> Law:
    return d20props.roll({20: d20} | {int(name[1:]): number for name, number in others.items()}, 0, properties)


def die(sides: int, *properties: str) -> Law:
    return d20props.roll({sides: 1}, 0, properties)


def shows(face: int) -> Callable[[Any], bool]:
    return lambda roll: roll.d20 == face


def good(roll: Any) -> bool:
    return bool(roll.critical_success)


def bad(roll: Any) -> bool:
    return bool(roll.critical_failure)


def study_check() -> Law:
    return d20props.roll({20: 1, 6: 1}, 0, ["advantage", "advantage"], upgrades=["advantage"])


def share(sides: int) -> Fraction:
    assert len(d20props.LOW_FACES[sides]) == len(d20props.HIGH_FACES[sides])
    return Fraction(len(d20props.LOW_FACES[sides]), sides)


D20_PROPERTIES: list[Row] = [
    ("000-01", lambda: chance(props("advantage"), good), "39/400"),
    ("000-02", lambda: chance(props("advantage"), bad), "1/400"),
    ("000-03", lambda: mean(props("advantage"), "total"), "553/40"),
    ("000-04", lambda: mean(props("disadvantage"), "total"), "287/40"),
    ("000-05", lambda: chance(props("advantage", "disadvantage"), shows(20)), "1/20"),
    ("000-05 A5", lambda: chance(props("advantage", "advantage", "disadvantage"), shows(20)), "1/20"),
    ("000-06", lambda: chance(props("trusty"), shows(1)), "1/400"),
    ("000-07", lambda: chance(props("trusty"), shows(20)), "21/400"),
    ("000-08", lambda: mean(props("trusty"), "total"), "439/40"),
    ("000-10", lambda: chance(props("fickle"), shows(20)), "1/400"),
    ("000-13", lambda: chance(props("advantage", "trusty"), shows(1)), "1/160000"),
    ("000-14", lambda: chance(props("disadvantage", "trusty"), shows(1)), "799/160000"),
    ("000-17", lambda: chance(props("trusty", "fickle"), shows(20)), "1/20"),
    ("000-18", lambda: chance(props("fine"), good), "1/10"),
    ("000-19", lambda: chance(props("advantage", "fine"), good), "19/100"),
    ("000-20", lambda: chance(props("disadvantage", "poor"), bad), "19/100"),
    ("000-21", lambda: chance(props("perfection"), shows(20)), "1/10"),
    ("000-22", lambda: mean(props("perfection"), "total"), "229/20"),
    ("000-23", lambda: chance(props("imperfection"), shows(1)), "1/10"),
    ("000-24", lambda: mean(props("imperfection"), "total"), "191/20"),
    ("000-25", lambda: chance(props("fine", "perfection"), good), "3/20"),
    ("000-26", lambda: chance(props("poor", "imperfection"), bad), "3/20"),
    ("000 A10", lambda: chance(props("advantage", "perfection"), shows(20)), "19/100"),
    ("000-29", lambda: chance(props("disadvantage", "perfection"), shows(20)), "1/100"),
    ("000-30-d4", lambda: mean(die(4, "reliable"), "total"), "23/8"),
    ("000-30-d6", lambda: mean(die(6, "reliable"), "total"), "47/12"),
    ("000-30-d8", lambda: mean(die(8, "reliable"), "total"), "21/4"),
    ("000-30-d10", lambda: mean(die(10, "reliable"), "total"), "63/10"),
    ("000-30-d12", lambda: mean(die(12, "reliable"), "total"), "61/8"),
    ("000-31-d4", lambda: mean(die(4, "unreliable"), "total"), "17/8"),
    ("000-31-d6", lambda: mean(die(6, "unreliable"), "total"), "37/12"),
    ("000-31-d8", lambda: mean(die(8, "unreliable"), "total"), "15/4"),
    ("000-31-d10", lambda: mean(die(10, "unreliable"), "total"), "47/10"),
    ("000-31-d12", lambda: mean(die(12, "unreliable"), "total"), "43/8"),
    ("000-32-d4", lambda: share(4), "1/4"),
    ("000-32-d6", lambda: share(6), "1/6"),
    ("000-32-d8", lambda: share(8), "1/4"),
    ("000-32-d10", lambda: share(10), "1/5"),
    ("000-32-d12", lambda: share(12), "1/4"),
    ("000-33-d4", lambda: mean(die(4, "exploding"), "total"), "7/2"),
    ("000-33-d6", lambda: mean(die(6, "exploding"), "total"), "9/2"),
    ("000-33-d8", lambda: mean(die(8, "exploding"), "total"), "11/2"),
    ("000-33-d10", lambda: mean(die(10, "exploding"), "total"), "13/2"),
    ("000-33-d12", lambda: mean(die(12, "exploding"), "total"), "15/2"),
    ("000-33-d20", lambda: mean(die(20, "exploding"), "total"), "23/2"),
    ("000-34-d4", lambda: mean(die(4, "imploding"), "total"), "3/2"),
    ("000-34-d6", lambda: mean(die(6, "imploding"), "total"), "5/2"),
    ("000-34-d8", lambda: mean(die(8, "imploding"), "total"), "7/2"),
    ("000-34-d10", lambda: mean(die(10, "imploding"), "total"), "9/2"),
    ("000-34-d12", lambda: mean(die(12, "imploding"), "total"), "11/2"),
    ("000-34-d20", lambda: mean(die(20, "imploding"), "total"), "19/2"),
    ("000 A14", lambda: mean(die(8, "imploding", "unreliable"), "total"), "51/16"),
    ("000 A15", lambda: mean(props("doubles", "exploding", d20=0, d6=2), "total"), "23/2"),
    ("000 A18", lambda: chance(props("imploding"), good), "0"),
    ("000-41", lambda: chance(props("doubles", d12=1), good), "1/10"),
    ("000-43", lambda: chance(props("troubles", d12=1), bad), "23/240"),
    ("000-46", lambda: mean(props("doubles", d20=0, d6=3), "total"), "307/24"),
    ("000-60", lambda: chance(props("fine", "imperfection"), good), "0"),
    ("000-62", lambda: chance(props("fine", "imperfection"), bad), "1/10"),
    ("000 A12", lambda: chance(props("poor", "perfection"), bad), "0"),
    ("000-64", lambda: mean(die(6, "exploding", "unreliable"), "total"), "13/4"),
    ("000-67", lambda: chance(props("disadvantage", "imperfection"), shows(1)), "19/100"),
    ("000-68", lambda: mean(study_check(), "total"), "2129/120"),
    ("000 R7", lambda: chance(props("fine", "fortuitous"), lambda r: r.fortuitous), "1/10"),
    ("000 R8", lambda: chance(props("fortuitous", "dangerous"), lambda r: r.fortuitous or r.dangerous), "0"),
]


# L5R 5e: the faces themselves, then whole checks.


def on_face(faces: tuple[str, ...], *symbols: str) -> Fraction:
    return Fraction(sum(any(symbol in face for symbol in symbols) for face in faces), len(faces))


def exactly(faces: tuple[str, ...], wanted: str) -> Fraction:
    return Fraction(faces.count(wanted), len(faces))


def explosive_mean(ring_extras: int, skill_extras: int) -> Fraction:
    """1 + P(1 more) + P(2 more) + ..., a geometric series: each further success needs one more explosive."""
    first, second = (l5r.extras_reach(needed, ring_extras, skill_extras) for needed in (1, 2))
    return 1 + first / (1 - second / first)


L5R: list[Row] = [
    ("001-01-ring-s", lambda: on_face(l5r.RING, "s"), "1/3"),
    ("001-01-ring-e", lambda: on_face(l5r.RING, "e"), "1/6"),
    ("001-01-ring-o", lambda: on_face(l5r.RING, "o"), "1/3"),
    ("001-01-ring-t", lambda: on_face(l5r.RING, "t"), "1/2"),
    ("001-02-ring", lambda: on_face(l5r.RING, "s", "e"), "1/2"),
    ("001-03-ring", lambda: exactly(l5r.RING, "o"), "1/6"),
    ("001-04-ring", lambda: exactly(l5r.RING, ""), "1/6"),
    ("001-01-skill-s", lambda: on_face(l5r.SKILL, "s"), "5/12"),
    ("001-01-skill-e", lambda: on_face(l5r.SKILL, "e"), "1/6"),
    ("001-01-skill-o", lambda: on_face(l5r.SKILL, "o"), "1/3"),
    ("001-01-skill-t", lambda: on_face(l5r.SKILL, "t"), "1/4"),
    ("001-02-skill", lambda: on_face(l5r.SKILL, "s", "e"), "7/12"),
    ("001-03-skill", lambda: exactly(l5r.SKILL, "o"), "1/4"),
    ("001-04-skill", lambda: exactly(l5r.SKILL, ""), "1/6"),
    ("001-10-r1s0tn1", lambda: l5r.check_success(1, 0, 1), "1/2"),
    ("001-10-r1s0tn2", lambda: l5r.check_success(1, 0, 2), "1/12"),
    ("001-10-r1s1tn1", lambda: l5r.check_success(1, 1, 1), "19/24"),
    ("001-10-r1s1tn2", lambda: l5r.check_success(1, 1, 2), "1/6"),
    ("001-10-r2s0tn2", lambda: l5r.check_success(2, 0, 2), "1/3"),
    ("001-10-r2s1tn2", lambda: l5r.check_success(2, 1, 2), "173/288"),
    ("001-10-r2s1tn3", lambda: l5r.check_success(2, 1, 3), "497/2592"),
    ("001-10-r3s0tn2", lambda: l5r.check_success(3, 0, 2), "9/16"),
    ("001-10-r3s1tn2", lambda: l5r.check_success(3, 1, 2), "109/144"),
    ("001-10-r3s2tn2", lambda: l5r.check_success(3, 2, 2), "6037/6912"),
    ("001-10-r3s2tn3", lambda: l5r.check_success(3, 2, 3), "9049/13824"),
    ("001-11", lambda: l5r.check_success(2, 1, 2, void=1), "109/144"),
    ("001-11 unskilled help", lambda: l5r.check_success(2, 1, 2, unskilled_helpers=1), "109/144"),
    ("001-14", lambda: l5r.check_success(1, 0, 1, compromised=True), "1/6"),
    ("001-16", lambda: on_face(l5r.RING, "t") ** 2 * on_face(l5r.SKILL, "t"), "1/16"),
    ("001-18", lambda: l5r.extras_reach(1, 1, 0), "1/2"),
    ("001-19", lambda: l5r.extras_reach(1, 0, 1), "7/12"),
    ("001-20", lambda: l5r.extras_reach(2, 1, 0), "1/12"),
    ("001-21", lambda: explosive_mean(0, 1), "17/10"),
    ("001-22", lambda: explosive_mean(1, 0), "8/5"),
]


# Genesys: a pool is written with A ability, P proficiency, B boost, D difficulty, C challenge, K setback.


@cache
def pool(letters: str) -> Law:
    return genesys.pool(*(letters.count(letter) for letter in "APBDCK"))


def succeeds(roll: Any) -> bool:
    return bool(roll.outcome == "success")


def washed_out(roll: Any) -> bool:
    return not any(roll[1:])


def net(number: int) -> Callable[[Any], bool]:
    return lambda roll: roll.success - roll.failure == number


def successes_of(letters: str) -> Fraction:
    return chance(pool(letters), succeeds)


def advantages_of(letters: str) -> Fraction:
    return chance(pool(letters), lambda roll: roll.advantage >= 1)


def threats_of(letters: str) -> Fraction:
    return chance(pool(letters), lambda roll: roll.threat >= 1)


def good_successes_of(letters: str) -> Fraction:
    return chance(pool(letters), lambda roll: succeeds(roll) and roll.advantage >= 1)


def triumphs_of(letters: str) -> Fraction:
    return chance(pool(letters), lambda roll: roll.triumph >= 1)


def despairs_of(letters: str) -> Fraction:
    return chance(pool(letters), lambda roll: roll.despair >= 1)


def washes_of(letters: str) -> Fraction:
    return chance(pool(letters), washed_out)


GENESYS: list[Row] = [
    ("002-01-B success", lambda: mean(pool("B"), "success", "failure"), "1/3"),
    ("002-01-B advantage", lambda: mean(pool("B"), "advantage", "threat"), "2/3"),
    ("002-01-A success", lambda: mean(pool("A"), "success", "failure"), "5/8"),
    ("002-01-A advantage", lambda: mean(pool("A"), "advantage", "threat"), "5/8"),
    ("002-01-P success", lambda: mean(pool("P"), "success", "failure"), "5/6"),
    ("002-01-P advantage", lambda: mean(pool("P"), "advantage", "threat"), "2/3"),
    ("002-01-K success", lambda: mean(pool("K"), "success", "failure"), "-1/3"),
    ("002-01-K advantage", lambda: mean(pool("K"), "advantage", "threat"), "-1/3"),
    ("002-01-D success", lambda: mean(pool("D"), "success", "failure"), "-1/2"),
    ("002-01-D advantage", lambda: mean(pool("D"), "advantage", "threat"), "-3/4"),
    ("002-01-C success", lambda: mean(pool("C"), "success", "failure"), "-3/4"),
    ("002-01-C advantage", lambda: mean(pool("C"), "advantage", "threat"), "-2/3"),
    ("002-10-A", lambda: successes_of("A"), "1/2"),
    ("002-10-P", lambda: successes_of("P"), "2/3"),
    ("002-10-AD", lambda: successes_of("AD"), "11/32"),
    ("002-10-PD", lambda: successes_of("PD"), "11/24"),
    ("002-10-AC", lambda: successes_of("AC"), "25/96"),
    ("002-10-PC", lambda: successes_of("PC"), "25/72"),
    ("002-10-AADD", lambda: successes_of("AADD"), "891/2048"),
    ("002-11-AADD", lambda: advantages_of("AADD"), "585/2048"),
    ("002-12-AADD", lambda: threats_of("AADD"), "1783/4096"),
    ("002-13-AADD", lambda: good_successes_of("AADD"), "189/4096"),
    ("002-15-AADD", lambda: triumphs_of("AADD"), "0"),
    ("002-17-AADD", lambda: despairs_of("AADD"), "0"),
    ("002-18-AADD", lambda: washes_of("AADD"), "47/512"),
    ("002-10-PADD", lambda: successes_of("PADD"), "257/512"),
    ("002-10-PPDD", lambda: successes_of("PPDD"), "217/384"),
    ("002-10-PAADD", lambda: successes_of("PAADD"), "7997/12288"),
    ("002-11-PAADD", lambda: advantages_of("PAADD"), "11503/24576"),
    ("002-12-PAADD", lambda: threats_of("PAADD"), "2325/8192"),
    ("002-13-PAADD", lambda: good_successes_of("PAADD"), "1757/8192"),
    ("002-15-PAADD", lambda: triumphs_of("PAADD"), "1/12"),
    ("002-17-PAADD", lambda: despairs_of("PAADD"), "0"),
    ("002-18-PAADD", lambda: washes_of("PAADD"), "481/12288"),
    ("002-10-AAADD", lambda: successes_of("AAADD"), "9779/16384"),
    ("002-10-PPADDD", lambda: successes_of("PPADDD"), "10667/18432"),
    ("002-10-PPADDDKK", lambda: successes_of("PPADDDKK"), "23735/55296"),
    ("002-10-PAABDDK", lambda: successes_of("PAABDDK"), "70571/110592"),
    ("002-10-AADC", lambda: successes_of("AADC"), "139/384"),
    ("002-10-AAPPDDC", lambda: successes_of("AAPPDDC"), "17797/27648"),
    ("002-11-AAPPDDC", lambda: advantages_of("AAPPDDC"), "210829/442368"),
    ("002-12-AAPPDDC", lambda: threats_of("AAPPDDC"), "31141/98304"),
    ("002-13-AAPPDDC", lambda: good_successes_of("AAPPDDC"), "379357/1769472"),
    ("002-15-AAPPDDC", lambda: triumphs_of("AAPPDDC"), "23/144"),
    ("002-17-AAPPDDC", lambda: despairs_of("AAPPDDC"), "1/12"),
    ("002-18-AAPPDDC", lambda: washes_of("AAPPDDC"), "10031/393216"),
    ("002-20 -4", lambda: chance(pool("AADD"), net(-4)), "1/256"),
    ("002-20 -3", lambda: chance(pool("AADD"), net(-3)), "11/512"),
    ("002-20 -2", lambda: chance(pool("AADD"), net(-2)), "337/4096"),
    ("002-20 -1", lambda: chance(pool("AADD"), net(-1)), "365/2048"),
    ("002-20 0", lambda: chance(pool("AADD"), net(0)), "1143/4096"),
    ("002-20 1", lambda: chance(pool("AADD"), net(1)), "257/1024"),
    ("002-20 2", lambda: chance(pool("AADD"), net(2)), "559/4096"),
    ("002-20 3", lambda: chance(pool("AADD"), net(3)), "85/2048"),
    ("002-20 4", lambda: chance(pool("AADD"), net(4)), "25/4096"),
    ("002-22 right reading", lambda: mean(pool("AAPPDDC"), "success", "failure"), "7/6"),
    ("002-33", lambda: chance(genesys.skill(3, 1), succeeds), "7997/12288"),
    ("002-34", lambda: chance(genesys.skill(3, 1, upgrade_ability=1), succeeds), "6455/9216"),
    ("002-40", lambda: chance(genesys.percentile(), lambda roll: roll.result <= 5), "1/20"),
    ("002 R14, 00 and 0", lambda: chance(genesys.percentile(10), lambda roll: roll.result == 110), "1/100"),
]


# Sirius Galaxy: `some(n)` is an ability roll of n dice.


@cache
def some(dice: int, modifier: int = 0, helpers: int = 0, target: int = 7) -> Law:
    return sirius.ability(dice, 0, modifier, helpers, target)


def hits(roll: Any) -> bool:
    return bool(roll.successes >= 1)


def botches(roll: Any) -> bool:
    assert roll.botch == (roll.outcome == "botch")
    return bool(roll.botch)


SIRIUS: list[Row] = [
    ("003-01-n1", lambda: chance(some(1), hits), "1/4"),
    ("003-01-n2", lambda: chance(some(2), hits), "7/16"),
    ("003-01-n3", lambda: chance(some(3), hits), "37/64"),
    ("003-01-n4", lambda: chance(some(4), hits), "175/256"),
    ("003-01-n5", lambda: chance(some(5), hits), "781/1024"),
    ("003-01-n6", lambda: chance(some(6), hits), "3367/4096"),
    ("003-01-n7", lambda: chance(some(7), hits), "14197/16384"),
    ("003-01-n8", lambda: chance(some(8), hits), "58975/65536"),
    ("003-02-n1", lambda: chance(some(1), botches), "1/8"),
    ("003-02-n2", lambda: chance(some(2), botches), "11/64"),
    ("003-02-n3", lambda: chance(some(3), botches), "1/32"),
    ("003-02-n4", lambda: chance(some(4), botches), "171/4096"),
    ("003-02-n6", lambda: chance(some(6), botches), "1453/131072"),
    ("003-02-n7", lambda: chance(some(7), botches), "617/262144"),
    ("003-03", lambda: chance(some(2, modifier=-3), botches), "3/4"),
    ("003-04", lambda: chance(sirius.aptitude(0), botches), "1/8"),
    ("003-06", lambda: chance(some(10, modifier=-3), hits), "14197/16384"),
    ("003-06 no surplus", lambda: chance(some(10, modifier=-3), lambda roll: roll.surplus), "0"),
    ("003-07", lambda: chance(some(10, modifier=-1), lambda roll: roll.successes >= 2), "58975/65536"),
    ("003-14", lambda: chance(some(4, helpers=2), hits), "3367/4096"),
    ("003-15", lambda: chance(some(3, target=6), hits), "387/512"),
    ("003-21", lambda: sirius.ability(3, 4, stress=False)[sirius.Roll("automatic", 1, 0, 0, 0, 0)], "1"),
    ("003 R12", lambda: chance(sirius.ability(3, 3, stress=False), lambda roll: roll.outcome == "automatic"), "0"),
    ("003 R3", lambda: chance(sirius.aptitude(2), hits), "175/256"),
]


# Rising Legends: `dice(n)` is n d12 against difficulty level 1.


@cache
def dice(number: int, bonus: int = 0, dl: int = 1) -> Law:
    return rising.skill(number, 0, bonus, dl)


def reaches(number: int, dl: int, bonus: int = 0) -> Fraction:
    return chance(dice(number, bonus, dl), succeeds)


def triumph(roll: Any) -> bool:
    return bool(roll.triumph)


def fumble(roll: Any) -> bool:
    return bool(roll.fumble)


RISING: list[Row] = [
    ("004-01-n1dl5", lambda: reaches(1, 5), "2/3"),
    ("004-01-n1dl8", lambda: reaches(1, 8), "5/12"),
    ("004-01-n1dl12", lambda: reaches(1, 12), "1/12"),
    ("004-01-n1dl13", lambda: reaches(1, 13), "0"),
    ("004-02-n1", lambda: chance(dice(1), triumph), "0"),
    ("004-03-n1", lambda: chance(dice(1), fumble), "1/12"),
    ("004-04-n1", lambda: mean(dice(1), "result"), "77/12"),
    ("004-01-n2dl5", lambda: reaches(2, 5), "8/9"),
    ("004-01-n2dl8", lambda: reaches(2, 8), "95/144"),
    ("004-01-n2dl12", lambda: reaches(2, 12), "23/144"),
    ("004-01-n2dl13", lambda: reaches(2, 13), "1/144"),
    ("004-02-n2", lambda: chance(dice(2), triumph), "1/144"),
    ("004-03-n2", lambda: chance(dice(2), fumble), "1/144"),
    ("004-04-n2", lambda: mean(dice(2), "result"), "611/72"),
    ("004-01-n3dl5", lambda: reaches(3, 5), "205/216"),
    ("004-01-n3dl8", lambda: reaches(3, 8), "685/864"),
    ("004-01-n3dl12", lambda: reaches(3, 12), "197/864"),
    ("004-01-n3dl13", lambda: reaches(3, 13), "17/864"),
    ("004-02-n3", lambda: chance(dice(3), triumph), "17/864"),
    ("004-03-n3", lambda: chance(dice(3), fumble), "17/864"),
    ("004-04-n3", lambda: mean(dice(3), "result"), "16183/1728"),
    ("004-01-n5dl5", lambda: reaches(5, 5), "10277/10368"),
    ("004-01-n5dl8", lambda: reaches(5, 8), "38525/41472"),
    ("004-01-n5dl12", lambda: reaches(5, 12), "43783/124416"),
    ("004-02-n5", lambda: chance(dice(5), triumph), "911/15552"),
    ("004-03-n5", lambda: chance(dice(5), fumble), "211/41472"),
    ("004-04-n5", lambda: mean(dice(5), "result"), "869647/82944"),
    ("004-06", lambda: mean(dice(0), "result"), "3"),
    ("004-07-dl1", lambda: reaches(0, 1), "11/12"),
    ("004-07-dl3", lambda: reaches(0, 3), "7/12"),
    ("004-07-dl5", lambda: reaches(0, 5), "1/4"),
    ("004-07-dl6", lambda: reaches(0, 6), "1/12"),
    ("004-07-dl7", lambda: reaches(0, 7), "0"),
    ("004 A3", lambda: chance(dice(0), fumble), "1/12"),
    ("004-09", lambda: chance(dice(-1), lambda roll: roll.result >= 1), "0"),
    ("004-14", lambda: reaches(2, 10), "7/16"),
    ("004-15", lambda: chance(dice(3), lambda roll: roll.doubles), "17/72"),
    ("004-17", lambda: chance(dice(3), lambda roll: roll.triples), "1/144"),
    ("004-18", lambda: reaches(2, 12, bonus=1), "11/36"),
    ("004-20", lambda: reaches(2, 2, bonus=2), "1"),
    ("004-21", lambda: reaches(2, 8, bonus=-2), "7/16"),
    ("004 R20", lambda: chance(dice(3), lambda roll: roll.result == 14), "1/1728"),
    ("004 R22", lambda: chance(dice(4), lambda roll: (roll.doubles, roll.triples) == (2, 1)), "1/1728"),
    ("004 A11", lambda: mean(rising.skill(0, take_your_time=1), "result"), "77/12"),
    ("004 R23", lambda: mean(rising.skill(2, take_your_time=3), "result"), "869647/82944"),
    ("004 R23 time", lambda: chance(rising.skill(2, take_your_time=3), lambda roll: roll.time == 8), "1"),
]


# The gallery: each row begins with its number there.
# The gallery, by the number of the mechanic.


def total_from(number: int) -> Callable[[Any], bool]:
    return lambda roll: roll.total >= number


def of_outcome(name: str) -> Callable[[Any], bool]:
    return lambda roll: roll.outcome == name


def glitch(roll: Any) -> bool:
    return bool(roll.glitch)


def matched(name: str) -> Callable[[Any], bool]:
    return lambda roll: roll.outcome == name and roll.match


def number_mean(law: Law) -> Fraction:
    return sum((number * p for number, p in law.items()), start=Fraction(0))


def at_least(number: int) -> Callable[[Any], bool]:
    return lambda key: key >= number


def ahead(mine: dict[int, Fraction], theirs: dict[int, Fraction]) -> Fraction:
    return sum((p * q for a, p in mine.items() for b, q in theirs.items() if a > b), start=Fraction(0))


def percent(value: Fraction) -> Fraction:
    return round(100 * value, 2)


def unpushed(event: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda roll: event(roll) and not roll.pushed


def panics(roll: Any) -> bool:
    return bool(roll.panic)


def calmly(roll: Any) -> bool:
    return succeeds(roll) and not panics(roll)


YEAR_ZERO: list[Row] = [
    ("18 one die", lambda: chance(year_zero.push(1, ones_lock=False), succeeds), "11/36"),
    ("18 three dice", lambda: chance(year_zero.push(3, ones_lock=False), succeeds), "31031/46656"),
    ("18 two of three", lambda: chance(year_zero.push(3, 2, ones_lock=False), succeeds), "5203/23328"),
    ("19 three base dice", lambda: chance(mutant.push(3), succeeds), "3635/5832"),
    ("20 success, 66.51 %", lambda: round(chance(alien.push(4, 2), unpushed(succeeds)), 4), "0.6651"),
    ("20 panic, 30.56 %", lambda: round(chance(alien.push(4, 2), unpushed(panics)), 4), "0.3056"),
    ("20 without panic, 48.01 %", lambda: round(chance(alien.push(4, 2), unpushed(calmly)), 4), "0.4801"),
    ("20 dice of -4", lambda: Fraction(max(roll.successes for roll in alien.push(3, 3, -4) if not roll.pushed)), "2"),
    ("21 one success", lambda: chance(twilight.push("d8", "d10"), unpushed(lambda r: r.successes == 1)), "35/80"),
    ("21 two successes", lambda: chance(twilight.push("d8", "d10"), unpushed(lambda r: r.successes == 2)), "17/80"),
    ("21 three successes", lambda: chance(twilight.push("d8", "d10"), unpushed(lambda r: r.successes == 3)), "3/80"),
]
"""Published before the push: a roll that succeeds, or that fear holds back, is not pushed."""


GALLERY: list[Row] = [
    ("1 plain", lambda: chance(dnd.check(dc=15), succeeds), "30/100"),
    ("1 advantage", lambda: chance(dnd.check(dc=15, advantage=True), succeeds), "51/100"),
    ("1 disadvantage", lambda: chance(dnd.check(dc=15, disadvantage=True), succeeds), "9/100"),
    ("1 both", lambda: chance(dnd.check(dc=15, advantage=True, disadvantage=True), succeeds), "30/100"),
    ("1 total", lambda: chance(dnd.check(5, advantage=True), total_from(16)), "3/4"),
    ("1 natural 20", lambda: chance(dnd.attack(advantage=True), of_outcome("critical")), "39/400"),
    ("1 always hits", lambda: chance(dnd.attack(ac=99), of_outcome("miss")), "19/20"),
    ("1 always misses", lambda: chance(dnd.attack(99), of_outcome("miss")), "1/20"),
    ("2 mean", lambda: number_mean(dnd.ability_score()), "15869/1296"),
    ("2 18", lambda: chance(dnd.ability_score(), at_least(18)), "21/1296"),
    ("2 15 or more", lambda: chance(dnd.ability_score(), at_least(15)), "25/108"),
    ("3 +10 critical", lambda: pathfinder.check(10, 20)["critical_success"], "1/20"),
    ("3 +10 failure", lambda: pathfinder.check(10, 20)["failure"], "8/20"),
    ("3 +25 failure", lambda: pathfinder.check(25, 20)["failure"], "1/20"),
    ("3 +25 success", lambda: pathfinder.check(25, 20)["success"], "3/20"),
    ("3 +0 failure", lambda: pathfinder.check(0, 30)["failure"], "1/20"),
    ("3 fortune", lambda: pathfinder.check(10, 20, "highest")["critical_success"], "39/400"),
    ("7 TN 4", lambda: savage.trait_success(8, 4), "13/16"),
    ("7 TN 8", lambda: savage.trait_success(8, 8), "71/288"),
    ("7 double 1", lambda: 1 - savage.trait_success(8, 2), "1/48"),
    ("7 TN 12 d8, 10.37 %", lambda: round(savage.trait_success(8, 12), 4), "0.1037"),
    ("7 TN 12 d10, 12 %", lambda: round(savage.trait_success(10, 12), 2), "0.12"),
    ("7 TN 12 d12, 11 %", lambda: round(savage.trait_success(12, 12), 2), "0.11"),
    ("31 5 dice any set, 69.76 %", lambda: chance(ore.roll(5), lambda key: key.width >= 2), "0.6976"),
    ("31 5 dice width 3, 8.56 %", lambda: chance(ore.roll(5), lambda key: key.width >= 3), "0.0856"),
    ("31 5 dice height 7, 31.02 %", lambda: chance(ore.roll(5), lambda key: key.high_height >= 7), "0.31024"),
    ("31 6 dice height 10", lambda: chance(ore.roll(6), lambda key: key.high_height == 10), "114265/1000000"),
    ("32 3d6 total 9", lambda: chance(cortex.pool(6, 6, 6), lambda key: key.total == 9), "36/216"),
    ("32 3d6 total 12", lambda: chance(cortex.pool(6, 6, 6), lambda key: key.total == 12), "16/216"),
    ("32 d6 d8 d10 total 10", lambda: chance(cortex.pool(6, 8, 10), lambda key: key.total >= 10), "0.6875"),
    ("32 d6 d8 d10 hitch", lambda: chance(cortex.pool(6, 8, 10), lambda key: key.hitches >= 1), "11/32"),
    ("32 d6 d8 d10 botch", lambda: chance(cortex.pool(6, 8, 10), lambda key: key.hitches == 3), "1/480"),
    ("33 nothing", lambda: round(chance(neon.check(11, 11), lambda key: key.result == 0), 8), "0.00091498"),
    ("33 best 5", lambda: round(chance(neon.check(11, 11), lambda key: key.result == 5), 5), "0.26645"),
    (
        "33 one 6",
        lambda: round(chance(neon.check(11, 11), lambda key: key[1:] == (6, 0)), 6),
        "0.194245",
    ),
    ("42 3d6 v 2d6", lambda: chance(sorcerer.conflict(3, 2, 6), of_outcome("ours")), "5128/7776"),
    ("43 3 v 2, 2 lost", lambda: risk.battle(3, 2)[0, 2], "2890/7776"),
    ("43 3 v 2, 1 lost", lambda: risk.battle(3, 2)[1, 1], "2611/7776"),
    ("43 3 v 2, 0 lost", lambda: risk.battle(3, 2)[2, 0], "2275/7776"),
    ("7 a joker on one card", lambda: savage.best_card(1)[60], "1/27"),
    ("7 a joker on two cards", lambda: savage.best_card(2)[60], "35/477"),
    ("7 a joker on three cards", lambda: savage.best_card(3)[60], "52/477"),
    ("cup, three shotguns at once", lambda: zombie.first_roll()[0], "94/3861"),
    ("cup, brains of the first roll", lambda: zombie.first_roll()[1], "29/26"),
    ("cup, one roll", lambda: zombie.best_in(1), "29/26"),
    ("cup, two rolls", lambda: zombie.best_in(2), "31490831/16679520"),
    ("13 4 dice critical", lambda: chance(blades.action(4), of_outcome("critical")), "171/1296"),
    ("13 4 dice success", lambda: chance(blades.action(4), of_outcome("success")), "500/1296"),
    ("13 4 dice partial", lambda: chance(blades.action(4), of_outcome("partial")), "544/1296"),
    ("13 4 dice failure", lambda: chance(blades.action(4), of_outcome("failure")), "81/1296"),
    ("13 0 dice success", lambda: chance(blades.action(0), of_outcome("success")), "1/36"),
    ("13 0 dice partial", lambda: chance(blades.action(0), of_outcome("partial")), "8/36"),
    ("13 0 dice failure", lambda: chance(blades.action(0), of_outcome("failure")), "27/36"),
    ("13 0 dice critical", lambda: chance(blades.action(0), of_outcome("critical")), "0"),
    ("5 plain", lambda: 1 - chance(cthulhu.skill(50), of_outcome("failure")), "51/100"),
    ("5 bonus critical", lambda: chance(cthulhu.skill(50, 1), of_outcome("critical")), "19/1000"),
    ("5 bonus extreme", lambda: chance(cthulhu.skill(50, 1), of_outcome("extreme")), "171/1000"),
    ("5 bonus hard", lambda: chance(cthulhu.skill(50, 1), of_outcome("hard")), "245/1000"),
    ("5 bonus regular", lambda: chance(cthulhu.skill(50, 1), of_outcome("regular")), "315/1000"),
    ("5 penalty", lambda: chance(cthulhu.skill(50, -1), lambda roll: roll.roll <= 50), "1/4"),
    ("5 hard fumble", lambda: chance(cthulhu.skill(98, 0, 2), of_outcome("fumble")), "5/100"),
    ("8 botch", lambda: chance(storyteller.botching(5, 6), of_outcome("botch")), "2101/100000"),
    ("8 doubled", lambda: mean(storyteller.botching(3, 6, doubled=True), "successes"), "1587/1000"),
    ("9 one or more", lambda: 1 - storyteller.exactly(5, 0), "83193/100000"),
    ("9 five or more", lambda: 1 - sum(storyteller.exactly(5, n) for n in range(5)), "1013853/50000000"),
    ("9 rote", lambda: storyteller.exactly(5, 0, rote=True), "282475249/10000000000"),
    ("10 win", lambda: chance(storyteller.hungry(5, 2, 3), of_outcome("win")), "43104/100000"),
    ("10 critical", lambda: chance(storyteller.hungry(5, 2, 3), of_outcome("critical")), "2268/100000"),
    ("10 messy", lambda: chance(storyteller.hungry(5, 2, 3), of_outcome("messy_critical")), "5878/100000"),
    ("10 bestial", lambda: chance(storyteller.hungry(5, 2, 3), of_outcome("bestial_failure")), "1259/10000"),
    ("10 failure", lambda: chance(storyteller.hungry(5, 2, 3), lambda roll: roll.successes < 3), "48750/100000"),
    ("12 glitch, 4e", lambda: chance(shadowrun.pool(6, 4), glitch), "1453/23328"),
    ("12 critical glitch, 4e", lambda: chance(shadowrun.pool(6, 4), lambda roll: roll == (0, True)), "347/23328"),
    ("12 two dice, 4e", lambda: chance(shadowrun.pool(2, 4), glitch), "11/36"),
    ("12 glitch, 5e", lambda: chance(shadowrun.pool(6, 5), glitch), "203/23328"),
    ("12 critical glitch, 5e", lambda: chance(shadowrun.pool(6, 5), lambda roll: roll == (0, True)), "77/23328"),
    ("24 none", lambda: chance(modiphius.skill_test(12, 4), lambda roll: roll.successes == 0), "16/100"),
    ("24 four", lambda: chance(modiphius.skill_test(12, 4), lambda roll: roll.successes == 4), "4/100"),
    ("24 complication", lambda: chance(modiphius.skill_test(12, 4), lambda roll: roll.complications), "39/400"),
    ("15 strong", lambda: percent(chance(ironsworn.move(2), of_outcome("strong_hit"))), "23.17"),
    ("15 weak", lambda: percent(chance(ironsworn.move(2), of_outcome("weak_hit"))), "43.67"),
    ("15 miss", lambda: percent(chance(ironsworn.move(2), of_outcome("miss"))), "33.17"),
    ("15 strong match", lambda: chance(ironsworn.move(2), matched("strong_hit")), "45/1000"),
    ("15 miss match", lambda: chance(ironsworn.move(2), matched("miss")), "55/1000"),
    ("15 momentum", lambda: chance(ironsworn.move(2, momentum=6), of_outcome("strong_hit")), "37/120"),
    ("15 burned", lambda: chance(ironsworn.move(2, momentum=6), lambda roll: roll.burned), "53/300"),
    ("16 mean", lambda: number_mean(cyberpunk.total()), "11/2"),
    ("16 opposed", lambda: ahead(cyberpunk.total(6), cyberpunk.total(6)), "459/1000"),
    ("16 above 15", lambda: chance(cyberpunk.total(), at_least(16)), "5/100"),
    ("16 above 24 with 10", lambda: chance(cyberpunk.total(10), at_least(25)), "6/100"),
    ("16 above 29 with 15", lambda: chance(cyberpunk.total(15), at_least(30)), "6/100"),
    ("16 above 17 with 10", lambda: chance(cyberpunk.total(10), at_least(18)), "3/10"),
    ("29 5k3 20, 71.794 %", lambda: rollkeep.reaches(5, 3, 20), "71794/100000"),
    ("29 5k3 20 unskilled", lambda: rollkeep.reaches(5, 3, 20, explodes=False), "17231/25000"),
    ("29 2k1 15", lambda: rollkeep.reaches(2, 1, 15), "291/2500"),
    ("29 2k1 15 emphasis", lambda: rollkeep.reaches(2, 1, 15, emphasis=True), "31911/250000"),
    ("37 3 dice 6", lambda: percent(silhouette.result(3)[6]), "34.72"),
    ("37 3 dice 7", lambda: percent(silhouette.result(3)[7]), "6.94"),
    ("37 fumble", lambda: silhouette.fumble(3), "1/216"),
    ("37 unskilled 4", lambda: chance(silhouette.result(0), at_least(4)), "1/4"),
    ("37 unskilled fumble", lambda: silhouette.fumble(0), "11/36"),
    ("46 success hope", lambda: chance(daggerheart.action(2), of_outcome("success_hope")), "36/144"),
    ("46 failure fear", lambda: chance(daggerheart.action(2), of_outcome("failure_fear")), "30/144"),
    ("46 critical", lambda: chance(daggerheart.action(2), of_outcome("critical")), "12/144"),
    ("46 advantage", lambda: chance(daggerheart.action(2, sign=1), of_outcome("success_hope")), "77/216"),
    ("46 disadvantage", lambda: chance(daggerheart.action(2, sign=-1), of_outcome("failure_fear")), "71/216"),
    ("47 tier 1", lambda: drawsteel.tier()[1], "55/100"),
    ("47 tier 3", lambda: drawsteel.tier()[3], "10/100"),
    ("47 +2 tier 2", lambda: drawsteel.tier(2)[2], "43/100"),
    ("47 double edge", lambda: drawsteel.tier(2, edges=2)[3], "64/100"),
    ("70 mean damage", lambda: 2 * number_mean(warhammer.unsaved(10, 3, 4, 5)), "40/9"),
    ("70 3 unsaved, 38.99 %", lambda: percent(chance(warhammer.unsaved(10, 3, 4, 5), at_least(3))), "38.99"),
    ("70 lethal", lambda: number_mean(warhammer.unsaved(10, 3, 4, 5, lethal=True)), "25/9"),
    ("70 all", lambda: number_mean(warhammer.unsaved(10, 3, 4, 5, True, 1, True)), "100/27"),
    ("72", lambda: yahtzee.best(yahtzee.alike(5)), "347897/7558272"),
    ("72 full house", lambda: yahtzee.best(yahtzee.full_house), "5485535/15116544"),
    ("72 large straight", lambda: yahtzee.best(yahtzee.straight(5)), "319695199/1224440064"),
    ("72 points", lambda: yahtzee.best(sum), "70/3"),
]


@pytest.mark.parametrize(
    ("pool", "expected"),
    [
        ((12, 4), (10, 5, 0)),
        ((13, 9), (10, 10, 2)),
        ((10, 12), (10, 10, 4)),
        ((14, 12), (10, 10, 12)),
        ((11, 4), (10, 4, 0)),
        ((14, 9), (10, 10, 4)),
        ((2, 12), (2, 2, 0)),
    ],
)
def test_ten_dice(pool: tuple[int, int], expected: tuple[int, int, int]) -> None:
    assert rollkeep.ten_dice(*pool) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(value, Fraction(expected), id=name)
        for name, value, expected in D20_PROPERTIES + L5R + GENESYS + SIRIUS + RISING + YEAR_ZERO + GALLERY
    ],
)
def test_value(value: Callable[[], Any], expected: Fraction) -> None:
    assert value() == expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [((3, 2), (1, 2)), ((2, 3), (1, 2)), ((4, 0), (4, 0)), ((0, 2), (2, 0)), ((1, 1), (0, 1)), ((5, 5), (0, 5))],
)
def test_genesys_skill_dice(numbers: tuple[int, int], expected: tuple[int, int]) -> None:
    assert genesys.skill_dice(*numbers) == expected


@pytest.mark.parametrize(
    ("start", "times", "expected"),
    [
        ((1, 0), 1, (0, 1)),
        ((1, 0), 2, (1, 1)),
        ((1, 0), 3, (0, 2)),
        ((1, 0), 4, (1, 2)),
        ((0, 2), 1, (1, 2)),
        ((0, 2), 2, (0, 3)),
    ],
)
def test_genesys_upgrade(start: tuple[int, int], times: int, expected: tuple[int, int]) -> None:
    assert genesys.upgrade(*start, times) == expected


def test_genesys_upgrades_come_before_downgrades() -> None:
    assert genesys.downgrade(*genesys.upgrade(1, 0, 4), 4) == (3, 0)
    four_and_four = genesys.skill(
        1, 0, 1, upgrade_ability=4, downgrade_ability=4, upgrade_difficulty=4, downgrade_difficulty=4
    )
    assert four_and_four == pool("AAADDD")


def test_properties_are_changed_one_instance_at_a_time() -> None:
    assert d20props.changed_properties(["advantage"] * 2, ["advantage"], []) == ["advantage", "reliable"]
    assert d20props.changed_properties(["reliable", "fine"], [], ["reliable", "advantage"]) == ["fine"]
    with pytest.raises(KeyError):
        d20props.changed_properties(["fine"], ["fine"], [])
    with pytest.raises(KeyError):
        d20props.changed_properties(["fine"], [], ["fine"])


@pytest.mark.parametrize(
    "law",
    [
        lambda: props(),
        lambda: props("disadvantage", "trusty", "doubles", "imploding", d20=2, d6=1),
        lambda: props("advantage", "troubles", "exploding", "unreliable", "fine", "dangerous", d6=2),
        lambda: d20props.roll({}, 3),
        lambda: genesys.skill(3, 2, 3, 1, 1, 1, 0, 1),
        lambda: genesys.pool(),
        lambda: genesys.percentile(20),
        lambda: sirius.ability(5, 5, -1),
        lambda: sirius.ability(0, 0, -2),
        lambda: sirius.aptitude(4, stress=False),
        lambda: rising.skill(3, 1, -1, 8, 1),
        lambda: rising.skill(0),
        lambda: rising.skill(1, -2, 3),
        lambda: dnd.check(3, 12, True),
        lambda: dnd.attack(3, 12, False, True),
        lambda: blades.action(0),
        lambda: blades.action(3),
        lambda: cthulhu.skill(60, 2),
        lambda: storyteller.botching(3, 9),
        lambda: storyteller.hungry(4, 1, 2),
        lambda: shadowrun.pool(7, 5),
        lambda: modiphius.skill_test(9, 2, 3, 18),
        lambda: cortex.pool(4, 6, 8, kept=3),
        lambda: neon.check(4, 3),
        lambda: ore.roll(4, 1, 1),
        lambda: risk.battle(2, 2),
        lambda: sorcerer.conflict(2, 1),
        lambda: ironsworn.move(3, 1, -2),
        lambda: daggerheart.action(1, 12, -1),
        lambda: warhammer.unsaved(4, 3, 5, 4, True, 1),
        lambda: pathfinder.check(3, 12, "lowest"),
        lambda: drawsteel.tier(1, 1, 3),
    ],
)
def test_a_law_sums_to_one(law: Callable[[], Law]) -> None:
    chances = law().values()
    assert sum(chances) == 1
    assert min(chances) > 0


@pytest.mark.long
def test_a_whole_turn_of_the_cup_is_worth_two_brains_and_a_quarter() -> None:
    low, high = zombie.best_turn(enough=20)
    assert 2.25914 < low < high < 2.25923


def test_a_law_is_keyed_by_plain_tuples() -> None:
    law: Law = dnd.check(2)
    assert law["failure", 3, 1] == Fraction(1, 20)
    longer: Law = d20props.roll({20: 1}, 5, ["fine", "fortuitous"])
    assert longer["critical_success", 24, 19, 1, 0, 1, 0] == Fraction(1, 20)
