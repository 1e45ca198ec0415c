"""The same workloads as programs for other libraries, and as programs written by hand for each one alone."""
