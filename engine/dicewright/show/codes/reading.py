"""Problem codes: what the text of a file is read for."""

from __future__ import annotations

from .code import Code

# fmt: off
READING = {
    "alias": Code(
        "`*name` would repeat a value from elsewhere in the file.",
        "Write the value out, or quote text that begins with *.",
        says="`{word}` is an alias, which cannot be used here",
        wrong="symbols: {hit: {}, star: *hit}",
        right="symbols: {hit: {}, star: {}}",
    ),
    "anchor": Code(
        "`&name` would name a value to repeat it elsewhere.",
        "Write the value out in each place, or quote text that begins with &.",
        says="`{word}` is an anchor, which cannot be used here",
        wrong="symbols: &all {hit: {}}",
        right="symbols: {hit: {}}",
    ),
    "bad-character": Code(
        "The file holds a character that cannot be shown.",
        "Take it out; it is often left over from copying.",
        says="this text holds a character that cannot be shown ({number})",
        wrong='summary: "\\e[1mA game"',
        right='summary: "A game"',
    ),
    "bad-key": Code(
        "Something stands before a colon that is no name of a key.",
        "Write a key as plain text, and quote text that begins with [ or {.",
        says="a key is a piece of text, not {what}",
        wrong="symbols: {[hit]: {}}",
        right="symbols: {hit: {}}",
    ),
    "bare-comma": Code(
        "A comma between brackets ends a value too early, because it stands between { and }.",
        "Put quotes around the whole value.",
        says="between { and } a comma ends this value too early",
        wrong="checks: {c: {results: {most: max(1, total)}, steps: [{do: roll}]}}",
        right="checks: {c: {results: {most: 'max(1, total)'}, steps: [{do: roll}]}}",
    ),
    "directive": Code(
        "A line begins with %, which YAML takes as an order to the reader.",
        "Take the line out.",
        says="a line cannot begin with % here",
        wrong='>>> dicewright.loads("%YAML 1.2")',
        right="summary: 100 % luck",
    ),
    "duplicate-key": Code(
        "A key is written twice in the same block, and one of the two would be lost.",
        "Join the two, or give one of them another name.",
        says="`{key}` is written twice in the same block; YAML readers keep only the last",
        wrong=(
            "dice:\n"
            "  d6: {sides: 6}\n"
            "  d6: {sides: 8}"
        ),
        right=(
            "dice:\n"
            "  d6: {sides: 6}\n"
            "  d8: {sides: 8}"
        ),
    ),
    "empty-file": Code(
        "The file holds nothing but comments.",
        "Write a system into it; the README has one of 25 lines.",
        says="the file holds nothing",
        wrong='>>> dicewright.loads("# nothing yet")',
        right=(
            "# a beginning\n"
            "summary: A game."
        ),
    ),
    "file-too-large": Code(
        "The file has more bytes than are read.",
        "Split it, or raise the limit.",
        says="the file has more than {number} bytes; that is the limit",
        wrong='>>> dicewright.loads("#" * 2_000_000)',
        right="summary: A game.",
    ),
    "leading-zero": Code(
        "A number begins with a zero, which some readers of YAML take as base eight.",
        "Take the zero out, or quote the text.",
        says="`{number}` begins with a zero, which readers of YAML take differently",
        wrong="dice: {d6: {sides: 06}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "merge-key": Code(
        "`<<` would merge another block into this one.",
        "Write the keys out here.",
        says="`<<` would merge another block into this one",
        wrong="dice: {d6: {<<: {sides: 6}}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "not-a-number": Code(
        "`.nan` and `.inf` are nothing to count with.",
        "Write a whole number, or quote the text.",
        says="`{word}` is not a number to count with",
        wrong="dice: {d6: {sides: .inf}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "not-utf8": Code(
        "The file is not saved as UTF-8 text.",
        "Save it as UTF-8 in your editor.",
        says="the file is not UTF-8 text from here on",
        wrong='>>> dicewright.loads(b"name: \\xff")',
        right="summary: A game for café tables.",
    ),
    "not-yaml": Code(
        "The text breaks the rules of YAML here, so the rest cannot be read.",
        "Look at the quotes, brackets, colons and spaces at this place.",
        says="a colon stands in text without quotes",
        wrong="summary: luck: good or bad",
        right='summary: "luck: good or bad"',
    ),
    "number-too-large": Code(
        "A number is beyond a thousand million.",
        "Write a smaller one, or quote it if it is text.",
        says="`{number}` is beyond {limit}, the limit for numbers",
        wrong="dice: {d6: {sides: 99999999999}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "octal-or-hex": Code(
        "A number is not written in base ten.",
        "Write it in base ten, or quote it if it is text.",
        says="`{number}` is not written in base ten",
        wrong="dice: {d6: {sides: 0x6}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "second-document": Code(
        "`---` begins a second document, and a file holds one system.",
        "Move the second one to a file of its own.",
        says="a second document begins here; a file holds one",
        wrong=(
            "summary: one\n"
            "---\n"
            "summary: two"
        ),
        right="summary: one",
    ),
    "tag": Code(
        "A word with ! in front would change how YAML reads a value.",
        "Take it out, or quote text that begins with !.",
        says="`{word}` is a tag, which cannot be used here",
        wrong="dice: {d6: !die {sides: 6}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "too-deep": Code(
        "Blocks and lists stand in each other deeper than are read.",
        "Flatten them.",
        says="this stands more than {number} levels deep",
        wrong='>>> dicewright.loads("a: " + "[" * 40 + "]" * 40)',
        right="dice: {d6: {faces: [1, 2, 3]}}",
    ),
    "too-many-nodes": Code(
        "The file holds more keys and values than are read, or comes to more as many entries are `like` a large one.",
        "Split it, or let fewer entries be like a large one.",
        says="the file holds more than {number} keys and values",
        wrong='>>> dicewright.loads("a: [" + "1, " * 60_000 + "]")',
        right="dice: {d6: {faces: [1, 2, 3]}}",
    ),
}
# fmt: on
