"""The inbox of a player: what waits for their answer."""
