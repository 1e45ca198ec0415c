"""A check played at a prompt: what happened, what is to be decided, and what people type there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..errors import DicewrightError
from ..model.rules import Rules
from ..play.decision import Advice, Decision, Option, Suspended
from ..play.outcome import DieShown, Event, Outcome
from .roll import Labels, heading, steps, story
from .style import Style, number, percent

ADVISED = 8
COMMANDS = {
    **dict.fromkeys(("q", "quit", "exit"), "stop"),
    **dict.fromkeys(("u", "undo"), "undo"),
    **dict.fromkeys(("a", "advice", "advise"), "advice"),
    **dict.fromkeys(("?", "h", "help"), "help"),
}


def prompted(
    rules: Rules,
    begun: Suspended | Outcome,
    go_on: Callable[[Suspended, Option], Suspended | Outcome],
    ask: Callable[[str], str],
    say: Callable[[str], None],
    style: Style,
    goals: Sequence[str] = (),
) -> Suspended | Outcome:
    """Ask until the check is over, or until whoever is asked stops; then the check is given back as it stands.

    `ask` shows a text and gives what was typed; the end of input is an EOFError.
    """
    now, told, fresh = begun, 0, True
    if isinstance(now, Suspended):
        say(heading(rules, *now.setting.head[1:], style) + "\n")
    while isinstance(now, Suspended):
        if fresh:
            say(happened(rules, now.trace[told:], style) + question(rules, now.decision, style))
        fresh = False
        try:
            typed = ask(f"{now.decision.step}? ").strip()
        except EOFError:
            say("")
            return now
        try:
            match COMMANDS.get(typed.lower(), ""):
                case "stop":
                    return now
                case "undo":
                    now = now.undo()
                    told, fresh = len(now.trace), True
                case "advice":
                    say(advice(now.advise(goals), style))
                case "help":
                    say(manual(now.decision, style))
                case _:
                    option = understood(now.decision, typed)
                    if option is None:
                        say(style.red("  that is no answer here") + "\n" + manual(now.decision, style))
                        continue
                    told, fresh, before = len(now.trace), True, now
                    now = go_on(before, option)
                    if isinstance(now, Outcome) and _taken_back(rules, before, now, ask, say, style):
                        now = before
        except DicewrightError as error:
            say("\n".join(f"  {style.red(problem.message)}" for problem in error.problems))
    say(story(rules, now, style))
    return now


def _taken_back(
    rules: Rules,
    before: Suspended,
    after: Outcome,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    style: Style,
) -> bool:
    """Whether the last answer is undone, which is possible as long as no dice have fallen since."""
    if sum(map(len, after.log["faces"].values())) > len(before.drawn):
        return False
    say(happened(rules, after.trace[len(before.trace) :], style).rstrip("\n"))
    try:
        typed = ask("done? (Enter; or `u` to undo) ").strip().lower()
    except EOFError:
        typed = ""
    say("")
    return COMMANDS.get(typed) == "undo"


def understood(decision: Decision, typed: str) -> Option | None:
    """The option that somebody means: the numbers of dice, `all` or `none`, or the number or name of a way."""
    text = typed.lower()
    places = decision.places
    if not places:
        given: Any = next((w for w in _names(decision) if w.lower() == text), text)
    elif text in ("none", "0"):
        given = ()
    elif text == "all":
        given = places
    else:
        numbers = re.split(r"[\s,;+]+", text.strip(" ,;+"))
        if not all(_plain_number(n) and 1 <= int(n) <= len(places) for n in numbers):
            return None
        given = tuple(places[int(n) - 1] for n in numbers)
    try:
        return decision.find(given)
    except DicewrightError:
        return None


def happened(rules: Rules, trace: Iterable[Event], style: Style) -> str:
    lines = steps(rules, trace, style)
    return "\n".join((*lines, "", "")) if lines else ""


def asked(decision: Decision, style: Style) -> str:
    """Who decides, and why."""
    why = f": {decision.because}" if decision.because else ""
    by = f" ({decision.by})" if decision.by else ""
    return f"  {style.bold(f'{decision.who} decides')}{by}{why}"


def span(decision: Decision) -> str:
    """The numbers of which one is chosen."""
    return f"  {decision.options[0].words} to {decision.options[-1].answer}"


def question(rules: Rules, decision: Decision, style: Style) -> str:
    """Who decides what, and what there is to choose from."""
    lines = [asked(decision, style)]
    places = decision.places
    if decision.numbers:
        return "\n".join((*lines, span(decision)))
    if not places:
        return "\n".join((*lines, *(f"  {n} {name}" for n, name in enumerate(_names(decision), 1))))
    labels = Labels.among(rules, decision.dice)
    lines.append("  " + "   ".join(f"{n} {_die(labels, decision.dice[i])}" for n, i in enumerate(places, 1)))
    others = [die for i, die in enumerate(decision.dice) if i not in places and die.face and die.state != "bag"]
    if others:
        told = "   ".join(f"{_die(labels, die)} {die.state}" for die in others)
        lines.append(style.dim(f"  also on the table: {told}"))
    return "\n".join(lines)


def manual(decision: Decision, style: Style) -> str:
    """What can be typed."""
    if decision.numbers:
        return style.dim("  type a number; or `a` for advice, `u` to undo, `q` to stop")
    sizes = {len(option.answer) for option in decision.options if not isinstance(option.answer, str)}
    if sizes:
        least, most = min(sizes), max(sizes)
        many = f"{least}" if least == most else f"{least} to {most}"
        some = ["`none`"] if not least else []
        some += ["`all`"] if most == len(decision.places) else []
        how = f"{many} of the dice by their numbers, such as `1{' 2' if most > 1 else ''}`"
        answer = " or ".join((how, *some))
    else:
        answer = "a number or a name"
    return style.dim(f"  type {answer}; or `a` for advice, `u` to undo, `q` to stop")


def advice(ranked: Iterable[Advice], style: Style) -> str:
    """The options from best to worst, with what they are worth."""
    listed = list(ranked)
    lines = []
    width = max(len(each.option.words) for each in listed[:ADVISED])
    for each in listed[:ADVISED]:
        worth = ", ".join(f"{_goal(goal)} {_worth(goal, x)}" for goal, x in each.worth.items())
        lines.append(f"  {each.option.words.ljust(width)}  {style.dim(worth)}")
    return "\n".join((*lines, *([f"  and {len(listed) - ADVISED} more"] if len(listed) > ADVISED else [])))


def _goal(goal: str) -> str:
    how, _, of = goal.partition(" ")
    return of if how == "chance" else f"mean {of}"


def _worth(goal: str, x: Fraction) -> str:
    return percent(x) if goal.startswith("chance ") else number(x)


def _names(decision: Decision) -> list[str]:
    return [option.words for option in decision.options]


def _die(labels: Labels, die: DieShown) -> str:
    return f"{labels.of(die)} {labels.face(die)}"


def _plain_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 6
