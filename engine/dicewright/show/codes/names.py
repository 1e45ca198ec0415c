"""Problem codes: names and expressions."""

from __future__ import annotations

from .code import Code

# fmt: off
NAMES = {
    "ambiguous-item": Code(
        "A change of a list names an item that stands there several times.",
        "Give the item that is meant an `id:` where it stands, and name that.",
        says="`{item}` stands {number} times in this list of `{base}`",
        wrong=(
            "checks:\n"
            "  test: {steps: [{do: roll}, {do: roll}]}\n"
            "  more: {like: test, steps: {before: {roll: [{do: add, die: d6}]}}}"
        ),
        right=(
            "checks:\n"
            "  test: {steps: [{do: roll, id: first}, {do: roll}]}\n"
            "  more: {like: test, steps: {before: {first: [{do: add, die: d6}]}}}"
        ),
    ),
    "ambiguous-name": Code(
        "A name stands for two things where it is used: a word of an input and a result, say.",
        "Give one of them another name; for a word of an input its number can be written instead.",
        says="`{name}` is {one thing} and {another}; which is meant?",
        wrong=(
            "inputs: {n: {type: integer, names: {d6: 4}}}\n"
            "results: {fours: count(d6 and value == n)}"
        ),
        right=(
            "inputs: {n: {type: integer, names: {few: 4}}}\n"
            "results: {fours: count(d6 and value == n)}"
        ),
    ),
    "die-never-added": Code(
        "A step selects a kind of die that no step brings to the table.",
        "Add the die before, or take its name out of `dice`.",
        says="no step of the check `{check}` adds a `{die}`, so there is none to select",
        wrong="steps: [{do: roll}, {do: drop, dice: [d6]}]",
        right="steps: [{do: add, die: d6}, {do: roll}, {do: drop, dice: [d6]}]",
    ),
    "duplicate-id": Code(
        "Two steps of a check have the same id.",
        "Give one of them another.",
        says="two steps have the id `{id}`",
        wrong=(
            "- {do: add, die: d6, id: first}\n"
            "- {do: roll, id: first}"
        ),
        right=(
            "- {do: add, die: d6, id: first}\n"
            "- {do: roll, id: second}"
        ),
    ),
    "duplicate-option": Code(
        "Two options have the same name, so nobody could choose between them.",
        "Give one of them another name.",
        says="the option `{option}` stands here twice",
        wrong="inputs: {luck: {type: choice, options: [good, bad, good]}}",
        right="inputs: {luck: {type: choice, options: [good, bad]}}",
    ),
    "duplicate-outcome": Code(
        "An outcome stands in the list twice.",
        "Join their conditions with `or`.",
        says="the outcome `{outcome}` stands here twice",
        wrong="outcomes: [{name: win, when: total > 7}, {name: win, when: total == 2}, {name: lose}]",
        right="outcomes: [{name: win, when: total > 7 or total == 2}, {name: lose}]",
    ),
    "duplicate-test": Code(
        "Two tests have the same name.",
        "Say in the name what differs.",
        says="two tests are called `{name}`",
        wrong=(
            "tests:\n"
            "  - {name: sevens, faces: {d6: [3, 4]}, expect: {results: {sum: 7}}}\n"
            "  - {name: sevens, faces: {d6: [6, 1]}, expect: {results: {sum: 7}}}"
        ),
        right=(
            "tests:\n"
            "  - {name: a seven, faces: {d6: [3, 4]}, expect: {results: {sum: 7}}}\n"
            "  - {name: another seven, faces: {d6: [6, 1]}, expect: {results: {sum: 7}}}"
        ),
    ),
    "expression": Code(
        "An expression cannot be read or uses what expressions do not have.",
        "Use whole numbers, names, + - * // %, comparisons, and, or, not, `x if c else y` and functions.",
        says="`{sign}` is not a comparison; write `{sign}`",
        wrong="results: {high: total => 7}",
        right="results: {high: total >= 7}",
    ),
    "let-reads-dice": Code(
        "A `let:` of a check looks at dice, and is worked out before there are any.",
        "Use a let step behind the roll.",
        says="`{name}` looks at the dice, and a `let:` of a check is worked out before there are any",
        wrong="let: {half: total // 2}",
        right=(
            "- {do: roll}\n"
            "- {do: let, name: half, value: total // 2}"
        ),
    ),
    "missing-input": Code(
        "A check is rolled without an input that it needs.",
        "Give the input, or give it a `default`.",
        says="the input `{input}` is missing",
        wrong=(
            "inputs: {n: {type: integer}}\n"
            "$ dicewright roll game.system.yaml test"
        ),
        right=(
            "inputs: {n: {type: integer}}\n"
            "$ dicewright roll game.system.yaml test n=1"
        ),
    ),
    "name-clash": Code(
        "A new name is that of an input or a symbol already.",
        "Choose another name.",
        says="`{name}` is an input already; choose another name",
        wrong=(
            "inputs: {n: {type: integer}}\n"
            "let: {n: 1}"
        ),
        right=(
            "inputs: {n: {type: integer}}\n"
            "let: {more: n + 1}"
        ),
    ),
    "name-too-early": Code(
        "An expression reads a name that gets its number only later.",
        "Move the step that gives it a number up, or this one down.",
        says="`{name}` has no number yet here",
        wrong=(
            "- {do: add, die: d6, count: ones}\n"
            "- {do: roll}\n"
            "- {do: tally, name: ones, measure: count, where: value == 1}"
        ),
        right=(
            "- {do: add, die: d6}\n"
            "- {do: roll}\n"
            "- {do: tally, name: ones, measure: count, where: value == 1}\n"
            "- {do: add, die: d6, count: ones}"
        ),
    ),
    "not-inherited": Code(
        "Something is changed, taken out or built on that is not there below.",
        "Name it as it is named there; the message lists what there is.",
        says=(
            "`{name}` is like `{name}`, but there is nothing of this name under `{section}`; did you mean `{name}`?"
        ),
        wrong=(
            "checks:\n"
            "  test: {steps: [{do: roll}]}\n"
            "  more: {like: tset}"
        ),
        right=(
            "checks:\n"
            "  test: {steps: [{do: roll}]}\n"
            "  more: {like: test}"
        ),
    ),
    "phase-twice": Code(
        "A phase stands in a check twice, so its triggers would run twice.",
        "Give one of the two another name.",
        says="the phase `{phase}` stands in this check twice",
        wrong=(
            "- {do: phase, name: fate}\n"
            "- {do: phase, name: fate}"
        ),
        right=(
            "- {do: phase, name: fate}\n"
            "- {do: phase, name: luck}"
        ),
    ),
    "reserved-name": Code(
        "A name has a meaning in expressions already.",
        "Choose another name.",
        says="`{name}` already has a meaning in expressions; choose another name",
        wrong="let: {value: 1}",
        right="let: {worth: 1}",
    ),
    "unknown-check": Code(
        "There is no check of this name.",
        "Correct the name, or write the check.",
        says="there is no check `{name}`; did you mean `{name}`?",
        wrong="tests: [{name: seven, check: tets, expect: {results: {sum: 7}}}]",
        right="tests: [{name: seven, check: test, expect: {results: {sum: 7}}}]",
    ),
    "unknown-die": Code(
        "There is no die of this name.",
        "Correct the name, or define the die under `dice`.",
        says="there is no die `{name}`",
        wrong="- {do: add, die: d8}",
        right="- {do: add, die: d6}",
    ),
    "unknown-effect": Code(
        "There is no effect of this name.",
        "Correct the name, or define it under `effects`.",
        says="there is no effect `{name}`; did you mean `{name}`?",
        wrong=(
            "checks: {test: {steps: [{do: phase, name: fate}], results: {sum: total}}}\n"
            "effects: {gust: {triggers: [{at: fate, do: add, die: d6}]}}\n"
            "tests: [{name: windy, effects: [gsut], expect: {results: {sum: 3}}}]"
        ),
        right=(
            "checks: {test: {steps: [{do: phase, name: fate}], results: {sum: total}}}\n"
            "effects: {gust: {triggers: [{at: fate, do: add, die: d6}]}}\n"
            "tests: [{name: windy, effects: [gust], expect: {results: {sum: 3}}}]"
        ),
    ),
    "unknown-face": Code(
        "No die that is meant here has such a face.",
        "Compare it with the faces of the die.",
        says="no face of `{die}` shows just {face}",
        wrong="- {do: drop, dice: [d6], showing: 7}",
        right="- {do: drop, dice: [d6], showing: 6}",
    ),
    "unknown-function": Code(
        "Expressions have no function of this name.",
        "Use one of those that `dicewright explain` lists.",
        says="there is no function `{name}`; did you mean `{name}`?",
        wrong="results: {high: cuont(value >= 5)}",
        right="results: {high: count(value >= 5)}",
    ),
    "unknown-input": Code(
        "The check has no input of this name.",
        "Correct the name, or add it to `inputs`.",
        says="the check `{check}` has no input `{name}`",
        wrong=(
            "checks: {test: {inputs: {n: {type: integer}}, steps: [{do: roll}], results: {sum: total}}}\n"
            "tests: [{name: none, given: {n: 1, more: 2}, expect: {results: {sum: 0}}}]"
        ),
        right=(
            "checks: {test: {inputs: {n: {type: integer}}, steps: [{do: roll}], results: {sum: total}}}\n"
            "tests: [{name: none, given: {n: 1}, expect: {results: {sum: 0}}}]"
        ),
    ),
    "unknown-ladder": Code(
        "There is no ladder of dice of this name.",
        "Correct the name, or define the ladder under `ladders`.",
        says="there is no ladder `{name}`; did you mean `{name}`?",
        wrong=(
            "dice: {d6: {sides: 6}, d8: {sides: 8}}\n"
            "ladders: {up: [d6, d8]}\n"
            "checks: {test: {steps: [{do: add, die: d6}, {do: upgrade, ladder: upp, times: 1}]}}"
        ),
        right=(
            "dice: {d6: {sides: 6}, d8: {sides: 8}}\n"
            "ladders: {up: [d6, d8]}\n"
            "checks: {test: {steps: [{do: add, die: d6}, {do: upgrade, ladder: up, times: 1}]}}"
        ),
    ),
    "unknown-name": Code(
        "An expression uses a name that means nothing there.",
        "Use an input, a symbol, or a name that a step before gives a number.",
        says="`{name}` is not a name that can be used here; did you mean `{name}`?",
        wrong="results: {twice: totl * 2}",
        right="results: {twice: total * 2}",
    ),
    "unknown-option": Code(
        "A choice prefers an option that it does not offer.",
        "Name one of its options.",
        says="there is no option `{name}`",
        wrong="- {do: choose, who: roller, prefer: c, options: [{name: a, steps: []}, {name: b, steps: []}]}",
        right="- {do: choose, who: roller, prefer: a, options: [{name: a, steps: []}, {name: b, steps: []}]}",
    ),
    "unknown-outcome": Code(
        "The check has no outcome of this name.",
        "Correct the name, or add it to `outcomes`.",
        says="there is no outcome `{name}`; did you mean `{name}`?",
        wrong=(
            "outcomes: [{name: win}]\n"
            "aim: [{chance: wni}]"
        ),
        right=(
            "outcomes: [{name: win}]\n"
            "aim: [{chance: win}]"
        ),
    ),
    "unknown-phase": Code(
        "A trigger waits for a phase that no check has.",
        "Correct the name, or add a phase step to the check.",
        says="no check has a phase `{name}`; did you mean `{name}`?",
        wrong=(
            "checks: {test: {steps: [{do: phase, name: fate}]}}\n"
            "effects: {gust: {triggers: [{at: fait, do: add, die: d6}]}}"
        ),
        right=(
            "checks: {test: {steps: [{do: phase, name: fate}]}}\n"
            "effects: {gust: {triggers: [{at: fate, do: add, die: d6}]}}"
        ),
    ),
    "unknown-property": Code(
        "There is no property of this name.",
        "Correct the name, or define it under `properties`.",
        says="there is no property `{name}`; did you mean `{name}`?",
        wrong="properties: {blessed: {opposes: cursde}, cursed: {}}",
        right="properties: {blessed: {opposes: cursed}, cursed: {}}",
    ),
    "unknown-result": Code(
        "The check has no result of this name.",
        "Correct the name, or add it to `results`.",
        says="the check `{check}` has no result `{name}`; did you mean `{name}`?",
        wrong="tests: [{name: seven, expect: {results: {smu: 7}}}]",
        right="tests: [{name: seven, expect: {results: {sum: 7}}}]",
    ),
    "unknown-rung": Code(
        "A rung of a ladder is neither a die nor a property.",
        "Correct the name, or define the die or the property.",
        says="there is no die and no property `{name}`",
        wrong="ladders: {up: [d6, d8]}",
        right=(
            "dice: {d6: {sides: 6}, d8: {sides: 8}}\n"
            "ladders: {up: [d6, d8]}"
        ),
    ),
    "unknown-side": Code(
        "There is no side of this name in the contest.",
        "Name one that it has, or where it may be repeated its name and a number from 2 on.",
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
    "unknown-step": Code(
        "A test says that it reaches something that is not there.",
        "Name a step by its `id:`, a phase, a property or an effect.",
        says="there is no step with the id, and no phase, property or effect `{name}`",
        wrong="tests: [{name: a 6, faces: {d6: [6, 1]}, reaches: [throw], expect: {results: {sum: 7}}}]",
        right="tests: [{name: a 6, faces: {d6: [6, 1]}, expect: {results: {sum: 7}}}]",
    ),
    "unknown-symbol": Code(
        "There is no symbol of this name.",
        "Correct the name, or define it under `symbols`.",
        says="there is no symbol `{name}`; did you mean `{name}`?",
        wrong="symbols: {hit: {}, star: {counts_as: [hti]}}",
        right="symbols: {hit: {}, star: {counts_as: [hit]}}",
    ),
    "unknown-table": Code(
        "There is no table of this name.",
        "Correct the name, or define it under `tables`.",
        says="there is no table `{name}`; did you mean `{name}`?",
        wrong=(
            "tables: {weather: {rows: [{to: 3, value: 0}, {from: 4, value: 1}]}}\n"
            "checks: {test: {steps: [{do: table, name: wind, table: wether, row: 1}]}}"
        ),
        right=(
            "tables: {weather: {rows: [{to: 3, value: 0}, {from: 4, value: 1}]}}\n"
            "checks: {test: {steps: [{do: table, name: wind, table: weather, row: 1}]}}"
        ),
    ),
    "unknown-tag": Code(
        "A step selects dice by a tag that no step gives.",
        "Correct the word, or add a tag step before.",
        says="no step gives dice the tag `{tag}`; did you mean `{tag}`?",
        wrong=(
            "- {do: add, die: d6, tag: wild}\n"
            "- {do: drop, tag: wlid}"
        ),
        right=(
            "- {do: add, die: d6, tag: wild}\n"
            "- {do: drop, tag: wild}"
        ),
    ),
    "where-together": Code(
        "A condition compares dice in a step that throws one die after the other.",
        "Look at the die alone, or wrap the step in a repeat step.",
        says="{a step} that goes on by itself looks at one die at a time; this condition looks at others",
        wrong="- {do: reroll, times: 2, where: rank == 1}",
        right="- {do: reroll, times: 2, where: value == 1}",
    ),
}
# fmt: on
