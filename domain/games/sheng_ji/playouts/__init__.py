"""Playouts: the rest of a hand, played by a simple policy in worlds that fit what a seat knows."""
