"""Expressions: what may stand in one, what it is worth, and the one sentence about each mistake."""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simpleeval import SimpleEval

from dicewright.errors import DicewrightError, Problem, Span
from dicewright.model.expression import DEPTH, LENGTH, formula, per_die
from dicewright.model.text import Text
from dicewright.model.words import PLAIN, Words
from dicewright.model.working import OFTEN, compiled
from toy import load, rolled, toy

NAMES = {"a": 7, "b": 3, "zero": 0, "has lucky": 1, "active lucky": 0, "instances lucky": 2}
WORDS = Words(
    frozenset({"a", "b", "zero", "total", "dice"}), frozenset({"value", "sides", "sun"}), frozenset({"lucky"})
)
D4: list[dict[str, Any]] = [{"do": "add", "die": "d4"}, {"do": "roll"}]

few = settings(max_examples=150, derandomize=True, deadline=None, database=None)


def value(text: str) -> int:
    return int(formula(Text(text), WORDS).code(NAMES.__getitem__, lambda i: 0))


def refused(text: str, die: bool = False) -> tuple[Problem, ...]:
    """The problems of an expression that stands in line 3 from column 10 on."""
    with pytest.raises(DicewrightError) as caught:
        (per_die if die else formula)(Text(text, Span("f", 3, 10, len(text)), text), WORDS)
    return caught.value.problems


GOOD = {
    "7": 7,
    " a + b ": 10,
    "a - b - 1": 3,
    "-a + +b": -4,
    "a * b % 4": 1,
    "a // b": 2,
    "-a // b": -3,
    "-a % b": 2,
    "(a + b) * 2": 20,
    "a > b": 1,
    "a == 7 and b != 3": 0,
    "a < b or b >= 3": 1,
    "not a": 0,
    "1 < b <= 3 < a": 1,
    "zero and a": 0,
    "zero or a": 7,
    "a if zero else b": 3,
    "min(a, b, 5)": 3,
    "max(a, b) + abs(-2)": 9,
    "true + true + false": 2,
    "True": 1,
    "has(lucky) * 10 + active(lucky)": 10,
    "instances(lucky)": 2,
    "zero and 1 // zero": 0,
    "1_000": 1000,
    "0x10": 16,
}


@pytest.mark.parametrize("text", GOOD)
def test_a_good_expression_has_its_value(text: str) -> None:
    assert value(text) == GOOD[text]


BAD: list[tuple[str, str, int, str]] = [
    ("a => 3", "expression", 3, "write `>=`"),
    ("a =< 3", "expression", 3, "write `<=`"),
    ("a ≥ 3", "expression", 3, "write `>=`"),
    ("a <> 3", "expression", 3, "write `!=`"),
    ("a = 3", "expression", 3, "write `==`"),
    ("a += 3", "expression", 4, "write `==`"),
    ("a && b", "expression", 3, "write `and`"),
    ("a || b", "expression", 3, "write `or`"),
    ("a × b", "expression", 3, "write `*`"),
    ("a − b", "expression", 3, "write `-`"),
    ("“a”", "expression", 1, "curly quotes"),
    ("1 + a / 2", "expression", 7, "write `//`"),
    ("1 + a ** 2", "expression", 7, "no power"),
    ("9999999**9999999", "expression", 8, "no power"),
    ("1 + a.real", "expression", 5, "cannot stand"),
    ("1 + a[0]", "expression", 5, "cannot stand"),
    ("lambda: 1", "expression", 1, "cannot stand"),
    ("[a, b]", "expression", 1, "cannot stand"),
    ("(a, b)", "expression", 1, "cannot stand"),
    ("a in b", "expression", 1, "`in` is not known here"),
    ("a is b", "expression", 1, "cannot stand"),
    ("a | b", "expression", 1, "cannot stand"),
    ("~a", "expression", 1, "cannot stand"),
    ("(c := a)", "expression", 2, "cannot stand"),
    ("min(*a, b)", "expression", 5, "cannot stand"),
    ("max(a, key=b)", "expression", 1, "cannot stand"),
    ("a == 'sun'", "expression", 6, "no text"),
    ("1 + 1.5", "expression", 5, "whole numbers"),
    ("1 + 9999999999999999", "expression", 5, "numbers stay within"),
    ("1 + c", "unknown-name", 5, "`c` is not a name"),
    ("1 + totl", "unknown-name", 5, "did you mean `total`"),
    ("1 + value", "unknown-name", 5, "a name of one die"),
    ("1 + lucky", "unknown-name", 5, "is a property"),
    ("1 + count", "unknown-name", 5, "is a function"),
    ("1 + mim(a, b)", "unknown-function", 5, "did you mean `min`"),
    ("rand()", "unknown-function", 1, "there is no function `rand`"),
    ("__import__(1)", "unknown-function", 1, "there is no function"),
    ("1 + has(luky)", "unknown-property", 9, "did you mean `lucky`"),
    ("has(1)", "expression", 1, "takes the name of a property"),
    ("min(a)", "expression", 1, "two or more"),
    ("abs(a, b)", "expression", 1, "one value"),
    ("count()", "expression", 1, "one expression about a die"),
    ("sets()", "expression", 1, "sets(n)"),
    ("run(1)", "expression", 1, "run()"),
    ("", "expression", 1, "empty"),
    ("   ", "expression", 1, "empty"),
    ("(a + b", "expression", 1, "left open"),
    ("a + b)", "expression", 6, "too many"),
    ("a +", "expression", 4, "cannot be read"),
    ("a b", "expression", 3, "nothing stands before `b`"),
    ("import a", "expression", 1, "one line of numbers"),
    ("1 + " * 130 + "a", "expression", 1, f"at most {LENGTH}"),
    ("not " * (DEPTH + 1) + "a", "expression", 4 * DEPTH + 1, f"at most {DEPTH} deep"),
]


