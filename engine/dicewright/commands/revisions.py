"""Where the two versions of a comparison come from: files, folders, or what git holds of them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..errors import DicewrightError, fail
from ..folders import SUFFIX
from ..library import files, locate
from ..ops.state import Limits

LARGEST = Limits().size
ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}  # what git lacks here it need not get from elsewhere


@dataclass(frozen=True)
class Version:
    """Files by the name under which the two versions meet; a single file on each side meets the other."""

    label: str
    files: Mapping[str, Path]
    single: bool = False


def version(said: str, scratch: Path) -> Version:
    """A path, or REVISION:PATH as git writes it. What git holds is laid out in `scratch`."""
    revision, colon, path = said.partition(":")
    if colon and not os.path.exists(said):
        return held(revision, path, Path(), said, scratch)
    return here(Path(said) if os.path.isdir(said) else locate(said), said)


def here(place: Path, label: str) -> Version:
    if place.is_dir():
        return Version(label, {path.relative_to(place).as_posix(): path for path in files([str(place)])})
    return Version(label, {place.name: place}, single=True)


def since(base: str, said: Sequence[str], scratch: Path) -> list[tuple[Version, Version]]:
    """What git holds of these files and folders at a revision, and what they are now."""
    pairs = []
    for n, text in enumerate(said):
        place = Path(os.path.abspath(text))
        near = next(folder for folder in place.parents if folder.is_dir())
        top = Path(os.path.realpath(_git(near, "rev-parse", "--show-toplevel").decode().strip()))
        path = PurePosixPath(os.path.relpath(os.path.realpath(near) / place.relative_to(near), top))
        try:
            old = held(base, str(path), near, f"{base}:{path}", scratch / str(n))
        except DicewrightError as error:
            if error.problems[0].code != "no-file" or not place.exists():
                raise
            old = Version(f"{base}:{path}", {}, single=place.is_file())
        new = here(place, text) if place.exists() else Version(text, {}, single=old.single)
        pairs.append((old, new))
    return pairs


def held(revision: str, path: str, where: Path, label: str, scratch: Path) -> Version:
    """What git holds of a file or a folder at a revision, and of the systems beside it, which it may build on."""
    found = _git(where, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", missing=True)
    if not found:
        raise fail("no-revision", f"git knows no revision `{revision}` here", None, "see `git log`, or fetch it first")
    commit = found.decode().strip()
    if path.startswith("./") or path == ".":
        path = str(PurePosixPath(_git(where, "rev-parse", "--show-prefix").decode().strip()) / path)
    path = "" if path in ("", ".") else str(PurePosixPath(path))
    listed = _git(where, "ls-tree", "-r", "-l", "-z", "--full-tree", commit).decode("utf-8", "surrogateescape")
    blobs, large = {}, set()
    for entry in filter(None, listed.split("\0")):
        about, _, name = entry.partition("\t")
        mode, kind, blob, size = about.split()
        if kind == "blob" and mode != "120000" and name.endswith(SUFFIX):
            blobs[name] = blob
            large |= {name} if size.isdecimal() and int(size) > LARGEST else set()
    if path in blobs:
        wanted, folder = [path], PurePosixPath(path).parent
        needed = [name for name in blobs if PurePosixPath(name).parent == folder]
    else:
        wanted = needed = [name for name in blobs if not path or name.startswith(f"{path}/")]
    if not wanted:
        raise fail("no-file", f"revision `{revision}` has no *{SUFFIX} at `{path or '.'}`")
    if too_large := large.intersection(wanted):
        raise fail("file-too-large", f"`{min(too_large)}` is larger than {LARGEST:,} bytes at revision `{revision}`")
    laid = _laid_out({name: blobs[name] for name in needed if name not in large}, where, scratch)
    if path in blobs:
        return Version(label, {PurePosixPath(path).name: laid[path]}, single=True)
    return Version(label, {name.removeprefix(f"{path}/" if path else ""): laid[name] for name in wanted})


def _laid_out(blobs: Mapping[str, str], where: Path, scratch: Path) -> dict[str, Path]:
    """The contents written below `scratch`, in folders that are numbered, so that no name leads elsewhere."""
    told = _git(where, "cat-file", "--batch", given="".join(f"{blob}\n" for blob in blobs.values()).encode())
    folders: dict[PurePosixPath, Path] = {}
    laid: dict[str, Path] = {}
    for name in blobs:
        head, _, told = told.partition(b"\n")
        _, kind, *sizes = head.split()
        if kind != b"blob":
            raise fail("no-revision", f"git has lost what stands in `{name}`", None, "see `git fsck`")
        size = int(sizes[0])
        parent = PurePosixPath(name).parent
        folder = folders.setdefault(parent, scratch / str(len(folders)))
        folder.mkdir(parents=True, exist_ok=True)
        laid[name] = folder / PurePosixPath(name).name
        laid[name].write_bytes(told[:size])
        told = told[size + 1 :]
    return laid


def _git(where: Path, *words: str, given: bytes = b"", missing: bool = False) -> bytes:
    """What git says; nothing where it may be `missing` and is."""
    try:
        ran = subprocess.run(
            ["git", *words], cwd=where, input=given, capture_output=True, check=False, env={**os.environ, **ALONE}
        )
    except OSError:
        raise fail("no-revision", "git is not installed here, and a revision is asked for") from None
    if ran.returncode and not missing:
        said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        raise fail("no-revision", f"git cannot tell: {said[-1] if said else 'it failed'}")
    return b"" if ran.returncode else ran.stdout
