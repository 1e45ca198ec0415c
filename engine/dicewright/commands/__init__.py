"""The commands, one a file: `arguments` says what can stand after its name, `run` does it and gives the exit code."""
