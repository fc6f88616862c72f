"""Boards outside tournaments, played at any time with house bots: deals and comparison of results."""
