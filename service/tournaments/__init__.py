"""Tournaments: registration, rounds, pairings, results and exports."""
