"""Problem codes: parts of a system that do not go together."""

from __future__ import annotations

from .code import Code

# fmt: off
RULES = {
    "cancel-conflict": Code(
        "A symbol stands in two cancelling pairs.",
        "Leave it in one pair; a cancel step can have other `pairs`.",
        says="`{symbol}` cancels already; a symbol stands in one pair",
        wrong=(
            "symbols: {sun: {}, moon: {}, star: {}}\n"
            "cancels: [[sun, moon], [sun, star]]"
        ),
        right=(
            "symbols: {sun: {}, moon: {}, star: {}}\n"
            "cancels: [[sun, moon]]"
        ),
    ),
    "circle": Code(
        "Files or entries build on each other in a circle.",
        "Let one of them stand on its own.",
        says="this comes round in a circle: {names}",
        wrong="checks: {test: {like: more}, more: {like: test}}",
        right="checks: {test: {steps: [{do: roll}]}, more: {like: test}}",
    ),
    "cycle": Code(
        "Symbols count as each other in a circle.",
        "Take one `counts_as` of the circle out.",
        says="`{symbol}` counts as itself in the end",
        wrong="symbols: {sun: {counts_as: [moon]}, moon: {counts_as: [sun]}}",
        right="symbols: {sun: {counts_as: [moon]}, moon: {}}",
    ),
    "die-faces": Code(
        "The faces of a die cannot be told.",
        "Give it either `sides` or `faces`; each face is blank, one number, symbols, or a number and symbols.",
        says="the die `{die}` has both `sides` and `faces`; it takes one of them",
        wrong="dice: {d6: {sides: 6, faces: [1, 2]}}",
        right="dice: {d6: {sides: 6}}",
    ),
    "face-parts": Code(
        "A face is asked for that no die can have.",
        "A face is blank, or shows one number, or symbols, or a number and symbols.",
        says="no face shows two numbers",
        wrong="- {do: drop, showing: [1, 2]}",
        right="- {do: drop, showing: 1}",
    ),
    "idle-key": Code(
        "A key stands where it does nothing.",
        "Take it out, or add what it goes with.",
        says="`{key}` does nothing here: it goes with {what}, and `{input}` is of type {type}",
        wrong="inputs: {lucky: {type: boolean, min: 1}}",
        right="inputs: {luck: {type: integer, min: 1}}",
    ),
    "input-default": Code(
        "The default of an input is not of the type of the input.",
        "Write a default that a caller could give, too.",
        says="the default of `{input}` is {what fits}, not {what stands there}",
        wrong="inputs: {lucky: {type: boolean, default: 3}}",
        right="inputs: {lucky: {type: boolean, default: true}}",
    ),
    "input-options": Code(
        "An input of type choice has nothing to choose from.",
        "List its `options`.",
        says="the choice `{input}` needs its `options`",
        wrong="inputs: {tool: {type: choice}}",
        right="inputs: {tool: {type: choice, options: [rope, hook]}}",
    ),
    "input-range": Code(
        "A number is out of the range of an input.",
        "Change the number, or the `min` and `max` of the input.",
        says="the default {number} of `{input}` is out of its own range",
        wrong="inputs: {skill: {type: integer, max: 5, default: 7}}",
        right="inputs: {skill: {type: integer, max: 5, default: 3}}",
    ),
    "input-type": Code(
        "The value of an input is not of the type of the input.",
        "Give a value of its type; `dicewright show` lists the inputs of a check.",
        says="`{input}` is {what fits}, not {what was said}",
        wrong=(
            "inputs: {skill: {type: integer}}\n"
            "$ dicewright roll game.system.yaml test skill=many"
        ),
        right=(
            "inputs: {skill: {type: integer}}\n"
            "$ dicewright roll game.system.yaml test skill=3"
        ),
    ),
    "key-needed": Code(
        "A step lacks a key that goes with another one.",
        "Add the key that the message names.",
        says="nothing says how many dice",
        wrong="- {do: draw}",
        right="- {do: draw, count: 1}",
    ),
    "ladder-conflict": Code(
        "A rung of a ladder does not fit there: it is on it twice, or on another one, or of the other kind.",
        "Let a ladder hold dice or properties, each once, and a property stand on one ladder only.",
        says="`{name}` stands on this ladder twice",
        wrong="ladders: {up: [d6, d6]}",
        right=(
            "dice: {d6: {sides: 6}, d8: {sides: 8}}\n"
            "ladders: {up: [d6, d8]}"
        ),
    ),
    "list-edit": Code(
        "A list of the base is changed in a way that cannot be done.",
        "Write first or last with a list, without with names, and before, after, instead or change by name.",
        says="`{word}` takes a list",
        wrong=(
            "checks:\n"
            "  test: {steps: [{do: roll}]}\n"
            "  more: {like: test, steps: {last: {do: roll}}}"
        ),
        right=(
            "checks:\n"
            "  test: {steps: [{do: roll}]}\n"
            "  more: {like: test, steps: {last: [{do: roll}]}}"
        ),
    ),
    "no-end": Code(
        "A sequence has nothing that ends it.",
        "Give it `times`, or a condition under `until`.",
        says="the sequence `{name}` never ends",
        wrong="sequences: {climb: {check: test}}",
        right="sequences: {climb: {check: test, times: 3}}",
    ),
    "no-expectation": Code(
        "A test expects nothing, so it could not fail.",
        "Give it an `expect` with an outcome or results, or `odds`.",
        says="this test expects nothing, so it could not fail",
        wrong="tests: [{name: seven, faces: {d6: [3, 4]}}]",
        right="tests: [{name: seven, faces: {d6: [3, 4]}, expect: {results: {sum: 7}}}]",
    ),
    "no-pairs": Code(
        "A cancel step has nothing to cancel.",
        "Write `cancels` for the system, or `pairs` in the step.",
        says="this step has nothing to cancel",
        wrong="- {do: cancel}",
        right=(
            "symbols: {hit: {}, miss: {}}\n"
            "cancels: [[hit, miss]]\n"
            "checks: {test: {steps: [{do: cancel}]}}"
        ),
    ),
    "no-preference": Code(
        "A player decides, and nothing says how when nobody is asked.",
        "Add `prefer` to the step, or an `aim` to the check.",
        says="a player decides here, and nothing says how: the step has no `prefer` and the check no `aim`",
        wrong="- {do: reroll, may: roller}",
        right="- {do: reroll, may: roller, prefer: value == 1}",
    ),
    "number": Code(
        "A probability or a mean in a test is no number, or cannot be one.",
        "Write 3/8, 37.5% or 0.375, [from, to], or about 37.5% for a rounded one.",
        says="{text} is no number; write 3/8, 37.5% or 0.375, or about 37.5% for a rounded one",
        wrong="tests: [{name: mean, odds: {mean: {sum: seven}}}]",
        right="tests: [{name: mean, odds: {mean: {sum: 7}}}]",
    ),
    "one-of": Code(
        "Of several keys exactly one can stand, and there is none or more than one.",
        "Keep the one that is meant.",
        says="{one of the keys}",
        wrong="- {do: set, where: value == 1, to: max, value: 6}",
        right="- {do: set, where: value == 1, to: max}",
    ),
    "one-side": Code(
        "A contest or a sequence has a single side.",
        "Name a second one; a contest may let there be `more` of it, and a sequence have a `check` instead.",
        says="a contest has two sides or more",
        wrong="contests: {duel: {sides: {a: {check: test}}, compare: [{most: sum}]}}",
        right="contests: {duel: {sides: {a: {check: test}, b: {check: test}}, compare: [{most: sum}]}}",
    ),
    "opposes-conflict": Code(
        "A property opposes itself, or two others.",
        "Let each property have one opposite.",
        says="`{property}` cannot oppose itself",
        wrong="properties: {blessed: {opposes: blessed}}",
        right="properties: {blessed: {opposes: cursed}, cursed: {}}",
    ),
    "pair-itself": Code(
        "A pair step sets dice against just the dice that it selects.",
        "Say in `against` which other dice are meant.",
        says="these are the dice that the step selects already",
        wrong="- {do: pair, dice: [d6], against: {dice: [d6]}, line_up: alike, drops: both}",
        right=(
            "- {do: add, die: d6, tag: foe}\n"
            "- {do: pair, against: {tag: foe}, line_up: alike, drops: both}"
        ),
    ),
    "per-player": Code(
        "`per` stands in a step in which a player or chance decides.",
        "Use `per` with `pick: highest` or `pick: lowest`.",
        says="`per` goes with `pick: highest` or `pick: lowest`, not with {chance or a player}",
        wrong="- {do: drop, pick: random, count: 1, per: kind}",
        right="- {do: drop, pick: lowest, count: 1, per: kind}",
    ),
    "table-rows": Code(
        "The rows of a table overlap, leave a gap or run backwards.",
        "Begin each row one above the end of the row before it.",
        says="this row of `{table}` leaves a gap after the row before it, which ends at {number}",
        wrong="tables: {weather: {rows: [{to: 2, value: 0}, {from: 4, value: 1}]}}",
        right="tables: {weather: {rows: [{to: 2, value: 0}, {from: 3, value: 1}]}}",
    ),
    "too-many-bases": Code(
        "Too many files build on each other.",
        "Join some of them.",
        says="more than {number} files build on each other",
        wrong=(
            '>>> text = "format: 1\\nid: a{}\\nname: A\\nextends: a{}\\n"\n'
            '>>> [open(f"a{n}.system.yaml", "w").write(text.format(n, n + 1)) for n in range(10)]\n'
            '>>> dicewright.load("a0.system.yaml")'
        ),
        right="summary: A game that stands on its own.",
    ),
    "too-many-faces": Code(
        "The dice of a file have more faces than are followed.",
        "Take dice out, or give them fewer faces.",
        says="the dice have more than {number} faces in all",
        wrong=(
            '>>> dice = "".join(f"  d{n}: {{sides: 1000}}\\n" for n in range(101))\n'
            '>>> rest = "checks: {test: {steps: [{do: roll}]}}"\n'
            '>>> dicewright.loads(f"format: 1\\nid: x\\nname: X\\ndice:\\n{dice}{rest}")'
        ),
        right="dice: {d6: {sides: 6}, d1000: {sides: 1000}}",
    ),
    "too-many-symbols": Code(
        "A symbol counts as more others than are followed.",
        "Let it count as fewer.",
        says="`{symbol}` counts as more than {number} other symbols",
        wrong=(
            '>>> chain = "".join(f"  s{n}: {{counts_as: [s{n + 1}]}}\\n" for n in range(120)) + "  s120: {}\\n"\n'
            '>>> rest = "checks: {test: {steps: [{do: roll}]}}"\n'
            '>>> dicewright.loads(f"format: 1\\nid: x\\nname: X\\nsymbols:\\n{chain}{rest}")'
        ),
        right="symbols: {hit: {}, star: {counts_as: [hit]}}",
    ),
    "trigger-step": Code(
        "A trigger is, or holds, a step that only a check can have.",
        "Put phases and stops into the check itself.",
        says="a trigger cannot be {a step}, nor hold one",
        wrong=(
            "checks: {test: {steps: [{do: phase, name: fate}]}}\n"
            "properties: {calm: {triggers: [{at: fate, do: stop}]}}"
        ),
        right=(
            "checks: {test: {steps: [{do: phase, name: fate}]}}\n"
            "properties: {calm: {triggers: [{at: fate, do: add, die: d6}]}}"
        ),
    ),
    "unreachable-outcome": Code(
        "An outcome can never be the verdict.",
        "Move it up, or change its condition; the one without a condition comes last.",
        says="the outcome `{name}` is never reached: `{name}` before it has no condition",
        wrong="outcomes: [{name: win}, {name: lose, when: total < 7}]",
        right="outcomes: [{name: lose, when: total < 7}, {name: win}]",
    ),
}
# fmt: on
