"""Legend of the Five Rings 5e: keep some of the dice rolled; every kept explosive rolls one more of its kind."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

# s success, e explosive success, o opportunity, t strife
RING = ("", "ot", "o", "st", "s", "et")
SKILL = ("", "", "o", "o", "o", "st", "st", "s", "s", "so", "et", "e")

Die = tuple[str, str]  # kind and face


def check_success(
    ring: int,
    skill: int = 0,
    tn: int = 2,
    void: int = 0,
    skilled_helpers: int = 0,
    unskilled_helpers: int = 0,
    compromised: bool = False,
) -> Fraction:
    """The probability that the check succeeds if dice are kept as well as possible."""
    rings = _hands("ring", ring + void + unskilled_helpers)
    skills = _hands("skill", skill + skilled_helpers)
    limit = ring + void + skilled_helpers + unskilled_helpers
    total = Fraction(0)
    for (some, ways), (others, other_ways) in product(rings.items(), skills.items()):
        total += ways * other_ways * _best_keep(some + others, limit, tn, compromised)
    return total / (rings.total() * skills.total())


def _hands(kind: str, number: int) -> Counter[tuple[Die, ...]]:
    """Every sorted hand of dice of one kind, with the number of ways to throw it."""
    hands: Counter[tuple[Die, ...]] = Counter({(): 1})
    for _ in range(number):
        longer: Counter[tuple[Die, ...]] = Counter()
        for hand, count in hands.items():
            for face in RING if kind == "ring" else SKILL:
                longer[tuple(sorted((*hand, (kind, face))))] += count
        hands = longer
    return hands


def _best_keep(hand: tuple[Die, ...], limit: int, tn: int, compromised: bool) -> Fraction:
    keepable = [die for die in hand if not (compromised and "t" in die[1])]
    sizes = range(1, min(limit, len(keepable)) + 1)
    choices = {kept for size in sizes for kept in combinations(keepable, size)}
    return max((_chance_of(kept, tn, compromised) for kept in choices), default=Fraction(tn <= 0))


def _chance_of(kept: tuple[Die, ...], tn: int, compromised: bool) -> Fraction:
    successes = sum("s" in face or "e" in face for _, face in kept)
    ring_extras = sum(kind == "ring" and "e" in face for kind, face in kept)
    skill_extras = sum(kind == "skill" and "e" in face for kind, face in kept)
    return extras_reach(tn - successes, ring_extras, skill_extras, compromised)


@cache
def extras_reach(needed: int, ring_extras: int, skill_extras: int, compromised: bool = False) -> Fraction:
    """The probability that so many extra dice, and those they bring, give the successes still needed."""
    if needed <= 0:
        return Fraction(1)
    if not ring_extras and not skill_extras:
        return Fraction(0)
    # The extras are independent and keeping one never hurts, so their order does not matter.
    from_ring = ring_extras > 0
    rings, skills = (ring_extras - 1, skill_extras) if from_ring else (0, skill_extras - 1)
    faces = RING if from_ring else SKILL
    total = Fraction(0)
    for face in faces:
        best = extras_reach(needed, rings, skills, compromised)  # the die is dropped
        if not (compromised and "t" in face):
            if "e" in face:
                more = (rings + 1, skills) if from_ring else (rings, skills + 1)
                best = max(best, extras_reach(needed - 1, *more, compromised))
            elif "s" in face:
                best = max(best, extras_reach(needed - 1, rings, skills, compromised))
        total += best
    return total / len(faces)
