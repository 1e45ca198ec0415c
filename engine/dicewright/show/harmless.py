"""Text of strangers made harmless before it is shown: nothing in it steers a terminal, a log, or the reader's eye."""

from __future__ import annotations

import re

LONGEST = 2_000

_UNSEEN = (0x200B, *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
_VISIBLE = {
    **dict.fromkeys((*range(128, 160), *_UNSEEN, *range(55296, 57344)), "�"),
    **{code: chr(0x2400 + code) for code in range(0x20)},
    0x7F: "\u2421",
}
_COMMAND = re.compile(r"(?m)^(\s*):(?=:)|##(?=\[)")
_UNSAFE = re.compile("[\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]|(?<=##)\\[")


def visible(text: str) -> str:
    """The text on one line, each character that is not seen replaced by one that is; so columns stay as they are."""
    return text.translate(_VISIBLE)


def line(text: str) -> str:
    """The same, of a text that may be very long."""
    return visible(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def uncommanded(text: str) -> str:
    """Text for a log. Those of build services take `::` at the beginning of a line, and `##[`, as orders to them."""
    return _COMMAND.sub(lambda found: f"{found[1]}: " if found[1] is not None else "# #", text)


def escaped(json: str) -> str:
    """JSON text whose strings hold no character that is not seen, other than as an escape."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json)
