"""Ratings of players and teams: read models, leaderboards and explanations."""
