"""Checked tree to linked rules, and a bound check to the program that runs it."""
