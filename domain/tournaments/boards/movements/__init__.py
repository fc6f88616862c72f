"""Movements: who meets whom in each round, and with which set of boards."""
