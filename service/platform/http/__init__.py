"""HTTP for all features: reads requests, writes answers and problems, and limits rates."""
