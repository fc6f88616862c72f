"""Leagues: seasons, divisions, promotion and relegation."""
