"""Problem codes: a roll, its odds and its tests."""

from __future__ import annotations

from .code import Code

# fmt: off
ROLLING = {
    "answers-too-few": Code(
        "A player decides more often than answers are said.",
        "Say more of them, in the order of the decisions.",
        says="{player} decides more often than answers are said, at line {number}",
    ),
    "answers-too-many": Code(
        "Answers are said to what nobody asks.",
        "Say as many as there are decisions.",
        says="{number} of the {number} answers answer nothing",
    ),
    "dice-have-fallen": Code(
        "An answer cannot be taken back once dice have fallen after it.",
        "Play on, or begin the check anew.",
        says="the last answer stands: dice have fallen since",
        wrong=(
            "- {do: roll}\n"
            "- {do: reroll, may: roller, prefer: never}\n"
            "- {do: keep, pick: roller, count: 1, prefer: always}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> now.answer([0], random.Random(1)).undo()"
        ),
        right=(
            "- {do: roll}\n"
            "- {do: reroll, may: roller, prefer: never}\n"
            "- {do: keep, pick: roller, count: 1, prefer: always}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> now.answer([0], random.Random(1))"
        ),
    ),
    "division-by-zero": Code(
        "An expression divided by zero in this roll.",
        "Guard it: `x // n if n != 0 else 0`.",
        says="`{expression}` divides by zero here",
        wrong=(
            "inputs: {n: {type: integer}}\n"
            "results: {share: 6 // n}\n"
            "$ dicewright roll game.system.yaml test n=0"
        ),
        right=(
            "inputs: {n: {type: integer}}\n"
            "results: {share: 6 // n if n != 0 else 0}\n"
            "$ dicewright roll game.system.yaml test n=0"
        ),
    ),
    "faces": Code(
        "The faces that are said cannot be read.",
        "Write a die and its faces: d20: 6, 3; d12: 6.",
        says="`{text}` says no faces",
        wrong="$ dicewright roll game.system.yaml test --faces d6",
        right="$ dicewright roll game.system.yaml test --faces 'd6: 3, 4'",
    ),
    "faces-too-few": Code(
        "A die is thrown more often than faces are said for it.",
        "Say more faces for it.",
        says="`{die}` is thrown more often than faces are said for it: only {number}",
        wrong="$ dicewright roll game.system.yaml test --faces 'd6: 3'",
        right="$ dicewright roll game.system.yaml test --faces 'd6: 3, 4'",
    ),
    "faces-too-many": Code(
        "Faces are said that never came up.",
        "Say as many as there are throws.",
        says="{number} of the {number} faces said for `{die}` never came up",
        wrong="$ dicewright roll game.system.yaml test --faces 'd6: 3, 4, 5'",
        right="$ dicewright roll game.system.yaml test --faces 'd6: 3, 4'",
    ),
    "idle-step": Code(
        "A step changed no roll that was tried (`validate --deep`).",
        "Take it out, or say in a test which roll it changes.",
        says="this `{step}` changes no roll that was tried",
    ),
    "illegal-answer": Code(
        "An answer is none of the options.",
        "Give one of those that the message lists.",
        says="`{answer}` is no legal answer here",
        wrong=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> now.answer(99)"
        ),
        right=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> now.answer([0])"
        ),
    ),
    "limit": Code(
        "A roll or its odds would cost more than the limits allow.",
        "Ask for less, or raise the limit that the message names.",
        says="{number} dice; a pool holds at most {number}",
        wrong=(
            "- {do: add, die: d6, count: 20}\n"
            "- {do: roll}\n"
            "$ dicewright roll game.system.yaml test --limit dice=10"
        ),
        right=(
            "- {do: add, die: d6, count: 20}\n"
            "- {do: roll}\n"
            "$ dicewright roll game.system.yaml test --limit dice=20"
        ),
    ),
    "log-differs": Code(
        "A log is replayed on another system or check than it was made with.",
        "Replay it on the one that it names.",
        says="the log is of another system",
        wrong=(
            '>>> roll = game["test"]()\n'
            '>>> roll.replay({**roll.roll().log, "sha256": ""})'
        ),
        right=(
            '>>> roll = game["test"]()\n'
            ">>> roll.replay(roll.roll().log)"
        ),
    ),
    "loop-endless": Code(
        "Some rolls still go on when a loop is given up (`validate --deep`).",
        "Give the loop `times`, or a condition that ends it sooner.",
        says="this loop does not end: {share} of the rolls go on after it was given up",
    ),
    "may-not-decline": Code(
        "A side declines that may not, or that has inputs as well.",
        "Let it roll, or give the side `may_decline` in the file.",
        says="the side `{side}` may not decline in this contest",
        wrong=(
            "contests: {duel: {sides: {a: {check: test}, b: {check: test}}, compare: [{most: sum}]}}\n"
            '>>> game["duel"](b="declines")'
        ),
        right=(
            "contests: {duel: {sides: {a: {check: test}, b: {check: test, may_decline: true}}, compare: "
            "[{most: sum}]}}\n"
            '>>> game["duel"](b="declines")'
        ),
    ),
    "never-ends": Code(
        "Every face of a die is thrown again, so the roll would never end.",
        "Leave out a face in the condition, or give the step `times`.",
        says="every face of `{die}` is thrown again here, so this never ends",
        wrong=(
            "- {do: add, die: d6}\n"
            "- {do: roll}\n"
            "- {do: reroll, where: value >= 1, until_clear: true}\n"
            "$ dicewright odds game.system.yaml test"
        ),
        right=(
            "- {do: add, die: d6}\n"
            "- {do: roll}\n"
            "- {do: reroll, where: value == 1, until_clear: true}\n"
            "$ dicewright odds game.system.yaml test"
        ),
    ),
    "no-instance": Code(
        "A property is to be moved up or down that the roll does not have.",
        "Give the roll the property first.",
        says="the roll has no `{property}` to upgrade",
        wrong=(
            "properties: {fine: {}, great: {}}\n"
            "ladders: {mood: [fine, great]}\n"
            '>>> game["test"](upgrade=["fine"])'
        ),
        right=(
            "properties: {fine: {}, great: {}}\n"
            "ladders: {mood: [fine, great]}\n"
            '>>> game["test"](properties=["fine"], upgrade=["fine"])'
        ),
    ),
    "no-progression": Code(
        "A property is to be moved along a ladder that has no such rung.",
        "Add the rung, or leave the property as it is.",
        says="`{property}` stands on no ladder, so it cannot be upgraded",
        wrong=(
            "properties: {odd: {}}\n"
            '>>> game["test"](properties=["odd"], upgrade=["odd"])'
        ),
        right=(
            "properties: {odd: {}}\n"
            '>>> game["test"](properties=["odd"])'
        ),
    ),
    "no-row": Code(
        "A table has no row for a number that came up.",
        "Leave `from` out of its first row and `to` out of its last.",
        says="the table `{table}` has no row for {number}",
        wrong=(
            "tables: {few: {rows: [{from: 1, to: 2, value: 1}]}}\n"
            "checks: {look: {steps: [{do: table, name: a, table: few, row: 7}]}}\n"
            "$ dicewright roll game.system.yaml look"
        ),
        right=(
            "tables: {few: {rows: [{from: 1, to: 2, value: 1}]}}\n"
            "checks: {look: {steps: [{do: table, name: a, table: few, row: 2}]}}\n"
            "$ dicewright roll game.system.yaml look"
        ),
    ),
    "nobody-rolls": Code(
        "Every side of a contest declines.",
        "Let at least one side roll.",
        says="everybody declines; at least one side has to roll",
        wrong=(
            "contests: {open: {sides: {a: {check: test, may_decline: true, more: true}}, compare: [{most: sum}]}}\n"
            '>>> game["open"](a="declines")'
        ),
        right=(
            "contests: {open: {sides: {a: {check: test, may_decline: true, more: true}}, compare: [{most: sum}]}}\n"
            '>>> game["open"]()'
        ),
    ),
    "not-drawn": Code(
        "A test or a log says that something is drawn that cannot come out there.",
        "Say one of those that the message lists: the die, what it shows, or both, as in [d6, 3].",
        says="`{word}` is not among what can be drawn here",
        wrong=(
            "checks: {cup: {steps: [{do: add, die: d6, state: bag}, {do: draw, count: 1}, {do: roll}]}}\n"
            '>>> game["cup"]().roll(faces={"drawn": ["d8"], "d6": [1]})'
        ),
        right=(
            "checks: {cup: {steps: [{do: add, die: d6, state: bag}, {do: draw, count: 1}, {do: roll}]}}\n"
            '>>> game["cup"]().roll(faces={"drawn": ["d6"], "d6": [1]})'
        ),
    ),
    "not-suspended": Code(
        "The data is not of a check that waits for an answer.",
        "Give what was saved of one, unchanged.",
        says="this is not the data of a suspended check",
        wrong=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            ">>> game.resume({})"
        ),
        right=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> game.resume(now.to_dict())"
        ),
    ),
    "nothing-to-undo": Code(
        "Nothing has been answered yet.",
        "Answer first.",
        says="nothing has been answered yet",
        wrong=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> now.undo()"
        ),
        right=(
            "- {do: roll}\n"
            "- {do: choose, who: roller, prefer: a, options: [{name: a, steps: []}, {name: b, steps: []}]}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            '>>> now.answer("a").undo()'
        ),
    ),
    "outcome-never": Code(
        "An outcome has no chance with any inputs that were tried (`validate --deep`).",
        "See whether an outcome before it always holds first; or say in a test which inputs lead to it.",
        says="`{check}` never ends in `{outcome}`, as far as small inputs go",
    ),
    "refused": Code(
        "What a sequence requires does not hold.",
        "Give inputs for which it holds; the message says why it has to.",
        says="`{sequence}` is refused: {reason}",
        wrong=(
            "sequences: {climb: {check: test, times: 2, requires: [{that: 1 > 1, because: none is not enough}]}}\n"
            '>>> game["climb"]()'
        ),
        right=(
            "sequences: {climb: {check: test, times: 2, requires: [{that: 1 > 0, because: none is not enough}]}}\n"
            '>>> game["climb"]()'
        ),
    ),
    "slip-unnoticed": Code(
        "The rules were changed in one place, and every test still passed (`test --mutate`).",
        "Paste the test that is shown, give it a name, and check that what it expects is the rule.",
        says="{what was changed}",
    ),
    "system-changed": Code(
        "The system's file has changed since the check was begun.",
        "Begin the check anew.",
        says="{system} is not what it was when this check was suspended, so it cannot go on",
        wrong=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            '>>> game.resume({**now.to_dict(), "sha256": "0"})'
        ),
        right=(
            "- {do: roll}\n"
            "- {do: keep, pick: roller, count: 1, prefer: value >= 1}\n"
            '>>> now = game["test"]().play(random.Random(1))\n'
            ">>> game.resume(now.to_dict())"
        ),
    ),
    "test-failed": Code(
        "A test of the file expects something else than comes out.",
        "Correct the rules, or the test.",
        says="{test}: {what differs}",
        wrong=(
            "tests: [{name: three and four, faces: {d6: [3, 4]}, expect: {results: {sum: 8}}}]\n"
            "$ dicewright test game.system.yaml"
        ),
        right=(
            "tests: [{name: three and four, faces: {d6: [3, 4]}, expect: {results: {sum: 7}}}]\n"
            "$ dicewright test game.system.yaml"
        ),
    ),
    "unknown-side": Code(
        "Faces, a property or an effect belong to no side that rolls.",
        "Write the name of the side before a dot: first.blessed.",
        says="`{name}` names no die of a side that rolls",
        wrong=(
            "contests: {duel: {sides: {a: {check: test}, b: {check: test}}, compare: [{most: sum}]}}\n"
            "$ dicewright roll game.system.yaml duel --faces 'c.d6: 1'"
        ),
        right=(
            "contests: {duel: {sides: {a: {check: test}, b: {check: test}}, compare: [{most: sum}]}}\n"
            "$ dicewright roll game.system.yaml duel --faces 'a.d6: 1, 2; b.d6: 3, 4'"
        ),
    ),
}
# fmt: on
