"""What may be spent on an answer, by the limits of a system."""

from __future__ import annotations

from ..chance.patience import Patience
from ..ops.state import Limits

ROOM = 128  # MiB for each second that a roll looks ahead


def patience(limits: Limits) -> Patience:
    """For exact odds, from now on."""
    return Patience(limits.states, limits.memory, limits.seconds)


def glance(limits: Limits) -> Patience:
    """For a roll that looks ahead, for which somebody waits: so many seconds, and room for each of them."""
    out = "give the step a `prefer`, play it answer by answer, or raise the limit: --limit ahead=N"
    out = f"{out} (in Python: Limits(ahead=N))"
    task = "to look ahead for the best answer takes"
    return Patience(limits.states, ROOM * limits.ahead, limits.ahead, task, out)
