"""Words about the order of things: phases, choices between ways, repetition, an early end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..chance.ask import Choose, Cut
from ..errors import fail
from .frame import Frame
from .op import Example, Key, Op
from .state import Move, State


def guard(frame: Frame, move: Move, state: State) -> Any:
    """The condition of a block: go in, or jump behind it."""
    return move.next(state) if frame.holds(move.step.when, state) else move.jump(state, move.to)


def back(frame: Frame, move: Move, state: State) -> Any:
    """The end of a block: go on elsewhere."""
    return move.jump(state, move.to)


def _phase(frame: Frame, move: Move, state: State) -> Any:
    return move.next(state)


PHASE = Op(
    name="phase",
    title="a phase step",
    doc="Marks the place where triggers run: those of properties in the order in which the file lists them, then those "
    "of effects, player by player, and each player's in the order in which they were given.",
    run=_phase,
    keys=(
        Key("name", "phase", "The name of the phase.", "reroll", required=True),
        Key(
            "owners",
            "players",
            "Whose effects come first here; those left out follow: the game master, the other players, the roller.",
            ["gm", "others", "roller"],
        ),
    ),
    examples=(Example(({"do": "phase", "name": "before"},), "7", {7: "1"}),),
)


def _repeat(frame: Frame, move: Move, state: State) -> Any:
    """The head of a loop: go in once more, or jump behind it."""
    keys = move.step.keys
    done = state.names[frame.slots[move.slot]] or 0
    out = move.jump(state, move.to, names=frame.named(state, move.slot, None))
    if "times" in keys and done >= frame.value(keys["times"], state):
        return out
    if "while" in keys and not frame.holds(keys["while"], state):
        return out
    if "while" in keys and done >= (frame.value(keys["rounds"], state) if "rounds" in keys else frame.limits.rounds):
        return Cut(out)
    if done >= frame.limits.draws:
        raise fail("limit", f"a loop runs at most {frame.limits.draws:,} times", move.step.span)
    return move.next(state, names=frame.named(state, move.slot, done + 1))


REPEAT = Op(
    name="repeat",
    title="a repeat step",
    doc="Takes its steps again and again: a number of `times`, or `while` something holds, or both.",
    run=_repeat,
    keys=(
        Key("steps", "steps", "The steps to take.", [{"do": "roll"}], required=True),
        Key("times", "expression", "How many times, as a rule of the game.", "3"),
        Key("while", "expression", "Go on as long as this holds; it is asked before each round.", "total < 10"),
        Key(
            "rounds",
            "expression",
            "At most so many rounds of a `while`; what would still go on then is reported as unresolved. Left out, a "
            "loop whose states come again is solved, however long it runs.",
            "20",
        ),
    ),
    examples=(
        Example(
            ({"do": "repeat", "times": 2, "steps": [{"do": "add", "die": "d4"}, {"do": "roll"}]},),
            "min(total, 3)",
            {2: "1/16", 3: "15/16"},
        ),
        Example(
            (
                {"do": "let", "name": "n", "value": 0},
                {"do": "repeat", "while": "n < 5", "steps": [{"do": "let", "name": "n", "value": "n + 2"}]},
            ),
            "n",
            {6: "1"},
        ),
    ),
)


def _choose(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    if "options" not in keys:
        return _number(frame, move, state)
    options = keys["options"]
    open_ones = [i for i, option in enumerate(options) if frame.holds(option["when"], state)]
    if not open_ones:
        return move.jump(state, move.to)
    if len(open_ones) == 1:
        return move.jump(state, move.blocks[open_ones[0]])
    preferred = next((i for i in open_ones if _preferred(frame, keys, options[i], state)), None)
    return Choose(keys["who"], lambda: open_ones, lambda i: move.jump(state, move.blocks[i]), preferred, state)


def _preferred(frame: Frame, keys: Mapping[str, Any], option: Mapping[str, Any], state: State) -> bool:
    """Whether the file takes an option where nobody decides: the one that the step names, or by its own condition."""
    wish = option["prefer"]
    return bool(option["name"] == keys.get("prefer") or (wish is not None and frame.holds(wish, state)))


def _number(frame: Frame, move: Move, state: State) -> Any:
    """A number from a range; where it holds just one, or none at all, there is nothing to decide."""
    keys = move.step.keys
    least = frame.value(keys["from"], state) if "from" in keys else 0
    most = max(least, frame.value(keys["to"], state))
    if most - least >= frame.limits.options:
        raise fail(
            "limit",
            f"a number from {least:,} to {most:,} is to be chosen; "
            f"a decision has at most {frame.limits.options:,} options",
            move.step.span,
            "make the range smaller, or raise the limit: Limits(options=N)",
        )

    def named(number: int) -> Any:
        return move.jump(state, move.to, names=frame.named(state, keys["name"], number))

    if least == most:
        return named(least)
    wish = max(least, min(most, frame.value(keys["prefer"], state))) if "prefer" in keys else None
    return Choose(keys["who"], lambda: range(least, most + 1), named, wish, state)


CHOOSE = Op(
    name="choose",
    title="a choose step",
    doc="A player chooses one of several ways to go on; or a number within a range, which gets a name.",
    run=_choose,
    keys=(
        Key("who", "who", "The player who chooses.", "roller", required=True),
        Key(
            "options",
            "options",
            "The ways: each a name, perhaps a condition, its steps, and perhaps when it is preferred.",
            [{"name": "stop", "steps": []}, {"name": "push", "when": "dice >= 1", "steps": [{"do": "reroll"}]}],
        ),
        Key("name", "binds", "The name of the number that is chosen.", "spent"),
        Key("from", "expression", "The least number that can be chosen; 0 if it is left out.", "1"),
        Key("to", "expression", "The greatest number that can be chosen.", "luck"),
        Key(
            "prefer",
            "option",
            "What is taken unless asked: the name of an option, or the number (the nearest that can be chosen). "
            "Instead of it, options may say `prefer:` themselves. Where nothing is preferred, the check's aim decides.",
            "stop",
        ),
    ),
    one_of=("options", "name"),
    examples=(
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {
                    "do": "choose",
                    "who": "roller",
                    "prefer": "again",
                    "options": [
                        {"name": "stand", "steps": []},
                        {"name": "again", "when": "total <= 2", "steps": [{"do": "reroll"}]},
                    ],
                },
            ),
            "total",
            {1: "1/8", 2: "1/8", 3: "3/8", 4: "3/8"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {
                    "do": "choose",
                    "who": "roller",
                    "options": [
                        {"name": "again", "prefer": "total <= 2", "steps": [{"do": "reroll"}]},
                        {"name": "stand", "prefer": True, "steps": []},
                    ],
                },
            ),
            "total",
            {1: "1/8", 2: "1/8", 3: "3/8", 4: "3/8"},
        ),
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {"do": "choose", "who": "roller", "name": "spent", "to": 2, "prefer": "4 - total"},
            ),
            "total + spent",
            {3: "1/4", 4: "3/4"},
        ),
    ),
)


def _stop(frame: Frame, move: Move, state: State) -> Any:
    return move.jump(state, move.to)


STOP = Op(
    name="stop",
    title="a stop step",
    doc="Ends the check here; results and outcome are read as things stand.",
    run=_stop,
    examples=(
        Example(
            (
                {"do": "let", "name": "n", "value": 1},
                {"do": "stop", "when": "n == 1"},
                {"do": "let", "name": "n", "value": 2},
            ),
            "n",
            {1: "1"},
        ),
    ),
)
