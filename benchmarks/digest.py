"""A short sign for an exact law: equal laws have the same, whatever their denominators."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any


def digest(law: Mapping[Any, Any]) -> tuple[str, int]:
    """The sign of a law, and how many outcomes it has.

    Outcomes are whole numbers or tuples of them, weights whole numbers or fractions; equal outcomes are put together
    and weights reduced to lowest terms.
    """
    weights: dict[tuple[int, ...], Any] = {}
    for outcome, weight in law.items():
        if weight:
            key = (int(outcome),) if isinstance(outcome, int) else tuple(int(part) for part in outcome)
            weights[key] = weights.get(key, 0) + weight
    out_of = lcm(*{weight.denominator for weight in weights.values()})
    whole = {key: int(weight * out_of) if isinstance(weight, Fraction) else int(weight) * out_of
             for key, weight in weights.items()}  # fmt: skip
    common = gcd(*whole.values())
    sign = hashlib.sha256()
    for key in sorted(whole):
        sign.update(f"{','.join(map(str, key))}:{whole[key] // common:x};".encode())
    return sign.hexdigest()[:16], len(whole)
