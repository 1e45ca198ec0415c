"""Problem codes: what is asked of the command line or the API."""

from __future__ import annotations

from .code import Code

# fmt: off
ASKING = {
    "not-written": Code(
        "A file that is to be mended has changed in the meantime, or cannot be written.",
        "Save it in your editor, and try again.",
        says="`{file}` has changed in the meantime, so it is left as it is",
    ),
    "no-file": Code(
        "There is no such file, or it cannot be read.",
        "Correct the path.",
        says="there is no file `{path}`",
        wrong="$ dicewright roll gmae.system.yaml test",
        right="$ dicewright roll game.system.yaml test",
    ),
    "no-goal": Code(
        "The best play is asked for, and nothing says what it is to be best for.",
        "Name a goal, such as --goal \"chance success\", or give the check an `aim`.",
        says="the check `{check}` has no aim, so nothing says what the best play is",
        wrong=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> game["test"]().best()'
        ),
        right=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> game["test"]().best("most sum")'
        ),
    ),
    "no-revision": Code(
        "A version of a file is asked for that git does not hold, or git is not there.",
        "See `git log`; in CI, fetch the history first.",
        says="git knows no revision `{revision}` here",
    ),
    "no-tests": Code(
        "A system has no tests, so nothing shows that it is right.",
        "Add `tests:` with faces and what they must give.",
        says="this system has no tests, so nothing shows that it is right",
        wrong=(
            "summary: A game.\n"
            "$ dicewright test game.system.yaml"
        ),
        right=(
            "tests: [{name: seven, faces: {d6: [3, 4]}, expect: {results: {sum: 7}}}]\n"
            "$ dicewright test game.system.yaml"
        ),
    ),
    "nothing-to-check": Code(
        "No system file is found there.",
        "Name a file, or a folder that holds *.system.yaml files.",
        says="no *.system.yaml under {folder}",
        wrong=(
            "$ mkdir empty\n"
            "$ dicewright validate empty"
        ),
        right="$ dicewright validate game.system.yaml",
    ),
    "other-check": Code(
        "The best play of one check is asked about another, or about other inputs.",
        "Ask for the best play of the check that is played.",
        says="this is the best play of another check",
        wrong=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> best = game["test"](n=2).best("most sum")\n'
            '>>> best.policy(game["test"](n=3).play(random.Random(1)))'
        ),
        right=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> best = game["test"](n=2).best("most sum")\n'
            '>>> best.policy(game["test"](n=2).play(random.Random(1)))'
        ),
    ),
    "runs": Code(
        "Somebody asks for no rolls at all, or for fewer than none.",
        "Ask for at least one.",
        says="{number} rolls tell nothing",
        wrong="$ dicewright simulate game.system.yaml test --runs 0",
        right="$ dicewright simulate game.system.yaml test --runs 10",
    ),
    "unknown-goal": Code(
        "A goal is not written as goals are.",
        "Write chance OUTCOME, chance EXPR, most EXPR or least EXPR.",
        says="`{goal}` is no goal",
        wrong=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> game["test"]().best("high")'
        ),
        right=(
            "steps: [{do: add, die: d6, count: n}, {do: roll}, {do: keep, pick: roller, count: 1, prefer: always}]\n"
            "inputs: {n: {type: integer, default: 2}}\n"
            "results: {sum: total}\n"
            '>>> game["test"]().best("most sum")'
        ),
    ),
    "unknown-policy": Code(
        "There is no such way to decide.",
        "Name one of file, first, random and best.",
        says="there is no play `{name}`; did you mean `{name}`?",
        wrong='>>> game["test"]().odds("bset")',
        right='>>> game["test"]().odds("first")',
    ),
    "unknown-system": Code(
        "No system of this name comes with dicewright.",
        "Give one that `dicewright list` shows, or the path of a file.",
        says="there is no system `{name}`",
        wrong="$ dicewright show no-such-game",
        right="$ dicewright list",
    ),
    "unused-goal": Code(
        "Goals are given for a way to decide that does not look at them.",
        "Leave the goals out, or ask for the best play.",
        says="goals are for the best play; `{name}` does not look at them",
        wrong="$ dicewright odds game.system.yaml test --play first --goal 'most sum'",
        right="$ dicewright odds game.system.yaml test --play first",
    ),
    "usage": Code(
        "A command is not written as commands are.",
        "See `dicewright COMMAND --help`.",
        says="`{text}` is not NAME=NUMBER",
        wrong="$ dicewright odds game.system.yaml test --limit dice",
        right="$ dicewright odds game.system.yaml test --limit dice=100",
    ),
}
# fmt: on
