"""Series: recurring tournaments."""
