"""Attacks on what a file says: expressions, loops, pools, odds beyond reach, labels."""

from __future__ import annotations

from collections.abc import Iterator

from .attack import EVERY, HEAD, WITH, Attack, check, expression

D6 = "{do: add, die: d6}, {do: roll}"
RUNS = ("roll", "odds", "simulate", "play")


def _expr(name: str, code: str, text: str) -> Attack:
    return Attack(f"expression: {name}", code, expression(text))


EXPRESSIONS = (
    _expr("a tower of powers", "expression", "9**9**9**9"),
    _expr("a power in a product", "expression", "1 * 9**9999"),
    _expr("a shift", "expression", "1 << 10**9"),
    _expr("a row of minus signs", "expression", "-" * 400 + "1"),
    _expr("a row of nots", "expression", "not " * 120 + "1"),
    _expr("a tower of brackets", "expression", "(" * 240 + "1" + ")" * 240),
    _expr("a tower of brackets left open", "expression", "(" * 499),
    _expr("a tower of lists", "expression", "[" * 240 + "]" * 240),
    _expr("a tower of functions", "expression", "max(1," * 70 + "1" + ")" * 70),
    _expr("a tower of counts", "expression", "count(" * 60 + "1" + ")" * 60),
    _expr("a chain of sums", "expression", "+".join("1" * 249)),
    _expr("a chain of comparisons", "expression", "<".join("1" * 249)),
    _expr("a chain of ifs", "expression", "1 if 1 else " * 40 + "1"),
    _expr("too many letters", "expression", "1 + " * 400 + "1"),
    _expr("a number of 499 digits", "expression", "9" * 499),
    Attack("expression: a product that grows", "limit", expression("*".join(["999999999999999"] * 19)), commands=RUNS),
    Attack("expression: a remainder by nothing", "division-by-zero", expression("1 % (total - total)"), commands=RUNS),
    _expr("an attribute", "expression", "total.__class__"),
    _expr("an attribute of a number", "expression", "(1).__class__.__bases__"),
    _expr("a dunder name", "unknown-name", "__builtins__"),
    _expr("an import", "unknown-function", "__import__(1)"),
    _expr("an import with text", "expression", '__import__("os").system("id")'),
    _expr("an inner name", "unknown-name", "_name + _tally + _die"),
    _expr("an inner function", "unknown-function", "_name(1)"),
    _expr("a lambda", "expression", "(lambda: 1)()"),
    _expr("a comprehension", "expression", "sum([1 for _ in range(10**9)])"),
    _expr("a generator", "expression", "sum(x for x in 1)"),
    _expr("a walrus", "expression", "(n := 1)"),
    _expr("a formatted text", "expression", 'f"{total}"'),
    _expr("a text times a number", "expression", '"a" * 10**9'),
    _expr("a list times a number", "expression", "[0] * 10**9"),
    _expr("bytes", "expression", 'b"x"'),
    _expr("an index", "expression", "total[0]"),
    _expr("a slice", "expression", "total[::]"),
    _expr("a dictionary", "expression", "{1: 2}"),
    _expr("a star", "expression", "max(*total)"),
    _expr("a key", "expression", "max(1, 2, key=abs)"),
    _expr("an await", "expression", "await total"),
    _expr("a yield", "expression", "(yield)"),
    _expr("an assignment", "expression", "n = 1"),
    _expr("two statements", "expression", "1; 2"),
    _expr("a name of 490 letters", "unknown-name", "a" * 490),
    _expr("a name in other letters", "unknown-name", "ｔｏｔａｌｓ"),
    _expr("letters that are not what they seem", "expression", "tot\u00adal"),
    _expr("a float that is endless", "expression", "1e999"),
    _expr("an imaginary number", "expression", "1j"),
    _expr("dots", "expression", "..."),
    _expr("a number grown together with a word", "expression", "1if total else 2"),
    _expr("a number grown together with a name", "expression", "1instances"),
    _expr("an is", "expression", "total is 1"),
    _expr("an in", "expression", "1 in total"),
    Attack("expressions: ten thousand wrong names among thousands", "unknown-name", HEAD + "dice: {d6: {sides: 6}}\n"
        "checks:\n  c:\n    steps:\n      - {do: add, die: d6}\n      - {do: roll}\n" + "".join(
        f"      - {{do: let, name: {'q' * 40}{n}, value: {n}}}\n" for n in range(2500)) + "    results:\n" + "".join(
        f"      r{n}: {'q' * 39}x{n} + {'q' * 38}yy{n}\n" for n in range(2500))),
    Attack("expressions: a thousand of the longest", "", HEAD + "dice: {d6: {sides: 6}}\nchecks:\n  c:\n"
        "    steps: [{do: add, die: d6}, {do: roll}]\n    results:\n" + "".join(
        f"      r{n}: {n} + " + " + ".join(["count(value >= 3)"] * 15) + "\n" for n in range(1000)),
        commands=("validate", "show", "roll", "odds")),
)  # fmt: skip


