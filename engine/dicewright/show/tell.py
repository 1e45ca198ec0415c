"""Whatever a system gives, as text: for chats, logs and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import fail
from ..model.rules import Rules
from ..play.outcome import Outcome
from .roll import heading, story
from .style import Style

if TYPE_CHECKING:
    from ..play.bout import ContestOutcome
    from ..play.check import System
    from ..play.decision import Suspended
    from ..play.law import Law
    from ..play.sample import Sample
    from ..play.sweep import Sweep
    from ..play.tries import Told

    Rolled = Outcome | ContestOutcome | Told
    Tellable = Rolled | Law | Sample | Sweep | Suspended

LEFT_OUT = "  …"
LISTED = 20  # options of a question; a reader follows no more


def tell(system: System, what: Tellable, most: int | None = None) -> str:
    """A roll, a question to a player, odds, a sample or a sweep of this system, as the command line would print it.

    The text has `most` so many characters: of one that is too long its last lines are left out, but not the verdict of
    a roll. It is plain, and meant for a font in which all characters are equally wide. The options of a question have
    the numbers that `Suspended.answer` takes. Raises DicewrightError where it is of another system.
    """
    if most is not None and most < 1:
        raise fail("usage", f"`most` is at least 1, not {most}")
    found = _system(what)
    if found != system.id:
        raise fail("usage", f"this is of the system `{found}`, and cannot be told by `{system.id}`")
    return shortened(_text(system.rules, what), most, verdict=hasattr(what, "log"))


def _system(what: Tellable) -> str:
    from ..play.decision import Suspended

    if isinstance(what, Suspended):
        return what.setting.rules.id
    return str(what.log["system"]) if hasattr(what, "log") else what.system


def _text(rules: Rules, what: Tellable) -> str:
    from ..play.decision import Suspended
    from ..play.law import Law
    from ..play.sample import Sample
    from ..play.sweep import Sweep
    from .odds import odds_text
    from .sample import sample_text
    from .sweep import sweep_text

    style = Style()
    match what:
        case Law():
            return odds_text(rules, what, style, False, [], [])
        case Sample():
            return sample_text(rules, what, style, [], [])
        case Sweep():
            return sweep_text(what, style, False)
        case Suspended():
            return _question(rules, what, style)
    return rolled(rules, what, style)


def rolled(rules: Rules, outcome: Rolled, style: Style) -> str:
    """The story of a check, a contest or a sequence."""
    if type(outcome) is Outcome:
        return story(rules, outcome, style)
    from ..play.bout import ContestOutcome
    from ..play.tries import Told
    from .contest import contest_story
    from .sequence import sequence_story

    if isinstance(outcome, ContestOutcome):
        return contest_story(rules, outcome, style)
    assert isinstance(outcome, Told)
    return sequence_story(rules, outcome, style)


def _question(rules: Rules, waiting: Suspended, style: Style) -> str:
    """What has happened so far, and the options with their numbers."""
    from .play import asked, happened, span

    decision = waiting.decision
    head = heading(rules, *waiting.setting.head[1:], style)
    if decision.numbers:
        options = [span(decision)]
    else:
        options = [f"  {n:>2}  {option.words}" for n, option in enumerate(decision.options[:LISTED], 1)]
        if len(decision.options) > LISTED:
            options.append(f"  and {len(decision.options) - LISTED} more")
    return "\n".join([head, "", happened(rules, waiting.trace, style) + asked(decision, style), *options])


def shortened(text: str, most: int | None, verdict: bool) -> str:
    """The text, without its last lines where it is longer than that; but with the very last one if it is a verdict."""
    if most is None or len(text) <= most:
        return text
    lines = text.splitlines()
    ends = [LEFT_OUT, lines.pop()] if verdict else [LEFT_OUT]
    room = most + 1 - sum(len(line) + 1 for line in ends)
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    if kept:
        return "\n".join([*kept, *ends])
    only = (ends[-1] if verdict else lines[0]).strip()
    return only if len(only) <= most else only[: most - 1] + "…"
