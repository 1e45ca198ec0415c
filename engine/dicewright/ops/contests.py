"""The section of a system file about contests: what may stand in it, and what an author reads about it."""

from __future__ import annotations

from .building import like
from .sections import inputs
from .shapes import EXPRESSION, ID, TEXT, WORD, Shape, block, key, named, one_of


def _comparisons() -> Shape:
    comparison = block(
        "a comparison",
        {
            "most": key("most", "Whoever has more of this is ahead.", "hits", EXPRESSION),
            "least": key("least", "Whoever has less of this is ahead.", "flaws", EXPRESSION),
            "dice": key(
                "dice",
                "The values of the dice that count in the end, one by one in this order; "
                "the better one is ahead, and whoever runs out of dice first falls behind.",
                "highest_first",
                one_of({"highest_first": "from the highest down", "lowest_first": "from the lowest up"}),
            ),
            "without": key(
                "without",
                "With `dice`: what a side that has no dice at all is compared by, as if it had one.",
                "bonus",
                EXPRESSION,
            ),
        },
    )
    return key(
        "compare",
        "What decides, in this order: the first difference does. Names are those of the side's check: results, inputs, "
        "and outcomes, which are 1 or 0.",
        [{"most": "hits"}, {"most": "skill"}],
        {"type": "array", "minItems": 1, "items": comparison},
    )


def _tie() -> Shape:
    off = block(
        "a roll-off",
        {
            "check": key("check", "The check that those roll who are still tied, until it is decided.", "duel", WORD),
            "inputs": key(
                "inputs",
                "Inputs of that check, worked out from the inputs of each side.",
                {"bonus": "skill"},
                named("the inputs", EXPRESSION),
            ),
            "compare": _comparisons(),
        },
        ("check", "compare"),
    )
    return key(
        "tie",
        "What a full tie is: `draw`; `again`, those still tied roll again against each other; the name of the side it "
        "goes to, if just one such side is tied; or a roll-off by another check.",
        "again",
        {**off, "type": ["string", "object"]},
    )


def contests() -> Shape:
    side = block(
        "a side",
        {
            "label": key("label", "The name that players read.", "Attacker", TEXT),
            "check": key("check", "The check that this side rolls; its inputs are the side's.", "skill", WORD),
            "inputs": inputs(),
            "may_decline": key(
                "may_decline", "Whether this side may decline to roll, and so cannot win.", True, {"type": "boolean"}
            ),
            "more": key(
                "more",
                "Whether there may be more such sides: defender2, defender3 and so on.",
                True,
                {"type": "boolean"},
            ),
        },
    )
    roll = block(
        "the roll",
        {
            "side": key("side", "The side that rolls.", "climber", WORD),
            "check": key("check", "The check that it rolls.", "skill", WORD),
            "inputs": key(
                "inputs",
                "Inputs of that check, worked out from the inputs of all sides; their names begin with the side's.",
                {"skill": "climber_skill", "difficulty": "wall_height"},
                named("the inputs", EXPRESSION),
            ),
        },
        ("side", "check"),
    )
    contest = block(
        "a contest",
        {
            "like": like("contest"),
            "label": key("label", "The name that players read.", "Opposed roll", TEXT),
            "summary": key("summary", "What it is rolled for, in a sentence.", "Who sees whom first.", TEXT),
            "sides": key(
                "sides",
                "Who takes part, by name. A side says its `check`, or with `roll` only its `inputs`.",
                {"attacker": {"check": "skill"}, "defender": {"check": "skill", "may_decline": True}},
                {**named("the sides", side), "type": "object"},
            ),
            "needs": key(
                "needs",
                "What must hold on a side, or it cannot win. Where it holds on none, nobody wins.",
                "success",
                EXPRESSION,
            ),
            "compare": _comparisons(),
            "tie": _tie(),
            "results": key(
                "results",
                "The numbers that it is read for. They may read what `compare` may of any side, with the name of the "
                "side before it, and the names of sides, which are 1 for the winner. Of a side that declines all is 0; "
                "of one that rolls again the last roll counts.",
                {"margin": "attacker_hits - defender_hits"},
                named("the results", EXPRESSION),
            ),
            "roll": key(
                "roll",
                "The one roll that decides, instead of one for each side.",
                {"side": "climber", "check": "skill", "inputs": {"skill": "climber_skill"}},
                roll,
            ),
            "winner": key(
                "winner",
                "With `roll`: for each outcome of that check the side that wins by it, or `tie`.",
                {"success": "climber", "failure": "wall"},
                named("the winners", WORD),
            ),
        },
        ("sides",),
    )
    return key(
        "contests",
        "Sides against each other: what each rolls, and what decides.",
        {"opposed": {"sides": {"a": {"check": "skill"}, "b": {"check": "skill"}}, "compare": [{"most": "hits"}]}},
        named("the contests", contest, ID),
    )
