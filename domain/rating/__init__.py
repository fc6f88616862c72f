"""Ratings: how strong players are, from their results alone, and why each figure is what it is."""
