"""Telling: text for people."""
