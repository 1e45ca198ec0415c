"""Sequences in a system file: what may stand in one, and what an author reads about it."""

from __future__ import annotations

from . import sections
from .building import like
from .shapes import EXPRESSION, ID, TEXT, WORD, Shape, block, key, named


def comparisons() -> Shape:
    """The chain that tells sides apart."""
    return key(
        "compare",
        "How sides are told apart: by the first of these in which they differ.",
        [{"most": "total"}, {"most": "skill"}],
        {
            "type": "array",
            "minItems": 1,
            "items": block(
                "a comparison",
                {
                    "most": key("most", "The side with the most of this is ahead.", "total", EXPRESSION),
                    "least": key("least", "The side with the least of this is ahead.", "flaws", EXPRESSION),
                },
            ),
        },
    )


def sides() -> Shape:
    """Several sides, each with a check of its own."""
    side = block(
        "a side",
        {
            "check": key("check", "The check that this side rolls.", "skill", WORD),
            "label": key("label", "The name that players read.", "First", TEXT),
        },
        ("check",),
    )
    return key(
        "sides",
        "Who rolls against whom. Inputs of a side are given as side.input, results are told as side_result.",
        {"first": {"check": "skill"}, "second": {"check": "skill"}},
        named("the sides", side),
    )


def sequences() -> Shape:
    demand = block(
        "a demand",
        {
            "that": key("that", "What has to hold.", "not hurried", EXPRESSION),
            "because": key("because", "Why it cannot be done otherwise.", "who hurries gets one try", TEXT),
        },
        ("that", "because"),
    )
    sequence = block(
        "a sequence",
        {
            "like": like("sequence"),
            "label": key("label", "The name that players read.", "Long work", TEXT),
            "summary": key("summary", "What it is, in a sentence.", "Tries three times, each time harder.", TEXT),
            "check": key("check", "The check that is tried again and again.", "skill", WORD),
            "sides": sides(),
            "inputs": sections.inputs(
                "What the sequence asks for besides the inputs of its check; one of the same name takes its place."
            ),
            "let": key(
                "let",
                "Names for numbers worked out from the inputs, in this order.",
                {"pace": "2 if hurried else 1"},
                named("the names", EXPRESSION),
            ),
            "requires": key(
                "requires",
                "What has to hold before the first try; otherwise the sequence is refused.",
                [{"that": "not hurried", "because": "who hurries gets one try"}],
                {"type": "array", "minItems": 1, "items": demand},
            ),
            "times": key(
                "times",
                "How many tries there are at most, from the sequence's own inputs and, without sides, the check's.",
                "rounds",
                EXPRESSION,
            ),
            "with": key(
                "with",
                "Inputs of the check that change from try to try; `tries` is 1 in the first, and each sees the "
                "accumulated numbers.",
                {"modifier": "modifier - (tries - 1)"},
                named("the changed inputs", EXPRESSION),
            ),
            "accumulate": key(
                "accumulate",
                "Numbers carried on from try to try, 0 at first: what each is after a try, in this order, from the "
                "results and outcomes of the check (an outcome is 1 where it is the verdict).",
                {"total": "total + hits"},
                named("the accumulated numbers", EXPRESSION),
            ),
            "until": key(
                "until",
                "When no more is tried: asked after each try, of what `accumulate` may read and has worked out. With "
                "sides it is asked of each, and one is enough.",
                "success",
                EXPRESSION,
            ),
            "compare": comparisons(),
            "results": key(
                "results",
                "The numbers that the sequence is read for besides `tries` and the accumulated ones; `done` is 1 when "
                "`until` has ended it.",
                {"time": "10 * tries"},
                named("the results", EXPRESSION),
            ),
            "outcomes": key(
                "outcomes",
                "The verdicts: the first one that holds. With sides the verdict is a side's name, or tie.",
                [{"name": "success", "when": "done"}, {"name": "failure"}],
                {"type": "array", "items": sections.outcome()},
            ),
        },
    )
    return key(
        "sequences",
        "Checks that are tried again and again, with inputs that change, until something holds.",
        {"long_work": {"check": "skill", "times": 3, "until": "success"}},
        named("the sequences", sequence, ID),
    )
