"""A table: its life from opening to the end of the match, whatever game is played at it."""
