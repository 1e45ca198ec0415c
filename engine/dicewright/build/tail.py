"""The last stretch of a check as one function, for states in which no die lies on the table any more.

From there on a check is plain arithmetic: names are given numbers, symbols cancel, results are worked out. Where a
handful of dice leaves thousands of sums, each of them is taken from there to the end in one call instead of move by
move. Where a number grows too large or is divided by zero, the function gives None, and the moves themselves say so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again, Many
from ..model.formula import LARGEST, Formula, Tally
from ..model.system import Outcome
from ..model.words import PLAIN
from ..ops.control import back, guard
from ..ops.frame import Frame, identity, join, reads_any
from ..ops.state import Move, State
from .lay import ADDED, Aside, Sums
from .reads import Key

End = tuple[Mapping[str, Formula], Sequence[Outcome], Sequence[str]]
Tail = Callable[[Sequence[int | None], Sums, Sums], Any]


class Ending(NamedTuple):
    """How a check ends: the outcome's name, if there are outcomes, the results in order.

    Where a program is asked for them, also the values of the dice that count, highest first.
    """

    outcome: str | None
    results: tuple[int, ...]
    dice: tuple[int, ...] = ()


class Going(Protocol):
    """A program, as far as its end needs it."""

    moves: tuple[Move, ...]
    dice: bool
    tails: dict[Any, Tail | None]

    @property
    def frame(self) -> Frame: ...
    @property
    def results(self) -> tuple[str, ...]: ...
    @property
    def wanted(self) -> Mapping[str, Formula]: ...
    @property
    def verdicts(self) -> tuple[Outcome, ...]: ...
    @property
    def idle(self) -> frozenset[int]: ...

    def key(self, state: State) -> State: ...
    def ending(self, state: State) -> Ending: ...


def short(program: Going, many: Many, rows: bool) -> Callable[[Any, Sums], Any] | None:
    """The way from sums that a handful leaves behind to the end of the check, where no die stays on the table.

    Where there are few `rows`, a function is not worth its making, and only moves that do nothing are left out.
    """
    lay = many.lay
    if program.dice or not isinstance(lay, Aside):
        return None
    left = many.then(((),) * len(many.bag), lay.empty)
    state = program.key(left.state) if isinstance(left, Again) else None  # type: ignore[arg-type]
    if state is None or state.pool:
        return None
    names, base, at = state.names, lay.read(state.sums), state.at
    moves = [move for move in program.moves[at:] if move.at not in program.idle]
    if not rows:
        end = None if moves else program.ending
        return end and (lambda lots, sums: None if any(lots) else end(many.then(lots, sums).state))
    known = tuple([number is not None for number in names])
    key = at, known, base == lay.empty
    if key not in program.tails:
        whole = program.wanted, program.verdicts, program.results
        program.tails[key] = tail(program.frame, whole, moves, lay.live, known, key[-1])
    finish = program.tails[key]
    return finish and (lambda lots, sums: None if any(lots) else finish(names, base, sums))


class _UnfitError(Exception):
    """Something that is more than arithmetic."""


def tail(
    frame: Frame, end: End, moves: Sequence[Move], live: Sequence[Key], known: Sequence[bool], fresh: bool
) -> Tail | None:
    """A function of the names, the sums so far and those that have been laid aside since; None where there is none.

    `live` are the tallies of those sums; `known` says which names have a number at the start. Where all is `fresh`
    there are no sums so far.
    """
    writer = _Writer(frame, live, known, fresh)
    try:
        for move in moves:
            writer.move(move)
        writer.ending(*end)
    except _UnfitError:
        return None
    return writer.function()


class _Writer:
    """Writes the function line by line. Names are `n0`, `n1` ... by their slot, tallies `t0` ..., results `r0` ..."""

    def __init__(self, frame: Frame, live: Sequence[Key], known: Sequence[bool], fresh: bool) -> None:
        self._frame, self._fresh = frame, fresh
        self._live = {key: i for i, key in enumerate(live)}
        self._given = frozenset(slot for slot, there in enumerate(known) if there)
        self._sure = set(self._given)
        self._maybe: set[int] = set()
        self._told: dict[str, str] = {}
        self._lines: list[str] = []
        self._slots: set[int] = set()
        self._tallies: set[int] = set()

    # -- moves ---------------------------------------------------------------------------------------------------

    def move(self, move: Move) -> None:
        step = move.step
        if move.run in (guard, back) or step.op not in ("phase", "let", "cancel", "tally") or move.slot:
            raise _UnfitError
        if step.op == "phase":
            return
        inside = ""
        if step.when is not None:
            self._bounded("c", step.when)
            self._lines.append("if c:")
            inside = " "
        match step.op:
            case "let":
                self._bounded("v", step.keys["value"], inside)
                self._name(step.keys["name"], "v", inside)
            case "tally":
                if "tally" not in step.keys:
                    raise _UnfitError
                self._name(step.keys["name"], self._tally(step.keys["tally"], step.select), inside)
            case "cancel":
                self._cancel(step.keys.get("pairs") or self._frame.rules.cancels, inside)

    def _name(self, name: str, value: str, inside: str) -> None:
        slot = self._frame.slots[name]
        self._lines.append(f"{inside}n{slot} = {value}")
        self._slots.add(slot)
        (self._maybe if inside and slot not in self._sure else self._sure).add(slot)

    def _cancel(self, pairs: Sequence[tuple[str, str]], inside: str) -> None:
        frame = self._frame
        for symbol, measure in frame.measures.items():
            if symbol in frame.rules.symbols and frame.slots[symbol] not in self._sure:
                value, slot = self._tally(measure), frame.slots[symbol]
                self._name(
                    symbol, f"n{slot} if n{slot} is not None else {value}" if slot in self._maybe else value, inside
                )
        for one, other in pairs:
            a, b = frame.slots[one], frame.slots[other]
            self._lines.append(f"{inside}v = n{a} - n{b}")
            self._name(one, "v if v > 0 else 0", inside)
            self._name(other, "-v if v < 0 else 0", inside)

    # -- the end -------------------------------------------------------------------------------------------------

    def ending(self, wanted: Mapping[str, Formula], verdicts: Sequence[Outcome], results: Sequence[str]) -> None:
        found: dict[str, str] = {}
        wide: list[str] = []
        for i, (name, formula) in enumerate(wanted.items()):
            found[name] = self._text(formula)
            if not found[name].isidentifier():
                self._lines.append(f"r{i} = +({found[name]})")
                found[name] = f"r{i}"
            wide += [] if _is_true_or_false(formula.body) else [found[name]]
            if formula.text != name:
                self._told[name] = found[name]
        if wide:
            self._lines.append(f"if max({', '.join(wide)}, 0) > {LARGEST} or min({', '.join(wide)}, 0) < {-LARGEST}:")
            self._lines.append(" return None")
        told = f"({' '.join(f'{found[name]},' for name in results)})"
        for outcome in verdicts:
            if outcome.when is None:
                self._lines.append(f"return end({outcome.name!r}, {told})")
                return
            if _is_true_or_false(outcome.when.body):
                self._lines.append(f"if {self._text(outcome.when)}: return end({outcome.name!r}, {told})")
                continue
            self._bounded("c", outcome.when)
            self._lines.append(f"if c: return end({outcome.name!r}, {told})")
        self._lines.append(f"return end(None, {told})")

    # -- expressions ---------------------------------------------------------------------------------------------

    def _bounded(self, name: str, formula: Formula, inside: str = "") -> None:
        self._lines.append(f"{inside}{name} = +({self._text(formula)})")
        self._lines.append(f"{inside}if not {-LARGEST} <= {name} <= {LARGEST}: return None")

    def _text(self, formula: Formula) -> str:
        if formula.whole or any(reads_any(tally, self._told) for tally in formula.tallies):
            raise _UnfitError
        return _written(formula.body, self._read, lambda i: self._tally(formula.tallies[i]))

    def _read(self, word: str) -> str:
        """What a name stands for, in the order in which a running check looks it up."""
        if word in self._told:
            return self._told[word]
        frame = self._frame
        slot = frame.slots.get(word)
        if slot is not None and slot in self._sure:
            self._slots.add(slot)
            return f"n{slot}"
        constant, measure = frame.constants.get(word), frame.measures.get(word)
        other = str(constant) if constant is not None else "0" if measure is None else self._tally(measure)
        return f"({other} if n{slot} is None else n{slot})" if slot in self._maybe else f"({other})"

    def _tally(self, tally: Tally, select: Any = None) -> str:
        i = self._live.get((tally, select))
        if i is None:
            return str(identity(tally.how) or 0)
        self._tallies.add(i)
        return f"t{i}"

    # -- the function --------------------------------------------------------------------------------------------

    def function(self) -> Tail:
        head = [f"n{slot} = names[{slot}]" for slot in sorted(self._slots) if slot in self._given | self._maybe]
        if self._fresh and self._live:
            head.append(f"{', '.join(f't{i}' for i in self._live.values())}, = sums")
        globals_: dict[str, Any] = {"__builtins__": {}, **PLAIN, "end": Ending}
        globals_["ZeroDivisionError"] = ZeroDivisionError
        for (tally, _), i in self._live.items():
            if i in self._tallies:
                if self._fresh:
                    head += [f"t{i} = t{i} or 0"] if identity(tally.how) is None else []
                elif tally.how in ADDED:
                    head.append(f"t{i} = base[{i}] + sums[{i}]")
                else:
                    globals_[f"join{i}"] = partial(join, tally.how)
                    head.append(f"t{i} = join{i}(base[{i}], sums[{i}]) or 0")
        body = "".join(f"  {line}\n" for line in (*head, *self._lines))
        text = f"def tail(names, base, sums):\n if True:\n{body}"
        if "//" in body or "%" in body:
            text = f"def tail(names, base, sums):\n try:\n{body} except ZeroDivisionError:\n  return None\n"
        space: dict[str, Any] = {}
        exec(compile(text, "<tail>", "exec"), globals_, space)
        made: Tail = space["tail"]
        return made


def _is_true_or_false(body: ast.expr) -> bool:
    """Whether an expression gives nothing but 1 and 0."""
    match body:
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return True
        case ast.BoolOp(_, parts):
            return all(map(_is_true_or_false, parts))
    return False


_SIGNS = {
    **{ast.UAdd: "+", ast.USub: "-", ast.Not: "not ", ast.And: " and ", ast.Or: " or "},
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}  # type: dict[type[ast.AST], str]


def _written(body: ast.expr, read: Callable[[str], str], tally: Callable[[int], str]) -> str:
    """An expression as text, with what they stand for in the place of names and tallies."""

    def text(node: ast.expr) -> str:
        match node:
            case ast.Constant(int() as value):
                return f"({value})" if value < 0 else str(value)
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as word)]):
                return read(word)
            case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
                return tally(i)
            case ast.Call(ast.Name(function), arguments):
                return f"{function}({', '.join(map(text, arguments))})"
            case ast.UnaryOp(sign, operand):
                return f"({_SIGNS[type(sign)]}{text(operand)})"
            case ast.BinOp(left, sign, right):
                return f"({text(left)}{_SIGNS[type(sign)]}{text(right)})"
            case ast.BoolOp(sign, parts):
                return f"({_SIGNS[type(sign)].join(map(text, parts))})"
            case ast.Compare(left, signs, others):
                links = [f"{_SIGNS[type(sign)]}{text(other)}" for sign, other in zip(signs, others, strict=True)]
                return f"({text(left)}{''.join(links)})"
            case ast.IfExp(test, yes, no):
                return f"({text(yes)} if {text(test)} else {text(no)})"
        raise AssertionError(node)

    return text(body)
