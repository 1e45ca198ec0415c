"""Many rolls: they agree with the odds, the same seed gives the same sample, and sweeps are the odds row by row."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from dicewright import DicewrightError
from dicewright.cli import main
from dicewright.play import simulate as simulating
from dicewright.play.sample import Sample
from toy import load, text, toy

ROLL = {"do": "roll"}
POOL = toy(
    [
        {"do": "add", "die": "d6", "count": "n"},
        {"do": "add", "die": "sign", "count": 2},
        ROLL,
        {"do": "explode", "where": "value == 6", "onto": True},
        {"do": "cancel"},
    ],
    {"sum": "total", "suns": "sun"},
    check={
        "inputs": {"n": {"type": "integer", "min": 1, "max": 4, "default": 2}},
        "outcomes": [{"name": "win", "when": "sum >= 9"}, {"name": "loss"}],
    },
)
CHOICE = toy(
    [
        {"do": "add", "die": "d6", "count": 2},
        ROLL,
        {"do": "reroll", "may": "roller", "where": "value < 6"},
        {"do": "add", "die": "d4", "count": 3, "state": "bag"},
        {"do": "add", "die": "d6", "state": "bag"},
        {"do": "draw", "count": 1},
        ROLL,
    ],
    {"sum": "total"},
    check={"aim": [{"most": "sum"}]},
)


def chi_square(sample: Sample, law: dict[tuple[int, ...], Fraction]) -> float:
    """How far counts are from what is expected, in standard deviations of that measure; thin rows are put together."""
    counted = {key: estimate.value * sample.runs for key, estimate in sample.table(*sample.names).items()}
    rows, rest_seen, rest = [], 0.0, 0.0
    for key, p in law.items():
        expected, seen = float(p) * sample.runs, counted.pop(key, 0.0)
        if expected < 5:
            rest_seen, rest = rest_seen + seen, rest + expected
        else:
            rows.append((seen, expected))
    assert not counted, "something came up that cannot"
    if rest >= 5:
        rows.append((rest_seen, rest))
    square = sum((seen - expected) ** 2 / expected for seen, expected in rows)
    freedom = max(1, len(rows) - 1)
    return (square - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("each_die", [False, True])
@pytest.mark.parametrize(("system", "play"), [(POOL, None), (CHOICE, None), (CHOICE, "first"), (CHOICE, "random")])
def test_many_rolls_follow_the_odds(system: dict[str, object], play: str | None, each_die: bool) -> None:
    bound = load(system)["roll"]()
    sample = bound.simulate(1_500 if each_die else 40_000, 3, play, each_die=each_die)
    assert sample.runs == (1_500 if each_die else 40_000)
    assert chi_square(sample, bound.odds(play).table(*sample.names)) < 4.5


def test_estimates_have_bounds_that_hold_as_often_as_they_say() -> None:
    bound = load(POOL)["roll"]()
    law, held, means = bound.odds(), 0, 0
    for seed in range(120):
        sample = bound.simulate(400, seed)
        share, mean = sample.outcomes["win"], sample.mean("sum")
        held += share.low <= law.outcomes["win"] <= share.high
        means += mean.low <= law.mean("sum") <= mean.high
    assert 104 <= held <= 120
    assert 104 <= means <= 120
    sure = bound.simulate(50, 1).probability("sum < 0")
    assert (sure.value, sure.low) == (0, 0)
    assert 0 < sure.high < 0.1


def test_the_same_seed_gives_the_same_sample_whoever_works() -> None:
    bound = load(POOL)["roll"](n=3)
    alone = bound.simulate(100_000, 7)
    assert bound.simulate(100_000, 7) == alone
    assert bound.simulate(100_000, 8) != alone
    assert bound.simulate(100, Random(1)) == bound.simulate(100, Random(1))
    told: list[tuple[int, int]] = []
    with ProcessPoolExecutor(2) as executor:
        assert bound.simulate(100_000, 7, executor=executor, progress=lambda done, of: told.append((done, of))) == alone
        slow = load(CHOICE)["roll"]()
        assert slow.simulate(300, 1, each_die=True, executor=executor) == slow.simulate(300, 1, each_die=True)
    assert told[-1] == (100_000, 100_000)


def test_the_same_seed_gives_the_same_sample_in_any_process() -> None:
    """Also where sets of words have another order."""
    steps = [{"do": "add", "die": "sign", "count": 3}, {"do": "add", "die": "d6", "count": 2}, ROLL]
    system = text(toy(steps, "total + 2 * sun - moon - sum(value + sun)"))
    code = "import sys, dicewright; print(dicewright.loads(sys.argv[1])['roll']().simulate(9, 3).rows)"
    command = [sys.executable, "-c", code, system]
    orders = [os.environ | {"PYTHONHASHSEED": number} for number in "23"]
    one, other = (subprocess.run(command, env=env, capture_output=True, check=True).stdout for env in orders)
    assert one == other


HIT = {"steps": [{"do": "add", "die": "d4", "count": "n"}, ROLL], "results": {"hits": "count(value >= 3)"}}
ROUNDS = toy(
    [*POOL["checks"]["roll"]["steps"][:3]],
    check={"inputs": {"n": {"type": "integer"}}},
    contests={
        "again": {
            "sides": {"red": {"check": "hit"}, "blue": {"check": "hit", "more": True}},
            "compare": [{"most": "hits"}],
            "tie": "again",
            "results": {"lead": "red_hits - blue_hits"},
        },
        "off": {
            "sides": {"red": {"check": "hit"}, "blue": {"check": "hit"}},
            "needs": "hits >= 1",
            "compare": [{"dice": "highest_first"}],
            "tie": {"check": "hit", "inputs": {"n": 1}, "compare": [{"dice": "highest_first"}]},
        },
        "alone": {
            "sides": {"red": {"inputs": {"n": {"type": "integer"}}}, "blue": {"inputs": {"n": {"type": "integer"}}}},
            "roll": {
                "side": "red",
                "check": "test",
                "inputs": {"n": "red_n", "need": "blue_n"},
            },
            "winner": {"won": "red", "lost": "blue"},
        },
    },
    sequences={
        "work": {
            "check": "hit",
            "times": 3,
            "with": {"n": "2 + tries"},
            "accumulate": {"sofar": "sofar + hits"},
            "until": "sofar >= 4",
            "outcomes": [{"name": "made", "when": "done"}, {"name": "lost"}],
        },
        "race": {
            "sides": {"red": {"check": "hit"}, "blue": {"check": "hit"}},
            "times": 2,
            "accumulate": {"way": "way + hits"},
            "compare": [{"most": "way"}],
        },
    },
)
ROUNDS["checks"]["hit"] = {"inputs": {"n": {"type": "integer", "min": 0}}, **HIT}
ROUNDS["checks"]["test"] = {
    "inputs": {"n": {"type": "integer", "min": 0}, "need": {"type": "integer"}},
    **HIT,
    "outcomes": [{"name": "won", "when": "hits >= need"}, {"name": "lost"}],
}
BOUND: dict[str, dict[str, object]] = {
    "again": {"red": {"n": 3}, "blue": {"n": 2}, "blue2": {"n": 1}},
    "off": {"red": {"n": 2}, "blue": {"n": 3}},
    "alone": {"red": {"n": 3}, "blue": {"n": 2}},
    "work": {},
    "race": {"red": {"n": 2}, "blue": {"n": 3}},
}


@pytest.mark.parametrize("each_die", [False, True])
@pytest.mark.parametrize("name", BOUND)
def test_contests_and_sequences_follow_their_odds(name: str, each_die: bool) -> None:
    bound = load(ROUNDS)[name].bind(BOUND[name])
    sample, law = bound.simulate(4_000, 3, each_die=each_die), bound.odds()
    assert (sample.runs, sample.names, sample.verdicts) == (4_000, law.names, law.verdicts)
    for asked in [*(f"1 if {outcome} else 0" for outcome, _ in law.verdicts), *law.names]:
        mean = sample.mean(asked)
        assert abs(mean.value - float(law.mean(asked))) <= 3 * (mean.high - mean.low) / 2 + 1e-9
    assert sample.rows.keys() <= law.rows.keys()


@pytest.mark.parametrize("name", BOUND)
def test_contests_and_sequences_end_the_same_untold(name: str) -> None:
    bound = load(ROUNDS)[name].bind(BOUND[name])
    for seed in range(60):
        told, brief = bound.roll(Random(seed)), bound.throw(Random(seed))
        assert (told.outcome, told.results) == (brief.outcome, brief.results)
    assert pickle.loads(pickle.dumps(bound)).throw(Random(1)) == bound.throw(Random(1))


def test_a_contest_is_the_same_sample_whoever_works(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "PORTION", 100)
    again, work = (load(ROUNDS)[name].bind(BOUND[name]) for name in ("again", "work"))
    with ProcessPoolExecutor(2) as executor:
        assert again.simulate(250, 7, executor=executor) == again.simulate(250, 7)
        alone = work.simulate(250, 7, each_die=True)
        assert work.simulate(250, 7, each_die=True, executor=executor) == alone != work.simulate(250, 7)
    file = tmp_path / "rounds.system.yaml"
    file.write_text(text(ROUNDS), encoding="utf-8")
    words = ["simulate", str(file), "again", "red.n=2", "blue.n=1", "--runs", "300", "--seed", "1"]
    printed = []
    for more in ([], ["--each-die"]):
        assert main([*words, *more]) == 0
        printed.append(capsys.readouterr().out)
    assert ["300 rolls from tables, seed 1" in printed[0], "300 rolls die by die, seed 1" in printed[1]] == [True, True]
    assert main([*words, "--play", "best"]) == 2
    assert "a contest decides as its file says" in capsys.readouterr().err


def test_what_is_asked_for_in_vain() -> None:
    bound = load(POOL)["roll"]()
    with pytest.raises(DicewrightError, match="0 rolls tell nothing"):
        bound.simulate(0)
    with pytest.raises(DicewrightError, match="did you mean `sum`"):
        bound.simulate(10, 1).mean("smu")


def test_a_sample_ends_as_data() -> None:
    sample = load(POOL)["roll"]().simulate(1_000, 5)
    told = json.loads(json.dumps(sample.to_dict(("sum >= 9",), ("suns",))))
    assert told["probability"]["sum >= 9"]["value"] == told["outcomes"]["win"]["value"]
    assert (told["runs"], told["seed"], told["way"]) == (1_000, 5, "from tables")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "toy.system.yaml"
    path.write_text(text(POOL), encoding="utf-8")
    return str(path)


def test_the_command_tells_shares_with_their_error(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", file, "n=2", "--runs", "2000", "--seed", "3"]) == 0
    once = capsys.readouterr().out
    assert "2,000 rolls from tables, seed 3; ± holds with 95%" in once
    assert "win" in once
    assert " ± " in once
    assert main(["simulate", file, "n=2", "--runs", "2000", "--seed", "3", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == once
    assert main(["simulate", file, "--runs", "200", "--each-die", "--probability", "sum >= 9", "--mean", "sum"]) == 0
    assert "die by die" in capsys.readouterr().out


def test_a_sweep_is_the_odds_row_by_row(file: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    words = ["sweep", file, "n=1..4", "--probability", "sum >= 9", "--mean", "sum", "--exact"]
    assert main([*words, "--csv", "--svg", str(chart)]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    laws = [load(POOL)["roll"](n=n).odds() for n in (1, 2, 3, 4)]
    assert [row["n"] for row in rows] == ["1", "2", "3", "4"]
    assert [Fraction(row["P(sum >= 9)"]) for row in rows] == [law.probability("sum >= 9") for law in laws]
    assert [Fraction(row["mean sum"]) for row in rows] == [law.mean("sum") for law in laws]
    drawn = ElementTree.parse(chart)
    assert len(drawn.findall(".//{*}polyline")) == 2
    assert len(drawn.findall(".//{*}circle")) == 8
    assert main([*words, "--json", "--jobs", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["mean sum"] for row in told["rows"]] == [row["mean sum"] for row in rows]


@pytest.mark.parametrize(("mean", "at"), [("-1", "350.0"), ("0", "350.0"), ("1", "50.0")])
def test_a_chart_of_one_number_has_room_for_it(
    file: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, mean: str, at: str
) -> None:
    chart = tmp_path / "chart.svg"
    assert main(["sweep", file, "n=1..2", "--mean", mean, "--svg", str(chart)]) == 0
    capsys.readouterr()
    (line,) = ElementTree.parse(chart).findall(".//{*}polyline")
    assert [place.partition(",")[2] for place in line.attrib["points"].split()] == [at, at]


def test_a_sweep_shows_the_outcomes_of_a_grid(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", file, "n=1,3..4/1"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["n", "win", "loss"]
    assert [line.split()[0] for line in lines if "unresolved" not in line] == ["1", "3", "4"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["n=3"], "no input runs over several values"),
        (["n=4..1"], "`4..1` is no range"),
        (["n=1..x"], "`1..x` is no range"),
        (["n=1..9"], "`n` is from 1 to 4, not 5"),
        (["m=1..2"], "has no input `m`"),
        (["n=1..4", "--probability", "smu >= 2"], "did you mean `sum`"),
    ],
)
def test_a_sweep_that_cannot_be(file: str, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", file, *words]) in (1, 2)
    assert problem in capsys.readouterr().err


def test_a_sweep_in_python_is_the_same_whoever_works() -> None:
    system, over = load(POOL), {"n": range(1, 5)}
    alone = system.sweep("roll", over, probability=["sum >= 9"], mean=["sum"])
    assert [numbers for _, numbers, _ in alone.rows] == [
        (law.probability("sum >= 9"), law.mean("sum")) for law in (system["roll"](n=n).odds() for n in over["n"])
    ]
    with ProcessPoolExecutor(2) as executor:
        assert system.sweep("roll", over, probability=["sum >= 9"], mean=["sum"], executor=executor) == alone


def test_a_cluster_serves_a_sweep_as_other_executors_do() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (it comes with the extra bench)")
    system, over = load(POOL), {"n": range(1, 5)}
    nodes = distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None)
    with nodes, distributed.Client(nodes) as client:
        shared = system.sweep("roll", over, executor=client.get_executor())
    assert shared == system.sweep("roll", over)
