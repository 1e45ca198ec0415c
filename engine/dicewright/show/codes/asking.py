"""Problem codes: what is asked of the command line or the API."""

from __future__ import annotations

from .code import Code

# fmt: off
ASKING = {
    "no-file": Code(
        "There is no such file, or it cannot be read or written.",
        "Correct the path.",
    ),
    "no-goal": Code(
        "The best play is asked for, and nothing says what it is to be best for.",
        "Name a goal, such as --goal \"chance success\", or give the check an `aim`.",
    ),
    "no-tests": Code(
        "A system has no tests, so nothing shows that it is right.",
        "Add `tests:` with faces and what they must give.",
    ),
    "nothing-to-check": Code(
        "No system file is found there.",
        "Name a file, or a folder that holds *.system.yaml files.",
    ),
    "other-check": Code(
        "The best play of one check is asked about another, or about other inputs.",
        "Ask for the best play of the check that is played.",
    ),
    "runs": Code(
        "Somebody asks for no rolls at all, or for fewer than none.",
        "Ask for at least one.",
    ),
    "unknown-goal": Code(
        "A goal is not written as goals are.",
        "Write chance OUTCOME, chance EXPR, most EXPR or least EXPR.",
    ),
    "unknown-policy": Code(
        "There is no such way to decide.",
        "Name one of file, first, random and best.",
    ),
    "unknown-system": Code(
        "No system of this name comes with dicewright.",
        "Give one that `dicewright list` shows, or the path of a file.",
    ),
    "unused-goal": Code(
        "Goals are given for a way to decide that does not look at them.",
        "Leave the goals out, or ask for the best play.",
    ),
    "usage": Code(
        "A command is not written as commands are.",
        "See `dicewright COMMAND --help`.",
    ),
}
# fmt: on
