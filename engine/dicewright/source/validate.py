"""A checked tree: nodes against a JSON Schema, one finding for each mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry

from ..errors import Problem, with_guess
from .complaint import Case, Finding, Path, pointed, say
from .guess import Guesses
from .read import Node, by_place
from .shape import DISPATCH, Schema, for_it

_ROUNDS, _MANY = 4, 100  # how deep misspelt keys are followed, and with how many problems they are not
# What is wrong with one place: only the first of these is told.
_RANK = (
    *("unknown-key", "missing-key", "empty-value", "yes-no", "type", "unknown-word", "bad-id"),
    *("list-length", "text-length", "number-range", "shape"),
)


def _is_whole(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all_of(validator: Any, branches: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """`allOf`; but branches that are for another kind of step are passed over without being tried."""
    for n, branch in for_it(value, branches):
        yield from validator.descend(value, branch, schema_path=n)


# JSON Schema takes 1e3 for a whole number. It is not how an author means one.
_CHECKER = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
_Validator = cast(Any, extend)(Draft202012Validator, {"allOf": _all_of}, type_checker=_CHECKER)


def validate(node: Node, schema: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Every difference between a tree and a schema, in the order of the file.

    What stands below a misspelt key or step is looked at as if it was written as it was meant.
    """
    guess = Guesses()
    found = _findings(node, schema, guess)
    problems = [finding.problem for finding in found]
    guessed: list[Path] = []  # steps whose word is a guess
    for _ in range(_ROUNDS):
        meant = [finding for finding in found if finding.reads_as]
        if not meant or len(problems) > _MANY:
            break
        for finding in meant:
            node = _as_meant(node, finding.path, finding.reads_as)
        guessed += [finding.path[:-1] for finding in meant if finding.path[-1:] == (DISPATCH,)]
        known = {by_place(problem) for problem in problems}
        found = [
            each for each in _believed(_findings(node, schema, guess), guessed) if by_place(each.problem) not in known
        ]
        problems += [finding.problem for finding in found]
    return tuple(sorted(map(with_guess, problems), key=by_place))


def _believed(found: Sequence[Finding], guessed: Sequence[Path]) -> Iterator[Finding]:
    """What is told of steps only if the guess which step is meant goes with its keys."""
    doubtful = {
        each.path[:-1] for each in found if not each.reads_as and each.problem.code in ("unknown-key", "missing-key")
    }
    for finding in found:
        if not any(step in doubtful and finding.path[: len(step)] == step for step in guessed):
            yield finding


def _findings(node: Node, schema: Schema, guess: Guesses) -> list[Finding]:
    errors = _Validator(schema, registry=Registry()).iter_errors(node.plain())
    cases = [case for error in errors for case in _cases(node, schema, error, guess)]
    cases.sort(key=lambda case: (case.node.span.line, case.node.span.column))  # so that the first ones get the guesses
    told = [(case.depth, finding) for case in cases for finding in say(case)]
    told.sort(key=lambda each: -each[0])
    return list(_settled(finding for _, finding in told))


def _as_meant(node: Node, path: Path, word: str) -> Node:
    """The tree with a key renamed at the end of a path, or the word that stands there for a step."""
    key, *rest = path
    value = node.value
    if not rest and key == DISPATCH and isinstance(value, Mapping):
        return replace(node, value={**value, DISPATCH: replace(value[DISPATCH], value=word)})
    if not rest and isinstance(value, Mapping):
        named = {word if each == key else each: inner for each, inner in value.items()}
        return replace(node, value=named, keys={word if each == key else each: at for each, at in node.keys.items()})
    inner = node.get(key)
    if inner is None:
        return node
    inner = _as_meant(inner, tuple(rest), word)
    if isinstance(value, tuple):
        return replace(node, value=tuple(inner if n == key else each for n, each in enumerate(value)))
    return replace(node, value={**value, str(key): inner}) if isinstance(value, Mapping) else node


def _settled(found: Iterable[Finding]) -> Iterator[Finding]:
    """One finding for each place, and none for what another one explains."""
    best: dict[tuple[Path, bool], Finding] = {}
    for finding in sorted(found, key=lambda each: _RANK.index(each.problem.code)):
        best.setdefault((finding.path, finding.on_key), finding)
    meant = {each.meant for each in best.values() if each.meant}
    lost = {each.path for each in best.values() if each.path[-1:] == (DISPATCH,) and each.problem.code != "unknown-key"}
    for finding in best.values():
        words = ((*finding.path[:level], DISPATCH) for level in range(len(finding.path) + 1))
        in_lost_step = any(word in lost and word != finding.path for word in words)
        if not in_lost_step and not (finding.problem.code == "missing-key" and finding.path in meant):
            yield finding


def _cases(root: Node, whole: Schema, error: ValidationError, guess: Guesses) -> Iterator[Case]:
    if error.validator == "anyOf" and (inner := _fitting(error)):
        for each in inner:
            yield from _cases(root, whole, each, guess)
        return
    steps, path = tuple(error.absolute_schema_path), tuple(error.absolute_path)
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    nouns = _nouns(whole, steps)
    nouns += (None,) * (len(path) + 1 - len(nouns))
    case = Case(root, whole, path, schema, str(error.validator), nouns, guess, len(steps))
    if "propertyNames" in steps and isinstance(error.instance, str):
        case = replace(case, path=(*path, error.instance), nouns=(*case.nouns, None), on_key=True)
    yield case


def _fitting(error: ValidationError) -> list[ValidationError]:
    """What is wrong with a value that is of the right kind for one of several alternatives."""
    alternatives: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        alternatives.setdefault(inner.schema_path[0], []).append(inner)
    kinds = ("type", "const", "enum")
    fitting = (each for each in alternatives.values() if all(e.validator not in kinds or e.path for e in each))
    return next(fitting, [])


def _nouns(whole: Schema, steps: Iterable[Any]) -> tuple[str | None, ...]:
    """What each level of a value is called, gathered on the way to a complaint through the schema."""
    here: Any = whole
    nouns = [_noun(whole)]
    rest = iter(steps)
    for step in rest:
        while "$ref" in here and step not in here:
            here = pointed(whole, here)
            nouns[-1] = _noun(here) or nouns[-1]
        if step in ("properties", "allOf", "anyOf"):
            here = here[step][part] if (part := next(rest, None)) is not None else None
        else:
            here = here.get(step)
        if not isinstance(here, Mapping):
            break
        if step in ("properties", "items", "additionalProperties"):
            nouns.append(None)
        nouns[-1] = _noun(here) or nouns[-1]
    return tuple(nouns)


def _noun(schema: Schema) -> str | None:
    """The title, where it names a block of keys: a die, a reroll step."""
    title = str(schema.get("title", ""))
    kind = schema.get("type", "object")
    is_block = "object" in ([kind] if isinstance(kind, str) else kind) and (
        "properties" in schema or "additionalProperties" in schema
    )
    return title if is_block and title.startswith(("a ", "an ", "the ")) else None
