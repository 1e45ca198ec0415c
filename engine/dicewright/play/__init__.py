"""Running a check: bind it, roll it, find its odds, test it."""
