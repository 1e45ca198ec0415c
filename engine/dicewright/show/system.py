"""A system at a glance: dice, properties, checks and how they are rolled."""

from __future__ import annotations

from ..model.rules import Rules
from ..model.sequence import Series
from ..model.system import Check, Input, Kind, Step
from ..ops import OPS
from .contest import contest_overview
from .style import Style


def overview(rules: Rules, style: Style) -> str:
    """What `dicewright show` prints."""
    lines = [style.bold(rules.name)]
    lines += [rules.summary] if rules.summary else []
    lines += [style.dim(f"source: {rules.source}")] if rules.source else []
    lines += [style.dim(f"builds on {rules.base}")] if rules.base else []
    if rules.symbols:
        lines += ["", style.bold("Symbols")]
        width = max(len(s.label) for s in rules.symbols.values())
        for symbol in rules.symbols.values():
            as_well = ", ".join(rules.symbols[other].label for other in symbol.counts_as)
            against = [b if a == symbol.name else a for a, b in rules.cancels if symbol.name in (a, b)]
            said = [f"counts as {as_well}"] if as_well else []
            said += [f"cancels {rules.symbols[other].label}" for other in against]
            lines.append(f"  {symbol.glyph}  {symbol.label.ljust(width)}  {'; '.join(said)}".rstrip())
    lines += ["", style.bold("Dice")]
    width = max((len(k.label) for k in rules.kinds.values()), default=0)
    lines += [f"  {kind.label.ljust(width)}  {_faces(rules, kind)}" for kind in rules.kinds.values()]
    if rules.properties:
        lines += ["", style.bold("Properties")]
        width = max(len(p.label) for p in rules.properties.values())
        for prop in rules.properties.values():
            against_label = f" (against {rules.properties[prop.opposes].label})" if prop.opposes else ""
            lines.append(f"  {prop.label.ljust(width)}  {prop.summary}{style.dim(against_label)}".rstrip())
    if rules.effects:
        lines += ["", style.bold("Effects")]
        width = max(len(e.label) for e in rules.effects.values())
        for effect in rules.effects.values():
            lines.append(f"  {effect.label.ljust(width)}  {effect.summary}{style.dim(f' ({effect.name})')}".rstrip())
    for check in rules.checks.values():
        lines += ["", *_check(check, style)]
    for contest in rules.contests.values():
        lines += ["", *contest_overview(contest, style)]
    for series in rules.sequences.values():
        lines += ["", *_sequence(series, style)]
    return "\n".join(lines)


def _faces(rules: Rules, kind: Kind) -> str:
    if all(face.look.number is not None and not face.symbols for face in kind.faces):
        values = kind.values
        if values == tuple(range(values[0], values[0] + len(values))):
            return f"{values[0]} to {values[-1]}"
        return " ".join(map(str, values))
    looks = []
    for face in kind.faces:
        shown = "".join(rules.symbols[s].glyph for s in face.symbols)
        shown = f"{face.look.number}{shown}" if face.look.number is not None else shown or "·"
        looks.append(shown + (f" ×{face.weight}" if face.weight > 1 else ""))
    return "  ".join(looks)


def _check(check: Check, style: Style) -> list[str]:
    lines = [style.bold(f"{check.name}: {check.label}")]
    lines += [f"  {check.summary}"] if check.summary else []
    lines += [f"  {style.dim('input')}   {_input(item)}" for item in check.inputs.values()]
    lines += [f"  {style.dim('let')}     {name} = {formula.text}" for name, formula in check.lets.items()]
    for n, step in enumerate(check.steps, 1):
        lines.append(f"  {n:2}. {_step(step)}")
    lines += [f"  {style.dim('result')}  {name} = {formula.text}" for name, formula in check.results.items()]
    for outcome in check.outcomes:
        lines.append(f"  {style.dim('outcome')} {outcome.label}" + (f" if {outcome.when.text}" if outcome.when else ""))
    return lines


def _sequence(series: Series, style: Style) -> list[str]:
    lines = [style.bold(f"{series.name}: {series.label}")]
    lines += [f"  {series.summary}"] if series.summary else []

    def line(word: str, text: str) -> str:
        return f"  {style.dim(word.ljust(7))} {text}"

    lines += [line("rolls", (f"{side.name}: " if side.name else "") + side.check.name) for side in series.sides]
    lines += [line("input", _input(series.inputs[name])) for name in series.own]
    lines += [line("let", f"{name} = {formula.text}") for name, formula in series.lets.items()]
    lines += [line("needs", f"{demand.that.text}  ({demand.because})") for demand in series.requires]
    lines += [line("times", f"at most {series.times.text}")] if series.times else []
    lines += [line("with", f"{name} = {formula.text}") for name, formula in series.changes.items()]
    lines += [line("adds up", f"{name} = {formula.text}") for name, formula in series.totals.items()]
    lines += [line("until", series.until.text)] if series.until else []
    lines += [line("ahead", f"{each.how} {each.of.text}") for each in series.compare]
    lines += [line("result", f"{name} = {formula.text}") for name, formula in series.told.items()]
    for outcome in series.outcomes if not series.compare else ():
        lines.append(line("outcome", outcome.label + (f" if {outcome.when.text}" if outcome.when else "")))
    return lines


def _input(item: Input) -> str:
    match item.type:
        case "boolean":
            kind = "yes or no"
        case "choice":
            kind = "one of " + ", ".join(item.options)
        case _:
            low, high = item.minimum, item.maximum
            kind = f"from {low} to {high}" if low is not None and high is not None else "a whole number"
            kind = f"at least {low}" if low is not None and high is None else kind
            kind = f"at most {high}" if low is None and high is not None else kind
            kind += f" ({', '.join(f'{w} {n}' for w, n in item.options.items())})" if item.options else ""
    if item.default is None:
        return f"{item.name}: {kind}"
    default = next((w for w, n in item.options.items() if n == item.default), item.default)
    return f"{item.name}: {kind}; {default} unless given"


def _step(step: Step) -> str:
    said = []
    for name, value in step.keys.items():
        text = getattr(value, "text", value)
        if isinstance(text, tuple) and all(isinstance(part, str) for part in text):
            text = "+".join(text) or "blank"
        if isinstance(text, str | int) and name != "tally":
            said.append(str(text) if name in ("die", "name") else f"{name} {text}")
    select = step.select
    said += [f"of {', '.join(select.dice)}"] if select.dice else []
    said += [f"showing {select.showing}"] if select.showing else []
    said += [f"tagged {select.tag}"] if select.tag else []
    said += [f"containing {' or '.join(select.containing)}"] if select.containing else []
    for name in ("where", "by", "count", "at_least", "at_most"):
        part = getattr(select, name)
        said += [f"{name.replace('_', ' ')} {part.text}"] if part else []
    for name in ("state", "pick", "per", "may"):
        word = getattr(select, name)
        if word and word != OPS[step.op].acts_on:
            said.append(f"{name} {', '.join(word) if isinstance(word, tuple) else word}")
    said += [f"when {step.when.text}"] if step.when else []
    text = f"{step.op} {', '.join(said)}".rstrip() + (f"  ({step.because})" if step.because else "")
    inner = [*map(_step, step.keys["steps"])] if step.op == "repeat" else []
    for option in step.keys.get("options", ()) if step.op == "choose" else ():
        name = str(option["name"]) + (f" when {option['when'].text}" if option["when"] else "")
        inner += [f"{name}:", *(f"  {line}" for step in option["steps"] for line in _step(step).split("\n"))]
    return "\n        ".join([text, *(line for each in inner for line in each.split("\n"))])
