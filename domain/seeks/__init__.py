"""Seeks: what players look for in a game, and which of them can play together."""
