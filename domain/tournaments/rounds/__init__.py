"""Rounds: proposed, paired, scheduled and closed."""