def _nest(levels: int, inside: str, loop: str = "times: 100") -> str:
    return f"{{do: repeat, {loop}, steps: [" * levels + inside + "]}" * levels


LOOPS = (
    Attack(
        "explosions that never end", "never-ends", check(f"{D6}, {{do: explode, where: value >= 1}}"), commands=RUNS
    ),
    Attack(
        "rerolls that never end",
        "never-ends",
        check(f"{D6}, {{do: reroll, where: value >= 1, until_clear: true}}"),
        commands=RUNS,
    ),
    Attack(
        "explosions that hardly end",
        "limit",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}, {do: explode, where: value >= 2}",
            top="dice: {d: {faces: [{face: 1, weight: 1}, {face: 2, weight: 100000}]}}\n",
        ),
        commands=RUNS,
    ),
    Attack(
        "explosions onto it that hardly end",
        "limit",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}, {do: explode, where: value >= 2, onto: true}",
            top="dice: {d: {faces: [{face: 1, weight: 1}, {face: 2, weight: 100000}]}}\n",
        ),
        commands=RUNS,
    ),
    Attack(
        "a loop without an end",
        "limit",
        check(f"{D6}, {{do: repeat, while: 1 == 1, steps: [{{do: tag, name: x}}]}}"),
        commands=("roll",),
    ),
    Attack(
        "loops in loops in loops in loops",
        "limit",
        check("{do: let, name: n, value: 0}, " + _nest(4, "{do: let, name: n, value: n + 1}"), results="n: n"),
        commands=RUNS,
    ),
    Attack(
        "loops in loops with conditions",
        "limit",
        check(
            "{do: let, name: n, value: 0}, "
            + _nest(6, "{do: let, name: n, value: n + 1}", "while: n >= 0, rounds: 100"),
            results="n: n",
        ),
        commands=RUNS,
        answers={"odds": "", "simulate": ""},
    ),
    Attack(
        "a loop of ten thousand times",
        "",
        check(
            "{do: let, name: n, value: 0}, " + _nest(1, "{do: let, name: n, value: n + 1}", "times: 9999"),
            results="n: n",
        ),
        commands=RUNS,
    ),
    Attack("a loop of a billion times", "limit", check(_nest(1, "{do: roll}", "times: 1000000000")), commands=RUNS),
    Attack("a loop that brings dice", "limit", check(_nest(2, D6, "times: 1000")), commands=RUNS),
    Attack(
        "a loop that doubles a number",
        "limit",
        check("{do: let, name: n, value: 2}, " + _nest(1, "{do: let, name: n, value: n * n}"), results="n: n"),
        commands=RUNS,
    ),
    Attack(
        "a loop of rerolls",
        "limit",
        check("{do: add, die: d6, count: 1000}, {do: roll}, " + _nest(1, "{do: reroll}", "times: 1000")),
        commands=("roll",),
    ),
)
POOLS = (
    Attack("a billion dice", "limit", check("{do: add, die: d6, count: 1000000000}, {do: roll}"), commands=RUNS),
    Attack(
        "dice by a number that is too large",
        "limit",
        check("{do: add, die: d6, count: 10**15}".replace("10**15", "999999999 * 999999"), results="n: dice"),
        commands=RUNS,
    ),
    Attack("fewer dice than none", "", check("{do: add, die: d6, count: -5}, {do: roll}"), commands=RUNS),
    Attack(
        "a thousand dice of a thousand faces",
        "limit",
        check("{do: add, die: d, count: 1000}, {do: roll}", top="dice: {d: {sides: 1000}}\n"),
        commands=RUNS,
        answers={"roll": "", "play": ""},
    ),
    Attack(
        "a thousand dice of a thousand faces, told apart",
        "limit",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}, {do: keep, count: 500, pick: highest}",
            top="dice: {d: {sides: 1000}}\n",
        ),
        commands=RUNS,
        answers={"roll": "", "play": ""},
    ),
    Attack(
        "the shapes of a thousand dice",
        "limit",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}",
            results="a: run(), b: nth(7), c: different(), e: total",
            top="dice: {d: {sides: 1000}}\n",
        ),
        commands=RUNS,
        answers={"roll": "", "play": ""},
    ),
    Attack(
        "a thousand dice, each with those alike",
        "limit",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}, {do: reroll, where: matches >= 2 and rank >= 3}",
            results="a: count(matches >= 2 and rank >= 5)",
            top="dice: {d: {sides: 1000}}\n",
        ),
        commands=RUNS,
        answers={"roll": "", "play": ""},
    ),
    Attack(
        "a count in a count in a count",
        "expression",
        check(
            "{do: add, die: d, count: 1000}, {do: roll}",
            results="a: count(count(count(value > 3) > rank) > rank)",
            top="dice: {d: {sides: 1000}}\n",
        ),
        commands=RUNS,
    ),
    Attack(
        "sums that grow late",
        "limit",
        check(
            "{do: add, die: d, count: 30}, {do: roll}",
            results=", ".join(f"r{n}: sum(value * value * {n * n + 1} // {n + 7})" for n in range(12)),
            top="dice: {d: {sides: 100}}\n",
        ),
        commands=("odds", "simulate"),
    ),
    Attack(
        "many symbols on many dice",
        "limit",
        HEAD + "symbols: {" + ", ".join(f"s{n}: {{}}" for n in range(12)) + "}\n"
        "dice: {d: {faces: [" + ", ".join(f"s{n}" for n in range(12)) + "]}}\nchecks:\n  c:\n"
        "    steps: [{do: add, die: d, count: 60}, {do: roll}]\n    results: {"
        + ", ".join(f"r{n}: s{n}" for n in range(12))
        + "}\n",
        commands=("odds", "simulate"),
    ),
    Attack(
        "steps that tell dice apart one by one",
        "limit",
        check(
            "".join(f"{{do: add, die: d, tag: t{n}}}, " for n in range(40)) + "{do: roll}",
            results=", ".join(f"r{n}: sum(value * t{n})" for n in range(40)),
            top="dice: {d: {sides: 20}}\n",
        ),
        commands=("odds", "simulate"),
    ),
    Attack(
        "picks of any dice among many",
        "limit",
        check("{do: add, die: d6, count: 200}, {do: roll}, {do: reroll, at_most: 100, pick: random}"),
        commands=RUNS,
        answers={"roll": "", "play": ""},
    ),
    Attack(
        "a decision among a million",
        "limit",
        check(
            "{do: add, die: d, count: 30}, {do: roll}, {do: reroll, may: roller, prefer: always}",
            top="dice: {d: {sides: 100}}\n",
        ),
        commands=("play",),
    ),
    Attack(
        "a number out of a billion",
        "limit",
        check("{do: choose, who: roller, name: k, from: 0, to: 999999999, prefer: 1}"),
        commands=("play", "roll"),
    ),
    Attack(
        "the best play of a loop",
        "limit",
        check(
            "{do: add, die: d, count: 6}, {do: roll}, {do: repeat, times: 50, steps: [{do: reroll, may: roller}]}",
            top="dice: {d: {sides: 20}}\n",
        )
        + "    aim: [{most: n}]\n",
        commands=("odds", "roll", "simulate"),
    ),
    Attack(
        "faces as heavy as can be",
        "",
        check(
            "{do: add, die: d, count: 20}, {do: roll}",
            top="dice: {d: {faces: [{face: 1, weight: 999983}, {face: 2, weight: 999979}]}}\n",
        ),
        commands=RUNS,
    ),
)


