"""A word of the language, described in one place: name, doc, keys, examples, and its one meaning.

The meaning is a function of the frame, the move and the state. It returns what it needs next (see `chance.ask`), and
so it serves a roll, exact odds and best play alike. The JSON Schema, the linker, `explain` and the conformance tests
all read the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .frame import Frame
from .state import PLAYERS, Move, State

Kind = Literal[
    "expression",  # on the check
    "per_die",  # on one die
    "die",  # the name of a die, or of a choice between dice
    "ladder",
    "table",
    "phase",
    "outcome",
    "binds",  # a new name for a number
    "mark",  # a tag that dice get
    "word",  # one of `words`
    "text",
    "flag",
    "symbols",  # one symbol or a list
    "showing",  # a face: symbols, blank or a number
    "pairs",
    "steps",
    "options",
    "who",
    "players",
    "group",  # dice chosen by the selector keys of `WHICH`
    "of_pair",  # on a die and its partner
    "option",  # the name of an option, or an expression where a number is chosen
]

Meaning = Callable[[Frame, Move, State], Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a step: what may stand there, and what it says to an author; each of its `words` with its meaning."""

    name: str
    kind: Kind
    doc: str
    example: Any
    required: bool = False
    words: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Example:
    """Steps on a small toy system, an expression, and its exact law. A fraction is written as text."""

    steps: tuple[Mapping[str, Any], ...]
    reads: str
    law: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Op:
    """`selects` names the selector keys that the op understands; `one_of` keys of which exactly one must stand.

    `scope` says which dice the op may change: the selected ones, all in their state, those not yet thrown, or none.
    `acts_on` are the states of dice that it looks at where the step names none; the dice that count, if left out.
    `picks` is how it picks among them where the step does not say.
    """

    name: str
    title: str
    doc: str
    run: Meaning
    keys: tuple[Key, ...] = ()
    selects: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    examples: tuple[Example, ...] = field(default=())
    scope: Literal["selected", "all_in_state", "pool", "none"] = "none"
    acts_on: tuple[str, ...] | None = None
    picks: str | None = None

    @property
    def binds(self) -> bool:
        """Whether a step of this op gives a number a name."""
        return any(key.kind == "binds" for key in self.keys)

    @property
    def first(self) -> str:
        """The first sentence of what it does."""
        return f"{self.doc.split('. ')[0].rstrip('.')}."

    @property
    def key_names(self) -> tuple[str, ...]:
        return (*(key.name for key in self.keys), *self.selects, *(key.name for key in COMMON))


WHO = dict(zip(PLAYERS, ("the player who rolls", "the game master", "the other players"), strict=True))

COMMON = (
    Key("when", "expression", "The step happens only when this holds.", "skill >= 1"),
    Key("because", "text", "The rule in the author's words; a roll shows it with the step.", "a 1 is always a miss"),
    Key("id", "text", "A name for the step, for tests and for reading.", "explode-tens"),
)

SELECT = (
    Key("dice", "die", "Only dice of these kinds.", ["d20"]),
    Key(
        "where",
        "per_die",
        "Only dice for which this holds. It may read the die's own names; those of kinds and tags are 1 or 0.",
        "value == sides",
    ),
    Key("showing", "showing", "Only dice that show exactly this face.", ["hit", "flaw"]),
    Key("containing", "symbols", "Only dice that show at least one of these symbols.", "star"),
    Key(
        "state",
        "word",
        "Only dice in this state. Without it: dice that count (rolled or kept).",
        "kept",
        words={
            "pool": "not thrown yet",
            "rolled": "thrown, and neither kept nor dropped",
            "kept": "kept by a keep step",
            "dropped": "on the table, and counts no more",
            "reserved": "set aside for a later roll",
            "bag": "in the bag, and not in play",
        },
    ),
    Key("tag", "text", "Only dice with this tag.", "wild"),
    Key("at_most", "expression", "No more dice than this; fewer if fewer fit.", "2"),
    Key("at_least", "expression", "Where a player picks: no fewer dice than this.", "1"),
    Key("count", "expression", "Exactly this many dice, or all that fit if there are fewer.", "3"),
    Key(
        "pick",
        "word",
        "Which dice, where more fit than are taken: `highest` or `lowest` first, `any` where it makes no "
        "difference, `random` where chance picks, or the player who chooses, such as `roller`.",
        "highest",
        words={
            "highest": "those of the highest value first",
            "lowest": "those of the lowest value first",
            "any": "any of them, where it makes no difference",
            "random": "chance picks",
            **{who: f"{doc} picks" for who, doc in WHO.items() if who != "others"},
            "others": "the other players pick",
        },
    ),
    Key("by", "per_die", "What `pick: highest` and `lowest` look at, instead of the value.", "sides"),
    Key(
        "per",
        "word",
        "Take the number within each group: dice of one kind, or twins.",
        "twin",
        words={"kind": "dice of one kind", "twin": "dice that were put beside each other"},
    ),
    Key("may", "word", "This player may leave dice out.", "roller", words=WHO),
    Key(
        "prefer",
        "per_die",
        "What the player does unless asked: `always`, `never`, or a condition on the die. Without it the "
        "check's aim decides.",
        "always",
    ),
)
ALL_SELECT = tuple(key.name for key in SELECT)
WHICH = ("dice", "where", "showing", "containing", "state", "tag")
