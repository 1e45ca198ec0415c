"""Programs written by hand for one workload each: order, sets, contests, and what a player keeps."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

from ..faces import KEEP, MIXED, NEED, RING, SKILL, STRAIN

Law = Mapping[Any, Any]
Face = tuple[int, int, int, int]


def e10() -> Law:
    """The widest set, then the highest of that width: value by value from below, with the dice that are left."""
    states = {(10, (0, 0)): 1}
    for height in range(1, 11):
        after: defaultdict[tuple[int, tuple[int, int]], int] = defaultdict(int)
        for (left, best), weight in states.items():
            for k in range(left + 1) if height < 10 else (left,):
                after[left - k, (k, height) if k and k >= best[0] else best] += weight * comb(left, k)
        states = after
    return {best: weight for (_, best), weight in states.items()}


def e10_fold() -> Law:
    """The same, with one row of weights for each state: its places are how many dice have shown."""
    n, states = 10, {(0, 0): [1, *[0] * 10]}
    ways = [[comb(used + k, k) for used in range(n + 1)] for k in range(n + 1)]
    for height in range(1, n + 1):
        after: dict[tuple[int, int], list[int]] = {best: list(row) for best, row in states.items()}
        for best, row in states.items():
            low = next((used for used, weight in enumerate(row) if weight), n)
            for k in range(1, n + 1 - low):
                target = after.setdefault((k, height) if k >= best[0] else best, [0] * (n + 1))
                for used in range(low, n + 1 - k):
                    target[used + k] += row[used] * ways[k][used]
        states = after
    return {best: row[n] for best, row in states.items()}


def e11(n: int = 8, sides: int = 12) -> Law:
    """(result, triumph, fumble), in closed form over how many dice show the highest face and 1."""
    law: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for tops in range(n + 1):
        for ones in range(n + 1 - tops):
            rest = n - tops - ones
            ways = comb(n, tops) * comb(n - tops, ones)
            if ones * 2 > n:
                law[0, 0, 1] += ways * (sides - 2) ** rest
            elif tops:
                law[sides + tops - 1, int(tops > 1), 0] += ways * (sides - 2) ** rest
            elif rest == 0:
                law[1, 0, 0] += ways
            else:
                for m in range(2, sides):
                    law[m, 0, 0] += ways * ((m - 1) ** rest - (m - 2) ** rest)
    return law


def contest(first: int, second: int, sides: int = 12) -> Law:
    """Dice compared from the highest down: the first value that differs decides, and the rest is paid by powers."""
    law, states = {-1: 0, 0: 0, 1: 0}, {(first, second): 1}
    for value in range(sides, 0, -1):
        after: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (a, b), weight in states.items():
            for i in range(a + 1):
                for j in range(b + 1):
                    ways = weight * comb(a, i) * comb(b, j)
                    if i == j:
                        after[a - i, b - j] += ways
                    else:
                        law[1 if i > j else -1] += ways * (value - 1) ** (a - i + b - j)
        states = after
    law[0] += states.get((0, 0), 0)
    return law


def e13() -> Law:
    law: Counter[int] = Counter()
    for a in range(1, 21):
        for b in range(1, 21):
            if a == 1 or b == 1:
                other = b if a == 1 else a
                for again in range(1, 21):
                    law[max(other, again)] += 1
            else:
                law[max(a, b)] += 20
    return law


def properties(*shown: int) -> tuple[int, int, int]:
    """d20, d4, d6 and d8 as they fell: what matches goes to its maximum, a maximum counts twice; a 19 is critical."""
    sides = (20, 4, 6, 8)
    left = [most if shown.count(face) > 1 else face for face, most in zip(shown, sides, strict=True)]
    total = sum(2 * face if face == most else face for face, most in zip(left, sides, strict=True))
    return total, int(left[0] >= 19), int(left[0] <= 1)


def e13p() -> Law:
    """The higher of two d20, each with its 1 rolled again, and three dice beside it."""
    below = [0, 1, *(1 + 21 * n for n in range(1, 20))]  # of 400
    law: Counter[tuple[int, int, int]] = Counter()
    for d20 in range(1, 21):
        weight = below[d20] ** 2 - below[d20 - 1] ** 2
        for d4, d6, d8 in product(range(1, 5), range(1, 7), range(1, 9)):
            law[properties(d20, d4, d6, d8)] += weight
    return law


def sets(n: int, sides: int = 6) -> Law:
    """(largest set, values shown at least twice)."""
    states = {(n, 0, 0): 1}
    for value in range(sides):
        after: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        for (left, largest, pairs), weight in states.items():
            for k in (left,) if value == sides - 1 else range(left + 1):
                after[left - k, max(k, largest), pairs + (k >= 2)] += weight * comb(left, k)
        states = after
    law: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (_, largest, pairs), weight in states.items():
        law[largest, pairs] += weight
    return law


def e15() -> Law:
    faces = range(1, 7)
    attack = Counter(tuple(sorted((a, b, c))[:0:-1]) for a in faces for b in faces for c in faces)
    defence = Counter((max(a, b), min(a, b)) for a in faces for b in faces)
    law: Counter[tuple[int, int]] = Counter()
    for (a1, a2), wa in attack.items():
        for (d1, d2), wd in defence.items():
            wins = (a1 > d1) + (a2 > d2)
            law[2 - wins, wins] += wa * wd
    return law


def e19() -> Law:
    """Value by value, with a bit for each die that has not shown yet."""
    states = {(63, 0): 1}
    maxima = [sum(sides for i, sides in enumerate(MIXED) if mask >> i & 1) for mask in range(64)]
    for value in range(1, 21):
        can = sum(1 << i for i, sides in enumerate(MIXED) if sides >= value)
        must = sum(1 << i for i, sides in enumerate(MIXED) if sides == value)
        after: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (left, total), weight in states.items():
            may = sub = left & can & ~must
            while True:
                hit = sub | left & must
                more = 0 if not hit else value if hit & (hit - 1) == 0 else maxima[hit]
                after[left & ~hit, total + more] += weight
                if not sub:
                    break
                sub = (sub - 1) & may
        states = after
    return {total: weight for (_, total), weight in states.items()}


def e20a() -> Law:
    """Three ring and three skill dice, face by face from the best down, with the dice of each kind that are left."""
    rings, skills = (Counter((s, o, -t) for s, o, t, _ in faces) for faces in (RING, SKILL))
    states = {(3, 3, 0, (0, 0, 0)): 1}
    law: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    below_ring, below_skill = 6, 12
    for face in sorted(set(rings) | set(skills), reverse=True):
        ring, skill = rings.get(face, 0), skills.get(face, 0)
        below_ring -= ring
        below_skill -= skill
        after: defaultdict[tuple[int, int, int, tuple[int, int, int]], int] = defaultdict(int)
        for (r, s, used, told), weight in states.items():
            for i in range(r + 1 if ring else 1):
                for j in range(s + 1 if skill else 1):
                    ways = weight * comb(r, i) * ring**i * comb(s, j) * skill**j
                    take = min(i + j, 3 - used)
                    sums = (told[0] + face[0] * take, told[1] + face[1] * take, told[2] + face[2] * take)
                    if used + i + j >= 3:
                        law[sums] += ways * below_ring ** (r - i) * below_skill ** (s - j)
                    else:
                        after[r - i, s - j, used + i + j, sums] += ways
        states = after
    return {(s, o, -t): weight for (s, o, t), weight in law.items()}


@cache
def worth(need: int, strain: int, rings: int, skills: int) -> Fraction:
    """The best chance with so many successes still needed, strife left, and explosive dice that bring another."""
    if strain < 0:
        return Fraction(0)
    if need <= 0:
        return Fraction(1)
    if not rings and not skills:
        return Fraction(0)
    faces = SKILL if skills else RING
    rings, skills = (rings, skills - 1) if skills else (rings - 1, 0)
    dropped, total = worth(need, strain, rings, skills), Fraction(0)
    for (s, _, t, e), times in Counter(faces).items():
        kept = worth(need - s, strain - t, rings + (e if faces is RING else 0), skills + (e if faces is SKILL else 0))
        total += times * max(kept, dropped)
    return total / len(faces)


def best_kept(ring: Sequence[Face], skill: Sequence[Face]) -> Fraction:
    """The best chance of a roll: every choice of one to three dice is tried. The peers' programs use it, too."""
    best, seen = Fraction(0), set()
    dice = [(face, 0) for face in ring] + [(face, 1) for face in skill]
    for number in range(1, KEEP + 1):
        for kept in combinations(dice, number):
            s, t = sum(face[0] for face, _ in kept), sum(face[2] for face, _ in kept)
            e = [sum(face[3] for face, kind in kept if kind == which) for which in (0, 1)]
            if (s, t, *e) not in seen:
                seen.add((s, t, *e))
                best = max(best, worth(NEED - s, STRAIN - t, e[0], e[1]))
    return best


