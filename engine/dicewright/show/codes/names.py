"""Problem codes: names and expressions."""

from __future__ import annotations

from .code import Code

# fmt: off
NAMES = {
    "ambiguous-item": Code(
        "A change of a list names an item that stands there several times.",
        "Give the item that is meant an `id:` where it stands, and name that.",
    ),
    "ambiguous-name": Code(
        "A name stands for two things where it is used: a word of an input and a result, say.",
        "Give one of them another name; for a word of an input its number can be written instead.",
    ),
    "die-never-added": Code(
        "A step selects a kind of die that no step brings to the table.",
        "Add the die before, or take its name out of `dice`.",
    ),
    "duplicate-id": Code(
        "Two steps of a check have the same id.",
        "Give one of them another.",
    ),
    "duplicate-option": Code(
        "Two options have the same name, so nobody could choose between them.",
        "Give one of them another name.",
    ),
    "duplicate-outcome": Code(
        "An outcome stands in the list twice.",
        "Join their conditions with `or`.",
    ),
    "duplicate-test": Code(
        "Two tests have the same name.",
        "Say in the name what differs.",
    ),
    "expression": Code(
        "An expression cannot be read or uses what expressions do not have.",
        "Use whole numbers, names, + - * // %, comparisons, and, or, not, `x if c else y` and functions.",
    ),
    "let-reads-dice": Code(
        "A `let:` of a check looks at dice, and is worked out before there are any.",
        "Use a let step behind the roll.",
    ),
    "missing-input": Code(
        "A check is rolled without an input that it needs.",
        "Give the input, or give it a `default`.",
    ),
    "name-clash": Code(
        "A new name is that of an input or a symbol already.",
        "Choose another name.",
    ),
    "name-too-early": Code(
        "An expression reads a name that gets its number only later.",
        "Move the step that gives it a number up, or this one down.",
    ),
    "not-inherited": Code(
        "Something is changed, taken out or built on that is not there below.",
        "Name it as it is named there; the message lists what there is.",
    ),
    "phase-twice": Code(
        "A phase stands in a check twice, so its triggers would run twice.",
        "Give one of the two another name.",
    ),
    "reserved-name": Code(
        "A name has a meaning in expressions already.",
        "Choose another name.",
    ),
    "unknown-check": Code(
        "There is no check of this name.",
        "Correct the name, or write the check.",
    ),
    "unknown-die": Code(
        "There is no die of this name.",
        "Correct the name, or define the die under `dice`.",
        says="there is no die `{name}`",
        wrong="- {do: add, die: d8}",
        right="- {do: add, die: d6}",
    ),
    "unknown-effect": Code(
        "There is no effect of this name.",
        "Correct the name, or define it under `effects`.",
    ),
    "unknown-face": Code(
        "No die that is meant here has such a face.",
        "Compare it with the faces of the die.",
    ),
    "unknown-function": Code(
        "Expressions have no function of this name.",
        "Use one of those that `dicewright explain` lists.",
    ),
    "unknown-input": Code(
        "The check has no input of this name.",
        "Correct the name, or add it to `inputs`.",
    ),
    "unknown-ladder": Code(
        "There is no ladder of dice of this name.",
        "Correct the name, or define the ladder under `ladders`.",
    ),
    "unknown-name": Code(
        "An expression uses a name that means nothing there.",
        "Use an input, a symbol, or a name that a step before gives a number.",
    ),
    "unknown-option": Code(
        "A choice prefers an option that it does not offer.",
        "Name one of its options.",
    ),
    "unknown-outcome": Code(
        "The check has no outcome of this name.",
        "Correct the name, or add it to `outcomes`.",
    ),
    "unknown-phase": Code(
        "A trigger waits for a phase that no check has.",
        "Correct the name, or add a phase step to the check.",
    ),
    "unknown-property": Code(
        "There is no property of this name.",
        "Correct the name, or define it under `properties`.",
    ),
    "unknown-result": Code(
        "The check has no result of this name.",
        "Correct the name, or add it to `results`.",
    ),
    "unknown-rung": Code(
        "A rung of a ladder is neither a die nor a property.",
        "Correct the name, or define the die or the property.",
    ),
    "unknown-side": Code(
        "There is no side of this name in the contest.",
        "Name one that it has, or where it may be repeated its name and a number from 2 on.",
    ),
    "unknown-step": Code(
        "A test says that it reaches something that is not there.",
        "Name a step by its `id:`, a phase, a property or an effect.",
    ),
    "unknown-symbol": Code(
        "There is no symbol of this name.",
        "Correct the name, or define it under `symbols`.",
    ),
    "unknown-table": Code(
        "There is no table of this name.",
        "Correct the name, or define it under `tables`.",
    ),
    "unknown-tag": Code(
        "A step selects dice by a tag that no step gives.",
        "Correct the word, or add a tag step before.",
    ),
    "where-together": Code(
        "A condition compares dice in a step that throws one die after the other.",
        "Look at the die alone, or wrap the step in a repeat step.",
    ),
}
# fmt: on
