"""The rule page of a system: what a game master prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..errors import either
from ..model.contest import AGAIN, DRAW, Contest, RollOff
from ..model.formula import Formula
from ..model.rules import Rules
from ..model.sequence import Series
from ..model.system import Check, Input, Kind, Outcome, Symbol
from ..play.spread import STATES, Row, Spread
from .page import Block, Cell, Dice, Faces, Heading, Item, Listing, Page, Paragraph, Table, code, quiet
from .prose import look, told, value
from .style import capital, number

Odds = Mapping[str, Sequence[Spread]]
TOO_COSTLY, REFUSED = "—", "not possible"


def sheet(rules: Rules, odds: Odds, only: str | None = None) -> Page:
    """The page of a system, or of one check with the dice and symbols around it."""
    blocks: list[Block] = [Paragraph(rules.summary)] if rules.summary else []
    blocks += [Paragraph(quiet(f"After {rules.source}."))] if rules.source else []
    blocks += [*_symbols(rules), *_dice(rules), *_properties(rules)]
    for check in rules.checks.values():
        if only in (None, check.name):
            blocks += [*_check(rules, check), *_odds(odds.get(check.name, ()))]
    for contest in rules.contests.values():
        if only in (None, contest.name):
            blocks += [*_contest(rules, contest), *_odds(odds.get(contest.name, ()))]
    for series in rules.sequences.values():
        if only in (None, series.name):
            blocks += [*_sequence(series), *_odds(odds.get(series.name, ()))]
    return Page(rules.name, tuple(blocks))


def _symbols(rules: Rules) -> Iterator[Block]:
    if not rules.symbols:
        return
    yield Heading(2, "Symbols")
    rows = [(symbol.glyph, symbol.label, _meaning(rules, symbol)) for symbol in rules.symbols.values()]
    yield _full(("", "Symbol", "Rule"), rows)


def _full(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """A table without the columns in which nothing stands."""
    kept = [i for i in range(len(head)) if any(row[i] for row in rows)]
    return Table(tuple(head[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows))


def _meaning(rules: Rules, symbol: Symbol) -> str:
    said = [f"counts as {look(rules, other)} as well" for other in symbol.counts_as]
    against = [b if a == symbol.name else a for a, b in rules.cancels if symbol.name in (a, b)]
    said += [f"cancels {look(rules, other)}, one for one" for other in against]
    return "; ".join(said)


def _dice(rules: Rules) -> Iterator[Block]:
    if rules.kinds:
        yield Heading(2, "Dice")
        yield Dice(tuple(_kind(rules, kind) for kind in rules.kinds.values()))
    ladders = [lad for lad in rules.ladders.values() if lad.of == "dice"]
    if ladders:
        rungs = [" → ".join(rules.kinds[rung].label for rung in ladder.rungs) for ladder in ladders]
        yield Paragraph("From low to high: " + "; ".join(rungs) + ".")


def _kind(rules: Rules, kind: Kind) -> Faces:
    values = kind.values
    plain = all(not face.symbols and face.weight == 1 for face in kind.faces)
    if plain and len(values) > 10 and values == tuple(range(values[0], values[0] + len(values))):
        return Faces(kind.label, f"{values[0]} to {values[-1]}", ())
    shown: Counter[str] = Counter()
    for face in kind.faces:
        glyphs = "".join(rules.symbols[symbol].glyph for symbol in face.symbols)
        shown["" if face.look.number is None and not glyphs else f"{_number(face.look.number)}{glyphs}"] += face.weight
    return Faces(kind.label, "", tuple(shown.items()))


def _number(shown: int | None) -> str:
    return "" if shown is None else str(shown).replace("-", "−")


def _properties(rules: Rules) -> Iterator[Block]:
    if rules.properties:
        yield Heading(2, "Properties")
        rows = []
        for prop in rules.properties.values():
            against = rules.properties[prop.opposes].label if prop.opposes else ""
            rows.append((prop.label, prop.summary, against))
        yield _full(("Property", "What it does", "Kept from acting by"), rows)
    if rules.effects:
        yield Heading(2, "Effects")
        yield _full(("Effect", "What it does"), [(each.label, each.summary) for each in rules.effects.values()])


def _check(rules: Rules, check: Check) -> Iterator[Block]:
    yield Heading(2, capital(check.label))
    if check.summary:
        yield Paragraph(check.summary)
    yield from _inputs(check.inputs.values())
    if check.lets:
        yield Paragraph("From them: " + _named(check.lets) + ".")
    yield Listing(told(rules, check.steps, _acting(rules)), ordered=True)
    if check.results:
        yield Paragraph("Read off: " + _named(check.results) + ".")
    yield from _outcomes(check.outcomes)


def _acting(rules: Rules) -> dict[str, list[str]]:
    """Whose triggers run at each phase."""
    found: dict[str, list[str]] = {}
    bringing = [(each.label, each.triggers) for each in rules.properties.values()]
    bringing += [(each.label, each.triggers) for each in rules.effects.values()]
    for label, triggers in bringing:
        for phase in dict.fromkeys(trigger.at for trigger in triggers):
            found.setdefault(phase, []).append(label)
    return found


def _inputs(inputs: Iterable[Input]) -> Iterator[Block]:
    items = [Item(_input(each)) for each in inputs]
    if items:
        yield Paragraph("Said before the roll:")
        yield Listing(tuple(items))


def _input(item: Input) -> str:
    name = code(item.name) + (f" ({item.label})" if item.label.lower() != item.name.replace("_", " ").lower() else "")
    low, high, words = item.minimum, item.maximum, item.options
    match item.type:
        case "boolean":
            kind = "yes or no"
        case "choice":
            kind = either(list(words))
        case _:
            kind = f"{low} to {high}" if low is not None and high is not None else "a whole number"
            kind = f"{low} or more" if low is not None and high is None else kind
            kind = f"{high} or less" if low is None and high is not None else kind
            kind += f"; {', '.join(f'{word} is {n}' for word, n in words.items())}" if words else ""
    if item.default is None:
        return f"{name}: {kind}"
    usual = next((word for word, n in words.items() if n == item.default), item.default)
    usual = ("yes" if item.default else "no") if item.type == "boolean" else usual
    return f"{name}: {kind}; {usual} unless said otherwise"


def _named(formulas: Mapping[str, Formula]) -> str:
    def one(name: str, formula: Formula) -> str:
        return code(name) if formula.text == name else f"{code(name)} is {value(formula)}"

    return ", ".join(one(name, formula) for name, formula in formulas.items())


def _outcomes(outcomes: Sequence[Outcome]) -> Iterator[Block]:
    if outcomes:
        yield Paragraph("The first of these that holds is the verdict:")
        verdicts = ((capital(each.label), code(each.when.text) if each.when else "otherwise") for each in outcomes)
        items = [Item(f"{label}: {holds}") for label, holds in verdicts]
        yield Listing(tuple(items))


def _contest(rules: Rules, contest: Contest) -> Iterator[Block]:
    yield Heading(2, contest.label)
    if contest.summary:
        yield Paragraph(contest.summary)
    sides = []
    for side in contest.sides.values():
        brings = ", ".join(map(code, side.inputs)) or "nothing"
        text = f"{side.label} rolls {rules.checks[side.check].label}" if side.check else f"{side.label} brings {brings}"
        text += "; it may decline to roll, and then cannot win" if side.may_decline else ""
        sides.append(Item(text + ("; there may be more of them" if side.more else "")))
    yield Listing(tuple(sides))
    if contest.roll is not None:
        check = rules.checks[contest.roll.check]
        labels = {outcome.name: outcome.label for outcome in check.outcomes}
        yield Paragraph(f"One roll decides: {contest.sides[contest.roll.side].label} rolls {check.label}.")
        wins = contest.roll.winner.items()
        yield Listing(tuple(Item(f"{labels[verdict]}: {_winner(contest, name)}") for verdict, name in wins))
        return
    if contest.needs is not None:
        yield Paragraph(f"To win, a side needs {code(contest.needs.text)}.")
    yield Paragraph("Ahead is, by the first of these that tells them apart:")
    yield Listing(tuple(Item(f"the {code(each.text)}") for each in contest.compare), ordered=True)
    if isinstance(contest.tie, RollOff):
        yield Paragraph(f"A full tie is rolled off: {rules.checks[contest.tie.check].label}, until it is decided.")
    else:
        ties = {AGAIN: "is rolled again", DRAW: "is a draw"}
        yield Paragraph(f"A full tie {ties.get(contest.tie, f'goes to {contest.tie}')}.")
    if contest.results:
        yield Paragraph("Read off: " + _named(contest.results) + ".")


def _winner(contest: Contest, name: str) -> str:
    return f"{contest.sides[name].label} wins" if name in contest.sides else "a tie"


def _sequence(series: Series) -> Iterator[Block]:
    yield Heading(2, series.label)
    if series.summary:
        yield Paragraph(series.summary)
    own = [series.inputs[name] for name in series.own]
    yield from _inputs(own)
    tries = ((f"{side.label} tries" if side.name else "Each try is", side.check.label) for side in series.sides)
    items = [Item(f"{who} {check}.") for who, check in tries]
    items += [Item(f"Needed: {code(each.that.text)}. {quiet(each.because)}") for each in series.requires]
    items += [Item(f"There are at most {value(series.times)} tries.")] if series.times else []
    items += [Item(f"From try to try {code(name)} is {value(each)}.") for name, each in series.changes.items()]
    items += [Item(f"After each try {code(name)} is {value(each)}.") for name, each in series.totals.items()]
    items += [Item(f"It ends when {code(series.until.text)}.")] if series.until else []
    items += [Item(f"Ahead is who has the {each.how} of {value(each.of)}.") for each in series.compare]
    yield Listing(tuple(items))
    if series.told:
        yield Paragraph("Read off: " + _named(series.told) + ".")
    if not series.compare:
        yield from _outcomes(series.outcomes)


def _odds(spreads: Sequence[Spread]) -> Iterator[Block]:
    for spread in spreads:
        known = [row for row in spread.rows if row.known]
        costly = any(row.costly for row in spread.rows)
        if not known and not costly:
            continue
        with_what = ", ".join(f"{name} {_said(given)}" for name, given in spread.given.items())
        about = "Odds with one property" if spread.axis == "property" else "Odds"
        yield Heading(3, about + (f" ({with_what})" if with_what else ""))
        if known:
            yield _table(spread, known[0])
        if costly:
            what = f"{TOO_COSTLY} is" if known else "They are"
            yield Paragraph(quiet(f"{what} left out: more than {STATES:,} states to follow. Ask dicewright odds."))
        if worst := max((row.unresolved for row in known), default=Fraction()):
            yield Paragraph(quiet(f"In each row at most {float(worst):.1e} is unresolved."))


def _table(spread: Spread, sample: Row) -> Table:
    chances = sample.chances is not None
    columns = list(sample.chances if sample.chances is not None else sample.means or ())
    rows: list[tuple[Cell, ...]] = []
    for row in spread.rows:
        found: Mapping[str, Fraction] | None = row.chances if chances else row.means
        cells: list[Cell] = [row.label] if spread.axis else []
        for column in columns:
            x = found.get(column) if found is not None else None
            missing = TOO_COSTLY if row.costly else REFUSED
            cells.append(missing if x is None else x if chances else number(x))
        rows.append(tuple(cells))
    head = [column if chances else f"mean {column}" for column in columns]
    return Table((*([spread.axis] if spread.axis else []), *head), tuple(rows))


def _said(given: object) -> str:
    if isinstance(given, Mapping):
        return "(" + ", ".join(f"{name} {_said(inner)}" for name, inner in given.items()) + ")"
    return {True: "yes", False: "no"}.get(given, str(given)) if isinstance(given, bool) else str(given)
