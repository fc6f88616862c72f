"""Boards that everybody plays when they like, with bots of the house: their deals, and how their results compare."""
