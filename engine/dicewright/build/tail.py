"""The last stretch of a check as one function, for states in which no die lies on the table any more.

From there on a check is plain arithmetic: names are given numbers, symbols cancel, results are worked out. Where a
handful of dice leaves thousands of sums, each of them is taken from there to the end in one call instead of move by
move. Where a number grows too large or is divided by zero, the function gives None, and the moves themselves say so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from ..chance.ask import Again, Finish, Many
from ..chance.rows import Laid
from ..model.formula import LARGEST, Formula, Tally
from ..model.system import Outcome, Selector
from ..model.words import PLAIN
from ..ops.control import back, guard
from ..ops.frame import SUMS, Frame, identity, join, reads_any, shape
from ..ops.state import COUNTED, Move, State
from .lay import ADDED, Aside, Sums
from .reads import Key
from .spelled import is_true_or_false, spelled

FEW = 12  # rows that are not worth the making of a function
PAIRS = 20  # so many, taken from each other, do not make small numbers large
OUTCOMES = 50  # so many, one tried after another, a function may tell apart
ARITHMETIC = ("phase", "let", "cancel", "tally")
End = tuple[Mapping[str, Formula], Sequence[Outcome], Sequence[str]]
Rows = Iterable[tuple[Sums, int]]
Tail = Callable[[Sequence[int | None], Sums, Rows, int, dict[Any, int]], list[tuple[Sums, int]]]
Ended = Callable[[State], Any]


class Ending(NamedTuple):
    """How a check ends: the outcome's name, if there are outcomes, the results in order."""

    outcome: str | None
    results: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        """Nobody asks for them."""
        return ()


class Shown(NamedTuple):
    """The same with the values of the dice that count, highest first, where a program is asked for them."""

    outcome: str | None
    results: tuple[int, ...]
    dice: tuple[int, ...]


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
    def ending(self, state: State, frame: Frame) -> Ending | Shown: ...


