"""Attacks: hostile files and hostile requests, each with the refusal that it has to get."""

from .bytes_ import BYTES, YAML
from .rules import EXPRESSIONS, LABELS, LOOPS, PARTS, POOLS

ATTACKS = (*BYTES, *YAML, *EXPRESSIONS, *LOOPS, *POOLS, *PARTS, *LABELS)
