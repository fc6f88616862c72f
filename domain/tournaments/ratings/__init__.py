"""What tournaments count for ratings and grades."""
