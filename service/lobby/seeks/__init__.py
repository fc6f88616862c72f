"""Seeks: requests of players for matches."""
