"""Movements: schedules of the matches of each round and their sets of boards."""
