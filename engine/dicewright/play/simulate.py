"""Rolling many times: the work is shared out, and counted.

The rolls are shared out in portions, each with a source of chance of its own that the seed gives, so that the same
seed gives the same sample however many processors work on it, and whatever portions are done first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Protocol

from ..build.tail import Ending
from ..chance.ask import Cut
from ..chance.scatter import scatter
from ..errors import fail
from .bind import Setting
from .brief import Brief
from .law import Row
from .odds import program_of
from .policy import Policy, choosing, weighing
from .sample import Sample
from .throw import Random as Source
from .throw import thrower

if TYPE_CHECKING:
    from concurrent.futures import Executor

PORTION, BATCHES = 1 << 15, 16
TABLES, EACH_DIE = "from tables", "die by die"

Counts = Counter[Row | None]
Progress = Callable[[int, int], object]


class Work(Protocol):
    """Something that is rolled many times. It can be sent to another process."""

    def portions(self) -> Callable[[int, int], Counts]:
        """What rolls a portion: its number and how many rolls it has. What can be shared among portions is."""

    def sample(self, rows: Mapping[Row, int], unresolved: int) -> Sample:
        """What it all came to."""


def chance(seed: int, portion: int) -> Random:
    """A portion's own source of chance."""
    return Random(int.from_bytes(hashlib.sha256(f"{seed}/{portion}".encode()).digest()))


def way_of(each_die: bool) -> str:
    """How it was rolled, in words."""
    return EACH_DIE if each_die else TABLES


@dataclass(frozen=True)
class Rolls:
    """How a check is rolled many times."""

    setting: Setting
    policy: Policy
    each_die: bool
    seed: int

    def portions(self) -> Callable[[int, int], Counts]:
        return self._each_die() if self.each_die else self._from_tables()

    def sample(self, rows: Mapping[Row, int], unresolved: int) -> Sample:
        setting = self.setting
        return Sample(
            *setting.head,
            tuple((o.name, o.label) for o in setting.check.outcomes),
            tuple(setting.check.results),
            rows,
            unresolved,
            way_of(self.each_die),
            self.seed,
            self.policy.label,
        )

    def _from_tables(self) -> Callable[[int, int], Counts]:
        program = program_of(self.setting, self.policy)
        way = weighing(self.setting, program, self.policy)
        step = program.within(way.patience)

        def roll(portion: int, runs: int) -> Counts:
            return _told(scatter(step, program.start, runs, way, chance(self.seed, portion).random))

        return roll

    def _each_die(self) -> Callable[[int, int], Counts]:
        single = self.setting.single

        def roll(portion: int, runs: int) -> Counts:
            rng = chance(self.seed, portion)
            throw, brief = thrower(rng), Brief(self.setting, single, choosing(self.setting, self.policy, rng=rng))
            found: Counter[Ending | None] = Counter()
            for _ in range(runs):
                end = brief.ending(throw)
                found[None if isinstance(end, Cut) else end] += 1
            return _told(found)

        return roll


def batch(work: Work, portions: Sequence[tuple[int, int]]) -> Counts:
    """Some portions, wherever they are done; the tables are found once for all of them."""
    roll = work.portions()
    found: Counts = Counter()
    for number, size in portions:
        found += roll(number, size)
    return found


def _told(found: Counter[Ending | None]) -> Counts:
    return Counter(
        {None if ending is None else (ending.outcome, ending.results): number for ending, number in found.items()}
    )


def simulate(
    work: Callable[[int], Work],
    runs: int,
    rng: Source | int | None,
    executor: Executor | None,
    progress: Progress | None,
    most: int,
) -> Sample:
    """Roll so many times what is to be rolled by a seed. Ctrl-C ends it with what it has."""
    if runs > most:
        note = "ask for fewer, or raise the limit: --limit runs=N (in Python: Limits(runs=N))"
        raise fail("limit", f"{runs:,} rolls; the limit is {most:,}", None, note)
    if runs < 1:
        raise fail("runs", f"{runs:,} rolls tell nothing", None, "ask for at least 1")
    seed = rng if isinstance(rng, int) else int((SystemRandom() if rng is None else rng).random() * (1 << 53))
    made = work(seed)
    found: Counts = Counter()
    try:
        for done in _done(made, runs, executor):
            found += done
            if progress is not None:
                progress(found.total(), runs)
    except KeyboardInterrupt:
        if not found:
            raise
    unresolved = found.pop(None, 0)
    return made.sample({row: number for row, number in found.items() if row is not None}, unresolved)


def _done(work: Work, runs: int, executor: Executor | None) -> Iterator[Counts]:
    sizes = list(enumerate(min(PORTION, runs - begun) for begun in range(0, runs, PORTION)))
    if executor is None:
        roll = work.portions()
        for number, size in sizes:
            yield roll(number, size)
        return
    from concurrent.futures import as_completed

    waiting = [executor.submit(batch, work, sizes[n::BATCHES]) for n in range(min(BATCHES, len(sizes)))]
    try:
        for one in as_completed(waiting):
            yield one.result()
    finally:
        for one in waiting:
            one.cancel()
