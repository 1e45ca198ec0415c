"""`python -m dicewright` and the command `dicewright`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
