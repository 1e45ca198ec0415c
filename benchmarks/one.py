"""The measuring process: one workload, one who does it, and a line of JSON for each thing that is known.

It is started afresh for every measurement by `run.py`, and is no command of its own.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from .digest import digest
from .workloads import BULK, EXACT, ROLLS, Workload

PEERS = {"icepool": "with_icepool", "dyce": "with_dyce", "d20": "with_d20", "hand": "hand", "loop": "loops"}
WARM, CALLS = 0.3, 200
SLOW = 20.0  # seconds after which nothing is asked again


def tell(**known: Any) -> None:
    """Said at once: what comes later may be cut off by a limit."""
    print(json.dumps(known), flush=True)


def peer(who: str) -> Any:
    """The module with a peer's programs."""
    return import_module(f".peers.{PEERS[who]}", __package__)


def peak() -> float:
    """The most memory that this process ever held, in MiB."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024
    except (OSError, StopIteration):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def exact(who: str, name: str, variant: str) -> None:
    """The first call, how much memory it took, whether it is right, and if that is not too long what it takes again."""
    workload = next(each for each in EXACT if each.id == name)
    call, read = _question(who, workload, variant)
    gc.collect()
    begun = time.perf_counter()
    try:
        found = call()
    except Exception:
        tell(took=time.perf_counter() - begun)
        raise
    cold = time.perf_counter() - begun
    tell(cold=cold, peak=peak())
    sign, outcomes = digest(read(found))
    tell(sign=sign, outcomes=outcomes)
    del found
    if cold < SLOW:
        tell(warm=_again(call, cold))


def _question(
    who: str, workload: Workload, variant: str
) -> tuple[Callable[[], Any], Callable[[Any], Mapping[Any, Any]]]:
    if who != "ours":
        return peer(who).EXACT[workload.id][variant], lambda law: law
    import dicewright

    from . import ours

    system = dicewright.load(workload.system)

    def read(law: dicewright.Law) -> Mapping[Any, Any]:
        if law.unresolved:
            tell(note=f"{float(law.unresolved):.0e} is left unresolved")
        return ours.read(workload, law)

    return lambda: ours.law(system, workload), read


def _again(call: Callable[[], Any], cold: float) -> float:
    """The median of repeated calls; one is enough where it takes long."""
    times: list[float] = []
    end = time.perf_counter() + WARM
    while len(times) < CALLS and (len(times) < 3 or time.perf_counter() < end):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
        if cold > 5:
            break
    return statistics.median(times)


def rolls(who: str, name: str, variant: str) -> None:
    """The first roll, and what one takes when many follow."""
    workload = next(each for each in ROLLS if each.id == name)
    if who == "ours":
        from . import ours

        call = ours.rolls(workload)[variant]
    else:
        call = peer(who).ROLLS[name][variant]
    begun = time.perf_counter()
    call()
    cold = time.perf_counter() - begun
    number, times = 100, []
    for _ in range(8):
        begun = time.perf_counter()
        for _ in range(number):
            call()
        times.append((time.perf_counter() - begun) / number)
        number = max(1, min(20_000, int(0.05 / times[0])))
    times.pop(0)  # it only said how many come next
    tell(cold=cold, warm=statistics.median(times), peak=peak())


def bulk(who: str, name: str, variant: str) -> None:
    """Seconds for a million, scaled where fewer are rolled, and whether the mean is where it has to be."""
    workload = next(each for each in BULK if each.ask.id == name)
    if who == "ours":
        from . import ours

        call, number = ours.bulk(workload)[variant]
    else:
        call, number = peer(who).BULK[name][variant]
    random.seed(1)
    begun = time.perf_counter()
    mean = call(number)
    took = time.perf_counter() - begun
    error = 6 * workload.spread / number**0.5
    tell(cold=took * 1_000_000 / number, peak=peak(), runs=number, right=abs(mean - workload.mean) <= error, mean=mean)


def main(kind: str, who: str, name: str, variant: str, memory: str) -> None:
    """Measure within a limit of memory in MiB, and say what came in between."""
    sys.set_int_max_str_digits(0)
    resource.setrlimit(resource.RLIMIT_AS, (int(memory) << 20, int(memory) << 20))
    try:
        {"exact": exact, "rolls": rolls, "bulk": bulk}[kind](who, name, variant)
    except ModuleNotFoundError as error:
        tell(failed="missing", said=str(error))
    except MemoryError:
        tell(failed="memory", said=f"more than {memory} MiB")
    except RecursionError:
        tell(failed="error", said="RecursionError")
    except Exception as error:
        problem = next(iter(getattr(error, "problems", ())), None)
        if problem is not None and problem.code == "limit":
            tell(failed="refused", said=problem.message)
        else:
            tell(failed="error", said=f"{type(error).__name__}: {error}".splitlines()[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
