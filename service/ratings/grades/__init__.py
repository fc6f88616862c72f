"""Grades in duplicate play: read models, leaderboards and explanations."""
