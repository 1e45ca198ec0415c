"""The schema: one file, made from the ops, that every editor reads as the package does."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from dicewright.build.link import TOP
from dicewright.folders import folder, shipped
from dicewright.ops import ALL
from dicewright.ops.building import EDITS
from dicewright.ops.schema import document, whole
from dicewright.source.read import read
from dicewright.source.shape import fits
from dicewright.source.survey import survey
from toy import TOY, toy

SCHEMA = document()
DRAFTS = (Draft202012Validator, Draft7Validator)
SAME_IN_BOTH = {
    *("$schema", "$id", "$ref", "$defs", "title", "description", "examples", "default"),
    *("type", "const", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum"),
    *("items", "minItems", "maxItems", "uniqueItems"),
    *("properties", "required", "additionalProperties", "propertyNames"),
    *("allOf", "if", "then", "else"),
}
FOR_EDITORS = {"markdownDescription", "markdownEnumDescriptions", "errorMessage", "patternErrorMessage"}
NAMED = ("properties", "$defs")
INNER = ("items", "additionalProperties", "propertyNames", "if", "then", "else")
SAMPLES = {
    "toy": toy([{"do": "add", "die": "d6", "count": 2}, {"do": "roll"}, {"do": "keep", "count": 1, "pick": "highest"}])
} | {name: read(path.read_bytes(), path.name).plain() for name, path in shipped().items()}


def shapes(shape: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within the schema, with the way to it."""
    if not isinstance(shape, dict):
        return
    yield path, shape
    for word in NAMED:
        for name, inner in shape.get(word, {}).items():
            yield from shapes(inner, f"{path}/{word}/{name}")
    for word in INNER:
        yield from shapes(shape.get(word), f"{path}/{word}")
    for n, inner in enumerate(shape.get("allOf", ())):
        yield from shapes(inner, f"{path}/allOf/{n}")


ALL_SHAPES = dict(shapes(SCHEMA))


def test_the_file_is_what_the_ops_say() -> None:
    committed = (folder("schemas") / "system.schema.json").read_text(encoding="utf-8")
    assert json.loads(committed) == SCHEMA
    assert (*whole()["properties"],) == TOP


@pytest.mark.parametrize("draft", DRAFTS)
def test_it_is_a_valid_schema(draft: Any) -> None:
    draft.check_schema({**SCHEMA, "$schema": draft.META_SCHEMA["$id"]})


def test_it_uses_only_words_that_mean_the_same_in_both_drafts() -> None:
    for path, shape in ALL_SHAPES.items():
        assert shape.keys() <= SAME_IN_BOTH | FOR_EDITORS, path
        assert not isinstance(shape.get("items"), list), path
        assert "$ref" not in shape or shape.keys() == {"$ref"}, f"{path}: draft-07 reads nothing beside $ref"


def test_every_block_is_closed() -> None:
    """A block lists its keys and takes no others, or says what the names in it stand for."""
    for path, shape in ALL_SHAPES.items():
        if "/if" in path:
            continue
        dispatched = "allOf" in shape and all(b["then"]["additionalProperties"] is False for b in shape["allOf"])
        if "properties" in shape and not dispatched:
            assert shape["additionalProperties"] is False, path
        elif shape.get("type") in ("object", ["object", "null"]) and not dispatched and "/change/" not in path:
            assert isinstance(shape["additionalProperties"], dict), path


def test_every_key_explains_itself() -> None:
    for path, shape in ALL_SHAPES.items():
        if "/if" in path:
            continue
        for name, inner in shape.get("properties", {}).items():
            if name in EDITS and inner["description"].startswith("In the list below"):
                continue
            assert inner.get("title"), f"{path}/{name}"
            if name == "do" and "enum" in inner:  # its words explain themselves
                continue
            assert "Example: " in inner.get("description", ""), f"{path}/{name}"
            assert inner["markdownDescription"], f"{path}/{name}"
            assert inner.get("examples") or "```yaml\n- {do: " in inner["markdownDescription"], f"{path}/{name}"


