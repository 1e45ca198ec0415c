"""The words of expressions: functions and names that are always there, each with what it says to an author."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
GATHERED = frozenset({"sets", "largest_set", "different"})  # those of them that dice of each value add to by themselves
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
# What is written by mistake in an expression, and what to write instead.
SLIPS = {
    "=>": "`=>` is not a comparison; write `>=`",
    "=<": "`=<` is not a comparison; write `<=`",
    "≥": "`≥` is not known here; write `>=`",
    "≤": "`≤` is not known here; write `<=`",
    "≠": "`≠` is not known here; write `!=`",
    "<>": "`<>` is not a comparison; write `!=`",
    "&&": "`&&` is not known here; write `and`",
    "||": "`||` is not known here; write `or`",
    "×": "`×` is not known here; write `*`",
    "−": "`−` is a typographic minus; write `-`",
    ";": "an expression gives one value; `;` has no place in it",
    "#": "`#` begins a comment; an expression has none",
    "“": "curly quotes have no place in an expression; remove them",
    "”": "curly quotes have no place in an expression; remove them",
}
TOGETHER = frozenset({"rank", "matches"})
ALIKE = frozenset({"matches"})  # those of them that ask only about dice of the same value
CONSTANTS = {"true": 1, "false": 0}


@dataclass(frozen=True, slots=True)
class Words:
    """The names that an expression may use: of the check, of a die, and of properties."""

    names: frozenset[str]
    dies: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
