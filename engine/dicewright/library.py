"""Finding and loading systems: by name, by path, or from text."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .build.extend import extended
from .build.link import link
from .errors import DicewrightError, Problem, Span, did_you_mean, fail
from .folders import SUFFIX, folder, shipped
from .model.rules import Rules
from .ops.shapes import ID
from .ops.state import Limits
from .proven import Proven
from .source.read import Caps, Node, by_place, read

_NAMED = re.compile("`([^`]+)`")
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe is opened without waiting for somebody who writes to it
_DOUBTS = 3  # how often a text is read again where what was taken for its meaning gives more problems

if TYPE_CHECKING:
    from .play.check import System
    from .source.salvage import Gap
    from .source.survey import Survey

TESTS = ("tests",)


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a whole system, as it is once what it builds on is laid below it."""
    from .ops.schema import whole

    return whole()


def _shape() -> bytes:
    """The schema as it ships, which what has been proven fits; it is sooner read than made."""
    return (folder("schemas") / "system.schema.json").read_bytes()


def locate(system: str | Path) -> Path:
    """The file of a system: a path, or the name of a shipped one."""
    path = Path(system)
    there = _is_file(path)
    if path.suffix in (".yaml", ".yml") or there:
        if not there:
            raise fail("no-file", f"there is no file `{path}`")
        return path
    known = shipped()
    if str(system) in known:
        return known[str(system)]
    near = did_you_mean(str(system), known)
    raise fail(
        "unknown-system", f"there is no system `{system}`{near}", None, "dicewright list shows those that come with it"
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long
        return False


def examine(
    text: str | bytes,
    file: str,
    beside: Path | None = None,
    proven: Proven | None = None,
    limits: Limits = Limits(),
) -> tuple[Rules | None, tuple[Problem, ...]]:
    """The rules that a text says, unless there are errors in it, and every problem, in the order of their places.

    `beside` is the folder in which the systems lie that it may build on, besides the shipped ones. What is `proven`
    good is not held against the schema again, and comes without its tests.
    """
    caps = Caps(limits.size, limits.nodes)
    if proven is not None and (trusted := _trusted(text, file, beside, proven, caps)) is not None:
        return trusted
    from .source.survey import survey  # what has been proven needs neither this nor the schema

    doubted: set[Gap] = set()
    for _ in range(_DOUBTS):
        rules, problems, meant = _examined(survey(text, file, caps, doubted=doubted), text, file, beside, proven, caps)
        lines = {problem.where.line - 1 for problem in problems if problem.where and problem.code != "not-yaml"}
        amiss = {place for place in meant if any(place.first <= line <= place.last for line in lines)}
        if not amiss:
            break
        doubted |= amiss
    return rules, problems


def _trusted(
    text: str | bytes, file: str, beside: Path | None, proven: Proven, caps: Caps
) -> tuple[Rules, tuple[Problem, ...]] | None:
    """A text that has been found good before, all but its tests; None of any other."""
    try:
        node, digest, bases = _laid(read(text, file, caps, without=TESTS), text, beside, caps, TESTS)
    except DicewrightError:
        return None
    if not proven.knows(digest, _shape()):
        return None
    rules, found = link(node, file, digest)
    return None if any(each.is_error for each in found) else (rules, tuple(_built_on(each, bases) for each in found))


def _examined(
    found: Survey, text: str | bytes, file: str, beside: Path | None, proven: Proven | None, caps: Caps
) -> tuple[Rules | None, tuple[Problem, ...], tuple[Gap, ...]]:
    if found.root is None:
        return None, found.problems, ()
    try:
        node, digest, bases = _laid(found.root, text, beside, caps)
    except DicewrightError as error:
        return None, tuple(sorted((*found.problems, *error.problems), key=by_place)), found.meant
    from .source.shape import misfits

    shape = misfits(node, schema())
    rules, names = link(node, file, digest)
    all_of_it = list(found.problems)
    for more in (shape, names):  # what is wrong with a place already, is told once
        taken = {by_place(problem) for problem in all_of_it}
        all_of_it += [each for each in more if by_place(each) not in taken and not _misses(each, found.lost)]
    told = sorted({str(problem): problem for problem in all_of_it}.values(), key=by_place)
    problems = tuple(_built_on(problem, bases) for problem in told)
    if any(problem.is_error for problem in problems):
        return None, problems, found.meant
    if proven is not None:
        proven.remember(digest, _shape())
    return rules, problems, ()


def _laid(
    root: Node, text: str | bytes, beside: Path | None, caps: Caps, without: Collection[str] = ()
) -> tuple[Node, str, Mapping[str, Span]]:
    """A text laid over what it builds on, the digest of all that was read, and where each base is named."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    bases: dict[str, Span] = {}

    def find(name: str, said: Node) -> Node:
        path = base(name, said, beside)
        bases[str(path)] = said.span
        below = contents(path, caps.size)
        digest.update(below)
        return read(below, str(path), caps, without=without)

    return extended(root, find, caps.nodes), digest.hexdigest(), bases


def _misses(problem: Problem, lost: frozenset[str]) -> bool:
    """Whether a problem may be there only because lines could not be read in which its word stands."""
    return problem.code.startswith(("unknown-", "missing-")) and not lost.isdisjoint(_NAMED.findall(problem.message))


def tree(text: str | bytes, file: str, beside: Path | None = None) -> Node:
    """The whole system that a text says, laid over what it builds on, before it is linked."""

    def find(name: str, said: Node) -> Node:
        path = base(name, said, beside)
        return read(contents(path), str(path))

    return extended(read(text, file), find, Caps().nodes)


def _built_on(problem: Problem, bases: Mapping[str, Span]) -> Problem:
    """A problem in a base tells also who builds on it: on its own, the base may be fine."""
    said = bases.get(problem.where.file) if problem.where else None
    return problem if said is None or problem.also else replace(problem, also=("built on here", said))


def base(name: str, said: Node, beside: Path | None) -> Path:
    """The file of the system that another one builds on: it lies in the same folder, or comes with dicewright."""
    if not re.fullmatch(ID, name):
        note = "write its id; its file lies in the same folder, or comes with dicewright"
        raise fail("unknown-system", f"a base is named by its id, and `{name}` is none", said.span, note)
    near = {path.name.removesuffix(SUFFIX): path for path in sorted(beside.glob(f"*{SUFFIX}"))} if beside else {}
    known = {**shipped(), **near}
    path = known.get(name)
    if path is None:
        message = f"there is no system `{name}` to build on{did_you_mean(name, known)}"
        raise fail(
            "unknown-system",
            message,
            said.span,
            f"looked for {name}{SUFFIX} in the same folder, and at `dicewright list`",
        )
    if beside and path.parent == beside and path.resolve().parent != beside.resolve():
        message = f"`{path.name}` is a link that leads out of its folder"
        raise fail("unknown-system", message, said.span, "put the file itself there")
    return path


def load(system: str | Path, limits: Limits = Limits(), proven: Proven | None = None) -> System:
    """A system, by the name of a shipped one or by its path. Raises DicewrightError with every problem in it.

    `limits` bound the file, and whatever is asked of the system later. With `proven`, a file that has been found
    good before is not held against the schema again, and comes without its tests.
    """
    path = locate(system)
    named = path.name if str(system) in shipped() else str(path)
    return _system(contents(path, limits.size), named, limits, path.parent, proven)


def contents(path: Path, most: int = Caps().size) -> bytes:
    """What stands in a file, up to one byte more than `most`. Raises DicewrightError where it cannot be read.

    A pipe or a device is no file: it might never end, or never begin.
    """
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise fail("no-file", f"`{path}` is no ordinary file")
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or "it cannot be the name of a file"
        raise fail("no-file", f"the file `{path}` cannot be read: {said}") from None


def text_of(file: str) -> str | None:
    """The text of a file as messages name it. None where it cannot be read.

    A shipped one goes by its name alone, and so does a file of this folder, which may be a copy of it.
    """
    path = Path(file)
    try:
        here = path if _is_file(path) else shipped().get(file.removesuffix(SUFFIX), path)
        return contents(here).decode("utf-8", errors="replace")
    except DicewrightError:
        return None


def texts(problems: Iterable[Problem]) -> dict[str, str]:
    """The files that the problems are in, as far as they can be read."""
    spans = [span for each in problems for span in (each.where, each.also and each.also[1]) if span]
    texts = {file: text_of(file) for file in dict.fromkeys(span.file for span in spans)}
    return {file: text for file, text in texts.items() if text is not None}


def loads(
    text: str | bytes, file: str = "system", limits: Limits = Limits(), beside: str | Path | None = None
) -> System:
    """A system from its text: YAML, or JSON, which is YAML too. Raises DicewrightError with every problem in it.

    `file` names it in messages; `limits` bound the text, and whatever is asked of the system later. It
    may build on shipped systems, and on those in the folder `beside` if that is given.
    """
    return _system(text, file, limits, None if beside is None else Path(beside), None)


def _system(text: str | bytes, file: str, limits: Limits, beside: Path | None, proven: Proven | None) -> System:
    from .play.check import System  # what only checks a file need not load what rolls it

    rules, problems = examine(text, file, beside, proven, limits)
    if rules is None:
        raise DicewrightError(problems)
    return System(rules, limits)


def files(places: Iterable[str]) -> Iterator[Path]:
    """The system files at these places, each once; folders are searched."""
    seen: set[Path] = set()
    for place in places:
        path = Path(place)
        for file in _inside(path) if os.path.isdir(path) else [locate(place)]:
            if (whole := _leads_to(file)) not in seen:
                seen.add(whole)
                yield file


def _leads_to(path: Path) -> Path:
    """The file itself, behind all links."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a link in a circle leads to itself
        return path.absolute()


def _inside(folder: Path) -> Iterator[Path]:
    """The system files below a folder. A link that leads out of it is refused: it would show what lies elsewhere."""
    home = folder.resolve()
    for file in sorted(folder.rglob(f"*{SUFFIX}")):
        if file.is_symlink() and not _leads_to(file).is_relative_to(home):
            raise fail("no-file", f"`{file}` is a link that leads out of its folder", None, "put the file itself there")
        if not file.is_dir():
            yield file
