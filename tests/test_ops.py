"""One conformance suite for every word of the language. A new op brings its own tests: its examples and its keys."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dicewright import ops
from dicewright.errors import DicewrightError
from dicewright.ops import ALL, OPS
from dicewright.ops.op import COMMON, SELECT, Example, Key, Op
from dicewright.ops.schema import whole
from toy import TOY, brute_force, exact, law, load, problems, rolled, toy

EXAMPLES = [pytest.param(e, id=f"{op.name}-{n}") for op in ALL for n, e in enumerate(op.examples, 1)]
EVERY_OP = pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
EVERY_EXAMPLE = pytest.mark.parametrize("example", EXAMPLES)
SCHEMA = whole()


def expected(example: Example) -> dict[int, Fraction]:
    """The law that an example tells; what it does not list never happens."""
    return {value: Fraction(p) for value, p in example.law.items() if Fraction(p)}


def blocks(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
    """Every step inside, with the way to it."""
    if isinstance(value, Mapping):
        if "do" in value:
            yield path, value
        for name, inner in value.items():
            yield from blocks(inner, (*path, name))
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from blocks(inner, (*path, n))


def edited(steps: Any, path: tuple[Any, ...], block: Mapping[str, Any]) -> Any:
    """The steps, with another block at the end of the path."""
    if not path:
        return block
    if isinstance(steps, Mapping):
        return {name: edited(v, path[1:], block) if name == path[0] else v for name, v in steps.items()}
    return [edited(v, path[1:], block) if n == path[0] else v for n, v in enumerate(steps)]


def misspelt(key: str) -> str:
    return key + key[-1]


# -- the record -------------------------------------------------------------------------------------------------------


@EVERY_OP
def test_an_op_says_what_it_is(op: Op) -> None:
    assert op.title == f"{'an' if op.name[0] in 'aeiou' else 'a'} {op.name} step"
    assert op.doc.endswith(".")
    assert op.examples
    assert any(step["do"] == op.name for example in op.examples for _, step in blocks(example.steps))
    assert set(op.one_of) <= {key.name for key in op.keys}
    assert set(op.selects) <= {key.name for key in SELECT}


def test_names_of_ops_and_keys_are_unique() -> None:
    assert len(OPS) == len(ALL)
    for op in ALL:
        own = [key.name for key in (*op.keys, *COMMON)]
        assert len(set(own)) == len(own), op.name


@pytest.mark.parametrize(
    "key", [pytest.param(k, id=f"{op.name}-{k.name}") for op in ALL for k in op.keys] + [*SELECT, *COMMON]
)
def test_a_key_says_what_it_is(key: Key) -> None:
    assert key.doc.endswith(".")
    assert key.example is not None
    assert (key.kind == "word") == bool(key.words)
    assert not key.words or key.example in key.words


def test_every_op_of_the_folder_is_in_the_list() -> None:
    modules = [importlib.import_module(f"{ops.__name__}.{m.name}") for m in pkgutil.iter_modules(ops.__path__)]
    made = [value for module in modules for value in vars(module).values() if isinstance(value, Op)]
    assert {id(op) for op in made} == {id(op) for op in ALL}


# -- the meaning ------------------------------------------------------------------------------------------------------


@EVERY_EXAMPLE
def test_an_example_has_its_law(example: Example) -> None:
    bound = rolled(example.steps, example.reads)
    rows, unresolved = exact(bound.setting)
    assert unresolved == 0
    assert law(bound) == expected(example)
    assert exact(bound.setting, lean=False) == (rows, unresolved)


@EVERY_EXAMPLE
def test_an_example_is_brute_force(example: Example) -> None:
    setting = rolled(example.steps, example.reads).setting
    brute = brute_force(setting)
    assert brute is not None
    rows, longer = brute
    assert rows.keys() == exact(setting)[0].keys()
    assert longer < Fraction(1, 10**9)
    assert all(p <= exact(setting)[0][row] <= p + longer for row, p in rows.items())


@EVERY_EXAMPLE
def test_an_example_rolls_as_often_as_it_says(example: Example) -> None:
    bound, rng, n = rolled(example.steps, example.reads), Random(7), 1_500
    seen = [bound.roll(rng).results["x"] for _ in range(n)]
    assert set(seen) <= set(expected(example))
    for value, p in expected(example).items():
        assert abs(seen.count(value) - n * p) <= 5 * (n * float(p * (1 - p))) ** 0.5


D4: dict[str, Any] = {"do": "add", "die": "d4"}
ROLL: dict[str, Any] = {"do": "roll"}
BELOW_ZERO: dict[str, list[dict[str, Any]]] = {
    "add": [D4, ROLL, {**D4, "count": -1}, ROLL],
    "twin": [D4, {"do": "add", "twin": -1}, ROLL],
    "upgrade": [D4, {"do": "upgrade", "ladder": "steps", "times": -1}, ROLL],
    "downgrade": [D4, {"do": "downgrade", "ladder": "steps", "times": -1, "below": "remove"}, ROLL],
    "reroll": [D4, ROLL, {"do": "reroll", "where": "value == 4", "times": -1}],
    "explode": [D4, ROLL, {"do": "explode", "where": "value == 4", "times": -1}],
    "drop": [D4, ROLL, {"do": "drop", "count": -1, "pick": "any"}],
    "at_most": [D4, ROLL, {"do": "drop", "at_most": -1, "pick": "any"}],
    "repeat": [D4, ROLL, {"do": "repeat", "times": -1, "steps": [D4, ROLL]}],
}


@pytest.mark.parametrize("name", BELOW_ZERO)
def test_a_number_below_zero_is_none(name: str) -> None:
    assert law(rolled(BELOW_ZERO[name])) == {face: Fraction(1, 4) for face in range(1, 5)}


@pytest.mark.parametrize("shown", [[3, "sun"], 1, "blank"], ids=str)
def test_showing_means_exactly_this_face(shown: Any) -> None:
    """On a die of numbers and symbols, too."""
    odd = {"faces": [[3, "sun"], ["sun", "moon"], 1, "blank"]}
    steps = [{"do": "add", "die": "odd"}, ROLL, {"do": "drop", "showing": shown}]
    assert law(rolled(steps, "dice", dice=TOY["dice"] | {"odd": odd})) == {0: Fraction(1, 4), 1: Fraction(3, 4)}


# -- the schema -------------------------------------------------------------------------------------------------------


def branches(definition: str) -> dict[str, dict[str, Any]]:
    """The shape of a step (or a trigger) for each word, as it stands in the schema."""
    steps = SCHEMA["$defs"][definition]
    assert steps["properties"]["do"]["enum"] == [op.name for op in ALL]
    return {b["if"]["properties"]["do"]["const"]: b["then"] for b in steps["allOf"]}


@pytest.mark.parametrize(("definition", "extra"), [("step", set()), ("trigger", {"at"})])
def test_schema_and_ops_list_the_same_words_and_keys(definition: str, extra: set[str]) -> None:
    shapes = branches(definition)
    assert list(shapes) == [op.name for op in ALL]
    for op in ALL:
        keys = {key.name: key for key in (*SELECT, *COMMON, *op.keys) if key.name in op.key_names}
        shape = shapes[op.name]
        assert shape["properties"].keys() == {"do", *extra, *keys}
        assert set(shape["required"]) == {"do", *extra, *(key.name for key in op.keys if key.required)}
        assert shape["additionalProperties"] is False
        assert shape["title"] == op.title
        assert op.doc in shape["properties"]["do"]["description"]
        for name, key in keys.items():
            assert key.doc in shape["properties"][name]["description"]
            assert not key.words or shape["properties"][name]["enum"] == list(key.words)


@EVERY_EXAMPLE
def test_an_example_is_accepted(example: Example) -> None:
    assert problems(toy(example.steps, example.reads)) == ()


@EVERY_EXAMPLE
def test_an_example_with_a_key_misspelt_is_refused_in_one_sentence(example: Example) -> None:
    """The key is named at its own place, with what was meant; and it is not called missing as well."""
    for path, step in blocks(example.steps):
        for key in step:
            slip = {misspelt(k) if k == key else k: v for k, v in step.items()}
            (problem,) = problems(toy(edited(example.steps, path, slip), example.reads))
            assert problem.code == "unknown-key", problem
            assert f"`{misspelt(key)}`" in problem.message
            assert f"did you mean `{key}`" in problem.message
            assert problem.where is not None


@EVERY_EXAMPLE
def test_an_example_without_a_required_key_is_refused(example: Example) -> None:
    """Only a name that the key would have made known may be missed besides."""
    for path, step in blocks(example.steps):
        op = OPS[step["do"]]
        for key in ("do", *(k.name for k in op.keys if k.required), *op.one_of):
            if key in step:
                rest = {k: v for k, v in step.items() if k != key}
                codes = [p.code for p in problems(toy(edited(example.steps, path, rest), example.reads))]
                assert codes.count("one-of" if key in op.one_of else "missing-key") == 1, (key, codes)
                assert set(codes) <= {"one-of", "missing-key", "unknown-name", "unknown-option"}


@EVERY_OP
def test_an_unknown_word_is_refused_with_the_word_that_was_meant(op: Op) -> None:
    found = problems(toy([{"do": misspelt(op.name)}], "7"))
    assert len(found) == 1
    assert f"did you mean `{op.name}`" in found[0].message


@EVERY_OP
def test_a_step_whose_condition_fails_changes_nothing(op: Op) -> None:
    """`when` means the same on every step."""
    for example in op.examples:
        own = [n for n, step in enumerate(example.steps) if step["do"] == op.name]
        before = load(toy([*example.steps[: own[0]], {"do": "let", "name": "z", "value": 0}], "total * 100 + dice"))
        never = {**example.steps[own[0]], "when": "z == 1"}
        zero = {"do": "let", "name": "z", "value": 0}
        after = load(toy([*example.steps[: own[0]], zero, never], "total * 100 + dice"))
        assert law(after["roll"]()) == law(before["roll"]())


@pytest.mark.parametrize("op", ["keep", "drop"])
def test_how_many_needs_which(op: str) -> None:
    with pytest.raises(DicewrightError, match="`count` says how many dice, and nothing says which"):
        load(toy([D4, ROLL, {"do": op, "count": 1}]))