@pytest.mark.parametrize(("text", "code", "column", "piece"), BAD, ids=[bad[0][:20] for bad in BAD])
def test_a_bad_expression_is_refused_at_its_place(text: str, code: str, column: int, piece: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (problem,) = refused(text)
    assert problem.code == code
    assert piece in problem.message + "".join(problem.notes)
    assert problem.where is not None
    assert (problem.where.line, problem.where.column) == (3, 9 + column)


@pytest.mark.parametrize("text", ["# a", "a; b", "a;", "a\nb", "a # b"])
def test_what_is_not_just_one_expression_is_refused(text: str) -> None:
    """Nothing that an author wrote is left unread."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert refused(text)[0].code == "expression"


def test_every_mistake_of_an_expression_is_told_at_once() -> None:
    found = refused("foo + bar * count(baz)")
    assert {p.code for p in found} == {"unknown-name"}
    assert [p.where.column for p in found if p.where] == [10, 16, 28]


@pytest.mark.parametrize(
    ("raw", "line", "column"),
    [
        ("a + foo", 3, 14),
        ("'a + foo'", 3, 15),
        ('"a + \\x66oo"', 3, 15),
        ('"a \\\n    + foo"', 4, 7),
        (">\n   a +\n   foo\n", 5, 4),
        ("|-\r\n   a\r\n   + foo\r\n", 5, 6),
        ("a\n      + foo", 4, 9),
    ],
)
def test_the_caret_stands_inside_an_expression_however_it_is_written(raw: str, line: int, column: int) -> None:
    with pytest.raises(DicewrightError) as caught:
        formula(Text("a + foo", Span("f", 3, 10), raw), WORDS)
    (problem,) = caught.value.problems
    assert problem.where == Span("f", line, column, 6 if "x66" in raw else 3)


def test_an_expression_that_stands_in_no_file_is_shown() -> None:
    with pytest.raises(DicewrightError) as caught:
        formula(Text("a + foo"), WORDS)
    assert caught.value.problems[0].notes[:2] == ("a + foo", "    ^^^")


def test_an_expression_on_a_die_reads_the_die_and_the_check() -> None:
    read = per_die(Text("value + sun * a"), WORDS)
    assert (read.names, read.dies, read.alone) == ({"a"}, {"value", "sun"}, True)
    assert read.code({"value": 4, "sun": 2}.__getitem__, NAMES.__getitem__, lambda i: 0) == 18
    assert not per_die(Text("value < total"), WORDS).alone
    assert not per_die(Text("value == highest(value)"), WORDS).alone


def test_functions_over_dice_are_gathered_once() -> None:
    read = formula(Text("count(value >= a) + sum(value) * count(value >= a)"), WORDS)
    assert [(t.how, t.of.text) for t in read.tallies] == [("count", "value >= a"), ("sum", "value")]
    assert read.code(NAMES.__getitem__, (2, 10).__getitem__) == 22


@few
@given(st.text() | st.text("ab01 ()+-*/%<>=!,.'\"[]{}:;#\\\n", max_size=30))
def test_any_text_is_an_expression_or_a_problem(text: str) -> None:
    """Never another exception, whatever is written."""
    for read in (formula, per_die):
        with suppress(DicewrightError):
            read(Text(text, Span("f", 1, 1), text), WORDS)


ARITHMETIC = st.recursive(
    st.integers(0, 20).map(str) | st.sampled_from(["a", "b", "zero"]),
    lambda inner: st.one_of(
        st.builds(
            "({} {} {})".format,
            inner,
            st.sampled_from(["+", "-", "*", "//", "%", "<", "<=", ">", ">=", "==", "!=", "and", "or"]),
            inner,
        ),
        st.builds("({}{})".format, st.sampled_from(["-", "+", "not "]), inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
        st.builds("abs({})".format, inner),
        st.builds("({} < {} <= {})".format, inner, inner, inner),
    ),
    max_leaves=12,
)


@few
@given(ARITHMETIC)
def test_the_value_is_what_simpleeval_says_compiled_or_not(text: str) -> None:
    def outcome(work: Any) -> Any:
        try:
            return int(work())
        except ZeroDivisionError:
            return "by zero"

    plain = SimpleEval(names=NAMES, functions=dict(PLAIN))
    built = compiled(formula(Text(text), WORDS).body, ("_name", "_tally"))
    assert outcome(lambda: value(text)) == outcome(lambda: plain.eval(text))
    assert outcome(lambda: built(NAMES.__getitem__, lambda i: 0)) == outcome(lambda: plain.eval(text))


def test_an_expression_that_is_asked_for_often_is_compiled_and_stays_the_same() -> None:
    asked = per_die(Text("value + count(sun > a) * 10 + sets(b + 0 * sides) * 100 + (a < b + sides < 9)"), WORDS)
    first = asked.code
    for often in range(2 * OFTEN):
        die, names = {"value": often, "sides": often % 7}, {**NAMES, ("sets", 3): often}
        worth = asked.code(die.__getitem__, names.__getitem__, lambda i: i + 4)
        assert worth == often + 40 + 100 * often + (7 < 3 + often % 7 < 9)
        assert (asked.code is first) is (often + 1 < OFTEN)


# -- at run time ------------------------------------------------------------------------------------------------------

BIG = "999999999 * 999999999"
PLACES: dict[str, tuple[dict[str, Any], str]] = {
    "result, by zero": (toy(D4, "1 // z"), "division-by-zero"),
    "result, remainder by zero": (toy(D4, "1 % z"), "division-by-zero"),
    "result, too large": (toy(D4, BIG), "limit"),
    "step, by zero": (toy([*D4, {"do": "let", "name": "n", "value": "1 // z"}], "n"), "division-by-zero"),
    "step, too large": (toy([*D4, {"do": "let", "name": "n", "value": BIG}], "n"), "limit"),
    "die, by zero": (toy([*D4, {"do": "set", "value": "value // z"}]), "division-by-zero"),
    "die, too large": (toy([*D4, {"do": "set", "value": f"value * {BIG}"}]), "limit"),
    "let, by zero": (toy(D4, "n", check={"let": {"n": "1 // z"}}), "division-by-zero"),
    "let, too large": (toy(D4, "n > 0", check={"let": {"n": BIG}}), "limit"),
    "outcome, by zero": (toy(D4, check={"outcomes": [{"name": "yes", "when": "1 // z"}]}), "division-by-zero"),
}


@pytest.mark.parametrize("where", PLACES)
def test_what_cannot_be_worked_out_is_a_problem_with_a_place(where: str) -> None:
    system, code = PLACES[where]
    system["checks"]["roll"]["inputs"] = {"z": {"type": "integer", "default": 0}}
    for ask in (lambda bound: bound.roll(), lambda bound: bound.odds()):
        with pytest.raises(DicewrightError) as caught:
            ask(load(system)["roll"]())
        (problem,) = caught.value.problems
        assert problem.code == code
        assert problem.where is not None
        assert problem.where.line == 1
        assert problem.where.column > 1


@pytest.mark.parametrize("text", ["total", "dice", "sun", "count(value >= 1)", "sets(2)"])
def test_a_derived_name_cannot_read_dice(text: str) -> None:
    """`let:` is worked out before any die is thrown: refused by `validate`, never a crash or a silent 0."""
    with pytest.raises(DicewrightError):
        load(toy(D4, "n", check={"let": {"n": text}}))["roll"]().odds()


@pytest.mark.parametrize("text", ["count(x >= 1)", "any(x)", "sets(2)", "run()", "1 // (x - x)", "nope", "value"])
def test_a_law_refuses_what_it_cannot_read(text: str) -> None:
    """An expression on results knows nothing of dice: refused, never a silent 0."""
    law = rolled(D4).odds()
    for ask in (law.probability, law.mean, law.table):
        with pytest.raises(DicewrightError):
            ask(text)


def test_an_aim_that_divides_by_zero_is_a_problem() -> None:
    decide = {"do": "drop", "pick": "roller", "at_most": 1}
    with pytest.raises(DicewrightError):
        rolled([*D4, decide], "dice", check={"aim": [{"most": "1 // x"}]}).roll()
