"""The last stretch of a check as one function, for states in which no die lies on the table any more.

From there on a check is plain arithmetic: names are given numbers, symbols cancel, results are worked out. Where a
handful of dice leaves thousands of sums, each of them is taken from there to the end in one call instead of move by
move. Where a number grows too large or is divided by zero, the function gives None, and the moves themselves say so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Many
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


def short(program: Going, many: Many) -> Callable[[Any, Sums], Any] | None:
    """The way from sums that a handful leaves behind to the end of the check, where no die stays on the table."""
    lay = many.lay
    if program.dice or not isinstance(lay, Aside):
        return None
    state = program.key(many.then(((),) * len(many.bag), lay.empty).state)
    if state.pool:
        return None
    names, base, at = state.names, lay.read(state.sums), state.at
    known = tuple([number is not None for number in names])
    if (at, known) not in program.tails:
        end = program.wanted, program.verdicts, program.results
        moves = [move for move in program.moves[at:] if move.at not in program.idle]
        found = tail(program.frame, end, moves, lay.live, known)
        program.tails[at, known] = found
    finish = program.tails[at, known]
    return finish and (lambda lots, sums: None if any(lots) else finish(names, base, sums))


class _UnfitError(Exception):
    """Something that is more than arithmetic."""


def tail(frame: Frame, end: End, moves: Sequence[Move], live: Sequence[Key], known: Sequence[bool]) -> Tail | None:
    """A function of the names, the sums so far and those that have been laid aside since; None where there is none.

    `live` are the tallies of those sums; `known` says which names have a number at the start.
    """
    writer = _Writer(frame, live, known)
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

    def __init__(self, frame: Frame, live: Sequence[Key] | None, known: Sequence[bool]) -> None:
        self._frame, self._over_dice = frame, live is None
        self._live = {key: i for i, key in enumerate(live or ())}
        self._given: set[str] = set()
        self._sure = {slot for slot, there in enumerate(known) if there}
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
                self._name(symbol, f"n{slot} if n{slot} is not None else {value}", inside)
        for one, other in pairs:
            a, b = frame.slots[one], frame.slots[other]
            self._lines.append(f"{inside}v = n{a} - n{b}")
            self._name(one, "v if v > 0 else 0", inside)
            self._name(other, "-v if v < 0 else 0", inside)

    # -- the end -------------------------------------------------------------------------------------------------

    def ending(self, wanted: Mapping[str, Formula], verdicts: Sequence[Outcome], results: Sequence[str]) -> None:
        found: dict[str, str] = {}
        for i, (name, formula) in enumerate(wanted.items()):
            self._bounded(f"r{i}", formula)
            found[name] = f"r{i}"
            if formula.text != name:
                self._told[name] = f"r{i}"
        told = f"({' '.join(f'{found[name]},' for name in results)})"
        for outcome in verdicts:
            if outcome.when is None:
                self._lines.append(f"return end({outcome.name!r}, {told})")
                return
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
        return ast.unparse(
            _Reading(self._read, lambda i: self._tally(formula.tallies[i])).visit(deepcopy(formula.body))
        )

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
        return f"({other} if n{slot} is None else n{slot})" if slot in self._maybe else other

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
        for (tally, _), i in self._live.items():
            if i in self._tallies:
                if tally.how in ADDED:
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
        slots = [f"n{slot} = names[{slot}]" for slot in sorted(self._slots)]
        body = "".join(f"  {line}\n" for line in (*head, *slots, *self._lines))
        text = f"def tail({arguments}):\n try:\n{body} except ZeroDivisionError:\n  return None\n"
        space: dict[str, Any] = {"__builtins__": {}, **PLAIN, "end": Ending, **known}
        space["ZeroDivisionError"] = ZeroDivisionError
        exec(compile(text, "<tail>", "exec"), space)
        return space["tail"]


def _shaped(name: str, argument: int, state: State) -> int:
    return shape(name, argument, [piece.value for piece in state.pool if piece.state in COUNTED])


class _Reading(ast.NodeTransformer):
    """Puts what they stand for in the place of names and tallies."""

    def __init__(self, read: Callable[[str], str], tally: Callable[[int], str]) -> None:
        self._read, self._tally = read, tally

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name("_name"), [ast.Constant(str() as word)]):
                text = self._read(word)
            case ast.Call(ast.Name("_tally"), [ast.Constant(int() as i)]):
                text = self._tally(i)
            case ast.Call(ast.Name("_name"), [ast.Tuple([name, argument])]):
                return ast.Call(ast.Name("shaped"), [name, self.visit(argument), ast.Name("state")], [])
            case ast.Call(function, arguments):
                return ast.Call(function, [self.visit(each) for each in arguments], [])
        return ast.parse(text, mode="eval").body
