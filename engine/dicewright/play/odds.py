"""Exact odds: every way the dice can fall, weighed."""

from __future__ import annotations

from fractions import Fraction

from ..build.program import Ending, Program
from ..chance.pour import pour
from .bind import Setting
from .foresight import foresight, ways
from .law import Law


def odds(setting: Setting, program: Program | None = None) -> Law:
    """The joint law of outcome and results. What was cut off a chain without end is its `unresolved`."""
    program = program or setting.program
    way = ways(program)
    way.choose = foresight(setting, program).choose
    done, cut = pour(program.run, program.start, way)
    rows = {}
    for ending, (num, den) in done.items():
        assert isinstance(ending, Ending)
        rows[ending.outcome, ending.results] = Fraction(num, den)
    return Law(
        setting.rules.id,
        setting.name,
        setting.shown_inputs(),
        setting.properties,
        tuple(effect.text for effect in setting.effects),
        tuple((o.name, o.label) for o in setting.check.outcomes),
        tuple(setting.check.results),
        rows,
        Fraction(*cut),
    )
