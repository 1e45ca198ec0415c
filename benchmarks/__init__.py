"""The benchmark: exact odds, rolls and simulation beside the peers, all in one run. `python -m benchmarks --help`."""
