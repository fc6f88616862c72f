"""Analyses of finished hands, and puzzles from them."""
