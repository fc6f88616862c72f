"""Standings, tie-breaks, and ranks that can still be reached."""
