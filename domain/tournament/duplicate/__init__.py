"""Duplicate boards in tournaments: who plays which deals where, what came of them, and how that is compared."""
