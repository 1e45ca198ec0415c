"""What the keys of one step must say together: which exclude, need or idle beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..model.formula import PerDie
from ..model.system import Selector
from ..ops.op import Op
from ..ops.state import PLAYERS
from .scope import Known, Scope
from .tree import Block, Problems

_NEVER_WITH_DIE = ("dice", "where")
_NEVER_WITH_TWIN = ("count", "face", "state", "tag")
_NEVER_WITH_DECK = ("face", "state")


def together(
    problems: Problems, known: Known, op: Op, block: Block, scope: Scope, select: Selector, keys: Mapping[str, Any]
) -> None:
    """Tell what does not fit in one step."""
    if block.astray:  # a stray key may be the one that is missing
        return
    fit = _Fit(problems, op, block)
    fit.one_of()
    fit.numbers(select)
    fit.player(select, keys, scope)
    fit.alone(select)
    match op.name:
        case "add":
            fit.add()
        case "explode":
            if keys.get("onto"):
                for key in ("into", "tagged"):
                    fit.idle(key, "with `onto` the die stays as it is, and no other comes")
        case "reroll":
            if keys.get("until_clear") and "times" in block:
                fit.only_one("times", "until_clear")
        case "tally":
            fit.tally(keys.get("measure"))
        case "pair":
            fit.pair(select, keys)
        case "choose":
            fit.choose()
        case "repeat":
            fit.repeat()
        case "cancel":
            if "pairs" not in block and not known.cancels:
                note = "write `cancels:` beside `symbols:`, or `pairs:` in this step"
                fit.tell("no-pairs", "this step has nothing to cancel", block.span("do"), note)


class _Fit:
    def __init__(self, problems: Problems, op: Op, block: Block) -> None:
        self.op, self.block, self.tell = op, block, problems.add
        self.guess = problems.guess

    def idle(self, key: str, why: str, *notes: str) -> None:
        if key in self.block:
            self.tell("idle-key", f"`{key}` does nothing here: {why}", self.block.key_span(key), *notes)

    def only_one(self, *keys: str) -> None:
        here = [key for key in keys if key in self.block]
        listed = " or ".join(f"`{key}`" for key in keys)
        if len(here) > 1:
            both = " and ".join(f"`{key}`" for key in here)
            where = max((self.block.key_span(key) for key in here), key=lambda span: (span.line, span.column))
            self.tell("one-of", f"{self.op.title} has {both}; it takes only one of {listed}", where)
        elif not here:
            self.tell("one-of", f"{self.op.title} needs {listed}", self.block.span("do"))

    def one_of(self) -> None:
        if self.op.one_of:
            self.only_one(*self.op.one_of)

    def numbers(self, select: Selector) -> None:
        """How many dice are taken, and what says something about it."""
        block = self.block
        if self.op.name == "add" or "count" not in self.op.selects:
            return
        if "count" in block:
            for key in ("at_most", "at_least"):
                self.idle(key, "`count` says how many dice already")
        elif "at_most" not in block:
            note = "give the step a `count` or an `at_most`"
            if self.op.picks and "may" not in block and select.pick not in PLAYERS:
                self.tell("key-needed", "nothing says how many dice", block.span("do"), note)
            elif block.text("pick") in ("highest", "lowest", "any", "random"):
                self.idle("pick", "no number says how many dice are taken, so all of them are", note)
            elif "pick" not in block:
                self.idle("per", "no number says how many dice are taken of each group", note)
        if ("count" in block or "at_most" in block) and block.text("pick") not in ("highest", "lowest"):
            self.idle("by", "it says what `pick: highest` or `lowest` looks at")
        if not self.op.picks and "pick" not in block and "may" not in block:
            number = next((key for key in ("count", "at_most") if key in block), None)
            if number:
                message = f"`{number}` says how many dice, and nothing says which"
                note = "add `pick: highest`, `lowest`, `any` or `random`"
                self.tell("key-needed", message, block.key_span(number), note)

    def player(self, select: Selector, keys: Mapping[str, Any], scope: Scope) -> None:
        """A player who decides, and what says how."""
        block, picks = self.block, select.pick in PLAYERS
        if self.op.name == "choose":
            self._option(keys)
            self._preferred(scope)
            return
        who = "may" if "may" in block else "pick" if picks else None
        if block.text("pick") == "random" and "may" in block:
            message = f"two decide here: `{select.may}` by `may`, chance by `pick: random`"
            self.tell("one-of", message, block.span("pick"))
            return
        if "per" in block and select.pick == "random":
            message = "`per` goes with `pick: highest` or `pick: lowest`, not with chance"
            self.tell("per-player", message, block.key_span("per"))
        if who is None:
            why = "no player decides; `may` or `pick` says who does"
            self.idle("prefer", why)
            if "count" not in block:
                self.idle("at_least", "it goes with a player's decision; `count` says how many dice are taken")
            return
        if select.may and picks and select.pick != select.may:
            message = f"two players decide here: `{select.may}` by `may`, `{select.pick}` by `pick`"
            self.tell("one-of", message, block.span("pick"))
        if "per" in block:
            message = "`per` goes with `pick: highest` or `pick: lowest`, not with a player's decision"
            self.tell("per-player", message, block.key_span("per"))
        if "prefer" not in block and not scope.aim:
            self._no_preference(who)

    def _no_preference(self, who: str) -> None:
        self.tell(
            "no-preference",
            "a player decides here, and nothing says how: the step has no `prefer` and the check no `aim`",
            self.block.span(who),
            "add `prefer:` to the step, or an `aim:` to the check",
        )

    def _option(self, keys: Mapping[str, Any]) -> None:
        if "options" not in self.block:
            return
        wish, names = keys.get("prefer"), [option["name"] for option in keys.get("options", ())]
        if isinstance(wish, str) and names and all(names) and wish not in names:
            near = self.guess.asked(wish, names)
            self.tell("unknown-option", f"there is no option `{wish}`{near}", self.block.span("prefer"))

    def _preferred(self, scope: Scope) -> None:
        """Whether it is said what is chosen where nobody is asked: once, and in all cases."""
        options = (Block(node, ("name", "when", "prefer", "steps")) for node in self.block.items("options"))
        wishes = [node for option in options if (node := option.node_at("prefer")) is not None]
        if wishes and "prefer" in self.block:
            message = "the step has a `prefer`, and so has an option; it takes one of them"
            self.tell("one-of", message, self.block.key_span("prefer"), also=("the option's", wishes[0].span))
        elif wishes and not scope.aim and not any(node.value is True for node in wishes):
            note = "add `prefer: true` to an option that is always open, or an `aim:` to the check"
            message = "nothing says what is chosen where no `prefer` of the options holds"
            self.tell("no-preference", message, self.block.span("who"), note)
        elif not (wishes or scope.aim or "prefer" in self.block) and any(key in self.block for key in self.op.one_of):
            self._no_preference("who")

    def alone(self, select: Selector) -> None:
        """A chain throws one die after the other, long after the others were looked at."""
        chained = self.op.name == "explode" or (
            self.op.name == "reroll" and ("times" in self.block or "until_clear" in self.block)
        )
        if chained and isinstance(select.where, PerDie) and not select.where.alone:
            self.tell(
                "where-together",
                f"{self.op.title} that goes on by itself looks at one die at a time; this condition looks at others",
                self.block.span("where"),
                "leave out rank, matches, total and functions over dice; or wrap the step in a repeat step",
            )

    def add(self) -> None:
        here = [key for key in self.op.one_of if key in self.block]
        if here == ["twin"]:
            for key in _NEVER_WITH_TWIN:
                self.idle(key, "`twin` puts like dice beside those that are there")
        elif len(here) == 1:
            for key in _NEVER_WITH_DIE:
                self.idle(key, "it selects dice for `twin`, and this step adds a die by its name")
        if here == ["deck"]:
            for key in _NEVER_WITH_DECK:
                self.idle(key, "every face of a `deck` lies in the bag")
        elif here == ["die"] and "face" not in self.block and self.block.text("state") != "bag":
            self.idle("state", "it goes with `face`; without one the die waits for the next roll")

    def tally(self, measure: Any) -> None:
        if measure == "nth" and "size" not in self.block:
            self.tell("key-needed", "`nth` needs a `size` that says which one", self.block.span("measure"))
        elif isinstance(measure, str) and measure not in ("sets", "nth"):
            self.idle("size", f"it goes with `sets` and `nth`, not with `{measure}`")

    def pair(self, select: Selector, keys: Mapping[str, Any]) -> None:
        if "name" not in self.block and "drops" not in self.block:
            note = "give their number a `name`, or say what it `drops`"
            self.tell("key-needed", "nothing comes of the pairs", self.block.span("do"), note)
        if "holds" not in self.block:
            self.idle("unbroken", "without `holds` no pair breaks the line")
        elif keys.get("line_up") == "alike":
            self.idle("unbroken", "alike dice make no line with a front")
        if keys.get("against") == replace(select, by=None, state=None):
            self.tell("pair-itself", "these are the dice that the step selects already", self.block.span("against"))

    def choose(self) -> None:
        if "name" in self.block and "to" not in self.block:
            self.tell("key-needed", "nothing says how great the number can be: `to` is missing", self.block.span("do"))
        elif "options" in self.block:
            for key in ("from", "to"):
                self.idle(key, "it goes with `name`, for a number that is chosen")

    def repeat(self) -> None:
        if "times" not in self.block and "while" not in self.block:
            self.tell("one-of", f"{self.op.title} needs `times` or `while`, or it never ends", self.block.span("do"))
        elif "while" not in self.block:
            self.idle("rounds", "it goes with `while`; `times` says how many rounds there are")
