"""What each command does. Every command gets the parsed arguments and gives an exit code."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from .arguments import asked_for, limits, print_json, unplayed
from .errors import DicewrightError, Problem, fail
from .library import contents, examine, files, load, text_of
from .model.sequence import Series
from .model.system import Check
from .play.bout import ContestOutcome
from .play.check import BoundCheck, System
from .play.decision import Option, Suspended
from .play.faces import parsed
from .play.outcome import Outcome
from .play.tries import Told
from .play.verify import Verdict, verify
from .show.contest import contest_story, side_inputs
from .show.explain import explain
from .show.odds import odds_text
from .show.play import prompted
from .show.problems import SHOWN, report
from .show.roll import story
from .show.sequence import sequence_story
from .show.style import Style, style_of
from .show.system import overview

FINE, FINDINGS, WRONG_USE = 0, 1, 2


def run(args: Namespace) -> int:
    """Run the command; problems are reported, never raised."""
    try:
        return COMMANDS[args.command](args)
    except DicewrightError as error:
        return _refuse(error, args)


def _refuse(error: DicewrightError, args: Namespace) -> int:
    if getattr(args, "json", False):
        print_json({"problems": [problem.to_dict() for problem in error.problems]})
        return WRONG_USE
    print(report(error.problems, _texts(error.problems), style_of(sys.stderr)), file=sys.stderr)
    return FINDINGS if any(problem.where for problem in error.problems) else WRONG_USE


def _texts(problems: Sequence[Problem]) -> dict[str, str]:
    """The files that the problems are in, as far as they can be read."""
    spans = [span for each in problems for span in (each.where, each.also and each.also[1]) if span]
    texts = {span.file: text_of(span.file) for span in spans}
    return {file: text for file, text in texts.items() if text is not None}


def _roll(args: Namespace) -> int:
    system, bound = asked_for(args)
    faces = None if args.faces is None else parsed(args.faces)
    rng = None if args.seed is None else Random(args.seed)
    if isinstance(bound, BoundCheck):
        outcome: Outcome | Told | ContestOutcome = bound.roll(rng, faces, args.play, args.goal)
    else:
        outcome = unplayed(bound, args).roll(rng, faces)
    if args.json:
        print_json(outcome.to_dict())
    elif isinstance(outcome, Told):
        print(sequence_story(system.rules, outcome, style_of(sys.stdout)))
    elif isinstance(outcome, ContestOutcome):
        print(contest_story(system.rules, outcome, style_of(sys.stdout)))
    else:
        print(story(system.rules, outcome, style_of(sys.stdout)))
    return FINE


def _odds(args: Namespace) -> int:
    system, bound = asked_for(args)
    if isinstance(bound, BoundCheck):
        law = bound.odds(args.play, args.goal, None if args.json else _told(bound, args))
    else:
        law = unplayed(bound, args).odds()
    if args.json:
        print_json(law.to_dict(tuple(args.probability), tuple(args.mean)))
    else:
        print(odds_text(system.rules, law, style_of(sys.stdout), args.exact, args.probability, args.mean))
    return FINE


def _told(bound: BoundCheck, args: Namespace) -> list[str] | None:
    """What the odds are printed for besides the outcomes, if it is not everything."""
    asked = [*args.probability, *args.mean]
    return [*asked, *(outcome.name for outcome in bound.setting.check.outcomes)] if asked else None


def _play(args: Namespace) -> int:
    rng = None if args.seed is None else Random(args.seed)
    if args.resume is None:
        if args.system is None:
            raise fail("usage", "say which system to play, or go on with a check: --resume FILE")
        system, bound = asked_for(args)
        if not isinstance(bound, BoundCheck):
            raise fail("usage", "only a check can be played; a sequence decides as its file says")
        now = bound.play(rng)
    else:
        system, now = _resumed(args)
        if rng is not None:  # the dice that have fallen came first
            for _ in now.drawn:
                rng.random()
    for text in args.answer:
        if not isinstance(now, Suspended):
            raise fail("usage", f"nothing is left to decide, so `{text}` answers nothing")
        now = now.answer(_answer(text), rng)
    if args.json:
        print_json(now.to_dict())
        return FINE

    def go_on(suspended: Suspended, option: Option) -> Suspended | Outcome:
        return suspended.answer(option, rng)

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    now = prompted(system.rules, now, go_on, input, print, style_of(sys.stdout), args.goal)
    if not isinstance(now, Suspended):
        return FINE
    if args.save is None:
        hint = "stopped before the end; with --save FILE it is kept, to go on with --resume FILE"
    else:
        Path(args.save).write_text(json.dumps(now.to_dict(), ensure_ascii=False), encoding="utf-8")
        shipped_one = "" if args.system is None else f" {args.system}"
        hint = f"stopped before the end; go on with: dicewright play{shipped_one} --resume {args.save}"
    print(hint, file=sys.stderr)
    return WRONG_USE


def _resumed(args: Namespace) -> tuple[System, Suspended]:
    """The check that was saved; its system is the one that is named, or the shipped one that it names itself."""
    if args.check is not None or args.inputs or args.property or args.upgrade or args.downgrade or args.effect:
        raise fail("usage", "a saved check has its inputs; give no others with --resume")
    try:
        text = sys.stdin.read() if args.resume == "-" else Path(args.resume).read_text(encoding="utf-8")
        data = json.loads(text)
        name = data["system"]
    except OSError as error:
        raise fail("no-file", f"cannot read {args.resume}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise fail("not-suspended", f"{args.resume} is not the data of a suspended check") from None
    system = load(str(name) if args.system is None else args.system, limits(args))
    return system, system.resume(data)


def _answer(text: str) -> Any:
    """An answer as scripts write it: places of dice as JSON; anything else as it stands."""
    if not text.lstrip().startswith("["):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _show(args: Namespace) -> int:
    system = load(args.system)
    if args.json:
        print_json(_described(system))
    else:
        print(overview(system.rules, style_of(sys.stdout)))
    return FINE


def _described(system: System) -> dict[str, Any]:
    rules = system.rules
    return {
        "id": rules.id,
        "name": rules.name,
        "summary": rules.summary,
        "sha256": rules.sha256,
        "dice": {
            name: [[f.value, *f.symbols] if f.symbols else f.value for f in k.faces] for name, k in rules.kinds.items()
        },
        "properties": list(rules.properties),
        "checks": {name: _asked(check) for name, check in rules.checks.items()},
        "sequences": {name: _asked(series) for name, series in rules.sequences.items()},
        "contests": {
            name: {
                "sides": {
                    side.name: {
                        "inputs": list(side_inputs(rules, side)),
                        "may_decline": side.may_decline,
                        "more": side.more,
                    }
                    for side in contest.sides.values()
                },
                "outcomes": [*contest.sides, *(["tie"] if contest.may_tie else [])],
            }
            for name, contest in rules.contests.items()
        },
    }


def _asked(item: Check | Series) -> dict[str, Any]:
    """What a check or a sequence takes and gives."""
    return {
        "inputs": {
            i.name: {
                "type": i.type,
                "default": i.default,
                "min": i.minimum,
                "max": i.maximum,
                "names": dict(i.options),
            }
            for i in item.inputs.values()
        },
        "results": list(item.results),
        "outcomes": [outcome.name for outcome in item.outcomes],
    }


def _found(args: Namespace) -> list[Path]:
    found = list(files(args.paths))
    if not found:
        raise fail("nothing-to-check", f"no *.system.yaml under {' '.join(args.paths)}")
    return found


def _validate(args: Namespace) -> int:
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    bad = 0
    for path in _found(args):
        _, problems = examine(contents(path), str(path), path.parent)
        bad += bool(problems)
        if args.json:
            told.append({"file": str(path), "problems": [problem.to_dict() for problem in problems]})
        elif problems:
            print(report(problems, _texts(problems), style, None if args.all else SHOWN))
        else:
            print(f"{path}: {style.green('fine')}")
    if args.json:
        print_json(told)
    return FINDINGS if bad else FINE


def _test(args: Namespace) -> int:
    style = style_of(sys.stdout)
    told: list[dict[str, Any]] = []
    passed = failed = 0
    for path in _found(args):
        rules, problems = examine(contents(path), str(path), path.parent)
        verdicts = list(verify(rules)) if rules else []
        good = sum(not verdict.problems for verdict in verdicts)
        found = [*problems, *(problem for verdict in verdicts for problem in verdict.problems)]
        if rules and not verdicts:
            found = [Problem("no-tests", f"{path}: this system has no tests, so nothing shows that it is right")]
        passed += good
        failed += max(len(verdicts) - good, bool(found))
        told.append(_tested(path, problems, verdicts))
        if not args.json:
            _print_tested(path, good, found, style, args.all)
    if args.json:
        print_json(told)
    else:
        print(f"{passed} passed, {failed} failed")
    return FINDINGS if failed else FINE


def _tested(path: Path, problems: Sequence[Problem], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        "file": str(path),
        "problems": [problem.to_dict() for problem in problems],
        "tests": [
            {
                "name": verdict.case.name,
                "line": verdict.case.span.line,
                "passed": not verdict.problems,
                "problems": [problem.to_dict() for problem in verdict.problems],
            }
            for verdict in verdicts
        ],
    }


def _print_tested(path: Path, good: int, found: Sequence[Problem], style: Style, every: bool) -> None:
    if found:
        print(f"{path}: {good} passed, {style.red(f'{len(found)} problems' if len(found) > 1 else '1 problem')}")
        print(report(found, _texts(found), style, None if every else SHOWN))
    else:
        print(f"{path}: {style.green(f'{good} passed')}")


def _explain(args: Namespace) -> int:
    text = explain(args.word, Style() if args.json else style_of(sys.stdout))
    if args.json:
        print_json({"word": args.word, "text": text})
    else:
        print(text)
    return FINE


def _simulate(args: Namespace) -> int:
    from .runs import simulated

    return simulated(args)


def _sweep(args: Namespace) -> int:
    from .runs import swept

    return swept(args)


COMMANDS = {
    "roll": _roll,
    "odds": _odds,
    "simulate": _simulate,
    "sweep": _sweep,
    "play": _play,
    "show": _show,
    "validate": _validate,
    "test": _test,
    "explain": _explain,
}
