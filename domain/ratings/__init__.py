"""Ratings: the strength of players, computed from results alone, with an explanation of each change."""
