"""Tournaments: who meets whom, how tables become points, and how entrants stand. Pure, like the games themselves."""
