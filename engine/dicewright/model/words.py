"""The words of expressions: functions and names that are always there, each with what it says to an author."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

PLAIN: dict[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}
TALLIES = {
    "count": "how many dice it holds for",
    "sum": "added up over the dice; a die that counts twice is added twice",
    "highest": "the greatest over the dice; 0 without dice",
    "lowest": "the least over the dice; 0 without dice",
    "any": "1 when it holds for a die",
    "all": "1 when it holds for every die",
}
SHAPES = {
    "sets": "sets(n): how many sets of n alike dice there are, each die used once",
    "largest_set": "largest_set(): how many dice show the commonest value",
    "different": "different(): how many different values there are",
    "run": "run(): the length of the longest straight",
    "nth": "nth(k): the k-th highest value; 0 when there are fewer dice",
}
IN_ORDER = frozenset({"run", "nth"})  # those of them to which dice of a value add by what lies above or below them
OWNED = {
    "has": "1 when the property is there, active or not",
    "active": "1 when the property acts",
    "instances": "how many instances of the property there are",
}
DIE_NAMES = {
    "value": "what the die counts for",
    "face": "which face it shows, from 1",
    "sides": "how many faces it has",
    "minimum": "its lowest value",
    "maximum": "its highest value",
    "rank": "1 for the highest die, 2 for the next",
    "matches": "how many dice have its value, itself among them",
    "exploded": "how often it has exploded",
    "rerolled": "how often it has been rerolled",
    "kept": "1 once it has been kept",
}
PAIR_NAMES = {"other": "what the die's partner is lined up by: its value, unless `by` says otherwise"}
MEASURES = {"total": "the values of all counted dice added up", "dice": "how many dice count"}
TOGETHER = frozenset({"rank", "matches"})
ALIKE = frozenset({"matches"})  # those of them that ask only about dice of the same value
CONSTANTS = {"true": 1, "false": 0}
FUNCTIONS = frozenset({*PLAIN, *TALLIES, *SHAPES})
# What stands before the name of a kind or a tag where a die is asked about it.
OF_KIND, WITH_TAG = "kind ", "tag "


@dataclass(frozen=True, slots=True)
class Said:
    """A word of an input, and the number that it stands for."""

    word: str
    number: int
    of: str


@lru_cache(maxsize=16)
def _spoken(said: frozenset[Said]) -> Mapping[str, Mapping[int, str]]:
    """The numbers that each word stands for, in order, and of which input."""
    found: dict[str, dict[int, str]] = {}
    for each in sorted(said, key=lambda each: (each.number, each.of)):
        found.setdefault(each.word, {})[each.number] = each.of
    return found


@dataclass(frozen=True, slots=True)
class Words:
    """The names that an expression may use: of the check, of a die, of properties; and what stands for a number.

    `kinds` and `tags` are 1 or 0 on a die, `said` are words of inputs.
    """

    names: frozenset[str]
    dies: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    said: frozenset[Said] = frozenset()

    def meanings(self, name: str, die: bool) -> Mapping[str, int | tuple[str, str]]:
        """Whatever a name stands for here, in words and as it is read: there should be one thing."""
        found: dict[str, int | tuple[str, str]] = {}
        if name in CONSTANTS:
            found["a word of the language"] = CONSTANTS[name]
        elif die and name in self.dies:
            found["a name of one die" if name in DIE_NAMES else "a name that is known here"] = "_die", name
        elif name in self.names:
            found["a name that is known here"] = "_name", name
        if die and name in self.kinds:
            found["a kind of die"] = "_die", OF_KIND + name
        if die and name in self.tags:
            found["a tag of dice"] = "_die", WITH_TAG + name
        for number, of in _spoken(self.said).get(name, {}).items():
            found[f"{number} as a word of `{of}`"] = number
        if found and name in (FUNCTIONS | DIE_NAMES.keys()) - self.names - (self.dies if die else frozenset()):
            found["a function" if name in FUNCTIONS else "a name of one die"] = 0
        return found

    def of_die(self, name: str) -> str:
        """What a name is that only has a meaning on one die."""
        if name in DIE_NAMES:
            return "a name of one die"
        return "a kind of die" if name in self.kinds else "a tag of dice" if name in self.tags else ""
