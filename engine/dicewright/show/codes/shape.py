"""Problem codes: what stands where in a file."""

from __future__ import annotations

from .code import Code

# fmt: off
SHAPE = {
    "bad-id": Code(
        "A name is not written as names are.",
        "Use lower-case letters, digits and _, and begin with a letter.",
        says="`{name}` cannot be a name",
        wrong="dice: {d6: {sides: 6}, Big Die: {sides: 8}}",
        right="dice: {d6: {sides: 6}, big_die: {sides: 8}}",
    ),
    "empty-value": Code(
        "A key has no value, or one that stands for nothing.",
        "Write a value, take the key out, or quote a value that begins with #.",
        says="{key} is empty; is a # in the way?",
        wrong=(
            "symbols:\n"
            "  hit:\n"
            "    glyph: #"
        ),
        right=(
            "symbols:\n"
            "  hit:\n"
            '    glyph: "#"'
        ),
    ),
    "list-length": Code(
        "A list has too few or too many items.",
        "Add or take out items.",
        says="{list} has no items; it needs at least {number}",
        wrong="dice: {d6: {sides: 6}, luck: {faces: []}}",
        right="dice: {d6: {sides: 6}, luck: {faces: [blank, 1]}}",
    ),
    "missing-key": Code(
        "A block lacks a key that it needs.",
        "Add the key; `dicewright explain WORD` shows what a step needs.",
        says="{block} needs `{key}`",
        wrong="- {die: d6}",
        right="- {do: add, die: d6}",
    ),
    "number-range": Code(
        "A number is below or above what can stand here.",
        "Write one within the range.",
        says="{key} is {what fits}, not {number}",
        wrong="dice: {d6: {sides: 0}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "shape": Code(
        "A value does not fit the place where it stands.",
        "Compare it with the example that the editor shows for the key.",
        says="{key} does not fit here as {what stands there}",
    ),
    "text-length": Code(
        "A text is too short or too long.",
        "Shorten it, or write one.",
        says="{text} has no characters; it needs at least {number}",
        wrong="dice: {d6: {sides: 6, label: ''}}",
        right="dice: {d6: {sides: 6, label: Die}}",
    ),
    "type": Code(
        "A value is of another kind than can stand here, such as text instead of a number.",
        "Write a value of the kind that the message names.",
        says="{key} is {what fits}, not {what stands there}",
        wrong="dice: {d6: {sides: six}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "unknown-key": Code(
        "A block holds a key that means nothing there.",
        "Correct its spelling, or take it out.",
        says="{block} has no `{key}`; did you mean `{key}`?",
        wrong="dice: {d6: {sidse: 6}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "unknown-word": Code(
        "A word stands where only certain words can.",
        "Write one of the words that the message lists.",
        says="there is no step `{word}`; did you mean `{word}`?",
        wrong="- {do: rol}",
        right="- {do: roll}",
    ),
    "yes-no": Code(
        "A yes or no is written as text.",
        "Write true or false, without quotes.",
        says="{key} is true or false; `{word}` is text in YAML 1.2",
        wrong="- {do: reroll, where: value == 1, until_clear: yes}",
        right="- {do: reroll, where: value == 1, until_clear: true}",
    ),
}
# fmt: on
