"""What anybody would write first: PyYAML and jsonschema on system files, without lines, names or expressions.

Started as a process of its own, with the schema and the files or folders to check.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator


def main(schema: str, *places: str) -> int:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    checker = Draft202012Validator(json.loads(Path(schema).read_text(encoding="utf-8")))
    files = [file for place in map(Path, places) for file in (sorted(place.iterdir()) if place.is_dir() else [place])]
    wrong = [file for file in files if any(checker.iter_errors(yaml.load(file.read_text(encoding="utf-8"), loader)))]
    print(f"{len(files)} files, {len(wrong)} with errors")
    return min(len(wrong), 1)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
