"""Attacks on what is asked: inputs, faces, effects, answers, limits, goals, and data that was tampered with."""

from __future__ import annotations

import json

from .attack import FILE, Attack, check

GAME = (
    check(
        "{do: add, die: d6, count: skill}, {do: roll}, {do: phase, name: fate}, "
        "{do: reroll, may: roller, prefer: always}",
        "    inputs: {skill: {type: integer, min: 1, max: 20, default: 2}, mood: {type: choice, options: [calm, wild],"
        " default: calm}}\n",
        top="properties: {bold: {}}\n",
    )
    + "    outcomes: [{name: win, when: n >= 9}, {name: loss}]\n"
)
NASTY = "\x1b[2J\u202e\n::error::pwned\r##[error]x\x9b31m"
LONG = "9" * 5000


def _ask(name: str, code: str, command: str, *words: str, **more: object) -> Attack:
    return Attack(f"asked: {name}", code, GAME, (command, FILE, "c", *words), **more)  # type: ignore[arg-type]


def _effect(name: str, code: str, effect: object) -> Attack:
    text = effect if isinstance(effect, str) else json.dumps(effect)
    return _ask(f"an effect, {name}", code, "roll", "--effect", text)


def _resumed(name: str, code: str, data: object, named: bool = True) -> Attack:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    words = ("play", *((FILE,) if named else ()), "--resume", "-", "--json")
    return Attack(f"resumed: {name}", code, GAME, words, stdin=text)