def _handfuls(faces: Counter[Any], n: int) -> list[tuple[tuple[int, ...], int]]:
    """How many dice show each face, with the weight of that."""
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for place, times in enumerate(faces.values()):
        last = place == len(faces) - 1
        found = [
            ((*shown, k), weight * comb(n - sum(shown), k) * times**k)
            for shown, weight in found
            for k in ((n - sum(shown),) if last else range(n - sum(shown) + 1))
        ]
    return found


def e20b() -> Law:
    """What can be kept is put in order by its worth once; of each roll the first that it holds is kept."""
    worth.cache_clear()
    rings, skills = (Counter((s, t, e) for s, _, t, e in faces) for faces in (RING, SKILL))
    kinds = [*((face, 0) for face in rings), *((face, 1) for face in skills)]
    ranked: list[tuple[Fraction, list[tuple[int, int]]]] = []

    def choose(place: int, left: int, chosen: list[int]) -> None:
        if place < len(kinds):
            for k in range(left + 1):
                choose(place + 1, left - k, [*chosen, k])
            return
        if any(chosen):
            pairs = list(zip(kinds, chosen, strict=True))
            s, t = (sum(face[i] * k for (face, _), k in pairs) for i in (0, 1))
            e = [sum(face[2] * k for (face, kind), k in pairs if kind == which) for which in (0, 1)]
            ranked.append((worth(NEED - s, STRAIN - t, *e), [(i, k) for i, k in enumerate(chosen) if k]))

    choose(0, KEEP, [])
    ranked.sort(key=lambda each: -each[0])
    law: defaultdict[Fraction, int] = defaultdict(int)
    for ring, ring_ways in _handfuls(rings, 3):
        for skill, skill_ways in _handfuls(skills, 3):
            have = ring + skill
            for value, needed in ranked:
                for i, k in needed:
                    if have[i] < k:
                        break
                else:
                    law[value] += ring_ways * skill_ways
                    break
    chance = sum((value * ways for value, ways in law.items()), Fraction(0)) / (6**3 * 12**3)
    return {1: chance, 0: 1 - chance}


EXACT: dict[str, dict[str, Callable[[], Law]]] = {
    "E10": {"": e10, "fold": e10_fold},
    "E11": {"": e11},
    "E12a": {"": lambda: contest(5, 5)},
    "E12b": {"": lambda: contest(5, 4)},
    "E13": {"": e13},
    "E13p": {"": e13p},
    "E14a": {"": lambda: sets(8)},
    "E14b": {"": lambda: sets(15)},
    "E15": {"": e15},
    "E19": {"": e19},
    "E20a": {"": e20a},
    "E20b": {"": e20b},
}
