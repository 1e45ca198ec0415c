"""The catalogue of problem codes. A code is one entry in the file of its family, and stands in no other place."""

from __future__ import annotations

from .asking import ASKING
from .code import Code
from .names import NAMES
from .reading import READING
from .rolling import ROLLING
from .rules import RULES
from .shape import SHAPE

__all__ = ["CODES", "FAMILIES", "Code"]

FAMILIES: dict[str, dict[str, Code]] = {
    "Reading the text": READING,
    "What stands where": SHAPE,
    "Names and expressions": NAMES,
    "Parts that do not go together": RULES,
    "Rolls, odds and tests": ROLLING,
    "What is asked": ASKING,
}
CODES: dict[str, Code] = dict(sorted((code, each) for family in FAMILIES.values() for code, each in family.items()))
