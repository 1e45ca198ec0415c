"""Problem codes: a roll, its odds and its tests."""

from __future__ import annotations

from .code import Code

# fmt: off
ROLLING = {
    "answers-too-few": Code(
        "A player decides more often than answers are said.",
        "Say more of them, in the order of the decisions.",
    ),
    "answers-too-many": Code(
        "Answers are said to what nobody asks.",
        "Say as many as there are decisions.",
    ),
    "dice-have-fallen": Code(
        "An answer cannot be taken back once dice have fallen after it.",
        "Play on, or begin the check anew.",
    ),
    "division-by-zero": Code(
        "An expression divided by zero in this roll.",
        "Guard it: `x // n if n != 0 else 0`.",
        says="`{expression}` divides by zero here",
        wrong="inputs: {n: {type: integer}}\nresults: {share: 6 // n}\n$ dicewright roll game.system.yaml test n=0",
        right="""
inputs: {n: {type: integer}}
results: {share: 6 // n if n != 0 else 0}
$ dicewright roll game.system.yaml test n=0
"""[1:],
    ),
    "faces": Code(
        "The faces that are said cannot be read.",
        "Write a die and its faces: d20: 6, 3; d12: 6.",
    ),
    "faces-too-few": Code(
        "A die is thrown more often than faces are said for it.",
        "Say more faces for it.",
    ),
    "faces-too-many": Code(
        "Faces are said that never came up.",
        "Say as many as there are throws.",
    ),
    "idle-step": Code(
        "A step changed no roll that was tried (`validate --deep`).",
        "Take it out, or say in a test which roll it changes.",
    ),
    "illegal-answer": Code(
        "An answer is none of the options.",
        "Give one of those that the message lists.",
    ),
    "limit": Code(
        "A roll or its odds would cost more than the limits allow.",
        "Ask for less, or raise the limit that the message names.",
    ),
    "log-differs": Code(
        "A log is replayed on another system or check than it was made with.",
        "Replay it on the one that it names.",
    ),
    "loop-endless": Code(
        "Some rolls still go on when a loop is given up (`validate --deep`).",
        "Give the loop `times`, or a condition that ends it sooner.",
    ),
    "may-not-decline": Code(
        "A side declines that may not, or that has inputs as well.",
        "Let it roll, or give the side `may_decline` in the file.",
    ),
    "never-ends": Code(
        "Every face of a die is thrown again, so the roll would never end.",
        "Leave out a face in the condition, or give the step `times`.",
    ),
    "no-instance": Code(
        "A property is to be moved up or down that the roll does not have.",
        "Give the roll the property first.",
    ),
    "no-progression": Code(
        "A property is to be moved along a ladder that has no such rung.",
        "Add the rung, or leave the property as it is.",
    ),
    "no-row": Code(
        "A table has no row for a number that came up.",
        "Leave `from` out of its first row and `to` out of its last.",
    ),
    "nobody-rolls": Code(
        "Every side of a contest declines.",
        "Let at least one side roll.",
    ),
    "not-drawn": Code(
        "A test or a log says that something is drawn that cannot come out there.",
        "Say one of those that the message lists: the die, what it shows, or both, as in [d6, 3].",
    ),
    "not-suspended": Code(
        "The data is not of a check that waits for an answer.",
        "Give what was saved of one, unchanged.",
    ),
    "nothing-to-undo": Code(
        "Nothing has been answered yet.",
        "Answer first.",
    ),
    "outcome-never": Code(
        "An outcome has no chance with any inputs that were tried (`validate --deep`).",
        "See whether an outcome before it always holds first; or say in a test which inputs lead to it.",
    ),
    "refused": Code(
        "What a sequence requires does not hold.",
        "Give inputs for which it holds; the message says why it has to.",
    ),
    "slip-unnoticed": Code(
        "The rules were changed in one place, and every test still passed (`test --mutate`).",
        "Paste the test that is shown, give it a name, and check that what it expects is the rule.",
    ),
    "system-changed": Code(
        "The system's file has changed since the check was begun.",
        "Begin the check anew.",
    ),
    "test-failed": Code(
        "A test of the file expects something else than comes out.",
        "Correct the rules, or the test.",
    ),
    "unknown-side": Code(
        "Faces, a property or an effect belong to no side that rolls.",
        "Write the name of the side before a dot: first.blessed.",
    ),
}
# fmt: on
