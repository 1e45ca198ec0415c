"""`dicewright show`: what a system is made of."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from ..library import load
from ..model.sequence import Series
from ..model.system import Check
from ..play.check import System
from ..show.style import style_of
from ..show.system import overview
from .output import FINE, print_json, tell


def arguments(made: ArgumentParser) -> None:
    made.add_argument("system", metavar="SYSTEM", help="the name of a shipped system, or a file")


def run(args: Namespace) -> int:
    system = load(args.system)
    if args.json:
        print_json(_described(system))
    else:
        tell(overview(system.rules, style_of(sys.stdout)))
    return FINE


def _described(system: System) -> dict[str, Any]:
    rules = system.rules
    return {
        "id": rules.id,
        "name": rules.name,
        "summary": rules.summary,
        "sha256": rules.sha256,
        "dice": {
            name: [[f.value, *f.symbols] if f.symbols else f.value for f in k.faces] for name, k in rules.kinds.items()
        },
        "properties": list(rules.properties),
        "checks": {name: _asked(check) for name, check in rules.checks.items()},
        "sequences": {name: _asked(series) for name, series in rules.sequences.items()},
        "contests": {
            name: {
                "sides": {
                    side.name: {
                        "inputs": list(rules.inputs_of(side)),
                        "may_decline": side.may_decline,
                        "more": side.more,
                    }
                    for side in contest.sides.values()
                },
                "outcomes": [*contest.sides, *(["tie"] if contest.may_tie else [])],
            }
            for name, contest in rules.contests.items()
        },
    }


def _asked(item: Check | Series) -> dict[str, Any]:
    """What a check or a sequence takes and gives."""
    return {
        "inputs": {
            i.name: {
                "type": i.type,
                "default": i.default,
                "min": i.minimum,
                "max": i.maximum,
                "names": dict(i.options),
            }
            for i in item.inputs.values()
        },
        "results": list(item.results),
        "outcomes": [outcome.name for outcome in item.outcomes],
    }
