"""Probability, knowing nothing of games: dice, what a step may ask for, and the ways to pour."""
