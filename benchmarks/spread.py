"""A sweep of 600 combinations in one process, over four, and over a cluster of four that Dask keeps.

    python -m benchmarks.spread

All have to give the same rows. Dask comes with the extra `bench`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from time import perf_counter

import dicewright
from dicewright.play.sweep import Sweep

OVER = {"characteristic": range(1, 6), "skill": range(6), "difficulty": range(5), "boost": range(4)}
WORKERS = 4


@contextmanager
def alone() -> Iterator[None]:
    yield None


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(WORKERS) as executor:
        yield executor


@contextmanager
def cluster() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as nodes,
        Client(nodes) as client,
    ):
        yield client.get_executor(pure=False)  # else Dask reads through every argument to name the task


def swept(executor: Executor | None) -> Sweep:
    return dicewright.load("genesys").sweep("skill", OVER, mean=["success", "advantage"], executor=executor)


def main() -> int:
    found: list[Sweep] = []
    print(f"{os.cpu_count()} processors")
    for name, workers in (("one process", alone), ("four processes", processes), ("a Dask cluster of four", cluster)):
        begun = perf_counter()
        with workers() as executor:
            ready = perf_counter()
            found.append(swept(executor))
            done = perf_counter()
        same = "the same" if found[-1] == found[0] else "NOT the same"
        rows = len(found[-1].rows)
        print(f"{name.ljust(23)} {rows} rows in {done - ready:6.2f} s, {ready - begun:5.2f} s to set up; {same} rows")
    return 0 if all(each == found[0] for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
