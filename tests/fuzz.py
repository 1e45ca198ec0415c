"""Fuzzing: mutated files, expressions, logs and command lines against the API, which may raise only its own error.

`python -m tests.fuzz --seconds 600 [TARGET ...]` goes on for as long, from a seed that it tells, and counts what it
tried. `tests/test_fuzz.py` tries a few of the same inputs, always the same ones.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

from dicewright.cli import main
from dicewright.diff.compare import compare
from dicewright.errors import DicewrightError
from dicewright.folders import shipped
from dicewright.library import examine, loads
from dicewright.model.expression import formula, per_die
from dicewright.model.text import Text
from dicewright.model.words import DIE_NAMES, FUNCTIONS, MEASURES, OWNED, Words
from dicewright.ops.state import Limits
from dicewright.play.check import System
from dicewright.play.decision import Suspended
from dicewright.play.verify import verify
from dicewright.repair import certain, repaired
from dicewright.report import github, junit, sarif
from dicewright.report.difference import markdown as difference_page
from dicewright.report.difference import text as difference_text
from dicewright.report.run import Checked, Run
from dicewright.report.text import told
from dicewright.show.problems import report
from dicewright.show.style import Style
from dicewright.source.read import read

Rng = random.Random
# fmt: off
LIMITS = Limits(dice=40, draws=300, rounds=8, steps=2_000, states=2_000, seconds=1, options=200)
BYTES = (b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\t", b"\r", b"{", b"[", b'"', b"'", b": ", b"- ",
    b"&a ", b"*a", b"!t ", b"<<", b"%", b"#", b"\n", b"1e999", b"0x1", b"\xe2\x80\xae", b"---\n", b"? ", b"|",
    b">", b"\\")
TEXTS = [path.read_bytes() for path in shipped().values()]
SMALL = sorted(TEXTS, key=len)[:12]
TREES = [read(text, "f").plain() for text in SMALL]
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 10**9, 1.5, "", "x", "blank", "total", "value >= 2", "roll", "1 // 0", "d6"),
    *("roller", "any", "highest", "a: b", "\u202e", "\x1b[0m", [], {}, [1, 2], ["x"], {"do": "roll"}, [[]], {"x": {}}),
)
WORDS = Words(
    frozenset({*MEASURES, "a", "b"}), frozenset({*DIE_NAMES, "hit"}), frozenset({"bold"}), frozenset({"d6"}),
    frozenset({"extra"}),
)
ATOMS = ("0", "1", "2", "a", "b", "total", "dice", "value", "hit", "d6", "extra", "true", "999999999999999", "x",
    "has(bold)", "run()", "nth(2)", "sets(3)", "1.5", "'t'", "None", "a.b", "a[0]", "(", ")", "[]", "lambda: 1",
    "__import__", "f''", "ｖalue", "９", "0x1f", "1_0", "...", "*a", "n := 1")
SIGNS = (" + ", " - ", " * ", " // ", " % ", " == ", " < ", " >= ", " and ", " or ", " if 1 else ", " ** ", " / ",
    " is ", ", ", " = ", ";", " in ", " @ ", " << ", "")

# fmt: on

# -- inputs -----------------------------------------------------------------------------------------------------------


def bytes_of(rng: Rng) -> bytes:
    """A shipped file with a few stretches of bytes or lines changed, doubled, swapped or taken out."""
    data = bytearray(rng.choice(SMALL))
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[at:at] = rng.choice(BYTES) * rng.choice((1, 1, 1, 40))
            case 1:
                del data[at : at + rng.choice((1, 2, 10, 300))]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 3:
                data[at:at] = data[rng.randrange(len(data) + 1) :][: rng.choice((3, 20, 400))]
            case _:
                lines = bytes(data).split(b"\n")
                lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
                data = bytearray(b"\n".join(lines))
    return bytes(data)


def changed(rng: Rng, data: Any, words: tuple[Any, ...] = JUNK) -> Any:
    """Data with one thing in it replaced, renamed, doubled or taken out."""
    inner = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    if not inner:
        return copy.deepcopy(rng.choice(words))
    out = copy.copy(data)
    at = rng.choice(inner)
    match rng.randrange(9):
        case 0:
            out[at] = copy.deepcopy(rng.choice(words))
        case 1:
            del out[at]
        case 2 if isinstance(out, dict):
            out[str(rng.choice([*words, f"{at}x"]))] = out.pop(at)
        case 2:
            out.insert(at, copy.deepcopy(out[rng.choice(inner)]))
        case _:
            out[at] = changed(rng, data[at], words)
    return out


def written(rng: Rng) -> str:
    """An expression, more or less of the grammar."""
    if rng.random() < 0.4:
        return rng.choice(ATOMS)
    match rng.randrange(4):
        case 0:
            name = rng.choice((*FUNCTIONS, *OWNED, "abs", "eval", "print"))
            return f"{name}({', '.join(written(rng) for _ in range(rng.randrange(3)))})"
        case 1:
            return f"({written(rng)})"
        case 2:
            return rng.choice(("-", "not ", "+", "~", "")) + written(rng)
    return written(rng) + rng.choice(SIGNS) + written(rng)


# -- targets ----------------------------------------------------------------------------------------------------------


def used(system: System, rng: Rng) -> None:
    """A system that was found good rolls, and its odds are worked out, or it is refused by a limit."""
    for name in system:
        with contextlib.suppress(DicewrightError):
            bound = system[name].bind({})
            outcome = bound.roll(rng)
            assert bound.replay(json.loads(json.dumps(outcome.log))).results == outcome.results
            if rng.random() < 0.3:
                bound.odds()


def reader(rng: Rng) -> None:
    text = bytes_of(rng)
    rules, problems = examine(text, "f")
    report(problems, {"f": text.decode(errors="replace")}, Style())
    if rules is not None:
        used(System(rules, LIMITS), rng)


def trees(rng: Rng) -> None:
    tree = rng.choice(TREES)
    for _ in range(rng.choice((1, 1, 2, 4))):
        tree = changed(rng, tree)
    text = json.dumps(tree, ensure_ascii=True, indent=1) if isinstance(tree, dict) else "a"
    rules, problems = examine(text, "f")
    report(problems, {"f": text}, Style())
    if rules is not None:
        used(System(rules, LIMITS), rng)


def mends(rng: Rng) -> None:
    """What is certain is mended once and for all, a file that is fine stays as it is, and no file gets worse."""
    data = bytes_of(rng)
    with contextlib.suppress(UnicodeDecodeError):
        text = data.decode()
        before = examine(text, "f")
        done = repaired(text, "f", None, certain)
        again = repaired(done.text, "f", None, certain)
        assert (again.text, again.made) == (done.text, ()), "mending twice changes more than mending once"
        assert (done.text == text) == (not done.made)
        assert before[0] is None or examine(done.text, "f")[0] is not None, "it was fine before"


def formats(rng: Rng) -> None:
    """Whatever is wrong with a file, and whatever stands in it, each format is well formed."""
    text = bytes_of(rng)
    name = rng.choice(("f", "<&\"'>", "a\n::error::b", "\x1b[0m", "\udcff", "%0A,:"))
    rules, problems = examine(text, name)
    verdicts = tuple(islice(verify(rules), 3)) if rules is not None and rng.random() < 0.2 else None
    checked = Checked(name, problems, verdicts)
    texts = {name: text.decode(errors="replace")}
    seen = Run("test", (checked,), told(checked, texts, Style(), True), Path(), texts)
    assert json.loads(sarif.written(seen))["version"] == "2.1.0"
    assert ElementTree.fromstring(junit.written(seen)).tag == "testsuites"
    _, behind, annotations = github.written(seen).rpartition("::endgroup::\n")
    assert all(line.startswith("::") for line in annotations.splitlines() if behind), annotations
    github.summary(seen)


def diffs(rng: Rng) -> None:
    """Two versions of a system are compared; with itself, each is the same."""
    tree = rng.choice(TREES)
    found = (examine(json.dumps(changed(rng, tree), indent=1), "f")[0] for _ in range(20))
    old, new = examine(json.dumps(tree), "f")[0], next((rules for rules in found if rules is not None), None)
    assert old is not None
    assert not compare("f", old, old, 2).is_change
    difference = compare("f", *rng.sample((old, new), 2), 20)
    json.dumps(difference.to_dict())
    difference_text([difference], Style())
    difference_page([difference])


def expressions(rng: Rng) -> None:
    text = written(rng)
    made = (per_die if rng.random() < 0.5 else formula)(Text(text), WORDS)
    if not made.tallies and not made.whole and hasattr(made, "given"):
        made.given({name: rng.choice((0, 1, -3, 10**15)) for name in WORDS.names} | {"has bold": 1})


PLAYED = """
format: 1
id: x
name: X
dice: {d6: {sides: 6}, hope: {faces: [blank, hit, [2, hit]]}}
symbols: {hit: {}}
properties: {bold: {triggers: [{at: fate, do: reroll, where: value == 1}]}}
checks:
  c:
    inputs: {n: {type: integer, min: 0, max: 4, default: 2}}
    steps:
      - {do: add, die: d6, count: n}
      - {do: add, die: hope}
      - {do: add, die: d6, count: 2, state: bag}
      - {do: draw, count: 1}
      - {do: roll}
      - {do: phase, name: fate}
      - {do: reroll, may: roller, prefer: always}
      - {do: choose, who: gm, name: k, to: 2, prefer: 1}
    results: {sum: total + k, hits: hit}
    outcomes: [{name: win, when: sum >= 9}, {name: loss}]
