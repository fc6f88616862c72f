"""Matches: their tables and seats, their results, and corrections."""
