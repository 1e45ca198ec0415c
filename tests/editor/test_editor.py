"""The schema in a real editor's checker: what it completes, what it explains, and that it judges as `validate` does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from corpus import STRICTER, files, judged
from server import ABSENT, Server, command, running

from dicewright.commands.schema import MODELINE, install
from dicewright.ops import ALL
from dicewright.ops.op import COMMON, SELECT, Op

pytestmark = pytest.mark.skipif(command() is None, reason=ABSENT)
HEAD = f"{MODELINE}\nformat: 1\nid: game\nname: Game\n"
STEPS = f"{HEAD}dice: {{d6: {{sides: 6}}}}\nchecks:\n  roll:\n    steps:\n"


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a folder into which the schema has been put, as an author does it."""
    folder = tmp_path_factory.mktemp("game")
    install(folder)
    with running(folder) as server:
        yield server


def test_its_verdict_on_shape_is_ours(editor: Server) -> None:
    apart, agreed, elsewhere = [], {"good": 0, "broken": 0}, []
    for file in files():
        ours, theirs = judged(file.text), editor.diagnostics(file.text)
        if bool(ours) != bool(theirs):
            apart.append((file.name, [str(p) for p in ours], [each["message"] for each in theirs]))
            continue
        agreed["broken" if ours else "good"] += 1
        lines = {problem.where.line for problem in ours if problem.where}
        if file.line and theirs and not (file.line in lines and file.line in theirs_lines(theirs)):
            elsewhere.append((file.name, file.line, lines, theirs_lines(theirs)))
    assert apart == []
    assert agreed["good"] >= 40
    assert agreed["broken"] >= 80
    assert elsewhere == []


def theirs_lines(diagnostics: list[dict[str, object]]) -> set[int]:
    return {each["range"]["start"]["line"] + 1 for each in diagnostics}  # type: ignore[index]


@pytest.mark.parametrize("slip", STRICTER)
def test_what_only_our_reader_refuses(editor: Server, slip: str) -> None:
    """Each is right for the editor, and refused by us with a reason; should this change, the list gets shorter."""
    rest = {"name: Game", "checks: {roll: {steps: [{do: roll}]}}"}
    said = {line.partition(":")[0] for line in STRICTER[slip].splitlines()}
    lines = ["format: 1", "id: game", *sorted(line for line in rest if line.partition(":")[0] not in said)]
    text = "\n".join([MODELINE, *lines, STRICTER[slip]]) + "\n" if STRICTER[slip] else f"{MODELINE}\n"
    assert judged(text)
    assert editor.diagnostics(text) == []


def test_words_of_steps_are_offered_with_what_they_do(editor: Server) -> None:
    for step in ("      - do: ^\n", "      - {do: ^}\n"):
        offered = editor.completions(STEPS + step)
        assert list(offered) == [op.name for op in ALL]
        for op in ALL:
            said = offered[op.name]["documentation"]["value"]
            assert op.doc in said
            assert "```yaml\n- {do: " in said


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_keys_of_a_step_are_offered_and_explained(editor: Server, op: Op) -> None:
    keys = {key.name: key for key in (*SELECT, *COMMON, *op.keys) if key.name in op.key_names}
    name = op.name
    offered = editor.completions(f"{STEPS}      - do: {name}\n        ^\n")
    assert set(offered) - {op.title} == set(keys)  # besides them, all that the step needs at once
    for key in keys.values():
        assert offered[key.name]["documentation"]["value"] == key.doc
        if key.words:
            words = editor.completions(f"{STEPS}      - do: {name}\n        {key.name}: ^\n")
            assert {word: each["documentation"]["value"] for word, each in words.items()} == dict(key.words)


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_a_step_explains_itself_under_the_mouse(editor: Server, op: Op) -> None:
    name, doc = op.name, op.doc
    for step in (f"      - {{do: {name[0]}^{name[1:]}}}\n", f"      - d^o: {name}\n"):
        shown = editor.hover(STEPS + step)
        assert shown.startswith(f"#### do\n\n{doc}\n\n```yaml\n- {{do: "), shown


def test_every_key_of_a_step_explains_itself_under_the_mouse(editor: Server) -> None:
    keys = {(op.name, key.name): key for op in ALL for key in (*op.keys, *COMMON)}
    keys |= {("reroll", key.name): key for key in SELECT}
    for (op, name), key in keys.items():
        shown = editor.hover(f"{STEPS}      - do: {op}\n        {name[0]}^{name[1:]}: x\n")
        assert key.doc in shown, (op, name, shown)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("su^mmary: x\n", "What is special about its dice, in a sentence."),
        ("di^ce: {d6: {sides: 6}}\n", "The kinds of dice, by name."),
        ("dice: {d6: {si^des: 6}}\n", "A die numbered from 1 to this."),
        ("checks: {roll: {inputs: {skill: {ty^pe: integer}}}}\n", "* `boolean`: true or false"),
        ("property_rules: {rep^eats: each}\n", "* `each`: each of them acts"),
        ("tests: [{name: x, ex^pect: {outcome: y}}]\n", "What the roll must give."),
        ("extends: fate\nchecks: {action: {st^eps: {first: []}}}\n", "What is done, in this order."),
    ],
    ids=lambda text: text.split(":")[0],
)
def test_parts_of_a_file_explain_themselves(editor: Server, text: str, said: str) -> None:
    assert said in editor.hover(HEAD + text)


def test_an_empty_file_is_offered_its_parts(editor: Server) -> None:
    offered = editor.completions(f"{MODELINE}\n^\n")
    assert {"format", "id", "name", "dice", "checks", "tests", "extends"} <= set(offered)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("summary: [x]\n", "Text belongs here."),
        ("dice: {d6: {sides: many}}\n", "A whole number belongs here."),
        (
            "dice: {D6: {sides: 6}}\n",
            "A name begins with a letter, and has small letters, digits and _",
        ),
        ("checks: {roll: {steps: [{do: roll, when: [x]}]}}\n", "An expression belongs here: a number, or text such as"),
        ("checks: {roll: {steps: {do: roll}}}\n", "A list belongs here."),
    ],
    ids=lambda text: text.strip(),
)
def test_what_cannot_be_is_refused_in_an_authors_words(editor: Server, text: str, said: str) -> None:
    assert any(told["message"].startswith(said) for told in editor.diagnostics(HEAD + text))


def test_a_slip_is_underlined_where_it_stands(editor: Server) -> None:
    (told,) = editor.diagnostics(STEPS + "      - {do: reroll, wehre: value == 1}\n")
    line, column = STEPS.count("\n"), len("      - {do: reroll, ")
    assert told["range"]["start"] == {"line": line, "character": column}
    assert told["source"] == "yaml-schema: a reroll step"
