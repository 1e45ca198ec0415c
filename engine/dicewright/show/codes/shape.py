"""Problem codes: what stands where in a file."""

from __future__ import annotations

from .code import Code

# fmt: off
SHAPE = {
    "bad-id": Code(
        "A name is not written as names are.",
        "Use lower-case letters, digits and _, and begin with a letter.",
    ),
    "empty-value": Code(
        "A key has no value, or one that stands for nothing.",
        "Write a value, take the key out, or quote a value that begins with #.",
    ),
    "list-length": Code(
        "A list has too few or too many items.",
        "Add or take out items.",
    ),
    "missing-key": Code(
        "A block lacks a key that it needs.",
        "Add the key; `dicewright explain WORD` shows what a step needs.",
    ),
    "number-range": Code(
        "A number is below or above what can stand here.",
        "Write one within the range.",
    ),
    "shape": Code(
        "A value does not fit the place where it stands.",
        "Compare it with the example that the editor shows for the key.",
    ),
    "text-length": Code(
        "A text is too short or too long.",
        "Shorten it, or write one.",
    ),
    "type": Code(
        "A value is of another kind than can stand here, such as text instead of a number.",
        "Write a value of the kind that the message names.",
    ),
    "unknown-key": Code(
        "A block holds a key that means nothing there.",
        "Correct its spelling, or take it out.",
    ),
    "unknown-word": Code(
        "A word stands where only certain words can.",
        "Write one of the words that the message lists.",
    ),
    "yes-no": Code(
        "A yes or no is written as text.",
        "Write true or false, without quotes.",
    ),
}
# fmt: on
