"""A few of the inputs of tests/fuzz.py, always the same ones, and those that once were answered wrongly."""

from __future__ import annotations
