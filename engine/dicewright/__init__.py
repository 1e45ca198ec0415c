"""Tabletop dice from one YAML file a game: rolls with a story, exact odds, tests, validation.

>>> import dicewright
>>> game = dicewright.load("my-game.system.yaml")
>>> attack = game["attack"](skill=3)
>>> attack.roll().outcome
'success'
>>> attack.odds().probability("hits >= 2")
Fraction(7, 27)

The names load when they are first used, so that a command line which needs none of them starts at once.
"""

from __future__ import annotations

from importlib import import_module

from .version import __version__

TYPE_CHECKING = False  # as type checkers know it, without the module `typing`, which takes long to load
if TYPE_CHECKING:
    from typing import Any

    from .errors import DicewrightError, Problem
    from .library import load, loads
    from .ops.state import Limits
    from .play.check import BoundCheck, System
    from .play.decision import Decision, Suspended
    from .play.law import Law
    from .play.outcome import Outcome
    from .show.tell import tell

_HOMES = {
    "load": "library",
    "loads": "library",
    "System": "play.check",
    "BoundCheck": "play.check",
    "Decision": "play.decision",
    "Suspended": "play.decision",
    "Outcome": "play.outcome",
    "tell": "show.tell",
    "Law": "play.law",
    "Limits": "ops.state",
    "Problem": "errors",
    "DicewrightError": "errors",
}

__all__ = [
    "BoundCheck",
    "Decision",
    "DicewrightError",
    "Law",
    "Limits",
    "Outcome",
    "Problem",
    "Suspended",
    "System",
    "__version__",
    "load",
    "loads",
    "tell",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'dicewright' has no attribute {name!r}")
    return getattr(import_module(f".{home}", __name__), name)
