"""Warhammer 40,000: what one attack leads to, taken together over independent attacks."""

from fractions import Fraction

Law = dict[int, Fraction]
SIXTH = Fraction(1, 6)


def unsaved(
    attacks: int, hit: int, wound: int, save: int, lethal: bool = False, sustained: int = 0, devastating: bool = False
) -> Law:
    """The law of unsaved wounds where these numbers or more are needed on a d6, and a 6 always hits and wounds."""
    fails = 1 - _chance(save)
    from_hit = _thinned(_chance(wound) - SIXTH, fails, SIXTH, Fraction(1) if devastating else fails)
    six = {0: 1 - fails, 1: fails} if lethal else from_hit
    for _ in range(sustained):
        six = _together(six, from_hit)
    plain = _chance(hit) - SIXTH
    attack = _mixed((six, SIXTH), (from_hit, plain), ({0: Fraction(1)}, 1 - SIXTH - plain))
    law = {0: Fraction(1)}
    for _ in range(attacks):
        law = _together(law, attack)
    return law


def _chance(needed: int) -> Fraction:
    return Fraction(max(7 - max(needed, 2), 0), 6)


def _thinned(plain: Fraction, fails: Fraction, six: Fraction, six_fails: Fraction) -> Law:
    harm = plain * fails + six * six_fails
    return {0: 1 - harm, 1: harm}


def _together(one: Law, other: Law) -> Law:
    law: Law = {}
    for a, p in one.items():
        for b, q in other.items():
            law[a + b] = law.get(a + b, Fraction(0)) + p * q
    return law


def _mixed(*parts: tuple[Law, Fraction]) -> Law:
    law: Law = {}
    for part, weight in parts:
        for number, p in part.items():
            law[number] = law.get(number, Fraction(0)) + weight * p
    return law
