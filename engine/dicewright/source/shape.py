"""The shape of a tree: whether it fits the schema, and where it does not, why.

Most trees fit, and that is soon seen: here is the yes, for those words of JSON Schema that the schema is written in.
What is not surely a yes is left to the library, which tells what is wrong; to load it takes longer than all else that
is done with a file, so it is loaded only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import Problem
from .read import Node

Schema = Mapping[str, Any]
Test = Callable[[Any, Any, Schema, Schema], bool]
DISPATCH = "do"  # the key whose word says which kind of step a block is
_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (tuple,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def misfits(node: Node, schema: Schema) -> tuple[Problem, ...]:
    """Every difference between a tree and a schema, in the order of the file."""
    if fits(node.value, schema, schema):
        return ()
    from .validate import validate

    return validate(node, schema)


def fits(value: Any, schema: Schema, whole: Schema) -> bool:
    """Whether the value of a node surely fits a schema, a part of the `whole` one; with a word not known here, no."""
    for word, said in schema.items():
        test = _TESTS.get(word)
        if not (word in _SILENT if test is None else test(value, said, schema, whole)):
            return False
    return True


def for_it(value: Any, branches: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """The branches of an `allOf`, with their places, but for those that are for another kind of step, or for steps
    where there is none.
    """
    word = _kind_of(value)
    for n, branch in enumerate(branches):
        if (word is None and isinstance(value, Mapping)) or _word_of(branch) in (None, word):
            yield n, branch


def _kind_of(value: Any) -> str | None:
    """The word by which a block says what kind of step it is."""
    word = value.get(DISPATCH) if isinstance(value, Mapping) else None
    word = word.value if isinstance(word, Node) else word
    return word if isinstance(word, str) else None


def _word_of(branch: Any) -> str | None:
    """The word that a branch is for, if it says: if `do` is this word, then."""
    try:
        return None if "else" in branch else branch["if"]["properties"][DISPATCH]["const"]
    except (KeyError, TypeError):
        return None


def _type(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    return any(type(value) in _KINDS[kind] for kind in ((said,) if isinstance(said, str) else said))


def _enum(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    return any(type(value) is type(each) and value == each for each in said)


def _ref(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    return fits(value, whole["$defs"][said.removeprefix("#/$defs/")], whole)


def _properties(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    if not isinstance(value, Mapping):
        return True
    return all(fits(below.value, said[key], whole) for key, below in value.items() if key in said)


def _additional(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    if not isinstance(value, Mapping):
        return True
    listed = schema.get("properties", ())
    return all(said is not False and fits(value[key].value, said, whole) for key in value if key not in listed)


def _unique(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    if not isinstance(value, tuple):
        return True
    words = {each.value for each in value if isinstance(each.value, str)}
    return len(words) == len(value)


def _if(value: Any, said: Any, schema: Schema, whole: Schema) -> bool:
    word = _kind_of(value)
    return word is not None and word == _word_of(schema) and fits(value, schema["then"], whole)


# Words that say nothing of a tree.
_SILENT = frozenset(
    ("$schema", "$id", "$defs", "title", "description", "examples", "default", "enumDescriptions", "then")
)
_TESTS: Mapping[str, Test] = {
    "type": _type,
    "const": lambda value, said, schema, whole: _enum(value, (said,), schema, whole),
    "enum": _enum,
    "pattern": lambda value, said, *_: not isinstance(value, str) or re.search(said, value) is not None,
    "minLength": lambda value, said, *_: not isinstance(value, str) or len(value) >= said,
    "maxLength": lambda value, said, *_: not isinstance(value, str) or len(value) <= said,
    "minimum": lambda value, said, *_: not isinstance(value, int | float) or value >= said,
    "maximum": lambda value, said, *_: not isinstance(value, int | float) or value <= said,
    "minItems": lambda value, said, *_: not isinstance(value, tuple) or len(value) >= said,
    "maxItems": lambda value, said, *_: not isinstance(value, tuple) or len(value) <= said,
    "uniqueItems": _unique,
    "items": lambda value, said, schema, whole: (
        not isinstance(value, tuple) or all(fits(each.value, said, whole) for each in value)
    ),
    "required": lambda value, said, *_: not isinstance(value, Mapping) or all(key in value for key in said),
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": lambda value, said, schema, whole: (
        not isinstance(value, Mapping) or all(fits(key, said, whole) for key in value)
    ),
    "allOf": lambda value, said, schema, whole: all(fits(value, branch, whole) for _, branch in for_it(value, said)),
    "if": _if,
    "$ref": _ref,
}
