"""What tells two systems apart: the smallest roll that comes out differently, or that there is none.

Rolls are tried from the fewest dice up, face by face; of dice with many faces those at the ends and those that the slip
speaks of. Where none of them differs, the exact odds of the same inputs are compared, and a difference there is hunted
by many rolls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from ..build.tail import Ending
from ..chance.ask import Choose
from ..chance.decide import Foresight
from ..chance.dice import Die, Urn
from ..errors import DicewrightError, fail
from ..model.rules import Rules
from ..ops.state import PLAYERS, Limits, Piece
from ..play.answers import replied
from ..play.bout import contend
from ..play.check import BoundCheck
from ..play.contest import BoundContest
from ..play.decision import Suspended, advance
from ..play.faces import Forced, as_written
from ..play.foresight import foresight
from ..play.outcome import Outcome
from ..play.roll import Teller
from ..play.throw import Throw, thrower
from ..play.tries import run
from ..play.verify import Bound, Ended
from ..version import __version__
from .asked import Asked, asked
from .flow import flow

DEEPEST = 6  # dice of a roll that is looked for
MANY = 8  # faces of a die that are all tried in rolls of several dice
FELT = 24  # inputs that are looked into
APART = 5  # how far those after the smallest are from each other
FIRST, ROLLS = 300, 3_000  # rolls tried before the odds are asked, and once they are known to differ
EACH = 300  # rolls of one depth with the same inputs
HUNTED = 800  # rolls by chance, where the odds differ
SEEDS, PLAYED, OPTIONS = 4, 40, 8  # rolls of a check that somebody decides in, and options of a decision
STATES = 50_000  # of odds that are compared; larger ones are passed over
WEIGHED = 5  # inputs whose odds are compared

Chooser = Callable[[Choose], Any]


@dataclass(frozen=True)
class Witness:
    """What tells two systems apart: in words, and as a test that the first one passes and the second does not."""

    words: str
    given: Mapping[str, Any]

    def test(self, line: int) -> str:
        """The test as a line of the file, for a slip on this line."""
        return f"- {flow({'name': f'line {line}: {self.words}', **self.given})}"


@dataclass(frozen=True, eq=False)
class _Pair:
    """The same asked of both systems, and the numbers that the slip speaks of."""

    asked: Asked
    mine: Bound
    other: Bound
    hints: frozenset[int]

    @cached_property
    def choose(self) -> Chooser:
        return _by_file(self.mine)

    @cached_property
    def choose_other(self) -> Chooser:
        return _by_file(self.other)


def apart(
    mine: Rules, other: Rules, limits: Limits, felt: Callable[[Bound, Bound], bool], text: str = ""
) -> Witness | str:
    """A witness; or in words what was tried in vain. `felt` says whether two bound checks may differ at all."""
    hints = frozenset(int(number) for number in re.findall(r"\d+", text) if len(number) < 7)
    pairs: list[_Pair] = []
    tried = asked(mine, hints)
    limits = replace(limits, states=min(STATES, limits.states))
    for each in _spread(tried):
        if len(pairs) == FELT:
            break
        ours, theirs = each.bound(mine, limits), each.bound(other, limits)
        if isinstance(ours, str) or isinstance(theirs, str):
            if ours != theirs:
                return _refused(mine, each, ours, theirs)
        elif felt(ours, theirs):
            pairs.append(_Pair(each, ours, theirs, hints))
    rolls = 0
    for witness in _smallest(mine, pairs, FIRST):
        if isinstance(witness, Witness):
            return witness
        rolls += 1
    for pair in pairs:
        for ran, answers in _played(pair):
            rolls += 1
            if witness := _differing(mine, pair, ran, answers):
                return witness
    weighed = 0
    for pair in pairs[:: 1 + len(pairs) // WEIGHED]:
        try:
            law, another = pair.mine.odds(), pair.other.odds()
        except DicewrightError:
            continue
        weighed += 1
        if (law.rows, law.unresolved) != (another.rows, another.unresolved):
            small = (each for each in _smallest(mine, [pair], ROLLS) if each)
            return next(small, None) or _hunted(mine, pair) or _odds(mine, pair, law, another)
    if not pairs:
        return f"none of {len(tried)} small inputs feels it"
    return f"{rolls:,} rolls with {len(pairs)} inputs, and the exact odds of {weighed} of them, are the same"


def _spread(tried: Sequence[Asked]) -> Sequence[Asked]:
    """The smallest first, and then some of all others, from near to far."""
    near, rest = tried[: FELT // 2], tried[FELT // 2 :]
    return [*near, *(each for first in range(APART) for each in rest[first::APART])]


def _smallest(rules: Rules, pairs: Sequence[_Pair], most: int) -> Iterator[Witness | None]:
    """What each roll shows, from the fewest dice up; at most so many rolls."""
    rolls = 0
    for depth in range(DEEPEST + 1):
        for pair in pairs:
            for ran in _of_depth(pair, depth):
                if rolls == most:
                    return
                rolls += 1
                yield _differing(rules, pair, ran)


def _refused(rules: Rules, each: Asked, ours: Any, theirs: Any) -> Witness:
    """One of the two systems does not take these inputs."""
    if isinstance(ours, str):
        return _written(f"it is refused ({ours})", each.told(rules), {"expect": {"error": ours}})
    return _written(f"it would be refused ({theirs})", each.told(rules), {"faces": {}, "expect": {}})


# -- rolling -----------------------------------------------------------------------------------------------------------


class _Open(Exception):  # noqa: N818 - it is no error
    """A die whose face is not said yet."""

    def __init__(self, die: Die) -> None:
        self.die = die


@dataclass(frozen=True)
class _Ran:
    """A roll, as far as tests look at it; its dice only where nothing else is read from it."""

    seen: Mapping[str, Any]
    faces: Mapping[str, Sequence[Any]]


def _by_file(bound: Bound) -> Chooser:
    """How the file decides; what its aim finds is looked ahead to once."""
    sight: list[Foresight] = []

    def choose(ask: Choose) -> Any:
        if ask.preferred is not None:
            return ask.preferred
        if not sight:
            assert isinstance(bound, BoundCheck)
            sight.append(foresight(bound.setting))
        return sight[0].choose(ask)

    return choose


def _rolled(bound: Bound, throw: Throw, choose: Chooser) -> _Ran:
    """A roll by any source of faces, as the file decides. The story of a check is not told here, which saves time."""
    if isinstance(bound, BoundCheck):
        teller = Teller(bound.setting, throw, choose)
        program = bound.setting.program
        end = teller.run()
        if not isinstance(end, Ending):
            raise fail("limit", "a loop did not end")
        results = dict(zip(program.results, end.results, strict=True))
        return _Ran(_told(end.outcome, results, bound.setting.rules, teller.states[-1].pool), teller.faces())
    if isinstance(bound, BoundContest):
        return _ended(contend(bound.lineup, {name: throw for name, _ in bound.lineup.rolling}, __version__))
    return _ended(run(bound.course, [throw] * len(bound.course.series.sides)))


def _ended(ended: Ended) -> _Ran:
    return _Ran(_told(ended.outcome, ended.results), ended.log["faces"])


def _told(
    outcome: str | None, results: Mapping[str, int], rules: Rules | None = None, pool: Sequence[Piece] = ()
) -> Mapping[str, Any]:
    if rules is not None and outcome is None and not results:
        dice = sorted((piece.kind, piece.value, piece.state) for piece in pool if piece.state != "bag")
        return {"dice": [{"die": die, "value": value, "state": state} for die, value, state in dice]}
    return {**({} if outcome is None else {"outcome": outcome}), "results": dict(results)}


def _again(bound: Bound, faces: Mapping[str, Sequence[Any]], choose: Chooser) -> _Ran:
    """A roll by the faces of another one, all of which have to come up."""
    if not isinstance(bound, BoundCheck):
        return _ended(bound.roll(faces=faces))
    forced = Forced(bound.setting.rules, faces)
    ran = _rolled(bound, forced.throw, choose)
    forced.finish()
    return ran


def _of_depth(pair: _Pair, depth: int) -> Iterator[_Ran]:
    """Every roll with just so many throws, as far as they are tried."""
    waiting: list[tuple[int, ...]] = [()]
    runs = 0
    while waiting and runs < EACH:
        script = waiting.pop()
        runs += 1
        left = list(reversed(script))

        def throw(die: Die, left: list[int] = left) -> int:
            if not left:
                raise _Open(die)
            return left.pop()

        try:
            ran = _rolled(pair.mine, throw, pair.choose)
        except _Open as stop:
            if len(script) < depth:
                waiting += [(*script, face) for face in reversed(_faces(pair, stop.die, depth))]
        except DicewrightError:
            continue
        else:
            if len(script) == depth:
                yield ran


def _faces(pair: _Pair, die: Die, depth: int) -> Sequence[int]:
    """The faces of a die that are tried, one of each look; of dice with many, only some in rolls of several dice."""
    if isinstance(die, Urn):
        return list({repr(look): i for i, look in reversed(list(enumerate(die.looks))) if die.weights[i]}.values())[
            ::-1
        ]
    kind = _rules(pair.mine).kinds[die.name]
    looks = [face for face in range(len(kind.faces)) if kind.same[face] == face]
    if depth < 2 or len(looks) <= MANY:
        return looks
    wanted = {n + more for n in pair.hints for more in (-1, 0, 1)}
    ends = {*looks[:2], looks[len(looks) // 2], *looks[-2:]}
    return [face for face in looks if face in ends or kind.values[face] in wanted]


def _rules(bound: Bound) -> Rules:
    if isinstance(bound, BoundCheck):
        return bound.setting.rules
    return bound.lineup.rules if isinstance(bound, BoundContest) else bound.course.rules


def decides(bound: Bound) -> bool:
    """Whether a player has something to decide."""
    if not isinstance(bound, BoundCheck):
        return False
    steps = [move.step for move in bound.setting.program.moves]
    return any(s.op == "choose" or s.select.may or s.select.pick in PLAYERS for s in steps)


def _played(pair: _Pair) -> Iterator[tuple[_Ran, list[Any]]]:
    """Rolls by a few seeds, with every answer that players can give in its turn."""
    if not (isinstance(pair.mine, BoundCheck) and decides(pair.mine)):
        return
    setting, runs = pair.mine.setting, 0
    for seed in range(SEEDS):
        waiting: list[tuple[Any, list[Any]]] = [(advance(setting, (), (), thrower(Random(seed))), [])]
        while waiting and runs < PLAYED:
            now, answers = waiting.pop()
            runs += 1
            if isinstance(now, Outcome):
                told = _told(now.outcome, now.results)
                if answers and (now.outcome is not None or now.results):
                    yield _Ran(told, now.log["faces"]), answers
                continue
            assert isinstance(now, Suspended)
            for option in now.decision.options[:OPTIONS]:
                said: Any = option.answer
                if isinstance(said, tuple):
                    dice = [now.decision.dice[place] for place in said]
                    said = [as_written(setting.rules.kinds[d.die].shown(d.face - 1, d.value)) for d in dice]
                elif said.isdigit():
                    said = int(said)
                following = advance(
                    setting, now.drawn, (*now.answers, option.answer), thrower(Random(seed + len(now.answers)))
                )
                waiting.append((following, [*answers, said]))


# -- telling apart -----------------------------------------------------------------------------------------------------


def _differing(rules: Rules, pair: _Pair, ran: _Ran, answers: list[Any] | None = None) -> Witness | None:
    """The roll as a test, if the other system does not pass it."""
    mine, faces, other = ran.seen, ran.faces, dict[str, Any]()
    words = ""
    try:
        if answers is None:
            other = dict(_again(pair.other, faces, pair.choose_other).seen)
        else:
            assert isinstance(pair.other, BoundCheck)
            ended = replied(pair.other.setting, faces, answers)
            other = dict(_told(ended.outcome, ended.results))
    except DicewrightError as error:
        words = error.problems[0].message
    if mine == other:
        return None
    expect = {key: value for key, value in mine.items() if value != other.get(key)}
    if "results" in expect and "results" in other:
        expect["results"] = {k: v for k, v in mine["results"].items() if v != other["results"].get(k)}
        words = ", ".join(f"{k} is {v}, not {other['results'].get(k)}" for k, v in expect["results"].items())
    if "outcome" in expect and other:
        words = ", ".join(filter(None, (f"{expect['outcome']}, not {other.get('outcome')}", words)))
    test = pair.asked.told(rules) | ({"faces": dict(faces)} if faces else {})
    return _written(
        words or "other dice lie there", test | ({"answers": answers} if answers else {}), {"expect": expect}
    )


def _hunted(rules: Rules, pair: _Pair) -> Witness | None:
    """The smallest of many rolls by chance that differs."""
    found: dict[tuple[int, str], Witness] = {}
    for seed in range(HUNTED):
        try:
            ran = _rolled(pair.mine, thrower(Random(seed)), pair.choose)
        except DicewrightError:
            continue
        if witness := _differing(rules, pair, ran):
            found[sum(map(len, ran.faces.values())), str(ran.faces)] = witness
            if len(found) == 20:
                break
    return found[min(found)] if found else None


def _odds(rules: Rules, pair: _Pair, ours: Any, theirs: Any) -> Witness:
    """What of the odds differs."""
    expect: dict[str, Any] = {}
    for name, p in ours.outcomes.items():
        if p != theirs.outcomes.get(name):
            expect.setdefault("outcomes", {})[name] = str(p)
    for name in ours.names:
        if not expect and ours.mean(name) != theirs.mean(name):
            expect["mean"] = {name: str(ours.mean(name))}
    return _written("the odds differ", pair.asked.told(rules), {"odds": expect})


def _written(words: str, test: Mapping[str, Any], expected: Mapping[str, Any]) -> Witness:
    return Witness(words, {**test, **expected})
