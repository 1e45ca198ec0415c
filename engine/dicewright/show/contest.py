"""A contest as a table of players follows it: what each side rolled, what was compared, who won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.contest import AGAIN, DECLINES, DRAW, Chain, Contest, RollOff
from ..model.formula import Formula
from ..model.rules import Rules
from ..play.bout import ContestOutcome, Round
from .roll import body, given
from .style import Style, capital

ROUNDS = {"again": "Again", "roll_off": "Roll-off"}


def contest_story(rules: Rules, outcome: ContestOutcome, style: Style) -> str:
    """The whole contest."""
    log = outcome.log
    contest = rules.contests[str(log["check"])]
    lines = [contest_heading(rules, contest.name, log["inputs"], log["properties"], log["effects"], style)]
    for each in outcome.rounds:
        lines += ["", *_round(rules, contest, each, style)]
    won = outcome.outcome in log["inputs"]
    if won and len(outcome.rounds[-1].ahead) > 1:
        lines.append(f"  {style.dim('tie')}  it goes to {outcome.label}")
    winner = f"{outcome.label} wins" if won else outcome.label
    results = ", ".join(f"{name} {value}" for name, value in outcome.results.items() if name in contest.results)
    return "\n".join([*lines, "", f"  {style.bold(capital(winner))}" + (f": {results}" if results else "")])


def _round(rules: Rules, contest: Contest, each: Round, style: Style) -> Iterator[str]:
    if each.what in ROUNDS:
        yield f"  {style.bold(ROUNDS[each.what])}"
    for name, outcome in each.rolls:
        yield f"  {style.bold(_label(contest, name))}"
        verdict = contest.roll is not None or contest.needs is not None
        yield from (f"  {line}" for line in body(rules, outcome, style, verdict) if line)
    width = max((len(compared.by) for compared in each.compared), default=0)
    for compared in each.compared:
        values = ", ".join(f"{_label(contest, name)} {_value(compared.by, value)}" for name, value in compared.values)
        yield f"  {style.dim(compared.by.ljust(width))}  {values}"


def _label(contest: Contest, name: str) -> str:
    side = contest.side(name)
    return side.label if side else name


def _value(by: str, value: Any) -> str:
    """What was compared, as it is and not turned round for comparing."""
    turned = by.startswith("least ") or by.endswith("lowest first")
    if isinstance(value, tuple):
        return " ".join(str(-each if turned else each) for each in value) or "none"
    if by.startswith("needs "):
        return "yes" if value else "no"
    return str(-value if turned else value)


def contest_heading(
    rules: Rules,
    name: str,
    inputs: Mapping[str, Any],
    properties: Iterable[str],
    effects: Iterable[str],
    style: Style,
) -> str:
    """The contest and its sides, each with its inputs."""
    contest = rules.contests[name]
    owned, brought = _by_side(properties), _by_side(effects)
    sides = []
    for side_name, told in inputs.items():
        side = contest.side(side_name)
        assert side is not None
        if told == DECLINES:
            sides.append(f"{side.label} declines")
            continue
        said = given(rules, rules.inputs_of(side), told, owned.get(side_name, ()), brought.get(side_name, ()))
        sides.append(f"{side.label} ({said})" if said else side.label)
    return f"{style.bold(rules.name)}: {contest.label}: {' against '.join(sides)}"


def _by_side(named: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in named:
        whose, _, name = text.partition(".")
        found.setdefault(whose, []).append(name)
    return found


def contest_overview(contest: Contest, style: Style) -> list[str]:
    """What `dicewright show` tells of a contest."""
    lines = [style.bold(f"{contest.name}: {contest.label}")]
    lines += [f"  {contest.summary}"] if contest.summary else []
    for side in contest.sides.values():
        said = f"rolls {side.check}" if side.check else f"brings {', '.join(side.inputs) or 'nothing'}"
        said += "; may decline" if side.may_decline else ""
        said += f"; more as {side.name}2, {side.name}3" if side.more else ""
        lines.append(f"  {style.dim('side')}    {side.name}: {said}")
    if contest.roll is not None:
        roll = contest.roll
        lines.append(f"  {style.dim('roll')}    {roll.side} rolls {roll.check}{_worked_out(roll.inputs)}")
        lines += [f"  {style.dim('wins')}    {winner} by {outcome}" for outcome, winner in roll.winner.items()]
        return lines
    lines += [f"  {style.dim('needs')}   {contest.needs.text}"] if contest.needs else []
    lines += _chain(contest.compare, "compare", style)
    if isinstance(contest.tie, RollOff):
        off = contest.tie
        lines.append(
            f"  {style.dim('tie')}     those tied roll {off.check}{_worked_out(off.inputs)} until it is decided"
        )
        lines += _chain(off.compare, "  by", style)
    else:
        ties = {AGAIN: "those tied roll again", DRAW: "a draw"}
        lines.append(f"  {style.dim('tie')}     {ties.get(contest.tie, f'it goes to {contest.tie}')}")
    lines += [f"  {style.dim('results')} {name}: {formula.text}" for name, formula in contest.results.items()]
    return lines


def _chain(chain: Chain, word: str, style: Style) -> Iterator[str]:
    for comparison in chain:
        turned = comparison.how not in ("most", "least") and comparison.of
        without = f"; without dice {comparison.of.text}" if turned and comparison.of else ""
        yield f"  {style.dim(word)} {comparison.text}{without}"


def _worked_out(inputs: Mapping[str, Formula]) -> str:
    return " with " + ", ".join(f"{name} = {formula.text}" for name, formula in inputs.items()) if inputs else ""
