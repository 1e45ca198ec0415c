"""Attacks on the reader: bytes, encodings, YAML."""

from __future__ import annotations

import os
from pathlib import Path

from .attack import EVERY, FILE, HEAD, Attack, check

GOOD = check("{do: add, die: d6}, {do: roll}") + "tests: [{name: t, faces: {d6: [3]}, expect: {results: {n: 3}}}]\n"
MIB = 1_048_576


def _sparse(folder: Path) -> None:
    with (folder / FILE).open("wb") as file:
        file.truncate(1 << 34)


def _link(target: str, name: str = FILE):  # type: ignore[no-untyped-def]
    return lambda folder: os.symlink(target, folder / name)


def _list(n: int) -> str:
    return f"{HEAD}checks: [" + "a, " * n + "]\n"


BYTES = (
    Attack("UTF-16, little end first", "not-utf8", GOOD.encode("utf-16")),
    Attack("UTF-16 without a mark", "bad-character", GOOD.encode("utf-16-le")),
    Attack("UTF-32", "not-utf8", GOOD.encode("utf-32")),
    Attack("Latin-1", "not-utf8", GOOD.replace("name: X", "name: Zoë").encode("latin-1")),
    Attack("an overlong slash", "not-utf8", GOOD.encode() + b"# \xc0\xaf"),
    Attack("a lone surrogate", "not-utf8", GOOD.replace("name: X", "name: \ud800")),
    Attack("a surrogate as an escape", "not-yaml", GOOD.replace("name: X", 'name: "\\ud800"')),
    Attack("NUL in a name", "bad-character", GOOD.replace("name: X", "name: X\0Y")),
    Attack("NUL and nothing else", "bad-character", "\0"),
    Attack("two byte order marks", "bad-character", "\ufeff\ufeff" + GOOD),
    Attack("one byte order mark", "", "\ufeff" + GOOD, commands=EVERY),
    Attack("nothing but a mark", "empty-file", "\ufeff"),
    Attack("carriage returns alone", "", GOOD.replace("\n", "\r"), commands=EVERY),
    Attack("a bell", "bad-character", GOOD.replace("name: X", "name: X\a")),
    Attack("C1 control", "bad-character", GOOD.replace("name: X", "name: X\x9b31m")),
    Attack("ANSI in a comment", "bad-character", GOOD + "# \x1b[2J\x1b]0;pwned\a\n"),
    Attack("ANSI as an escape", "bad-character", GOOD.replace("name: X", 'name: "\\e[2J"')),
    Attack("a bidi override", "bad-character", GOOD.replace("name: X", "name: X\u202eevil")),
    Attack("a bidi isolate as an escape", "bad-character", GOOD.replace("name: X", 'name: "\\u2066"')),
    Attack("a bidi override in a comment", "bad-character", GOOD + "# \u202e }\n"),
    Attack("a zero width space in a name", "bad-character", GOOD.replace("name: X", "name: X\u200bY")),
    Attack("a million letters in a name", "text-length", GOOD.replace("name: X", "name: " + "a" * (MIB - 200))),
    Attack("a million letters in a key", "not-yaml", GOOD + "a" * (MIB - 200) + ": 1\n"),
    Attack("a million letters in a comment", "", GOOD + "#" * (MIB - 200), commands=EVERY),
    Attack("half a million lines", "", GOOD + "\n" * (MIB - 200), commands=EVERY),
    Attack("a million letters behind a tab", "not-yaml", GOOD + "a:\t" + "b" * (MIB - 200)),
    Attack("a tab in a comment of a megabyte", "", GOOD + "#\t" + "x " * (MIB // 2 - 200), commands=EVERY),
    Attack("a tab, and lines of text", "unknown-key", GOOD + "#\t\nq: >\n" + "  a b c d\n" * (MIB // 10 - 100)),
    Attack("a tab, and many values", "too-many-nodes", GOOD + "#\t\nq: [" + "1," * 200_000 + "]\n"),
    Attack("a tab, and a tower of brackets", "too-deep", GOOD + "#\t\nq: " + "[" * 100_000),
    Attack("a tab, and a row of questions", "too-deep", GOOD + "#\t\n" + "? " * 100_000),
    Attack("a tab, and a quote of a megabyte", "unknown-key", GOOD + "#\t\nq: '" + "''" * (MIB // 2 - 200) + "'\n"),
    Attack("a mebibyte and one byte", "file-too-large", GOOD + "#" * (MIB + 1 - len(GOOD))),
    Attack("sixteen gibibytes of nothing", "file-too-large", lay=_sparse, commands=EVERY),
    Attack("a folder", "no-file", lay=lambda folder: (folder / FILE).mkdir(), commands=EVERY[1:2]),
    Attack("a pipe that nobody writes to", "no-file", lay=lambda folder: os.mkfifo(folder / FILE), commands=EVERY),
    Attack("a pipe found in a folder", "no-file", words=("validate", "."), lay=lambda f: os.mkfifo(f / FILE)),
    Attack("a folder found in a folder", "nothing-to-check", words=("test", "."), lay=lambda f: (f / FILE).mkdir()),
    Attack("a device", "unknown-system", words=("roll", "/dev/zero", "c")),
    Attack("a link to a device", "no-file", lay=_link("/dev/zero"), commands=EVERY),
    Attack("a link to a device in a folder", "no-file", words=("test", "."), lay=_link("/dev/zero")),
    Attack("a link to itself", "no-file", lay=_link(FILE), commands=EVERY),
    Attack("a link to itself in a folder", "no-file", words=("validate", "."), lay=_link(FILE)),
    Attack("a folder in a circle", "", GOOD, words=("validate", "."), lay=_link(".", "again")),
    Attack("a missing file", "no-file", words=("odds", "none.yaml")),
    Attack("a name with ANSI", "unknown-system", words=("roll", "\x1b[31m\u202e\nx")),
    Attack("a path of ten thousand letters", "unknown-system", words=("roll", "a" * 10_000)),
    Attack("a path of ten thousand letters to a file", "no-file", words=("roll", "a" * 10_000 + ".yaml")),
    Attack("a path that is not text", "unknown-system", words=("roll", "\udcff")),
    Attack("building on a path", "unknown-system", f"{HEAD}extends: ../../etc/passwd\n", commands=EVERY),
    Attack("building on a whole path", "unknown-system", f"{HEAD}extends: /etc/passwd\n"),
    Attack("building on a link that leads out", "unknown-system", f"{HEAD}extends: out\n",
        lay=_link("/etc/hostname", "out.system.yaml")),
    Attack("building on a device", "unknown-system", f"{HEAD}extends: out\n",
        lay=_link("/dev/zero", "out.system.yaml")),
    Attack("building on a pipe", "no-file", f"{HEAD}extends: out\n", lay=lambda f: os.mkfifo(f / "out.system.yaml")),
    Attack("building on a folder", "no-file", f"{HEAD}extends: out\n", lay=lambda f: (f / "out.system.yaml").mkdir()),
    Attack("building on what is too large", "file-too-large", f"{HEAD}extends: out\n",
        beside={"out.system.yaml": "#" * (MIB + 1)}),
    Attack("building on itself", "circle", f"{HEAD}extends: x\n"),
    Attack("building in a circle", "circle", f"{HEAD}extends: y\n",
        beside={"y.system.yaml": "format: 1\nid: y\nname: Y\nextends: x\n"}),
    Attack("building ten deep", "too-many-bases", f"{HEAD}extends: a0\n",
        beside={f"a{n}.system.yaml": f"format: 1\nid: a{n}\nname: A\nextends: a{n + 1}\n" for n in range(10)}),
    Attack("like itself in a circle of a thousand", "too-many-bases", HEAD + "checks:\n" + "".join(
        f"  c{n}: {{like: c{(n + 1) % 1000}}}\n" for n in range(1000))),
    Attack("a list of five hundred that a hundred are like", "too-many-nodes", HEAD + "checks:\n  c: {steps: ["
        + "1," * 500 + "]}\n" + "".join(f"  c{n}: {{like: c}}\n" for n in range(100))),
    Attack("three thousand edits of one list", "", check(", ".join(f"{{do: roll, id: x{n}}}" for n in range(3000)))
        + f"  d: {{like: c, steps: {{without: [{', '.join(f'x{n}' for n in range(2999))}]}}}}\n"),
    Attack("a chain of five thousand", "too-many-bases", HEAD + "checks:\n  c5000: {steps: [{do: roll}]}\n" + "".join(
        f"  c{n}: {{like: c{n + 1}}}\n" for n in range(5000))),
)  # fmt: skip
YAML = (
    Attack("anchors that multiply", "anchor", "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20))),
    Attack("forty thousand anchors", "anchor", "[" + "&a x, " * 40_000 + "]"),
    Attack("an anchor in itself", "anchor", "a: &a [*a]\n"),
    Attack("an alias of nothing", "alias", "a: *b\n"),
    Attack("merge keys", "merge-key", "a: {x: 1}\nb: {<<: {x: 2}, <<: {x: 3}}\n"),
    Attack("a Python object", "tag", "a: !!python/object/apply:os.system ['touch pwned']\n"),
    Attack("a Python name", "tag", "a: !!python/name:os.system\n"),
    Attack("a tag of a megabyte", "tag", "a: !" + "x" * (MIB - 100) + " 1\n"),
    Attack("a directive", "directive", "%YAML 1.1\n---\na: 1\n"),
    Attack("a second document", "second-document", GOOD + "---\n" + GOOD),
    Attack("a thousand documents", "second-document", "a: 1\n---\n" * 1000),
    Attack("a tower of brackets", "too-deep", "a: " + "[" * 100_000 + "]" * 100_000),
    Attack("a tower of braces", "too-deep", "{a: " * 100_000),
    Attack("a tower of blocks", "too-deep", "".join(" " * n + "a:\n" for n in range(1000))),
    Attack("a tower of dashes", "too-deep", "- " * 100_000),
    Attack("a tower of questions", "too-deep", "? " * 100_000),
    Attack("a tower of quotes", "not-yaml", "a: " + "'\"" * 100_000),
    Attack("33 levels", "too-deep", "[" * 33 + "]" * 33),
    Attack("a number of 400 digits", "number-too-large", "a: 1" + "0" * 400 + "\n"),
    Attack("a number of a million digits", "number-too-large", "a: " + "9" * (MIB - 100) + "\n"),
    Attack("1e400", "number-too-large", "a: 1e400\n"),
    Attack("1e-400", "unknown-key", GOOD + "a: 1e-400\n"),
    Attack("a hexadecimal number of a million digits", "octal-or-hex", "a: 0x" + "f" * (MIB - 100) + "\n"),
    Attack("not a number", "not-a-number", "a: .nan\n"),
    Attack("50,001 values", "too-many-nodes", _list(50_001)),
    Attack("49,000 values where a block belongs", "type", _list(49_000)),
    Attack("a list as a key", "bad-key", "? [a, b]\n: 1\n"),
    Attack("a block as a key", "bad-key", "{{a: 1}: 2}\n"),
    Attack("ten thousand keys that are lists", "bad-key", "{" + "[a]: 1, " * 10_000 + "}"),
    Attack("a key twice", "duplicate-key", GOOD + "name: Y\n"),
    Attack("a key twenty thousand times", "duplicate-key", "a: 1\n" * 20_000),
    Attack("twenty thousand keys that nobody knows", "unknown-key", GOOD + "".join(
        f"k{n}: 1\n" for n in range(20_000))),
    Attack("words like others, long and many", "unknown-symbol", HEAD + "symbols: {" + "".join(
        f"{'a' * 55}{n}: {{}}, " for n in range(2000)) + "}\ndice:\n" + "".join(
        f"  d{n}: {{faces: [{'a' * 54}b{n}]}}\n" for n in range(4000))),
    Attack("two words of half a megabyte that are alike", "bad-id", HEAD + "symbols:\n  ? " + "ab" * 200_000
        + "\n  : {}\ndice: {d: {faces: [" + "ba" * 200_000 + "]}}\n"),
    Attack("keys of twenty thousand letters that are alike", "unknown-key", GOOD + "".join(
        f"? {'chceks' * 3000}{n}\n: 1\n" for n in range(30))),
    Attack("tests of nothing", "type", GOOD.partition("tests")[0] + "tests: [yes, no, on]\n"),
)  # fmt: skip
