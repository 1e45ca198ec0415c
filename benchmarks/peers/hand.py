"""Programs written by hand for one workload each, in plain Python: where dice are added up or the best are kept.

They are the reference that all others have to agree with, and a measure of what a program for one game alone can do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import comb
from typing import Any

from ..faces import POOLS, SYMBOLS, packed, unpacked
from . import hand_sets

Law = Mapping[Any, Any]


def symbols(pool: Mapping[str, int]) -> Law:
    """One die after the other is added to a dict; the four numbers are packed into one."""
    law: dict[int, int] = {0: 1}
    for kind in sorted(pool, key=lambda kind: len(set(SYMBOLS[kind]))):
        faces = list(Counter(packed(face) for face in SYMBOLS[kind]).items())
        for _ in range(pool[kind]):
            after: defaultdict[int, int] = defaultdict(int)
            for face, times in faces:
                if times == 1:
                    for key, weight in law.items():
                        after[key + face] += weight
                else:
                    for key, weight in law.items():
                        after[key + face] += weight * times
            law = after
    return {unpacked(key): weight for key, weight in law.items()}


def symbols_packed(pool: Mapping[str, int]) -> Law:
    """The whole law is one long number with a slot for each outcome: a die is one shift for each of its faces."""
    kinds = [(SYMBOLS[kind], number) for kind, number in pool.items() if number]
    low = [sum(min(face[i] for face in faces) * number for faces, number in kinds) for i in range(4)]
    high = [sum(max(face[i] for face in faces) * number for faces, number in kinds) for i in range(4)]
    sizes = [h - lo + 1 for lo, h in zip(low, high, strict=True)]
    out_of = 1
    for faces, number in kinds:
        out_of *= len(faces) ** number
    width = (out_of.bit_length() + 7) // 8
    strides, cells = [], 1
    for size in sizes:
        strides.append(cells)
        cells *= size
    whole = 1
    for faces, number in kinds:
        least = [min(face[i] for face in faces) for i in range(4)]
        shifts = Counter(8 * width * sum((face[i] - least[i]) * strides[i] for i in range(4)) for face in faces)
        for _ in range(number):
            whole = sum((whole << shift) * times if times > 1 else whole << shift for shift, times in shifts.items())
    data, nothing, law = whole.to_bytes(cells * width, "little"), bytes(width), {}
    for cell in range(cells):
        weight = data[cell * width : (cell + 1) * width]
        if weight != nothing:
            rest, key = cell, []
            for size, lo in zip(sizes, low, strict=True):
                rest, place = divmod(rest, size)
                key.append(place + lo)
            law[tuple(key)] = int.from_bytes(weight, "little")
    return law


def symbols_chance(pool: Mapping[str, int]) -> Law:
    """Only whether a success is left: nothing but the first number is carried."""
    law: dict[int, int] = {0: 1}
    for kind, number in pool.items():
        faces = list(Counter(face[0] for face in SYMBOLS[kind]).items())
        for _ in range(number):
            after: defaultdict[int, int] = defaultdict(int)
            for face, times in faces:
                for key, weight in law.items():
                    after[key + face] += weight * times
            law = after
    good = sum(weight for key, weight in law.items() if key >= 1)
    return {1: good, 0: sum(law.values()) - good}


def e07() -> Law:
    return {(a, b): comb(10, a) * comb(10 - a, b) * 4**a * 5 ** (10 - a - b) for a in range(11) for b in range(11 - a)}


def keep_high_sum(faces: Mapping[int, int], n: int, keep: int) -> Law:
    """The sum of the highest of n dice, face by face from above.

    The state is how many dice are kept, its weight the law of their sum packed into one number. Once enough are kept
    the others are paid in bulk.
    """
    values = sorted(faces, reverse=True)
    below = sum(faces.values())
    slot = (below**n).bit_length() + 1
    law, done, low = [1, *[0] * (keep - 1)], 0, values[-1]
    for value in values:
        weight = faces[value]
        below -= weight
        after = [0] * keep
        for used, sums in enumerate(law):
            if not sums:
                continue
            left, need, power = n - used, keep - used, 1
            for j in range(min(need, left + 1)):
                after[used + j] += (sums << (slot * (value - low) * j)) * (comb(left, j) * power)
                power *= weight
            if left >= need:
                # all ways, less those in which fewer dice than needed show the value
                fewer = sum(comb(left, j) * weight**j * below ** (left - j) for j in range(need))
                done += (sums << (slot * (value - low) * need)) * ((weight + below) ** left - fewer)
        law = after
    out, mask = {}, (1 << slot) - 1
    data = done.to_bytes((done.bit_length() + 7) // 8 + slot, "little")
    for i in range(done.bit_length() // slot + 1):
        byte, off = divmod(i * slot, 8)
        chance = (int.from_bytes(data[byte : byte + (slot + off + 7) // 8], "little") >> off) & mask
        if chance:
            out[keep * low + i] = chance
    return out


def exploding(sides: int, times: int) -> dict[int, int]:
    """A die whose highest face is rolled again and added, so many times at most."""
    return {
        d * sides + face: sides ** (times - d)
        for d in range(times + 1)
        for face in range(1, sides + 1)
        if face < sides or d == times
    }


def threshold(need: int) -> Law:
    """Whether ten exploding d10, the best six kept, reach a sum: a die that reaches it alone counts just as that."""
    times = need // 10
    faces = {value: weight for value, weight in exploding(10, times).items() if value < need}
    faces[need] = 10 ** (times + 1) - sum(faces.values())
    sums = keep_high_sum(faces, 10, 6)
    good = sum(weight for value, weight in sums.items() if value >= need)
    return {1: good, 0: sum(sums.values()) - good}


def uniform_sum(n: int, sides: int) -> Law:
    """The sum of n dice, by a recurrence with three terms; the upper half mirrors the lower one."""
    top = (sides - 1) * n
    f = [0] * (top + 1)
    f[0] = 1
    for k in range(1, top // 2 + 1):
        term = (k - 1 + n) * f[k - 1]
        if k >= sides:
            term += (k - sides - n * sides) * f[k - sides]
        if k > sides:
            term -= (k - sides - 1 - n * (sides - 1)) * f[k - sides - 1]
        f[k] = term // k
    for k in range(top // 2 + 1, top + 1):
        f[k] = f[top - k]
    return {n + k: weight for k, weight in enumerate(f)}


def e16a() -> Law:
    p, q = 48, 216 - 48  # of 216: hit 4/6, wound 3/6, save failed 4/6
    return {k: comb(20, k) * p**k * q ** (20 - k) for k in range(21)}


def e16b() -> Law:
    """The law of one attack, to the power of 20 by a recurrence."""
    one, none = 2 * 4 + 6, 36 - (2 * 4 + 6)  # of 36: a wound that is not saved
    c = [2 * 36 * 36 + 3 * none * 36 + none * none, 3 * one * 36 + 2 * none * one, one * one]
    f = [c[0] ** 20, *[0] * 40]
    for k in range(1, 41):
        term = sum((20 * i - (k - i)) * c[i] * f[k - i] for i in (1, 2) if i <= k)
        f[k] = term // (k * c[0])
    return dict(enumerate(f))


def _symbols(name: str) -> dict[str, Callable[[], Law]]:
    return {"": lambda: symbols(POOLS[name]), "packed": lambda: symbols_packed(POOLS[name])}


EXACT: dict[str, dict[str, Callable[[], Law]]] = {
    **{name: _symbols(name) for name in ("G5", "G8", "G12", "G20", "G40")},
    "G20p": {"": lambda: symbols_chance(POOLS["G20"])},
    "E07": {"": e07},
    "E08": {"": lambda: keep_high_sum(dict.fromkeys(range(1, 7), 1), 20, 3)},
    "E09a": {"": lambda: keep_high_sum(exploding(10, 3), 10, 6)},
    "E09b": {"": lambda: keep_high_sum(exploding(10, 9), 10, 6)},
    "E09c": {"": lambda: threshold(60)},
    "E16a": {"": e16a},
    "E16b": {"": e16b},
    "E17": {"": lambda: uniform_sum(100, 6)},
    "E18": {"": lambda: uniform_sum(1000, 6)},
    **hand_sets.EXACT,
}
