"""Finding and loading systems: by name, by path, or from text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .build.extend import extended
from .build.link import link
from .errors import DicewrightError, Problem, Span, did_you_mean, fail
from .folders import SUFFIX, shipped
from .model.rules import Rules
from .ops.schema import whole
from .ops.shapes import ID
from .ops.state import Limits
from .proven import Proven
from .source.read import Node, Survey, by_place, read, survey
from .source.salvage import Gap

_NAMED = re.compile("`([^`]+)`")
_DOUBTS = 3  # how often a text is read again where what was taken for its meaning gives more problems

if TYPE_CHECKING:
    from .play.check import System

TESTS = ("tests",)


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a whole system, as it is once what it builds on is laid below it."""
    return whole()


def locate(system: str | Path) -> Path:
    """The file of a system: a path, or the name of a shipped one."""
    path = Path(system)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        if not path.is_file():
            raise fail("no-file", f"there is no file `{path}`")
        return path
    known = shipped()
    if str(system) in known:
        return known[str(system)]
    near = did_you_mean(str(system), known)
    raise fail(
        "unknown-system", f"there is no system `{system}`{near}", None, "dicewright list shows those that come with it"
    )


def examine(
    text: str | bytes, file: str, beside: Path | None = None, proven: Proven | None = None
) -> tuple[Rules | None, tuple[Problem, ...]]:
    """The rules that a text says, unless there are errors in it, and every problem, in the order of their places.

    `beside` is the folder in which the systems lie that it may build on, besides the shipped ones. What is `proven`
    good is not held against the schema again, and comes without its tests.
    """
    if proven is not None and (trusted := _trusted(text, file, beside, proven)) is not None:
        return trusted
    doubted: set[Gap] = set()
    for _ in range(_DOUBTS):
        rules, problems, meant = _examined(survey(text, file, doubted=doubted), text, file, beside, proven)
        lines = {problem.where.line - 1 for problem in problems if problem.where and problem.code != "not-yaml"}
        amiss = {place for place in meant if any(place.first <= line <= place.last for line in lines)}
        if not amiss:
            break
        doubted |= amiss
    return rules, problems


def _trusted(
    text: str | bytes, file: str, beside: Path | None, proven: Proven
) -> tuple[Rules, tuple[Problem, ...]] | None:
    """A text that has been found good before, all but its tests; None of any other."""
    try:
        node, digest, bases = _laid(read(text, file, without=TESTS), text, beside, TESTS)
    except DicewrightError:
        return None
    if not proven.knows(digest, schema()):
        return None
    rules, found = link(node, file, digest)
    return None if any(each.is_error for each in found) else (rules, tuple(_built_on(each, bases) for each in found))


def _examined(
    found: Survey, text: str | bytes, file: str, beside: Path | None, proven: Proven | None
) -> tuple[Rules | None, tuple[Problem, ...], tuple[Gap, ...]]:
    if found.root is None:
        return None, found.problems, ()
    try:
        node, digest, bases = _laid(found.root, text, beside)
    except DicewrightError as error:
        return None, tuple(sorted((*found.problems, *error.problems), key=by_place)), found.meant
    shape = _shape(node)
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
        proven.remember(digest, schema())
    return rules, problems, ()


def _laid(
    root: Node, text: str | bytes, beside: Path | None, without: Collection[str] = ()
) -> tuple[Node, str, Mapping[str, Span]]:
    """A text laid over what it builds on, the digest of all that was read, and where each base is named."""
    digest = hashlib.sha256(text.encode() if isinstance(text, str) else text)
    bases: dict[str, Span] = {}

    def find(name: str, said: Node) -> Node:
        path = base(name, said, beside)
        bases[str(path)] = said.span
        below = contents(path)
        digest.update(below)
        return read(below, str(path), without=without)

    return extended(root, find), digest.hexdigest(), bases


def _misses(problem: Problem, lost: frozenset[str]) -> bool:
    """Whether a problem may be there only because lines could not be read in which its word stands."""
    return problem.code.startswith(("unknown-", "missing-")) and not lost.isdisjoint(_NAMED.findall(problem.message))


def tree(text: str | bytes, file: str, beside: Path | None = None) -> Node:
    """The whole system that a text says, laid over what it builds on, before it is linked."""

    def find(name: str, said: Node) -> Node:
        path = base(name, said, beside)
        return read(contents(path), str(path))

    return extended(read(text, file), find)


def _shape(node: Node) -> tuple[Problem, ...]:
    """How a system differs from the schema. What finds it out takes long to load, so it is loaded only here."""
    from .source.validate import validate

    return validate(node, schema())


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

    With `proven`, a file that has been found good before is not held against the schema again, and comes without its
    tests.
    """
    path = locate(system)
    return _system(contents(path), path.name if str(system) in shipped() else str(path), limits, path.parent, proven)


def contents(path: Path) -> bytes:
    """What stands in a file. Raises DicewrightError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise fail("no-file", f"the file `{path}` cannot be read: {error.strerror}") from None


def text_of(file: str) -> str | None:
    """The text of a file as messages name it; shipped ones go by their name alone. None where it cannot be read."""
    try:
        return shipped().get(file.removesuffix(SUFFIX), Path(file)).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def texts(problems: Iterable[Problem]) -> dict[str, str]:
    """The files that the problems are in, as far as they can be read."""
    spans = [span for each in problems for span in (each.where, each.also and each.also[1]) if span]
    texts = {span.file: text_of(span.file) for span in spans}
    return {file: text for file, text in texts.items() if text is not None}


def loads(
    text: str | bytes, file: str = "system", limits: Limits = Limits(), beside: str | Path | None = None
) -> System:
    """A system from its text. Raises DicewrightError with every problem in it; `file` names it in messages.

    It may build on shipped systems, and on those in the folder `beside` if that is given.
    """
    return _system(text, file, limits, None if beside is None else Path(beside), None)


def _system(text: str | bytes, file: str, limits: Limits, beside: Path | None, proven: Proven | None) -> System:
    from .play.check import System  # what only checks a file need not load what rolls it

    rules, problems = examine(text, file, beside, proven)
    if rules is None:
        raise DicewrightError(problems)
    return System(rules, limits)


def files(places: Iterable[str]) -> Iterator[Path]:
    """The system files at these places, each once; folders are searched."""
    seen: set[Path] = set()
    for place in places:
        path = Path(place)
        found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [locate(place)]
        for file in found:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file
