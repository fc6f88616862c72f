"""Duplicate boards in tournaments: who plays which deals where, and how the results are compared."""
