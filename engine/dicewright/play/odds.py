"""Exact odds: every way the dice can fall, weighed."""

from __future__ import annotations

from fractions import Fraction

from ..build.program import Program
from ..build.tail import Ending
from ..chance.pour import pour
from .bind import Setting
from .law import Law
from .policy import FILE, Policy, weighing


def odds(setting: Setting, program: Program | None = None, policy: Policy = FILE) -> Law:
    """The joint law of outcome and results. What was cut off a chain without end is its `unresolved`."""
    done, cut = endings(setting, program, policy)
    return Law(
        setting.rules.id,
        setting.name,
        setting.shown_inputs(),
        setting.properties,
        tuple(effect.text for effect in setting.effects),
        tuple((o.name, o.label) for o in setting.check.outcomes),
        tuple(setting.check.results),
        {(ending.outcome, ending.results): p for ending, p in done.items()},
        cut,
        policy.label,
    )


def endings(
    setting: Setting, program: Program | None = None, policy: Policy = FILE
) -> tuple[dict[Ending, Fraction], Fraction]:
    """Every way a check can end, with its probability; and what was cut off a chain without end."""
    program = program or (setting.program if policy == FILE else setting.built(free=True))
    way = weighing(setting, program, policy)
    done, cut = pour(program.run, program.start, way)
    return {ending: Fraction(num, den) for ending, (num, den) in done.items()}, Fraction(*cut)
