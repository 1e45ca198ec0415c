"""YAML text to nodes: values by the YAML 1.2 core rules, places, refusals, and slips in the author's words."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicewright.errors import DicewrightError, Problem, Span
from dicewright.source.read import Caps, Node, read

CAPS = Caps()
C_LOADER = getattr(yaml, "CSafeLoader", None)
PARSERS = [pytest.param(None, id="pure"), *([pytest.param(C_LOADER, id="C")] if C_LOADER else [])]

both = pytest.mark.parametrize("loader", PARSERS)


def problems(text: str | bytes, caps: Caps = CAPS, loader: Any = None) -> tuple[Problem, ...]:
    with pytest.raises(DicewrightError) as caught:
        read(text, "f", caps, loader=loader)
    return caught.value.problems


def place(span: Span | None) -> tuple[int, int, int]:
    assert span
    return span.line, span.column, span.width


SCALARS = [
    *[(word, word) for word in ("no", "on", "off", "yes", "y", "n", "No", "tRUE", "1:30", "2024-01-31", "2024-13-45")],
    *[
        (word, word)
        for word in ("1_000", "0b1", "1e", "e3", "-", "+", ".", "=", "1.2.3", "-x", "hit, miss", "a?b", "１")
    ][1:],
    *[("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False)],
    *[("~", None), ("null", None), ("Null", None), ("NULL", None), ("", None)],
    *[("0", 0), ("12", 12), ("-3", -3), ("+4", 4), ("1000000000", 10**9), ("-1000000000", -(10**9))],
    *[("1.5", 1.5), ("1e3", 1000.0), ("-.5", -0.5), ("1.", 1.0), ("1.10", 1.1), ("1E-2", 0.01)],
    *[('"12"', "12"), ("'no'", "no"), ('"a\\nb"', "a\nb"), ("'it''s'", "it's"), ('""', ""), ("'<<'", "<<")],
]


@both
@pytest.mark.parametrize(("written", "value"), [s for s in SCALARS if s[0] != "-"])
def test_a_scalar_means_what_yaml_1_2_says(written: str, value: object, loader: Any) -> None:
    node = read(f"a: {written}", "f", loader=loader).at(("a",))
    assert (node.value, type(node.value), node.raw) == (value, type(value), written)


@both
@pytest.mark.parametrize("key", ["on", "20", "true", "~", "1.5", "012", "0x1F", "null", ".nan", "1:30", "=", "a b"])
def test_a_key_is_what_is_written_there(key: str, loader: Any) -> None:
    assert read(f"{key}: 6", "f", loader=loader).plain() == {key: 6}


REFUSED = [
    ("a: 012", 1, 4, 3, "leading-zero", "`012` begins with a zero, which readers of YAML take differently"),
    ("a: -007", 1, 4, 4, "leading-zero", "`-007` begins with a zero, which readers of YAML take differently"),
    ("a: 0o12", 1, 4, 4, "octal-or-hex", "`0o12` is not written in base ten"),
    ("a: [1, 0x1F]", 1, 8, 4, "octal-or-hex", "`0x1F` is not written in base ten"),
    ("a: .nan", 1, 4, 4, "not-a-number", "`.nan` is not a number to count with"),
    ("a: -.inf", 1, 4, 5, "not-a-number", "`-.inf` is not a number to count with"),
    ("a: 1e999", 1, 4, 5, "number-too-large", "`1e999` is beyond 1,000,000,000, the limit for numbers"),
    ("a: 1000000001", 1, 4, 10, "number-too-large", "`1000000001` is beyond 1,000,000,000, the limit for numbers"),
    ("a: -2e9", 1, 4, 4, "number-too-large", "`-2e9` is beyond -1,000,000,000, the limit for numbers"),
    ("b: 1\na: *x", 2, 4, 2, "alias", "`*x` is an alias, which cannot be used here"),
    ("a: &x 1", 1, 4, 2, "anchor", "`&x` is an anchor, which cannot be used here"),
    ("a: &x [1]", 1, 4, 2, "anchor", "`&x` is an anchor, which cannot be used here"),
    ("*x : 1", 1, 1, 2, "alias", "`*x` is an alias, which cannot be used here"),
    ("a: {<<: {b: 1}}", 1, 5, 2, "merge-key", "`<<` would merge another block into this one"),
    ("a: !dice d6", 1, 4, 8, "tag", "`!dice` is a tag, which cannot be used here"),
    ("a: !!int 3", 1, 4, 7, "tag", "`!!int` is a tag, which cannot be used here"),
    ("a: 1\n---\nb: 2", 2, 1, 3, "second-document", "a second document begins here; a file holds one"),
    ("%YAML 1.2\n---\na: 1", 1, 1, 1, "directive", "a line cannot begin with % here"),
    ("# x\n\n%a\n", 3, 1, 1, "directive", "a line cannot begin with % here"),
    ("{[a]: 1}", 1, 2, 3, "bad-key", "a key is a piece of text, not a list"),
    ("a: {{ x }}", 1, 5, 5, "bad-key", "a key is a piece of text, not a block of keys"),
    ("a: 1\n\xa0b: 1", 2, 1, 1, "bad-key", "a no-break space stands in this key"),
    ("a\xa0b: 1", 1, 2, 1, "bad-key", "a no-break space stands in this key"),
    ('a: "\\e[31m"', 1, 4, 8, "bad-character", "this text holds a character that cannot be shown (U+001B)"),
    ("a: 1\nb\x00c: 1", 2, 2, 1, "bad-character", "a character that cannot be shown stands here (U+0000)"),
    ("a: b\u2028c", 1, 5, 1, "bad-character", "a character that cannot be shown stands here (U+2028)"),
    ("a: \ud800", 1, 4, 1, "bad-character", "a character that cannot be shown stands here (U+D800)"),
    ("", 1, 1, 1, "empty-file", "the file holds nothing"),
    ("# only\n---\n", 1, 1, 1, "empty-file", "the file holds nothing"),
]


@both
@pytest.mark.parametrize(("text", "line", "column", "width", "code", "message"), REFUSED)
def test_refusals(text: str, line: int, column: int, width: int, code: str, message: str, loader: Any) -> None:
    (problem,) = problems(text, loader=loader)
    assert (*place(problem.where), problem.code, problem.message) == (line, column, width, code, message)


SLIPS = [
    ("a:\n\tb: 1", 2, 1, "this line is indented with a tab"),
    ("a:\n  - b\n \tc: 1", 3, 2, "this line is indented with a tab"),
    ("a:\tb", 1, 3, "a tab stands between the words"),
    ("a: b\t# c", 1, 5, "a tab stands between the words"),
    ("a: hit: two", 1, 7, "a colon stands in text without quotes"),
    ("- when: x: y", 1, 10, "a colon stands in text without quotes"),
    ("{a: b: c}", 1, 6, "a colon stands in text without quotes"),
    ('a: "foo\nb: 1', 1, 4, "the quote that opens here is never closed"),
    ("é: 'foo\nb: 1", 1, 4, "the quote that opens here is never closed"),
    ('a: "foo\nb: "x"', 1, 4, "the quote that opens here is never closed"),
    ("a: 'it's'", 1, 8, "the text goes on after its closing quote"),
    ('a: "x" y', 1, 8, "the text goes on after its closing quote"),
    ('"a":1', 1, 4, "there is no space after this colon"),
    ('a: "\\d"', 1, 4, "a backslash in this text begins no escape"),
    ("a: [1, 2\nb: 3", 1, 4, "the bracket that opens here is never closed"),
    ("a: [1, {x: 1\nb: 3", 1, 8, "the bracket that opens here is never closed"),
    ("a: 1\nb: [", 2, 4, "the bracket that opens here is never closed"),
    ("a: [1, 2}", 1, 9, "this bracket does not fit the one that opens"),
    ("a: [1,,2]", 1, 7, "there is nothing before this comma"),
    ("a: *", 1, 4, "text cannot begin with *"),
    ("a: &", 1, 4, "text cannot begin with &"),
    ("a: %d", 1, 4, "text cannot begin with %"),
    ("→: @x", 1, 4, "text cannot begin with @"),
    ("a: `x`", 1, 4, "text cannot begin with `"),
    ("a: >= 3", 1, 4, "text cannot begin with >"),
    ("a: !x!y z", 1, 4, "text cannot begin with !"),
    ("a: ]", 1, 4, "text cannot begin with ]"),
    ("- do:roll\n  times: 3", 1, 3, "`do:roll` has no space after its colon"),
    ("format: 1\nid:foo\nname: x", 2, 1, "`id:foo` has no space after its colon"),
    ("format: 1\nid:foo", 2, 1, "`id:foo` has no space after its colon"),
    ("a\nb: 1", 1, 1, "there is no colon after this"),
    ("b: 1\na = 1\nc: 2", 2, 1, "there is no colon after this"),
    ("- a\n-b", 2, 1, "there is no space after this dash"),
    ("a: - b", 1, 4, "a list cannot begin on the line of its key"),
    ("a: 1\n  b: 2", 2, 3, "the key above this has a value already"),
    ("a:\n  b: 1\n c: 2", 3, 2, "no block above begins in this column"),
    ("a: 1\n- b", 2, 1, "a list item stands among keys"),
    ("- b\na: 1", 2, 1, "a key stands in a list"),
    ("a: {: 1}", 1, 5, "there is no key before this colon"),
    (": x", 1, 1, "there is no key before this colon"),
    ("a: 1\n... x", 2, 5, "this does not belong to what stands above"),
    ("--- a: 1", 1, 6, "this cannot be read as YAML"),
]


@both
@pytest.mark.parametrize(("text", "line", "column", "message"), SLIPS)
def test_slips_are_told_in_the_words_of_an_author(text: str, line: int, column: int, message: str, loader: Any) -> None:
    (problem,) = problems(text, loader=loader)
    assert (*place(problem.where), problem.code, problem.message) == (line, column, 1, "not-yaml", message)
    assert problem.notes


@both
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("a: %d # c", ("quote it: '%d'",)),
        ("a: @it's", ('quote it: "@it\'s"',)),
        ("a: “x: y”", ("quote the whole text", "curly quotes do not quote in YAML; write straight ones")),
        ("a: b: \xa0c", ("quote the whole text", "this line holds a no-break space; write an ordinary one")),
        ("- do:roll\n  times: 3", ("write `do: roll`",)),
        ("a: [1", ("] closes what [ opens, } what { opens",)),
        ("a: 012", ("take the zero out", 'for text, quote it: "012"')),
        ("a: 0x1F", ("write 31", 'for text, quote it: "0x1F"')),
        ("a: *x", ("write the value out in each place", "for text that begins with *, quote it: '*x'")),
    ],
)
def test_notes_say_what_to_do(text: str, notes: tuple[str, ...], loader: Any) -> None:
    assert problems(text, loader=loader)[0].notes == notes


@both
def test_both_places_of_an_equal_key(loader: Any) -> None:
    first, second = problems("é: 1\nb: 2\né: 3\nc: {x: 1, 'x': 2}", loader=loader)
    assert (place(first.where), first.code) == ((3, 1, 1), "duplicate-key")
    assert first.message == "`é` is written twice in the same block; YAML readers keep only the last"
    assert first.also == ("first here", Span("f", 1, 1))
    assert place(second.where) == (4, 11, 3)


@both
def test_everything_wrong_is_told_in_one_run(loader: Any) -> None:
    text = "a: 012\na: 1\nb: &x !t 0x1\nc: *x\nd: [.nan, 99999999999]\ne: hit: two\nf: 012\n"
    assert [(p.code, p.where and p.where.line) for p in problems(text, loader=loader)] == [
        *[("leading-zero", 1), ("duplicate-key", 2), ("anchor", 3), ("tag", 3), ("alias", 4), ("not-a-number", 5)],
        *[("number-too-large", 5), ("not-yaml", 6), ("leading-zero", 7)],
    ]


PLACES = """\
# a comment
name: "Ünïcode → ok" # after
"quoted key": 'it''s'
dice:
  boost: {faces: [blank, [hit, hit], 😀], n: 3}
  empty:
  text: |
    two
    lines
  folded: one
    two
