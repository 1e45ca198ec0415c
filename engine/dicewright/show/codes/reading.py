"""Problem codes: what the text of a file is read for."""

from __future__ import annotations

from .code import Code

# fmt: off
READING = {
    "alias": Code(
        "`*name` would repeat a value from elsewhere in the file.",
        "Write the value out, or quote text that begins with *.",
    ),
    "anchor": Code(
        "`&name` would name a value to repeat it elsewhere.",
        "Write the value out in each place, or quote text that begins with &.",
    ),
    "bad-character": Code(
        "The file holds a character that cannot be shown.",
        "Take it out; it is often left over from copying.",
    ),
    "bad-key": Code(
        "Something stands before a colon that is no name of a key.",
        "Write a key as plain text, and quote text that begins with [ or {.",
    ),
    "directive": Code(
        "A line begins with %, which YAML takes as an order to the reader.",
        "Take the line out.",
    ),
    "duplicate-key": Code(
        "A key is written twice in the same block, and one of the two would be lost.",
        "Join the two, or give one of them another name.",
    ),
    "empty-file": Code(
        "The file holds nothing but comments.",
        "Write a system into it; the README has one of 25 lines.",
    ),
    "file-too-large": Code(
        "The file has more bytes than are read.",
        "Split it, or raise the limit.",
    ),
    "leading-zero": Code(
        "A number begins with a zero, which some readers of YAML take as base eight.",
        "Take the zero out, or quote the text.",
    ),
    "merge-key": Code(
        "`<<` would merge another block into this one.",
        "Write the keys out here.",
    ),
    "not-a-number": Code(
        "`.nan` and `.inf` are nothing to count with.",
        "Write a whole number, or quote the text.",
    ),
    "not-utf8": Code(
        "The file is not saved as UTF-8 text.",
        "Save it as UTF-8 in your editor.",
    ),
    "not-yaml": Code(
        "The text breaks the rules of YAML here, so the rest cannot be read.",
        "Look at the quotes, brackets, colons and spaces at this place.",
    ),
    "number-too-large": Code(
        "A number is beyond a thousand million.",
        "Write a smaller one, or quote it if it is text.",
    ),
    "octal-or-hex": Code(
        "A number is not written in base ten.",
        "Write it in base ten, or quote it if it is text.",
    ),
    "second-document": Code(
        "`---` begins a second document, and a file holds one system.",
        "Move the second one to a file of its own.",
    ),
    "tag": Code(
        "A word with ! in front would change how YAML reads a value.",
        "Take it out, or quote text that begins with !.",
    ),
    "too-deep": Code(
        "Blocks and lists stand in each other deeper than are read.",
        "Flatten them.",
    ),
    "too-many-nodes": Code(
        "The file holds more keys and values than are read.",
        "Split it.",
    ),
}
# fmt: on
