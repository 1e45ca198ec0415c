"""Exact laws of some game rolls, written from the rules alone by plain enumeration, to compare the engine with."""