contests: {duel: {sides: {a: {check: c}, b: {check: c}}, compare: [{most: sum}], tie: a}}
sequences: {often: {check: c, times: 2, accumulate: {way: way + sum}}}
"""


@cache
def played() -> System:
    return loads(PLAYED, limits=LIMITS)


def replays(rng: Rng) -> None:
    game = played()
    bound = game[rng.choice(("c", "duel", "often"))].bind({})
    log = json.loads(json.dumps(bound.roll(Rng(rng.random())).log))
    bound.replay(changed(rng, log))


def resumes(rng: Rng) -> None:
    game = played()
    waiting = game["c"](properties=["bold"][: rng.randrange(2)]).play(Rng(rng.random()))
    if isinstance(waiting, Suspended) and rng.random() < 0.5:
        waiting = waiting.answer(1, rng)
    assert isinstance(waiting, Suspended)
    again = game.resume(changed(rng, json.loads(json.dumps(waiting.to_dict()))))
    given: Any = changed(rng, [rng.choice([0, 1, 2]), rng.choice(JUNK)])
    again.answer(given, rng)


def asked(rng: Rng) -> None:
    """A command line: it ends with 0, 1 or 2, and never with 3."""
    words = ["roll", "odds", "simulate", "sweep", "play", "show", "validate", "test", "explain", "list"]
    words += ["new", "diff", "schema"]
    some = ["genesys", "fate", "yahtzee", "risk", "x", "", "skill", "n=1", "skill=1..3", "a=b=c", "--json", "--exact"]
    some += ["--property", "--upgrade", "--effect", "--limit", "--goal", "--faces", "--probability", "--mean", "--seed"]
    some += [
        "--play",
        "best",
        "first",
        "dice=3",
        "states=5",
        "d6: 1",
        "{}",
        "[",
        "chance win",
        "most x",
        "1",
        "-1",
        "²",
    ]
    some += ["\x1b[0m", "\udcff", "\u202e", "--runs", "20", "--answer", "--resume", "nowhere", "--limit", "seconds=1"]
    some += ["--fix", "--coverage", "--yes", "--min", "--jobs", "--git", "--rolls"]
    some += ["--install", "--from", "pool", "--format", "json", "sarif", "junit=out", "github"]
    some += ["HEAD", "HEAD:x", "-x:y", "a" * 5_000, "..", "--plan", "--cost", "nan", "inf"]
    line = [rng.choice(words), *(rng.choice(some) for _ in range(rng.randrange(7)))]
    stdin, sys.stdin = sys.stdin, io.StringIO("1\nnone\n")
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            code = main(line)
        except SystemExit as stop:
            code = int(stop.code or 0)
        finally:
            sys.stdin = stdin
    told = out.getvalue() + err.getvalue()
    assert code in (0, 1, 2), (line, told)
    assert not {"\x1b", "\u202e"} & {*told}, line


TARGETS: Mapping[str, Callable[[Rng], None]] = {
    "reader": reader,
    "trees": trees,
    "mends": mends,
    "formats": formats,
    "diffs": diffs,
    "expressions": expressions,
    "replays": replays,
    "resumes": resumes,
    "words": asked,
}


def tried(target: str, seed: str) -> bool:
    """One input; whether it was refused. Anything but our own error comes through."""
    try:
        TARGETS[target](Rng(f"{target}/{seed}"))
    except DicewrightError:
        return True
    return False


def run(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", default=str(random.randrange(10**9)))
    args = parser.parse_args(argv)
    print(f"seed {args.seed}", flush=True)
    counts: Counter[tuple[str, str]] = Counter()
    until, number, found = time.monotonic() + args.seconds, 0, set[str]()
    with TemporaryDirectory() as home, contextlib.chdir(home):
        while time.monotonic() < until:
            number += 1
            for target in args.targets or TARGETS:
                begun = time.process_time()
                try:
                    counts[target, "refused" if tried(target, f"{args.seed}/{number}") else "fine"] += 1
                except Exception:
                    counts[target, "broken"] += 1
                    where = "".join(traceback.format_exc().splitlines(keepends=True)[-6:])
                    if where not in found:
                        found.add(where)
                        print(f"{target} {args.seed}/{number}\n{where}", flush=True)
                if (took := time.process_time() - begun) > 2:
                    counts[target, "slow"] += 1
                    print(f"{target} {args.seed}/{number} took {took:.1f} s", flush=True)
    for target in args.targets or TARGETS:
        print(target, ", ".join(f"{n:,} {what}" for (name, what), n in sorted(counts.items()) if name == target))
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(run())
