"""`python -m dicewright` and the command `dicewright`."""

import gc

from . import cli

AT_ONCE = 50_000


def main() -> int:
    """Run the command line in a process of its own.

    Nearly all that a command makes lives as long as it does, so that looking for garbage often would be in vain; and
    at its end everything goes with the process.
    """
    gc.set_threshold(AT_ONCE, *gc.get_threshold()[1:])
    try:
        return cli.main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    raise SystemExit(main())