def _properties(number: int) -> Iterator[str]:
    return (word for n in range(number) for word in ("--property", f"p{n}"))


_DUEL = "    sides: {" + ", ".join(f"s{chr(97 + n)}: {{check: c}}" for n in range(12)) + "}\n"
PARTS = (
    Attack("a thousand properties that trigger steps", "", HEAD + "dice: {d6: {sides: 6}}\nproperties:\n" + "".join(
        f"  p{n}: {{triggers: [{{at: a, do: reroll, where: value == 1}}]}}\n" for n in range(1000))
        + f"checks:\n  c:\n    steps: [{D6}, {{do: phase, name: a}}]\n    results: {{n: total}}\n",
        words=("roll", "x.system.yaml", "c", *_properties(300))),
    Attack("a property a thousand times", "limit", HEAD + "dice: {d6: {sides: 6}}\nproperty_rules: {repeats: each}\n"
        "properties: {p: {triggers: [{at: a, do: explode, where: value >= 2}]}}\n"
        f"checks:\n  c:\n    steps: [{D6}, {{do: phase, name: a}}]\n    results: {{n: total}}\n",
        words=("odds", "x.system.yaml", "c", *WITH["odds"], *["--property", "p"] * 1000)),
    Attack("phases that bring phases", "trigger-step", HEAD + "dice: {d6: {sides: 6}}\nproperties:\n" + "".join(
        f"  p{n}: {{triggers: [{{at: a{n}, do: phase, name: a{(n + 1) % 9}}}]}}\n"
        for n in range(9)) + f"checks:\n  c:\n    steps: [{D6}, {{do: phase, name: a0}}]\n    results: {{n: total}}\n",
        words=("roll", "x.system.yaml", *_properties(9))),
    Attack("a contest of twelve", "limit", check("{do: add, die: d6, count: 50}, {do: roll}")
        + "contests:\n  duel:\n" + _DUEL + "    compare: [{most: n}, {dice: highest_first}]\n    tie: again\n"
        + "    results: {a: sa_n - sb_n, b: sc_n + sd_n}\n", words=("odds", "x.system.yaml", "duel", *WITH["odds"])),
    Attack("a contest that is always tied", "limit", check("{do: roll}", results="n: 1")
        + "contests:\n  duel:\n    sides: {a: {check: c}, b: {check: c}}\n    compare: [{most: n}]\n    tie: again\n",
        words=("roll", "x.system.yaml", "duel")),
    Attack("a sequence of sums", "limit", check("{do: add, die: d, count: 20}, {do: roll}",
        top="dice: {d: {sides: 100}}\n") + "sequences:\n  s:\n    check: c\n    times: 100\n"
        "    accumulate: {a: a + n, b: b + n * n, e: e * 3 % 1000003 + n}\n    results: {x: a}\n",
        words=("odds", "x.system.yaml", "s", *WITH["odds"])),
    Attack("a sequence without an end", "limit", check("{do: roll}", results="n: 0") +
        "sequences:\n  s:\n    check: c\n    accumulate: {a: a + n}\n    until: a > 5\n    results: {x: a}\n",
        words=("roll", "x.system.yaml", "s")),
    Attack("a sequence of a billion tries", "limit", check("{do: roll}", results="n: 0") +
        "sequences:\n  s:\n    check: c\n    times: 1000000000\n    accumulate: {a: a + n}\n    results: {x: a}\n",
        words=("odds", "x.system.yaml", "s", *WITH["odds"])),
    Attack("a sequence of large rolls", "limit", check("{do: add, die: d6, count: 1000}, {do: roll}, " + _nest(
        1, "{do: reroll}", "times: 8")) + "sequences:\n  s:\n    check: c\n    times: 100\n"
        "    accumulate: {a: a + n}\n    results: {x: a}\n", words=("roll", "x.system.yaml", "s")),
    Attack("a die that counts a billion times a billion times over", "limit", check("{do: add, die: d6}, {do: roll}, "
        "{do: repeat, times: 700, steps: [{do: multiply, times: 1000000000}]}, {do: tally, name: x, measure: total}"),
        words=("roll", "x.system.yaml")),
    Attack("sixty sides with sixty numbers each", "", check(D6) + "sequences:\n  s:\n    times: 2\n    sides: {"
        + ", ".join(f"s{n}: {{check: c}}" for n in range(60)) + "}\n    compare: [{most: tries}]\n    accumulate: {"
        + ", ".join(f"t{n}: n" for n in range(60)) + "}\n"),
    Attack("a hundred and ten sides with a hundred numbers each", "too-many-nodes", check(D6) + "sequences:\n  s:\n"
        "    times: 2\n    sides: {" + ", ".join(f"s{n}: {{check: c}}" for n in range(110))
        + "}\n    compare: [{most: tries}]\n    accumulate: {" + ", ".join(f"t{n}: n" for n in range(100)) + "}\n"),
    Attack("two thousand checks that meet four thousand triggers", "", HEAD + "dice: {d6: {sides: 6}}\nchecks:\n"
        + "".join(f"  c{n}: {{steps: [{{do: roll}}, {{do: phase, name: p}}]}}\n" for n in range(2000))
        + "properties:\n  q:\n    triggers:\n" + "      - {at: p, do: roll}\n" * 4000),
    Attack("eight thousand words in four thousand expressions", "", HEAD + "dice: {d6: {sides: 6}}\nchecks:\n  a:\n"
        "    inputs:\n      i: {type: integer, default: 0, names: {" + ", ".join(f"w{n}: {n}" for n in range(8000))
        + "}}\n    steps:\n" + "".join(f"      - {{do: let, name: v, value: w{n} + w2}}\n" for n in range(4000))),
    Attack("a thousand contests of checks that nobody knows", "unknown-check", HEAD + "checks:\n" + "".join(
        f"  aaaaaaab{n}: {{steps: [{{do: roll}}], results: {{n: 0}}}}\n" for n in range(400)) + "contests:\n" + "".join(
        f"  k{n}: {{sides: {{x: {{check: aaaaaaaa{n}}}, y: {{check: aaaaaaac{n}}}}}, compare: [{{most: n}}]}}\n"
        for n in range(1000))),
    Attack("five thousand set steps, and a hundred dice", "", HEAD + "dice:\n" + "".join(
        f"  d{n}: {{sides: 1000}}\n" for n in range(100)) + "checks: {c: {steps: [{do: add, die: d0}, {do: roll}, "
        + ", ".join(["{do: set, to: min}"] * 5000) + "]}}\n"),
    Attack("symbols that count as each other", "cycle", HEAD + "symbols:\n" + "".join(
        f"  s{n}: {{counts_as: [s{(n + 1) % 9000}]}}\n" for n in range(9000)) + "checks: {c: {steps: [{do: roll}]}}\n"),
    Attack("a thousand symbols that count as all others", "too-many-symbols", HEAD + "symbols:\n" + "".join(
        f"  s{n}: {{counts_as: [{', '.join(f's{m}' for m in range(n + 1, min(n + 24, 1000)))}]}}\n"
        for n in range(1000))
        + "checks: {c: {steps: [{do: roll}]}}\n"),
    Attack("ten thousand dice of a thousand faces", "too-many-faces", HEAD + "dice: {" + ", ".join(
        f"d{n}: {{sides: 1000}}" for n in range(10_000)) + "}\nchecks: {c: {steps: [{do: roll}]}}\n",
        commands=("validate", "show", "roll", "odds")),
    Attack("a die of 1,001 faces", "number-range", HEAD + "dice: {d: {sides: 1001}}\n"
        "checks: {c: {steps: [{do: roll}]}}\n"),
    Attack("three thousand checks", "", HEAD + "checks:\n" + "".join(
        f"  c{n}: {{steps: [{{do: roll}}, {{do: let, name: a, value: {n}}}], results: {{n: a}}}}\n"
        for n in range(2500)),
        commands=("validate", "show")),
    Attack("ten thousand steps", "", check(", ".join(["{do: let, name: n, value: 1}"] * 5000), results="n: n"),
        commands=("validate", "show", *RUNS)),
    Attack("five thousand tests", "", check(D6) + "tests:\n" + "".join(
        f"  - {{name: t{n}, faces: {{d6: [3]}}, expect: {{results: {{n: 3}}}}}}\n" for n in range(2500)),
        commands=("validate", "test")),
    Attack("tests of heavy odds", "test-failed", check("{do: add, die: d, count: 40}, {do: roll}, "
        "{do: keep, count: 20, pick: highest}", top="dice: {d: {sides: 100}}\n") + "tests:\n" + "".join(
        f"  - {{name: t{n}, odds: {{mean: {{n: {n}}}}}}}\n" for n in range(20)), commands=("test",)),
)  # fmt: skip
LABELS = tuple(
    Attack(f"a label: {name}", code, HEAD.replace("name: X", f"name: {text}\nsummary: {text}") + f"""
dice: {{d6: {{sides: 6, label: {text}}}}}
symbols: {{s: {{glyph: "::", label: {text}}}}}
checks:
  c:
    label: {text}
    steps: [{{do: add, die: d6, count: 3}}, {{do: roll}}, {{do: reroll, because: {text}}}]
    results: {{n: total}}
    outcomes: [{{name: win, label: {text}, when: n > 9}}, {{name: loss, label: {text}}}]
tests: [{{name: {text}, faces: {{d6: [1, 1, 1, 2, 2, 2]}}, expect: {{results: {{n: {wanted}}}}}}}]
""", commands=EVERY, answers={"test": answer})
    for name, code, text, wanted, answer in (
        ("an order to a build", "", '"::error file=x::pwned"', 6, ""),
        ("an older order to a build", "", '"##[error]pwned"', 7, "test-failed"),
        ("an order in a test that fails", "", '"::add-mask::a"', 7, "test-failed"),
        ("a script", "", '"<script>alert(1)</script>"', 6, ""),
        ("very wide letters", "", '"﷽𒐫🏴‍☠️"', 6, ""),
        ("an escape", "bad-character", '"\\e[31m"', 6, "bad-character"),
        ("turned around", "bad-character", '"\u202eevil"', 6, "bad-character"),
        ("nothing to be seen", "bad-character", '"\u2060\u2063"', 6, "bad-character"),
        ("a new line", "", '"a\\n::error::pwned\\n##[error]b"', 7, "test-failed"),
        ("two thousand letters", "", '"' + "w" * 2000 + '"', 6, ""),
    )
)  # fmt: skip
