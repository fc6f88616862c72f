"""Movements: opponents, sets of boards and copies of deals for each entrant."""
