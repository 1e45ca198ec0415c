"""How systems differ, for people: as text, and as Markdown for a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..diff.compare import Difference
from ..diff.odds import Question
from ..diff.parts import MAJOR, MINOR, NONE, PATCH
from ..diff.smallest import Witness
from ..model.rules import Rules
from ..show.roll import story
from ..show.style import Style, number, percent
from .markdown import cell, fenced, table
from .run import counted

ASKS = {
    MAJOR: "major: an old roll gives something else, or something is taken away",
    MINOR: "minor: there is something new, and old rolls stay as they were",
    PATCH: "patch: no roll that was tried gives something else",
}
UNSEEN = "rolls of up to {} dice were tried, {} in all, and none gives something else"


def text(differences: Sequence[Difference], style: Style) -> str:
    """What is to be told of each system; of those that are as they were, only how many there are."""
    told = [each for each in differences if each.step != NONE]
    parts = ["\n".join(_text(each, style)) for each in told]
    if same := len(differences) - len(told):
        parts.append(f"{counted(same, 'system')} without any difference")
    return "\n\n".join(parts)


def _text(each: Difference, style: Style) -> Iterator[str]:
    yield f"{style.bold(each.name)}: {_asks(each)}"
    for part in each.parts:
        yield f"  {part.how:8} {part.what}"
    moved = [question for question in each.odds if question.moved or question.before.reason]
    if moved:
        yield "  odds"
    for question in moved:
        yield f"    {_asked(question)}"
        yield from (f"      {line}" for line in _moves(question))
    if same := len(each.odds) - len(moved):
        yield f"  odds as before: {same} of {len(each.odds)} that were asked"
    if each.witness and each.old and each.new:
        yield "  the smallest roll that changed, before and after"
        stories = "\n\n".join(_stories(each.witness, each.old, each.new, style))
        yield from (f"    {line}".rstrip() for line in stories.splitlines())
    elif each.searches and each.parts:
        yield f"  {_unseen(each)}"


def markdown(differences: Sequence[Difference]) -> str:
    """A table of all systems, and below it what is to be told of each."""
    changed = [each for each in differences if each.is_change]
    if not changed:
        return "No dice system changed in what it means.\n"
    rows = [[cell(each.name), "<br>".join(_rows(each)) or "odds only", each.step] for each in changed]
    parts = [table(["system", "what is different", "version step"], rows)]
    for each in changed:
        if each.witness and each.old and each.new:
            before, after = _stories(each.witness, each.old, each.new, Style())
            head = f"<details><summary>The smallest roll that changed in {cell(each.name)}</summary>\n\n"
            parts.append(f"{head}before\n\n{fenced(before)}\nafter\n\n{fenced(after)}\n</details>\n")
    return "\n".join(parts)


def _rows(each: Difference) -> Iterator[str]:
    if each.old is None:
        yield "new system"
    if each.new is None:
        yield "the system is gone"
    for part in each.parts:
        yield f"{part.how}: {cell(part.what)}"
    for question in each.odds:
        if question.moved:
            yield f"{cell(_asked(question))}: {', '.join(cell(line) for line in _moves(question))}"


def _asks(each: Difference) -> str:
    if each.old is None:
        return "a new system"
    if each.new is None:
        return f"the system is gone ({MAJOR})"
    return "only words are different (patch)" if each.step == PATCH and not each.parts else ASKS[each.step]


def _unseen(each: Difference) -> str:
    return UNSEEN.format(min(search.dice for search in each.searches), sum(search.rolls for search in each.searches))


def _asked(question: Question) -> str:
    given = " ".join(f"{name}={_word(value)}" for name, value in question.inputs.items())
    return f"{question.name} {given}".rstrip()


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _moves(question: Question) -> list[str]:
    if question.before.reason or question.after.reason:
        before, after = (answer.reason or "was answered" for answer in (question.before, question.after))
        return [f"{before} → {after}" if before != after else f"not told: {before}"]
    return [
        f"{name if chance else f'mean {name}'} {_amount(old, chance)} → {_amount(new, chance)}"
        for name, old, new, chance in question.changes()
    ]


def _amount(value: Fraction | None, chance: bool) -> str:
    return "—" if value is None else percent(value) if chance else number(value)


def _stories(witness: Witness, old: Rules, new: Rules, style: Style) -> tuple[str, str]:
    before = story(old, witness.before, style)
    return before, story(new, witness.after, style) if witness.after else f"  refused: {witness.reason}"
