"""Attacks on the commands that compare, mend, write and report: revisions, paths, formats, links, labels in a page."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .attack import FILE, HEAD, Attack, check
from .texts import GOOD

ROLLED = "{do: add, die: d6}, {do: roll}"
SLIP = GOOD.replace("steps:", "stepps:")
WRONG = GOOD.replace("n: 3", "n: 4")
NASTY = "\x1b[2J\u202e::error::x"
CALLED = "::error::pwned.system.yaml"
SCRIPT = "\"<script>alert('1')</script>\""


def _read_only(folder: Path) -> None:
    (folder / FILE).chmod(0o444)
    folder.chmod(0o555)


def _linked_home(folder: Path) -> None:
    """The folder for the schema leads elsewhere."""
    (folder / "elsewhere").mkdir()
    (folder / ".dicewright").symlink_to("elsewhere")


def _linked_schema(folder: Path) -> None:
    (folder / "precious").write_text("mine")
    (folder / ".dicewright").mkdir()
    (folder / ".dicewright" / "system.schema.json").symlink_to(folder / "precious")


def _out(folder: Path) -> None:
    os.symlink("/etc/hostname", folder / FILE)


def _git(folder: Path, *words: str, given: bytes = b"") -> str:
    named = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    done = subprocess.run(
        ["git", *words], cwd=folder, input=given, capture_output=True, check=True, env={**os.environ, **named}
    )
    return done.stdout.decode().strip()


def _committed(folder: Path) -> None:
    _git(folder, "init", "-q")
    _git(folder, "add", ".")
    _git(folder, "commit", "-q", "-m", "x")


def _huge(folder: Path) -> None:
    (folder / FILE).write_bytes(b"#" * (1 << 26))
    _committed(folder)
    (folder / FILE).write_text(GOOD)


def _missing(folder: Path) -> None:
    """The content of a file is gone from what git holds."""
    _committed(folder)
    blob = _git(folder, "rev-parse", f"HEAD:{FILE}")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


def _linked_in_git(folder: Path) -> None:
    os.symlink("/etc/hostname", folder / "y.system.yaml")
    _committed(folder)


def _astray(folder: Path) -> None:
    """A tree in which a folder is called `..`."""
    _committed(folder)
    blob = _git(folder, "rev-parse", f"HEAD:{FILE}")
    tree = _git(folder, "mktree", given=f"100644 blob {blob}\ty.system.yaml\n".encode())
    raw = b"40000 ..\0" + bytes.fromhex(tree)
    top = _git(folder, "hash-object", "-t", "tree", "-w", "--stdin", "--literally", given=raw)
    _git(folder, "update-ref", "HEAD", _git(folder, "commit-tree", top, "-m", "x"))


def _diff(name: str, code: str, *words: str, **more: object) -> Attack:
    return Attack(f"compared: {name}", code, GOOD, ("diff", *words), **more)  # type: ignore[arg-type]


DIFFS = (
    _diff("a revision that is an option", "no-revision", "--git=--output=pwned", FILE, lay=_committed),
    _diff("a revision and a path that are options", "no-revision", "--", "--output=pwned:x", FILE, lay=_committed),
    _diff("a revision that steers", "no-revision", f"{NASTY}:{FILE}", FILE, lay=_committed),
    _diff("a revision of ten thousand letters", "no-revision", "a" * 10_000 + ":x", FILE, lay=_committed),
    _diff("a path of ten thousand letters", "no-file", "HEAD:" + "a" * 10_000, FILE, lay=_committed),
    _diff("a path out of the folder", "no-file", "HEAD:../../etc/passwd", FILE, lay=_committed),
    _diff("a path that is not text", "no-file", "HEAD:\udcff", FILE, lay=_committed),
    _diff("a link in git", "no-file", "HEAD:y.system.yaml", FILE, lay=_linked_in_git),
    _diff("a folder called `..` in git", "no-file", f"HEAD:{FILE}", FILE, lay=_astray),
    _diff("no git", "no-revision", "HEAD:x", FILE),
    _diff("sixty-four mebibytes in git", "file-too-large", f"HEAD:{FILE}", FILE, lay=_huge),
    _diff("sixty-four mebibytes in git, beside", "", "HEAD:y.system.yaml", FILE, lay=_huge,
        beside={"y.system.yaml": GOOD}),
    _diff("a content that git has lost", "no-revision", f"HEAD:{FILE}", FILE, lay=_missing),
    _diff("rolls without number", "usage", FILE, FILE, "--rolls", "9" * 400),
    _diff("fewer rolls than none", "usage", FILE, FILE, "--rolls", "-1"),
    _diff("a format into a folder", "no-file", FILE, FILE, "--format", "json=."),
    _diff("a version that is broken", "anchor", "y.system.yaml", FILE, beside={"y.system.yaml": "a: &a 1"}),
    _diff("a device", "no-file", "/dev/zero.yaml", FILE),
    _diff("what loops", "", "y.system.yaml", FILE, "--rolls", "10", "--limit", "seconds=1",
        beside={"y.system.yaml": check(
            f"{ROLLED}, {{do: repeat, times: 100, steps: [{{do: repeat, times: 100, steps: [{{do: reroll}}]}}]}}")}),
)  # fmt: skip
FILES = (
    Attack("mended: a link that leads out", "no-file", words=("validate", "--fix", "."), lay=_out),
    Attack("mended: a slip in a folder that is read only", "", SLIP, ("validate", "--fix", FILE), lay=_read_only),
    Attack("mended: twenty thousand slips", "unknown-key", GOOD + "".join(f"chekcs{n}: 1\n" for n in range(20_000)),
        ("validate", "--fix", FILE)),
    Attack("mended: two thousand slips", "unknown-word", check(", ".join(["{do: rol}"] * 2_000)),
        ("validate", "--fix", FILE)),
    Attack("updated: a test in a folder that is read only", "", WRONG, ("test", "--update", "--yes", FILE),
        lay=_read_only),
    Attack("updated: a link that leads out", "no-file", words=("test", "--update", "--yes", "."), lay=_out),
    Attack("updated: a name that is an order", "test-failed", "", ("test", CALLED), beside={CALLED: WRONG}),
    Attack("updated: a name that is an order, rewritten", "", "", ("test", "--update", "--yes", CALLED),
        beside={CALLED: WRONG}),
    Attack("covered: a name that is an order", "", "", ("test", "--coverage", CALLED), beside={CALLED: GOOD}),
    Attack("mutated: a name that is an order", "slip-unnoticed", "", ("test", "--mutate", CALLED),
        beside={CALLED: GOOD}),
    Attack("mutated: by a million", "slip-unnoticed", GOOD, ("test", "--mutate", "--jobs", "1000000", FILE)),
    Attack("mutated: by nobody", "usage", GOOD, ("test", "--mutate", "--jobs", "0", FILE)),
    Attack("mutated: by fewer than nobody", "usage", GOOD, ("test", "--mutate", "--jobs", "-5", FILE)),
    Attack("covered: no number", "", GOOD, ("test", "--coverage", "--min", "nan", FILE)),
    Attack("deep: a name that is an order", "loop-endless", "", ("validate", "--deep", CALLED), beside={CALLED: check(
        f"{ROLLED}, {{do: repeat, while: total < 6, steps: [{{do: reroll}}]}}")}),
    Attack("deep: a loop of loops", "idle-step", check(
        f"{ROLLED}, {{do: repeat, times: 100, steps: [{{do: repeat, times: 100, steps: [{{do: reroll}}]}}]}}"),
        ("validate", "--deep", FILE)),
    Attack("told: into a folder", "no-file", GOOD, ("validate", "--format", "sarif=.", FILE)),
    Attack("told: nowhere", "no-file", GOOD, ("validate", "--format", "junit=no/such/place", FILE)),
    Attack("told: into a name of ten thousand letters", "no-file", GOOD, ("test", "--format", "json=" + "a" * 10_000,
        FILE)),
    Attack("told: in no format", "usage", GOOD, ("validate", "--format", NASTY, FILE)),
    *(Attack(f"told: as {name}, of a name that is an order", "" if name == "sarif" else "test-failed", "",
        ("test", "--format", name, CALLED), beside={CALLED: WRONG}) for name in ("json", "sarif", "junit")),
    *(Attack(f"told: as {name}, of a name that steers", "", "", ("validate", "--format", name, "."),
        beside={"\x1b[2J\u202e\udcff.system.yaml": GOOD}) for name in ("text", "json", "sarif", "junit")),
    Attack("begun: a path", "usage", words=("new", "../../x")),
    Attack("begun: a name that steers", "usage", words=("new", NASTY)),
    Attack("begun: an option", "usage", words=("new", "--", "--x")),
    Attack("begun: a name of ten thousand letters", "usage", words=("new", "a" * 10_000)),
    Attack("begun: from a path", "usage", words=("new", "x", "--from", "../x")),
    Attack("begun: where the schema would lead elsewhere", "usage", words=("new", "y"), lay=_linked_home),
    Attack("put: where it would lead elsewhere", "usage", words=("schema", "--install"), lay=_linked_home),
    Attack("put: over a link", "usage", words=("schema", "--install"), lay=_linked_schema),
    Attack("put: into a name of ten thousand letters", "usage", words=("schema", "--install", "a" * 10_000)),
)  # fmt: skip
PAGE = HEAD.replace("name: X", f"name: {SCRIPT}\nsummary: 'javascript:alert(1) [a](javascript:b) ![x](y) <img>'") + (
    f"source: {SCRIPT}\nproperties: {{p: {{label: {SCRIPT}}}}}\n"
    f"symbols: {{s: {{label: {SCRIPT}, glyph: '<b>'}}}}\n"
    f"dice: {{d: {{label: {SCRIPT}, faces: [s, blank]}}}}\n"
    f"checks: {{c: {{label: {SCRIPT}, steps: [{{do: add, die: d}}, {{do: roll, because: {SCRIPT}}}],"
    f" results: {{n: s}}, outcomes: [{{name: win, label: {SCRIPT}, when: n < 1 and n > -1}}, {{name: loss}}]}}}}\n"
)
SHEETS = (
    Attack("a page: a script", "", PAGE.replace(f"source: {SCRIPT}\n", ""), ("sheet", FILE, "--html")),
    Attack("a page: a script, as Markdown", "", PAGE.replace(f"source: {SCRIPT}\n", ""), ("sheet", FILE)),
    Attack("a page: of a path that is a script", "", "", ("sheet", "<script>.yaml", "--html"),
        beside={"<script>.yaml": GOOD}),
    Attack("a page: of a check that steers", "usage", GOOD, ("sheet", FILE, NASTY)),
    Attack("a page: of odds beyond reach", "", check("{do: add, die: d, count: 1000}, {do: roll}, "
        "{do: keep, count: 500, pick: highest}", top="dice: {d: {sides: 1000}}\n"), ("sheet", FILE)),
    Attack("a page: of a thousand checks", "", HEAD + "dice: {d6: {sides: 6}}\nchecks:\n" + "".join(
        f"  c{n}: {{steps: [{ROLLED}], results: {{n: total}}}}\n" for n in range(500)), ("sheet", FILE, "--no-odds")),
)  # fmt: skip
DOORS = (*DIFFS, *FILES, *SHEETS)
