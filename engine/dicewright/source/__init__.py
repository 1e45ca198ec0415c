"""Text to a checked tree: every key and value keeps its place."""
