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
from ..model.system import Outcome, Selector
from ..model.words import PLAIN
from ..ops.control import back, guard
from ..ops.frame import SUMS, Frame, identity, join, reads_any, shape
from ..ops.state import COUNTED, Move, State
from .lay import ADDED, Aside, Sums
from .reads import Key

ARITHMETIC = ("phase", "let", "cancel", "tally")
End = tuple[Mapping[str, Formula], Sequence[Outcome], Sequence[str]]
Tail = Callable[[Sequence[int | None], Sums, Sums], Any]
Finish = Callable[[State], Any]


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
    def ending(self, state: State, frame: Frame) -> Ending: ...


def short(program: Going, many: Many, rows: bool) -> Callable[[Any, Sums], Any] | None:
    """The way from sums that a handful leaves behind to the end of the check, where no die stays on the table.

    Where there are few `rows`, a function is not worth its making, and only moves that do nothing are left out.
    """
    from .alike import Counting  # a roll, which only finishes, does not need it

    lay: Any = many.lay
    slots: tuple[int, ...] = lay.slots if isinstance(lay, Counting) else ()
    aside = lay.aside if isinstance(lay, Counting) else lay
    if program.dice or not isinstance(aside, Aside):
        return None
    left = many.then(((),) * len(many.bag), lay.empty)
    state = program.key(left.state) if isinstance(left, Again) else None  # type: ignore[arg-type]
    if state is None or state.pool:
        return None
    names, base, at = state.names, aside.read(state.sums), state.at
    moves = [move for move in program.moves[at:] if move.at not in program.idle]
    if not rows:
        end, frame = program.ending, program.frame
        return None if moves else (lambda lots, sums: None if any(lots) else end(many.then(lots, sums).state, frame))
    known = tuple([number is not None for number in names])
    key = at, known, base == aside.empty
    if key not in program.tails:
        whole = program.wanted, program.verdicts, program.results
        program.tails[key] = tail(program.frame, whole, moves, aside.live, known, key[-1])
    finish = program.tails[key]
    if finish is None or not slots:
        return finish and (lambda lots, sums: None if any(lots) else finish(names, base, sums))
    return partial(_counted, finish, slots, names, base, len(aside.empty))


def _counted(
    finish: Tail, slots: Sequence[int], names: Sequence[Any], base: Sums, own: int, lots: Any, sums: Sums
) -> Any:
    """The same, where what comes behind the sums is counted into names, on top of what they are without it."""
    if any(lots):
        return None
    told = list(names)
    for slot, number in zip(slots, sums[own:], strict=True):
        told[slot] = (names[slot] or 0) + (number or 0)
    return finish(told, base, sums[:own])


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
    return writer.function() if writer.writes(end, moves) else None


def finish(frame: Frame, end: End, moves: Sequence[Move], known: Sequence[bool]) -> Finish | None:
    """The same as a function of a state whose dice still lie on the table, where they all lie still."""
    writer = _Writer(frame, None, known)
    return writer.over_dice() if writer.writes(end, moves) else None


def arithmetic(move: Move) -> bool:
    """Whether a move does nothing but give numbers names, and goes on behind itself."""
    return move.run not in (guard, back) and move.step.op in ARITHMETIC and not move.slot


class _Writer:
    """Writes the function line by line. Names are `n0`, `n1` ... by their slot, tallies `t0` ..., results `r0` ...

    `live` are the tallies that have been laid aside; without them all are taken from the dice.
    """

    def __init__(self, frame: Frame, live: Sequence[Key] | None, known: Sequence[bool], fresh: bool = False) -> None:
        self._frame, self._over_dice, self._fresh = frame, live is None, fresh
        self._live = {key: i for i, key in enumerate(live or ())}
        self._given: set[str] = set()
        self._known = frozenset(slot for slot, there in enumerate(known) if there)
        self._sure = set(self._known)
        self._maybe: set[int] = set()
        self._told: dict[str, str] = {}
        self._lines: list[str] = []
        self._slots: set[int] = set()
        self._tallies: set[int] = set()

    # -- moves ---------------------------------------------------------------------------------------------------

    def writes(self, end: End, moves: Sequence[Move]) -> bool:
        """Write these moves and the end, if that can be done."""
        try:
            for move in moves:
                self.move(move)
            self.ending(*end)
        except _UnfitError:
            return False
        return True

    def move(self, move: Move) -> None:
        step = move.step
        if not arithmetic(move):
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
        self._given.add(name)
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
        late = any(reads_any(tally, self._told) for tally in formula.tallies)
        if late or (formula.whole and not self._over_dice):
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

    def _tally(self, tally: Tally, select: Selector | None = None) -> str:
        asked = tally.of.names | select.where.names if select and select.where else tally.of.names
        if not self._given.isdisjoint(asked):
            raise _UnfitError
        i = (
            self._live.setdefault((tally, select), len(self._live))
            if self._over_dice
            else self._live.get((tally, select))
        )
        if i is None:
            return str(identity(tally.how) or 0)
        self._tallies.add(i)
        return f"t{i}"

    # -- the function --------------------------------------------------------------------------------------------

    def function(self) -> Tail:
        head, known = [], dict[str, Any]()
        if self._fresh and self._live:
            head.append(f"{', '.join(f't{i}' for i in self._live.values())}, = sums")
        for (tally, _), i in self._live.items():
            if i in self._tallies:
                if self._fresh:
                    head += [f"t{i} = t{i} or 0"] if identity(tally.how) is None else []
                elif tally.how in ADDED:
                    head.append(f"t{i} = base[{i}] + sums[{i}]")
                else:
                    known[f"join{i}"] = partial(join, tally.how)
                    head.append(f"t{i} = join{i}(base[{i}], sums[{i}]) or 0")
        made: Tail = self._made("names, base, sums", head, known)
        return made

    def over_dice(self) -> Finish:
        frame = self._frame
        head = ["names, pool = state.names, state.pool"]
        known: dict[str, Any] = {"shaped": _shaped, "map": map, "sum": sum}
        for (tally, select), i in self._live.items():
            if tally.how in SUMS and (tally, select) not in frame.tallies and frame.fixed(tally, select):
                known[f"worth{i}"] = frame.worth(tally, select, State(0, (), (), ()))
                head.append(f"t{i} = sum(map(worth{i}, pool))")
            else:
                known[f"tally{i}"] = partial(frame.tally, tally, select)
                head.append(f"t{i} = tally{i}(state)")
        made: Finish = self._made("state", head, known)
        return made

    def _made(self, arguments: str, head: Sequence[str], known: Mapping[str, Any]) -> Any:
        slots = [f"n{slot} = names[{slot}]" for slot in sorted(self._slots) if slot in self._known | self._maybe]
        body = "".join(f"  {line}\n" for line in (*head, *slots, *self._lines))
        sure = not (self._over_dice or "//" in body or "%" in body)
        begins, ends = ("if True", "") if sure else ("try", " except ZeroDivisionError:\n  return None\n")
        text = f"def tail({arguments}):\n {begins}:\n{body}{ends}"
        space: dict[str, Any] = {"__builtins__": {}, **PLAIN, "end": Ending, **known}
        space["ZeroDivisionError"] = ZeroDivisionError
        exec(compile(text, "<tail>", "exec"), space)
        return space["tail"]


def _shaped(name: str, argument: int, state: State) -> int:
    return shape(name, argument, [piece.value for piece in state.pool if piece.state in COUNTED])


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
            case ast.Call(ast.Name("_name"), [ast.Tuple([ast.Constant(name), argument])]):
                return f"shaped({name!r}, {text(argument)}, state)"
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
