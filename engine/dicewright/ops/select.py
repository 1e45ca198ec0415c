"""Which dice a step takes: by rule, by chance, or by a player's decision.

What is taken never depends on the order in which dice lie on the table, only on what they show, so that a roll and
its odds always mean the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ..chance.ask import Choose, Pick
from ..errors import fail
from ..model.system import Selector
from .frame import Frame
from .state import COUNTED, PLAYERS, Move, Piece, State

Positions = tuple[int, ...]


def taking(
    frame: Frame,
    move: Move,
    state: State,
    act: Callable[[Positions], Any],
    becomes: Callable[[Piece, bool], Piece] | None = None,
) -> Any:
    """Act on the dice that the step takes, or let chance or a player decide which.

    `becomes` says what each die is afterwards, taken or not, where that depends on nothing else.
    """
    select = move.step.select
    fitting = frame.fitting(select, state)
    if select.takes_all:
        return act(tuple(fitting))
    least, most = bounds(frame, select, state)
    if select.per:
        return act(
            tuple(i for group in _groups(select.per, fitting, state) for i in _first(frame, move, group, state, most))
        )
    most = min(len(fitting), most) if most is not None else len(fitting)
    least = min(least, most)
    who = select.may or (select.pick if select.pick in PLAYERS else None)
    if who is None and select.pick == "random" and most > 0:
        return _random(frame, move, state, fitting, most, act, becomes)
    if who is None:
        return act(_first(frame, move, fitting, state, most))
    if most == 0 or least == len(fitting):
        return act(tuple(fitting[:most]))
    return Choose(
        who,
        lambda: _options(frame, move, state, fitting, least, most),
        act,
        _preferred(frame, move, state, fitting, least, most),
        state,
    )


def bounds(frame: Frame, select: Selector, state: State) -> tuple[int, int | None]:
    """How many dice the step takes at least and at most."""
    if select.count is not None:
        number = max(0, frame.value(select.count, state))
        return (0 if select.may else number), number
    most = None if select.at_most is None else max(0, frame.value(select.at_most, state))
    least = 0 if select.at_least is None else max(0, frame.value(select.at_least, state))
    return least, most


def _groups(per: str, fitting: Sequence[int], state: State) -> Iterator[list[int]]:
    groups: dict[Any, list[int]] = {}
    for i in fitting:
        piece = state.pool[i]
        alone = piece.twin or -1 - i
        groups.setdefault(piece.kind if per == "kind" else alone, []).append(i)
    yield from groups.values()


def looks(frame: Frame, move: Move, state: State) -> Callable[[int], Any]:
    """What tells the dice on the table from each other, as far as anything later asks; also their order in a tie.

    Twins are told apart by what lies beside them, never by which pair came first.
    """
    asked = frame.asked(move.at + 1)
    beside: dict[int, list[Piece]] = {}
    if "twin" in asked:
        for piece in state.pool:
            if piece.twin and piece.state in COUNTED:
                beside.setdefault(piece.twin, []).append(piece.forgetting(asked)._replace(twin=0))
    groups = {twin: tuple(sorted(pieces)) for twin, pieces in beside.items()}

    def look(i: int) -> Any:
        piece = state.pool[i].forgetting(asked)
        return piece._replace(twin=0), groups.get(piece.twin, ()), piece.twin

    return look


def _first(frame: Frame, move: Move, positions: Sequence[int], state: State, most: int | None) -> Positions:
    """The first `most` dice in the order that the step names."""
    if most is None or most >= len(positions):
        return tuple(sorted(positions))
    if most == 0 and move.step.select.by is None:
        return ()
    sign = -1 if move.step.select.pick == "highest" else 1
    look = looks(frame, move, state)
    worth = {i: sign * worth_of(frame, move.step.select, state.pool[i], state) for i in positions}
    return tuple(sorted(sorted(positions, key=lambda i: (worth[i], look(i)))[:most]))


def worth_of(frame: Frame, select: Selector, piece: Piece, state: State) -> int:
    """What a die is put in order by."""
    return piece.value if select.by is None else frame.on(select.by, piece, state)


def _random(
    frame: Frame,
    move: Move,
    state: State,
    fitting: Sequence[int],
    most: int,
    act: Callable[[Positions], Any],
    becomes: Callable[[Piece, bool], Piece] | None,
) -> Pick:
    """Any dice, each as likely as any other. Those that look alike are one kind of thing to draw."""
    lots = list(_alike(frame, move, state, fitting).values())
    lay = frame.lay(move.at + 1, state)

    def after(piece: Piece, before: int | None) -> Piece:
        return becomes(piece, before is not None) if becomes else piece

    def then(numbers: tuple[int, ...]) -> Any:
        return act(tuple(sorted(i for lot, n in zip(lots, numbers, strict=True) for i in lot[:n])))

    looks = tuple((state.pool[lot[0]], len(lot)) for lot in lots)
    return Pick(looks, most, after if becomes else None, lay, then)


def _alike(frame: Frame, move: Move, state: State, fitting: Sequence[int]) -> dict[Any, list[int]]:
    """The dice by how they look, in the order of their looks."""
    look = looks(frame, move, state)
    alike: dict[Any, list[int]] = {}
    for i in fitting:
        alike.setdefault(look(i), []).append(i)
    return dict(sorted(alike.items()))


def _preferred(
    frame: Frame, move: Move, state: State, fitting: Sequence[int], least: int, most: int
) -> Positions | None:
    match move.step.select.prefer:
        case None:
            return None
        case "always":
            return _first(frame, move, fitting, state, most)
        case "never":
            return _first(frame, move, fitting, state, least)
        case str():
            raise AssertionError("the schema allows no other word")
        case wish:
            wanted = [i for i in fitting if frame.on(wish, state.pool[i], state)]
            rest = [i for i in fitting if i not in wanted]
            taken = _first(frame, move, wanted, state, most)
            return tuple(sorted((*taken, *_first(frame, move, rest, state, max(0, least - len(taken))))))


def _options(frame: Frame, move: Move, state: State, fitting: Sequence[int], least: int, most: int) -> list[Positions]:
    """Every selection that differs from the others in what its dice show: small ones first, then by their dice."""
    alike = _alike(frame, move, state, fitting)
    ways = 1
    for dice in alike.values():
        ways *= len(dice) + 1
    if ways > frame.limits.options:
        raise fail(
            "limit",
            f"{len(fitting)} different dice to choose from give {ways:,} selections; "
            f"a decision has at most {frame.limits.options:,}",
            move.step.span,
            "let fewer dice be chosen from, or raise the limit: Limits(options=N)",
        )
    counts = product(*(range(len(dice) + 1) for dice in alike.values()))
    takes = (numbers for numbers in counts if least <= sum(numbers) <= most)
    return [
        tuple(sorted(i for dice, n in zip(alike.values(), numbers, strict=True) for i in dice[:n]))
        for numbers in sorted(takes, key=lambda numbers: (sum(numbers), tuple(-n for n in numbers)))
    ]
