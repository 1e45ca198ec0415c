"""Problem codes: parts of a system that do not go together."""

from __future__ import annotations

from .code import Code

# fmt: off
RULES = {
    "cancel-conflict": Code(
        "A symbol stands in two cancelling pairs.",
        "Leave it in one pair; a cancel step can have other `pairs`.",
    ),
    "circle": Code(
        "Files or entries build on each other in a circle.",
        "Let one of them stand on its own.",
    ),
    "cycle": Code(
        "Symbols count as each other in a circle.",
        "Take one `counts_as` of the circle out.",
    ),
    "die-faces": Code(
        "The faces of a die cannot be told.",
        "Give it either `sides` or `faces`; each face is blank, one number, symbols, or a number and symbols.",
    ),
    "face-parts": Code(
        "A face is asked for that no die can have.",
        "A face is blank, or shows one number, or symbols, or a number and symbols.",
    ),
    "idle-key": Code(
        "A key stands where it does nothing.",
        "Take it out, or add what it goes with.",
    ),
    "input-default": Code(
        "The default of an input is not of the type of the input.",
        "Write a default that a caller could give, too.",
    ),
    "input-options": Code(
        "An input of type choice has nothing to choose from.",
        "List its `options`.",
    ),
    "input-range": Code(
        "A number is out of the range of an input.",
        "Change the number, or the `min` and `max` of the input.",
    ),
    "input-type": Code(
        "The value of an input is not of the type of the input.",
        "Give a value of its type; `dicewright show` lists the inputs of a check.",
    ),
    "key-needed": Code(
        "A step lacks a key that goes with another one.",
        "Add the key that the message names.",
    ),
    "ladder-conflict": Code(
        "A rung of a ladder does not fit there: it is on it twice, or on another one, or of the other kind.",
        "Let a ladder hold dice or properties, each once, and a property stand on one ladder only.",
    ),
    "list-edit": Code(
        "A list of the base is changed in a way that cannot be done.",
        "Write first or last with a list, without with names, and before, after, instead or change by name.",
    ),
    "no-end": Code(
        "A sequence has nothing that ends it.",
        "Give it `times`, or a condition under `until`.",
    ),
    "no-expectation": Code(
        "A test expects nothing, so it could not fail.",
        "Give it an `expect` with an outcome or results, or `odds`.",
    ),
    "no-pairs": Code(
        "A cancel step has nothing to cancel.",
        "Write `cancels` for the system, or `pairs` in the step.",
    ),
    "no-preference": Code(
        "A player decides, and nothing says how when nobody is asked.",
        "Add `prefer` to the step, or an `aim` to the check.",
    ),
    "number": Code(
        "A probability or a mean in a test is no number, or cannot be one.",
        "Write 3/8, 37.5% or 0.375, or [from, to].",
    ),
    "one-of": Code(
        "Of several keys exactly one can stand, and there is none or more than one.",
        "Keep the one that is meant.",
    ),
    "one-side": Code(
        "A contest or a sequence has a single side.",
        "Name a second one; a contest may let there be `more` of it, and a sequence have a `check` instead.",
    ),
    "opposes-conflict": Code(
        "A property opposes itself, or two others.",
        "Let each property have one opposite.",
    ),
    "pair-itself": Code(
        "A pair step sets dice against just the dice that it selects.",
        "Say in `against` which other dice are meant.",
    ),
    "per-player": Code(
        "`per` stands in a step in which a player or chance decides.",
        "Use `per` with `pick: highest` or `pick: lowest`.",
    ),
    "table-rows": Code(
        "The rows of a table overlap, leave a gap or run backwards.",
        "Begin each row one above the end of the row before it.",
    ),
    "too-many-bases": Code(
        "Too many files build on each other.",
        "Join some of them.",
    ),
    "too-many-symbols": Code(
        "A symbol counts as more others than are followed.",
        "Let it count as fewer.",
    ),
    "trigger-step": Code(
        "A trigger is, or holds, a step that only a check can have.",
        "Put phases and stops into the check itself.",
    ),
    "unreachable-outcome": Code(
        "An outcome can never be the verdict.",
        "Move it up, or change its condition; the one without a condition comes last.",
    ),
}
# fmt: on
