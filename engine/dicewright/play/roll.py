"""One roll: real throws, and the story of every die.

The story is made here, from the states that pass by; the ops know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..build.tail import Ending
from ..chance.ask import Choose, Cut
from ..chance.decide import Foresight
from ..chance.dice import Die, Urn
from ..chance.pour import Roll
from ..errors import fail
from ..model.rules import Rules
from ..ops.state import UNROLLED, Move, Piece, State
from .bind import Setting
from .faces import as_written, drawn_as
from .foresight import foresight
from .outcome import Change, DieShown, Event, Outcome
from .throw import Throw

Answer = str | tuple[int, ...]


class Teller(Roll):
    """Throws, and remembers every state and throw in order; and each answer, unless it is the file's own way.

    `choices` are the ways and numbers that somebody took, with who it was, each at the place of its state. `faces` are
    all that came up, as a log writes it: by the name of the die, and what was drawn under `drawn`.
    """

    def __init__(self, setting: Setting, throw: Throw, choose: Callable[[Choose], Any] | None = None) -> None:
        super().__init__(self._thrown, self._chosen)
        self._setting, self._choose = setting, self._by_file if choose is None else choose
        self._source, self._limit = throw, setting.limits.draws
        self.answers: list[Answer] | None = None if choose is None else []
        self.choices: dict[int, tuple[str, str]] = {}
        self.states: list[State] = []
        self.throws: list[list[tuple[str, int]]] = []
        self.faces: dict[str, list[Any]] = {}
        self.total = 0

    def key(self, state: Any) -> Any:
        if isinstance(state, State):
            self.states.append(state)
            self.throws.append([])
        return state

    @property
    def move(self) -> Move:
        """The move that is being made."""
        return self._setting.program.moves[self.states[-1].at]

    def _by_file(self, ask: Choose) -> Any:
        """The standing answer, or else what the aim finds."""
        return self._sight.choose(ask) if ask.preferred is None else ask.preferred

    @cached_property
    def _sight(self) -> Foresight:
        return foresight(self._setting)

    def _chosen(self, ask: Choose) -> Any:
        option = self._choose(ask)
        answer = as_answer(self.move, option)
        if isinstance(answer, str):
            self.choices[len(self.states) - 1] = ask.who, answer
        if self.answers is not None:
            self.answers.append(answer)
        return option

    def _thrown(self, die: Die) -> int:
        self.total += 1
        if self.total > self._limit:
            raise fail("limit", f"a roll throws at most {self._limit:,} dice; that is the limit")
        face = self._source(die)
        rules = self._setting.rules
        if isinstance(die, Urn):
            written = drawn_as(rules, die, face)
        else:
            written = as_written(rules.kinds[die.name].faces[face].look)
            self.throws[-1].append((die.name, face))
        self.faces.setdefault(die.name, []).append(written)
        return face


def roll(setting: Setting, throw: Throw, version: str, choose: Callable[[Choose], Any] | None = None) -> Outcome:
    """Throw the dice of a bound check. `throw` gives the number of a face, from 0, for a die.

    `choose` answers where a player decides; without it the file does, and the log need not tell the answers.
    """
    teller = Teller(setting, throw, choose)
    end = teller.walk(setting.program.move, setting.program.start)
    return finished(setting, teller, end, version)


def as_answer(move: Move, option: Any) -> Answer:
    """An option of a decision as data: the places of dice on the table, the name of a way to go on, or a number."""
    if isinstance(option, tuple):
        return option
    options = move.step.keys.get("options")
    return str(options[option]["name"] if options else option)


def plain(answer: Answer) -> str | list[int]:
    """An answer for JSON."""
    return answer if isinstance(answer, str) else list(answer)


def events(setting: Setting, teller: Teller) -> tuple[Event, ...]:
    """The story so far."""
    found = []
    told = zip(teller.states, teller.states[1:], teller.throws, strict=False)
    for at, (before, after, thrown) in enumerate(told):
        event = _event(setting, setting.program.moves[before.at], before, after, thrown, teller.choices.get(at))
        if event is not None:
            found.append(event)
    return tuple(found)


def finished(setting: Setting, teller: Teller, ending: Any, version: str) -> Outcome:
    """The outcome of a roll that has come to its end, with its story."""
    if isinstance(ending, Cut):
        raise fail("limit", "a loop did not end within the rounds that are followed")
    assert isinstance(ending, Ending)
    rules = setting.rules
    label = next((o.label for o in setting.check.outcomes if o.name == ending.outcome), None)
    return Outcome(
        ending.outcome,
        label,
        dict(zip(setting.check.results, ending.results, strict=True)),
        tuple(shown(rules, piece) for piece in teller.states[-1].pool if piece.state != "bag"),
        events(setting, teller),
        {
            "system": rules.id,
            "sha256": rules.sha256,
            "dicewright": version,
            "check": setting.name,
            "inputs": setting.shown_inputs(),
            "properties": list(setting.properties),
            "effects": [effect.text for effect in setting.effects],
            "faces": teller.faces,
            **({} if teller.answers is None else {"answers": [plain(answer) for answer in teller.answers]}),
        },
    )


def shown(rules: Rules, piece: Piece) -> DieShown:
    """A die of the table for those who look at it."""
    symbols: Sequence[str] = () if piece.face == UNROLLED else rules.kinds[piece.kind].faces[piece.face].symbols
    return DieShown(
        piece.kind,
        piece.face + 1,
        piece.value,
        tuple(symbols),
        piece.state,
        piece.factor,
        piece.negated,
        piece.tags,
    )


def _event(
    setting: Setting,
    move: Move,
    before: State,
    after: State,
    thrown: Sequence[tuple[str, int]],
    choice: tuple[str, str] | None,
) -> Event | None:
    rules, slots = setting.rules, setting.program.slots
    changes = []
    for place, piece in enumerate(after.pool):
        old = before.pool[place] if place < len(before.pool) else None
        if old is None or (old is not piece and old._replace(exploded=piece.exploded) != piece):
            changes.append(Change(place, shown(rules, old) if old else None, shown(rules, piece)))
    numbers = _numbers(setting, slots, move, before, after)
    stopped = move.step.op == "stop" and after.at == move.to
    who, chosen = choice or ("", _only_way(move, after))
    if not (changes or numbers or stopped or chosen):
        return None
    kinds = rules.kinds
    seen = tuple((kind, kinds[kind].same[face] + 1) for kind, face in thrown)
    step = move.step
    return Event(
        step.op, step.span.line, step.because, move.cause, tuple(changes), numbers, seen, chosen, who, step.span
    )


def _only_way(move: Move, after: State) -> str:
    """The option that was taken without a choice, being the only one that was open; not told where it does nothing."""
    options = move.step.keys.get("options", ())
    way = next((option for option, at in zip(options, move.blocks, strict=False) if at == after.at), None)
    return str(way["name"]) if way and way["steps"] else ""


def _numbers(
    setting: Setting, slots: Mapping[str, int], move: Move, before: State, after: State
) -> tuple[tuple[str, int | None, int], ...]:
    if before.names == after.names:
        return ()
    found = []
    for name, slot in slots.items():
        old, new = before.names[slot], after.names[slot]
        if name == move.slot or " " in name or new is None:
            continue
        if name in setting.rules.symbols and old is None:
            old = setting.program.frame.tally(setting.program.measures[name], None, before)
        if old != new:
            found.append((name, old, new))
    return tuple(found)
