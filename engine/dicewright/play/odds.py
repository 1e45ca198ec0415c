"""Exact odds: every way the dice can fall, weighed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Any

from ..build.program import Program
from ..build.tail import Ending, Shown
from ..chance.patience import Patience
from ..chance.pour import pour
from .bind import Setting
from .law import Law, Row
from .policy import FILE, Policy, weighing

MUCH = 10_000  # states of which nothing is kept for a later question


def odds(
    setting: Setting,
    program: Program | None = None,
    policy: Policy = FILE,
    only: Iterable[str] | None = None,
    held: Patience | None = None,
) -> Law:
    """The joint law of outcome and results, or of those that `only` names.

    What was cut off a chain without end is its `unresolved`. What nobody asks for is not worked out: where only the
    successes are, the advantages of a pool need not be told apart. `held` is what all that it is a part of may cost.
    """
    names = None if only is None else frozenset(only)
    if program is None and names is not None:
        goals = frozenset[str]().union(*(goal.names for goal in policy.goals))
        program = setting.built(free=policy != FILE, only=names | goals)
    program = program or program_of(setting, policy)
    done, out_of, cut = weights(setting, program, policy, held)
    told = tuple(name for name in program.results if names is None or name in names)
    places = tuple(program.results.index(name) for name in told)
    verdicts = tuple((o.name, o.label) for o in setting.check.outcomes)
    if names is not None and names.isdisjoint(name for name, _ in verdicts):
        verdicts = ()
    rows: dict[Row, int] = {}
    if verdicts and told == program.results and not program.dice:
        rows = done
        for ending in [row for row in done if type(row) is Ending]:  # a row is a plain tuple
            rows[*ending,] = rows.pop(ending)
    else:
        for ending, weight in done.items():
            row = ending[0] if verdicts else None, tuple([ending[1][place] for place in places])
            rows[row] = rows.get(row, 0) + weight
    shared = gcd(out_of, *rows.values())
    return Law(
        *setting.head,
        verdicts,
        told,
        rows if shared == 1 else {row: weight // shared for row, weight in rows.items()},
        out_of // shared,
        cut,
        policy.label,
    )


def endings(
    setting: Setting, program: Program | None = None, policy: Policy = FILE, held: Patience | None = None
) -> tuple[dict[Ending | Shown, Fraction], Fraction]:
    """Every way a check can end, with its probability; and what was cut off a chain without end."""
    program = program or program_of(setting, policy)
    done, out_of, cut = weights(setting, program, policy, held)
    kind = Shown if program.dice else Ending
    return {kind(*ending): Fraction(weight, out_of) for ending, weight in done.items()}, cut


def weights(
    setting: Setting, program: Program, policy: Policy = FILE, held: Patience | None = None
) -> tuple[dict[Any, int], int, Fraction]:
    """The same in whole numbers, and what they are out of: fractions of many rows take long to reduce."""
    way = weighing(setting, program, policy, held)
    done, out_of, cut = pour(program.within(way.patience), program.start, way)
    if way.states > MUCH:
        setting.forget()
    return done, out_of, Fraction(*cut)


def program_of(setting: Setting, policy: Policy) -> Program:
    """The moves of a check for a policy: all but the file's leave every decision open."""
    return setting.program if policy == FILE else setting.built(free=True, even=_even(setting, policy))


def _even(setting: Setting, policy: Policy) -> bool:
    """Whether the goals settle all that is told, so that of equal options it makes no difference which one is taken.

    All but what a chain without end leaves open: options that are worth the same may leave more or less of it.
    """
    verdicts = [outcome.name for outcome in setting.check.outcomes]
    sure = any(outcome.when is None for outcome in setting.check.outcomes)
    chances = {goal.of for goal in policy.goals if goal.how == "chance"}
    return (
        policy.play == "best" and not setting.check.results and sure and len(verdicts) - len(chances & {*verdicts}) < 2
    )
