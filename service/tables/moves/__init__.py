"""The commands of each game, and the moves that they make."""
