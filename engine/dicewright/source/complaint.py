"""What a schema complains about, said in the author's words.

A schema gives the nouns: `title` on a block of keys is "a die", on a plain value "an expression".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import Edit, Fix, Problem, Span, either
from .guess import Guesses
from .read import Node
from .shape import DISPATCH, Schema

Path = tuple[str | int, ...]


_KINDS = {
    "object": "a block of keys",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "empty",
}
_YES, _NO = ("y", "yes", "on", "true"), ("n", "no", "off", "false")
# Words of other languages for the keys of this one.
_OTHERWISE = {"if": "when", "condition": "when", "filter": "where", "amount": "count", "reason": "because"}
_NAME = "^[a-z][a-z0-9_"
_NAME_NOTE = "a name has lower-case letters, digits{} and _, begins with a letter and is at most 64 long"


_DIE = re.compile(r"[dD]?([1-9]\d{0,2})")
_SPREAD = re.compile(r"-?\d+ *(?:-|\.{2,3}|–|to) *-?\d+")


def pointed(whole: Schema, schema: Schema) -> Schema:
    """The schema that a local `$ref` names."""
    here: Any = whole
    for part in str(schema["$ref"]).removeprefix("#").strip("/").split("/"):
        here = here[part] if part else here
    return here if isinstance(here, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Case:
    """One complaint of the schema: about the value at `path`, or about the key that ends it."""

    root: Node
    whole: Schema
    path: Path
    schema: Schema
    keyword: str
    nouns: tuple[str | None, ...]  # what each level of the path is called, the root first
    guess: Guesses
    depth: int  # how far inside the schema; what lies deeper knows more
    on_key: bool = False

    @property
    def node(self) -> Node:
        return self.root.at(self.path)

    @property
    def wanted(self) -> Any:
        return self.schema[self.keyword]

    @property
    def here(self) -> str:
        """The value itself, named: a die, `dice`."""
        return self.nouns[-1] or (_step_name(self.path[-1]) if self.path else "the file")

    @property
    def subject(self) -> str:
        """The value by way of what it belongs to: `limit` of a reroll step, item 2 of `faces` of a die."""
        if not self.path:
            return self.here
        level = len(self.path) - 1
        parts = [_step_name(self.path[level])]
        while level and self.nouns[level] is None:
            level -= 1
            parts.append(_step_name(self.path[level]))
        return " of ".join(filter(None, (*parts, self.nouns[level])))

    def key_span(self, path: Path) -> Span:
        """Where the key that ends a path stands; for what has none, where the value stands."""
        keys = self.root.at(path[:-1]).keys if path else {}
        return keys.get(str(path[-1]), self.root.at(path).span) if path else self.root.span


@dataclass(frozen=True, slots=True)
class Finding:
    path: Path
    problem: Problem
    meant: Path = ()  # the key that a misspelt one stands for, which is then not missing too
    on_key: bool = False
    reads_as: str = ""  # the key or the step that a misspelt one, at the path, is read as


def _step_name(step: str | int) -> str:
    return f"`{_short(step)}`" if isinstance(step, str) else f"item {step + 1}"


def _short(text: str, most: int = 40) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def _listed(words: Sequence[Any], most: int = 15) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(map(str, words[:most])) + more


def _bare(noun: str) -> str:
    return re.sub("^(a|an|the) ", "", noun)


def _as_wanted(schema: Schema, whole: Schema) -> str:
    """What a value ought to be: a whole number from 1 to 100, an expression, text."""
    while "$ref" in schema:
        schema = pointed(whole, schema)
    if "anyOf" in schema:
        return either([_as_wanted(each, whole) for each in schema["anyOf"]])
    kind = schema.get("type")
    kinds = [kind] if isinstance(kind, str) else list(kind or ())
    title = str(schema.get("title", ""))
    if title.startswith(("a ", "an ", "one ")) and not {"object", "array"} & set(kinds):
        return title + _as_range(schema)
    if "const" in schema:
        return f"{schema['const']}"
    return either([_KINDS.get(each, each) for each in kinds] or ["a word"]) + _as_range(schema)


def _as_range(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""


def _as_found(node: Node) -> str:
    if isinstance(node.value, str):
        return f'the text "{_short(node.value)}"'
    if isinstance(node.value, bool):
        return str(node.value).lower()
    if isinstance(node.value, int | float):
        return f"the number {_short(node.raw)}"
    return "a list" if isinstance(node.value, tuple) else "a block of keys" if node.value is not None else "nothing"


def _one(case: Case, code: str, message: str, *notes: str, write: str | None = None) -> Iterator[Finding]:
    """A finding about the value of a case, or about its key; `write` is what is sure to be meant."""
    where = case.key_span(case.path) if case.on_key else case.node.span
    fixes = () if write is None else (Fix((Edit(where, write),)),)
    yield Finding(case.path, Problem(code, message, where, notes, fixes=fixes), on_key=case.on_key)


def _unknown_keys(case: Case) -> Iterator[Finding]:
    known = list(case.schema.get("properties", ()))
    written = case.node.keys
    for key in (each for each in written if each not in known):
        # A key without a space after its colon, `do:roll`, holds its value too.
        free = [each for each in known if each not in written]
        word = key.partition(":")[0]
        word = _OTHERWISE.get(word, word)
        yield _no_such_key(case, key, case.guess.near(word, free), known, case.guess.asked(word, free))


def _no_such_key(case: Case, key: str, near: str | None, known: Sequence[str], asked: str) -> Finding:
    path = (*case.path, key)
    before, colon, after = key.partition(":")
    notes = [f"put a space after the colon: `{before}: {_short(after)}`"] if colon and before in known else []
    if " " in key and not colon and (value := case.node.get(key)) and value.value is None and not value.raw:
        notes += ["no colon follows it; if it belongs to the text before its comma, quote all of that text"]
    notes += [f"keys of {case.here}: {_listed(known, 20)}"]
    where = case.key_span(path)
    parted = colon and before in known and where.width == len(key)
    fixes = (Fix((Edit(where, f"{before}: {after}"),)),) if parted else ()
    problem = Problem("unknown-key", f"{case.here} has no `{_short(key)}`{asked}", where, tuple(notes), fixes=fixes)
    return Finding(path, problem, (*case.path, near) if near else (), reads_as=near or "")


def _missing_keys(case: Case) -> Iterator[Finding]:
    known = case.schema.get("properties", {})
    written = case.node.keys
    for key in () if case.node.partial else case.wanted:
        if key in written:
            continue
        words = {each.partition(":")[0]: each for each in written if each not in known}
        if slip := words.get(case.guess.near(key, words) or ""):
            yield _no_such_key(case, slip, key, list(known), f"; did you mean `{key}`?")
            continue
        word = next((each for each in written if each in _kinds_of(known)), None) if key == DISPATCH else None
        notes = (f"write {{{DISPATCH}: {word}}}, with its keys behind it",) if word else ()
        problem = Problem("missing-key", f"{case.here} needs `{key}`", case.key_span(case.path), notes)
        yield Finding((*case.path, key), problem)


def _kinds_of(known: Schema) -> Sequence[str]:
    """The words that tell blocks with these keys apart: those of all steps."""
    words: Sequence[str] = known.get(DISPATCH, {}).get("enum", ())
    return words


def _type(case: Case) -> Iterator[Finding]:
    node = case.node
    if node.value is None:
        return _empty(case)
    if case.wanted == "boolean" and isinstance(node.value, str) and node.value.lower() in (*_YES, *_NO):
        return _yes_no(case)
    message = f"{case.subject} is {_as_wanted(case.schema, case.whole)}, not {_as_found(node)}"
    wanted = _as_wanted(case.schema, case.whole)
    return _one(case, "type", message, *_type_notes(case, wanted), write=_as_meant(case, wanted))


def _as_meant(case: Case, wanted: str) -> str | None:
    """How a value of another kind is written, where its text leaves no doubt."""
    value = case.node.value
    if "a whole number" in wanted and isinstance(value, float) and value.is_integer():
        return str(int(value))
    if "a whole number" in wanted and isinstance(value, str) and re.fullmatch(r"[-+]?[1-9]\d*", value):
        return value
    if wanted.startswith("text") and isinstance(value, bool | int | float):
        return f'"{case.node.raw}"'
    return None


def _type_notes(case: Case, wanted: str) -> Iterator[str]:
    value, raw = case.node.value, case.node.raw
    if "a whole number" in wanted and isinstance(value, float) and value.is_integer():
        yield f"write {int(value)}"
    elif "a whole number" in wanted and isinstance(value, str) and re.fullmatch(r"[-+]?\d[\d_]*", value):
        yield (
            f"write {value.replace('_', '')} without quotes" if "_" not in value else f"write {value.replace('_', '')}"
        )
    elif "a whole number" in wanted and isinstance(value, bool):
        yield f"write {int(value)}: what holds is 1, and what does not is 0"
    elif "a whole number" in wanted and isinstance(value, str) and (die := _DIE.fullmatch(value)):
        yield f"write {die[1]}"
    elif wanted.startswith("text") and isinstance(value, bool | int | float):
        yield f'quote it: "{_short(raw)}"'
    elif "a list" in wanted and _SPREAD.fullmatch(raw):
        yield "write its items one by one, as in [1, 2, 3]"
    elif "a list" in wanted and isinstance(value, Mapping):
        yield "each item of a list begins with `- `"
    elif "a block of keys" in wanted and isinstance(value, tuple):
        yield "a block has a key and a colon in each line, and no `- ` before them"
    elif "a list" in wanted:
        yield f"a list of one is written [{_short(raw)}]"
    elif "a block of keys" in wanted and isinstance(value, str) and (found := re.match(r"([\w-]+):(\S+)", value)):
        yield f"put a space after the colon: `{found[1]}: {_short(found[2])}`"
    elif "a block of keys" in wanted:
        properties = case.schema.get("properties", {})
        if kinds := _kinds_of(properties):
            yield f"write {{{DISPATCH}: {case.guess.near(raw, kinds) or kinds[0]}}}"
            return
        if "sides" in properties and (die := _DIE.fullmatch(raw)):
            yield f"write {{sides: {die[1]}}}"
        yield from [f"keys of {case.here}: {_listed(list(properties))}"] if properties else []


def _empty(case: Case) -> Iterator[Finding]:
    if case.node.raw:
        note = "write a value, or take the key out"
        return _one(case, "empty-value", f"{case.subject} is empty: `{case.node.raw}` stands for nothing", note)
    message, note = f"{case.subject} is empty; is a # in the way?", "a # begins a comment; put quotes around the value"
    return iter([Finding(case.path, Problem("empty-value", message, case.key_span(case.path), (note,)))])


def _yes_no(case: Case) -> Iterator[Finding]:
    word = str(case.node.value)
    meant = "true" if word.lower() in _YES else "false"
    if word.lower() == meant:
        message = f'{case.subject} is true or false; "{word}" in quotes is text'
        return _one(case, "yes-no", message, f"write `{meant}` without quotes", write=meant)
    return _one(
        case,
        "yes-no",
        f"{case.subject} is true or false; `{word}` is text in YAML 1.2",
        f"write `{meant}`",
        write=meant,
    )


def _unknown_word(case: Case) -> Iterator[Finding]:
    node, words = case.node, list(case.wanted) if case.keyword == "enum" else [case.wanted]
    if node.value is None:
        return _empty(case)
    if case.keyword == "const":
        return _one(case, "unknown-word", f"{case.subject} is {case.wanted}, not {_as_found(node)}")
    if not isinstance(node.value, str):
        wanted = either([f"`{word}`" for word in words]) if len(words) < 5 else "a word"
        message = f"{case.subject} is {wanted}, not {_as_found(node)}"
        return _one(case, "type", message, f"it can be: {_listed(words)}")
    word, asked = _short(node.value), case.guess.asked(node.value, map(str, words))
    kind = _bare(case.nouns[-2] or "step") if len(case.nouns) > 1 else "step"
    if case.path[-1:] == (DISPATCH,):
        problem = Problem(
            "unknown-word", f"there is no {kind} `{word}`{asked}", node.span, (f"{kind}s: {_listed(words)}",)
        )
        return iter([Finding(case.path, problem, reads_as=case.guess.near(node.value, map(str, words)) or "")])
    return _one(case, "unknown-word", f"{case.subject} cannot be `{word}`{asked}", f"it can be: {_listed(words)}")


def _range(case: Case) -> Iterator[Finding]:
    wanted = _as_wanted(case.schema, case.whole)
    return _one(case, "number-range", f"{case.subject} is {wanted}, not {_short(case.node.raw)}")


def _length(case: Case) -> Iterator[Finding]:
    if case.node.partial:
        return iter(())
    value = case.path[-1] if case.on_key else case.node.value
    size = len(value) if isinstance(value, str | tuple) else 0
    code, unit = ("list-length", "item") if "Items" in case.keyword else ("text-length", "character")
    has = f"{case.subject} has {size or 'no'} {unit}{'s' * (size != 1)}"
    limit = "fewer than" if case.keyword.startswith("min") else "more than"
    described = str(case.schema.get("description", ""))
    notes = [described] if described else []
    message = f"{has}, {limit} {case.wanted}" if size else f"{has}; it needs at least {case.wanted}"
    return _one(case, code, message, *notes)


def _pattern(case: Case) -> Iterator[Finding]:
    text = str(case.path[-1] if case.on_key else case.node.value)
    is_name = str(case.wanted).startswith(_NAME)
    described = str(case.schema.get("description", ""))
    dash = "-" in str(case.wanted).partition("]{")[0][len(_NAME) :]
    notes = [_NAME_NOTE.format(", -" if dash else "")] if is_name else [described] if described else []
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    better = re.sub("[^a-z0-9-]+" if dash else "[^a-z0-9]+", "_", plain).strip("_-0123456789")
    write = better if is_name and better and re.search(case.wanted, better) else None
    if write:
        notes.append(f"write `{better}`")
    if case.on_key:
        return _one(
            case, "bad-id", f"`{_short(text)}` cannot be {'a name' if is_name else 'a key here'}", *notes, write=write
        )
    wanted = "a name" if is_name else "text of another form"
    title = str(case.schema.get("title", ""))
    wanted = title if title.startswith(("a ", "an ")) else wanted
    return _one(case, "bad-id", f'{case.subject} is {wanted}, not the text "{_short(text)}"', *notes, write=write)


def _shape(case: Case) -> Iterator[Finding]:
    described = str(case.schema.get("description", ""))
    message = f"{case.subject} does not fit here as {_as_found(case.node)}"
    return _one(case, "shape", message, *([described] if described else []))


_SAY: Mapping[str, Callable[[Case], Iterator[Finding]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "type": _type,
    "anyOf": _type,
    "const": _unknown_word,
    "enum": _unknown_word,
    "minimum": _range,
    "maximum": _range,
    "minLength": _length,
    "maxLength": _length,
    "minItems": _length,
    "maxItems": _length,
    "pattern": _pattern,
}


def say(case: Case) -> Iterator[Finding]:
    """The findings of one complaint."""
    return _SAY.get(case.keyword, _shape)(case)
