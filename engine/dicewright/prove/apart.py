"""What tells two systems apart: the smallest roll that comes out differently, or that there is none.

Rolls are tried from the fewest dice up, face by face; of dice with many faces those at the ends and those that the slip
speaks of. Where none of them differs, the exact odds of the same inputs are compared, and a difference there is hunted
by many rolls. What is tried is counted in rolls and states and never in seconds, so that it comes out the same
everywhere; where not one of the odds is small enough to be compared, nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..errors import DicewrightError
from ..model.rules import Rules
from ..play.answers import replied
from ..play.check import BoundCheck
from ..play.law import Law
from ..play.verify import Bound
from .asked import Asked
from .flow import flow
from .played import Play, decides, options, told
from .rolls import Original, Ran, Subject, Unforeseen, subject

DEEPEST = 6  # dice of a roll that is looked for
FELT = 60  # inputs that are looked into
APART = 5  # how far those after the smallest are from each other
FIRST, ROLLS = 500, 3_000  # rolls tried before the odds are asked, and once they are known to differ
PLAYED, LEAST = 300, 5  # decisions that are tried, and with the same inputs at least
CHANCES, HUNTED = 8, 800  # rolls by chance of each, and where something is known to differ
WEIGHED, LOOKED = 5, 12  # inputs whose odds are compared, out of so many at most


@dataclass(frozen=True)
class Witness:
    """What tells two systems apart: in words, and as a test that the first one passes and the second does not."""

    words: str
    given: Mapping[str, Any]

    def test(self, line: int) -> str:
        """The test as a line of the file, for a slip on this line."""
        return f"- {flow({'name': f'line {line}: {self.words}', **self.given})}"


@dataclass(frozen=True)
class Same:
    """What was tried in vain; nothing is `decided` where rolls were the same but no odds could be compared."""

    words: str
    decided: bool


@dataclass(frozen=True, eq=False)
class _Pair:
    """The same asked of both systems."""

    asked: Asked
    mine: Subject
    other: Subject


def apart(mine: Original, other: Rules, felt: Callable[[Bound, Bound], bool], text: str = "") -> Witness | Same:
    """A witness; or in words what was tried in vain. `felt` says whether two bound checks may differ at all.

    `text` tells of the slip; the numbers in it are worth trying.
    """
    hints = frozenset(int(number) for number in re.findall(r"\d+", text) if len(number) < 7)
    pairs: list[_Pair] = []
    tried = mine.asked(hints)
    for each in _spread(tried):
        if len(pairs) == FELT:
            break
        ours, theirs = mine.bound(each), subject(each, other, mine.limits)
        if isinstance(ours, str) or isinstance(theirs, str):
            if ours != theirs:
                return _refused(mine.rules, each, ours, theirs)
        elif felt(ours.bound, theirs.bound):
            pairs.append(_Pair(each, ours, theirs))
    if not pairs:
        return Same(f"none of {len(tried)} small inputs feels it", True)
    rolls = answered = 0
    for found in _smallest(mine.rules, pairs, FIRST, hints):
        if isinstance(found, Witness):
            return found
        rolls += found
    playing = [pair for pair in pairs if decides(pair.mine.bound) or decides(pair.other.bound)]
    for pair in playing:
        for play in islice(pair.mine.plays, max(LEAST, PLAYED // len(playing))):
            answered += 1
            if witness := _answered(mine.rules, pair, play):
                return witness
    for pair in pairs:
        for ran in pair.mine.by_chance(CHANCES):
            found = _differing(mine.rules, pair, ran)
            if isinstance(found, Witness):
                return _smaller(mine.rules, pair, hints) or found
            rolls += found
    weighed = 0
    for pair in _weighable(pairs):
        law, another = pair.mine.law, pair.other.law
        if law is None or another is None:
            continue
        weighed += 1
        if (law.rows, law.unresolved) != (another.rows, another.unresolved):
            return _smaller(mine.rules, pair, hints) or _odds(mine.rules, pair, law, another)
    played = f" and {answered:,} decisions" if answered else ""
    rolled = f"{rolls:,} rolls{played} with {len(pairs)} inputs"
    if not weighed:
        return Same(f"{rolled} are the same; their odds are too large to be compared", False)
    return Same(f"{rolled}, and the exact odds of {weighed} of them, are the same", True)


def _spread(tried: Sequence[Asked]) -> Sequence[Asked]:
    """The smallest first, and then some of all others, from near to far."""
    near, rest = tried[: FELT // 2], tried[FELT // 2 :]
    return [*near, *(each for first in range(APART) for each in rest[first::APART])]


def _weighable(pairs: Sequence[_Pair]) -> Sequence[_Pair]:
    """Some from all over, as far as their odds are small enough before the slip."""
    gap = 1 + len(pairs) // WEIGHED
    listed = [pair for first in range(gap) for pair in pairs[first::gap]]
    return [pair for pair in listed[:LOOKED] if pair.mine.law is not None][:WEIGHED]


def _smallest(rules: Rules, pairs: Sequence[_Pair], most: int, hints: frozenset[int]) -> Iterator[Witness | bool]:
    """What each roll shows, from the fewest dice up; at most so many rolls."""
    rolls = 0
    for depth in range(DEEPEST + 1):
        for pair in pairs:
            for ran in pair.mine.of_depth(depth, hints):
                if rolls == most:
                    return
                rolls += 1
                yield _differing(rules, pair, ran)


def _refused(rules: Rules, each: Asked, ours: Any, theirs: Any) -> Witness:
    """One of the two systems does not take these inputs."""
    if isinstance(ours, str):
        return _written(f"it is refused ({ours})", each.told(rules), {"expect": {"error": ours}})
    return _written(f"it would be refused ({theirs})", each.told(rules), {"faces": {}, "expect": {}})


def _differing(rules: Rules, pair: _Pair, ran: Ran) -> Witness | bool:
    """The roll as a test, if the other system does not pass it; or whether they could be compared."""
    try:
        return _told(rules, pair, ran.faces, ran.seen, pair.other.again(ran.faces).seen) or True
    except Unforeseen:
        return False
    except DicewrightError as error:
        return _told(rules, pair, ran.faces, ran.seen, {}, error.problems[0].message) or True


def _answered(rules: Rules, pair: _Pair, play: Play) -> Witness | None:
    """What is played as a test, if the other system does not pass it."""
    assert isinstance(pair.other.bound, BoundCheck)
    if play.seen is None:
        known = {_sorted(option) for option in play.options}
        new = next((each for each in options(pair.other.bound, play) if _sorted(each) not in known), None)
        if new is None:
            return None
        refused = {"answers": [*play.answers, new], "expect": {"error": "illegal-answer"}}
        return _written(f"nobody can answer {flow(new)}", _begun(rules, pair, play.faces), refused)
    other, words = dict[str, Any](), ""
    try:
        ended = replied(pair.other.bound.setting, play.faces, play.answers)
        other = dict(told(ended.outcome, ended.results))
    except DicewrightError as error:
        words = error.problems[0].message
    return _told(rules, pair, play.faces, play.seen, other, words, answers=list(play.answers))


def _sorted(option: Any) -> str:
    """The same for dice in any order."""
    return str(sorted(map(str, option)) if isinstance(option, list) else option)


def _told(
    rules: Rules,
    pair: _Pair,
    faces: Mapping[str, Sequence[Any]],
    mine: Mapping[str, Any],
    other: Mapping[str, Any],
    words: str = "",
    **answers: list[Any],
) -> Witness | None:
    """What differs between two ends; nothing where they are the same."""
    if mine == other:
        return None
    expect = {key: value for key, value in mine.items() if value != other.get(key)}
    if "results" in expect and "results" in other:
        expect["results"] = {k: v for k, v in mine["results"].items() if v != other["results"].get(k)}
        words = ", ".join(f"{k} is {v}, not {other['results'].get(k)}" for k, v in expect["results"].items())
    if "outcome" in expect and other:
        words = ", ".join(filter(None, (f"{expect['outcome']}, not {other.get('outcome')}", words)))
    test = _begun(rules, pair, faces) | answers
    return _written(words or "other dice lie there", test, {"expect": expect})


def _begun(rules: Rules, pair: _Pair, faces: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    return pair.asked.told(rules) | ({"faces": dict(faces)} if faces else {})


def _smaller(rules: Rules, pair: _Pair, hints: frozenset[int]) -> Witness | None:
    """The smallest roll of many that differs."""
    tried = _smallest(rules, [pair], ROLLS, hints)
    return next((each for each in tried if isinstance(each, Witness)), None) or _hunted(rules, pair)


def _hunted(rules: Rules, pair: _Pair) -> Witness | None:
    """The smallest of many rolls by chance that differs."""
    found: dict[tuple[int, str], Witness] = {}
    for ran in pair.mine.by_chance(HUNTED):
        if isinstance(witness := _differing(rules, pair, ran), Witness):
            found[sum(map(len, ran.faces.values())), str(ran.faces)] = witness
            if len(found) == 20:
                break
    return found[min(found)] if found else None


def _odds(rules: Rules, pair: _Pair, ours: Law, theirs: Law) -> Witness:
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
