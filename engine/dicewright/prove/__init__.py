"""Whether tests prove anything: what they reach, and which slips of the rules they would let pass."""
