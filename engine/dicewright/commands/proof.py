"""What `test` and `validate` look into besides: what tests reach, what they would let pass, and what counting shows."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

from ..errors import DicewrightError, Problem, fail
from ..library import contents, examine, texts, tree
from ..model.rules import Rules
from ..ops.state import Limits
from ..play.verify import Verdict, verify
from ..show.harmless import line
from ..show.problems import SHOWN, report
from ..show.style import style_of
from .limiting import limits
from .output import FINDINGS, FINE, print_json, tell
from .paths import found
from .work import progress, workers


def arguments(made: ArgumentParser) -> None:
    """The flags of `test`."""
    one = made.add_mutually_exclusive_group()
    one.add_argument("--update", action="store_true", help="write expectations that differ anew, each asked for")
    one.add_argument("--coverage", action="store_true", help="show what of the rules no test reaches")
    one.add_argument(
        "--mutate", action="store_true", help="change the rules slip by slip, and show what no test notices"
    )
    made.add_argument("--yes", action="store_true", help="with --update: write without asking")
    made.add_argument("--min", type=float, metavar="N", help="with --coverage or --mutate: fail below N percent")
    made.add_argument("--jobs", type=int, default=1, metavar="N", help="with --mutate: share the work over N processes")


def wanted(args: Namespace) -> Callable[[Namespace], int] | None:
    """What is asked for instead of a plain run of the tests."""
    if args.jobs < 1:
        raise fail("usage", f"`--jobs {args.jobs}` is nobody to share the work with", None, "write --jobs 1 or more")
    if args.yes and not args.update:
        raise fail("usage", "`--yes` goes with `--update`")
    if args.min is not None and not (args.coverage or args.mutate):
        raise fail("usage", "`--min` goes with `--coverage` or `--mutate`")
    if args.update:
        return update
    if args.mutate:
        return mutate
    return cover if args.coverage else None


def _rules(path: Path, held: Limits) -> Rules:
    rules, problems = examine(contents(path, held.size), str(path), path.parent, None, held)
    if rules is None:
        raise DicewrightError(problems)
    return rules


# -- coverage ----------------------------------------------------------------------------------------------------------


def cover(args: Namespace) -> int:
    from ..prove.coverage import coverage

    style, told, short, held = style_of(sys.stdout), list[dict[str, Any]](), False, limits(args)
    for path in found(args):
        rules = _rules(path, held)
        verdicts = list(verify(rules, held))
        passed = [verdict for verdict in verdicts if not verdict.problems]
        items = coverage(tree(contents(path, held.size), str(path), path.parent), rules, passed)
        missing = [item for item in items if not item.reached]
        percent = 100 * (len(items) - len(missing)) / len(items) if items else 100.0
        short = short or len(passed) < len(verdicts) or (args.min is not None and percent < args.min)
        told.append({"file": str(path), "reached": len(items) - len(missing), "of": len(items), "percent": percent})
        told[-1]["failed"] = len(verdicts) - len(passed)
        told[-1]["missing"] = [item.to_dict() for item in missing]
        if not args.json:
            count = f"{percent:.1f} % of {len(items)} reached"
            fails = len(verdicts) - len(passed)
            words = "test fails and reaches" if fails == 1 else "tests fail and reach"
            failed = f"; {fails} {words} nothing" if fails else ""
            tell(f"{line(str(path))}: {style.red(count) if missing else style.green(count)}{failed}")
            for item in missing:
                tell(f"   {item.where.line}:{item.where.column}: {item.missing}")
    if args.json:
        print_json(told)
    return FINDINGS if short else FINE


# -- mutants -----------------------------------------------------------------------------------------------------------


def mutate(args: Namespace) -> int:
    from ..prove.trial import CAUGHT, FATES, PROVEN, SURVIVED, TRIED, UNDECIDED, opened, share

    style, told, bad, held = style_of(sys.stdout), list[dict[str, Any]](), False, limits(args)
    for path in found(args):
        court = opened(path, held)
        number = len(court.mutants)
        shares = [list(range(at, number, args.jobs)) for at in range(min(args.jobs, number) or 1)]
        with workers(args.jobs) as executor, progress("slips") as bar:
            if executor is None:
                judged = court.judged(shares[0], bar)
            else:
                judged = [
                    each for part in executor.map(share, [path] * len(shares), shares, repeat(held)) for each in part
                ]
        judged.sort(key=lambda each: (each.where.line, each.where.column))
        fates = {fate: sum(each.fate == fate for each in judged) for fate in FATES}
        felt = fates[CAUGHT] + fates[SURVIVED]
        percent = 100 * fates[CAUGHT] / felt if felt else 100.0
        bad = bad or (percent < args.min if args.min is not None else bool(fates[SURVIVED]))
        told.append({"file": str(path), **fates, "percent": percent, "slips": [each.to_dict() for each in judged]})
        if args.json:
            continue
        count = f"{fates[CAUGHT]} of {felt} slips noticed ({percent:.1f} %)"
        apart = {
            "proven to change no roll": fates[PROVEN],
            "changed none that was tried": fates[TRIED],
            "undecided": fates[UNDECIDED],
        }
        rest = "".join(f", {number} {words}" for words, number in apart.items() if number)
        tell(f"{line(str(path))}: {style.red(count) if fates[SURVIVED] else style.green(count)}{rest}")
        for each in judged:
            if each.fate == UNDECIDED or (args.all and each.fate in (PROVEN, TRIED)):
                tell(style.dim(f"   {each.where.line}:{each.where.column}: {each.fate}: {each.what}: {each.by}"))
        told_of = ("no test notices; this one would:",)
        survivors = [
            Problem("slip-unnoticed", each.what, each.where, (*told_of, each.test), None, "warning")
            for each in judged
            if each.fate == SURVIVED
        ]
        if survivors:
            tell(report(survivors, texts(survivors), style, None if args.all else SHOWN))
    if args.json:
        print_json(told)
    return FINDINGS if bad else FINE


# -- update ------------------------------------------------------------------------------------------------------------


def update(args: Namespace) -> int:
    from ..prove.update import Rewrite, applied, rewrites
    from ..repair import rewritten

    left, held = False, limits(args)
    everything = args.yes
    for path in found(args):
        rules = _rules(path, held)
        verdicts: list[Verdict] = list(verify(rules, held))
        data = contents(path, held.size)
        text = data.decode("utf-8")
        chosen: list[Rewrite] = []
        for each in rewrites(text, rules, verdicts):
            tell(f"{line(str(path))}:{each.case.span.line}: {each.case.name}")
            for edit in each.edits:
                tell(f"   {edit.where.line}:{edit.where.column}: {edit.words}: {edit.old} becomes {edit.new}")
            answer = "y" if everything else _asked("   write it? [y]es, [n]o, [a]ll, [q]uit: ")
            everything = everything or answer == "a"
            if answer == "q":
                break
            if answer in ("y", "a"):
                chosen.append(each)
        if chosen:
            rewritten(path, data, applied(text, chosen).encode("utf-8"))
        failed = sum(bool(verdict.problems) for verdict in verify(_rules(path, held), held))
        left = left or bool(failed)
        tell(
            f"{line(str(path))}: {len(chosen)} written anew, {failed} still {'fails' if failed == 1 else 'fail'}"
            if failed
            else f"{line(str(path))}: {len(chosen)} written anew"
        )
    return FINDINGS if left else FINE


def _asked(question: str) -> str:
    """The first letter of an answer; whoever cannot be asked says no."""
    try:
        return input(question).strip().lower()[:1] or "n"
    except EOFError:
        print()
        return "q"


# -- counting ----------------------------------------------------------------------------------------------------------


def deepened(path: Path, aloud: bool, held: Limits) -> tuple[Sequence[Problem], dict[str, Any]]:
    """What counting finds in a file that is in order, for `validate`, and its loops for JSON, or told `aloud`."""
    from ..prove.deep import deep

    rules = _rules(path, held)
    try:
        problems, loops = deep(tree(contents(path, held.size), str(path), path.parent), rules, held)
    except DicewrightError as error:
        return error.problems, {}
    for loop in loops if aloud else ():
        place = f"{loop.where.line}:{loop.where.column}"
        words = f"   {place}: a loop goes round {float(loop.mean):.4g} times on average, with {loop.asked}"
        tell(style_of(sys.stdout).dim(words))
    return problems, {"loops": [loop.to_dict() for loop in loops]}
