"""What was found in files, told to machines and to people: one module a format, each a function from a run to text."""
