"""Words about numbers: give one a name, count dice into one, cancel symbols, look one up."""

from __future__ import annotations

import ast
from typing import Any

from ..errors import fail
from ..model.expression import per_die
from ..model.formula import Formula, Tally, shaped
from ..model.text import Text
from ..model.words import SHAPES, Words
from .frame import Frame, shape
from .op import WHICH, Example, Key, Op
from .state import Move, State


def _let(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    return move.next(state, names=frame.named(state, keys["name"], frame.value(keys["value"], state)))


LET = Op(
    name="let",
    title="a let step",
    doc="Gives a number a name, or gives a name a new number.",
    run=_let,
    keys=(
        Key("name", "binds", "The name.", "surplus", required=True),
        Key("value", "expression", "The number.", "max(0, total - 8)", required=True),
    ),
    examples=(
        Example(
            ({"do": "let", "name": "n", "value": "1 + 1"}, {"do": "let", "name": "n", "value": "n * 3"}),
            "n",
            {6: "1"},
        ),
    ),
)

MEASURE_WORDS = {
    "count": "how many dice there are",
    "total": "their values added up",
    "highest": "the highest value; 0 without dice",
    "lowest": "the lowest value; 0 without dice",
    "sets": "how many sets of `size` alike dice there are",
    "largest_set": "how many dice show the commonest value",
    "different": "how many different values there are",
    "run": "the length of the longest straight",
    "nth": "the highest value, the second, and so on by `size`; 0 with fewer dice",
}


def _tally(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    if "tally" in keys:
        number = frame.tally(keys["tally"], move.step.select, state)
    else:
        argument = frame.value(keys["size"], state) if "size" in keys else 2
        values = [state.pool[i].value for i in frame.fitting(move.step.select, state)]
        number = shape(keys["measure"], argument, values)
    return move.next(state, names=frame.named(state, keys["name"], number))


def measuring(measure: str | None, size: Formula | None) -> Tally | None:
    """The tally behind a measure of selected dice; None where it needs them all at once."""
    if measure in SHAPES:
        return shaped(measure, ast.Constant(2) if size is None else size.body, size.span if size else None)
    if measure not in ("count", "total", "highest", "lowest"):
        return None
    one = per_die(Text("1" if measure == "count" else "value"), Words(frozenset(), frozenset({"value"})))
    return Tally({"count": "count", "total": "sum"}.get(measure, measure), one)


TALLY = Op(
    name="tally",
    title="a tally step",
    doc="Measures the selected dice as they lie now, and gives the number a name.",
    run=_tally,
    keys=(
        Key("name", "binds", "The name.", "ones", required=True),
        Key(
            "measure",
            "word",
            "What is measured: `count` how many dice, `total` their values added up, `highest` or `lowest` value, "
            "`sets` how many sets of `size` alike dice, `largest_set`, how many `different` values, the longest `run`, "
            "or the `nth` highest value (`size` says which).",
            "count",
            required=True,
            words=MEASURE_WORDS,
        ),
        Key("size", "expression", "For `sets`: how many alike dice make a set (2). For `nth`: which one.", "3"),
    ),
    selects=WHICH,
    scope="selected",
    examples=(
        Example(
            (
                {"do": "add", "die": "d4", "count": 2},
                {"do": "roll"},
                {"do": "tally", "name": "ones", "measure": "count", "where": "value == 1"},
            ),
            "ones",
            {0: "9/16", 1: "3/8", 2: "1/16"},
        ),
        Example(
            (
                {"do": "add", "die": "d4", "count": 3},
                {"do": "roll"},
                {"do": "tally", "name": "pairs", "measure": "sets", "size": 2},
            ),
            "pairs",
            {0: "3/8", 1: "5/8"},
        ),
    ),
)


def _cancel(frame: Frame, move: Move, state: State) -> Any:
    names = list(state.names)
    unsettled = [symbol for symbol in frame.symbols_read if names[frame.slots[symbol]] is None]
    counted = frame.counted(state) if unsettled else {}
    for symbol in unsettled:
        names[frame.slots[symbol]] = counted[symbol]
    for one, other in move.step.keys.get("pairs") or frame.rules.cancels:
        a, b = frame.slots[one], frame.slots[other]
        net = (names[a] or 0) - (names[b] or 0)
        names[a], names[b] = max(net, 0), max(-net, 0)
    return move.next(state, names=tuple(names))


CANCEL = Op(
    name="cancel",
    title="a cancel step",
    doc="Counts the symbols on the table and takes away cancelling pairs, one for one. From here on the name of each "
    "symbol is the number that is left.",
    run=_cancel,
    keys=(Key("pairs", "pairs", "These pairs instead of the system's `cancels`.", [["success", "failure"]]),),
    examples=(
        Example(
            ({"do": "add", "die": "sign", "count": 2}, {"do": "roll"}, {"do": "cancel"}),
            "sun * 10 + moon",
            {0: "5/16", 1: "1/8", 2: "1/16", 10: "1/4", 20: "1/4"},
        ),
    ),
)


def _table(frame: Frame, move: Move, state: State) -> Any:
    keys = move.step.keys
    table = frame.rules.tables[keys["table"]]
    at = frame.value(keys["row"], state)
    value = table.at(at)
    if value is None:
        raise fail("no-row", f"the table `{table.name}` has no row for {at}", move.step.span)
    return move.next(state, names=frame.named(state, keys["name"], value))


TABLE = Op(
    name="table",
    title="a table step",
    doc="Looks a number up in one of the system's tables, and gives what it finds a name.",
    run=_table,
    keys=(
        Key("name", "binds", "The name.", "effect", required=True),
        Key("table", "table", "The table.", "effects", required=True),
        Key("row", "expression", "The number to look up.", "total", required=True),
    ),
    examples=(
        Example(
            (
                {"do": "add", "die": "d4"},
                {"do": "roll"},
                {"do": "table", "name": "found", "table": "halves", "row": "total"},
            ),
            "found",
            {10: "1/2", 20: "1/2"},
        ),
    ),
)