STEP = {"at": "fate", "do": "reroll"}
ASKS = (
    _ask("an input that steers", "unknown-input", "roll", f"{NASTY}=1"),
    _ask("a value that steers", "input-type", "roll", f"skill={NASTY}"),
    _ask("a value of five thousand digits", "input-type", "roll", f"skill={LONG}"),
    _ask("a value of a hundred thousand letters", "input-type", "odds", "mood=" + "w" * 100_000),
    _ask("a value in other digits", "input-type", "roll", "skill=１２"),
    _ask("a value with underscores", "input-type", "roll", "skill=1_0"),
    _ask("a value that is not text", "input-type", "roll", "skill=\udcff"),
    _ask("a huge value", "input-range", "odds", "skill=" + "9" * 300),
    _ask("an input twice", "usage", "odds", "skill=1", "skill=2"),
    _ask("a property that steers", "unknown-property", "roll", "--property", NASTY),
    _ask("two thousand properties", "", "roll", *["--property", "bold"] * 2_000),
    Attack("asked: a check that steers", "unknown-check", GAME, ("roll", FILE, NASTY)),
    Attack("asked: a check of a hundred thousand letters", "unknown-check", GAME, ("roll", FILE, "c" * 100_000)),
    _ask("a limit that is none", "usage", "roll", "--limit", "x=1"),
    _ask("a limit of five thousand digits", "usage", "roll", "--limit", f"dice={LONG}"),
    _ask("a limit in other digits", "usage", "roll", "--limit", "dice=²"),
    _ask("a limit below nothing", "usage", "roll", "--limit", "dice=-1"),
    _ask("a limit of nothing", "limit", "roll", "--limit", "dice=0"),
    _ask("a goal that steers", "unknown-goal", "odds", "--play", "best", "--goal", NASTY),
    _ask("a goal that is code", "unknown-function", "odds", "--play", "best", "--goal", "most __import__('os')"),
    _ask("a condition that is code", "expression", "odds", "--probability", "().__class__"),
    _ask("a condition that steers", "expression", "odds", "--probability", f"n >= 2 {NASTY}"),
    _ask("a condition that divides by nothing", "division-by-zero", "odds", "--probability", "1 // (n - n)"),
    _ask("a mean that grows", "limit", "odds", "--mean", "*".join(["n"] * 19)),
    _ask("faces that steer", "unknown-die", "roll", "--faces", f"{NASTY}: 1"),
    _ask("a face that steers", "unknown-face", "roll", "--faces", f"d6: {NASTY.replace(':', '')}"),
    _ask("a face in other digits", "unknown-face", "roll", "--faces", "d6: ²"),
    _ask("a face with two signs", "unknown-face", "roll", "--faces", "d6: --3"),
    _ask("a face of five thousand digits", "unknown-face", "roll", "--faces", f"d6: {LONG}"),
    _ask("a hundred thousand faces", "faces-too-many", "roll", "--faces", "d6: " + "1, " * 40_000 + "1"),
    _ask("faces of nothing", "faces", "roll", "--faces", ":;:"),
    _ask("an answer that steers", "illegal-answer", "play", "--json", "--seed", "1", "--answer", NASTY),
    _ask("an answer of five thousand digits", "illegal-answer", "play", "--json", "--seed", "1", "--answer", LONG),
    _ask("an answer in a tower", "illegal-answer", "play", "--json", "--answer", "[" * 100_000),
    _ask("an answer of odd things", "illegal-answer", "play", "--json", "--answer", '[null, {"a": []}, 1e999, "x"]'),
    _ask("an answer that is true", "illegal-answer", "play", "--json", "--answer", "[true]"),
    _ask("no rolls", "runs", "simulate", "--runs", "0"),
    _ask("a million million rolls", "limit", "simulate", "--runs", str(10**12)),
    _ask("rolls without number", "limit", "simulate", "--runs", "9" * 400),
    _ask("a seed of four thousand digits", "", "roll", "--seed", "9" * 4000),
    _ask("rows without number", "usage", "sweep", "skill=1..1000000000000000000000000000"),
    _ask("a range of nothing", "usage", "sweep", "skill=1..9/0"),
    _ask("a range of five thousand digits", "usage", "sweep", f"skill=1..{LONG}"),
    _ask("a hundred million rows", "limit", "sweep", "skill=1..10000", "mood=1..10000"),
    _ask("a chart nowhere", "no-file", "sweep", "skill=1..2", "--svg", "no/such/place.svg"),
    _ask("a chart with a script", "", "sweep", "skill=1..2", "--svg", "/dev/stdout", "--probability", "n<9 and n>2"),
    _ask("a prompt that ends", "", "play"),
    _ask("a prompt that is shouted at", "", "play", stdin=b"\xff\x00\x1b[2J\n" * 2000),
    Attack("asked: a word that steers", "unknown-word", words=("explain", NASTY)),
    Attack("asked: a word of a hundred thousand letters", "unknown-word", words=("explain", "w" * 100_000)),
    _effect("not JSON", "not-yaml", "{"),
    _effect("nothing", "missing-key", "{}"),
    _effect("a list", "unknown-effect", "[1]"),
    _effect("a tower", "too-deep", '{"a":' * 5000),
    _effect("a million nothings", "not-yaml", '{"at": "fate", "do": "reroll", "' + "w" * 60_000 + '": 1}'),
    _effect("a number beyond all", "number-too-large", '{"at": "fate", "do": "reroll", "count": 1e999}'),
    _effect("code", "expression", {**STEP, "where": "().__class__"}),
    _effect("a label that steers", "bad-character", {**STEP, "because": NASTY}),
    _effect("an unknown phase", "unknown-phase", {**STEP, "at": "fat"}),
    _effect("a loop in it", "limit", {"at": "fate", "do": "repeat", "times": 9999, "steps": [
        {"do": "repeat", "times": 9999, "steps": [{"do": "reroll"}]}]}),
    _resumed("nothing", "not-suspended", b""),
    _resumed("not JSON", "not-suspended", b"{"),
    _resumed("not text", "not-suspended", b"\xff\xfe\x00"),
    _resumed("a tower", "not-suspended", b"[" * 200_000),
    _resumed("a number", "not-suspended", 7),
    _resumed("a list", "not-suspended", [1]),
    _resumed("nothing in it", "not-suspended", {}),
    _resumed("a number of a million digits", "not-suspended", b'{"system": ' + b"9" * 1_000_000 + b"}"),
    _resumed("a system that is a path", "unknown-system", {"system": "x.system.yaml", "suspended": 1}, named=False),
    _resumed("a system that is a device", "unknown-system", {"system": "/dev/zero", "suspended": 1}, named=False),
    _resumed("a system that is a list", "unknown-system", {"system": ["x"], "suspended": 1}, named=False),
    Attack("resumed: a device", "no-file", GAME, ("play", FILE, "--resume", "/dev/zero", "--json")),
    Attack("resumed: a folder", "no-file", GAME, ("play", FILE, "--resume", ".", "--json")),
    Attack("saved: nowhere", "no-file", GAME, ("play", FILE, "--save", "no/such/file")),
)  # fmt: skip