def test_every_word_of_a_list_explains_itself() -> None:
    for path, shape in ALL_SHAPES.items():
        if "enum" in shape:
            assert len(shape["markdownEnumDescriptions"]) == len(shape["enum"]) > 1, path
            assert all(shape["markdownEnumDescriptions"]), path


def test_what_is_refused_is_refused_in_an_authors_words() -> None:
    said = {shape.get("errorMessage") or shape.get("patternErrorMessage") for shape in ALL_SHAPES.values()} - {None}
    assert {"A list belongs here.", "Text belongs here.", "A whole number belongs here."} <= said
    assert not [text for text in said if re.search("object|array|string|integer|boolean|pattern", text)]


def test_an_example_of_a_number_is_typed_without_quotes() -> None:
    for path, shape in ALL_SHAPES.items():
        assert not any(isinstance(e, str) and e.isdigit() for e in shape.get("examples", ())), path


def test_every_example_of_a_key_is_accepted_by_it() -> None:
    for path, shape in ALL_SHAPES.items():
        for example in shape.get("examples", ()):
            assert Draft202012Validator({**shape, "$defs": SCHEMA["$defs"]}).is_valid(example), f"{path}: {example}"


def test_no_reference_leads_nowhere_and_no_definition_is_idle() -> None:
    used = {shape["$ref"].removeprefix("#/$defs/") for shape in ALL_SHAPES.values() if "$ref" in shape}
    assert used == SCHEMA["$defs"].keys()


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("draft", DRAFTS)
def test_a_good_system_is_accepted(draft: Any, name: str) -> None:
    assert list(draft(SCHEMA).iter_errors(SAMPLES[name])) == []


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, below in inner:
        yield from places(below, (*path, name))


def broken(system: dict[str, Any], rng: Random) -> Any:
    """A copy with one place left out, renamed, or filled with something else."""
    made = copy.deepcopy(system)
    *way, last = rng.choice([path for path in places(made) if path])
    parent: Any = made
    for name in way:
        parent = parent[name]
    match rng.choice(["out", "renamed", "filled"]):
        case "out":
            del parent[last]
        case "renamed" if isinstance(parent, dict):
            parent[f"{last}x"] = parent.pop(last)
        case _:
            parent[last] = rng.choice([None, -1, 10**6, 1.5, True, "", "A word", [], [1], {}, {"do": "roll"}])
    return made


@pytest.mark.parametrize("name", SAMPLES)
def test_both_drafts_give_the_same_verdict_on_broken_systems(name: str) -> None:
    rng = Random(name)
    new, old = (draft(SCHEMA) for draft in DRAFTS)
    small = {k: v[:3] if k == "tests" else v for k, v in SAMPLES[name].items()}
    verdicts = [(new.is_valid(made), old.is_valid(made)) for made in (broken(small, rng) for _ in range(20))]
    assert all(one == other for one, other in verdicts)
    assert not all(one for one, _ in verdicts)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_quick_look_gives_the_verdict_of_the_library(name: str) -> None:
    rng, schema = Random(name), whole()
    library = Draft202012Validator(schema)
    small = {k: v[:3] if k == "tests" else v for k, v in SAMPLES[name].items()}
    for made in (small, *(broken(small, rng) for _ in range(10))):
        root = survey(json.dumps(made), "system").root
        assert root is not None
        assert fits(root.value, schema, schema) == library.is_valid(made)


@pytest.mark.parametrize("shape", [{"not": {}}, {"if": {"type": "object"}}, {"uniqueItems": True, "oneOf": []}])
def test_the_quick_look_accepts_nothing_by_a_word_that_it_does_not_know(shape: dict[str, Any]) -> None:
    assert not fits({}, shape, shape)


@pytest.mark.parametrize("word", [op.name for op in ALL])
@pytest.mark.parametrize("draft", DRAFTS)
def test_a_step_is_closed_for_every_word(draft: Any, word: str) -> None:
    system = {**TOY, "checks": {"roll": {"steps": [{"do": word, "colour": "red"}]}}}
    assert any(error.validator == "additionalProperties" for error in draft(SCHEMA).iter_errors(system))