def short(program: Going, many: Many, rows: Collection[Any]) -> Finish | None:
    """The way from sums that a handful leaves behind to the end of the check, where no die stays on the table.

    Where there are `FEW` rows, a function is not worth its making, and only moves that do nothing are left out.
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
    if len(rows) <= FEW:
        return None if moves else partial(_one_by_one, program, many)
    known = tuple([number is not None for number in names])
    small = isinstance(rows, Laid) and rows.small
    key = at, known, base == aside.empty, small, slots
    if key not in program.tails:
        whole = program.wanted, program.verdicts, program.results
        program.tails[key] = tail(program.frame, whole, moves, aside.live, known, key[2], small, slots)
    finish = program.tails[key]
    return finish and partial(finish, names, base)


def _one_by_one(program: Going, many: Many, rows: Rows, times: int, ends: dict[Any, int]) -> Sequence[Any]:
    """The same without a function of its own, where nothing is left to be done."""
    nothing, frame = ((),) * len(many.bag), program.frame
    for sums, weight in rows:
        end = program.ending(many.then(nothing, sums).state, frame)
        ends[end] = ends.get(end, 0) + weight * times
    return ()


class _UnfitError(Exception):
    """Something that is more than arithmetic."""


def tail(
    frame: Frame,
    end: End,
    moves: Sequence[Move],
    live: Sequence[Key],
    known: Sequence[bool],
    fresh: bool,
    small: bool,
    counted: Sequence[int] = (),
) -> Tail | None:
    """A function of the names, the sums so far and the rows of those that have been laid aside since; None where there
    is none. It adds up how often the rows come to which end, and gives back those of which it cannot tell that.

    `live` are the tallies of those sums; `known` says which names have a number at the start. Where all is `fresh`
    there are no sums so far; `small` ones, a few of them added up, are in no danger of growing too large. Behind the
    sums, rows hold what is `counted` into names, on top of what these are.
    """
    writer = _Writer(frame, live, known, fresh and small)
    return writer.over_rows(fresh, counted) if writer.writes(end, moves) else None


def finish(frame: Frame, end: End, moves: Sequence[Move], known: Sequence[bool]) -> Ended | None:
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

    def __init__(self, frame: Frame, live: Sequence[Key] | None, known: Sequence[bool], small: bool = False) -> None:
        self._frame, self._over_dice = frame, live is None
        self._gives_up = "return None" if live is None else "left.append((sums, weight)); continue"
        self._live = {key: i for i, key in enumerate(live or ())}
        self._given: set[str] = set()
        self._known = frozenset(slot for slot, there in enumerate(known) if there)
        self._sure = set(self._known)
        self._maybe: set[int] = set()
        self._told: dict[str, str] = {}
        self._lines: list[str] = []
        self._slots: set[int] = set()
        self._moved: set[int] = set()
        self._tallies: set[int] = set()
        self._near: set[str] = set()  # what is no more than sums added up or taken from each other
        if small:
            self._near |= {f"t{i}" for i in self._live.values()}

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
        self._moved.add(slot)
        (self._near.add if value in self._near and not inside else self._near.discard)(f"n{slot}")
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
            near = not inside and self._near >= {f"n{a}", f"n{b}"} and len(pairs) <= PAIRS
            self._lines.append(f"{inside}v = n{a} - n{b}")
            self._name(one, "v if v > 0 else 0", inside)
            self._name(other, "-v if v < 0 else 0", inside)
            self._near |= {f"n{a}", f"n{b}"} if near else set()

    # -- the end -------------------------------------------------------------------------------------------------

    def ending(self, wanted: Mapping[str, Formula], verdicts: Sequence[Outcome], results: Sequence[str]) -> None:
        found: dict[str, str] = {}
        wide: list[str] = []
        for i, (name, formula) in enumerate(wanted.items()):
            found[name] = self._text(formula)
            if not found[name].isidentifier():
                self._lines.append(f"r{i} = +({found[name]})")
                found[name] = f"r{i}"
            wide += [] if is_true_or_false(formula.body) or found[name] in self._near else [found[name]]
            if formula.text != name:
                self._told[name] = found[name]
        if wide:
            within = " and ".join(f"{-LARGEST} <= {name} <= {LARGEST}" for name in dict.fromkeys(wide))
            self._lines.append(f"if not ({within}): {self._gives_up}")
        self._lines.append(f"told = ({' '.join(f'{found[name]},' for name in results)})")
        ways: list[tuple[str, str | None]] = []
        for n, outcome in enumerate(verdicts):
            if outcome.when is None:
                ways.append(("", outcome.name))
                break
            if not (sure := is_true_or_false(outcome.when.body)):
                self._bounded(f"c{n}", outcome.when)
            ways.append((self._text(outcome.when) if sure else f"c{n}", outcome.name))
        else:
            ways.append(("", None))
        if len(ways) > OUTCOMES:
            raise _UnfitError
        for n, (when, told) in enumerate(ways):
            begun = f"{'elif' if n else 'if'} {when}: " if when else "else: " if n else ""
            self._lines.append(f"{begun}end = {'ending' if self._over_dice else ''}({told!r}, told)")

    # -- expressions ---------------------------------------------------------------------------------------------

    def _bounded(self, name: str, formula: Formula, inside: str = "") -> None:
        self._lines.append(f"{inside}{name} = +({self._text(formula)})")
        self._lines.append(f"{inside}if not {-LARGEST} <= {name} <= {LARGEST}: {self._gives_up}")

    def _text(self, formula: Formula) -> str:
        late = any(reads_any(tally, self._told) for tally in formula.tallies)
        if late or (formula.whole and not self._over_dice):
            raise _UnfitError
        return spelled(formula.body, self._read, lambda i: self._tally(formula.tallies[i]))

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
        if slot in self._maybe:
            return f"({other} if n{slot} is None else n{slot})"
        return other if other.isidentifier() else f"({other})"

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

    def over_rows(self, fresh: bool, counted: Sequence[int]) -> Tail:
        known: dict[str, Any] = {"len": len}
        head, each = ["put, number, left = ends.setdefault, len(ends), []"], []
        for slot in counted:
            head.append(f"m{slot} = names[{slot}] or 0")
            each.append(f"n{slot} = m{slot} + (s{slot} or 0)")
        for slot in sorted(self._slots & (self._known | self._maybe) - {*counted}):
            (each if slot in self._moved else head).append(f"n{slot} = names[{slot}]")
        for (tally, _), i in self._live.items():
            if i not in self._tallies:
                continue
            if fresh:
                each += [f"t{i} = t{i} or 0"] if identity(tally.how) is None else []
                continue
            head.append(f"b{i} = base[{i}]")
            if tally.how in ADDED:
                each.append(f"t{i} += b{i}")
            else:
                known[f"join{i}"] = partial(join, tally.how)
                each.append(f"t{i} = join{i}(b{i}, t{i}) or 0")
        places = [*(f"t{i}," for i in range(len(self._live))), *(f"s{slot}," for slot in counted)]
        loop = ["for sums, weight in rows:", *([f" {' '.join(places)} = sums"] if places else [])]
        body = [*each, *self._lines]
        divides = any("//" in line or "%" in line for line in body)
        body = self._guarded(body) if divides else [f" {line}" for line in body]
        adds = [
            "weight *= times",
            "have = put(end, weight)",
            "if len(ends) > number: number += 1",
            "else: ends[end] = have + weight",
        ]
        lines = [*head, *loop, *body, *(f" {line}" for line in adds), "return left"]
        made: Tail = _made("names, base, rows, times, ends", lines, known)
        return made

    def over_dice(self) -> Ended:
        frame = self._frame
        head = ["names, pool = state.names, state.pool"]
        known: dict[str, Any] = {"shaped": _shaped, "map": map, "sum": sum, "ending": Ending}
        for (tally, select), i in self._live.items():
            if tally.how in SUMS and (tally, select) not in frame.tallies and frame.fixed(tally, select):
                known[f"worth{i}"] = frame.worth(tally, select, State(0, (), (), ()))
                head.append(f"t{i} = sum(map(worth{i}, pool))")
            else:
                known[f"tally{i}"] = partial(frame.tally, tally, select)
                head.append(f"t{i} = tally{i}(state)")
        head += [f"n{slot} = names[{slot}]" for slot in sorted(self._slots & (self._known | self._maybe))]
        made: Ended = _made("state", self._guarded([*head, *self._lines, "return end"]), known)
        return made

    def _guarded(self, lines: Sequence[str]) -> list[str]:
        return [" try:", *(f"  {line}" for line in lines), f" except ZeroDivisionError: {self._gives_up}"]


def _made(arguments: str, lines: Sequence[str], known: Mapping[str, Any]) -> Any:
    text = f"def tail({arguments}):\n" + "".join(f" {line}\n" for line in lines)
    space: dict[str, Any] = {"__builtins__": {}, **PLAIN, "ZeroDivisionError": ZeroDivisionError, **known}
    exec(compile(text, "<tail>", "exec"), space)
    return space["tail"]


def _shaped(name: str, argument: int, state: State) -> int:
    return shape(name, argument, [piece.value for piece in state.pool if piece.state in COUNTED])
