"""Private notes of players about tables."""