list:
- x
-   - do: roll
"""


@both
@pytest.mark.parametrize("form", ["plain", "CRLF", "CR", "BOM", "bytes", "no end"])
def test_every_value_and_key_knows_its_place(form: str, loader: Any) -> None:
    forms: dict[str, str | bytes] = {
        "plain": PLACES,
        "CRLF": PLACES.replace("\n", "\r\n"),
        "CR": PLACES.replace("\n", "\r"),
        "BOM": "\ufeff" + PLACES,
        "bytes": b"\xef\xbb\xbf" + PLACES.encode(),
        "no end": PLACES.rstrip(),
    }
    root = read(forms[form], "f", loader=loader)
    expected: list[tuple[tuple[str | int, ...], tuple[int, int, int]]] = [
        ((), (2, 1, 28)),
        (("name",), (2, 7, 14)),
        (("quoted key",), (3, 15, 7)),
        (("dice",), (5, 3, 44)),
        (("dice", "boost"), (5, 10, 37)),
        (("dice", "boost", "faces"), (5, 18, 22)),
        (("dice", "boost", "faces", 1), (5, 26, 10)),
        (("dice", "boost", "faces", 1, 1), (5, 32, 3)),
        (("dice", "boost", "faces", 2), (5, 38, 1)),
        (("dice", "boost", "n"), (5, 45, 1)),
        (("dice", "empty"), (6, 9, 1)),
        (("dice", "text"), (7, 9, 1)),
        (("dice", "folded"), (10, 11, 3)),
        (("list",), (13, 1, 3)),
        (("list", 1, 0), (14, 7, 8)),
    ]
    assert [(path, place(root.at(path).span)) for path, _ in expected] == expected
    assert {key: place(span) for key, span in root.keys.items()} == {
        **{"name": (2, 1, 4), "quoted key": (3, 1, 12), "dice": (4, 1, 4), "list": (12, 1, 4)},
    }
    assert place(root.at(("dice", "boost")).keys["n"]) == (5, 42, 1)
    assert root.plain() == yaml.safe_load(PLACES)


def test_ways_through_a_tree() -> None:
    root = read("a: [1, {b: 2}]", "f")
    assert root.at(("a", 1, "b")).value == 2
    assert root.get("x") is None
    assert root.at(("a",)).get(5) is None
    assert isinstance(root.get("a"), Node)
    assert root.get("a") == read("a: [1, {b: 2}]", "f").get("a")


@both
def test_a_question_mark_between_brackets_is_text(loader: Any) -> None:
    assert read("{because: who goes first?, b: [a?b, '?']}", "f", loader=loader).plain() == {
        "because": "who goes first?",
        "b": ["a?b", "?"],
    }


@both
@pytest.mark.parametrize("text", ['a: "x\ty" #\tz', "a: |\n  x\ty\n"])
def test_a_tab_is_fine_where_it_separates_nothing(text: str, loader: Any) -> None:
    assert "x\ty" in read(text, "f", loader=loader).plain()["a"]


@pytest.mark.parametrize(
    ("text", "caps", "code", "where"),
    [
        ("a: 1234567", Caps(size=5), "file-too-large", (1, 1, 1)),
        ("a: é", Caps(size=4), "file-too-large", (1, 1, 1)),
        ("a: [1, 2]\nb: 3", Caps(nodes=6), "too-many-nodes", (2, 4, 1)),
        ("a:\n- [x]", Caps(depth=2), "too-deep", (2, 3, 1)),
        ("[" * 200_000, CAPS, "too-deep", (1, 33, 1)),
        ("- " * 200_000, CAPS, "too-deep", (1, 65, 1)),
        ("{a: " * 200_000, CAPS, "too-deep", (1, 129, 1)),
        ("[" * 20_000, Caps(depth=10**6), "too-deep", (1, 1, 1)),
        ("a: 11", Caps(number=10), "number-too-large", (1, 4, 2)),
        ("a: " + "9" * 100_000, CAPS, "number-too-large", (1, 4, 100_000)),
        ("a: 0" + "9" * 100_000, CAPS, "leading-zero", (1, 4, 100_001)),
        ("a: 0x" + "f" * 100_000, CAPS, "octal-or-hex", (1, 4, 100_002)),
    ],
)
def test_limits(text: str, caps: Caps, code: str, where: tuple[int, int, int]) -> None:
    assert [p.code for p in problems(text, caps, loader=C_LOADER)] == [code]
    (problem,) = problems(text, caps)
    assert (problem.code, place(problem.where)) == (code, where)
    assert len(str(problem)) < 300


def test_no_text_takes_long() -> None:
    assert read("\n" * 100_000 + "a: 1", "f").plain() == {"a": 1}
    for text in ("-" * 500_000 + ":x\nb: c", "a: " + "b " * 200_000 + ": c", "a: '" + "x: " * 200_000):
        assert problems(text, loader=C_LOADER)[0].code == "not-yaml"


def test_bytes_that_are_no_text() -> None:
    (problem,) = problems(b"a: 1\nb: \xff")
    assert (problem.code, place(problem.where)) == ("not-utf8", (2, 4, 1))
    assert problems("a: é".encode("utf-16"))[0].code == "not-utf8"


SOUP = st.lists(
    st.one_of(
        st.sampled_from(list("aé😀:-\n \t\"'[]{},#?%@`\\\r~|>&*!\ufeff\x00\ud800\u2028")),
        st.sampled_from(
            [": ", "- ", "\n  ", " #", "? ", "*x", "&y ", "!t ", "<<", "\\x", "\r\n", "---\n", "...\n", ">\n"]
        ),
        st.sampled_from(
            ["012", "0x1", "1e999", ".nan", "x: 1\n", "- y\n", '"\\uD800"', '"\\UFFFFFFFF"', "!<%ff>", "%YAML 1.1\n"]
        ),
    ),
    max_size=14,
).map("".join)


@settings(max_examples=150, derandomize=True, database=None, deadline=None)
@given(text=st.one_of(SOUP, st.binary(max_size=60), st.text(max_size=40)))
@example(text='"\\UFFFFFFFF"')
@example(text=b"a: !<%ff> 1")
@example(text="|\n")
@example(text="%YAML " + "9" * 5000 + ".1\n---\na")
@example(text="a: b\n%YAML 1." + "9" * 5000 + "\n---\na")
@pytest.mark.parametrize("loader", PARSERS)
def test_whatever_is_read_only_our_own_error_comes_out(text: str | bytes, loader: Any) -> None:
    found: tuple[Problem, ...] = ()
    try:
        read(text, "f", loader=loader).plain()
    except DicewrightError as error:
        found = error.problems or (Problem("", ""),)
    for problem in found:
        assert problem.message
        assert problem.where
        assert problem.where.line >= 1 <= problem.where.column


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\ntests:\n  - {b: 2}\n# the end\n",
        "a: 1\ntests:\n- {b: 2}\n",
        "tests: [1,\n  2]\na: 1\n",
        "tests: {b: 2}\r\n\r\na: 1\r\n",
        "  a: 1\n  tests: 2\n  c: 3\n",
        "{a: 1, tests: 2,\n c: 3}\n",
        'a: "x\n  tests: y"\ntests: |\n  c: 3\nd: 4\n',
    ],
)
def test_what_is_passed_over_takes_nothing_else_with_it(text: str) -> None:
    whole, without = read(text, "f").plain(), read(text, "f", without=("tests",)).plain()
    assert whole.pop("tests")
    assert without == whole
