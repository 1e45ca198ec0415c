"""Golden cases: the test data of BCDice (https://github.com/bcdice/BCDice, test/data/*.toml), played by our systems.

The files are not part of this repository. Whoever has them runs `python -m tests.golden FOLDER` from the top of a
checkout. Each game has one module under `games`, which turns a case into trials: which check with which inputs and
faces, and what must come out. A case that says nothing of a game's rules is out of scope, with a word for the reason.
"""
