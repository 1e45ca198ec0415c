"""Two versions of a system compared by what they mean: what came and went, whose odds moved, which roll changed."""
