"""Attacks: hostile files and hostile requests, each with the refusal that it has to get."""

from .asks import ASKS
from .doors import DOORS
from .rules import EXPRESSIONS, LABELS, LOOPS, PARTS, POOLS
from .texts import BYTES, YAML

ATTACKS = (*BYTES, *YAML, *EXPRESSIONS, *LOOPS, *POOLS, *PARTS, *LABELS, *ASKS, *DOORS)
